//! What moves and rules are worth: analyses of turns and runs of the lab.

use super::Engine;
use super::limits::{Work, too_much_work};
use crate::{Answer, BotLevel, Fault, FaultCode, SavedGame, VariantSource, Words};
use crate::{MAX_JUDGED, MAX_LAB_GAMES, MAX_NODES, MAX_ROLLOUTS};
use std::sync::Arc;
use tilewright_ai::{Series, shipped_leaves};
use tilewright_movegen::LeaveValues;
use tilewright_report::analysis::{Analyst, RecordedTurn, Simulated, Solved};
use tilewright_report::lab::{LabTally, VariantReport, run_lab};

/// The memory of an endgame search, in bytes: little, because calls come from anywhere.
const SEARCH_MEMORY: usize = 8 << 20;

/// How hard a turn is looked at.
pub(super) struct Effort {
    pub best: usize,
    pub rollouts: u64,
    pub nodes: u64,
    pub seed: u64,
}

impl Effort {
    fn check(&self) -> Result<(), Fault> {
        let Effort { best, rollouts, nodes, .. } = *self;
        if best == 0 || best > MAX_JUDGED {
            return Err(too_large(format!("{best} moves, judge 1 to {MAX_JUDGED}")));
        }
        if rollouts > MAX_ROLLOUTS {
            return Err(too_large(format!("{rollouts} rollouts, the bound is {MAX_ROLLOUTS}")));
        }
        if nodes > MAX_NODES {
            return Err(too_large(format!("{nodes} positions, the bound is {MAX_NODES}")));
        }
        Ok(())
    }
}

/// A part of a run of the lab.
pub(super) struct Run {
    pub players: Option<u8>,
    pub seed: u64,
    pub games: u64,
    pub earlier: Option<Box<LabTally>>,
}

fn too_large(message: String) -> Fault {
    Fault::new(FaultCode::TooLarge, message)
}

fn bad(message: impl ToString) -> Fault {
    Fault::new(FaultCode::BadRequest, message)
}

impl Engine {
    pub(super) fn analyze(
        &self,
        saved: SavedGame,
        event: u64,
        effort: &Effort,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        effort.check()?;
        let open = self.load(saved, paid)?;
        let event = usize::try_from(event).unwrap_or(usize::MAX);
        let turn = RecordedTurn::of_event(&open.game, event)
            .map_err(|error| Fault::new(FaultCode::Game, error))?;
        let (number, turn) = turn.ok_or_else(|| {
            bad(format!("event {event} is no turn; name a play, a swap, a pass or a lost turn"))
        })?;
        let (loaded, words, caller) = (&open.loaded, &open.words, &paid.caller);
        let bots = self.resources.bots_within(loaded, words, BotLevel::Expert, caller)?;
        let lexicon = self.resources.look_up_within(loaded, words, caller)?;
        let leaves: Arc<dyn LeaveValues + Send + Sync> = bots.leaves.clone();
        let generator = &bots.generator;
        let fix = "judge fewer moves with fewer rollouts and nodes";
        let work = self.work(caller, self.limits.analysis, "the analysis of this turn", fix);
        let budget = &work.budget;
        let analyst = Analyst::new(generator, &*lexicon, leaves.clone()).best(effort.best);
        let mut analyst = analyst.within(budget);
        if effort.nodes > 0 {
            let solved = Solved::new(generator, SEARCH_MEMORY, effort.nodes).within(budget);
            analyst = analyst.evaluator(Box::new(solved));
        }
        if effort.rollouts > 0 {
            let simulated = Simulated::new(generator, leaves, effort.rollouts, effort.seed);
            analyst = analyst.evaluator(Box::new(simulated.within(budget)));
        }
        let turn = Box::new(analyst.turn(number, &turn));
        work.check()?;
        Ok(Answer::Analysis { turn })
    }

    pub(super) fn lab(
        &self,
        variant: &VariantSource,
        words: &Words,
        run: Run,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        if run.games > MAX_LAB_GAMES {
            let message = format!("{} games, the bound is {MAX_LAB_GAMES}", run.games);
            return Err(too_large(message));
        }
        let loaded = self.variant(variant, words, paid)?;
        let ruleset = &loaded.ruleset;
        let (least, most) = loaded.variant.players();
        let players = run.players.unwrap_or(2.clamp(least, most));
        if !(least..=most).contains(&players) {
            return Err(bad(format!("the variant is for {least} to {most} players")));
        }
        let mut tally = run.earlier.map_or_else(LabTally::default, |earlier| *earlier);
        tally.check(ruleset, players).map_err(bad)?;
        let bots = self.resources.bots_within(&loaded, words, BotLevel::Expert, &paid.caller)?;
        let leaves: Arc<dyn LeaveValues + Send + Sync> = bots.leaves.clone();
        let fix = "play fewer games in one call, on a smaller board, with a smaller rack or list";
        let work = self.work(&paid.caller, self.limits.lab, "the run of the lab", fix);
        let play = |games: u64, tally: &mut LabTally| {
            let series = Series::new(games, run.seed).from(tally.games);
            let generator = &bots.generator;
            let played = run_lab(generator, &leaves, players, &series, &|_| true, &work.budget);
            work.check()?;
            tally.merge(&played.map_err(Fault::from)?);
            Ok::<(), Fault>(())
        };
        // The first game shows what the others will cost.
        let probed = run.games.min(1);
        play(probed, &mut tally)?;
        let per_game = work.budget.spent().max(1);
        let affordable = work.budget.steps() / per_game;
        // Games differ: only what is far too much is refused before it is tried.
        if run.games / 4 > affordable {
            let (games, steps) = (run.games, work.budget.steps());
            return Err(too_much_work(format!(
                "{games} games of about {per_game} steps each are more than the {steps} steps of a \
                 call; play {affordable} games or fewer in one call"
            )));
        }
        play(run.games - probed, &mut tally)?;
        let lexicon = loaded.variant.lexicon().unwrap_or("");
        let trained = shipped_leaves(ruleset).is_some();
        let report = VariantReport::new(ruleset, lexicon, trained, tally);
        Ok(Answer::Lab { report: Box::new(report) })
    }
}
