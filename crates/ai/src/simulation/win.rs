//! Win probability from a lead, while tiles are still to be drawn.
//!
//! The final lead is the lead now plus what is still to come, whose deviation grows with the
//! square root of the unseen tiles. So the win probability is a logistic function of `lead /
//! √unseen` and of whose turn it is. Its two parameters are fitted to self-play of the variant
//! ([`WinModel::fit`]).

use super::win_data::FITTED;
use tilewright_rules::Ruleset;

/// A model of the win probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinModel {
    /// The lead per root of an unseen tile that makes the odds e to 1, in points.
    pub scale: f64,
    /// The value of being to move, in points.
    pub tempo: f64,
}

/// A moment of a game and its result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinSample {
    /// The lead of a seat, in points, leave values included.
    pub lead: f64,
    /// The number of tiles that the seat does not see.
    pub unseen: usize,
    /// Whether the seat is to move.
    pub to_move: bool,
    /// Its share of the win: between 0 and 1.
    pub won: f64,
}

/// The mean score of a classic tile.
const CLASSIC_TILE: f64 = 1.87;
/// Fitted to the classic game.
const CLASSIC: WinModel = WinModel { scale: 5.84, tempo: 18.6 };

impl Default for WinModel {
    fn default() -> WinModel {
        CLASSIC
    }
}

impl WinModel {
    /// The model fitted to a variant, or else the one of the classic game, scaled by the mean
    /// score of a tile.
    pub fn shipped(ruleset: &Ruleset) -> WinModel {
        let fitted = FITTED.iter().find(|(id, _, _)| *id == ruleset.id());
        if let Some((_, scale, tempo)) = fitted {
            return WinModel { scale: *scale, tempo: *tempo };
        }
        let (set, bag) = (ruleset.tiles(), ruleset.tiles().full_bag());
        let sum: f64 = bag.tiles().map(|kind| f64::from(set.kind(kind).score)).sum();
        let mean = sum / bag.len().max(1) as f64;
        let times = (mean / CLASSIC_TILE).max(0.1);
        WinModel { scale: CLASSIC.scale * times, tempo: CLASSIC.tempo * times }
    }

    /// The win probability.
    pub fn probability(&self, lead: f64, unseen: usize, to_move: bool) -> f64 {
        let tempo = if to_move { self.tempo } else { -self.tempo };
        logistic((lead + tempo) / (self.scale * root(unseen)))
    }

    /// Fits a model to games: the maximum likelihood by Newton's method. `None` if the games do
    /// not determine it.
    pub fn fit(samples: &[WinSample]) -> Option<WinModel> {
        // The odds are exp(a · lead / √unseen + b · turn / √unseen).
        let (mut a, mut b) = (0.05, 0.0);
        if samples.is_empty() {
            return None;
        }
        for _ in 0..100 {
            let (mut gradient, mut curvature) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
            for sample in samples {
                let turn = if sample.to_move { 1.0 } else { -1.0 };
                let (lead, turn) = (sample.lead / root(sample.unseen), turn / root(sample.unseen));
                let expected = logistic(a * lead + b * turn);
                let (miss, weight) = (sample.won - expected, expected * (1.0 - expected));
                gradient = [gradient[0] + miss * lead, gradient[1] + miss * turn];
                curvature[0] += weight * lead * lead;
                curvature[1] += weight * lead * turn;
                curvature[2] += weight * turn * turn;
            }
            let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
            if determinant <= 0.0 {
                return None;
            }
            let step_a = (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / determinant;
            let step_b = (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / determinant;
            // Newton's steps are limited far from the optimum.
            a = (a + step_a).clamp(a / 2.0, a * 2.0);
            b += step_b.clamp(-1.0 - b.abs(), 1.0 + b.abs());
        }
        (a > 1e-9).then_some(WinModel { scale: 1.0 / a, tempo: b / a })
    }
}

fn root(unseen: usize) -> f64 {
    (unseen.max(1) as f64).sqrt()
}

/// `1 / (1 + exp(-x))` with the same result on every machine.
fn logistic(x: f64) -> f64 {
    // exp(-x) = (1 - x/n)^n with a large power of two.
    let mut power = 1.0 + x.abs().min(40.0) / 4096.0;
    for _ in 0..12 {
        power *= power;
    }
    let smaller = 1.0 / (1.0 + power);
    if x >= 0.0 { 1.0 - smaller } else { smaller }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::Chance;

    #[test]
    fn the_logistic_function() {
        for x in [-9.0_f64, -2.5, -1.0, 0.0, 0.3, 1.0, 4.0] {
            assert!((logistic(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-3, "{x}");
        }
        assert_eq!(logistic(0.0), 0.5);
    }

    #[test]
    fn a_fit_finds_the_model_that_made_the_games() {
        let model = WinModel { scale: 5.0, tempo: 12.0 };
        let mut chance = Chance::new(4);
        let samples: Vec<WinSample> = (0..20_000)
            .map(|_| {
                let (lead, unseen) = (chance.below(201) as f64 - 100.0, 7 + chance.below(80));
                let to_move = chance.once_in(2);
                let won = chance.below(1_000_000) as f64 / 1e6;
                let won = f64::from(u8::from(won < model.probability(lead, unseen, to_move)));
                WinSample { lead, unseen, to_move, won }
            })
            .collect();
        let fitted = WinModel::fit(&samples).unwrap();
        assert!((fitted.scale - 5.0).abs() < 0.3, "{fitted:?}");
        assert!((fitted.tempo - 12.0).abs() < 2.0, "{fitted:?}");
        assert_eq!(WinModel::fit(&[]), None);
    }
}
