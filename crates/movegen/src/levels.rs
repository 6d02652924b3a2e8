//! Walking lines through the word graph, level by level.
//!
//! All partial words that have reached the same cell are taken one cell further together. The
//! processor then has many independent steps before it, where a recursive walk would have it wait
//! for one after another.

use crate::forks::Forks;
use crate::lines::LineTable;
use crate::sight::{Sight, Slot};
use crate::step::Step;
use crate::tray::Tray;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, NodeId, Nodes};

/// Takes the words as they are found.
pub(crate) trait Emit {
    /// A word; `step` is its last placement, those before are found by `parent` in `steps`.
    fn emit(&mut self, steps: &[Step], step: &Step);
    /// Whether no more words are wanted.
    #[inline(always)]
    fn is_over(&mut self) -> bool {
        false
    }
}

impl<E: Emit> Emit for &mut E {
    #[inline(always)]
    fn emit(&mut self, steps: &[Step], step: &Step) {
        (**self).emit(steps, step);
    }
    #[inline(always)]
    fn is_over(&mut self) -> bool {
        (**self).is_over()
    }
}

/// A step with children.
#[derive(Clone, Copy, Default)]
struct Way<M> {
    used: u64,
    node: NodeId,
    /// The number of the step.
    from: u32,
    /// The codes of the node's children.
    children: M,
}

/// A candidate for the next level.
#[derive(Clone, Copy)]
struct Branch {
    /// The rack's tiles that are used.
    used: u64,
    node: NodeId,
    /// The step it comes from, and in the lowest six bits the code.
    origin: u32,
}

impl Branch {
    #[inline(always)]
    fn new(used: u64, from: u32, code: u8, node: NodeId) -> Branch {
        Branch { used, node, origin: from << 6 | u32::from(code) }
    }
    #[inline(always)]
    fn from(self) -> u32 {
        self.origin >> 6
    }
    #[inline(always)]
    fn code(self) -> u8 {
        (self.origin & 63) as u8
    }
}

/// What a walk needs besides the position; kept from walk to walk.
#[derive(Default)]
pub(crate) struct Buffers<M> {
    steps: Vec<Step>,
    branches: Vec<Branch>,
    turned: Vec<Branch>,
    ways: Forks<M, Way<M>>,
    /// Steps that end with a letter, by number.
    endings: Forks<M, u32>,
}

/// A walk over all lines of a position.
pub(crate) struct Walk<'a, M, E> {
    /// The root of the two-way graph.
    pub root: NodeId,
    /// The root of the graph that is read forward.
    pub forward: NodeId,
    pub nodes: Nodes<'a, M>,
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub tray: &'a Tray<M>,
    /// Whether tiles may cover others.
    pub stacking: bool,
    pub buffers: &'a mut Buffers<M>,
    pub emit: E,
}

