//! Which letters fit on a line.

use super::{Sight, Slot};
use crate::compile::Compiled;
use crate::lines::{LineSpan, LineTable};
use crate::neighbours::Neighbours;
use smallvec::SmallVec;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};
use tilewright_tiles::Letter;

/// What a line says about a new tile on one of its slots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fit<M> {
    /// The codes that make a word with the tiles beside it.
    pub mask: M,
    /// The codes that may stand before the tiles behind it in a longer word.
    pub reach: M,
    /// The codes with which a word that begins with the tiles before it may go on.
    pub onset: M,
    /// What those tiles add up to.
    pub sum: i32,
    /// Whether there are any.
    pub beside: bool,
    /// Whether none of them is stacked.
    pub flat: bool,
}

impl<M: LetterMask> Fit<M> {
    /// Nothing is beside the slot, so any letter fits.
    pub fn free(all: M) -> Fit<M> {
        Fit { mask: all, reach: all, onset: all, sum: 0, beside: false, flat: true }
    }
}

/// A run of tiles that has been read.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    /// The slot behind it.
    end: usize,
    sum: i32,
    /// Where the graph is after the run, last letter first.
    node: NodeId,
}

impl<M: LetterMask> Sight<M> {
    /// Letters that complete the run through each slot of a line, and the sum of that run.
    pub(super) fn fit_line(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        table: &LineTable,
    ) {
        if compiled.stacks.is_some() || compiled.anagrams {
            return self.fit_slots(line, compiled, graph, table);
        }
        let slots = line.slots();
        let (mut at, mut before) = (slots.start, None);
        while at < slots.end {
            if self.slots[at].filled() {
                let run = self.read_run(at, graph);
                if at > slots.start {
                    let fit = self.before_run(before, run, graph);
                    self.set_fit(at - 1, fit, table);
                }
                if run.end < slots.end && !self.slots[run.end + 1].filled() {
                    let fit = self.after_run(run, graph);
                    self.set_fit(run.end, fit, table);
                }
                (at, before) = (run.end + 1, Some(run));
                continue;
            }
            if self.slots[at].beside() && !self.slots[at + 1].filled() {
                self.set_fit(at, Fit::free(self.all), table);
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
        let node = self.read_back(graph.root(), first..end, graph);
        Run { first, end, sum, node }
    }

    /// Where the graph is after some tiles, last letter first.
    fn read_back(&self, from: NodeId, tiles: Range<usize>, graph: &WordGraph<M>) -> NodeId {
        let nodes = graph.records();
        self.slots[tiles].iter().rev().fold(from, |node, slot| nodes.child(node, slot.code))
    }

    /// What fits behind a run.
    fn after_run(&self, run: Run, graph: &WordGraph<M>) -> Fit<M> {
        let nodes = graph.records();
        let (children, mask) = nodes.masks(nodes.child(run.node, 0));
        let onset = children | mask;
        Fit { mask, onset, sum: run.sum, beside: true, ..Fit::free(self.all) }
    }

    /// What fits before a run; another run may end there.
    fn before_run(&self, before: Option<Run>, run: Run, graph: &WordGraph<M>) -> Fit<M> {
        let nodes = graph.records();
        let (children, mask) = nodes.masks(run.node);
        let reach = children | mask;
        match before.filter(|before| before.end + 1 == run.first) {
            // The whole word backward: the run, last letter first, then the new one.
            None => Fit { mask, reach, sum: run.sum, beside: true, ..Fit::free(self.all) },
            Some(before) => {
                let node = nodes.child(before.node, 0);
                let mask = self.between(graph, node, run.first..run.end, run.node);
                let sum = before.sum + run.sum;
                Fit { mask, reach, sum, ..self.after_run(before, graph) }
            }
        }
    }

    /// The codes with which a word that begins with the tiles before a slot may go on there.
    #[inline(always)]
    pub fn onset(&self, at: usize) -> M {
        self.fits[at].onset
    }

    /// Of some codes, those that may stand in some word between the tiles on both sides of a
    /// slot.
    #[inline(always)]
    pub fn reaching(&self, at: usize, fitting: M, neighbours: &Neighbours<M>) -> M {
        let fitting = fitting & self.fits[at].reach;
        let third = self.slots[at - 1].code;
        if third == 0 {
            return fitting;
        }
        let second = self.slots[at - 2].code;
        let first = if second == 0 { 0 } else { self.slots[at - 3].code };
        fitting & neighbours.after(first, second, third)
    }

    fn set_fit(&mut self, at: usize, fit: Fit<M>, table: &LineTable) {
        if fit != self.fits[at] {
            self.fits[at] = fit;
            self.slots[at].set_beside(fit.beside);
            self.note_change(table.cells[at]);
        }
    }

    /// The same, slot by slot: tiles may be covered, or stand in any order.
    fn fit_slots(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        table: &LineTable,
    ) {
        let nothing = Side::new(graph.dawg_root());
        let mut before = nothing;
        for at in line.slots() {
            if let Some(fit) = self.fit_after(before, at, compiled, graph) {
                self.set_fit(at, fit, table);
            }
            let slot = &self.slots[at];
            if slot.filled() {
                before.read(slot, graph);
            } else {
                before = nothing;
            }
        }
    }

    /// What the line says about a new tile on a slot, if that may have changed. How a longer word
    /// may go through it is left open.
    pub(super) fn fit_of(
        &self,
        at: usize,
        compiled: &Compiled,
        graph: &WordGraph<M>,
    ) -> Option<Fit<M>> {
        let mut before = Side::new(graph.dawg_root());
        let filled = self.slots[..at].iter().rev().take_while(|slot| slot.filled()).count();
        self.slots[at - filled..at].iter().for_each(|slot| before.read(slot, graph));
        self.fit_after(before, at, compiled, graph)
    }

    /// The same, if the tiles before the slot have been read.
    fn fit_after(
        &self,
        before: Side,
        at: usize,
        compiled: &Compiled,
        graph: &WordGraph<M>,
    ) -> Option<Fit<M>> {
        let slot = &self.slots[at];
        let beside = before.len > 0 || self.slots[at + 1].filled();
        if !slot.open() || !beside && !slot.beside() {
            return None;
        }
        let mut fit = Fit { beside, ..Fit::free(self.all) };
        if beside {
            let filled = self.slots[at + 1..].iter().take_while(|slot| slot.filled()).count();
            let (left, right) = (at - before.len..at, at + 1..at + 1 + filled);
            let mut after = Side::new(graph.root());
            self.slots[right.clone()].iter().rev().for_each(|slot| after.read(slot, graph));
            fit.sum = before.sum + after.sum;
            fit.flat = !before.stacked && !after.stacked;
            fit.mask = match (compiled.anagrams, before.len) {
                (true, _) => self.fitting_in_any_order(graph, compiled, left, right),
                // The whole word backward: the run on the right, last letter first, then the new
                // one.
                (false, 0) => graph.records().masks(after.node).1,
                (false, _) => self.between(graph, before.node, right, after.node),
            };
        }
        Some(fit)
    }

    /// The codes that make a word between tiles that have been read forward up to a node and tiles
    /// on the right, which have been read backward up to another.
    fn between(
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
        // There are more letters on both sides.
        for code in codes(nodes.masks(node).0 & nodes.masks(backward).0) {
            let end = middle.iter().fold(nodes.child(node, code), step);
            if nodes.masks(end).1.has(last.code) {
                mask |= M::bit(code);
            }
        }
        mask
    }

    /// The codes that make a word with two runs in some order.
    fn fitting_in_any_order(
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
    /// Where the graph is after them.
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
