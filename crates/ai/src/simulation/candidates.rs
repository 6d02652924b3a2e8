//! Which turns are worth a simulation.

use super::settings::SimulationSettings;
use crate::{Outlook, StaticBot, Turn};
use tilewright_movegen::Stop;
use tilewright_rules::TurnAction;

/// A turn to be simulated.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// What it is worth by itself, in thousandths of a point: its score and what it leaves.
    pub equity: i64,
}

/// The best plays by static equity, the best swaps, and a pass, as far as the rules allow them;
/// best first. There is always at least one.
pub(crate) fn candidates(
    player: &mut StaticBot<'_>,
    outlook: &Outlook<'_>,
    settings: &SimulationSettings,
    stop: &dyn Stop,
) -> Vec<Candidate> {
    let (plays, _) = player.best_plays_until(outlook, settings.plays.max(1), stop);
    let mut found: Vec<Candidate> = Vec::with_capacity(plays.len() + settings.swaps + 1);
    found.extend(plays.into_iter().map(|play| {
        let equity = play.equity;
        Candidate { turn: Turn::Play(play), equity }
    }));
    for (tiles, equity) in player.best_swaps(outlook, settings.swaps) {
        found.push(Candidate { turn: Turn::Swap(tiles), equity });
    }
    if found.is_empty() || outlook.allows(&TurnAction::Pass) {
        let equity = player.kept_value(outlook, &Turn::Pass);
        found.push(Candidate { turn: Turn::Pass, equity });
    }
    // Stable: of equal ones, plays.
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.equity));
    found
}
