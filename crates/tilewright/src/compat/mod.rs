//! Small types for programs that describe a game in a few literals.
//!
//! They convert into a [`Variant`](crate::Variant), where the rich data lives, and everything they
//! do goes through the one pipeline.

mod config;
mod engine;
mod layout;
mod plugin_rules;

pub use config::{GameConfig, TileKind, Tileset, puzzle_game};
pub use engine::{CrosswordRules, Engine, Rules};
pub use layout::{AnyLayout, BoardLayout, RectBoardLayout};
pub use plugin_rules::PluginRules;
