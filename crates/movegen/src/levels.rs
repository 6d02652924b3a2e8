//! Walking lines through the word graph, level by level.
//!
//! All partial words that have reached the same cell are taken one cell further together. The
//! processor then has many independent steps before it, where a recursive walk would have it wait
//! for one after another.

use crate::lines::LineTable;
use crate::sight::{Sight, Slot};
use crate::tray::Tray;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};

/// A partial word: its last placement, and what it adds up to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The node of the graph.
    pub node: NodeId,
    /// The placement before.
    pub parent: u32,
    /// The rack's tiles that are used.
    pub used: u64,
    /// What the letters of the main word add up to.
    pub sum: i32,
    /// What the cross words add.
    pub cross: i32,
    /// The product of word factors.
    pub factor: i32,
    /// Where the code was placed.
    pub slot: u32,
    /// The code that was placed; 0 for none.
    pub code: u8,
    /// The blanks that are left.
    pub wild: u8,
    /// How many tiles have been placed.
    pub placed: u8,
    /// How many tiles have been covered.
    pub covered: u8,
    /// Whether no cell of the word is stacked.
    pub flat: bool,
}

impl Step {
    /// No word yet.
    pub fn origin(node: NodeId, wild: u8) -> Step {
        Step {
            node,
            parent: NO_STEP,
            used: 0,
            sum: 0,
            cross: 0,
            factor: 1,
            slot: 0,
            code: 0,
            wild,
            placed: 0,
            covered: 0,
            flat: true,
        }
    }
}

/// The parent of first placements.
pub(crate) const NO_STEP: u32 = u32::MAX;

/// Takes the words as they are found.
pub(crate) trait Emit {
    /// A word; `step` is its last placement, those before are found by `parent` in `steps`.
    fn emit(&mut self, steps: &[Step], step: &Step);
}

/// A candidate for the next level.
#[derive(Clone, Copy)]
struct Branch {
    from: u32,
    node: NodeId,
    code: u8,
}

/// What a walk needs besides the position; kept from walk to walk.
#[derive(Default)]
pub(crate) struct Buffers {
    steps: Vec<Step>,
    branches: Vec<Branch>,
    turned: Vec<Branch>,
}

/// A walk over all lines of a position.
pub(crate) struct Walk<'a, M, E> {
    pub graph: &'a WordGraph<M>,
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub tray: &'a Tray<M>,
    /// Whether tiles may cover others.
    pub stacking: bool,
    pub buffers: &'a mut Buffers,
    pub emit: E,
}

