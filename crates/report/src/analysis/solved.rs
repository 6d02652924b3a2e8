//! Judging moves by searching the game to its end.

use super::{Evaluator, Judgement, RatedMove};
use crate::Equity;
use tilewright_ai::{
    Budget, EndgameSolver, Move, Never, NoDraws, Outlook, Playout, Stop, known_game,
};
use tilewright_movegen::Generator;

/// Judges moves of games of two when the bag is empty, exactly as far as its bound goes.
pub struct Solved<'g> {
    solver: EndgameSolver<'g>,
    budget: Budget,
}

impl<'g> Solved<'g> {
    /// With this much memory, in bytes, and at most this many positions for a move.
    pub fn new(generator: &'g Generator, memory: usize, nodes: u64) -> Solved<'g> {
        let mut solver = EndgameSolver::new(generator, memory);
        solver.set_most_nodes(nodes);
        Solved { solver, budget: Budget::unlimited() }
    }

    /// The same with a budget; when it is spent, nothing is judged.
    pub fn within(mut self, budget: &Budget) -> Solved<'g> {
        self.solver.set_budget(budget);
        self.budget = budget.clone();
        self
    }
}

/// The lead of a seat over the other one, in points.
fn lead(game: &Playout<'_>, own: u8) -> Option<i64> {
    let mut lead = 0;
    for seat in game.status().active().map(|(seat, _)| seat) {
        let score = game.score(seat).as_i64()?;
        lead += if seat == own { score } else { -score };
    }
    Some(lead)
}

impl Evaluator for Solved<'_> {
    fn name(&self) -> &'static str {
        "endgame"
    }

    fn suggest(&mut self, outlook: &Outlook<'_>) -> Vec<Move> {
        let Some(game) = known_game(outlook) else { return Vec::new() };
        match self.solver.solve(&game, &Never) {
            Ok(found) => found.principal_variation.into_iter().take(1).collect(),
            // A position that the solver does not accept is left to the other evaluators.
            Err(_) => Vec::new(),
        }
    }

    fn judge(&mut self, outlook: &Outlook<'_>, candidates: &[RatedMove]) -> Option<Vec<Judgement>> {
        let game = known_game(outlook)?;
        let own = outlook.seat;
        let before = lead(&game, own)?;
        let mut judgements = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let mut after = game.clone();
            after.take(&candidate.turn, &mut NoDraws);
            let mut at_last = lead(&after, own)?;
            let mut exact = true;
            if self.budget.is_due() {
                return None;
            }
            if !after.is_over() {
                // As above: not a position for this evaluator.
                let Ok(found) = self.solver.solve(&after, &Never) else { return None };
                at_last += if after.to_move() == own { found.value } else { -found.value };
                exact = found.exact;
            }
            let win = match at_last {
                1.. => 1.0,
                0 => 0.5,
                _ => 0.0,
            };
            let equity = Equity(at_last.saturating_sub(before).saturating_mul(1000));
            judgements.push(Judgement { equity, win: Some(win), rollouts: None, exact });
        }
        Some(judgements)
    }
}
