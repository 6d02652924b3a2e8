//! Taking a turn back: for searches that go forth and back on one game.

use crate::{Draws, Move, Playout};
use smallvec::SmallVec;
use tilewright_rules::{Laid, SeatStatus};
use tilewright_tiles::TileCounts;

/// What a turn has changed.
#[derive(Clone, Debug)]
pub struct Undo {
    seat: u8,
    laid: Laid,
    rack: TileCounts,
    bag: TileCounts,
    seats: SmallVec<[SeatStatus; 2]>,
    out: Option<u8>,
    final_turns: Option<u32>,
    last_placer: Option<u8>,
}

impl Playout<'_> {
    /// Takes a turn of a game that is not over, and says how to take it back.
    pub fn take_undoably(&mut self, turn: &Move, draws: &mut impl Draws) -> Undo {
        let seat = self.to_move();
        let status = &self.core.status;
        let mut undo = Undo {
            seat,
            laid: Laid::default(),
            rack: *self.rack(seat),
            bag: self.core.bag,
            seats: status.seats.iter().cloned().collect(),
            out: status.out,
            final_turns: status.final_turns,
            last_placer: self.core.last_placer,
        };
        if let Move::Play(play) = turn {
            let premiums = self.play_noting(&play.placements, &play.points, draws);
            undo.laid = Laid { placements: play.placements.clone(), premiums };
        } else {
            self.take(turn, draws);
        }
        undo
    }

    /// Takes the last turn back. Turns are taken back in reverse order.
    pub fn undo(&mut self, undo: Undo) {
        let core = &mut self.core;
        core.lift(&undo.laid, |_| {});
        core.racks[usize::from(undo.seat)] = undo.rack;
        core.bag = undo.bag;
        for (status, before) in core.status.seats.iter_mut().zip(undo.seats) {
            *status = before;
        }
        core.status.to_move = undo.seat;
        core.status.bag_len = core.bag.len();
        core.status.out = undo.out;
        core.status.final_turns = undo.final_turns;
        core.status.finished = false;
        core.last_placer = undo.last_placer;
        self.ended_by = None;
    }
}
