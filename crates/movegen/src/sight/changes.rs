//! Changes slot by slot that can be taken back: for searches.
//!
//! A sight that is changed like this knows which letters fit, but no longer what longer words may
//! go through a slot, so best plays are not to be found with it.

use super::fits::Fit;
use super::slot::{Content, Slot};
use super::{LineTable, Sight};
use crate::compile::Compiled;
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::Board;

/// All that is known of a slot at some time.
#[derive(Clone, Copy)]
pub(crate) struct Snapshot<M> {
    slot: Slot<M>,
    fit: Fit<M>,
}

impl<M: LetterMask> Sight<M> {
    /// What is known of a slot now.
    #[inline]
    pub fn snapshot(&self, at: usize) -> Snapshot<M> {
        Snapshot { slot: self.slots[at], fit: self.fits[at] }
    }

    /// Makes a slot what it was.
    #[inline]
    pub fn restore(&mut self, at: usize, before: &Snapshot<M>, table: &LineTable) {
        let contacts = &mut self.contacts[table.line_of[at] as usize];
        match (self.slots[at].contact(), before.slot.contact()) {
            (true, false) => *contacts -= 1,
            (false, true) => *contacts += 1,
            _ => {}
        }
        (self.slots[at], self.fits[at]) = (before.slot, before.fit);
    }

    /// What lies on a cell has changed.
    pub fn cover(&mut self, cell: CellId, board: &Board, compiled: &Compiled, table: &LineTable) {
        let content = Content::of(board, compiled, cell);
        for slot in &table.of_cell[cell.index()] {
            self.slots[*slot as usize].cover(&content);
        }
    }

    /// Reads again what the line of a slot says about it; says whether that has changed.
    pub fn fit_slot(&mut self, at: usize, compiled: &Compiled, graph: &WordGraph<M>) -> bool {
        let Some(fit) = self.fit_of(at, compiled, graph).filter(|fit| *fit != self.fits[at]) else {
            return false;
        };
        self.fits[at] = fit;
        self.slots[at].set_beside(fit.beside);
        true
    }

    /// Puts together again what the lines through a cell say, on a board that is not empty.
    pub fn gather(&mut self, cell: CellId, compiled: &Compiled, table: &LineTable) {
        self.put_together(cell, false, compiled, table);
    }
}
