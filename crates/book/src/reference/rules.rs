//! Every rule with its id, its settings and their defaults.

use super::schema::Schema;
use super::{Generated, cell, sentence};
use tilewright::rules::spec::RulesSpec;
use tilewright::rules::{RuleEngine, toml_value};

const INTRODUCTION: &str = "\
# Rules

The rules of a variant are the tables `[rules.<id>]` of its [file](book:variants.html). Settings that a file leaves out
have the default shown here. [Violations](book:reference/violations.html) use the same ids. A program that adds a rule
with an existing id [replaces](book:how-to/plugin.html) that rule.
";

const GROUPS: [(&str, &str, &str); 5] = [
    (
        "turn",
        "Turn rules",
        "Checked for every move that places tiles; all failures are reported at once.",
    ),
    ("game", "Game rules", "What a player may do, and when."),
    ("scoring", "Scoring rules", "The stages of scoring a word, in this order."),
    ("end", "End rules", "When the game ends; the first rule that applies gives the reason."),
    ("", "Settings", "Settings that other rules and the settlement use."),
];

/// The page.
pub(super) fn page() -> Result<Generated, String> {
    let schema = serde_json::from_str(&tilewright::variants::schema_json());
    let schema = Schema(schema.map_err(|error| error.to_string())?);
    let list = RuleEngine::from_spec(&RulesSpec::default()).list();
    let properties = schema.definition("RulesSpec")["properties"].as_object();
    let properties = properties.ok_or("the schema has no rules")?;
    let mut text = INTRODUCTION.to_string();
    for (category, title, about) in GROUPS {
        text.push_str(&format!("\n## {title}\n\n{about}\n"));
        let ids: Vec<&str> = match category {
            "" => {
                let known = |id: &&String| !list.iter().any(|rule| rule.id == ***id);
                properties.keys().filter(known).map(String::as_str).collect()
            }
            _ => list
                .iter()
                .filter(|rule| rule.category == category)
                .map(|rule| rule.id.as_str())
                .collect(),
        };
        for id in ids {
            let property = properties.get(id).ok_or_else(|| format!("`{id}` has no settings"))?;
            let rule = list.iter().find(|rule| rule.id == id);
            let name = rule.map_or(String::new(), |rule| format!(": {}", rule.name.to_lowercase()));
            text.push_str(&format!("\n### `{id}`{name} {{#{id}}}\n\n"));
            let brief = property["description"].as_str();
            let brief = brief.ok_or_else(|| format!("`rules.{id}` has no description"))?;
            let says = rule.map_or(String::new(), |rule| sentence(&rule.description));
            text.push_str(&format!("{}\n", joined(&sentence(brief), &says)));
            settings(&schema, id, property, &mut text)?;
        }
    }
    Ok(Generated::new("reference/rules.html", "Rules", text))
}

/// Two sentences, or one if they say the same.
fn joined(brief: &str, says: &str) -> String {
    match says.is_empty() || brief == says {
        true => brief.to_string(),
        false => format!("{brief} By default: {says}"),
    }
}

fn settings(
    schema: &Schema,
    id: &str,
    property: &serde_json::Value,
    text: &mut String,
) -> Result<(), String> {
    let definition = schema.resolved(property);
    text.push_str("\n| setting | default | meaning |\n|---|---|---|\n");
    let fields = definition["properties"].as_object();
    for (name, field) in fields.ok_or_else(|| format!("`{id}` has no settings"))? {
        let about = field["description"].as_str();
        let about = about.ok_or_else(|| format!("`rules.{id}.{name}` has no description"))?;
        let mut about = sentence(about);
        for (choice, meaning) in schema.choices(field) {
            if meaning.is_empty() {
                return Err(format!("`rules.{id}.{name}`: {choice} has no description"));
            }
            about.push_str(&format!("<br>`{choice}`: {}", meaning.trim_end_matches('.')));
        }
        text.push_str(&format!(
            "| `{name}` | `{}` | {} |\n",
            toml_value(&field["default"]),
            cell(&about)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_and_every_setting_is_listed() {
        let page = page().unwrap().markdown;
        for rule in RuleEngine::from_spec(&RulesSpec::default()).list() {
            assert!(page.contains(&format!("{{#{}}}", rule.id)), "{}", rule.id);
            assert!(!rule.description.is_empty() && !rule.name.is_empty(), "{}", rule.id);
        }
        let spec = serde_json::to_value(RulesSpec::default()).unwrap();
        for (id, settings) in spec.as_object().unwrap() {
            let part = page.split(&format!("{{#{id}}}")).nth(1).unwrap_or_else(|| panic!("{id}"));
            let part = part.split("\n### ").next().unwrap();
            for (name, value) in settings.as_object().unwrap() {
                let row = format!("| `{name}` | `{}` |", toml_value(value));
                assert!(part.contains(&row), "{id}: {row} is not in {part}");
            }
        }
        assert!(page.contains("<br>`\"lose_turn\"`: "), "choices are not explained");
    }
}
