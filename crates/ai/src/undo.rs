//! Taking a turn back: for searches that go forth and back on one game.

use crate::{Draws, Playout, Turn};
use smallvec::SmallVec;
use tilewright_rules::{Placement, SeatStatus};
use tilewright_tiles::TileCounts;

/// What a turn has changed.
#[derive(Clone, Debug)]
pub struct Undo {
    seat: u8,
    placements: SmallVec<[Placement; 8]>,
    /// Bit `n`: the premium under placement `n` was not used up before.
    premiums: u64,
    rack: TileCounts,
    bag: TileCounts,
    seats: SmallVec<[SeatStatus; 2]>,
    out: Option<u8>,
    final_turns: Option<u32>,
    last_placer: Option<u8>,
}

impl Playout<'_> {
    /// Takes a turn of a game that is not over, and says how to take it back.
    pub fn take_undoably(&mut self, turn: &Turn, draws: &mut impl Draws) -> Undo {
        let seat = self.status.to_move;
        let placements = match turn {
            Turn::Play(play) => play.placements.clone(),
            Turn::Swap(_) | Turn::Pass => SmallVec::new(),
        };
        let fresh = |(place, placement): (usize, &Placement)| {
            u64::from(!self.board.premium_used(placement.cell)) << place
        };
        let undo = Undo {
            seat,
            premiums: placements.iter().enumerate().map(fresh).sum(),
            placements,
            rack: *self.rack(seat),
            bag: self.bag,
            seats: self.status.seats.iter().cloned().collect(),
            out: self.status.out,
            final_turns: self.status.final_turns,
            last_placer: self.last_placer,
        };
        self.take(turn, draws);
        undo
    }

    /// Takes the last turn back. Turns are taken back in reverse order.
    pub fn undo(&mut self, undo: Undo) {
        for (place, placement) in undo.placements.iter().enumerate().rev() {
            self.board.take(placement.cell);
            if undo.premiums >> place & 1 == 1 {
                self.board.set_premium_used(placement.cell, false);
            }
        }
        self.racks[usize::from(undo.seat)] = undo.rack;
        self.bag = undo.bag;
        for (status, before) in self.status.seats.iter_mut().zip(undo.seats) {
            *status = before;
        }
        self.status.to_move = undo.seat;
        self.status.bag_len = self.bag.len();
        self.status.out = undo.out;
        self.status.final_turns = undo.final_turns;
        self.status.finished = false;
        self.last_placer = undo.last_placer;
        self.ended_by = None;
    }
}
