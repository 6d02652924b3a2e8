//! The pre-endgame: with few tiles in the bag, every candidate is played out on all deals of the
//! unseen tiles, or on a sample of them, and the endgames are solved.

mod deals;

use crate::endgame::EndgameSolver;
use crate::setters::setters;
use crate::tally::saturated;
use crate::{Bot, Chance, Move, Outlook, Playout, StaticBot};
use deals::{InOrder, WeightedDeal, deals};
use std::cmp::Ordering;
use tilewright_movegen::Stop;
use tilewright_tiles::TileCounts;

/// How much a pre-endgame search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PreEndgameSettings {
    /// The largest number of tiles in the bag.
    pub bag: usize,
    /// The number of candidates.
    pub candidates: usize,
    /// The largest number of deals; beyond it, a random sample of that size is used.
    pub deals: usize,
    /// The largest number of nodes of each endgame.
    pub nodes: u64,
}

impl Default for PreEndgameSettings {
    fn default() -> PreEndgameSettings {
        PreEndgameSettings { bag: 2, candidates: 8, deals: 36, nodes: 300 }
    }
}

setters!(PreEndgameSettings { bag: usize, candidates: usize, deals: usize, nodes: u64 });

/// The result of a candidate, summed over deals.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameResult {
    /// The move.
    pub turn: Move,
    /// The weight of the deals.
    pub weight: u64,
    /// Twice the weight of wins plus the weight of ties.
    pub halves: u64,
    /// The sum of the final leads, by weight.
    pub leads: i64,
}

impl PreEndgameResult {
    /// The win probability; a tie is half a win.
    pub fn win_probability(&self) -> f64 {
        self.halves as f64 / (2 * self.weight.max(1)) as f64
    }

    /// The mean final lead.
    pub fn mean_lead(&self) -> f64 {
        self.leads as f64 / self.weight.max(1) as f64
    }

    /// By win probability, then by lead.
    fn compare(&self, other: &PreEndgameResult) -> Ordering {
        self.halves.cmp(&other.halves).then(self.leads.cmp(&other.leads))
    }
}

/// The largest number of turns before the bag is empty.
const MOST_TURNS: usize = 40;

/// Evaluates candidates on deals that fit what a seat knows.
pub(crate) struct PreEndgame<'a, 'g> {
    pub player: &'a mut StaticBot<'g>,
    pub solver: &'a mut EndgameSolver<'g>,
    pub settings: PreEndgameSettings,
}

impl PreEndgame<'_, '_> {
    /// The results of the candidates, best first. A deal on which not all of them could be
    /// evaluated before `stop` is left out. Empty if the position is not a pre-endgame.
    pub fn results(
        &mut self,
        outlook: &Outlook<'_>,
        seed: u64,
        stop: &dyn Stop,
    ) -> Vec<PreEndgameResult> {
        let others = outlook.status.active().filter(|(seat, _)| *seat != outlook.seat);
        let others: Vec<_> = others.map(|(seat, status)| (seat, status.rack_len)).collect();
        let &[(other, held)] = others.as_slice() else { return Vec::new() };
        let unseen = outlook.unseen().len();
        if unseen != held + outlook.bag_len() || outlook.bag_len() > self.settings.bag {
            return Vec::new();
        }
        let turns = self.candidates(outlook);
        let start = |turn| PreEndgameResult { turn, weight: 0, halves: 0, leads: 0 };
        let mut results: Vec<PreEndgameResult> = turns.into_iter().map(start).collect();
        if results.len() < 2 {
            return results;
        }
        let deals = deals(outlook, held, self.settings.deals, &mut Chance::new(seed));
        let mut leads = Vec::new();
        for deal in &deals {
            leads.clear();
            for result in &results {
                let lead = self.lead(outlook, other, deal, &result.turn, stop);
                leads.push(lead);
                if stop.is_due() {
                    break;
                }
            }
            if leads.len() < results.len() || stop.is_due() {
                break;
            }
            for (result, lead) in results.iter_mut().zip(&leads) {
                let halves = match lead.cmp(&0) {
                    Ordering::Greater => 2,
                    Ordering::Equal => 1,
                    Ordering::Less => 0,
                };
                result.weight += deal.weight;
                result.halves += halves * deal.weight;
                result.leads += lead * deal.weight as i64;
            }
        }
        results.sort_by(|one, other| other.compare(one));
        results
    }

    /// The candidates: the static choice and the best plays by equity.
    fn candidates(&mut self, outlook: &Outlook<'_>) -> Vec<Move> {
        let mut turns = vec![self.player.choose(outlook)];
        let plays = self.player.best_plays(outlook, self.settings.candidates);
        for turn in plays.into_iter().map(Move::Play) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        turns.truncate(self.settings.candidates.max(1));
        turns
    }

    /// The final lead after a move on one deal.
    fn lead(
        &mut self,
        outlook: &Outlook<'_>,
        other: u8,
        deal: &WeightedDeal,
        turn: &Move,
        stop: &dyn Stop,
    ) -> i64 {
        let mut racks = vec![TileCounts::new(); outlook.status.seats.len()];
        racks[usize::from(outlook.seat)] = *outlook.rack;
        racks[usize::from(other)] = deal.rack;
        let mut game = Playout::from_parts(outlook, racks, deal.bag.iter().copied().collect());
        let mut draws = InOrder(deal.bag.iter());
        game.take(turn, &mut draws);
        for _ in 0..MOST_TURNS {
            if game.is_over() || game.bag().is_empty() {
                break;
            }
            let turn = self.player.choose(&game.outlook(game.to_move()));
            game.take(&turn, &mut draws);
        }
        let score = |seat: u8| saturated(game.score(seat));
        let lead = score(outlook.seat) - score(other);
        let value = match self.solver.solve(&game, stop) {
            Ok(endgame) => endgame.value,
            Err(_) => return lead,
        };
        if game.to_move() == outlook.seat { lead + value } else { lead - value }
    }
}
