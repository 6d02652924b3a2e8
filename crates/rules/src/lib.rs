//! (crate docs follow)
mod board;
mod breakdown;
mod label;
mod points;
pub mod spec;
mod violation;
pub use board::Board;
pub use breakdown::*;
pub use label::CellLabel;
pub use points::{Points, Rounding};
pub use violation::{RuleResult, Violation, Violations};
