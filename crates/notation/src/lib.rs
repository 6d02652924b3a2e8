//! Positions as text.
//!
//! [`Cgp`] is one position on one line: the board row by row, the racks, the scores and the number
//! of scoreless turns. It exists for flat boards of squares; a stacked board has none and says so.

mod cgp;

pub use cgp::{Cgp, CgpError};
