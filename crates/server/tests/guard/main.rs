//! What the server guarantees, and how it stands up to those who are slow, wrong or hostile.

#![allow(clippy::unwrap_used)]
// What is tested here does not depend on the database; once is enough.
#![cfg(not(feature = "postgres"))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../tokens/mod.rs"]
mod tokens;

mod jwt;
mod lag;
mod limits;
mod malformed;
mod noise;
mod races;
mod schemathesis;
mod settlement;
mod slow;
