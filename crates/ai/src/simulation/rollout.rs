//! One rollout: a candidate, then turns of the static player on every seat.

use super::outcome::Outcome;
use super::win::WinModel;
use super::world::{Tap, World};
use crate::tally::bounded;
use crate::{Chance, Playout, StaticBot, Turn};
use smallvec::SmallVec;
use tilewright_movegen::{AnyBoardAfter, OwnedPlay, Stop};
use tilewright_rules::spec::SwapOrder;

/// Rollouts end after this many turns whatever happens.
pub(crate) const MOST_PLIES: u32 = 60;
/// Of so many turns after the candidate, means are kept.
pub(crate) const REPORTED: usize = 12;

/// A turn of a rollout after the candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RolledTurn {
    /// Its number, from 0 on.
    pub ply: usize,
    pub score: i64,
    /// Whether it placed as many tiles as a rack holds.
    pub bingo: bool,
}

/// How far rollouts go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// Turns after the candidate.
    pub plies: u32,
    /// Whether the game is always played to its end.
    pub to_the_end: bool,
}

/// What a rollout begins with.
pub(crate) struct Start<'a, 'o> {
    /// The game before the candidate, with the tiles of the world.
    pub base: &'a Playout<'o>,
    pub world: &'a World,
    pub turn: &'a Turn,
    /// What is seen of the board after the candidate.
    pub view: Option<&'a AnyBoardAfter>,
    /// The best play of the next seat, if it has been found already.
    pub reply: Option<Option<OwnedPlay>>,
}

/// Plays rollouts, with memory that is kept from one to the next.
pub(crate) struct Roller<'o> {
    playout: Playout<'o>,
    tap: Tap,
    /// What the tiles that each seat keeps are worth, after its last turn.
    kept: SmallVec<[i64; 4]>,
    pub horizon: Horizon,
    pub model: WinModel,
    turns: Vec<RolledTurn>,
}

impl<'o> Roller<'o> {
    pub fn new(base: &Playout<'o>, horizon: Horizon, model: WinModel) -> Roller<'o> {
        let (playout, tap) = (base.clone(), Tap::new());
        Roller { playout, tap, kept: SmallVec::new(), horizon, model, turns: Vec::new() }
    }

    /// Plays one rollout. `None` if it was time to stop.
    pub fn roll(
        &mut self,
        player: &mut StaticBot<'_>,
        start: Start<'_, 'o>,
        chance: Chance,
        stop: &dyn Stop,
    ) -> Option<Outcome> {
        self.playout.clone_from(start.base);
        self.tap.open(start.world, chance);
        self.turns.clear();
        self.kept.clear();
        self.kept.resize(usize::from(self.playout.players()), 0);
        let own = self.playout.to_move();
        self.take(player, start.turn, own);
        let mut reply = start.reply;
        for ply in 0..MOST_PLIES {
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

    /// The turns of the last rollout.
    pub fn turns(&self) -> &[RolledTurn] {
        &self.turns
    }

    fn note(&mut self, turn: &Turn) {
        if self.turns.len() < REPORTED {
            let size = usize::from(self.playout.ruleset().spec().rack_size.size);
            let (score, bingo) = match turn {
                Turn::Play(play) => (bounded(&play.points), play.placements.len() >= size),
                _ => (0, false),
            };
            self.turns.push(RolledTurn { ply: self.turns.len(), score, bingo });
        }
    }

    fn take(&mut self, player: &mut StaticBot<'_>, turn: &Turn, own: u8) {
        let seat = self.playout.to_move();
        self.kept[usize::from(seat)] = match self.playout.bag().is_empty() {
            true => 0,
            false => player.kept_value(&self.playout.outlook(seat), turn),
        };
        self.tap.own = seat == own;
        let order = self.playout.ruleset().spec().swap_limit.order;
        match turn {
            Turn::Swap(tiles) if order == SwapOrder::ReturnFirst => {
                self.tap.put_back(tiles);
                self.playout.take(turn, &mut self.tap);
            }
            Turn::Swap(tiles) => {
                self.playout.take(turn, &mut self.tap);
                self.tap.put_back(tiles);
            }
            _ => self.playout.take(turn, &mut self.tap),
        }
    }

    fn outcome(&self, own: u8) -> Outcome {
        let over = self.playout.is_over();
        let worth = |seat: u8| {
            let kept = if over { 0 } else { self.kept[usize::from(seat)] };
            1000 * bounded(self.playout.score(seat)) + kept
        };
        let seats = 0..self.playout.players();
        let others = seats.filter(|seat| *seat != own).map(worth).max();
        let spread = worth(own) - others.unwrap_or(0);
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
