//! The network lag of moves: measured by the server, compensated within bounds.
//!
//! A turn ends when its move arrives, by the server's clock. A player far away loses
//! the network lag on every turn; half of the round trip, measured on the player's socket, is
//! given back. A player who delays the measurement on purpose gains no more than the bounds. The next turn begins
//! at the true time: what one player gets back, no other loses. How much was given is read from
//! the log, as the time between the end of a turn and the beginning of the next.

use crate::app::App;
use crate::tables::{CachedGame, Table};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tilewright::game::{Event, Fact};

/// The round trips of the seats of a game, smoothed, in microseconds.
#[derive(Default)]
pub(crate) struct Lags(Mutex<BTreeMap<u8, u64>>);

impl Lags {
    /// A round trip was measured. Each new one counts for a quarter.
    pub fn note(&self, seat: u8, trip: Duration) {
        let micros = u64::try_from(trip.as_micros()).unwrap_or(u64::MAX).min(60_000_000);
        let mut trips = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trips.entry(seat).and_modify(|known| *known = (*known * 3 + micros) / 4).or_insert(micros);
    }

    /// The network lag in one direction, in milliseconds, if it was measured.
    fn way(&self, seat: u8) -> Option<u64> {
        let trips = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trips.get(&seat).map(|micros| micros / 2_000)
    }
}

/// What was given back in a log, by seat, in milliseconds.
pub(crate) fn given(events: &[Event]) -> BTreeMap<u8, u64> {
    let mut given = BTreeMap::new();
    let mut moving = None;
    for (index, event) in events.iter().enumerate() {
        let Fact::TurnBegan { seat } = event.fact else { continue };
        let before = index.checked_sub(1).and_then(|before| events.get(before));
        if let (Some(before), Some(moving)) = (before, moving)
            && before.command == event.command
            && let (Some(ended), Some(began)) = (before.at, event.at)
        {
            *given.entry(moving).or_default() += began.saturating_sub(ended);
        }
        moving = Some(seat);
    }
    given
}

impl App {
    /// What the seat to move gets back now, in milliseconds. If another server may have
    /// measured the lag, the clock runs out as late as the bounds allow.
    pub(crate) fn grace(&self, table: &Table, cached: &CachedGame, strikes: bool) -> u64 {
        let Some(state) = &cached.state else { return 0 };
        let limits = &state.ruleset().spec().time_limit;
        if !limits.enabled || (limits.turn_time_limit.is_none() && limits.bank.is_none()) {
            return 0;
        }
        let (seat, most) = (state.to_move(), self.0.config.lag);
        let left = most.per_game.saturating_sub(cached.given.get(&seat).map_or(0, |given| *given));
        let elsewhere = if strikes && self.0.config.shared { most.per_move } else { 0 };
        table.lags.way(seat).unwrap_or(elsewhere).min(most.per_move).min(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_are_smoothed_and_bounded() {
        let lags = Lags::default();
        assert_eq!(lags.way(0), None);
        lags.note(0, Duration::from_millis(400));
        assert_eq!((lags.way(0), lags.way(1)), (Some(200), None));
        lags.note(0, Duration::from_millis(800));
        assert_eq!(lags.way(0), Some(250));
        lags.note(1, Duration::MAX);
        assert_eq!(lags.way(1), Some(30_000));
    }

    #[test]
    fn the_log_tells_what_was_given() {
        let event = |command, at, fact| Event { command, at: Some(at), fact };
        let passed = |seat| Fact::Passed { seat, timeout: false };
        let events = [
            event(0, 0, Fact::TurnBegan { seat: 0 }),
            event(1, 90, passed(0)),
            event(1, 100, Fact::TurnBegan { seat: 1 }),
            event(2, 200, passed(1)),
            event(2, 200, Fact::TurnBegan { seat: 0 }),
            event(3, 300, passed(0)),
            event(3, 325, Fact::TurnBegan { seat: 1 }),
        ];
        assert_eq!(given(&events), BTreeMap::from([(0, 35), (1, 0)]));
    }
}
