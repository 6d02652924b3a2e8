//! The guide for inventors matches the code.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use tilewright_board::PremiumKind;
use tilewright_rules::PluginRegistry;
use tilewright_variants::{ShippedOnly, Variant, lint, shipped_ids};

fn guide() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/variants.md");
    std::fs::read_to_string(path).unwrap().replace('\r', "")
}

#[test]
fn examples_are_read_and_have_nothing_to_complain_of() {
    let guide = guide();
    let examples: Vec<&str> = (guide.split("```toml file=small-diamond.toml\n").skip(1))
        .map(|rest| rest.split_once("```").expect("the block has an end").0)
        .collect();
    assert_eq!(examples.len(), 1);
    for example in examples {
        let variant = Variant::from_toml(example, &ShippedOnly)
            .unwrap_or_else(|error| panic!("{error}\n{example}"));
        assert_eq!(lint(&variant), []);
        assert_eq!(variant.topology().cell_count(), 41);
    }
}

#[test]
fn the_tables_list_all_variants_rules_premiums_and_plugins() {
    let guide = guide();
    let (_, variants) = guide.split_once("## The shipped variants").unwrap();
    let listed: Vec<&str> = (variants.lines())
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |").map(|(id, _)| id))
        .collect();
    assert_eq!(listed, shipped_ids().collect::<Vec<_>>());
    for id in shipped_ids() {
        let row = format!("| `{id}` | {} |", Variant::shipped(id).unwrap().description());
        assert!(variants.contains(&row), "{row}");
    }
    let rules = serde_json::to_value(tilewright_rules::spec::RulesSpec::default()).unwrap();
    for (rule, settings) in rules.as_object().unwrap() {
        assert!(guide.contains(&format!("`{rule}`")), "the rule {rule} is not in the guide");
        for setting in settings.as_object().unwrap().keys() {
            assert!(guide.contains(setting), "{rule}.{setting} is not in the guide");
        }
    }
    // Values are shown by a few examples; all others by their ids.
    for kind in PremiumKind::all() {
        let id = match kind {
            PremiumKind::Value(_) => continue,
            PremiumKind::ValueMatched { .. } => "value-matched:V:N".to_string(),
            _ => kind.to_string(),
        };
        assert!(guide.contains(&format!("`{id}`")), "the premium {id} is not in the guide");
    }
    for name in PluginRegistry::default().names() {
        assert!(guide.contains(&format!("| `{name}` |")), "{name}");
    }
}
