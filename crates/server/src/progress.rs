//! Progress: when something last went on, so that what is stuck can be found.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When something last went on.
pub(crate) struct Progress {
    began: Instant,
    /// Milliseconds since then.
    last: AtomicU64,
}

impl Progress {
    pub fn new() -> Progress {
        Progress { began: Instant::now(), last: AtomicU64::new(0) }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// It goes on.
    pub fn note(&self) {
        self.last.fetch_max(self.elapsed(), Ordering::Relaxed);
    }

    /// For how long it has not gone on.
    pub fn standstill(&self) -> Duration {
        Duration::from_millis(self.elapsed().saturating_sub(self.last.load(Ordering::Relaxed)))
    }
}
