//! The board view for generation: anchors, cross-sets and cross-scores of every slot.
//!
//! * [`line_sets`] reads each line: which letters complete the run through a slot.
//! * [`BoardView::update_cross_sets`] intersects the line sets of the other lines through a cell.
//!   That intersection is the cross-set; the scores of these lines add up to the cross-score; a
//!   neighbouring tile on any line makes the cell an anchor.
//!
//! A [`BoardView`] is updated from position to position. Only lines with a changed cell are read
//! again, and only cells whose line sets have changed get new cross-sets.

mod line_sets;
mod slot;
mod undo;

pub(crate) use slot::{FREE, RESTRICTED, SLOT_CLASSES, Slot};
pub(crate) use undo::Snapshot;

use crate::compile::Compiled;
use crate::lines::LineTable;
use line_sets::LineState;
use slot::{Content, contents};
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::spec::{Placement, StartMode};
use tilewright_rules::{Board, Position};

/// A position, prepared for generation.
pub(crate) struct BoardView<M> {
    pub slots: Vec<Slot<M>>,
    /// The slots of an empty board.
    bare: Vec<Slot<M>>,
    /// Whether the board is empty.
    empty: bool,
    /// Whether every cell is an anchor.
    anywhere: bool,
    all: M,
    line_sets: Vec<LineState<M>>,
    /// The number of anchors on each line.
    anchor_counts: Vec<u32>,
    /// The contents of every cell at the last update; see [`contents`].
    known_contents: Vec<u64>,
    changed: Vec<CellId>,
    stale_lines: Vec<u32>,
    is_stale: Vec<bool>,
    is_changed: Vec<bool>,
}

/// The contents of a cell without a tile.
const NOTHING: u64 = 0;

impl<M: LetterMask> BoardView<M> {
    pub fn new(compiled: &Compiled, table: &LineTable, letters: M) -> BoardView<M> {
        let mut bare = vec![Slot::border(); table.cells.len()];
        for (cell, slots) in table.of_cell.iter().enumerate() {
            for slot in slots {
                let slot = &mut bare[*slot as usize];
                *slot = Slot::bare(compiled.factors[cell], letters);
            }
        }
        BoardView {
            slots: bare.clone(),
            bare,
            empty: false,
            anywhere: false,
            all: letters,
            line_sets: vec![LineState::free(letters); table.cells.len()],
            anchor_counts: vec![0; table.lines.len()],
            known_contents: vec![NOTHING; compiled.factors.len()],
            changed: Vec::new(),
            stale_lines: Vec::new(),
            is_stale: vec![false; table.lines.len()],
            is_changed: vec![false; compiled.factors.len()],
        }
    }

    /// Returns to the empty board.
    pub fn reset(&mut self) {
        self.slots.copy_from_slice(&self.bare);
        self.line_sets.fill(LineState::free(self.all));
        self.anchor_counts.fill(0);
        self.known_contents.fill(NOTHING);
        (self.empty, self.anywhere) = (false, false);
    }

    /// Copies another view.
    pub fn copy_from(&mut self, other: &BoardView<M>) {
        self.slots.copy_from_slice(&other.slots);
        self.line_sets.copy_from_slice(&other.line_sets);
        self.anchor_counts.copy_from_slice(&other.anchor_counts);
        self.known_contents.copy_from_slice(&other.known_contents);
        (self.empty, self.anywhere) = (other.empty, other.anywhere);
    }

    /// The number of anchors on each line.
    pub fn anchor_counts(&mut self) -> &mut Vec<u32> {
        &mut self.anchor_counts
    }

