//! The candidates of a simulation.

use super::settings::SimulationSettings;
use crate::{Move, Outlook, StaticBot};
use tilewright_movegen::Stop;
use tilewright_rules::TurnAction;

/// A move to be simulated.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub turn: Move,
    /// Its static equity: score plus leave value, in thousandths of a point.
    pub equity: i64,
}

/// The best plays by static equity, the best swaps and a pass, as far as the rules allow them,
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
        Candidate { turn: Move::Play(play), equity }
    }));
    for (tiles, equity) in player.best_swaps(outlook, settings.swaps) {
        found.push(Candidate { turn: Move::Swap(tiles), equity });
    }
    if found.is_empty() || outlook.allows(&TurnAction::Pass) {
        let equity = player.leave_value(outlook, &Move::Pass);
        found.push(Candidate { turn: Move::Pass, equity });
    }
    // Stable: plays come first among equals.
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.equity));
    found
}
