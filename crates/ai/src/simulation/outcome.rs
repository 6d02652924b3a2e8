//! The results of rollouts.

use super::rollout::RolloutPly;
use crate::Move;

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// The lower end of the 95 % confidence interval.
    pub fn low(&self) -> f64 {
        self.mean - 1.96 * self.error
    }

    /// The upper end of the 95 % confidence interval.
    pub fn high(&self) -> f64 {
        self.mean + 1.96 * self.error
    }
}

/// One ply after the candidate, over all rollouts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlyReport {
    /// The number of rollouts that reached this ply.
    pub rollouts: u64,
    /// The mean score of the ply.
    pub score: f64,
    /// The share of bingos: plays that place a full rack.
    pub bingos: f64,
}

/// The result of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The candidate.
    pub turn: Move,
    /// Its static equity: score plus leave value, in thousandths of a point.
    pub static_equity: i64,
    /// The number of rollouts.
    pub rollouts: u64,
    /// Whether it remained to the end.
    pub alive: bool,
    /// The lead over the best of the others, in points, leave values included.
    pub spread: Estimate,
    /// The win probability; a shared win counts by its share.
    pub win: Estimate,
    /// The plies after the candidate, in order.
    pub plies: Vec<PlyReport>,
}

/// Exact sums of whole numbers, independent of the order of addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    pub count: u64,
    pub sum: i128,
    pub squares: i128,
}

impl Sums {
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The mean in units of `unit`.
    pub fn estimate(&self, unit: f64) -> Estimate {
        let count = self.count as f64;
        if self.count == 0 {
            return Estimate::default();
        }
        let mean = self.sum as f64 / count;
        let variance = match self.count {
            1 => 0.0,
            _ => ((self.squares as f64 - count * mean * mean) / (count - 1.0)).max(0.0),
        };
        Estimate { mean: mean / unit, error: (variance / count).sqrt() / unit }
    }
}

/// The sums of one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlySums {
    pub count: u64,
    pub score: i64,
    pub bingos: u64,
}

impl PlySums {
    pub fn add(&mut self, turn: &RolloutPly) {
        self.count += 1;
        self.score += turn.score;
        self.bingos += u64::from(turn.bingo);
    }

    pub fn report(&self) -> PlyReport {
        let count = self.count.max(1) as f64;
        let (score, bingos) = (self.score as f64 / count, self.bingos as f64 / count);
        PlyReport { rollouts: self.count, score, bingos }
    }
}

/// The result of one rollout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outcome {
    /// The lead in thousandths of a point.
    pub spread: i64,
    /// The win probability in millionths.
    pub win: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_the_mean_and_error_of_their_values() {
        let mut sums = Sums::default();
        [2_000, 4_000, 9_000].into_iter().for_each(|value| sums.add(value));
        let estimate = sums.estimate(1000.0);
        assert_eq!(estimate.mean, 5.0);
        // The deviations are -3, -1 and 4: 26 by 2, by 3.
        assert!((estimate.error - (26.0_f64 / 2.0 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Sums::default().estimate(1.0), Estimate::default());
    }
}
