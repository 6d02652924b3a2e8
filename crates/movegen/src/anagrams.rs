//! All plays where the letters of a word may stand in any order.
//!
//! For every window of a line, the graph of sorted letters tells which letters of the rack make a
//! word with the play-through tiles; only those are arranged.

use crate::all_plays::{Emit, is_first_word_line};
use crate::compile::Compiled;
use crate::cross_sets::BoardView;
use crate::lines::LineTable;
use crate::rack::RackCodes;
use crate::step::{NO_STEP, Step, WordSums};
use crate::stop::MOST_PARTIAL_WORDS;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};
use tilewright_tiles::{Letter, MAX_LETTERS};

/// The most bytes of completions that are kept.
const MOST_KEPT: usize = 16 << 20;

/// Multisets of letters, each sorted.
type Completions = Rc<[Box<[u8]>]>;

/// Arranges letters in the windows of lines.
pub(crate) struct AnagramPlays<'a, M, E> {
    pub graph: &'a WordGraph<M>,
    pub compiled: &'a Compiled,
    pub table: &'a LineTable,
    pub view: &'a BoardView<M>,
    pub rack: &'a RackCodes<M>,
    pub emit: E,
    /// The letters that complete play-through tiles, by those tiles and the number of letters.
    pub known: BTreeMap<(Vec<u8>, usize), Completions>,
    /// About how many bytes they take.
    pub kept: usize,
}

impl<M: LetterMask, E: Emit> AnagramPlays<'_, M, E> {
    /// Generates every play of every line.
    pub fn run(&mut self) {
        if self.compiled.stacks.is_some() {
            return self.run_over_tiles();
        }
        for line in &self.table.lines {
            if self.emit.spend(line.slots().len()) {
                return;
            }
            self.line(line.slots());
        }
    }

    /// Generates every play of one line without stacking.
    pub fn line(&mut self, line: Range<usize>) {
        let slots = &self.view.slots;
        for first in line.clone().filter(|first| !slots[first - 1].filled()) {
            let (mut free, mut anchor) = (0, false);
            for last in first..line.end {
                if !slots[last].filled() {
                    free += 1;
                    anchor |= slots[last].is_anchor();
                }
                if free > self.rack.len {
                    break;
                }
                if self.emit.spend(1 + last - first) {
                    return;
                }
                if free > 0 && anchor && last > first && !slots[last + 1].filled() {
                    self.window(first, last + 1, free);
                }
            }
        }
    }

    fn window(&mut self, first: usize, end: usize, free: usize) {
        let slots = &self.view.slots;
        let mut open = (first..end).filter(|slot| !slots[*slot].filled());
        if free == 1
            && !open.next().is_some_and(|s| is_first_word_line(self.table, self.view, s as u16))
        {
            return;
        }
        let closed = slots[first..end].iter().filter(|slot| slot.filled());
        let origin = Step {
            sums: WordSums::new(closed.clone().map(|s| i32::from(s.value)).sum(), 0),
            ..self.origin()
        };
        let mut there: Vec<u8> = closed.map(|slot| slot.code).collect();
        there.sort_unstable();
        for letters in self.completions(there, free).iter() {
            if self.emit.spend(8) {
                return;
            }
            let mut counts = [0u8; MAX_LETTERS + 1];
            letters.iter().for_each(|code| counts[usize::from(*code)] += 1);
            let mut steps = Vec::with_capacity(free);
            self.arrange(first, end, letters, &mut counts, &origin, &mut steps);
        }
    }

    /// Generates every play with stacking: every window is filled in every way.
    fn run_over_tiles(&mut self) {
        let slots = &self.view.slots;
        for line in &self.table.lines {
            for first in line.slots().filter(|first| !slots[first - 1].filled()) {
                if self.emit.spend(line.slots().len()) {
                    return;
                }
                let ends = first + 2..line.slots().end + 1;
                for end in ends.filter(|end| !slots[*end].filled()) {
                    let mut letters = Vec::with_capacity(end - first);
                    self.cover(first, end, &self.origin(), &mut Vec::new(), &mut letters);
                }
            }
        }
    }

    /// Continues at a slot of a window: goes through its tile, or places one.
    fn cover(
        &mut self,
        at: usize,
        end: usize,
        last: &Step,
        steps: &mut Vec<Step>,
        letters: &mut Vec<Letter>,
    ) {
        let slots = &self.view.slots;
        // At the end of the window its letters are sorted and looked up.
        if self.emit.spend(if at == end { 8 * letters.len() } else { 4 }) {
            return;
        }
        if at == end {
            let counts = last.tally.placed() > 1
                || last.tally.placed() == 1 && is_first_word_line(self.table, self.view, last.slot);
            if counts && self.graph.contains_anagram(letters) {
                self.emit.emit(steps, last);
            }
            return;
        }
        let order = &self.compiled.order;
        if slots[at].filled() {
            letters.push(order.letter(slots[at].code));
            self.cover(at + 1, end, last, steps, letters);
            letters.pop();
        }
        let parent = steps.len().checked_sub(1).map_or(NO_STEP, |place| place as u32);
        for code in codes(slots[at].cross_set & self.rack.available(last.used)) {
            let tile = (code, self.rack.take(code, last.used));
            let step = last.placing(parent, &slots[at], at, self.rack, tile);
            steps.push(step);
            letters.push(order.letter(code));
            self.cover(at + 1, end, &step, steps, letters);
            letters.pop();
            steps.pop();
        }
    }

    fn origin(&self) -> Step {
        Step::origin(0)
    }

    /// Arranges letters on the empty slots of a window in every order.
    fn arrange(
        &mut self,
        at: usize,
        end: usize,
        letters: &[u8],
        counts: &mut [u8; MAX_LETTERS + 1],
        last: &Step,
        steps: &mut Vec<Step>,
    ) {
        let slots = &self.view.slots;
        if self.emit.spend(4) {
            return;
        }
        let Some(free) = (at..end).find(|slot| !slots[*slot].filled()) else {
            return self.emit.emit(steps, last);
        };
        let cross_set = slots[free].cross_set;
        let parent = steps.len().checked_sub(1).map_or(NO_STEP, |place| place as u32);
        // Letters are sorted: equal ones are tried once.
        for (place, code) in letters.iter().enumerate() {
            let again = place > 0 && letters[place - 1] == *code;
            if again || counts[usize::from(*code)] == 0 || !cross_set.has(*code) {
                continue;
            }
            counts[usize::from(*code)] -= 1;
            let tile = (*code, self.rack.take(*code, last.used));
            let step = last.placing(parent, &slots[free], free, self.rack, tile);
            steps.push(step);
            self.arrange(free + 1, end, letters, counts, &step, steps);
            steps.pop();
            counts[usize::from(*code)] += 1;
        }
    }

    /// The multisets of `free` rack letters that make a word with some tiles.
    fn completions(&mut self, there: Vec<u8>, free: usize) -> Completions {
        let key = (there, free);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut search = CompletionSearch {
            graph: self.graph,
            compiled: self.compiled,
            rack: self.rack,
            emit: &mut self.emit,
            there: [0; MAX_LETTERS + 1],
            chosen: Vec::with_capacity(free),
            found: Vec::new(),
        };
        key.0.iter().for_each(|code| search.there[usize::from(*code)] += 1);
        search.from(self.graph.dawg_root(), key.0.len(), free, 0);
        let found: Completions = search.found.into();
        if self.kept > MOST_KEPT {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += key.0.len() + found.len() * (free + 16);
        self.known.insert(key, found.clone());
        found
    }
}

