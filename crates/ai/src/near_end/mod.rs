//! When only a few tiles are in the bag: every candidate is tried in all the ways in which the
//! unseen tiles may lie, or in many of them, and played to the end.

mod worlds;

use crate::endgame::EndgameSolver;
use crate::{Bot, Chance, Outlook, Playout, StaticBot, Turn};
use std::cmp::Ordering;
use tilewright_movegen::Stop;
use tilewright_tiles::TileCounts;
use worlds::{InOrder, World, worlds};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearEndSettings {
    /// The most tiles in the bag for which to search.
    pub bag: usize,
    /// How many candidates are tried.
    pub candidates: usize,
    /// In how many worlds: all that there are if they are no more, else so many at random.
    pub worlds: usize,
    /// How many positions an endgame in one of them may take.
    pub nodes: u64,
}

impl Default for NearEndSettings {
    fn default() -> NearEndSettings {
        NearEndSettings { bag: 2, candidates: 8, worlds: 36, nodes: 300 }
    }
}

/// What a turn leads to, summed up over worlds.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// The turn.
    pub turn: Turn,
    /// The weight of the worlds in which it was tried.
    pub weight: u64,
    /// Twice the weight of those in which it wins, and once that of those in which it ties.
    pub halves: u64,
    /// The final leads, by weight.
    pub leads: i64,
}

impl Prospect {
    /// The chance to win, a tie being half a win.
    pub fn win_chance(&self) -> f64 {
        self.halves as f64 / (2 * self.weight.max(1)) as f64
    }

    /// The mean of the final leads.
    pub fn mean_lead(&self) -> f64 {
        self.leads as f64 / self.weight.max(1) as f64
    }

    /// By the chance to win, then by the lead.
    fn compare(&self, other: &Prospect) -> Ordering {
        self.halves.cmp(&other.halves).then(self.leads.cmp(&other.leads))
    }
}

/// More turns than this are not played before the bag is empty.
const MOST_TURNS: usize = 40;

/// Tries candidates in worlds that fit what a seat knows.
pub(crate) struct NearEnd<'a, 'g> {
    pub player: &'a mut StaticBot<'g>,
    pub solver: &'a mut EndgameSolver<'g>,
    pub settings: NearEndSettings,
}

impl NearEnd<'_, '_> {
    /// What the candidates lead to, the best one first. Worlds in which not all of them could be
    /// tried in time are left out. Empty if the search is not for this position.
    pub fn prospects(
        &mut self,
        outlook: &Outlook<'_>,
        seed: u64,
        stop: &dyn Stop,
    ) -> Vec<Prospect> {
        let others = outlook.status.active().filter(|(seat, _)| *seat != outlook.seat);
        let others: Vec<_> = others.map(|(seat, status)| (seat, status.rack_len)).collect();
        let &[(other, held)] = others.as_slice() else { return Vec::new() };
        let unseen = outlook.unseen().len();
        if unseen != held + outlook.bag_len() || outlook.bag_len() > self.settings.bag {
            return Vec::new();
        }
        let turns = self.candidates(outlook);
        let start = |turn| Prospect { turn, weight: 0, halves: 0, leads: 0 };
        let mut prospects: Vec<Prospect> = turns.into_iter().map(start).collect();
        if prospects.len() < 2 {
            return prospects;
        }
        let worlds = worlds(outlook, held, self.settings.worlds, &mut Chance::new(seed));
        let mut leads = Vec::new();
        for world in &worlds {
            leads.clear();
            for prospect in &prospects {
                let lead = self.lead(outlook, other, world, &prospect.turn, stop);
                leads.push(lead);
                if stop.is_due() {
                    break;
                }
            }
            if leads.len() < prospects.len() || stop.is_due() {
                break;
            }
            for (prospect, lead) in prospects.iter_mut().zip(&leads) {
                let halves = match lead.cmp(&0) {
                    Ordering::Greater => 2,
                    Ordering::Equal => 1,
                    Ordering::Less => 0,
                };
                prospect.weight += world.weight;
                prospect.halves += halves * world.weight;
                prospect.leads += lead * world.weight as i64;
            }
        }
        prospects.sort_by(|one, other| other.compare(one));
        prospects
    }

    /// What to try: what looks best at once, and the static choice whatever it is.
    fn candidates(&mut self, outlook: &Outlook<'_>) -> Vec<Turn> {
        let mut turns = vec![self.player.choose(outlook)];
        let plays = self.player.best_plays(outlook, self.settings.candidates);
        for turn in plays.into_iter().map(Turn::Play) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        turns.truncate(self.settings.candidates.max(1));
        turns
    }

    /// The final lead after a turn in a world, as good as it can be foreseen.
    fn lead(
        &mut self,
        outlook: &Outlook<'_>,
        other: u8,
        world: &World,
        turn: &Turn,
        stop: &dyn Stop,
    ) -> i64 {
        let mut racks = vec![TileCounts::new(); outlook.status.seats.len()];
        racks[usize::from(outlook.seat)] = *outlook.rack;
        racks[usize::from(other)] = world.rack;
        let mut game = Playout::from_parts(outlook, racks, world.bag.iter().copied().collect());
        let mut draws = InOrder(world.bag.iter());
        game.take(turn, &mut draws);
        for _ in 0..MOST_TURNS {
            if game.is_over() || game.bag().is_empty() {
                break;
            }
            let turn = self.player.choose(&game.outlook(game.to_move()));
            game.take(&turn, &mut draws);
        }
        let score = |seat: u8| game.score(seat).as_i64().unwrap_or(0);
        let lead = score(outlook.seat) - score(other);
        let value = match self.solver.solve(&game, stop) {
            Ok(endgame) => endgame.value,
            Err(_) => return lead,
        };
        if game.to_move() == outlook.seat { lead + value } else { lead - value }
    }
}
