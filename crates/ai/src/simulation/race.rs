//! Which candidates remain in a simulation.
//!
//! All remaining candidates are rolled out on the same deals. So what counts is the paired
//! difference of two candidates, which varies much less than each of them: the luck of the tiles
//! is common to both. Once the leader is ahead of a candidate by enough standard errors of that
//! difference, the candidate is dropped, and its share of the rollouts goes to the others. Schemes
//! that sample the leaders more often (UCB, Thompson sampling) would use different deals for
//! different candidates and lose the pairing.

use super::outcome::Outcome;
use super::settings::Rank;

/// No candidate is dropped before this many deals.
const FIRST_COMPARISON: usize = 16;

/// The number of deals at which candidates are compared next.
pub(crate) fn next_comparison(deals: usize) -> usize {
    (deals + deals / 4).max(FIRST_COMPARISON)
}

/// The value of a result, as a whole number.
pub(crate) fn worth(rank: Rank, outcome: &Outcome) -> i64 {
    match rank {
        // Millionths. A point of lead is worth very little, but breaks ties where the game is as
        // good as won or lost.
        Rank::Win => outcome.win + outcome.spread * 3 / 100,
        Rank::Spread => outcome.spread,
    }
}

/// Whether the first of two candidates is ahead by some standard errors on the same deals.
pub(crate) fn is_ahead(leader: &[i64], other: &[i64], errors: f64) -> bool {
    let count = leader.len().min(other.len());
    if count < 2 {
        return false;
    }
    let (mut sum, mut squares) = (0_i128, 0_i128);
    for (one, two) in leader.iter().zip(other) {
        let difference = i128::from(one - two);
        sum += difference;
        squares += difference * difference;
    }
    let count = count as f64;
    let mean = sum as f64 / count;
    let variance = ((squares as f64 - count * mean * mean) / (count - 1.0)).max(0.0);
    mean > 0.0 && mean > errors * (variance / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_in_the_same_world_decide() {
        // Both vary by hundreds, one is always better by one or two.
        let one: Vec<i64> = (0..40).map(|deal| deal * 31 % 17 * 100).collect();
        let two: Vec<i64> = one.iter().enumerate().map(|(w, v)| v - 1 - (w % 2) as i64).collect();
        assert!(is_ahead(&one, &two, 2.5));
        assert!(!is_ahead(&two, &one, 2.5));
        assert!(!is_ahead(&one, &one, 2.5));
        let mixed: Vec<i64> =
            one.iter().enumerate().map(|(w, v)| v + 50 - (w % 2) as i64 * 101).collect();
        assert!(!is_ahead(&one, &mixed, 2.5));
    }
}
