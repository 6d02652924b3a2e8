//! Judging moves by playing games out.

use super::analyst::same_move;
use super::{Evaluator, Judgement, RatedMove};
use crate::Equity;
use std::sync::Arc;
use tilewright_ai::{
    Allocation, Budget, Evaluation, Outlook, Simulation, SimulationSettings, StaticBot, Stop,
    WinModel,
};
use tilewright_movegen::{Generator, LeaveValues};

/// Judges moves by simulation: all of them in the same imagined worlds.
pub struct Simulated<'g> {
    player: StaticBot<'g>,
    model: WinModel,
    settings: SimulationSettings,
    budget: Budget,
}

impl<'g> Simulated<'g> {
    /// This many rollouts for a turn, shared by its candidates; the same seed gives the same values.
    pub fn new(
        generator: &'g Generator,
        leaves: Arc<dyn LeaveValues + Send + Sync>,
        rollouts: u64,
        seed: u64,
    ) -> Simulated<'g> {
        let settings = SimulationSettings::default()
            .rollouts(rollouts)
            .seed(seed)
            .allocation(Allocation::Even);
        let model = WinModel::shipped(generator.ruleset());
        let (player, budget) = (StaticBot::new(generator.finder(), leaves), Budget::unlimited());
        Simulated { player, model, settings, budget }
    }

    /// The same with a budget; when it is spent, nothing is judged.
    pub fn within(mut self, budget: &Budget) -> Simulated<'g> {
        self.player = self.player.within(budget);
        self.budget = budget.clone();
        self
    }
}

/// The lead of the seat to move over the best of the others, in points.
fn lead(outlook: &Outlook<'_>) -> f64 {
    let score = |seat: &tilewright_rules::SeatStatus| {
        let bound = 1_000_000;
        seat.score.as_i64().map_or(seat.score.signum() * bound, |p| p.clamp(-bound, bound)) as f64
    };
    let own = outlook.status.seats.get(usize::from(outlook.seat)).map_or(0.0, score);
    let others = outlook.status.active().filter(|(seat, _)| *seat != outlook.seat);
    let others = others.map(|(_, seat)| score(seat)).fold(f64::NEG_INFINITY, f64::max);
    own - if others.is_finite() { others } else { 0.0 }
}

/// An evaluation as a judgement: what the move adds to the lead.
pub fn judgement_of(outlook: &Outlook<'_>, found: &Evaluation) -> Judgement {
    Judgement {
        equity: Equity(((found.spread.mean - lead(outlook)) * 1000.0).round() as i64),
        win: Some(found.win.mean),
        rollouts: Some(found.rollouts),
        exact: false,
    }
}

impl Evaluator for Simulated<'_> {
    fn name(&self) -> &'static str {
        "simulation"
    }

    fn judge(&mut self, outlook: &Outlook<'_>, candidates: &[RatedMove]) -> Option<Vec<Judgement>> {
        let tried = candidates.iter().map(|candidate| tilewright_ai::Candidate {
            turn: candidate.turn.clone(),
            equity: candidate.equity.0,
        });
        let settings = self.settings.clone();
        let mut simulation =
            Simulation::of(&mut self.player, outlook, self.model, settings, tried.collect());
        simulation.run(&self.budget);
        if self.budget.is_due() {
            return None;
        }
        let found = simulation.evaluations();
        let judgement = |candidate: &RatedMove| {
            let one = found.iter().find(|one| same_move(&one.turn, &candidate.turn))?;
            (one.rollouts > 0).then(|| judgement_of(outlook, one))
        };
        candidates.iter().map(judgement).collect()
    }
}
