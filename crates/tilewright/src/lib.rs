#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod builder;
pub mod compat;
mod lexicons;
mod play;

pub use builder::{GameBuilder, SetupError};
pub use lexicons::{LexiconError, lexicon_for, load_lexicon, shipped_lexicons};
pub use play::{GameExt, IntoMove, PlayError, Turn};
pub use tilewright_ai as ai;
pub use tilewright_board as board;
pub use tilewright_board::{CellId, Coord, PremiumKind, Topology};
pub use tilewright_game as game;
pub use tilewright_game::{
    Command, Event, Fact, Game, GameError, GameLog, GameResult, GameState, NewGame, Rejection,
    SeatView, Snapshot, SpectatorView, Submission, decide, replay, verify_shuffle,
};
pub use tilewright_lexicon as lexicon;
pub use tilewright_lexicon::{Dictionary, WordSet};
pub use tilewright_movegen as movegen;
pub use tilewright_movegen::Generator;
pub use tilewright_notation as notation;
pub use tilewright_render as render;
pub use tilewright_report as report;
pub use tilewright_rules as rules;
pub use tilewright_rules::{
    Action, Board, CellLabel, DraftTile, GameStatus, MoveDraft, MoveFacts, PluginEvent,
    PluginRegistry, Points, Position, RulePlugin, Ruleset, ScoreBreakdown, ScoreLine, ScoreSheet,
    UserMove, ValidatedMove, Violation, Violations,
};
pub use tilewright_tiles as tiles;
pub use tilewright_tiles::{Alphabet, Letter, Seed, TileCounts, TileSet};
pub use tilewright_variants as variants;
pub use tilewright_variants::{Variant, VariantError, lint, shipped_ids};

/// What most programs need.
pub mod prelude {
    pub use crate::{
        Action, Command, Dictionary, Event, Fact, Game, GameBuilder, GameExt, GameState, IntoMove,
        MoveDraft, PlayError, PluginRegistry, Points, RulePlugin, Ruleset, ScoreBreakdown,
        SetupError, Turn, UserMove, Variant, Violation, Violations, WordSet,
    };
}

/// The examples of the project's own README compile and run too.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "fences say how examples are run")]
#[doc = include_str!("../../../README.md")]
pub struct ProjectReadme;
