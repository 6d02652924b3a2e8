//! Plays of two racks on a board that changes to and fro: for searches without draws.
//!
//! All plays of a line follow from what its slots say. A [`Tracker`] keeps one number for each
//! line and rack that stands for all of that, changes it as tiles land and are taken back, and
//! remembers the plays of every line that it has seen. In a search the same lines come up again
//! and again; hardly any plays have to be looked for twice.

mod packed;
mod signs;
mod store;
mod tracker;
mod whole;

pub use packed::{Packed, Packing};
pub use store::LinePlay;

use crate::any::Generator;
use tilewright_rules::{Board, Placement, Position};
use tilewright_tiles::TileCounts;
use tracker::LineTracker;
use whole::WholeTracker;

/// A board with two racks that grow smaller, whose plays are kept by line.
pub struct Tracker<'a>(Width<'a>);

enum Width<'a> {
    Narrow(Box<LineTracker<'a, u32>>),
    Wide(Box<LineTracker<'a, u64>>),
    Whole(Box<WholeTracker<'a>>),
}

macro_rules! either {
    ($width:expr, $tracker:ident => $does:expr) => {
        match $width {
            Width::Narrow($tracker) => $does,
            Width::Wide($tracker) => $does,
            Width::Whole($tracker) => $does,
        }
    };
}

impl<'a> Tracker<'a> {
    /// Begins with a position and two racks, each of which can be [packed](Packing); else there is
    /// none. Plays may take `memory` bytes.
    ///
    /// Where plays do not follow from their lines alone (where the whole pipeline judges them, or
    /// where a bonus depends on the rack), they are looked for on the whole board.
    pub fn new(
        generator: &'a Generator,
        position: &Position<'a>,
        racks: [&TileCounts; 2],
        memory: usize,
    ) -> Option<Tracker<'a>> {
        let packings = [Packing::new(racks[0])?, Packing::new(racks[1])?];
        let by_line = match generator {
            Generator::Narrow(generator) => {
                LineTracker::new(generator, position, racks, &packings, memory)
                    .map(|tracker| Width::Narrow(Box::new(tracker)))
            }
            Generator::Wide(generator) => {
                LineTracker::new(generator, position, racks, &packings, memory)
                    .map(|tracker| Width::Wide(Box::new(tracker)))
            }
        };
        let whole =
            || Width::Whole(Box::new(WholeTracker::new(generator, position, packings, memory)));
        Some(Tracker(by_line.unwrap_or_else(whole)))
    }

    /// Whether plays follow from their lines, and are found all the faster.
    pub fn is_by_line(&self) -> bool {
        !matches!(self.0, Width::Whole(_))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        either!(&self.0, tracker => &tracker.board)
    }

    /// Tiles land on the board.
    pub fn put(&mut self, placements: &[Placement]) {
        either!(&mut self.0, tracker => tracker.put(placements));
    }

    /// Takes back the tiles that landed last.
    pub fn take_back(&mut self) {
        either!(&mut self.0, tracker => tracker.take_back());
    }

    /// Hands the plays of a seat over, line by line. There may be plays among them for which the
    /// tiles that are left do not suffice: they are for the caller to leave out.
    #[inline]
    pub fn each_line(&mut self, seat: usize, left: Packed, take: impl FnMut(&[LinePlay])) {
        either!(&mut self.0, tracker => tracker.each_line(seat, left, take));
    }

    /// A number for what a play would change: XOR of these stands for a board.
    #[inline]
    pub fn change(&self, play: &LinePlay) -> u64 {
        either!(&self.0, tracker => tracker.change(play))
    }

    /// What a play places.
    pub fn placements(&self, play: &LinePlay) -> &[Placement] {
        either!(&self.0, tracker => tracker.store.placements(play))
    }

    /// How often plays have been forgotten for want of memory. A [`LinePlay`] is of use only
    /// until then.
    pub fn epoch(&self) -> u32 {
        either!(&self.0, tracker => tracker.store.epoch)
    }
}
