//! How often: a bucket for everyone and everything that is limited.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Buckets that are kept before the full ones are thrown away.
const MOST_BUCKETS: usize = 100_000;

struct Bucket {
    /// Thousandths of a permission.
    level: u64,
    seen: u64,
}

/// Token buckets: a number of permissions per minute, at once or spread.
#[derive(Default)]
pub(crate) struct Limiter {
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    by_key: HashMap<(&'static str, String), Bucket>,
    /// When the full ones were thrown away.
    swept: u64,
}

impl Buckets {
    fn sweep(&mut self, now: u64) {
        if self.by_key.len() >= MOST_BUCKETS && now.saturating_sub(self.swept) >= 1000 {
            self.swept = now;
            self.by_key.retain(|_, bucket| now.saturating_sub(bucket.seen) < 60_000);
        }
    }
}

impl Limiter {
    /// Takes `weight` permissions, or all that a full bucket has. `Err` is the number of seconds
    /// to wait.
    pub fn take(
        &self,
        kind: &'static str,
        key: &str,
        per_minute: u32,
        weight: u32,
        now: u64,
    ) -> Result<(), u64> {
        let most = u64::from(per_minute) * 1000;
        let wanted = (u64::from(weight.max(1)) * 1000).min(most.max(1000));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.sweep(now);
        let entry = buckets.by_key.entry((kind, key.to_string()));
        let bucket = entry.or_insert(Bucket { level: most, seen: now });
        let gained = now.saturating_sub(bucket.seen).saturating_mul(u64::from(per_minute)) / 60;
        bucket.level = bucket.level.saturating_add(gained).min(most);
        bucket.seen = bucket.seen.max(now);
        if bucket.level >= wanted {
            bucket.level -= wanted;
            return Ok(());
        }
        let missing = wanted - bucket.level;
        Err((missing * 60).div_ceil(u64::from(per_minute).max(1) * 1000).max(1))
    }

    /// Gives a permission back that was taken for nothing.
    pub fn give_back(&self, kind: &'static str, key: &str, per_minute: u32) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.by_key.get_mut(&(kind, key.to_string())) {
            bucket.level = (bucket.level + 1000).min(u64::from(per_minute) * 1000);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_come_back_with_time() {
        let limiter = Limiter::default();
        let take = |now| limiter.take("x", "ann", 3, 1, now);
        assert_eq!([take(0), take(0), take(0)], [Ok(()); 3]);
        assert_eq!(take(0), Err(20));
        assert_eq!(take(19_000), Err(1));
        assert_eq!(take(21_000), Ok(()));
        assert!(take(21_000).is_err());
        assert_eq!(limiter.take("x", "bob", 3, 1, 0), Ok(()));
        assert_eq!(take(500_000), Ok(()));
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let limiter = Limiter::default();
        let take = || limiter.take("x", "ann", 1, 1, 0);
        assert!(take().is_ok() && take().is_err());
        limiter.give_back("x", "ann", 1);
        limiter.give_back("x", "ann", 1);
        assert!(take().is_ok() && take().is_err());
    }

    #[test]
    fn heavy_calls_take_several_permissions() {
        let limiter = Limiter::default();
        let take = |weight, now| limiter.take("x", "ann", 6, weight, now);
        assert_eq!([take(4, 0), take(2, 0)], [Ok(()); 2]);
        assert_eq!(take(2, 0), Err(20));
        assert_eq!(take(2, 20_000), Ok(()));
        // What is heavier than everything waits for a full bucket.
        assert_eq!(take(1000, 20_000), Err(60));
        assert_eq!(take(1000, 80_000), Ok(()));
        assert_eq!(take(1, 80_000), Err(10));
    }
}
