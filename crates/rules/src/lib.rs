//! The move pipeline: drafts, validation, scoring, rule traits and plugins.
//!
//! ```text
//! UserMove → plugins → MoveDraft → turn rules → ValidatedMove → scoring rules → ScoreBreakdown
//! ```
//!
//! Every stage is a type that only the stage before can make. Preview, validation, move
//! generation, bots and servers all go through [`validate`] and [`score`]; there is no second
//! validator and no second scorer.

mod account_text;
mod action;
mod board;
mod breakdown;
pub mod builtin;
mod codes;
mod draft;
mod engine;
mod facts;
mod game_core;
mod identity;
mod label;
mod listing;
mod lookup;
mod pipeline;
mod plugin;
mod points;
mod position;
pub mod read_fault;
mod rule_id;
mod ruleset;
mod sheet;
mod slide;
pub mod spec;
mod standing;
mod validated;
mod violation;
mod violation_id;

pub use action::{Action, MAX_ACTIONS, MoveKind, UserMove};
pub use board::Board;
pub use breakdown::{
    BreakdownData, Direction, LetterScore, LetterStep, ScoreBreakdown, ScoreLine,
    StackContribution, UsedPremium, WordEffect, WordScore, WordStep,
};
pub use codes::{Guide, UnknownCode};
pub use draft::{CellRef, DraftTile, IntoCellLabel, LetterRef, MoveDraft, Slide, TileRef};
pub use engine::{EndGameRule, GameRule, Rule, RuleEngine, RuleInfo, ScoringRule, TurnRule};
pub use facts::{MoveFacts, Run, WordFacts};
pub use game_core::{Core, Laid};
pub use identity::{ForeignMove, PositionId, game_id};
pub use label::CellLabel;
pub use listing::{RuleListing, toml_value};
pub use pipeline::{check_actions, facts, score, try_score, validate, validate_user_move};
pub use plugin::{
    BasicActionsPlugin, PluginEvent, PluginRegistry, RejectFarPlacementsPlugin, RulePlugin,
    ScoreBonusPlugin,
};
pub use points::{Points, Rounding};
pub use position::{GameStatus, Position, SeatStatus, Switches, TurnAction};
pub use read_fault::read_fault;
pub use rule_id::RuleId;
pub use ruleset::{
    MAX_PLAYERS, MAX_RACK, MAX_STACK, PluginSpec, Ruleset, RulesetError, RulesetHash,
    RulesetHashError, RulesetParts, StartWordSpec,
};
pub use sheet::{ScoreSheet, WordInPlay, WordSheet};
pub use validated::{
    Annotation, FormedWord, MoveData, Placement, Readings, Shift, ValidatedMove, WordCell,
};
pub use violation::{RuleResult, Violation, Violations};
pub use violation_id::ViolationId;
