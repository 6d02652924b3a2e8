//! The one JSON shape of Tilewright, and a stateless engine that speaks it.
//!
//! A [`Request`] names a version and a [`Call`]; a [`Response`] holds an [`Answer`] or a
//! [`Fault`]. Events, views, moves and accounts are the types of `game` and `rules`, written by
//! their own serialisation: there is no second shape. The server's messages are in [`api`].
//!
//! [`Engine::handle`] takes the bytes of a request and gives the bytes of a response. It keeps
//! nothing but compiled variants and word lists, so the same request has the same response,
//! byte for byte, on every platform and in every binding.
//!
//! ```
//! use tilewright_protocol::Engine;
//!
//! let engine = Engine::new();
//! let request = br#"{"v":1,"id":"1","call":{"op":"words","variant":{"shipped":"classic"},
//!     "query":{"check":{"words":["READ","RAEDX"]}}}}"#;
//! let response = String::from_utf8(engine.handle(request)).unwrap();
//! assert!(response.starts_with(r#"{"v":1,"id":"1","answer":{"type":"words""#), "{response}");
//! ```

#![deny(missing_docs)]

mod answer;
pub mod api;
mod call;
mod current_game;
mod drawing;
mod engine;
mod fault;
mod ids;
mod judged;
mod schema;
mod source;
mod time_control;
mod typescript;

pub use answer::{
    Answer, BoardLine, CellDetails, FoundMove, LintLevel, Preview, TileDetails, VariantDetails,
    VariantLint, VariantSummary, WordAnswer, WordVerdict,
};
pub use call::{BotLevel, Call, PictureOptions, Request, Response, Theme, View, Viewer, WordQuery};
pub use current_game::current_game;
pub use drawing::{
    AxisDetails, BoardDrawing, CellDrawing, Coordinate, LayerDrawing, OutlineDrawing,
    PremiumDetails,
};
pub use engine::{
    BotChoice, BotTurn, Bots, Engine, Limits, Loaded, Resources, empty_board, found_moves, picture,
    preview, preview_within, thumbnail,
};
pub use fault::{Fault, FaultCode};
pub use ids::ids_json;
pub use schema::{definitions_json, schema, schema_json};
pub use source::{SavedGame, SeedSource, VariantSource, Words};
pub use time_control::TimeControl;
pub use typescript::typescript;

pub use tilewright_game::MAX_EVENTS;
pub use tilewright_movegen::{Budget, Ended};

/// The version of the messages.
pub const VERSION: u32 = 1;
/// The largest request, in bytes.
pub const MAX_REQUEST: usize = 8 << 20;
/// The longest id of a request, in bytes.
pub const MAX_ID: usize = 128;
/// The most moves of one answer.
pub const MAX_MOVES: usize = 10_000;
/// The most words of one question or answer.
pub const MAX_WORDS: usize = 1_000;
/// The most moves of a turn that are judged.
pub const MAX_JUDGED: usize = 50;
/// The most games that are played out to judge the moves of a turn.
pub const MAX_ROLLOUTS: u64 = 2_000;
/// The most positions that are searched for a move of an endgame.
pub const MAX_NODES: u64 = 100_000;
/// The most games of one call of the lab.
pub const MAX_LAB_GAMES: u64 = 200;
/// The largest word list in a request, in bytes.
pub const MAX_WORD_LIST: usize = 4 << 20;
