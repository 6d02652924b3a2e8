//! The end of a game of two, when the bag is empty: nothing is hidden, and search finds the best
//! line of play exactly.

mod bot;
mod ends;
mod greedy;
mod memory;
mod order;
mod search;
mod solver;

pub use bot::{EndgameBot, EndgameSettings, known_game};
pub use solver::{Endgame, EndgameError, EndgameSolver};
