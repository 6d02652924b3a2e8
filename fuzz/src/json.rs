//! Changing one thing in a JSON value.

use crate::bytes::Bytes;
use serde_json::{Value, json};

/// Texts that tend to matter.
const TEXTS: [&str; 42] = [
    "",
    "A",
    "?",
    "q",
    "CH",
    "7,7",
    "0,0",
    "-1,0",
    "2147483647,0",
    "4,4,1",
    "n0",
    "Infinity",
    "-Infinity",
    "-9223372036854775808",
    "9223372036854775807",
    "connection",
    "stacking",
    "tiles_in_rack",
    "word_validation",
    "resignation",
    "rect",
    "hex",
    "cube",
    "graph",
    "diamond",
    "hexagon",
    "East",
    "South",
    "double-word",
    "mimic",
    "reviver",
    "factorial",
    "value-matched:5:3",
    "both",
    "backward",
    "free",
    "connected",
    "overlap",
    "sum_stack",
    "each_placement",
    "forfeit",
    "per_word",
];

/// The number of values in a value, itself included.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(size).sum(),
        Value::Object(entries) => entries.values().map(size).sum(),
        _ => 0,
    }
}

/// The value at a place, counted in the order in which it is written.
fn nth<'v>(value: &'v mut Value, place: &mut usize) -> Option<&'v mut Value> {
    if *place == 0 {
        return Some(value);
    }
    *place -= 1;
    match value {
        Value::Array(elements) => elements.iter_mut().find_map(|element| nth(element, place)),
        Value::Object(entries) => entries.values_mut().find_map(|element| nth(element, place)),
        _ => None,
    }
}

/// Changes one value somewhere within a value.
pub fn change(value: &mut Value, bytes: &mut Bytes<'_>) {
    let mut place = bytes.below(size(value));
    let Some(found) = nth(value, &mut place) else { return };
    match found {
        Value::Null => *found = json!(bytes.large()),
        Value::Bool(old) => *found = json!(!*old),
        Value::Number(old) => {
            let old = old.as_i64().unwrap_or(0);
            *found = match bytes.byte() % 8 {
                0 => json!(bytes.large()),
                1 => json!(i64::MIN),
                2 => json!(old.wrapping_neg()),
                3 => json!(old.wrapping_sub(1)),
                4 => json!(old.wrapping_add(1)),
                5 => json!(bytes.byte()),
                6 => json!("Infinity"),
                _ => json!(0),
            };
        }
        Value::String(_) => *found = text(bytes),
        Value::Array(elements) if !elements.is_empty() => {
            let at = bytes.below(elements.len());
            match bytes.byte() % 4 {
                0 => drop(elements.remove(at)),
                1 => elements.insert(at, elements[at].clone()),
                2 => elements.clear(),
                _ => elements.reverse(),
            }
        }
        Value::Array(elements) => elements.push(text(bytes)),
        Value::Object(entries) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let Some(key) = bytes.pick(&keys) else { return };
            entries.remove(key);
        }
    }
}

fn text(bytes: &mut Bytes<'_>) -> Value {
    match bytes.byte() {
        byte @ 0..=99 => json!(char::from(b'A' + byte % 26).to_string()),
        100..=179 => json!(format!("{},{}", bytes.byte() % 16, bytes.byte() % 16)),
        180..=229 => json!(bytes.pick(&TEXTS)),
        _ => json!(bytes.text(16)),
    }
}
