//! One rollout: a candidate, then plies of the static bot for every seat.

use super::deal::{Deal, TwoEndedBag};
use super::outcome::Outcome;
use super::win::WinModel;
use crate::tally::bounded;
use crate::{Chance, Move, Playout, StaticBot};
use smallvec::SmallVec;
use tilewright_movegen::{AnyBoardAfter, OwnedPlay, Stop};
use tilewright_rules::spec::SwapOrder;

/// The largest number of plies.
pub(crate) const MAX_PLIES: u32 = 60;
/// The number of plies after the candidate whose means are reported.
pub(crate) const REPORTED_PLIES: usize = 12;

/// A ply of a rollout after the candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RolloutPly {
    /// Its number, from 0 on.
    pub ply: usize,
    pub score: i64,
    /// Whether it is a bingo: a play that places a full rack.
    pub bingo: bool,
}

/// How far rollouts go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// Plies after the candidate.
    pub plies: u32,
    /// Whether games are always played to their end.
    pub to_the_end: bool,
}

/// The start of a rollout.
pub(crate) struct Start<'a, 'o> {
    /// The game before the candidate, with the tiles of the deal.
    pub base: &'a Playout<'o>,
    pub deal: &'a Deal,
    pub turn: &'a Move,
    /// The board view after the candidate.
    pub view: Option<&'a AnyBoardAfter>,
    /// The best play of the next seat, if it is known already.
    pub reply: Option<Option<OwnedPlay>>,
}

/// Runs rollouts with reused buffers.
pub(crate) struct RolloutRunner<'o> {
    playout: Playout<'o>,
    bag_order: TwoEndedBag,
    /// The leave value of each seat after its last move.
    leave_values: SmallVec<[i64; 4]>,
    pub horizon: Horizon,
    pub model: WinModel,
    turns: Vec<RolloutPly>,
}

impl<'o> RolloutRunner<'o> {
    pub fn new(base: &Playout<'o>, horizon: Horizon, model: WinModel) -> RolloutRunner<'o> {
        let (playout, bag_order) = (base.clone(), TwoEndedBag::new());
        RolloutRunner {
            playout,
            bag_order,
            leave_values: SmallVec::new(),
            horizon,
            model,
            turns: Vec::new(),
        }
    }

    /// Runs one rollout. `None` if `stop` was due.
    pub fn run(
        &mut self,
        player: &mut StaticBot<'_>,
        start: Start<'_, 'o>,
        chance: Chance,
        stop: &dyn Stop,
    ) -> Option<Outcome> {
        self.playout.clone_from(start.base);
        self.bag_order.open(start.deal, chance);
        self.turns.clear();
        self.leave_values.clear();
        self.leave_values.resize(usize::from(self.playout.players()), 0);
        let own = self.playout.to_move();
        self.take(player, start.turn, own);
        let mut reply = start.reply;
        for ply in 0..MAX_PLIES {
            let goes_on = self.horizon.to_the_end || self.playout.bag().is_empty();
            if self.playout.is_over() || ply >= self.horizon.plies && !goes_on {
                break;
            }
            if stop.is_due() {
                return None;
            }
            let outlook = self.playout.outlook(self.playout.to_move());
            let turn = match reply.take() {
                Some(best) => player.or_better(&outlook, best),
                None => {
                    if ply < 2
                        && let Some(view) = start.view
                    {
                        player.move_to(view);
                    }
                    player.choose_until(&outlook, stop)?
                }
            };
            self.note(&turn);
            self.take(player, &turn, own);
        }
        Some(self.outcome(own))
    }

    /// The plies of the last rollout.
    pub fn turns(&self) -> &[RolloutPly] {
        &self.turns
    }

    fn note(&mut self, turn: &Move) {
        if self.turns.len() < REPORTED_PLIES {
            let size = usize::from(self.playout.ruleset().spec().rack_size.size);
            let (score, bingo) = match turn {
                Move::Play(play) => (bounded(&play.points), play.placements.len() >= size),
                _ => (0, false),
            };
            self.turns.push(RolloutPly { ply: self.turns.len(), score, bingo });
        }
    }

    fn take(&mut self, player: &mut StaticBot<'_>, turn: &Move, own: u8) {
        let seat = self.playout.to_move();
        self.leave_values[usize::from(seat)] = match self.playout.bag().is_empty() {
            true => 0,
            false => player.leave_value(&self.playout.outlook(seat), turn),
        };
        self.bag_order.own = seat == own;
        let order = self.playout.ruleset().spec().swap_limit.order;
        match turn {
            Move::Swap(tiles) if order == SwapOrder::ReturnFirst => {
                self.bag_order.put_back(tiles);
                self.playout.take(turn, &mut self.bag_order);
            }
            Move::Swap(tiles) => {
                self.playout.take(turn, &mut self.bag_order);
                self.bag_order.put_back(tiles);
            }
            _ => self.playout.take(turn, &mut self.bag_order),
        }
    }

    fn outcome(&self, own: u8) -> Outcome {
        let over = self.playout.is_over();
        let worth = |seat: u8| {
            let leave = if over { 0 } else { self.leave_values[usize::from(seat)] };
            1000 * bounded(self.playout.score(seat)) + leave
        };
        let seats = 0..self.playout.players();
        let others = seats.filter(|seat| *seat != own).map(worth).max();
        // Alone, the spread is the score.
        let spread = others.map_or(worth(own), |others| worth(own) - others);
        let win = if over {
            let winners = self.playout.winners();
            match winners.contains(&own) {
                true => 1.0 / winners.len() as f64,
                false => 0.0,
            }
        } else {
            let seats = (0..self.playout.players()).filter(|seat| *seat != own);
            let hidden: usize = seats.map(|seat| self.playout.rack(seat).len()).sum();
            let unseen = hidden + self.playout.bag().len();
            let to_move = self.playout.to_move() == own;
            self.model.probability(spread as f64 / 1000.0, unseen, to_move)
        };
        Outcome { spread, win: (win * 1e6) as i64 }
    }
}
