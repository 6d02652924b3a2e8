//! Every legal move on any board.
//!
//! A [`MoveGenerator`] is a variant compiled together with a word graph. It walks lines, not
//! coordinates: the same loop serves rectangles, hexagons, towers and graphs. Where the variant's
//! scoring is plain (premiums that multiply letters and words, no stacking, no plugins), plays
//! are scored as they are found; everywhere else the enumeration proposes and the one pipeline of
//! `tilewright-rules` judges and scores. Both give the same plays with the same scores:
//!
//! `set(generate(p)) == { d : validate(p, d).is_ok() }`, for straight drafts.

mod anagrams;
mod any;
mod compile;
mod enumerate;
mod generator;
mod judge;
mod lines;
mod scan;
mod tray;

pub use any::{Generator, OwnedPlay};
pub use compile::CompileError;
pub use generator::{MoveGenerator, Play, PlaySink, Summary};
