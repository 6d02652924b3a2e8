//! How the standing of a game moves on: what a turn does to counters, scores and the order of
//! play. Games with a log and light games for search share it.

use crate::{Board, GameStatus, Points, Ruleset, SeatStatus};
use tilewright_board::{CellId, PremiumKind};

impl GameStatus {
    /// The standing at the start of a game, before any tile is drawn.
    pub fn at_start(players: u8, first: u8) -> GameStatus {
        let seats = vec![SeatStatus::default(); usize::from(players)];
        GameStatus { seats, to_move: first, ..GameStatus::default() }
    }

    /// A seat placed tiles for some points.
    pub fn note_play(&mut self, seat: u8, points: &Points) {
        let scored = *points != 0;
        for status in &mut self.seats {
            status.passes = 0;
            if scored {
                status.scoreless = 0;
            }
        }
        if let Some(status) = self.seats.get_mut(usize::from(seat)) {
            status.score = status.score.add(points);
            if !scored {
                status.scoreless += 1;
            }
        }
    }

    /// A seat emptied its rack with an empty bag. `final_turn` says whether the others have one
    /// more turn.
    pub fn note_out(&mut self, seat: u8, final_turn: bool) {
        if self.out.is_some() {
            return;
        }
        self.out = Some(seat);
        let others = self.active().count().saturating_sub(1) as u32;
        // One more than the others' turns: this turn itself is about to be counted off.
        self.final_turns = Some(if final_turn { others + 1 } else { 0 });
    }

    /// A seat swapped tiles.
    pub fn note_swap(&mut self, seat: u8) {
        for status in &mut self.seats {
            status.passes = 0;
        }
        if let Some(status) = self.seats.get_mut(usize::from(seat)) {
            status.swaps += 1;
            status.scoreless += 1;
        }
    }

    /// A seat passed.
    pub fn note_pass(&mut self, seat: u8) {
        if let Some(status) = self.seats.get_mut(usize::from(seat)) {
            status.passes += 1;
            status.scoreless += 1;
        }
    }

    /// A seat used its turn.
    pub fn note_turn(&mut self, seat: u8) {
        if let Some(status) = self.seats.get_mut(usize::from(seat)) {
            status.turns += 1;
        }
        if let Some(turns) = &mut self.final_turns {
            *turns = turns.saturating_sub(1);
        }
    }

    /// The next seat that still plays.
    pub fn next_seat(&self) -> Option<u8> {
        let seats = self.seats.len() as u8;
        let mut after = (1..=seats).map(|step| (self.to_move + step) % seats);
        after.find(|seat| !self.seats[usize::from(*seat)].resigned)
    }
}

impl Ruleset {
    /// A tile came to lie on a cell: its premium is used up, unless it already is or never can be.
    pub fn use_premium(&self, board: &mut Board, cell: CellId) -> Option<PremiumKind> {
        let premium = self.premium(cell)?;
        let counts = !matches!(premium, PremiumKind::Reviver | PremiumKind::Regular);
        if !counts || board.premium_used(cell) {
            return None;
        }
        board.set_premium_used(cell, true);
        Some(premium)
    }
}
