//! Fifteen letters over power, factorial and product premiums: no value makes the engine slow.

use super::{Plan, Row, micros};
use tilewright_rules::{Board, PluginRegistry, Position, placements, score, validate};
use tilewright_tiles::TileCounts;
use tilewright_variants::{ShippedOnly, Variant};

const VARIANT: &str = r#"
format = 1
id = "long-row"
name = "Long row"
players = [1, 1]
[board]
shape = "rect"
width = 15
height = 1
layout = ["^!*^!*^!*^!*^!*"]
[board.legend]
"^" = "power"
"!" = "factorial"
"*" = "product"
[tiles]
letters = [["A", 15, 3], ["B", 15, 6], ["C", 15, 10], ["D", 15, 100]]
[rules.word_validation]
dictionary = "free"
[rules.rack_size]
size = 15
"#;

/// Words of small and of huge letters, and what comes out of them.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::from_toml(VARIANT, &ShippedOnly).map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let board = Board::new(ruleset.topology().clone());
    let mut rows = Vec::new();
    for letter in ["A", "B", "C", "D"] {
        let kind = ruleset.tiles().find(letter).ok_or("no such letter")?;
        let mut rack = TileCounts::new();
        rack.add_many(kind, 15);
        let position = Position::new(&ruleset, &board, &rack);
        let mut draft = placements!();
        for x in 0..15 {
            draft.placements.extend(placements!((x, 0) => letter).placements);
        }
        let both = || validate(&position, &draft).map(|validated| score(&position, &validated));
        let total = both().map_err(|violations| violations.to_string())?.total.clone();
        let digits = total.to_string();
        let total = if digits.len() > 12 { format!("{} digits", digits.len()) } else { digits };
        let worth = ruleset.tiles().kind(kind).score;
        let (median, _) = plan.time(1, both);
        let what = format!("fifteen letters worth {worth} each: {total}");
        rows.push(Row::new("premiums", what, micros(median), "µs").below(1000.0, plan));
    }
    Ok(rows)
}