impl<M: LetterMask, E: Emit> Walk<'_, M, E> {
    /// Finds every play of every line.
    pub fn run(&mut self) {
        if self.tray.len == 0 {
            return;
        }
        for line in &self.table.lines {
            match self.stacking {
                true => self.stacked_line(line.slots()),
                false => self.flat_line(line.slots()),
            }
        }
    }

    /// The words of a line, by the leftmost run or lone contact cell that they cover.
    fn flat_line(&mut self, slots: Range<usize>) {
        let sight = self.sight;
        let (mut at, mut limit) = (slots.start, slots.start);
        while at < slots.end {
            let slot = &sight.slots[at];
            if slot.filled() {
                let end = at + sight.slots[at..].iter().take_while(|slot| slot.filled()).count();
                self.from_run(at, end, limit);
                (at, limit) = (end, end + 1);
                continue;
            }
            if slot.contact() && !slot.beside() {
                self.from_cell(at, limit);
                limit = at + 1;
            }
            at += 1;
        }
    }

    /// The words of a line, by the leftmost contact cell on which they place a tile.
    fn stacked_line(&mut self, slots: Range<usize>) {
        for at in slots.clone() {
            let slot = &self.sight.slots[at];
            if slot.contact() && slot.open() {
                self.from_cell(at, slots.start);
            }
        }
    }

    fn origin(&self) -> Step {
        Step::origin(self.graph.root(), self.tray.wild)
    }

    /// Words through a run of tiles.
    fn from_run(&mut self, start: usize, end: usize, limit: usize) {
        let mut step = self.origin();
        for slot in self.sight.slots[start..end].iter().rev() {
            step.node = self.graph.child(step.node, slot.code);
            step.sum += i32::from(slot.value);
            step.flat &= !slot.stacked();
        }
        if step.node == 0 {
            return;
        }
        self.buffers.steps.clear();
        self.buffers.steps.push(step);
        self.sweep(0, start, end, limit);
    }

    /// Words that place a tile on a cell.
    fn from_cell(&mut self, at: usize, limit: usize) {
        let origin = self.origin();
        self.buffers.steps.clear();
        self.buffers.steps.push(origin);
        self.place_left(0..1, at, at + 1);
        self.sweep(1, at, at + 1, limit);
    }

    /// Takes the steps from `first` on, which cover `start..right`, to the left as far as `limit`
    /// and then all of them to the right.
    fn sweep(&mut self, first: usize, start: usize, right: usize, limit: usize) {
        let slots = &self.sight.slots;
        self.buffers.turned.clear();
        let mut level = first..self.buffers.steps.len();
        let mut at = start;
        while !level.is_empty() {
            let before = &slots[at - 1];
            if !before.filled() {
                self.turn(level.clone());
            }
            if at == limit || self.stacking && !before.filled() && before.contact() {
                break;
            }
            at -= 1;
            let next = self.buffers.steps.len();
            match before.filled() {
                true => self.keep_left(level, at, right),
                false => self.place_left(level, at, right),
            }
            level = next..self.buffers.steps.len();
        }
        let mut level = self.turned(right);
        let mut at = right;
        while !level.is_empty() {
            let next = self.buffers.steps.len();
            let slot = &slots[at];
            if slot.filled() {
                self.keep_right(level.clone(), at);
            }
            if slot.open() {
                self.place_right(level, at);
            }
            level = next..self.buffers.steps.len();
            at += 1;
        }
    }

    /// Notes the steps of a level that can go on to the right.
    fn turn(&mut self, level: Range<usize>) {
        let Buffers { steps, turned, .. } = &mut *self.buffers;
        for (from, step) in level.clone().zip(&steps[level]) {
            let node = self.graph.child(step.node, 0);
            if node != 0 {
                turned.push(Branch { from: from as u32, node, code: 0 });
            }
        }
    }

    /// The steps that go on to the right, as a level.
    fn turned(&mut self, right: usize) -> Range<usize> {
        let slot = &self.sight.slots[right];
        let Buffers { steps, turned, .. } = &mut *self.buffers;
        let first = steps.len();
        for branch in turned.iter() {
            let step = steps[branch.from as usize];
            let wanted = self.graph.children(branch.node) | self.graph.accepts(branch.node);
            let available = self.tray.available(step.used, step.wild);
            if !(wanted & slot.passable(available)).is_empty() {
                steps.push(Step { node: branch.node, ..step });
            }
        }
        first..steps.len()
    }

    /// Places tiles on a slot left of all others.
    fn place_left(&mut self, level: Range<usize>, at: usize, right: usize) {
        let slots = &self.sight.slots;
        let ends = !slots[at - 1].filled() && !slots[right].filled();
        self.branch(level, at, ends);
        for index in 0..self.buffers.branches.len() {
            let Branch { from, node, code } = self.buffers.branches[index];
            let step = placing(
                self.sight,
                self.tray,
                from,
                &self.buffers.steps[from as usize],
                at,
                code,
                node,
            );
            self.buffers.steps.push(step);
        }
    }

    /// Places tiles on a slot right of all others.
    fn place_right(&mut self, level: Range<usize>, at: usize) {
        let next = &self.sight.slots[at + 1];
        self.branch(level, at, !next.filled());
        self.prune(next);
        for index in 0..self.buffers.branches.len() {
            let Branch { from, node, code } = self.buffers.branches[index];
            let step = placing(
                self.sight,
                self.tray,
                from,
                &self.buffers.steps[from as usize],
                at,
                code,
                node,
            );
            self.buffers.steps.push(step);
        }
    }

    /// The ways on from a level by a new tile on a slot; words that end there are handed on.
    fn branch(&mut self, level: Range<usize>, at: usize, ends: bool) {
        let allowed = self.sight.slots[at].allowed;
        self.buffers.branches.clear();
        for from in level {
            let step = self.buffers.steps[from];
            let (children, accepts) =
                (self.graph.children(step.node), self.graph.accepts(step.node));
            let fitting = allowed & self.tray.available(step.used, step.wild);
            for code in codes(children & fitting) {
                let node = self.graph.child(step.node, code);
                self.buffers.branches.push(Branch { from: from as u32, node, code });
            }
            if ends {
                for code in codes(accepts & fitting) {
                    let word = placing(self.sight, self.tray, from as u32, &step, at, code, 0);
                    self.found(&word);
                }
            }
        }
    }

    /// Drops the branches that cannot go on through the next slot.
    fn prune(&mut self, next: &Slot<M>) {
        let Buffers { steps, branches, .. } = &mut *self.buffers;
        let mut kept = 0;
        for index in 0..branches.len() {
            let branch = branches[index];
            let step = &steps[branch.from as usize];
            let (used, wild) = self.tray.take(branch.code, step.used, step.wild);
            let wanted = self.graph.children(branch.node) | self.graph.accepts(branch.node);
            let goes_on = !(wanted & next.passable(self.tray.available(used, wild))).is_empty();
            branches[kept] = branch;
            kept += usize::from(goes_on);
        }
        branches.truncate(kept);
    }

    /// Reads the tile left of all others.
    fn keep_left(&mut self, level: Range<usize>, at: usize, right: usize) {
        let slots = &self.sight.slots;
        let ends = !slots[at - 1].filled() && !slots[right].filled();
        self.keep(level, at, ends);
    }

    /// Reads the tile right of all others.
    fn keep_right(&mut self, level: Range<usize>, at: usize) {
        let ends = !self.sight.slots[at + 1].filled();
        self.keep(level, at, ends);
    }

    fn keep(&mut self, level: Range<usize>, at: usize, ends: bool) {
        let slot = &self.sight.slots[at];
        for from in level {
            let mut step = self.buffers.steps[from];
            let accepted = self.graph.accepts(step.node).has(slot.code);
            step.node = self.graph.child(step.node, slot.code);
            step.sum += i32::from(slot.value);
            step.flat &= !slot.stacked();
            if accepted && ends {
                self.found(&step);
            }
            if step.node != 0 {
                self.buffers.steps.push(step);
            }
        }
    }

    #[inline(always)]
    fn found(&mut self, step: &Step) {
        if step.placed > 1 || is_first_line(self.table, self.sight, step.slot) {
            self.emit.emit(&self.buffers.steps, step);
        }
    }
}