    /// Updates the view to a position. Unchanged lines are not read again.
    pub fn update(
        &mut self,
        position: &Position<'_>,
        compiled: &Compiled,
        table: &LineTable,
        graph: &WordGraph<M>,
    ) {
        let (empty, anywhere) = openness(position);
        if (empty, anywhere) != (self.empty, self.anywhere) {
            (self.empty, self.anywhere) = (empty, anywhere);
            (0..self.known_contents.len() as u16).for_each(|cell| self.note_change(CellId(cell)));
        }
        self.find_changes(position.board, compiled, table);
        let stale = std::mem::take(&mut self.stale_lines);
        for line in &stale {
            self.is_stale[*line as usize] = false;
            self.compute_line_sets(table.lines[*line as usize], compiled, graph, table);
        }
        self.stale_lines = stale;
        self.stale_lines.clear();
        let at_start = self.at_start(position);
        let starts: &[CellId] = if at_start { position.ruleset.start_cells() } else { &[] };
        let changed = std::mem::take(&mut self.changed);
        for cell in &changed {
            self.is_changed[cell.index()] = false;
            let starts = self.anywhere || starts.contains(cell);
            self.update_cross_sets(*cell, starts, compiled, table);
        }
        self.changed = changed;
        self.changed.clear();
    }

    /// Whether a line has an anchor.
    #[inline(always)]
    pub fn has_anchor(&self, line: usize) -> bool {
        self.anchor_counts[line] > 0
    }

    /// Finds the cells that differ from the last update.
    fn find_changes(&mut self, board: &Board, compiled: &Compiled, table: &LineTable) {
        for (index, known) in self.known_contents.iter_mut().enumerate() {
            let cell = CellId(index as u16);
            let now = contents(board, compiled, cell);
            if now == *known {
                continue;
            }
            *known = now;
            if !std::mem::replace(&mut self.is_changed[index], true) {
                self.changed.push(cell);
            }
            let content = Content::of(board, compiled, cell);
            for slot in &table.of_cell[index] {
                let line = table.line_of[*slot as usize];
                if !std::mem::replace(&mut self.is_stale[line as usize], true) {
                    self.stale_lines.push(line);
                }
                self.slots[*slot as usize].cover(&content);
            }
        }
    }

    /// Marks a cell for new cross-sets.
    fn note_change(&mut self, cell: CellId) {
        if !std::mem::replace(&mut self.is_changed[cell.index()], true) {
            self.changed.push(cell);
        }
    }

    /// Computes the cross-sets, cross-scores and anchors of a cell from the line sets of its
    /// lines; `starts` if a play may start there.
    fn update_cross_sets(
        &mut self,
        cell: CellId,
        starts: bool,
        compiled: &Compiled,
        table: &LineTable,
    ) {
        let slots = &table.of_cell[cell.index()];
        let has_neighbour = slots.iter().any(|slot| self.line_sets[*slot as usize].has_neighbour);
        for slot in slots {
            let at = *slot as usize;
            let data = &mut self.slots[at];
            let anchor = starts || has_neighbour || data.filled();
            if anchor != data.is_anchor() {
                data.set_anchor(anchor);
                let anchor_counts = &mut self.anchor_counts[table.line_of[at] as usize];
                *anchor_counts = if anchor { *anchor_counts + 1 } else { *anchor_counts - 1 };
            }
            (data.cross_set, data.cross_score, data.cross_factor) = (M::EMPTY, 0, 0);
            if data.open() {
                data.cross_set = self.all;
                for other in &table.others[at] {
                    let line_set = &self.line_sets[*other as usize];
                    if line_set.has_neighbour {
                        data.cross(line_set, compiled);
                    }
                }
                if data.filled() && compiled.stacks.is_some_and(|stacks| stacks.forbid_same) {
                    data.cross_set = data.cross_set & !M::bit(data.code);
                }
            }
            data.classify(self.all);
        }
    }

    /// Whether start cells are anchors.
    fn at_start(&self, position: &Position<'_>) -> bool {
        let placement = &position.ruleset.spec().line_placement.placement;
        self.empty || *placement == Placement::Connected
    }
}

/// Whether the board is empty, and whether every cell is an anchor.
pub(crate) fn openness(position: &Position<'_>) -> (bool, bool) {
    let spec = position.ruleset.spec();
    let empty = position.board.is_empty();
    let connected = position.is_on("connection", spec.connection.enabled);
    let free_start = !position.is_on("first_move_start", spec.first_move_start.enabled)
        || spec.first_move_start.start == StartMode::Optional;
    (empty, empty && free_start || !connected)
}
