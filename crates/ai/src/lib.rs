//! Players for every variant.
//!
//! A [`Playout`] is a game without a log: the same ends and settlements as a game, fast enough
//! for search and self-play. An [`Outlook`] is what a seat knows; a [`Bot`] decides by nothing
//! else. [`run_series`] plays many games between bots, the same ones whatever the number of
//! threads, and adds them up in a [`Tally`].

mod arena;
mod bot;
mod draws;
mod endgame;
mod level;
mod near_end;
mod opening_samples;
mod openings;
mod outlook;
mod playout;
mod regression;
mod remainder;
mod samples;
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
pub use level::{Level, LevelBot, LevelError, UnknownLevel};
pub use near_end::{NearEndSettings, Prospect};
pub use openings::Openings;
pub use outlook::Outlook;
pub use playout::{Playout, SwapTiles, Turn};
pub use remainder::Remainder;
pub use shipped::{shipped_leaves, shipped_openings, shipped_values};
pub use simulation::{
    Allocation, Candidate, Estimate, Evaluation, MakeStop, PlyReport, Rank, Simulation,
    SimulationBot, SimulationSettings, WinModel, WinSample, WinSamples,
};
pub use static_bot::{ScoreBot, StaticBot};
pub use tally::{PlayerTally, Tally};
pub use tilewright_movegen::{Never, Stop};
pub use tilewright_tiles::Chance;
pub use training::{Training, TrainingError};
pub use undo::Undo;
pub use values::{TrainedValues, TrainingPlan, ValuesError};
pub use vocabulary::{Knowledge, Vocabulary};
