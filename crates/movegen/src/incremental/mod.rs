//! Incremental generation for tree searches: two racks, moves and undo, no draws.
//!
//! The plays of a line depend only on the state of its slots. An [`IncrementalGenerator`] keeps a
//! hash of that state for each line and rack, updates it as tiles are placed and removed, and
//! caches the plays of every line by that hash. A search meets the same lines again and again, so
//! hardly any plays are generated twice.

mod by_line;
mod hashes;
mod packed_rack;
mod play_cache;
mod whole_board;

pub use packed_rack::{PackedRack, RackPacking};
pub use play_cache::LinePlay;

use crate::any_width::Generator;
use crate::budget::Budget;
use by_line::ByLine;
use tilewright_rules::{Board, Placement, Position};
use tilewright_tiles::TileCounts;
use whole_board::WholeBoard;

/// A board and two shrinking racks, with plays cached by line.
pub struct IncrementalGenerator<'a>(Width<'a>);

enum Width<'a> {
    Narrow(Box<ByLine<'a, u32>>),
    Wide(Box<ByLine<'a, u64>>),
    Whole(Box<WholeBoard<'a>>),
}

macro_rules! either {
    ($width:expr, $plays:ident => $does:expr) => {
        match $width {
            Width::Narrow($plays) => $does,
            Width::Wide($plays) => $does,
            Width::Whole($plays) => $does,
        }
    };
}

impl<'a> IncrementalGenerator<'a> {
    /// Starts from a position and two racks; `None` if a rack cannot be [packed](RackPacking). The
    /// cache may take `memory` bytes. When the budget is spent, plays are missing; a position with
    /// more plays than the cache has room for spends all of it.
    ///
    /// Where plays depend on more than their line (where the pipeline validates them, or where a
    /// bonus depends on the rack), they are generated for the whole board.
    pub fn new(
        generator: &'a Generator,
        position: &Position<'a>,
        racks: [&TileCounts; 2],
        memory: usize,
        budget: &Budget,
    ) -> Option<IncrementalGenerator<'a>> {
        let packings = [RackPacking::new(racks[0])?, RackPacking::new(racks[1])?];
        let by_line = match generator {
            Generator::Narrow(generator) => {
                ByLine::new(generator, position, racks, &packings, (memory, budget))
                    .map(|plays| Width::Narrow(Box::new(plays)))
            }
            Generator::Wide(generator) => {
                ByLine::new(generator, position, racks, &packings, (memory, budget))
                    .map(|plays| Width::Wide(Box::new(plays)))
            }
        };
        let whole = || {
            let limits = (memory, budget);
            Width::Whole(Box::new(WholeBoard::new(generator, position, packings, limits)))
        };
        Some(IncrementalGenerator(by_line.unwrap_or_else(whole)))
    }

    /// Whether plays are cached by line.
    pub fn is_by_line(&self) -> bool {
        !matches!(self.0, Width::Whole(_))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        either!(&self.0, plays => &plays.board)
    }

    /// Places tiles on the board.
    pub fn place(&mut self, placements: &[Placement]) {
        either!(&mut self.0, plays => plays.place(placements));
    }

    /// Removes the tiles that were placed last.
    pub fn undo(&mut self) {
        either!(&mut self.0, plays => plays.undo());
    }

    /// Passes the plays of a seat to `take`, line by line. Some may need tiles that are no longer
    /// on the rack: the caller filters them.
    #[inline]
    pub fn each_line(&mut self, seat: usize, left: PackedRack, take: impl FnMut(&[LinePlay])) {
        either!(&mut self.0, plays => plays.each_line(seat, left, take));
    }

    /// The hash of what a play would change. The hash of a board is the XOR of these.
    #[inline]
    pub fn hash_change(&self, play: &LinePlay) -> u64 {
        either!(&self.0, plays => plays.hash_change(play))
    }

    /// The placements of a play.
    pub fn placements(&self, play: &LinePlay) -> &[Placement] {
        either!(&self.0, plays => plays.cache.placements(play))
    }

    /// How often the cache was cleared. A [`LinePlay`] is valid only within one epoch.
    pub fn epoch(&self) -> u32 {
        either!(&self.0, plays => plays.cache.epoch)
    }
}