/// What a step becomes with one more tile.
#[inline(always)]
pub(crate) fn placing<M: LetterMask>(
    sight: &Sight<M>,
    tray: &Tray<M>,
    from: u32,
    step: &Step,
    at: usize,
    code: u8,
    node: NodeId,
) -> Step {
    let slot = &sight.slots[at];
    let score = tray.scores[usize::from(code)];
    let (used, wild) = tray.take(code, step.used, step.wild);
    Step {
        node,
        parent: from,
        used,
        sum: step.sum + i32::from(slot.under) + score * i32::from(slot.letter_factor),
        cross: step.cross + slot.cross_base + score * i32::from(slot.cross_times),
        factor: step.factor * i32::from(slot.word_factor),
        slot: at as u32,
        code,
        wild,
        placed: step.placed + 1,
        covered: step.covered + u8::from(slot.filled()),
        flat: step.flat && !slot.filled(),
    }
}

/// Whether this slot is the first of its cell that has a neighbour on its line: a single tile is
/// one play, however many words it forms.
pub(crate) fn is_first_line<M: LetterMask>(table: &LineTable, sight: &Sight<M>, slot: u32) -> bool {
    let slots = &table.of_cell[table.cells[slot as usize].index()];
    slots.iter().find(|slot| sight.slots[**slot as usize].beside()) == Some(&slot)
}
