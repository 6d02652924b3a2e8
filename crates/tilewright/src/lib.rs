#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod compat;
mod lexicons;

pub use compat::{
    AnyLayout, BoardLayout, CrosswordRules, Engine, GameConfig, PluginRules, RectBoardLayout,
    Rules, TileKind, Tileset, puzzle_game,
};
pub use lexicons::{LexiconError, lexicon_for, load_lexicon, shipped_lexicons};
pub use tilewright_ai as ai;
pub use tilewright_board as board;
pub use tilewright_board::{
    Adjacency, AxisId, BoardError, BoardGraph, CellId, Coord, DirTag, GraphEdge, GraphNode, LineId,
    Mask, PremiumKind, Topology,
};
pub use tilewright_game as game;
pub use tilewright_game::{
    Command, Event, Fact, Game, GameError, GameLog, GameResult, GameSource, GameState, NewGame,
    Rejection, SeatView, Snapshot, SpectatorView, Submission, decide, replay, verify_shuffle,
};
pub use tilewright_lexicon as lexicon;
pub use tilewright_lexicon::{Dictionary, FstDictionary, WordSet};
pub use tilewright_movegen as movegen;
pub use tilewright_movegen::Generator;
pub use tilewright_notation as notation;
pub use tilewright_render as render;
pub use tilewright_report as report;
pub use tilewright_rules as rules;
pub use tilewright_rules::spec::StackScoring;
pub use tilewright_rules::{
    Action, BasicActionsPlugin, Board, CellLabel, DraftTile, EndGameRule, GameRule, GameStatus,
    MoveDraft, MoveFacts, PluginEvent, PluginRegistry, Points, Position, RejectFarPlacementsPlugin,
    Rounding, Rule, RuleEngine, RulePlugin, RuleResult, Ruleset, ScoreBonusPlugin, ScoreBreakdown,
    ScoreLine, ScoreSheet, ScoringRule, TurnAction, TurnRule, UserMove, ValidatedMove, Violation,
    Violations, placements,
};
pub use tilewright_tiles as tiles;
pub use tilewright_tiles::{Alphabet, Letter, Seed, TileCounts, TileSet};
pub use tilewright_variants as variants;
pub use tilewright_variants::{Variant, VariantError, lint, shipped_ids};

/// What most programs need.
pub mod prelude {
    pub use crate::{
        Action, Command, CrosswordRules, Dictionary, Engine, FstDictionary, Game, GameConfig,
        GameState, MoveDraft, NewGame, PluginRegistry, PluginRules, Points, RuleEngine, RulePlugin,
        Rules, Ruleset, ScoreBreakdown, UserMove, ValidatedMove, Variant, Violation, Violations,
        WordSet, placements,
    };
}

/// The examples of the project's own README compile and run too.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "fences say how examples are run")]
#[doc = include_str!("../../../README.md")]
pub struct ProjectReadme;
