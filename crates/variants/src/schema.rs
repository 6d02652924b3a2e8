//! The JSON Schema of variant files.

use crate::VariantFile;
use crate::canonical::sorted;
use crate::variant::PLAIN_DATA;
use schemars::generate::SchemaSettings;

/// The JSON Schema (draft 2020-12) of the file format, for editors and other programs.
pub fn schema_json() -> String {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let schema = sorted(generator.into_root_schema_for::<VariantFile>().to_value());
    let mut text = serde_json::to_string_pretty(&schema).expect(PLAIN_DATA);
    text.push('\n');
    text
}
