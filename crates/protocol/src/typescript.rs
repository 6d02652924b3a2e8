//! TypeScript types, made from the JSON Schema.

use serde_json::{Map, Value};
use tilewright_rules::ViolationId;

/// The types of all messages as a TypeScript module.
pub fn typescript() -> String {
    let mut out = String::from(
        "// Generated from the JSON Schema by `cargo run -p tilewright-protocol --example generate`.\n",
    );
    let schema = crate::schema();
    let definitions = schema.get("$defs").and_then(Value::as_object);
    for (name, definition) in definitions.into_iter().flatten() {
        comment(&mut out, "", definition);
        out.push_str(&format!("export type {name} = {};\n\n", of(definition, "")));
    }
    let ids: Vec<String> = ViolationId::ALL.iter().map(|id| format!("\"{id}\"")).collect();
    out.push_str("/** The `rule` of a violation of the engine's own rules. */\n");
    out.push_str(&format!("export type ViolationId = {};\n", ids.join(" | ")));
    out
}

fn comment(out: &mut String, indent: &str, schema: &Value) {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return };
    let text = text.replace("*/", "* /").replace('\n', &format!("\n{indent} * "));
    out.push_str(&format!("{indent}/** {text} */\n"));
}

/// The type of a schema.
fn of(schema: &Value, indent: &str) -> String {
    let Some(map) = schema.as_object() else {
        return if schema == &Value::Bool(false) { "never" } else { "unknown" }.to_string();
    };
    let mut parts = Vec::new();
    if let Some(name) = map.get("$ref").and_then(Value::as_str) {
        parts.push(name.rsplit('/').next().unwrap_or("unknown").to_string());
    }
    for (key, glue) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(options) = map.get(key).and_then(Value::as_array) {
            let options: Vec<String> = options.iter().map(|option| of(option, indent)).collect();
            parts.push(format!("({})", options.join(glue)));
        }
    }
    if let Some(value) = map.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = map.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        parts.push(values.join(" | "));
    } else if map.contains_key("properties") {
        parts.push(object(map, indent));
    } else {
        parts.extend(plain(map, indent));
    }
    if parts.is_empty() {
        return "unknown".to_string();
    }
    parts.join(" & ")
}

fn plain(map: &Map<String, Value>, indent: &str) -> Option<String> {
    let composed = ["$ref", "oneOf", "anyOf", "allOf"].iter().any(|key| map.contains_key(*key));
    match map.get("type")? {
        // The kind of a part that is described elsewhere says nothing new.
        Value::String(kind) if kind == "object" && composed => None,
        Value::String(kind) => Some(named(kind, map, indent)),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            Some(kinds.map(|kind| named(kind, map, indent)).collect::<Vec<_>>().join(" | "))
        }
        _ => None,
    }
}

fn named(kind: &str, map: &Map<String, Value>, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_string(),
        "array" => match map.get("prefixItems").and_then(Value::as_array) {
            Some(items) => {
                let items: Vec<String> = items.iter().map(|item| of(item, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            None => {
                let item = map.get("items").map_or("unknown".to_string(), |item| of(item, indent));
                format!("Array<{item}>")
            }
        },
        "object" => {
            let values = map.get("additionalProperties").filter(|values| values.is_object());
            let values = values.map_or("unknown".to_string(), |values| of(values, indent));
            format!("Record<string, {values}>")
        }
        other => other.to_string(),
    }
}

fn object(map: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required = map.get("required").and_then(Value::as_array);
    let needs = |name: &str| required.into_iter().flatten().any(|key| key.as_str() == Some(name));
    let mut out = String::from("{\n");
    for (name, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
        comment(&mut out, &inner, property);
        let mark = if needs(name) { "" } else { "?" };
        out.push_str(&format!("{inner}{name}{mark}: {};\n", of(property, &inner)));
    }
    out.push_str(&format!("{indent}}}"));
    out
}
