//! The JSON Schema of all messages.

use crate::{Request, Response};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12) of all messages, keys in order.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Request>();
    generator.subschema_for::<Response>();
    crate::api::add_schemas(&mut generator);
    let definitions = generator.take_definitions(true);
    sorted(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tilewright protocol, version 1",
        "oneOf": [{ "$ref": "#/$defs/Request" }, { "$ref": "#/$defs/Response" }],
        "$defs": definitions,
    }))
}

/// The same as text.
pub fn schema_json() -> String {
    let mut text = serde_json::to_string_pretty(&schema()).expect("a schema is a JSON value");
    text.push('\n');
    text
}

/// The definitions of the schema alone, by name, for documents that have a place for them.
pub fn definitions_json() -> String {
    schema()["$defs"].to_string()
}

/// The same value with all keys in order, independent of the map type of `serde_json`.
pub(crate) fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> = map.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            let entries = entries.into_iter().map(|(key, value)| (key, sorted(value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}
