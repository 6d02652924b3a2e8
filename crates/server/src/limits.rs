//! How often: a bucket for everyone and everything that is limited.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Buckets that are kept before the full ones are thrown away.
const MOST_BUCKETS: usize = 100_000;

/// How much is allowed in how long, at once or spread.
#[derive(Clone, Copy)]
pub(crate) struct Rate {
    most: u64,
    /// In milliseconds.
    period: u64,
}

impl Rate {
    pub fn per_minute(most: u32) -> Rate {
        Rate { most: most.into(), period: 60_000 }
    }

    pub fn per_day(most: u64) -> Rate {
        Rate { most, period: 86_400_000 }
    }
}

struct Bucket {
    /// Thousandths of a permission.
    level: u64,
    seen: u64,
    /// How long it takes to fill.
    period: u64,
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
            self.by_key.retain(|_, bucket| now.saturating_sub(bucket.seen) < bucket.period);
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
        rate: Rate,
        weight: u64,
        now: u64,
    ) -> Result<(), u64> {
        let Rate { most, period } = rate;
        let most = most.saturating_mul(1000);
        let wanted = weight.max(1).saturating_mul(1000).min(most.max(1000));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.sweep(now);
        let entry = buckets.by_key.entry((kind, key.to_string()));
        let bucket = entry.or_insert(Bucket { level: most, seen: now, period });
        let passed = now.saturating_sub(bucket.seen);
        let gained = u128::from(passed) * u128::from(most) / u128::from(period);
        let gained = u64::try_from(gained).unwrap_or(u64::MAX);
        bucket.level = bucket.level.saturating_add(gained).min(most);
        bucket.seen = bucket.seen.max(now);
        if bucket.level >= wanted {
            bucket.level -= wanted;
            return Ok(());
        }
        let missing = u128::from(wanted - bucket.level) * u128::from(period);
        let seconds = missing.div_ceil(u128::from(most.max(1000)) * 1000).max(1);
        Err(u64::try_from(seconds).unwrap_or(u64::MAX))
    }

    /// Takes what is there, up to `weight`: for what is not refused, but counts.
    pub fn charge(&self, kind: &'static str, key: &str, rate: Rate, weight: u64, now: u64) {
        // With nothing left there is nothing to take.
        if self.take(kind, key, rate, weight, now).is_err() {
            let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(bucket) = buckets.by_key.get_mut(&(kind, key.to_string())) {
                bucket.level = 0;
            }
        }
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
        let take = |now| limiter.take("x", "ann", Rate::per_minute(3), 1, now);
        assert_eq!([take(0), take(0), take(0)], [Ok(()); 3]);
        assert_eq!(take(0), Err(20));
        assert_eq!(take(19_000), Err(1));
        assert_eq!(take(21_000), Ok(()));
        assert!(take(21_000).is_err());
        assert_eq!(limiter.take("x", "bob", Rate::per_minute(3), 1, 0), Ok(()));
        assert_eq!(take(500_000), Ok(()));
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let limiter = Limiter::default();
        let take = || limiter.take("x", "ann", Rate::per_minute(1), 1, 0);
        assert!(take().is_ok() && take().is_err());
        limiter.give_back("x", "ann", 1);
        limiter.give_back("x", "ann", 1);
        assert!(take().is_ok() && take().is_err());
    }

    #[test]
    fn a_day_fills_slowly_and_charges_are_never_refused() {
        let (limiter, day) = (Limiter::default(), 86_400_000);
        let rate = Rate::per_day(1 << 30);
        let take = |weight, now| limiter.take("bytes", "ann", rate, weight, now);
        assert_eq!(take(1 << 30, 0), Ok(()));
        assert_eq!(take(1 << 29, 0), Err(43_200));
        assert_eq!(take(1 << 29, day / 2), Ok(()));
        limiter.charge("bytes", "ann", rate, 1 << 20, day / 2);
        assert_eq!(take(1 << 30, day / 2), Err(86_400));
        limiter.charge("bytes", "bob", rate, 1 << 29, 0);
        limiter.charge("bytes", "bob", rate, u64::MAX, 0);
        assert_eq!(limiter.take("bytes", "bob", rate, 1, 1), Ok(()), "a millisecond later");
    }

    #[test]
    fn heavy_calls_take_several_permissions() {
        let limiter = Limiter::default();
        let take = |weight, now| limiter.take("x", "ann", Rate::per_minute(6), weight, now);
        assert_eq!([take(4, 0), take(2, 0)], [Ok(()); 2]);
        assert_eq!(take(2, 0), Err(20));
        assert_eq!(take(2, 20_000), Ok(()));
        // What is heavier than everything waits for a full bucket.
        assert_eq!(take(1000, 20_000), Err(60));
        assert_eq!(take(1000, 80_000), Ok(()));
        assert_eq!(take(1, 80_000), Err(10));
    }
}
