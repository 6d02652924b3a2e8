//! Every legal move on any board.
//!
//! A [`MoveGenerator`] is a variant compiled together with a word graph. It walks lines, not
//! coordinates: the same loop serves rectangles, hexagons, towers and graphs. Where the variant's
//! scoring is linear (premiums that multiply letters and words, stacks that add up, no plugins),
//! plays are scored as they are found; everywhere else the enumeration proposes and the one
//! pipeline of `tilewright-rules` judges and scores. Both give the same plays with the same
//! scores:
//!
//! `set(generate(p)) == { d : validate(p, d).is_ok() }`, for straight drafts.

mod anagrams;
mod any;
mod assign;
mod best;
mod compile;
mod finder;
mod forks;
mod generator;
mod judge;
mod leaves;
mod levels;
mod lines;
mod neighbours;
mod play;
mod sight;
mod step;
mod stop;
mod top;
mod track;
mod tray;
mod turns;
mod views;

pub use any::{AnyFinder, Generator};
pub use compile::CompileError;
pub use finder::Finder;
pub use generator::MoveGenerator;
pub use leaves::{LeaveValues, Leaves, NoLeaves};
pub use play::{Placements, Play, PlaySink, Summary};
pub use stop::{Never, Stop};
pub use top::OwnedPlay;
pub use track::{LinePlay, Packed, Packing, Tracker};
pub use turns::{MOST_SWAPS, OtherTurn, other_turns};
pub use views::{AnyView, KnownPlays, View};
