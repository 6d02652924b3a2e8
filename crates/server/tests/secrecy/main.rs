//! Nobody learns what they may not know: every byte that goes out is searched for hidden tiles,
//! seeds, the order of the bag, tokens and codes.
//!
//! The variant of these tests has forty kinds of tiles, one of each, with names that occur nowhere
//! else. So a name in an answer is a tile, and a test can decide whether its reader may know it.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../tokens/mod.rs"]
mod tokens;

mod cases;
mod games;

/// What does not depend on the database: tested once, not in every set-up.
mod once {
    pub mod matrix;
}
mod planted;
mod search;
