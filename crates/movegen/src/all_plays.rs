//! Generates all plays: the GADDAG walk, breadth first.
//!
//! Every play belongs to one anchor: the leftmost run of tiles it goes through, or else the
//! leftmost empty anchor it covers. From there, words are extended to the left, pass the GADDAG
//! separator, and are extended to the right (Gordon 1994).
//!
//! The walk is breadth first: all partial words that have reached the same slot are extended
//! together. The processor then has many independent memory accesses in flight, where a recursive
//! walk waits for one after another.

use crate::arc_list::ArcList;
use crate::cross_sets::{BoardView, Slot};
use crate::lines::LineTable;
use crate::rack::RackCodes;
use crate::step::Step;
use crate::stop::MOST_PARTIAL_WORDS;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, NodeId, Nodes, SEPARATOR};

/// Receives words as they are found.
pub(crate) trait Emit {
    /// A word. `step` is its last placement; `parent` leads to the earlier ones in `steps`.
    fn emit(&mut self, steps: &[Step], step: &Step);
    /// Counts steps; true if generation should stop.
    #[inline(always)]
    fn spend(&mut self, _steps: usize) -> bool {
        false
    }
    /// Stops generation now: it needs too much memory.
    #[inline(always)]
    fn exhaust(&mut self) {}
}

impl<E: Emit> Emit for &mut E {
    #[inline(always)]
    fn emit(&mut self, steps: &[Step], step: &Step) {
        (**self).emit(steps, step);
    }
    #[inline(always)]
    fn spend(&mut self, steps: usize) -> bool {
        (**self).spend(steps)
    }
    #[inline(always)]
    fn exhaust(&mut self) {
        (**self).exhaust();
    }
}

/// A step whose node is about to be expanded.
#[derive(Clone, Copy, Default)]
struct Expansion<M> {
    used: u64,
    node: NodeId,
    /// The number of the step.
    from: u32,
    /// The codes of the node's arcs.
    children: M,
}

/// A partial word that may become a step of the next level.
#[derive(Clone, Copy)]
struct Child {
    /// The rack tiles that are used: a bit for each.
    used: u64,
    node: NodeId,
    /// The number of the step it extends; the code in the lowest six bits.
    origin: u32,
}

impl Child {
    #[inline(always)]
    fn new(used: u64, from: u32, code: u8, node: NodeId) -> Child {
        Child { used, node, origin: from << 6 | u32::from(code) }
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

/// Buffers that are reused from walk to walk.
#[derive(Default)]
pub(crate) struct Buffers<M> {
    steps: Vec<Step>,
    expanded: Vec<Child>,
    past_separator: Vec<Child>,
    arcs: ArcList<M, Expansion<M>>,
    /// Steps that complete a word with one more letter, by number.
    word_ends: ArcList<M, u32>,
}

/// A walk over all lines of a position.
pub(crate) struct GaddagWalk<'a, M, E> {
    /// The root of the GADDAG.
    pub root: NodeId,
    /// The root of the DAWG.
    pub forward: NodeId,
    pub nodes: Nodes<'a, M>,
    pub table: &'a LineTable,
    pub view: &'a BoardView<M>,
    pub rack: &'a RackCodes<M>,
    /// Whether tiles may cover others.
    pub stacking: bool,
    pub buffers: &'a mut Buffers<M>,
    pub emit: E,
}

impl<M: LetterMask, E: Emit> GaddagWalk<'_, M, E> {
    /// Generates every play of every line.
    pub fn run(&mut self) {
        if self.rack.len == 0 {
            return;
        }
        for line in &self.table.lines {
            if self.emit.spend(line.slots().len()) {
                return;
            }
            self.line(line.slots());
        }
    }

    /// Generates every play of one line.
    pub fn line(&mut self, slots: Range<usize>) {
        match self.stacking {
            true => self.stacked_line(slots),
            false => self.flat_line(slots),
        }
    }

    /// The plays of a line without stacking: by the leftmost run they go through, or else the
    /// leftmost empty anchor they cover.
    fn flat_line(&mut self, slots: Range<usize>) {
        let view = self.view;
        let (mut at, mut limit) = (slots.start, slots.start);
        while at < slots.end {
            let slot = &view.slots[at];
            if slot.filled() {
                let end = at + view.slots[at..].iter().take_while(|slot| slot.filled()).count();
                self.words_through_run(at, end, limit);
                (at, limit) = (end, end + 1);
                continue;
            }
            if slot.is_anchor() && !slot.has_neighbour() {
                self.words_through_anchor(at, limit);
                limit = at + 1;
            }
            at += 1;
        }
    }

