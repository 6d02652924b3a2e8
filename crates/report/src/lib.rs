//! Reports: what a game was worth, turn by turn, and what a variant's rules do in many games.
//!
//! [`analysis`] goes through a recorded game; [`lab`] adds up games that bots play against each
//! other. Both give plain data with a JSON shape, a text for a terminal, and a page: one HTML file
//! that needs nothing else, light or dark as the reader's system is. [`plot`] draws the charts;
//! [`terminal`] makes text from files safe to print.

#![deny(missing_docs)]

pub mod analysis;
mod equity;
mod html;
pub mod lab;
pub mod plot;
pub mod terminal;

pub use equity::Equity;
