//! Expensive variants, and every operation of the engine on them: none may take more steps than its
//! budget, more time than a guard allows, or more memory. Tests, fuzzing and `cargo xtask bench
//! expensive` share this.

mod check;
mod operations;
mod variants;

pub use check::{Checked, Guard, OPERATIONS, Seen, check_variant, peak_memory};
pub use operations::{Outcome, try_everything};
pub use variants::ExpensiveVariant;

use tilewright_protocol::Limits;

/// Limits that are spent soon, so that many variants can be tried.
pub fn small_limits() -> Limits {
    let mut limits = Limits::default();
    limits.call = 50_000_000;
    (limits.moves, limits.bot) = (500_000, 500_000);
    (limits.analysis, limits.lab) = (1_000_000, 1_000_000);
    (limits.word_list, limits.word_list_bytes) = (2_000_000, 12 << 20);
    limits.kept_bytes = 128 << 20;
    limits
}

/// The most steps that an operation may take.
pub fn most_steps(limits: &Limits, operation: &str) -> u64 {
    let more = match operation {
        "lab" => limits.lab,
        "analyze" => limits.analysis,
        "moves" => limits.moves,
        // A bot that may not pass looks again with all words.
        "best" => 2 * limits.bot,
        _ => 0,
    };
    limits.call + more
}
