//! Clocks: time enters as data and is only added up here.

use serde::Serialize;
use tilewright_rules::spec::{TimeLimitAction, TimeLimitSpec};

/// The clocks of a game, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Clocks {
    /// What is left of each seat's bank; below zero in overtime.
    pub bank: Vec<i64>,
    /// Time over the limit of turns, by seat.
    pub over: Vec<u64>,
    /// When the current turn began, if the caller says times at all.
    pub turn_began: Option<u64>,
}

/// What time does to the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expiry {
    /// The turn is passed.
    Pass,
    /// The player resigns.
    Resign,
    /// The player resigns because nothing happened for too long.
    Inactive,
}

const DAY: u64 = 24 * 60 * 60 * 1000;

fn millis(seconds: u32) -> u64 {
    u64::from(seconds) * 1000
}

impl Clocks {
    pub(crate) fn new(settings: &TimeLimitSpec, seats: usize) -> Clocks {
        let bank = settings.bank.map_or(0, |bank| millis(bank) as i64);
        Clocks { bank: vec![bank; seats], over: vec![0; seats], turn_began: None }
    }

    /// The turn of a seat ended at this time.
    pub(crate) fn end_turn(&mut self, settings: &TimeLimitSpec, seat: u8, at: Option<u64>) {
        let (Some(began), Some(at)) = (self.turn_began, at) else { return };
        let spent = at.saturating_sub(began);
        let index = usize::from(seat);
        if let (Some(_), Some(bank)) = (settings.bank, self.bank.get_mut(index)) {
            let spent = i64::try_from(spent).unwrap_or(i64::MAX);
            *bank = bank.saturating_sub(spent).saturating_add(millis(settings.increment) as i64);
        }
        if let (Some(limit), Some(over)) = (settings.turn_time_limit, self.over.get_mut(index)) {
            *over = over.saturating_add(spent.saturating_sub(millis(limit)));
        }
    }

    /// What time does to the seat to move, now; the seat loses nothing before a limit is passed.
    pub fn expiry(&self, settings: &TimeLimitSpec, seat: u8, now: u64) -> Option<Expiry> {
        let spent = now.saturating_sub(self.turn_began?);
        if !settings.enabled {
            return None;
        }
        if settings.inactivity_days.is_some_and(|days| spent >= u64::from(days) * DAY) {
            return Some(Expiry::Inactive);
        }
        let turn_over = settings.turn_time_limit.is_some_and(|limit| spent >= millis(limit));
        let spent = i64::try_from(spent).unwrap_or(i64::MAX);
        let left = self.bank.get(usize::from(seat)).filter(|_| settings.bank.is_some());
        let bank_over = left.is_some_and(|left| spent >= *left);
        match settings.time_limit_action {
            _ if !turn_over && !bank_over => None,
            TimeLimitAction::Pass => Some(Expiry::Pass),
            TimeLimitAction::Resign => Some(Expiry::Resign),
            TimeLimitAction::Overtime(_) => None,
        }
    }

    /// The started minutes of overtime of a seat.
    pub fn overtime_minutes(&self, seat: u8) -> u64 {
        let index = usize::from(seat);
        let (Some(bank), Some(over)) = (self.bank.get(index), self.over.get(index)) else {
            return 0;
        };
        over.saturating_add((*bank).min(0).unsigned_abs()).div_ceil(60_000)
    }
}
