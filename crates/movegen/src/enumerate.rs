//! Walking a line from its contact cells outward through the word graph.

use crate::compile::Compiled;
use crate::lines::LineTable;
use crate::scan::{Scan, SlotData};
use crate::tray::Tray;
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};
use tilewright_rules::Placement;
use tilewright_tiles::{KindId, Mark, Tile};

/// What a play adds up to while it grows.
#[derive(Clone, Copy, Default)]
pub(crate) struct Running {
    /// The letters of the main word.
    pub sum: i64,
    /// Its factors, less one: so that nothing placed is zero.
    pub factor: i64,
    /// The cross words.
    pub cross: i64,
}

/// Takes the plays as they are found.
pub(crate) trait Emit {
    /// A play: its placements in the order in which they were found, and its running sums.
    fn emit(&mut self, placed: &[Placement], running: &Running);
}

/// A walk over all lines of a position.
pub(crate) struct Walker<'a, M, E> {
    pub graph: &'a WordGraph<M>,
    pub compiled: &'a Compiled,
    pub table: &'a LineTable,
    pub scan: &'a Scan<M>,
    pub tray: Tray<M>,
    pub placed: Vec<Placement>,
    pub emit: E,
    /// The slots of the current line.
    line: &'a [SlotData<M>],
    cells: &'a [CellId],
    first_slot: u32,
    anchor: usize,
}

impl<'a, M: LetterMask, E: Emit> Walker<'a, M, E> {
    pub fn new(
        graph: &'a WordGraph<M>,
        compiled: &'a Compiled,
        table: &'a LineTable,
        scan: &'a Scan<M>,
        tray: Tray<M>,
        emit: E,
    ) -> Self {
        let placed = Vec::with_capacity(tray.len);
        let (line, cells): (&[SlotData<M>], &[CellId]) = (&[], &[]);
        Walker {
            graph,
            compiled,
            table,
            scan,
            tray,
            placed,
            emit,
            line,
            cells,
            first_slot: 0,
            anchor: 0,
        }
    }

    /// Finds every play of every line.
    pub fn run(&mut self) {
        for line in &self.table.lines {
            let slots = line.start as usize..(line.start + line.len) as usize;
            self.line = &self.scan.slots[slots.clone()];
            self.cells = &self.table.cells[slots];
            self.first_slot = line.start;
            for anchor in 0..self.line.len() {
                if self.line[anchor].contact && self.line[anchor].open {
                    self.anchor = anchor;
                    self.left(
                        anchor,
                        self.graph.root(),
                        Running { factor: 1, ..Running::default() },
                    );
                }
            }
        }
    }

    fn filled(&self, at: usize) -> bool {
        self.line[at].code != 0
    }

    /// Reads the cell at a place at or left of the anchor.
    fn left(&mut self, at: usize, node: NodeId, running: Running) {
        let slot = &self.line[at];
        if at != self.anchor && slot.code != 0 {
            let code = slot.code;
            let kept = Running { sum: running.sum + slot.value, ..running };
            let accepted = self.graph.accepts(node).has(code);
            let next = self.graph.child(node, code);
            self.left_done(at, next, accepted, kept);
        } else if at == self.anchor || !slot.contact {
            self.place(at, node, running, Walker::left_done);
        }
    }

    /// The cells from `at` to the anchor have been read.
    fn left_done(&mut self, at: usize, node: NodeId, accepted: bool, running: Running) {
        let must_go_on = at > 0 && self.filled(at - 1);
        if !must_go_on {
            let right = self.anchor + 1;
            let right_free = right == self.line.len() || !self.filled(right);
            if accepted && right_free {
                self.found(at, self.anchor, &running);
            }
            if node != 0 && right < self.line.len() {
                let turned = self.graph.child(node, 0);
                if turned != 0 {
                    self.right(right, turned, at, running);
                }
            }
        }
        if node != 0 && at > 0 {
            self.left(at - 1, node, running);
        }
    }

    /// Reads the cell at a place right of the anchor; the word begins at `first`.
    fn right(&mut self, at: usize, node: NodeId, first: usize, running: Running) {
        let slot = &self.line[at];
        if slot.code != 0 {
            let code = slot.code;
            let kept = Running { sum: running.sum + slot.value, ..running };
            let accepted = self.graph.accepts(node).has(code);
            let next = self.graph.child(node, code);
            self.right_done(at, next, accepted, first, kept);
            if !slot.open {
                return;
            }
        }
        self.place(at, node, running, |walker, at, next, accepted, running| {
            walker.right_done(at, next, accepted, first, running);
        });
    }

    fn right_done(
        &mut self,
        at: usize,
        node: NodeId,
        accepted: bool,
        first: usize,
        running: Running,
    ) {
        let next = at + 1;
        let ends_here = next == self.line.len() || !self.filled(next);
        if accepted && ends_here {
            self.found(first, at, &running);
        }
        if node != 0 && next < self.line.len() {
            self.right(next, node, first, running);
        }
    }

    /// Places every tile that fits at a place, then goes on.
    fn place(
        &mut self,
        at: usize,
        node: NodeId,
        running: Running,
        go_on: impl Fn(&mut Self, usize, NodeId, bool, Running) + Copy,
    ) {
        let slot = &self.line[at];
        let accepts = self.graph.accepts(node);
        let wanted = (self.graph.children(node) | accepts) & slot.allowed;
        let letters = wanted & self.tray.letter_codes;
        for code in codes(letters) {
            for index in 0..self.tray.kinds_of(code) {
                if let Some(kind) = self.tray.take_letter(code, index) {
                    self.put(at, code, kind, node, accepts.has(code), running, go_on);
                    self.tray.return_letter(code, index);
                }
            }
        }
        if (wanted & self.tray.blank_codes).is_empty() {
            return;
        }
        for index in 0..self.tray.blank_kinds() {
            for code in codes(wanted & self.tray.blank_mask(index)) {
                let kind = self.tray.take_blank(index);
                self.put(at, code, kind, node, accepts.has(code), running, go_on);
                self.tray.return_blank(index);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn put(
        &mut self,
        at: usize,
        code: u8,
        kind: KindId,
        node: NodeId,
        accepted: bool,
        running: Running,
        go_on: impl Fn(&mut Self, usize, NodeId, bool, Running),
    ) {
        let slot = &self.line[at];
        let score = self.compiled.score(kind);
        let running = Running {
            sum: running.sum + score * slot.letter_factor,
            factor: running.factor * slot.word_factor,
            cross: running.cross + slot.cross_base + score * slot.cross_times,
        };
        let tile = Tile { kind, letter: self.compiled.order.letter(code), mark: Mark::NONE };
        self.placed.push(Placement { cell: self.cells[at], tile });
        let next = self.graph.child(node, code);
        go_on(self, at, next, accepted, running);
        self.placed.pop();
    }

    fn found(&mut self, first: usize, last: usize, running: &Running) {
        if last == first || self.placed.len() == 1 && !self.is_first_line() {
            return;
        }
        self.emit.emit(&self.placed, running);
    }

    /// Whether this line is the first on which the anchor's cell has a neighbour: a single tile
    /// is one play, however many words it forms.
    fn is_first_line(&self) -> bool {
        let slot = self.first_slot + self.anchor as u32;
        let slots = &self.table.of_cell[self.cells[self.anchor].index()];
        slots.iter().find(|slot| self.scan.slots[**slot as usize].beside) == Some(&slot)
    }
}
