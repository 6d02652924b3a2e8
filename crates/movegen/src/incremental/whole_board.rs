//! Incremental generation for the whole board, where plays depend on more than their line.

use super::hashes;
use super::packed_rack::{PackedRack, RackPacking};
use super::play_cache::{LinePlay, PlayCache};
use crate::any_width::{AnyFinder, Generator};
use crate::budget::Budget;
use crate::play::Play;
use crate::stop::Stop;
use tilewright_board::CellId;
use tilewright_rules::{Board, Placement, Position, Ruleset, Switches};
use tilewright_tiles::Tile;

pub(super) struct WholeBoard<'a> {
    finder: AnyFinder<'a>,
    budget: Budget,
    ruleset: &'a Ruleset,
    switches: &'a Switches,
    pub board: Board,
    packings: [RackPacking; 2],
    pub cache: PlayCache,
    /// The hash of the placed tiles.
    hash: u64,
    /// Covered cells, and whether that used up a premium.
    cells: Vec<(CellId, bool)>,
    undo_points: Vec<(usize, u64)>,
}

impl<'a> WholeBoard<'a> {
    pub fn new(
        generator: &'a Generator,
        position: &Position<'a>,
        packings: [RackPacking; 2],
        (memory, budget): (usize, &Budget),
    ) -> WholeBoard<'a> {
        WholeBoard {
            finder: generator.finder().within(budget),
            budget: budget.clone(),
            ruleset: position.ruleset,
            switches: position.switches,
            board: position.board.clone(),
            packings,
            cache: PlayCache::new(memory),
            hash: 0,
            cells: Vec::new(),
            undo_points: Vec::new(),
        }
    }

    pub fn place(&mut self, placements: &[Placement]) {
        self.undo_points.push((self.cells.len(), self.hash));
        self.hash ^= hashes::of_stacks(placements, &self.board);
        for Placement { cell, tile } in placements {
            self.board.put(*cell, *tile);
            let used = self.ruleset.use_premium(&mut self.board, *cell).is_some();
            self.cells.push((*cell, used));
        }
    }

    pub fn undo(&mut self) {
        let Some((cells, hash)) = self.undo_points.pop() else { return };
        self.hash = hash;
        for (cell, used) in self.cells.drain(cells..).rev() {
            let _: Option<Tile> = self.board.take(cell);
            if used {
                self.board.set_premium_used(cell, false);
            }
        }
    }

    pub fn hash_change(&self, play: &LinePlay) -> u64 {
        hashes::of_stacks(self.cache.placements(play), &self.board)
    }

    pub fn each_line(&mut self, seat: usize, left: PackedRack, mut take: impl FnMut(&[LinePlay])) {
        if self.cache.is_full() {
            self.cache.clear();
        }
        let hash = hashes::mix(hashes::mix(hashes::start(seat), self.hash), left.0);
        let list = self.cache.find(hash).unwrap_or_else(|| self.read(seat, left, hash));
        take(self.cache.plays(list));
    }

    fn read(&mut self, seat: usize, left: PackedRack, hash: u64) -> u32 {
        let packing = &self.packings[seat];
        let rack = packing.unpack(left);
        let switches = self.switches;
        let position = Position { switches, ..Position::new(self.ruleset, &self.board, &rack) };
        let begin = self.cache.begin();
        let (cache, budget) = (&mut self.cache, &self.budget);
        self.finder.all_plays(&position, &mut |play: &Play<'_>| {
            if !cache.add(play, packing) {
                budget.spend(u64::MAX);
            }
        });
        self.cache.end(hash, begin)
    }
}
