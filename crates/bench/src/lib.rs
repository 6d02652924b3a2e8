//! Self-played games that a brute-force referee judges, and the measurements of the engine.
//!
//! [`selfplay`] plays random games through the engine. After every command it compares the engine
//! with the [referee](tilewright_referee) and checks what holds for any game: the ledger, replay,
//! undo, views, shuffles. [`law`] compares the move generator with every play that the referee
//! finds. [`endgames`] are positions whose values another engine has computed.

pub mod clock;
pub mod endgames;
pub mod expensive;
pub mod law;
pub mod selfplay;
pub mod wordlists;
