//! Players for every variant.
//!
//! A [`Playout`] is a game without a log: the same ends and settlements as a game, fast enough
//! for search and self-play. An [`Outlook`] is what a seat knows; players decide by nothing else.

mod chance;
mod draws;
mod outlook;
mod playout;
mod undo;

pub use chance::Chance;
pub use draws::{Draws, NoDraws, SeedDraws};
pub use outlook::Outlook;
pub use playout::{Playout, SwapTiles, Turn};
pub use undo::Undo;
