//! The settings of a simulation.

use crate::setters::setters;

/// How candidates are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rank {
    /// By win probability, then by lead.
    #[default]
    Win,
    /// By lead in points.
    Spread,
}

/// How rollouts are distributed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allocation {
    /// Every candidate has the same number of rollouts.
    Even,
    /// Candidates are dropped once they trail the leader by this many standard errors of the
    /// difference. The simulation is settled when one remains.
    Race {
        /// The standard errors.
        errors: f64,
    },
}

/// The settings of a simulation, built from the default ones.
///
/// ```
/// use tilewright_ai::SimulationSettings;
/// let settings = SimulationSettings::default().rollouts(5_000).seed(7);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SimulationSettings {
    /// The number of plays that become candidates, the best by static equity.
    pub plays: usize,
    /// The number of swaps that become candidates, the best by leave value; none where the rules
    /// forbid them.
    pub swaps: usize,
    /// Plies after the candidate. By default, one for every seat: two with two players.
    pub plies: Option<u32>,
    /// With this many tiles or fewer in the bag, rollouts go to the end of the game; by default as
    /// many as a rack holds. With an empty bag they always do.
    pub to_the_end: Option<usize>,
    /// The largest number of rollouts of all candidates together.
    pub rollouts: u64,
    /// How candidates are ranked.
    pub rank: Rank,
    /// How rollouts are distributed.
    pub allocation: Allocation,
    /// The seed of the deals. The same seed and settings give the same results.
    pub seed: u64,
}

impl Default for SimulationSettings {
    fn default() -> SimulationSettings {
        SimulationSettings {
            plays: 15,
            swaps: 1,
            plies: None,
            to_the_end: None,
            rollouts: 2_000,
            rank: Rank::Win,
            allocation: Allocation::Race { errors: 2.5 },
            seed: 1,
        }
    }
}

setters!(SimulationSettings {
    plays: usize,
    swaps: usize,
    plies: Option<u32>,
    to_the_end: Option<usize>,
    rollouts: u64,
    rank: Rank,
    allocation: Allocation,
    seed: u64,
});
