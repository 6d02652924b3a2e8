//! Positions and games as text.
//!
//! [`Cgp`] is one position on one line: the board row by row, the racks, the scores and the number
//! of scoreless turns. [`Gcg`] is a game, one event a line. Both exist for flat boards of squares;
//! a stacked board has neither and says so.

mod cgp;
mod gcg;
mod letters;
mod square;
mod ucgi;

pub use cgp::{Cgp, CgpError, MAX_CGP_LINE};
pub use gcg::{
    Encoding, FaultKind, Gcg, GcgAction, GcgEvent, GcgFault, GcgItem, GcgLine, GcgPlayer,
    GcgReplay, GcgTurn, MAX_GCG_BYTES, MAX_GCG_CELLS, MAX_GCG_EVENTS, MAX_GCG_LINE, MAX_GCG_LINES,
    MAX_GCG_NICK, MAX_GCG_PLAYERS, MAX_GCG_TILES, RecordError, TurnPosition, replay,
};
pub use letters::{rack_text, read_rack, tile_text};
pub use square::Square;
pub use ucgi::UcgiMove;
