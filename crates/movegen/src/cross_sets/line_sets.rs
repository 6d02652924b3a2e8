//! Line sets: the letters that complete the run of tiles through a slot on its own line.
//!
//! For every empty slot with a neighbouring tile, the tiles before and after it are read from the
//! word graph. The letters that make a word of the whole run are its *line set*. The cross-set of
//! a slot is the intersection of the line sets of the *other* lines through its cell; see
//! [`BoardView::update_cross_sets`].

use super::{BoardView, Slot};
use crate::compile::Compiled;
use crate::followers::Followers;
use crate::lines::{LineSpan, LineTable};
use smallvec::SmallVec;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, NodeId, SEPARATOR, WordGraph, codes};
use tilewright_tiles::Letter;

/// What a line says about a new tile on one of its slots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LineState<M> {
    /// The line set: the codes that make a word of the run through the slot.
    pub letters: M,
    /// The codes that may precede the tiles after the slot in some longer word: their left
    /// extensions.
    pub left_extension: M,
    /// The codes that may follow the tiles before the slot in some longer word: their right
    /// extensions.
    pub right_extension: M,
    /// The score of the tiles before and after the slot.
    pub sum: i32,
    /// Whether a neighbouring slot on this line is filled.
    pub has_neighbour: bool,
    /// Whether none of the tiles is stacked.
    pub flat: bool,
}

impl<M: LetterMask> LineState<M> {
    /// No neighbouring slot is filled, so any letter fits.
    pub fn free(all: M) -> LineState<M> {
        LineState {
            letters: all,
            left_extension: all,
            right_extension: all,
            sum: 0,
            has_neighbour: false,
            flat: true,
        }
    }
}

/// A run of tiles that has been read.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    /// The slot after it.
    end: usize,
    sum: i32,
    /// The GADDAG node after the run, read from its last letter to its first.
    node: NodeId,
}

impl<M: LetterMask> BoardView<M> {
    /// Computes the line sets of a line.
    pub(super) fn compute_line_sets(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        table: &LineTable,
    ) {
        if compiled.stacks.is_some() || compiled.anagrams {
            return self.compute_line_sets_slot_by_slot(line, compiled, graph, table);
        }
        let slots = line.slots();
        let (mut at, mut before) = (slots.start, None);
        while at < slots.end {
            if self.slots[at].filled() {
                let run = self.read_run(at, graph);
                if at > slots.start {
                    let line_set = self.before_run(before, run, graph);
                    self.set_line_set(at - 1, line_set, table);
                }
                if run.end < slots.end && !self.slots[run.end + 1].filled() {
                    let line_set = self.after_run(run, graph);
                    self.set_line_set(run.end, line_set, table);
                }
                (at, before) = (run.end + 1, Some(run));
                continue;
            }
            if self.slots[at].has_neighbour() && !self.slots[at + 1].filled() {
                self.set_line_set(at, LineState::free(self.all), table);
            }
            at += 1;
        }
    }

    /// Reads the run that begins at a slot.
    fn read_run(&self, first: usize, graph: &WordGraph<M>) -> Run {
        let tiles = self.slots[first..].iter().take_while(|slot| slot.filled());
        let (mut end, mut sum) = (first, 0);
        for slot in tiles {
            end += 1;
            sum += i32::from(slot.value);
        }
        let node = self.read_back(graph.gaddag_root(), first..end, graph);
        Run { first, end, sum, node }
    }

    /// The GADDAG node after some tiles, read from the last to the first.
    fn read_back(&self, from: NodeId, tiles: Range<usize>, graph: &WordGraph<M>) -> NodeId {
        let nodes = graph.records();
        self.slots[tiles].iter().rev().fold(from, |node, slot| nodes.child(node, slot.code))
    }

    /// The line set of the slot after a run.
    fn after_run(&self, run: Run, graph: &WordGraph<M>) -> LineState<M> {
        let nodes = graph.records();
        let (children, letters) = nodes.masks(nodes.child(run.node, SEPARATOR));
        let right_extension = children | letters;
        LineState {
            letters,
            right_extension,
            sum: run.sum,
            has_neighbour: true,
            ..LineState::free(self.all)
        }
    }

    /// The line set of the slot before a run; another run may end there.
    fn before_run(&self, before: Option<Run>, run: Run, graph: &WordGraph<M>) -> LineState<M> {
        let nodes = graph.records();
        let (children, letters) = nodes.masks(run.node);
        let left_extension = children | letters;
        match before.filter(|before| before.end + 1 == run.first) {
            // The whole word in reverse: the run from its last letter on, then the new letter.
            None => LineState {
                letters,
                left_extension,
                sum: run.sum,
                has_neighbour: true,
                ..LineState::free(self.all)
            },
            Some(before) => {
                let node = nodes.child(before.node, SEPARATOR);
                let letters = self.letters_between(graph, node, run.first..run.end, run.node);
                let sum = before.sum + run.sum;
                LineState { letters, left_extension, sum, ..self.after_run(before, graph) }
            }
        }
    }

    /// The codes that may follow the tiles before a slot in some word.
    #[inline(always)]
    pub fn right_extension(&self, at: usize) -> M {
        self.line_sets[at].right_extension
    }

