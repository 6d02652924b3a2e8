//! Training by self-play: leave values, round by round, then values of openings.

use crate::arena::{MakeBots, Observer, Series, run_observed};
use crate::opening_samples::{OpeningSamples, OpeningWatcher};
use crate::openings::Terrain;
use crate::regression::fit;
use crate::samples::Samples;
use crate::values::{TrainedValues, TrainingPlan, ValuesError};
use crate::{Bot, Chance, Move, Playout, StaticBot, Tally};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use thiserror::Error;
use tilewright_game::GameError;
use tilewright_movegen::{Generator, LeaveValues, Leaves, Never};
use tilewright_rules::Ruleset;
use tilewright_tiles::KindId;

/// The largest worth of a rack, in thousandths of a point, so that a few unbounded scores do not
/// dominate.
const MOST_WORTH: i64 = 250_000;

/// Training that can be interrupted, saved and resumed. The result depends on the variant, the
/// word list and the plan only, not on threads or interruptions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    plan: TrainingPlan,
    variant: String,
    ruleset: String,
    round: u32,
    games: u64,
    values: TrainedValues,
    samples: Samples,
    openings: OpeningSamples,
}

/// Why training cannot continue.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// A game cannot be started.
    #[error("{0}")]
    Game(#[from] GameError),
    /// The values do not fit.
    #[error("{0}")]
    Values(#[from] ValuesError),
    /// A checkpoint of another training.
    #[error("the checkpoint belongs to another training ({0}); remove it to start over")]
    Other(String),
}

impl Training {
    /// Starts with values of zero.
    pub fn new(ruleset: &Ruleset, plan: TrainingPlan) -> Training {
        let kinds = ruleset.tiles().kinds().len();
        let values = TrainedValues::new(ruleset, &plan, &Leaves::zero(kinds));
        Training {
            plan,
            variant: ruleset.id().to_string(),
            ruleset: ruleset.hash().to_string(),
            round: 0,
            games: 0,
            values,
            samples: Samples::new(kinds),
            openings: OpeningSamples::new(&Terrain::new(ruleset)),
        }
    }

    /// Starts with given leave values: only openings are trained.
    pub fn of_openings(
        ruleset: &Ruleset,
        plan: TrainingPlan,
        values: TrainedValues,
    ) -> Result<Training, TrainingError> {
        let leaves = values.leaves(ruleset)?;
        let mut training = Training::new(ruleset, plan);
        let (games, rounds, seed) = (values.games, values.rounds, values.seed);
        let plan = TrainingPlan { games, rounds, seed, lexicon: values.lexicon };
        training.values = TrainedValues::new(ruleset, &plan, &leaves);
        training.round = training.plan.rounds;
        Ok(training)
    }

    /// Reads a checkpoint and checks that it belongs to this variant and plan.
    pub fn resume(
        text: &str,
        ruleset: &Ruleset,
        plan: &TrainingPlan,
    ) -> Result<Training, TrainingError> {
        let other = |reason: &str| TrainingError::Other(reason.to_string());
        let found: Training =
            serde_json::from_str(text).map_err(|error| other(&error.to_string()))?;
        if found.ruleset != ruleset.hash().to_string() {
            return Err(other(&format!("of {} with other rules", found.variant)));
        }
        if found.plan != *plan {
            return Err(other("with other games, rounds, seed or word list"));
        }
        let kinds = ruleset.tiles().kinds().len();
        let fits = found.samples.fits(kinds) && found.openings.fits(&Terrain::new(ruleset));
        if !fits || found.games > plan.games {
            return Err(other("damaged"));
        }
        Ok(found)
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> String {
        serde_json::to_string(self).expect("numbers, texts and lists serialise")
    }

    /// Whether all rounds are done: those for leaves, then one for openings.
    pub fn is_done(&self) -> bool {
        self.round > self.plan.rounds
    }

    /// Games played, and their total number.
    pub fn progress(&self) -> (u64, u64) {
        let rounds = u64::from(self.plan.rounds) + 1;
        (u64::from(self.round) * self.plan.games + self.games, rounds * self.plan.games)
    }

    /// The round, from 0.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The values so far: those of the last complete round.
    pub fn values(&self) -> &TrainedValues {
        &self.values
    }

    /// Plays up to `most` games of the round; at its end, recomputes the values.
    pub fn go_on(
        &mut self,
        generator: &Generator,
        games: u64,
        threads: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Tally, TrainingError> {
        let ruleset = &**generator.ruleset();
        let leaves = Arc::new(self.values.leaves(ruleset)?);
        let (least, most) = ruleset.players();
        let players = 2.clamp(least, most);
        let make = || -> Vec<Box<dyn Bot + '_>> {
            let bot = |_| -> Box<dyn Bot + '_> {
                Box::new(StaticBot::new(generator.finder(), leaves.clone()))
            };
            (0..players).map(bot).collect()
        };
        let games = games.min(self.plan.games - self.games);
        let series = Series {
            games,
            from: self.games,
            seed: Chance::part(self.plan.seed, u64::from(self.round)).bits(),
            threads,
            same_deals: false,
        };
        let mut round = Round { ruleset, series: &series, make: &make, progress };
        let tally = match self.round < self.plan.rounds {
            true => self.leaves_round(&mut round, &leaves)?,
            false => self.openings_round(&mut round)?,
        };
        Ok(tally)
    }

    /// Plays games of a round for leaves.
    fn leaves_round(
        &mut self,
        round: &mut Round<'_>,
        leaves: &Arc<Leaves>,
    ) -> Result<Tally, TrainingError> {
        let ruleset = round.ruleset;
        let rack_size = usize::from(ruleset.spec().rack_size.size);
        let kinds = ruleset.tiles().kinds().len();
        let watch = || Watcher { samples: Samples::new(kinds), leaves: leaves.clone(), rack_size };
        let Some((tally, watchers)) = round.play(watch)? else { return Ok(Tally::default()) };
        watchers.iter().for_each(|watcher| self.samples.merge(&watcher.samples));
        if self.has_played(round.series.games) {
            let leaves = fit(&self.samples, ruleset.tiles(), rack_size);
            self.values = TrainedValues::new(ruleset, &self.plan, &leaves);
            self.samples = Samples::new(kinds);
        }
        Ok(tally)
    }

    /// Plays games of the round for openings.
    fn openings_round(&mut self, round: &mut Round<'_>) -> Result<Tally, TrainingError> {
        let terrain = Arc::new(Terrain::new(round.ruleset));
        let watch = || OpeningWatcher::new(terrain.clone());
        let Some((tally, watchers)) = round.play(watch)? else { return Ok(Tally::default()) };
        watchers.iter().for_each(|watcher| self.openings.merge(&watcher.samples));
        if self.has_played(round.series.games) {
            self.values.openings = self.openings.fit(&terrain).by_name();
            self.openings = OpeningSamples::new(&terrain);
        }
        Ok(tally)
    }

    /// Counts games; true at the end of the round.
    fn has_played(&mut self, games: u64) -> bool {
        self.games += games;
        let all = self.games == self.plan.games;
        if all {
            (self.games, self.round) = (0, self.round + 1);
        }
        all
    }
}

/// A part of a round.
struct Round<'a> {
    ruleset: &'a Ruleset,
    series: &'a Series,
    make: &'a MakeBots<'a>,
    progress: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Round<'_> {
    /// Plays; `None` if it was interrupted: then the games are played again.
    fn play<O: Observer>(
        &mut self,
        watch: impl Fn() -> O + Sync,
    ) -> Result<Option<(Tally, Vec<O>)>, TrainingError> {
        let played =
            run_observed(self.ruleset, self.series, self.make, watch, self.progress, &Never)?;
        Ok(Some(played).filter(|(tally, _)| tally.games == self.series.games))
    }
}

/// Records what full racks were worth.
struct Watcher {
    samples: Samples,
    leaves: Arc<Leaves>,
    rack_size: usize,
}

impl Observer for Watcher {
    fn turn(&mut self, playout: &Playout<'_>, turn: &Move) {
        let rack = playout.rack(playout.to_move());
        if playout.bag().is_empty() || rack.len() != self.rack_size {
            return;
        }
        let worth = match turn {
            Move::Play(play) => play.equity,
            Move::Pass => 0,
            Move::Swap(tiles) => {
                let mut kept = *rack;
                if !kept.take_all(tiles) {
                    return;
                }
                let kept: SmallVec<[KindId; 16]> = kept.tiles().collect();
                self.leaves.value(&kept)
            }
        };
        self.samples.add(rack, worth.clamp(-MOST_WORTH, MOST_WORTH));
    }
}
