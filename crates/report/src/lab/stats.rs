//! Means and shares with their intervals, from exact sums.

use serde::{Deserialize, Serialize};

/// How many standard errors a 95 % confidence interval reaches.
const WIDTH: f64 = 1.96;

/// Whole numbers added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sum {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(value);
        let square = value.unsigned_abs().saturating_mul(value.unsigned_abs());
        self.squares = self.squares.saturating_add(square);
    }

    /// Adds other numbers.
    pub fn merge(&mut self, other: &Sum) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean, with its 95 % confidence interval.
    pub fn mean(&self) -> Interval {
        if self.count == 0 {
            return Interval::default();
        }
        let count = self.count as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.squares as f64 / count - mean * mean).max(0.0);
        Interval::around(mean, WIDTH * (variance / count).sqrt())
    }
}

/// A number and its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A number and as much on both sides.
    pub fn around(value: f64, half: f64) -> Interval {
        Interval { value, low: value - half, high: value + half }
    }

    /// Half of its width.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same in other units.
    pub fn times(&self, factor: f64) -> Interval {
        Interval { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }

    /// What another number is more than this one; both are taken to be independent.
    pub fn to(&self, other: &Interval) -> Interval {
        let below = ((self.high - self.value).powi(2) + (other.value - other.low).powi(2)).sqrt();
        let above = ((self.value - self.low).powi(2) + (other.high - other.value).powi(2)).sqrt();
        let value = other.value - self.value;
        Interval { value, low: value - below, high: value + above }
    }

    /// Whether a number lies outside.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }
}

/// A share of independent cases, with Wilson's interval: right also where there were none.
pub fn proportion(found: u64, cases: u64) -> Interval {
    if cases == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (found, cases) = (found.min(cases) as f64, cases as f64);
    let (share, square) = (found / cases, WIDTH * WIDTH);
    let middle = (share + square / (2.0 * cases)) / (1.0 + square / cases);
    let half = WIDTH / (1.0 + square / cases)
        * (share * (1.0 - share) / cases + square / (4.0 * cases * cases)).sqrt();
    Interval { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_as_published() {
        // Newcombe (1998), table I: 81/263, 15/148, 0/20, 1/29, to four digits.
        let table = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (found, cases, low, high) in table {
            let interval = proportion(found, cases);
            assert!((interval.low - low).abs() < 0.000_1, "{found}/{cases}: {interval:?}");
            assert!((interval.high - high).abs() < 0.000_1, "{found}/{cases}: {interval:?}");
        }
        assert_eq!(proportion(0, 0).high, 1.0);
    }

    #[test]
    fn means_have_their_width() {
        let mut sum = Sum::default();
        [1, 2, 3, 4].into_iter().for_each(|value| sum.add(value));
        // Variance 1.25, error sqrt(1.25 / 4) = 0.559017.
        let mean = sum.mean();
        assert_eq!(mean.value, 2.5);
        assert!((mean.half() - 1.96 * 0.559_017).abs() < 1e-5, "{mean:?}");
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let (mut all, mut one, mut two) = (Sum::default(), Sum::default(), Sum::default());
        for value in -50..50 {
            all.add(value);
            if value % 3 == 0 { one.add(value) } else { two.add(value) }
        }
        two.merge(&one);
        assert_eq!(two, all);
    }

    #[test]
    fn differences_are_wider_than_their_parts() {
        let (one, two) = (Interval::around(10.0, 3.0), Interval::around(14.0, 4.0));
        assert_eq!(one.to(&two), Interval::around(4.0, 5.0));
        assert!(one.excludes(6.9) && !one.excludes(7.0));
    }
}
