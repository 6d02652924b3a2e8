//! A bot that simulates.

use super::{Simulation, SimulationSettings, WinModel};
use crate::{Bot, Chance, Move, Outlook, StaticBot};
use std::sync::Arc;
use tilewright_movegen::{AnyFinder, LeaveValues, Never, Stop};

/// Creates the stop condition of a turn, called at its start.
pub type MakeStop = dyn Fn() -> Box<dyn Stop> + Send + Sync;

/// Plays the best move of a simulation. With the same seed it plays the same game, unless it has a
/// clock.
pub struct SimulationBot<'g> {
    player: StaticBot<'g>,
    settings: SimulationSettings,
    model: WinModel,
    seed: u64,
    clock: Option<Arc<MakeStop>>,
}

impl<'g> SimulationBot<'g> {
    /// A bot with leave values, which its rollouts use for every seat.
    pub fn new(
        finder: AnyFinder<'g>,
        leaves: Arc<dyn LeaveValues + Send + Sync>,
        model: WinModel,
        settings: SimulationSettings,
    ) -> SimulationBot<'g> {
        let player = StaticBot::new(finder, leaves);
        SimulationBot { player, settings, model, seed: 0, clock: None }
    }

    /// The same with a time limit for every turn.
    pub fn with_clock(mut self, clock: Arc<MakeStop>) -> SimulationBot<'g> {
        self.clock = Some(clock);
        self
    }

    /// Chooses a move with what is known when `stop` is due.
    pub fn choose_until(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Move {
        let turns = outlook.status.seats.iter().map(|seat| u64::from(seat.turns)).sum();
        let seed = Chance::part(self.seed, turns).bits();
        let settings = SimulationSettings { seed, ..self.settings.clone() };
        let mut simulation = Simulation::new(&mut self.player, outlook, self.model, settings, stop);
        simulation.run(stop);
        simulation.into_best()
    }
}

impl Bot for SimulationBot<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        match self.clock.clone() {
            Some(clock) => self.choose_until(outlook, &*clock()),
            None => self.choose_until(outlook, &Never),
        }
    }
}
