//! Players for every variant.
//!
//! A [`Playout`] is a game without a log: it ends and settles as a game does, fast enough for
//! search and self-play. An [`Outlook`] is what a seat knows; a [`Bot`] decides by nothing else.
//! [`run_series`] plays many games between bots, with the same result for any number of threads,
//! and sums them in a [`Tally`].
//!
//! # Map
//!
//! * **Static evaluation:** `static_bot` ranks plays by equity: score plus leave value. `swaps`
//!   ranks exchanges (swaps). `final_rack` values a rack once the bag is empty.
//! * **Simulation:** `simulation` runs rollouts of candidates on sampled deals of the unseen
//!   tiles; `simulation::win` turns a lead into a win probability.
//! * **Pre-endgame:** `pre_endgame` plays candidates out over every deal of the last tiles.
//! * **Endgame:** `endgame` is negamax with alpha–beta windows, a transposition table and
//!   iterative deepening.
//! * **Training:** `training` fits leave values and `openings` board values by self-play; `values`
//!   is their file.

mod arena;
mod bot;
mod draws;
mod endgame;
mod final_rack;
mod level;
mod opening_samples;
mod openings;
mod outlook;
mod playout;
mod pre_endgame;
mod regression;
mod samples;
mod setters;
mod shipped;
mod simulation;
mod static_bot;
mod sums;
mod swaps;
mod tally;
mod training;
mod undo;
mod values;
mod vocabulary;

pub use arena::{MOST_TURNS, MakeBots, Observer, Series, run_observed, run_series};
pub use bot::Bot;
pub use draws::{Draws, NoDraws, SeedDraws};
pub use endgame::{Endgame, EndgameBot, EndgameError, EndgameSettings, EndgameSolver, known_game};
pub use final_rack::FinalRackValue;
pub use level::{Level, LevelBot, LevelError, UnknownLevel};
pub use openings::Openings;
pub use outlook::Outlook;
pub use playout::{Move, Playout, SwapTiles};
pub use pre_endgame::{PreEndgameResult, PreEndgameSettings};
pub use shipped::{shipped_leaves, shipped_openings, shipped_values};
pub use simulation::{
    Allocation, Candidate, Estimate, Evaluation, MakeStop, PlyReport, Rank, Simulation,
    SimulationBot, SimulationSettings, WinModel, WinSample, WinSamples,
};
pub use static_bot::{ScoreBot, StaticBot};
pub use tally::{PlayerTally, Tally};
pub use tilewright_movegen::{Budget, Ended, Never, Stop};
pub use tilewright_tiles::Chance;
pub use training::{Training, TrainingError};
pub use undo::Undo;
pub use values::{TrainedValues, TrainingPlan, ValuesError};
pub use vocabulary::{Knowledge, Vocabulary};
