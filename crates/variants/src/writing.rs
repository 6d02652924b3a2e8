//! Writing a variant as a file that people like to read.

use crate::VariantFile;
use crate::variant::PLAIN_DATA;
use serde_json::{Map, Value};
use tilewright_rules::spec::RulesSpec;
use toml_writer::ToTomlValue;

/// The longest line that is filled with list elements.
const LINE: usize = 96;
/// The order in which keys are written; all others follow in alphabetical order.
const ORDER: &str = "format id name description extends language lexicon players board tiles rules \
    start_word plugins shape width height depth diagonals mask layout generate graph legend premiums \
    seed kinds per_kind origin nodes edges at from to tag letters blanks extra letter count value \
    aliases rotations categories axis through words config enabled";

/// The entries of a table in the order in which they are written. TOML has no null: such entries
/// are left out.
fn in_order(table: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let rank = |key: &str| ORDER.split(' ').position(|known| known == key).unwrap_or(usize::MAX);
    let mut entries: Vec<_> = table.iter().filter(|(_, value)| !value.is_null()).collect();
    tilewright_tiles::sort_by_key(&mut entries, |(key, _)| (rank(key), *key));
    entries
}

/// The elements of a list but null.
fn present(elements: &[Value]) -> impl Iterator<Item = &Value> {
    elements.iter().filter(|element| !element.is_null())
}

/// The file without the rules' defaults.
pub(crate) fn to_toml(file: &VariantFile) -> String {
    let mut value = serde_json::to_value(file).expect(PLAIN_DATA);
    let defaults = serde_json::to_value(RulesSpec::default()).expect(PLAIN_DATA);
    strip_defaults(&mut value["rules"], &defaults);
    let Value::Object(table) = &value else { unreachable!("a variant file is a table") };
    let mut text = String::new();
    for (key, value) in in_order(table) {
        match value {
            Value::Object(inner) => write_table(&mut text, key, inner),
            Value::Array(elements) if key == "plugins" => {
                for plugin in elements.iter().filter_map(Value::as_object) {
                    text.push_str("\n[[plugins]]\n");
                    in_order(plugin)
                        .iter()
                        .for_each(|(key, value)| write_entry(&mut text, key, value));
                }
            }
            value => write_entry(&mut text, key, value),
        }
    }
    text
}

/// Removes what a rule's settings say anyway, two levels deep: rules, then their settings.
fn strip_defaults(rules: &mut Value, defaults: &Value) {
    let (Some(rules), Some(defaults)) = (rules.as_object_mut(), defaults.as_object()) else {
        return;
    };
    for (rule, settings) in rules.iter_mut() {
        let default = defaults.get(rule).and_then(Value::as_object);
        if let (Some(settings), Some(default)) = (settings.as_object_mut(), default) {
            settings.retain(|key, value| default.get(key) != Some(&*value));
        }
    }
    rules.retain(|_, settings| settings.as_object().is_none_or(|settings| !settings.is_empty()));
}

fn write_table(text: &mut String, path: &str, table: &Map<String, Value>) {
    // The rules and long maps get headers of their own; choices such as { fixed = 50 } do not.
    let has_header = |key: &str, value: &Value| {
        value.is_object() && (path == "rules" || matches!(key, "graph" | "legend" | "premiums"))
    };
    let (tables, entries): (Vec<_>, Vec<_>) =
        in_order(table).into_iter().partition(|(key, value)| has_header(key, value));
    if !entries.is_empty() {
        text.push_str(&format!("\n[{path}]\n"));
        entries.into_iter().for_each(|(key, value)| write_entry(text, key, value));
    }
    for (key, value) in tables {
        if let Value::Object(inner) = value {
            write_table(text, &format!("{path}.{key}"), inner);
        }
    }
}

fn write_entry(text: &mut String, key: &str, value: &Value) {
    let (name, inline) = (quoted(key), inline(value));
    match value {
        Value::Array(elements) if inline.len() + name.len() + 3 > LINE => {
            write_list(text, &name, elements);
        }
        _ => {
            text.push_str(&format!("{name} = {inline}\n"));
        }
    }
}

fn quoted(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(plain) {
        return key.to_string();
    }
    key.to_toml_value()
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<String> = present(elements).map(inline).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(table) if in_order(table).is_empty() => "{}".to_string(),
        Value::Object(table) => {
            let entry =
                |(key, value): (&String, &Value)| format!("{} = {}", quoted(key), inline(value));
            let entries: Vec<String> = in_order(table).into_iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        // A line break would begin a text of several lines, which a list on one line cannot hold.
        Value::String(text) if text.contains(['\n', '\r']) => {
            Value::from(text.as_str()).to_string().replace('\u{7f}', "\\u007f")
        }
        Value::String(text) => text.to_toml_value(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.to_toml_value(),
            (None, Some(broken)) => broken.to_toml_value(),
            (None, None) => number.to_string(),
        },
        plain => plain.to_string(),
    }
}

/// A long list over several lines: texts and tables get a line each, rows share lines.
fn write_list(text: &mut String, key: &str, elements: &[Value]) {
    text.push_str(&format!("{key} = [\n"));
    let share = present(elements).all(Value::is_array) || key == "words";
    let mut line = String::new();
    for element in present(elements) {
        let element = inline(element);
        if !line.is_empty() && (!share || line.len() + element.len() + 2 > LINE - 2) {
            text.push_str(&format!("  {},\n", line));
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(&element);
    }
    if !line.is_empty() {
        text.push_str(&format!("  {line},\n"));
    }
    text.push_str("]\n");
}
