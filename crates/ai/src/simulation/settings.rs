//! How a simulation goes about it.

/// By what candidates are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rank {
    /// The probability to win; of equal ones, the lead.
    #[default]
    Win,
    /// The lead in points.
    Spread,
}

/// Where rollouts go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allocation {
    /// Every candidate has the same number of rollouts.
    Even,
    /// Candidates drop out once they are worse than the leader by so many standard errors of the
    /// difference. The simulation is settled when one is left.
    Race {
        /// The standard errors.
        errors: f64,
    },
}

/// How a simulation goes about it.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationSettings {
    /// How many plays are candidates, the best by static equity.
    pub plays: usize,
    /// How many swaps are candidates, the best by the tiles that stay; none where the rules
    /// forbid it.
    pub swaps: usize,
    /// Turns after the candidate. By default, every seat has one: two with two players.
    pub plies: Option<u32>,
    /// With so many tiles or fewer in the bag, rollouts go on to the end of the game; by default
    /// as many as a rack holds. With an empty bag they always do.
    pub to_the_end: Option<usize>,
    /// The most rollouts of all candidates together.
    pub rollouts: u64,
    /// By what candidates are ranked.
    pub rank: Rank,
    /// Where rollouts go.
    pub allocation: Allocation,
    /// The seed of the imagined worlds. The same seed and settings give the same results.
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
