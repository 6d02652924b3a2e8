//! What the server guarantees, and how it stands up to those who are slow, wrong or hostile.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod races;

/// What does not depend on the database: tested once, not in every set-up.
mod once {
    pub mod fair;
    pub mod jwt;
    pub mod lag;
    pub mod limits;
    pub mod malformed;
    pub mod noise;
    pub mod operator_log;
    pub mod readiness;
    pub mod schemathesis;
    pub mod settlement;
    pub mod shares;
    pub mod slow;
}
#[path = "../tokens/mod.rs"]
mod tokens;
