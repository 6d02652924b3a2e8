//! The conformance corpus: requests with the responses that every build of the engine gives.
//!
//! `fixtures/conformance` holds it, one file for each variant and a few more; its README explains
//! the format. This crate makes the files, reads them, writes their requests out in full for
//! programs that answer them, and compares the answers.

#![deny(missing_docs)]

mod check;
mod corpus;
mod exchange;
mod frames;
mod games;
mod hostile;
mod http;
mod questions;
mod recorder;
mod speed;

pub use check::{Difference, Report, compare, plant_point};
pub use corpus::{File, generate, read_directory, requests};
pub use exchange::{Exchange, Expected};
pub use frames::{FrameError, read_frames, write_frames};
pub use hostile::hostile_requests;
pub use http::Connection;
pub use speed::{time, timed_requests};