    /// The plays of a line with stacking: by the leftmost anchor on which they place a tile.
    fn stacked_line(&mut self, slots: Range<usize>) {
        // The run before the slot, read forward, and whether nothing can be placed before that
        // run.
        let mut run = Step::origin(self.forward);
        let mut closed = true;
        let available = self.rack.available(0);
        for at in slots.clone() {
            let slot = self.view.slots[at];
            if slot.is_anchor() && slot.open() && !(slot.cross_set & available).is_empty() {
                match closed {
                    true => self.after_run(run, at),
                    false => self.words_through_anchor(at, slots.start),
                }
            }
            if slot.filled() {
                run.node = self.nodes.child(run.node, slot.code);
                run.read(&slot);
            } else {
                run = Step::origin(self.forward);
                closed = slot.is_anchor();
            }
        }
    }

    /// Words that begin with a run of tiles and continue with a new tile.
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
    fn words_through_run(&mut self, start: usize, end: usize, limit: usize) {
        let mut step = self.origin();
        for slot in self.view.slots[start..end].iter().rev() {
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

    /// Words that place a tile on an empty anchor.
    fn words_through_anchor(&mut self, at: usize, limit: usize) {
        let origin = self.origin();
        self.buffers.steps.clear();
        self.buffers.steps.push(origin);
        self.place_left(0..1, at, at + 1, limit);
        self.sweep(1, at, at + 1, limit);
    }

    /// Extends the steps from `first` on, which cover `start..right`, to the left down to `limit`,
    /// then past the separator to the right.
    fn sweep(&mut self, first: usize, start: usize, right: usize, limit: usize) {
        let slots = &self.view.slots;
        self.buffers.past_separator.clear();
        let mut level = first..self.buffers.steps.len();
        let mut at = start;
        while !level.is_empty() {
            if self.is_over(&level) {
                return;
            }
            let before = &slots[at - 1];
            if !before.filled() {
                self.cross_separator(level.clone());
            }
            if at == limit || self.stacking && !before.filled() && before.is_anchor() {
                break;
            }
            at -= 1;
            let next = self.buffers.steps.len();
            match before.filled() {
                true => self.play_through_left(level, at, right),
                false => self.place_left(level, at, right, limit),
            }
            level = next..self.buffers.steps.len();
        }
        let level = self.steps_past_separator(right);
        self.go_right(level, right);
    }

    /// Extends a level to the right, starting at a slot.
    fn go_right(&mut self, mut level: Range<usize>, mut at: usize) {
        let slots = &self.view.slots;
        while !level.is_empty() {
            if self.is_over(&level) {
                return;
            }
            let next = self.buffers.steps.len();
            let slot = &slots[at];
            if slot.filled() {
                self.play_through_right(level.clone(), at);
            }
            if slot.open() {
                self.place_right(level, at);
            }
            level = next..self.buffers.steps.len();
            at += 1;
        }
    }

    /// Counts the steps of a level, and those that the last one might have had; true if generation
    /// should stop.
    #[inline(always)]
    fn is_over(&mut self, level: &Range<usize>) -> bool {
        if level.end > MOST_PARTIAL_WORDS {
            self.emit.exhaust();
        }
        self.emit.spend(level.len() + self.buffers.expanded.len())
    }

    /// Collects the steps of a level whose nodes have an arc by the separator.
    fn cross_separator(&mut self, level: Range<usize>) {
        let Buffers { steps, past_separator, .. } = &mut *self.buffers;
        for (from, step) in level.clone().zip(&steps[level]) {
            let node = self.nodes.child(step.node, SEPARATOR);
            if node != 0 {
                past_separator.push(Child::new(step.used, from as u32, 0, node));
            }
        }
    }

    /// The steps past the separator, as a level.
    fn steps_past_separator(&mut self, right: usize) -> Range<usize> {
        let slot = self.view.slots[right];
        let Buffers { steps, past_separator, .. } = &mut *self.buffers;
        let first = steps.len();
        for child in past_separator.iter() {
            let passable = slot.passable(self.rack.available(child.used));
            if !(self.nodes.arcs(child.node) & passable).is_empty() {
                let step = steps[child.from() as usize];
                steps.push(Step { node: child.node, ..step });
            }
        }
        first..steps.len()
    }

    /// Places tiles on the slot to the left of a level.
    fn place_left(&mut self, level: Range<usize>, at: usize, right: usize, limit: usize) {
        let slots = &self.view.slots;
        self.expand(level, at, !slots[at - 1].filled() && !slots[right].filled());
        // Nothing is placed beyond the limit, but a word may pass the separator.
        let next = if at > limit { slots[at - 1] } else { Slot::border() };
        let right_slot = slots[right];
        let expanded = self.buffers.expanded.as_mut_slice();
        let mut kept = 0;
        for index in 0..expanded.len() {
            let child = expanded[index];
            let available = self.rack.available(child.used);
            let (children, accepts) = self.nodes.masks(child.node);
            let onward = (children | accepts) & next.passable(available);
            let rightward = self.nodes.arcs(self.nodes.after_separator(child.node, children));
            expanded[kept] = child;
            kept += usize::from(!(onward | rightward & right_slot.passable(available)).is_empty());
        }
        self.step_on(kept, at);
    }

    /// Places tiles on the slot to the right of a level.
    fn place_right(&mut self, level: Range<usize>, at: usize) {
        let next = self.view.slots[at + 1];
        self.expand(level, at, !next.filled());
        let expanded = self.buffers.expanded.as_mut_slice();
        let mut kept = 0;
        for index in 0..expanded.len() {
            let child = expanded[index];
            let passable = next.passable(self.rack.available(child.used));
            let onward = self.nodes.arcs(child.node) & passable;
            expanded[kept] = child;
            kept += usize::from(!onward.is_empty());
        }
        self.step_on(kept, at);
    }

    /// Turns the first `kept` extensions into steps.
    fn step_on(&mut self, kept: usize, at: usize) {
        let slot = self.view.slots[at];
        let Buffers { steps, expanded, .. } = &mut *self.buffers;
        steps.reserve(kept);
        for child in &expanded[..kept] {
            let step = &steps[child.from() as usize];
            let tile = (child.code(), child.used);
            let next = step.placing(child.from(), &slot, at, self.rack, tile);
            steps.push(Step { node: child.node, ..next });
        }
    }

    /// Expands a level by a new tile on a slot; words that end there are emitted.
    fn expand(&mut self, level: Range<usize>, at: usize, ends: bool) {
        let slot = self.view.slots[at];
        let Buffers { steps, expanded, arcs, word_ends, .. } = &mut *self.buffers;
        expanded.clear();
        arcs.clear(level.len());
        word_ends.clear(level.len());
        let ending = if ends { slot.cross_set } else { M::EMPTY };
        for (from, step) in level.clone().zip(&steps[level]) {
            let (children, accepts) = self.nodes.masks(step.node);
            let available = self.rack.available(step.used);
            let from = from as u32;
            let expansion = Expansion { used: step.used, node: step.node, from, children };
            arcs.add(children & slot.cross_set & available, expansion);
            word_ends.add(accepts & ending & available, from);
        }
        arcs.each(|expansion, code| {
            let node = self.nodes.child_of(expansion.node, expansion.children, code);
            // Its record is rarely in the first-level cache.
            self.nodes.prefetch(node);
            expanded.push(Child::new(
                self.rack.take(code, expansion.used),
                expansion.from,
                code,
                node,
            ));
        });
        let GaddagWalk { buffers, rack, table, view, emit, .. } = self;
        let steps = &buffers.steps;
        buffers.word_ends.each(|from, code| {
            let step = &steps[*from as usize];
            let tile = (code, rack.take(code, step.used));
            let word = step.placing(*from, &slot, at, rack, tile);
            emit_word(table, view, steps, &word, emit);
        });
    }

    /// Goes through the tile to the left of a level.
    fn play_through_left(&mut self, level: Range<usize>, at: usize, right: usize) {
        let slots = &self.view.slots;
        let ends = !slots[at - 1].filled() && !slots[right].filled();
        self.play_through(level, at, ends, |_, _| true);
    }

    /// Goes through the tile to the right of a level.
    fn play_through_right(&mut self, level: Range<usize>, at: usize) {
        let next = self.view.slots[at + 1];
        let (nodes, rack) = (self.nodes, self.rack);
        self.play_through(level, at, !next.filled(), |node, used| {
            !(nodes.arcs(node) & next.passable(rack.available(used))).is_empty()
        });
    }

    fn play_through(
        &mut self,
        level: Range<usize>,
        at: usize,
        ends: bool,
        goes_on: impl Fn(NodeId, u64) -> bool,
    ) {
        let slot = self.view.slots[at];
        for from in level {
            let mut step = self.buffers.steps[from];
            let (children, accepts) = self.nodes.masks(step.node);
            step.read(&slot);
            if ends && accepts.has(slot.code) {
                let steps = &self.buffers.steps;
                emit_word(self.table, self.view, steps, &step, &mut self.emit);
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

/// Emits a word.
#[inline(always)]
fn emit_word<M: LetterMask>(
    table: &LineTable,
    view: &BoardView<M>,
    steps: &[Step],
    word: &Step,
    emit: &mut impl Emit,
) {
    if word.tally.placed() > 1 || is_first_word_line(table, view, word.slot) {
        emit.emit(steps, word);
    }
}

/// Whether this slot is the first of its cell with a neighbouring tile on its line. A single tile
/// is one play even if it forms several words, so it is generated on that line only.
pub(crate) fn is_first_word_line<M: LetterMask>(
    table: &LineTable,
    view: &BoardView<M>,
    slot: u16,
) -> bool {
    let slots = &table.of_cell[table.cells[slot as usize].index()];
    slots.iter().find(|slot| view.slots[**slot as usize].has_neighbour()) == Some(&slot.into())
}
