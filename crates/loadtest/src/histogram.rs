//! A histogram of times.

/// The bits of a value that are kept: a bucket is at most 1/64 of its value wide.
const KEPT: u32 = 6;
/// Values below this have a bucket each.
const EXACT: u64 = 1 << (KEPT + 1);
/// The buckets of all values of 64 bits.
const BUCKETS: usize = (EXACT + (64 - KEPT as u64 - 1) * (EXACT / 2)) as usize;

/// Counts of values in buckets that grow with the value, so that every percentile is right to
/// 1.6 %. Any number of values takes the same room.
#[derive(Clone)]
pub struct Histogram {
    buckets: Vec<u64>,
    count: u64,
    max: u64,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram { buckets: vec![0; BUCKETS], count: 0, max: 0 }
    }
}

/// The bucket of a value.
fn bucket(value: u64) -> usize {
    if value < EXACT {
        return value as usize;
    }
    let shift = 63 - value.leading_zeros() - KEPT;
    let step = EXACT / 2;
    (u64::from(shift) * step + (value >> shift)) as usize
}

/// The largest value of a bucket.
fn upper(bucket: usize) -> u64 {
    let (bucket, step) = (bucket as u64, EXACT / 2);
    if bucket < EXACT {
        return bucket;
    }
    let shift = bucket / step - 1;
    let top = bucket - shift * step;
    ((top + 1) << shift).wrapping_sub(1)
}

impl Histogram {
    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        self.buckets[bucket(value)] += 1;
        self.count += 1;
        self.max = self.max.max(value);
    }

    /// Counts everything that another has counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (own, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *own += more;
        }
        self.count += other.count;
        self.max = self.max.max(other.max);
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The largest value.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The quantile: this many thousandths of all values do not exceed it.
    pub fn permille(&self, permille: u64) -> u64 {
        let wanted = (self.count * permille).div_ceil(1000).max(1);
        let mut seen = 0;
        for (index, count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return upper(index).min(self.max);
            }
        }
        self.max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_each_other_and_hold_their_values() {
        let powers = (0..64).map(|power| 1u64 << power);
        let near = powers.flat_map(|value| [value - 1, value, value + value / 3]);
        for value in near.chain(0..10_000).chain([u64::MAX]) {
            let own = bucket(value);
            assert!(own < BUCKETS, "{value}");
            assert!(upper(own) >= value, "{value}");
            assert!(own == 0 || upper(own - 1) < value, "{value}");
            assert!(upper(own) - value <= value / 64, "{value}");
        }
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_values() {
        let mut state = 7u64;
        let mut values: Vec<u64> = (0..5000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % (1 << (state >> 59))
            })
            .collect();
        let mut halves = [Histogram::default(), Histogram::default()];
        for (index, value) in values.iter().enumerate() {
            halves[index % 2].add(*value);
        }
        let [mut all, other] = halves;
        all.merge(&other);
        values.sort_unstable();
        assert_eq!((all.count(), all.max()), (5000, values[4999]));
        for permille in [1, 500, 900, 990, 999, 1000] {
            let exact = values[(5000 * permille as usize).div_ceil(1000) - 1];
            let found = all.permille(permille);
            assert!(found >= exact && found - exact <= exact / 64, "{permille}: {found} {exact}");
        }
        assert_eq!(Histogram::default().permille(990), 0);
    }
}
