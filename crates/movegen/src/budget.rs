//! A budget of steps with a cancel flag.

use crate::stop::Stop;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// A number of steps that some work may take, and a flag that cancels it. Clones share both, also
/// between threads.
///
/// Work that runs out of its budget stops early, and its results are incomplete; ask
/// [`Budget::ended`] before you use them. The same work takes the same number of steps on every
/// machine.
#[derive(Clone, Debug)]
pub struct Budget {
    steps: u64,
    left: Arc<AtomicI64>,
    cancelled: Arc<AtomicBool>,
    /// Whether the time is up, by the clock of the caller.
    expired: Arc<AtomicBool>,
}

/// Why work ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All steps were spent, or all time.
    Exhausted,
    /// The cancel flag was raised.
    Cancelled,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ended::Exhausted => "the work is more than its budget allows",
            Ended::Cancelled => "the work was cancelled",
        })
    }
}

impl Budget {
    /// A budget of this many steps.
    pub fn new(steps: u64) -> Budget {
        // One less than the most that can be spent at once.
        let steps = steps.min(i64::MAX as u64 - 1);
        Budget {
            steps,
            left: Arc::new(AtomicI64::new(steps as i64)),
            cancelled: Arc::new(AtomicBool::new(false)),
            expired: Arc::new(AtomicBool::new(false)),
        }
    }

    /// A budget without a bound, which can still be cancelled.
    pub fn unlimited() -> Budget {
        Budget::new(u64::MAX)
    }

    /// The same budget with another cancel flag, for example one for all work of a caller.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancelled = flag;
        self
    }

    /// A budget of its own for a part of the work, cancelled and expired with this one.
    pub fn part(&self, steps: u64) -> Budget {
        let (cancelled, expired) = (self.cancelled.clone(), self.expired.clone());
        Budget { cancelled, expired, ..Budget::new(steps) }
    }

    /// Cancels the work.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Ends the work as if its steps were spent, with all parts of it: the time of the caller is up.
    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Whether the cancel flag was raised.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The number of steps it began with.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        u64::try_from(self.left.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// The steps spent so far, at most as many as it began with.
    pub fn spent(&self) -> u64 {
        self.steps - self.left()
    }

    /// Why the work ended early, if it did.
    pub fn ended(&self) -> Option<Ended> {
        if self.is_cancelled() {
            return Some(Ended::Cancelled);
        }
        let spent = self.left.load(Ordering::Relaxed) < 0 || self.expired.load(Ordering::Relaxed);
        spent.then_some(Ended::Exhausted)
    }
}

impl Stop for Budget {
    fn is_due(&self) -> bool {
        self.ended().is_some()
    }

    fn spend(&self, steps: u64) -> bool {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX);
        let take = |left: i64| Some(left.saturating_sub(steps).max(-1));
        // Never refused: the closure returns a value for every number.
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        self.is_due()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_after_its_last_step_and_stays_ended() {
        let budget = Budget::new(10);
        assert!(!budget.spend(10));
        assert_eq!((budget.left(), budget.ended()), (0, None));
        assert!(budget.spend(1));
        assert_eq!((budget.spent(), budget.ended()), (10, Some(Ended::Exhausted)));
        assert!(budget.spend(u64::MAX) && budget.is_due());
    }

    #[test]
    fn a_budget_expires_with_all_its_parts() {
        let budget = Budget::new(10);
        let part = budget.part(5);
        budget.expire();
        assert_eq!((part.ended(), part.left()), (Some(Ended::Exhausted), 5));
        assert!(budget.is_due() && budget.part(1).is_due());
    }

    #[test]
    fn parts_share_the_cancel_flag_and_no_steps() {
        let budget = Budget::new(10);
        let part = budget.part(5);
        assert!(part.spend(6));
        assert_eq!(budget.ended(), None);
        budget.clone().cancel();
        assert_eq!(budget.ended(), Some(Ended::Cancelled));
        assert!(budget.part(7).is_due());
    }
}
