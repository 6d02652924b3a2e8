//! Writes the JSON Schema and the TypeScript types of the messages, and the ids that the engine
//! reports.

#![allow(clippy::disallowed_methods, reason = "examples write files")]

use std::path::Path;
use tilewright_protocol::{ids_json, schema_json, typescript};

fn main() -> std::io::Result<()> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("ids.json"), ids_json())?;
    std::fs::write(directory.join("protocol.schema.json"), schema_json())?;
    std::fs::write(directory.join("protocol.ts"), typescript())
}
