//! Plays that do not follow from their lines alone, looked for on the whole board.

use super::packed::{Packed, Packing};
use super::signs;
use super::store::{LinePlay, Store};
use crate::any::{AnyFinder, Generator};
use crate::play::Play;
use tilewright_board::CellId;
use tilewright_rules::{Board, Placement, Position, Ruleset, Switches};
use tilewright_tiles::Tile;

pub(super) struct WholeTracker<'a> {
    finder: AnyFinder<'a>,
    ruleset: &'a Ruleset,
    switches: &'a Switches,
    pub board: Board,
    packings: [Packing; 2],
    pub store: Store,
    /// What stands for the tiles that have landed.
    sign: u64,
    /// Tiles that landed: the cell, and whether that used a premium up.
    cells: Vec<(CellId, bool)>,
    landings: Vec<(usize, u64)>,
}

impl<'a> WholeTracker<'a> {
    pub fn new(
        generator: &'a Generator,
        position: &Position<'a>,
        packings: [Packing; 2],
        memory: usize,
    ) -> WholeTracker<'a> {
        WholeTracker {
            finder: generator.finder(),
            ruleset: position.ruleset,
            switches: position.switches,
            board: position.board.clone(),
            packings,
            store: Store::new(memory),
            sign: 0,
            cells: Vec::new(),
            landings: Vec::new(),
        }
    }

    pub fn put(&mut self, placements: &[Placement]) {
        self.landings.push((self.cells.len(), self.sign));
        self.sign ^= signs::of_stacks(placements, &self.board);
        for Placement { cell, tile } in placements {
            self.board.put(*cell, *tile);
            let used = self.ruleset.use_premium(&mut self.board, *cell).is_some();
            self.cells.push((*cell, used));
        }
    }

    pub fn take_back(&mut self) {
        let Some((cells, sign)) = self.landings.pop() else { return };
        self.sign = sign;
        for (cell, used) in self.cells.drain(cells..).rev() {
            let _: Option<Tile> = self.board.take(cell);
            if used {
                self.board.set_premium_used(cell, false);
            }
        }
    }

    pub fn change(&self, play: &LinePlay) -> u64 {
        signs::of_stacks(self.store.placements(play), &self.board)
    }

    pub fn each_line(&mut self, seat: usize, left: Packed, mut take: impl FnMut(&[LinePlay])) {
        if self.store.is_full() {
            self.store.clear();
        }
        let sign = signs::mix(signs::mix(signs::start(seat), self.sign), left.0);
        let list = self.store.find(sign).unwrap_or_else(|| self.read(seat, left, sign));
        take(self.store.plays(list));
    }

    fn read(&mut self, seat: usize, left: Packed, sign: u64) -> u32 {
        let packing = &self.packings[seat];
        let rack = packing.unpack(left);
        let switches = self.switches;
        let position = Position { switches, ..Position::new(self.ruleset, &self.board, &rack) };
        let begin = self.store.begin();
        let store = &mut self.store;
        self.finder.all_plays(&position, &mut |play: &Play<'_>| store.add(play, packing));
        self.store.end(sign, begin)
    }
}
