//! A deadline for searches.

use std::time::{Duration, Instant};
use tilewright::ai::Stop;

/// Stops a search at a given time.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// `None`: the time is too far away for the clock, so the deadline never comes.
    at: Option<Instant>,
}

impl Deadline {
    /// A deadline this far from now.
    pub fn after(time: Duration) -> Deadline {
        Deadline { at: Instant::now().checked_add(time) }
    }
}

impl Stop for Deadline {
    fn is_due(&self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_beyond_the_clock_never_comes() {
        assert!(Deadline::after(Duration::ZERO).is_due());
        assert!(!Deadline::after(Duration::from_secs(3600)).is_due());
        assert!(!Deadline::after(Duration::MAX).is_due());
    }
}
