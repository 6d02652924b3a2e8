//! A bot that searches endgames and pre-endgames.

use super::EndgameSolver;
use crate::pre_endgame::{PreEndgame, PreEndgameResult, PreEndgameSettings};
use crate::setters::setters;
use crate::{Bot, Chance, Move, Openings, Outlook, Playout, StaticBot};
use std::sync::Arc;
use tilewright_movegen::{Generator, LeaveValues, Never, Stop};
use tilewright_tiles::TileCounts;

/// How much a bot searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EndgameSettings {
    /// The largest number of nodes once the bag is empty.
    pub nodes: u64,
    /// The search while a few tiles are in the bag.
    pub pre_endgame: PreEndgameSettings,
    /// The memory of the search, in bytes.
    pub memory: usize,
}

impl Default for EndgameSettings {
    fn default() -> EndgameSettings {
        EndgameSettings {
            nodes: 40_000,
            pre_endgame: PreEndgameSettings::default(),
            memory: 8 << 20,
        }
    }
}

setters!(EndgameSettings { nodes: u64, pre_endgame: PreEndgameSettings, memory: usize });

/// Memory for the many small searches of the pre-endgame, in bytes.
const SMALL_MEMORY: usize = 1 << 20;

/// Plays as [`StaticBot`] does, but searches when few tiles are in the bag, and solves the
/// endgames of two players as exactly as its settings allow.
pub struct EndgameBot<'g> {
    player: StaticBot<'g>,
    settings: EndgameSettings,
    solver: EndgameSolver<'g>,
    /// For the many small searches of the pre-endgame.
    small: EndgameSolver<'g>,
    seed: u64,
}

impl<'g> EndgameBot<'g> {
    /// A bot with leave values.
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
            small: solver(SMALL_MEMORY.min(settings.memory), settings.pre_endgame.nodes),
            settings,
            seed: 0,
        }
    }

    /// The same bot with values for openings, used while it does not search.
    pub fn with_openings(mut self, openings: Option<Arc<Openings>>) -> EndgameBot<'g> {
        self.player = self.player.with_openings(openings);
        self
    }

    /// Chooses a move with what is known when `stop` is due.
    pub fn choose_until(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Move {
        let searched = match outlook.bag_len() {
            0 => self.solved(outlook, stop),
            _ => self.results(outlook, stop).into_iter().next().map(|best| best.turn),
        };
        searched.unwrap_or_else(|| self.player.choose(outlook))
    }

    /// Evaluates the candidates of a pre-endgame, best first. Empty if too many tiles are in the
    /// bag, or if more than two play.
    pub fn results(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Vec<PreEndgameResult> {
        let bag = outlook.bag_len();
        if bag == 0 || bag > self.settings.pre_endgame.bag {
            return Vec::new();
        }
        let turns = outlook.status.seats.iter().map(|seat| u64::from(seat.turns)).sum();
        let seed = Chance::part(self.seed, turns).bits();
        let (player, solver) = (&mut self.player, &mut self.small);
        PreEndgame { player, solver, settings: self.settings.pre_endgame }
            .results(outlook, seed, stop)
    }

    /// The best move of an endgame in which nothing is hidden; `None` if it cannot be solved.
    fn solved(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Option<Move> {
        match self.solver.solve(&known_game(outlook)?, stop) {
            Ok(found) => found.principal_variation.into_iter().next(),
            // Not a position for the solver: the bot plays by its other means.
            Err(_) => None,
        }
    }
}

/// The whole game, if a seat can know it: the bag is empty, and the unseen tiles are those of its
/// only opponent.
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

    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        self.choose_until(outlook, &Never)
    }
}
