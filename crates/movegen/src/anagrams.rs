//! Plays where any order of a word's letters will do.

use crate::compile::Compiled;
use crate::enumerate::{Emit, Running};
use crate::lines::LineTable;
use crate::scan::Scan;
use crate::tray::Tray;
use std::collections::BTreeMap;
use tilewright_lexicon::{LetterMask, WordGraph, codes};
use tilewright_rules::{Placement, Position};
use tilewright_tiles::{Letter, Mark, Tile};

/// Fills windows of lines with every arrangement of tiles whose letters make a word.
pub(crate) struct Arranger<'a, M, E> {
    pub graph: &'a WordGraph<M>,
    pub position: Position<'a>,
    pub compiled: &'a Compiled,
    pub table: &'a LineTable,
    pub scan: &'a Scan<M>,
    pub tray: Tray<M>,
    pub emit: E,
    placed: Vec<Placement>,
    /// Whether a multiset of letters (sorted) is a word in some order.
    known: BTreeMap<Vec<Letter>, bool>,
    /// Letters of cross words, by slot: the codes that are allowed.
    crosses: Vec<Option<M>>,
}

impl<'a, M: LetterMask, E: Emit> Arranger<'a, M, E> {
    pub fn new(
        graph: &'a WordGraph<M>,
        position: Position<'a>,
        compiled: &'a Compiled,
        table: &'a LineTable,
        scan: &'a Scan<M>,
        tray: Tray<M>,
        emit: E,
    ) -> Self {
        let crosses = vec![None; table.cells.len()];
        let (placed, known) = (Vec::new(), BTreeMap::new());
        Arranger { graph, position, compiled, table, scan, tray, emit, placed, known, crosses }
    }

    /// Finds every play of every line.
    pub fn run(&mut self) {
        let most = self.tray.len;
        for line in &self.table.lines {
            let (start, end) = (line.start as usize, (line.start + line.len) as usize);
            for first in start..end {
                if first > start && self.scan.slots[first - 1].code != 0 {
                    continue;
                }
                let (mut free, mut contact) = (0, false);
                for last in first..end {
                    let slot = &self.scan.slots[last];
                    if slot.code == 0 {
                        free += 1;
                        contact |= slot.contact;
                    }
                    let closed = last + 1 == end || self.scan.slots[last + 1].code == 0;
                    if free > most {
                        break;
                    }
                    if free > 0 && contact && closed && last > first {
                        self.window(first, last + 1);
                    }
                }
            }
        }
    }

    fn window(&mut self, first: usize, end: usize) {
        let open: Vec<usize> = (first..end).filter(|s| self.scan.slots[*s].code == 0).collect();
        if open.len() == 1 && !self.is_first_line(open[0]) {
            return;
        }
        let there = (first..end).map(|slot| self.scan.slots[slot].code).filter(|code| *code != 0);
        let mut letters: Vec<Letter> = there.map(|code| self.compiled.order.letter(code)).collect();
        self.fill(&open, &mut letters);
    }

    fn is_first_line(&self, slot: usize) -> bool {
        let slots = &self.table.of_cell[self.table.cells[slot].index()];
        slots.iter().find(|s| self.scan.slots[**s as usize].beside) == Some(&(slot as u32))
    }

    fn fill(&mut self, open: &[usize], letters: &mut Vec<Letter>) {
        let Some((slot, rest)) = open.split_first() else {
            if self.is_word(letters) {
                self.emit.emit(&self.placed, &Running::default());
            }
            return;
        };
        let allowed = self.allowed(*slot);
        for code in codes(allowed & self.tray.letter_codes) {
            for index in 0..self.tray.kinds_of(code) {
                if let Some(kind) = self.tray.take_letter(code, index) {
                    self.put(*slot, rest, code, kind, letters);
                    self.tray.return_letter(code, index);
                }
            }
        }
        for index in 0..self.tray.blank_kinds() {
            for code in codes(allowed & self.tray.blank_mask(index)) {
                let kind = self.tray.take_blank(index);
                self.put(*slot, rest, code, kind, letters);
                self.tray.return_blank(index);
            }
        }
    }

    fn put(
        &mut self,
        slot: usize,
        rest: &[usize],
        code: u8,
        kind: tilewright_tiles::KindId,
        letters: &mut Vec<Letter>,
    ) {
        let letter = self.compiled.order.letter(code);
        let tile = Tile { kind, letter, mark: Mark::NONE };
        self.placed.push(Placement { cell: self.table.cells[slot], tile });
        letters.push(letter);
        self.fill(rest, letters);
        letters.pop();
        self.placed.pop();
    }

    fn is_word(&mut self, letters: &[Letter]) -> bool {
        let mut key = letters.to_vec();
        key.sort_unstable();
        let graph = self.graph;
        *self.known.entry(key).or_insert_with_key(|letters| graph.contains_anagram(letters))
    }

    /// The codes that the cross words through a slot's cell allow.
    fn allowed(&mut self, slot: usize) -> M {
        if let Some(mask) = self.crosses[slot] {
            return mask;
        }
        let all = self.compiled.order.mask::<M>(self.position.ruleset.tiles().alphabet().all());
        let mut mask = all;
        for other in self.table.others[slot].clone() {
            let other = other as usize;
            if !self.scan.slots[other].beside {
                continue;
            }
            let line = self.table.lines.iter().find(|line| {
                (line.start as usize..(line.start + line.len) as usize).contains(&other)
            });
            let Some(line) = line else { continue };
            let (start, end) = (line.start as usize, (line.start + line.len) as usize);
            let slots = &self.scan.slots;
            let before = slots[start..other].iter().rev().take_while(|data| data.code != 0);
            let after = slots[other + 1..end].iter().take_while(|data| data.code != 0);
            let order = &self.compiled.order;
            let run: Vec<Letter> =
                before.chain(after).map(|data| order.letter(data.code)).collect();
            let mut fits = M::EMPTY;
            for code in codes(all) {
                let mut letters = run.clone();
                letters.push(self.compiled.order.letter(code));
                if self.is_word(&letters) {
                    fits |= M::bit(code);
                }
            }
            mask = mask & fits;
        }
        self.crosses[slot] = Some(mask);
        mask
    }
}
