//! Writing a variant as a file that people like to read.

use crate::VariantFile;
use serde_json::Value as Json;
use std::fmt::Write as _;
use tilewright_rules::spec::RulesSpec;
use toml::Value;

/// The longest line that is filled with list elements.
const LINE: usize = 96;
/// The order of the fields and tables of a file.
const ORDER: [&str; 13] = [
    "format", "id", "name", "description", "extends", "language", "lexicon", "players", "board",
    "tiles", "rules", "start_word", "plugins",
];

/// The file without the rules' defaults.
pub(crate) fn to_toml(file: &VariantFile) -> String {
    let mut value = serde_json::to_value(file).unwrap_or_default();
    let defaults = serde_json::to_value(RulesSpec::default()).unwrap_or_default();
    strip_defaults(&mut value["rules"], &defaults);
    let Some(Value::Table(table)) = from_json(&value) else { return String::new() };
    let mut text = String::new();
    for key in ORDER {
        match table.get(key) {
            Some(Value::Table(inner)) => write_table(&mut text, key, inner),
            Some(Value::Array(elements)) if key == "plugins" => {
                for plugin in elements.iter().filter_map(Value::as_table) {
                    text.push_str("\n[[plugins]]\n");
                    plugin.iter().for_each(|(key, value)| write_entry(&mut text, key, value));
                }
            }
            Some(value) => write_entry(&mut text, key, value),
            None => {}
        }
    }
    text
}

/// Removes what a rule's settings say anyway, two levels deep: rules, then their settings.
fn strip_defaults(rules: &mut Json, defaults: &Json) {
    let (Some(rules), Some(defaults)) = (rules.as_object_mut(), defaults.as_object()) else {
        return;
    };
    for (rule, settings) in rules.iter_mut() {
        let default = defaults.get(rule).and_then(Json::as_object);
        if let (Some(settings), Some(default)) = (settings.as_object_mut(), default) {
            settings.retain(|key, value| default.get(key) != Some(&*value));
        }
    }
    rules.retain(|_, settings| settings.as_object().is_none_or(|settings| !settings.is_empty()));
}

/// TOML has no null: such entries are left out.
fn from_json(value: &Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Float(number.as_f64()?),
        },
        Json::String(text) => Value::String(text.clone()),
        Json::Array(elements) => Value::Array(elements.iter().filter_map(from_json).collect()),
        Json::Object(entries) => Value::Table(
            entries.iter().filter_map(|(key, value)| Some((key.clone(), from_json(value)?))).collect(),
        ),
    })
}

fn write_table(text: &mut String, path: &str, table: &toml::Table) {
    // The rules and long maps get headers of their own; choices such as { fixed = 50 } do not.
    let has_header = |key: &str, value: &Value| {
        value.is_table() && (path == "rules" || matches!(key, "graph" | "legend" | "premiums"))
    };
    let (tables, entries): (Vec<_>, Vec<_>) =
        table.iter().partition(|(key, value)| has_header(key, value));
    if !entries.is_empty() {
        let _ = writeln!(text, "\n[{path}]");
        entries.into_iter().for_each(|(key, value)| write_entry(text, key, value));
    }
    for (key, value) in tables {
        if let Value::Table(inner) = value {
            write_table(text, &format!("{path}.{key}"), inner);
        }
    }
}

fn write_entry(text: &mut String, key: &str, value: &Value) {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let key = if !key.is_empty() && key.chars().all(plain) {
        key.to_string()
    } else {
        Value::String(key.to_string()).to_string()
    };
    match value {
        Value::Array(elements) if value.to_string().len() + key.len() + 3 > LINE => {
            write_list(text, &key, elements);
        }
        _ => {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
}

/// A long list over several lines: texts and tables get a line each, rows share lines.
fn write_list(text: &mut String, key: &str, elements: &[Value]) {
    let _ = writeln!(text, "{key} = [");
    let share = elements.iter().all(Value::is_array) || key == "words";
    let mut line = String::new();
    for element in elements {
        let element = element.to_string();
        if !line.is_empty() && (!share || line.len() + element.len() + 2 > LINE - 2) {
            let _ = writeln!(text, "  {},", line);
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(&element);
    }
    if !line.is_empty() {
        let _ = writeln!(text, "  {line},");
    }
    text.push_str("]\n");
}
