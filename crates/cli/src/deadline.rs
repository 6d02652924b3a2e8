//! A time at which to stop.

use std::time::{Duration, Instant};
use tilewright::ai::Stop;

/// Stops at a time.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Instant,
}

impl Deadline {
    /// A deadline so long from now.
    pub fn after(time: Duration) -> Deadline {
        let now = Instant::now();
        // Beyond what the clock can say there is no end worth waiting for.
        Deadline { at: now.checked_add(time).unwrap_or(now) }
    }
}

impl Stop for Deadline {
    fn is_due(&self) -> bool {
        Instant::now() >= self.at
    }
}