impl<M: LetterMask, E: Emit> Walk<'_, M, E> {
    /// Finds every play of every line.
    pub fn run(&mut self) {
        if self.tray.len == 0 {
            return;
        }
        for line in &self.table.lines {
            if self.emit.is_over() {
                return;
            }
            self.line(line.slots());
        }
    }

    /// Finds every play of one line.
    pub fn line(&mut self, slots: Range<usize>) {
        match self.stacking {
            true => self.stacked_line(slots),
            false => self.flat_line(slots),
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
                self.through_run(at, end, limit);
                (at, limit) = (end, end + 1);
                continue;
            }
            if slot.contact() && !slot.beside() {
                self.through_cell(at, limit);
                limit = at + 1;
            }
            at += 1;
        }
    }

    /// The words of a line, by the leftmost contact cell on which they place a tile.
    fn stacked_line(&mut self, slots: Range<usize>) {
        // The tiles before the cell, read from the first on, and whether nothing can be placed
        // before them.
        let mut run = Step::origin(self.forward);
        let mut closed = true;
        let available = self.tray.available(0);
        for at in slots.clone() {
            let slot = self.sight.slots[at];
            if slot.contact() && slot.open() && !(slot.allowed & available).is_empty() {
                match closed {
                    true => self.after_run(run, at),
                    false => self.through_cell(at, slots.start),
                }
            }
            if slot.filled() {
                run.node = self.nodes.child(run.node, slot.code);
                run.read(&slot);
            } else {
                run = Step::origin(self.forward);
                closed = slot.contact();
            }
        }
    }

    /// Words that begin with a run of tiles and go on with a tile on a cell.
    fn after_run(&mut self, run: Step, at: usize) {
        if run.node == 0 {
            return;
        }
        self.buffers.steps.clear();
        self.buffers.steps.push(run);
        self.place_right(0..1, at);
        self.go_right(1..self.buffers.steps.len(), at + 1);
    }

    fn origin(&self) -> Step {
        Step::origin(self.root)
    }

    /// Words through a run of tiles.
    fn through_run(&mut self, start: usize, end: usize, limit: usize) {
        let mut step = self.origin();
        for slot in self.sight.slots[start..end].iter().rev() {
            step.node = self.nodes.child(step.node, slot.code);
            step.read(slot);
        }
        if step.node == 0 {
            return;
        }
        self.buffers.steps.clear();
        self.buffers.steps.push(step);
        self.sweep(0, start, end, limit);
    }

    /// Words that place a tile on a cell.
    fn through_cell(&mut self, at: usize, limit: usize) {
        let origin = self.origin();
        self.buffers.steps.clear();
        self.buffers.steps.push(origin);
        self.place_left(0..1, at, at + 1, limit);
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
                false => self.place_left(level, at, right, limit),
            }
            level = next..self.buffers.steps.len();
        }
        let level = self.turned(right);
        self.go_right(level, right);
    }

    /// Takes a level to the right, from a slot on.
    fn go_right(&mut self, mut level: Range<usize>, mut at: usize) {
        let slots = &self.sight.slots;
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
            let node = self.nodes.child(step.node, 0);
            if node != 0 {
                turned.push(Branch::new(step.used, from as u32, 0, node));
            }
        }
    }

    /// The steps that go on to the right, as a level.
    fn turned(&mut self, right: usize) -> Range<usize> {
        let slot = self.sight.slots[right];
        let Buffers { steps, turned, .. } = &mut *self.buffers;
        let first = steps.len();
        for branch in turned.iter() {
            let passable = slot.passable(self.tray.available(branch.used));
            if !(self.nodes.wanted(branch.node) & passable).is_empty() {
                let step = steps[branch.from() as usize];
                steps.push(Step { node: branch.node, ..step });
            }
        }
        first..steps.len()
    }

    /// Places tiles on a slot left of all others.
    fn place_left(&mut self, level: Range<usize>, at: usize, right: usize, limit: usize) {
        let slots = &self.sight.slots;
        self.branch(level, at, !slots[at - 1].filled() && !slots[right].filled());
        // Beyond the limit nothing is placed, but a word may turn.
        let next = if at > limit { slots[at - 1] } else { Slot::border() };
        let turning = slots[right];
        let branches = self.buffers.branches.as_mut_slice();
        let mut kept = 0;
        for index in 0..branches.len() {
            let branch = branches[index];
            let available = self.tray.available(branch.used);
            let (children, accepts) = self.nodes.masks(branch.node);
            let onward = (children | accepts) & next.passable(available);
            let turned = self.nodes.wanted(self.nodes.turned(branch.node, children));
            branches[kept] = branch;
            kept += usize::from(!(onward | turned & turning.passable(available)).is_empty());
        }
        self.step_on(kept, at);
    }

    /// Places tiles on a slot right of all others.
    fn place_right(&mut self, level: Range<usize>, at: usize) {
        let next = self.sight.slots[at + 1];
        self.branch(level, at, !next.filled());
        let branches = self.buffers.branches.as_mut_slice();
        let mut kept = 0;
        for index in 0..branches.len() {
            let branch = branches[index];
            let passable = next.passable(self.tray.available(branch.used));
            let onward = self.nodes.wanted(branch.node) & passable;
            branches[kept] = branch;
            kept += usize::from(!onward.is_empty());
        }
        self.step_on(kept, at);
    }

    /// Makes steps of the first branches.
    fn step_on(&mut self, kept: usize, at: usize) {
        let slot = self.sight.slots[at];
        let Buffers { steps, branches, .. } = &mut *self.buffers;
        steps.reserve(kept);
        for branch in &branches[..kept] {
            let step = &steps[branch.from() as usize];
            let tile = (branch.code(), branch.used);
            let next = step.placing(branch.from(), &slot, at, self.tray, tile);
            steps.push(Step { node: branch.node, ..next });
        }
    }

    /// Notes the ways on from a level by a new tile on a slot; words that end there are handed on.
    fn branch(&mut self, level: Range<usize>, at: usize, ends: bool) {
        let slot = self.sight.slots[at];
        let Buffers { steps, branches, ways, endings, .. } = &mut *self.buffers;
        branches.clear();
        ways.clear(level.len());
        endings.clear(level.len());
        let ending = if ends { slot.allowed } else { M::EMPTY };
        for (from, step) in level.clone().zip(&steps[level]) {
            let (children, accepts) = self.nodes.masks(step.node);
            let available = self.tray.available(step.used);
            let from = from as u32;
            let way = Way { used: step.used, node: step.node, from, children };
            ways.note(children & slot.allowed & available, way);
            endings.note(accepts & ending & available, from);
        }
        ways.each(|way, code| {
            let node = self.nodes.child_of(way.node, way.children, code);
            // As a rule, its record is not in the first cache.
            self.nodes.expect(node);
            branches.push(Branch::new(self.tray.take(code, way.used), way.from, code, node));
        });
        let Walk { buffers, tray, table, sight, emit, .. } = self;
        let steps = &buffers.steps;
        buffers.endings.each(|from, code| {
            let step = &steps[*from as usize];
            let tile = (code, tray.take(code, step.used));
            let word = step.placing(*from, &slot, at, tray, tile);
            found(table, sight, steps, &word, emit);
        });
    }

    /// Reads the tile left of all others.
    fn keep_left(&mut self, level: Range<usize>, at: usize, right: usize) {
        let slots = &self.sight.slots;
        let ends = !slots[at - 1].filled() && !slots[right].filled();
        self.keep(level, at, ends, |_, _| true);
    }

    /// Reads the tile right of all others.
    fn keep_right(&mut self, level: Range<usize>, at: usize) {
        let next = self.sight.slots[at + 1];
        let (nodes, tray) = (self.nodes, self.tray);
        self.keep(level, at, !next.filled(), |node, used| {
            !(nodes.wanted(node) & next.passable(tray.available(used))).is_empty()
        });
    }

    fn keep(
        &mut self,
        level: Range<usize>,
        at: usize,
        ends: bool,
        goes_on: impl Fn(NodeId, u64) -> bool,
    ) {
        let slot = self.sight.slots[at];
        for from in level {
            let mut step = self.buffers.steps[from];
            let (children, accepts) = self.nodes.masks(step.node);
            step.read(&slot);
            if ends && accepts.has(slot.code) {
                let steps = &self.buffers.steps;
                found(self.table, self.sight, steps, &step, &mut self.emit);
            }
            if children.has(slot.code) {
                step.node = self.nodes.child_of(step.node, children, slot.code);
                if goes_on(step.node, step.used) {
                    self.buffers.steps.push(step);
                }
            }
        }
    }
}

/// Hands a word on.
#[inline(always)]
fn found<M: LetterMask>(
    table: &LineTable,
    sight: &Sight<M>,
    steps: &[Step],
    word: &Step,
    emit: &mut impl Emit,
) {
    if word.tally.placed() > 1 || is_first_line(table, sight, word.slot) {
        emit.emit(steps, word);
    }
}

/// Whether this slot is the first of its cell that has a neighbour on its line: a single tile is
/// one play, however many words it forms.
pub(crate) fn is_first_line<M: LetterMask>(table: &LineTable, sight: &Sight<M>, slot: u16) -> bool {
    let slots = &table.of_cell[table.cells[slot as usize].index()];
    slots.iter().find(|slot| sight.slots[**slot as usize].beside()) == Some(&slot.into())
}
