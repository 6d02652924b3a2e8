//! Expensive variants, and every operation of the engine on them: none may take more steps than its
//! budget. Tests and fuzzing share this.

mod operations;
mod variants;

pub use operations::{Outcome, try_everything};
pub use variants::ExpensiveVariant;

use tilewright_protocol::Limits;

/// Limits that are spent soon, so that many variants can be tried.
pub fn small_limits() -> Limits {
    let mut limits = Limits::default();
    (limits.moves, limits.bot) = (2_000_000, 2_000_000);
    (limits.analysis, limits.lab) = (4_000_000, 4_000_000);
    (limits.word_list, limits.word_list_bytes) = (4_000_000, 24 << 20);
    limits.kept_bytes = 256 << 20;
    limits
}

/// The most steps that an operation may take.
pub fn most_steps(limits: &Limits, operation: &str) -> u64 {
    match operation {
        "lab" => limits.lab,
        "analyze" => limits.analysis,
        "moves" => limits.moves,
        // A bot that may not pass looks again with all words.
        "best" => 2 * limits.bot,
        _ => 0,
    }
}