/// Looks up letters that make a word with given ones.
struct CompletionSearch<'a, M, E> {
    graph: &'a WordGraph<M>,
    compiled: &'a Compiled,
    rack: &'a RackCodes<M>,
    emit: &'a mut E,
    /// How many of each code are still to be read.
    there: [u8; MAX_LETTERS + 1],
    chosen: Vec<u8>,
    found: Vec<Box<[u8]>>,
}

impl<M: LetterMask, E: Emit> CompletionSearch<'_, M, E> {
    /// Continues at a node, with `given` given letters and `free` chosen ones to go.
    fn from(&mut self, node: NodeId, given: usize, free: usize, used: u64) {
        // A look at every letter of the alphabet.
        if self.emit.spend(8) {
            return;
        }
        if self.found.len() > MOST_PARTIAL_WORDS / 4 {
            return self.emit.exhaust();
        }
        let last = given + free == 1;
        let next = if last { self.graph.accepts(node) } else { self.graph.children(node) };
        let bound = self.next_given();
        let available = self.rack.available(used);
        for code in codes(next) {
            if code == 0 || bound.is_some_and(|bound| self.compiled.order.letter(code) > bound) {
                continue;
            }
            let child = if last { 0 } else { self.graph.child(node, code) };
            if self.there[usize::from(code)] > 0 {
                self.there[usize::from(code)] -= 1;
                self.go_on(child, given - 1, free, used);
                self.there[usize::from(code)] += 1;
            } else if free > 0 && available.has(code) {
                let used = self.rack.take(code, used);
                self.chosen.push(code);
                self.go_on(child, given, free - 1, used);
                self.chosen.pop();
            }
        }
    }

    fn go_on(&mut self, node: NodeId, given: usize, free: usize, used: u64) {
        if given + free > 0 {
            return self.from(node, given, free, used);
        }
        let mut letters = self.chosen.clone();
        letters.sort_unstable();
        self.found.push(letters.into());
    }

    /// The first given letter, in alphabetical order, that has not been read.
    fn next_given(&self) -> Option<Letter> {
        let left =
            (1..=self.compiled.order.len() as u8).filter(|c| self.there[usize::from(*c)] > 0);
        left.map(|code| self.compiled.order.letter(code)).min()
    }
}
