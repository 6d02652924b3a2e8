//! Slot-by-slot changes with undo, for tree searches.
//!
//! Such changes keep the cross-sets up to date but not the extensions, so best plays must not be
//! searched for in the result.

use super::line_sets::LineState;
use super::slot::{Content, Slot};
use super::{BoardView, LineTable};
use crate::compile::Compiled;
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::Board;

/// A slot and its line set at one time.
#[derive(Clone, Copy)]
pub(crate) struct Snapshot<M> {
    slot: Slot<M>,
    line_set: LineState<M>,
}

impl<M: LetterMask> BoardView<M> {
    /// Saves a slot.
    #[inline]
    pub fn snapshot(&self, at: usize) -> Snapshot<M> {
        Snapshot { slot: self.slots[at], line_set: self.line_sets[at] }
    }

    /// Restores a slot.
    #[inline]
    pub fn restore(&mut self, at: usize, before: &Snapshot<M>, table: &LineTable) {
        let anchor_counts = &mut self.anchor_counts[table.line_of[at] as usize];
        match (self.slots[at].is_anchor(), before.slot.is_anchor()) {
            (true, false) => *anchor_counts -= 1,
            (false, true) => *anchor_counts += 1,
            _ => {}
        }
        (self.slots[at], self.line_sets[at]) = (before.slot, before.line_set);
    }

    /// Updates the slots of a cell after a change of its contents.
    pub fn cover(&mut self, cell: CellId, board: &Board, compiled: &Compiled, table: &LineTable) {
        let content = Content::of(board, compiled, cell);
        for slot in &table.of_cell[cell.index()] {
            self.slots[*slot as usize].cover(&content);
        }
    }

    /// Recomputes the line set of a slot; true if it has changed.
    pub fn update_line_set(
        &mut self,
        at: usize,
        compiled: &Compiled,
        graph: &WordGraph<M>,
    ) -> bool {
        let Some(line_set) = self
            .line_set_at(at, compiled, graph)
            .filter(|line_set| *line_set != self.line_sets[at])
        else {
            return false;
        };
        self.line_sets[at] = line_set;
        self.slots[at].set_has_neighbour(line_set.has_neighbour);
        true
    }

    /// Recomputes the cross-sets of a cell on a board that is not empty. Start cells are no anchors
    /// there: only variants in which plays connect to tiles are judged by cross-sets.
    pub fn refresh_cell(&mut self, cell: CellId, compiled: &Compiled, table: &LineTable) {
        self.update_cross_sets(cell, false, compiled, table);
    }
}
