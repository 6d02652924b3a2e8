#![doc = include_str!("README.md")]

mod config;
mod engine;
mod layout;
mod plugin_rules;

pub use config::{GameConfig, TileKind, Tileset};
pub use engine::{CrosswordRules, Engine, Rules};
pub use layout::{AnyLayout, BoardLayout, RectBoardLayout};
pub use plugin_rules::PluginRules;
pub use tilewright_board::{
    Adjacency, BoardGraph, CellId, Coord, DirTag, GraphEdge, GraphNode, Mask, PremiumKind, Topology,
};
pub use tilewright_game::{Event, GameError, GameSource, GameState, Rejection};
pub use tilewright_lexicon::{Dictionary, FstDictionary, WordSet};
pub use tilewright_rules::spec::StackScoring;
pub use tilewright_rules::{
    Action, BasicActionsPlugin, CellLabel, DraftTile, EndGameRule, GameRule, GameStatus, MoveDraft,
    MoveFacts, PluginEvent, PluginRegistry, Points, Position, RejectFarPlacementsPlugin, Rule,
    RuleEngine, RulePlugin, RuleResult, Ruleset, ScoreBonusPlugin, ScoreBreakdown, ScoreLine,
    ScoreSheet, ScoringRule, TurnAction, TurnRule, UserMove, ValidatedMove, Violation, Violations,
    placements,
};
