//! A player that searches when the end is near.

use super::EndgameSolver;
use crate::near_end::{NearEnd, NearEndSettings, Prospect};
use crate::{Bot, Chance, Openings, Outlook, Playout, StaticBot, Turn};
use std::sync::Arc;
use tilewright_movegen::{Generator, LeaveValues, Never, Stop};
use tilewright_tiles::TileCounts;

/// How much a player searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameSettings {
    /// How many positions the search may take once the bag is empty.
    pub nodes: u64,
    /// What is tried before.
    pub near: NearEndSettings,
    /// How many bytes the search may take.
    pub memory: usize,
}

impl Default for EndgameSettings {
    fn default() -> EndgameSettings {
        EndgameSettings { nodes: 40_000, near: NearEndSettings::default(), memory: 8 << 20 }
    }
}

/// Memory for the many small searches of the near end, in bytes.
const SMALL_MEMORY: usize = 1 << 20;

/// Plays as [`StaticBot`] does, but searches when at most a few tiles are in the bag, and plays
/// games of two to their end as exactly as its settings allow.
pub struct EndgameBot<'g> {
    player: StaticBot<'g>,
    settings: EndgameSettings,
    solver: EndgameSolver<'g>,
    /// For many small searches.
    small: EndgameSolver<'g>,
    seed: u64,
}

impl<'g> EndgameBot<'g> {
    /// A player with values for leaves.
    pub fn new(
        generator: &'g Generator,
        leaves: Arc<dyn LeaveValues + Send + Sync>,
        settings: EndgameSettings,
    ) -> EndgameBot<'g> {
        let solver = |memory, nodes| {
            let mut solver = EndgameSolver::new(generator, memory);
            solver.set_most_nodes(nodes);
            solver
        };
        EndgameBot {
            player: StaticBot::new(generator.finder(), leaves),
            solver: solver(settings.memory, settings.nodes),
            small: solver(SMALL_MEMORY.min(settings.memory), settings.near.nodes),
            settings,
            seed: 0,
        }
    }

    /// The same player with values for openings, while it does not search.
    pub fn with_openings(mut self, openings: Option<Arc<Openings>>) -> EndgameBot<'g> {
        self.player = self.player.with_openings(openings);
        self
    }

    /// What to do with a turn, by what is known when it is time to stop.
    pub fn choose_until(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Turn {
        let searched = match outlook.bag_len() {
            0 => self.solved(outlook, stop),
            _ => self.prospects(outlook, stop).into_iter().next().map(|best| best.turn),
        };
        searched.unwrap_or_else(|| self.player.choose(outlook))
    }

    /// What the candidates lead to when a few tiles are in the bag, the best one first; empty if
    /// there are more, or if more than two play.
    pub fn prospects(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Vec<Prospect> {
        let bag = outlook.bag_len();
        if bag == 0 || bag > self.settings.near.bag {
            return Vec::new();
        }
        let turns = outlook.status.seats.iter().map(|seat| u64::from(seat.turns)).sum();
        let seed = Chance::part(self.seed, turns).bits();
        let (player, solver) = (&mut self.player, &mut self.small);
        NearEnd { player, solver, settings: self.settings.near }.prospects(outlook, seed, stop)
    }

    /// The best turn of an endgame in which nothing is hidden.
    fn solved(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Option<Turn> {
        let found = self.solver.solve(&known_game(outlook)?, stop).ok()?;
        found.line.into_iter().next()
    }
}

/// The whole game, if a seat can know it: the bag is empty, and the tiles that it does not see
/// are those of its only opponent.
pub fn known_game<'a>(outlook: &Outlook<'a>) -> Option<Playout<'a>> {
    let mut others = outlook.status.active().filter(|(seat, _)| *seat != outlook.seat);
    let (other, status) = others.next().filter(|_| others.next().is_none())?;
    let unseen = outlook.unseen();
    if outlook.bag_len() > 0 || unseen.len() != status.rack_len {
        return None;
    }
    let mut racks = vec![TileCounts::new(); outlook.status.seats.len()];
    *racks.get_mut(usize::from(outlook.seat))? = *outlook.rack;
    *racks.get_mut(usize::from(other))? = unseen;
    Some(Playout::from_parts(outlook, racks, TileCounts::new()))
}

impl Bot for EndgameBot<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, outlook: &Outlook<'_>) -> Turn {
        self.choose_until(outlook, &Never)
    }
}
