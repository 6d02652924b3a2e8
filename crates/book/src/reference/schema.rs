//! JSON Schema in words: types, choices, defaults.

use serde_json::Value;

/// A JSON Schema with named definitions.
pub(super) struct Schema(pub Value);

impl Schema {
    /// A definition by its name.
    pub fn definition(&self, name: &str) -> &Value {
        &self.0["$defs"][name]
    }

    /// Every definition with its name, in alphabetical order.
    pub fn definitions(&self) -> Vec<(&String, &Value)> {
        let mut all: Vec<_> = self.0["$defs"].as_object().into_iter().flatten().collect();
        all.sort_by_key(|(name, _)| name.to_lowercase());
        all
    }

    /// The name that a schema refers to.
    pub fn reference(value: &Value) -> Option<&str> {
        value["$ref"].as_str()?.strip_prefix("#/$defs/")
    }

    /// The schema that this one refers to, or itself.
    pub fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        Schema::reference(value).map_or(value, |name| self.definition(name))
    }

    /// The choices of a schema: the syntax and the meaning of each.
    pub fn choices(&self, value: &Value) -> Vec<(String, String)> {
        let value = self.resolved(value);
        let list = value["oneOf"].as_array().or(value["anyOf"].as_array());
        let mut found = Vec::new();
        for choice in list.into_iter().flatten() {
            let about = choice["description"].as_str().unwrap_or("").to_string();
            if let Some(word) = choice["const"].as_str() {
                found.push((format!("\"{word}\""), about));
            } else if let Some(words) = choice["enum"].as_array() {
                found.extend(words.iter().map(|word| (word.to_string(), about.clone())));
            } else if let Some((key, inner)) = only(&choice["properties"]) {
                found.push((format!("{{ {key} = {} }}", example(inner)), about));
            } else if choice["additionalProperties"].is_object() {
                found.push(("{ NAME = … }".to_string(), about));
            } else if Schema::reference(choice).is_some() {
                found.extend(self.choices(choice));
            }
        }
        found
    }

    /// The type of a value, in a word or two.
    pub fn kind(&self, value: &Value) -> String {
        if let Some(name) = Schema::reference(value) {
            return name.to_string();
        }
        if let Some(choices) = value["anyOf"].as_array() {
            let kinds: Vec<String> = choices.iter().map(|choice| self.kind(choice)).collect();
            let named: Vec<&str> =
                kinds.iter().map(String::as_str).filter(|kind| *kind != "null").collect();
            return named.join(" or ");
        }
        if let Some(word) = value.get("const") {
            return word.to_string();
        }
        let kinds: Vec<&str> = match &value["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").collect()
            }
            _ => return "anything".to_string(),
        };
        let words = kinds.iter().map(|kind| match *kind {
            "integer" => "whole number".to_string(),
            "boolean" => "true or false".to_string(),
            "string" => "text".to_string(),
            "array" => format!("list of {}", self.kind(&value["items"])),
            "object" => "table".to_string(),
            other => other.to_string(),
        });
        words.collect::<Vec<_>>().join(" or ")
    }
}

/// The one property of an object.
fn only(properties: &Value) -> Option<(&String, &Value)> {
    let mut all = properties.as_object()?.iter();
    all.next().filter(|_| all.next().is_none())
}

fn example(value: &Value) -> &'static str {
    match value["type"].as_str() {
        Some("integer") => "N",
        Some("string") => "\"…\"",
        _ => "…",
    }
}
