//! The endgame of two players with an empty bag: nothing is hidden, and search finds the best play
//! exactly.
//!
//! `search` is negamax with alpha–beta windows and principal variation search;
//! `transposition_table` caches nodes; `move_ordering` keeps history and killers; `evaluation`
//! values the leaves of the tree by a greedy playout; `solver` deepens iteratively.

mod bot;
mod ends;
mod evaluation;
mod move_ordering;
mod search;
mod solver;
mod transposition_table;

pub use bot::{EndgameBot, EndgameSettings, known_game};
pub use solver::{Endgame, EndgameError, EndgameSolver};
