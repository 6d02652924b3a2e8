//! The schema and the TypeScript types that are checked in are those of the code, and what the
//! engine says is what the schema says.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde_json::{Value, json};
use std::path::Path;
use tilewright_protocol::{Engine, ids_json, schema, schema_json, typescript};
use tilewright_variants::{Variant, shipped_ids};

#[test]
fn generated_files_are_up_to_date() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    let files = [
        ("ids.json", ids_json()),
        ("protocol.schema.json", schema_json()),
        ("protocol.ts", typescript()),
    ];
    for (name, text) in files {
        let found = std::fs::read_to_string(directory.join(name)).unwrap_or_default();
        let command = "cargo run -p tilewright-protocol --example generate";
        assert!(found == text, "{name} is not what the code says; run `{command}`");
    }
}

#[test]
fn every_reference_of_the_schema_leads_somewhere() {
    let schema = schema();
    let text = schema.to_string();
    let definitions = schema["$defs"].as_object().unwrap();
    for part in text.split("\"$ref\":\"#/$defs/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(definitions.contains_key(name), "{name}");
    }
    for name in ["Request", "Response", "SeatView", "VisibleEvent", "ScoreBreakdown", "Fault"] {
        assert!(definitions.contains_key(name), "{name}");
    }
}

/// A plain judge of the parts of JSON Schema that are used here. `Err` says where.
fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let Some(map) = schema.as_object() else {
        return if schema == &json!(false) { Err(format!("{at}: nothing fits")) } else { Ok(()) };
    };
    if let Some(name) = map.get("$ref").and_then(Value::as_str) {
        check(root, root.pointer(&name[1..]).unwrap(), value, at)?;
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(options) = map.get(key).and_then(Value::as_array) {
            let faults: Vec<String> =
                options.iter().filter_map(|option| check(root, option, value, at).err()).collect();
            if faults.len() == options.len() {
                return Err(format!("{at}: none of {key}: {}", faults.join(" | ")));
            }
        }
    }
    if map.get("const").is_some_and(|wanted| wanted != value) {
        return Err(format!("{at}: not {}", map["const"]));
    }
    if map.get("enum").and_then(Value::as_array).is_some_and(|all| !all.contains(value)) {
        return Err(format!("{at}: not one of the names"));
    }
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    let kinds = map.get("type").map(|kind| match kind {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => vec![kind.as_str().unwrap()],
    });
    if kinds.is_some_and(|kinds: Vec<&str>| !kinds.into_iter().any(is)) {
        return Err(format!("{at}: {value} is no {}", map["type"]));
    }
    if let (Some(items), Some(schema)) = (value.as_array(), map.get("items")) {
        for (index, item) in items.iter().enumerate() {
            check(root, schema, item, &format!("{at}[{index}]"))?;
        }
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    let no_properties = serde_json::Map::new();
    let properties = map.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
    for name in map.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !object.contains_key(name.as_str().unwrap()) {
            return Err(format!("{at}: {name} is missing"));
        }
    }
    for (name, value) in object {
        match properties.get(name) {
            Some(schema) => check(root, schema, value, &format!("{at}.{name}"))?,
            None if map.get("additionalProperties") == Some(&json!(false)) => {
                return Err(format!("{at}: {name} is not expected"));
            }
            None => {}
        }
    }
    Ok(())
}

#[test]
fn requests_and_responses_are_as_the_schema_says() {
    let (engine, schema) = (Engine::new(), schema());
    let judge = |name: &str, value: &Value| {
        let definition = &schema["$defs"][name];
        check(&schema, definition, value, name).unwrap_or_else(|fault| panic!("{fault}\n{value}"));
    };
    let ask = |call: Value| {
        let request = json!({ "v": 1, "id": "x", "call": call });
        judge("Request", &request);
        let bytes = engine.handle(request.to_string().as_bytes());
        let response: Value = serde_json::from_slice(&bytes).unwrap();
        judge("Response", &response);
        assert!(response.get("error").is_none(), "{response}");
        response["answer"].clone()
    };
    ask(json!({ "op": "variants" }));
    for id in shipped_ids() {
        ask(json!({ "op": "variant", "variant": { "shipped": id } }));
        let players = Variant::shipped(id).unwrap().players().0;
        let call = json!({ "op": "new", "variant": { "shipped": id }, "players": players,
            "seed": { "number": 4 }, "words": "free", "viewer": { "seat": 0 }, "now": 5 });
        let game = ask(call)["game"].clone();
        let swap = json!({ "actions": [{ "swap_rack": { "tiles": ["?"] } }] });
        ask(json!({ "op": "preview", "game": game, "seat": 0, "move": swap }));
        ask(json!({ "op": "events", "game": game, "viewer": { "seat": 0 } }));
        let resign = json!({ "command": { "type": "resign", "seat": 0 }, "now": 6 });
        let done = ask(json!({ "op": "submit", "game": game, "submission": resign }));
        ask(json!({ "op": "view", "game": done["game"] }));
    }
    let call = json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
        "seed": { "number": 4 } });
    let game = ask(call)["game"].clone();
    let found = ask(json!({ "op": "moves", "game": game, "seat": 0, "count": 3 }));
    ask(json!({ "op": "preview", "game": game, "seat": 0, "move": found["moves"][0]["move"] }));
    let best = ask(json!({ "op": "best", "game": game, "seat": 0, "level": "expert" }));
    let submission = json!({ "command": best["command"] });
    ask(json!({ "op": "submit", "game": game, "submission": submission }));
    let wrong = json!({ "v": 1, "answer": { "type": "view", "view": { "nobody": {} } } });
    assert!(check(&schema, &schema["$defs"]["Response"], &wrong, "").is_err(), "the judge judges");
}