    /// The codes, among some, that may stand in a word between the tiles on both sides of a slot.
    #[inline(always)]
    pub fn extending(&self, at: usize, fitting: M, followers: &Followers<M>) -> M {
        let fitting = fitting & self.line_sets[at].left_extension;
        let third = self.slots[at - 1].code;
        if third == 0 {
            return fitting;
        }
        let second = self.slots[at - 2].code;
        let first = if second == 0 { 0 } else { self.slots[at - 3].code };
        fitting & followers.after(first, second, third)
    }

    fn set_line_set(&mut self, at: usize, line_set: LineState<M>, table: &LineTable) {
        if line_set != self.line_sets[at] {
            self.line_sets[at] = line_set;
            self.slots[at].set_has_neighbour(line_set.has_neighbour);
            self.note_change(table.cells[at]);
        }
    }

    /// The same slot by slot, where tiles may be covered or letters stand in any order.
    fn compute_line_sets_slot_by_slot(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        table: &LineTable,
    ) {
        let nothing = Side::new(graph.dawg_root());
        let mut before = nothing;
        for at in line.slots() {
            if let Some(line_set) = self.line_set_after(before, at, compiled, graph) {
                self.set_line_set(at, line_set, table);
            }
            let slot = &self.slots[at];
            if slot.filled() {
                before.read(slot, graph);
            } else {
                before = nothing;
            }
        }
    }

    /// The line set of one slot, if it may have changed. Its extensions are not computed.
    pub(super) fn line_set_at(
        &self,
        at: usize,
        compiled: &Compiled,
        graph: &WordGraph<M>,
    ) -> Option<LineState<M>> {
        let mut before = Side::new(graph.dawg_root());
        let filled = self.slots[..at].iter().rev().take_while(|slot| slot.filled()).count();
        self.slots[at - filled..at].iter().for_each(|slot| before.read(slot, graph));
        self.line_set_after(before, at, compiled, graph)
    }

    /// The same, if the tiles before the slot have been read.
    fn line_set_after(
        &self,
        before: Side,
        at: usize,
        compiled: &Compiled,
        graph: &WordGraph<M>,
    ) -> Option<LineState<M>> {
        let slot = &self.slots[at];
        let has_neighbour = before.len > 0 || self.slots[at + 1].filled();
        if !slot.open() || !has_neighbour && !slot.has_neighbour() {
            return None;
        }
        let mut line_set = LineState { has_neighbour, ..LineState::free(self.all) };
        if has_neighbour {
            let filled = self.slots[at + 1..].iter().take_while(|slot| slot.filled()).count();
            let (left, right) = (at - before.len..at, at + 1..at + 1 + filled);
            let mut after = Side::new(graph.gaddag_root());
            self.slots[right.clone()].iter().rev().for_each(|slot| after.read(slot, graph));
            line_set.sum = before.sum + after.sum;
            line_set.flat = !before.stacked && !after.stacked;
            line_set.letters = match (compiled.anagrams, before.len) {
                (true, _) => self.letters_in_any_order(graph, compiled, left, right),
                // The whole word in reverse: the run on the right, then the new letter.
                (false, 0) => graph.records().masks(after.node).1,
                (false, _) => self.letters_between(graph, before.node, right, after.node),
            };
        }
        Some(line_set)
    }

    /// The codes that make a word between tiles on the left, read forward up to `node`, and tiles
    /// on the right, read in reverse up to `backward`.
    fn letters_between(
        &self,
        graph: &WordGraph<M>,
        node: NodeId,
        right: Range<usize>,
        backward: NodeId,
    ) -> M {
        let nodes = graph.records();
        let step = |node: NodeId, slot: &Slot<M>| nodes.child(node, slot.code);
        let Some((last, middle)) = self.slots[right].split_last() else {
            return nodes.masks(node).1;
        };
        let mut mask = M::EMPTY;
        // Only arcs on both sides can match.
        for code in codes(nodes.masks(node).0 & nodes.masks(backward).0) {
            let end = middle.iter().fold(nodes.child(node, code), step);
            if nodes.masks(end).1.has(last.code) {
                mask |= M::bit(code);
            }
        }
        mask
    }

    /// The codes that make a word with two runs in some order.
    fn letters_in_any_order(
        &self,
        graph: &WordGraph<M>,
        compiled: &Compiled,
        left: Range<usize>,
        right: Range<usize>,
    ) -> M {
        let there = self.slots[left].iter().chain(&self.slots[right]);
        let mut letters: SmallVec<[Letter; 16]> =
            there.map(|slot| compiled.order.letter(slot.code)).collect();
        let mut mask = M::EMPTY;
        for code in codes(self.all) {
            letters.push(compiled.order.letter(code));
            let is_word = graph.contains_anagram(&letters);
            if is_word {
                mask |= M::bit(code);
            }
            letters.pop();
        }
        mask
    }
}

/// The tiles on one side of a slot.
#[derive(Clone, Copy)]
struct Side {
    len: usize,
    sum: i32,
    stacked: bool,
    /// The node after them.
    node: NodeId,
}

impl Side {
    /// No tile, at a root of the graph.
    fn new(node: NodeId) -> Side {
        Side { len: 0, sum: 0, stacked: false, node }
    }

    #[inline(always)]
    fn read<M: LetterMask>(&mut self, slot: &Slot<M>, graph: &WordGraph<M>) {
        self.len += 1;
        self.sum += i32::from(slot.value);
        self.stacked |= slot.stacked();
        self.node = graph.records().child(self.node, slot.code);
    }
}
