//! A template for rule plugins that live outside the engine.
//!
//! Copy this crate, rename it, and list your plugins in a registry.
//! Plugins are deterministic: no clock, no random numbers, no input or output.
//!
//! ```
//! use plugin_template::registry;
//! use tilewright::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A variant file lists plugins by name, with their settings.
//! let file = r#"
//!     format = 1
//!     id = "with-plugins"
//!     name = "With plugins"
//!     extends = "classic"
//!     [[plugins]]
//!     name = "template_score_bonus"
//!     config = { bonus = 5 }
//!     [[plugins]]
//!     name = "template_reject_far"
//!     config = { max_distance = 2 }
//! "#;
//! let variant = Variant::from_toml(file, &tilewright::variants::ShippedOnly)?;
//! let registry = registry();
//! let mut game = Game::builder(&variant).plugins(&registry).players(2).seed(1).start()?;
//!
//! let refused = game.play(0, "8H READ").unwrap_err();
//! assert!(refused.to_string().starts_with("template_reject_far: "), "{refused}");
//! assert_eq!(game.play(0, "8H RED")?.points(), 8 + 5);
//! # Ok(())
//! # }
//! ```

use serde_json::Value;
use std::sync::Arc;
use tilewright::rules::{
    CellLabel, PluginRegistry, Position, RulePlugin, RuleResult, ScoreLine, ScoreSheet, UserMove,
    ValidatedMove, Violation,
};

/// Adds a fixed bonus to each move.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBonusPlugin {
    /// The points.
    pub bonus: i64,
}

impl RulePlugin for ScoreBonusPlugin {
    fn name(&self) -> &str {
        "template_score_bonus"
    }

    fn modify_score(&self, _: &Position<'_>, _: &ValidatedMove, score: &mut ScoreSheet<'_>) {
        // Bonuses are lines of their own; nothing else in the account changes.
        score.push(ScoreLine::new("template_score_bonus", "bonus for the move", self.bonus));
    }
}

/// Rejects moves whose tiles lie too far apart, counted in columns and rows.
#[derive(Clone, Copy, Debug)]
pub struct RejectFarPlacementsPlugin {
    /// The largest distance between two placed tiles.
    pub max_distance: u32,
}

impl RulePlugin for RejectFarPlacementsPlugin {
    fn name(&self) -> &str {
        "template_reject_far"
    }

    fn validate(&self, position: &Position<'_>, mv: &UserMove, _: &mut Vec<Value>) -> RuleResult {
        // Draft what the actions would place; a faulty draft is for the engine to report.
        let Ok(draft) = mv.to_draft(position) else { return RuleResult::pass() };
        let cells: Vec<CellLabel> = (draft.placements.iter())
            .map(|tile| match &tile.cell {
                tilewright::rules::CellRef::At(label) => label.clone(),
                tilewright::rules::CellRef::Id(id) => position.ruleset.label(*id).clone(),
            })
            .collect();
        for (index, first) in cells.iter().enumerate() {
            for second in &cells[index + 1..] {
                if distance(first, second) > self.max_distance {
                    let message = format!("tiles may lie at most {} apart", self.max_distance);
                    let at = [first.clone(), second.clone()];
                    return Violation::custom("template_reject_far", message).at(at).into();
                }
            }
        }
        RuleResult::pass()
    }
}

/// Columns plus rows plus layers between two cells; named nodes count as neighbours.
fn distance(first: &CellLabel, second: &CellLabel) -> u32 {
    match (first, second) {
        (CellLabel::Coord(a), CellLabel::Coord(b)) => {
            a.x.abs_diff(b.x).saturating_add(a.y.abs_diff(b.y)).saturating_add(a.z.abs_diff(b.z))
        }
        _ => 1,
    }
}

/// The engine's own plugins and these two, for variant files.
pub fn registry() -> PluginRegistry {
    let mut registry = PluginRegistry::default();
    registry.register("template_score_bonus", |config| {
        let bonus = config["bonus"].as_i64().ok_or("needs a whole number `bonus`")?;
        Ok(Arc::new(ScoreBonusPlugin { bonus }))
    });
    registry.register("template_reject_far", |config| {
        let max = config["max_distance"].as_u64().and_then(|max| u32::try_from(max).ok());
        let max_distance = max.ok_or("needs a whole number `max_distance`")?;
        Ok(Arc::new(RejectFarPlacementsPlugin { max_distance }))
    });
    registry
}
