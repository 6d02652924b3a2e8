//! Self-played games, judged move by move by a referee of their own.
//!
//! The [`referee`] knows the rules a second time: it reads the plain data of a variant (cells and
//! lines, tiles, premiums, settings) and shares no code with the engine's validation and scoring.
//! [`selfplay`] plays random games through the engine and compares the two after every command,
//! together with everything that must hold of any game: the ledger, replay, undo, views, shuffles.
//! [`law`] compares the move generator with every play that the referee finds. [`endgames`] are
//! those whose values another engine has found.

pub mod amount;
pub mod clock;
pub mod endgames;
pub mod law;
pub mod referee;
pub mod selfplay;
pub mod wordlists;
