//! The JSON Schema is up to date and fits the shipped files.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde_json::Value;
use tilewright_variants::{schema_json, shipped_ids, shipped_source};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/variant.schema.json");

/// Set `UPDATE_SCHEMA=1` to regenerate the file.
#[test]
fn the_schema_file_is_up_to_date() {
    let schema = schema_json();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(PATH, &schema).unwrap();
    }
    let file = std::fs::read_to_string(PATH).unwrap_or_default().replace('\r', "");
    assert_eq!(file, schema, "run the tests of this crate with UPDATE_SCHEMA=1");
}

#[test]
fn shipped_files_fit_the_schema_and_strange_ones_do_not() {
    let root: Value = serde_json::from_str(&schema_json()).unwrap();
    let fits = |text: &str| {
        let table: toml::Table = text.parse().unwrap();
        fault(&root, &root, &serde_json::to_value(table).unwrap(), "")
    };
    for id in shipped_ids() {
        assert_eq!(fits(shipped_source(id).unwrap()), None, "{id}");
    }
    let head = "format = 1\nid = 'a'\nname = 'A'\n";
    assert_eq!(fits(head), None);
    for body in [
        "colour = 'red'",
        "players = [1, 2, 3]",
        "[board]\nshape = 'round'",
        "[board]\nwidth = 0",
        "[tiles]\nletters = [['A', 1]]",
        "[tiles]\nblanks = [['?', 1, 0, 'A', 'B']]",
        "[rules.rack_size]\nsise = 7",
        "[rules.bingo_bonus]\namount = { fixed = 'much' }",
        "[[plugins]]\nconfig = {}",
    ] {
        assert!(fits(&format!("{head}{body}")).is_some(), "{body}");
    }
}

/// The first fault of a value under the keywords that our schema uses; others are not known.
fn fault(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let Some(keywords) = schema.as_object() else {
        return (*schema != Value::Bool(true)).then(|| format!("{at}: not allowed"));
    };
    let list = |key: &str| keywords.get(key).and_then(Value::as_array);
    for (key, setting) in keywords {
        let fits = match key.as_str() {
            "$schema" | "title" | "description" | "default" | "$defs" | "format" => true,
            "$ref" => {
                let pointer = setting.as_str().unwrap().trim_start_matches('#');
                let found = fault(root, root.pointer(pointer).unwrap(), value, at);
                if found.is_some() {
                    return found;
                }
                true
            }
            "type" => match setting {
                Value::String(name) => is_type(value, name),
                names => {
                    let names = names.as_array().unwrap();
                    names.iter().any(|name| is_type(value, name.as_str().unwrap()))
                }
            },
            "const" => value == setting,
            "enum" => setting.as_array().unwrap().contains(value),
            "anyOf" => list(key).unwrap().iter().any(|one| fault(root, one, value, at).is_none()),
            "oneOf" => {
                let fitting = list(key).unwrap().iter();
                fitting.filter(|one| fault(root, one, value, at).is_none()).count() == 1
            }
            "minimum" => value.as_f64() >= setting.as_f64(),
            "maximum" => value.as_f64().is_none_or(|value| value <= setting.as_f64().unwrap()),
            "minLength" | "maxLength" => value.as_str().is_none_or(|text| {
                let (length, bound) = (text.chars().count() as u64, setting.as_u64().unwrap());
                if key == "minLength" { length >= bound } else { length <= bound }
            }),
            "minItems" => {
                value.as_array().is_none_or(|v| v.len() as u64 >= setting.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|v| v.len() as u64 <= setting.as_u64().unwrap())
            }
            "prefixItems" | "items" => {
                let fixed = list("prefixItems").map_or(0, Vec::len);
                for (index, element) in value.as_array().into_iter().flatten().enumerate() {
                    let one = match (key.as_str(), index < fixed) {
                        ("prefixItems", true) => &setting[index],
                        ("items", false) => setting,
                        _ => continue,
                    };
                    if let Some(found) = fault(root, one, element, &format!("{at}[{index}]")) {
                        return Some(found);
                    }
                }
                true
            }
            "required" => value.as_object().is_none_or(|object| {
                let mut names = setting.as_array().unwrap().iter();
                names.all(|name| object.contains_key(name.as_str().unwrap()))
            }),
            "properties" | "additionalProperties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    let known = keywords.get("properties").and_then(|all| all.get(name));
                    let one = match (key.as_str(), known) {
                        ("properties", Some(one)) => one,
                        ("additionalProperties", None) => setting,
                        _ => continue,
                    };
                    if let Some(found) = fault(root, one, inner, &format!("{at}.{name}")) {
                        return Some(found);
                    }
                }
                true
            }
            other => panic!("the schema uses `{other}`, which this test does not know"),
        };
        if !fits {
            return Some(format!("{at}: {key} {setting} refuses {value}"));
        }
    }
    None
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => value.is_null(),
    }
}
