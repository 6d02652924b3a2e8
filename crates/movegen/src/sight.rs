//! What the lines of a position allow: letters there, letters that fit, what cross words add.
//!
//! A [`Sight`] is kept from position to position. Only lines on which something has changed are
//! read again; only cells whose lines say something new are put together again.

use crate::compile::Compiled;
use crate::lines::{LineSpan, LineTable};
use smallvec::SmallVec;
use std::ops::Range;
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};
use tilewright_rules::spec::{Placement, StartMode};
use tilewright_rules::{Board, Position};
use tilewright_tiles::Letter;

/// What is known of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<M> {
    /// The codes that a new tile here may show; none if it may not be placed.
    pub allowed: M,
    /// What the cross words through here add to a play, without the new tile.
    pub cross_base: i32,
    /// How often a new tile's score counts in cross words.
    pub cross_times: i16,
    /// What is added to the main word if the cell is kept: its tile, and those beneath that count.
    pub value: i16,
    /// What is added to the main word if the cell is covered: the tiles beneath that count.
    pub under: i16,
    /// Factors of the cell for a new tile.
    pub letter_factor: u8,
    pub word_factor: u8,
    /// The code of the tile that is there; 0 for none.
    pub code: u8,
    flags: u8,
}

const CONTACT: u8 = 1;
const OPEN: u8 = 2;
const BESIDE: u8 = 4;
const STACKED: u8 = 8;

impl<M: LetterMask> Slot<M> {
    /// A place where a line ends.
    pub fn border() -> Slot<M> {
        Slot {
            allowed: M::EMPTY,
            cross_base: 0,
            cross_times: 0,
            value: 0,
            under: 0,
            letter_factor: 1,
            word_factor: 1,
            code: 0,
            flags: 0,
        }
    }

    /// Whether a tile is there.
    #[inline(always)]
    pub fn filled(&self) -> bool {
        self.code != 0
    }
    /// Whether a placement here touches what is there, or starts the game.
    #[inline(always)]
    pub fn contact(&self) -> bool {
        self.flags & CONTACT != 0
    }
    /// Whether a new tile may go here.
    #[inline(always)]
    pub fn open(&self) -> bool {
        self.flags & OPEN != 0
    }
    /// Whether a neighbour on this line is filled.
    #[inline(always)]
    pub fn beside(&self) -> bool {
        self.flags & BESIDE != 0
    }
    /// Whether it is higher than one tile.
    #[inline(always)]
    pub fn stacked(&self) -> bool {
        self.flags & STACKED != 0
    }
    /// The codes with which a word can go through here.
    #[inline(always)]
    pub fn passable(&self, available: M) -> M {
        let through = if self.code == 0 { M::EMPTY } else { M::bit(self.code) };
        self.allowed & available | through
    }
    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// What a line says about a new tile on one of its slots.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fit<M> {
    /// The codes that make a word with the tiles beside it.
    mask: M,
    /// What those tiles add up to.
    sum: i32,
    /// Whether there are any.
    beside: bool,
    /// Whether none of them is stacked.
    flat: bool,
}

/// A position as the generator sees it.
pub(crate) struct Sight<M> {
    pub slots: Vec<Slot<M>>,
    /// The slots of a board without tiles.
    bare: Vec<Slot<M>>,
    /// Whether the board is empty.
    empty: bool,
    /// Whether any cell will do to begin or go on.
    anywhere: bool,
    all: M,
    fits: Vec<Fit<M>>,
    /// What lay on every cell when it was last looked at.
    seen: Vec<u64>,
    changed: Vec<CellId>,
    stale_lines: Vec<u32>,
    is_stale: Vec<bool>,
    is_changed: Vec<bool>,
}

/// What lies on a cell of a bare board.
const NOTHING: u64 = 0;

impl<M: LetterMask> Sight<M> {
    pub fn new(compiled: &Compiled, table: &LineTable, letters: M) -> Sight<M> {
        let mut bare = vec![Slot::border(); table.cells.len()];
        for (cell, slots) in table.of_cell.iter().enumerate() {
            for slot in slots {
                let slot = &mut bare[*slot as usize];
                (slot.letter_factor, slot.word_factor) = compiled.factors[cell];
                slot.allowed = letters;
                slot.set(OPEN, true);
            }
        }
        let fit = Fit { mask: letters, sum: 0, beside: false, flat: true };
        Sight {
            slots: bare.clone(),
            bare,
            empty: false,
            anywhere: false,
            all: letters,
            fits: vec![fit; table.cells.len()],
            seen: vec![NOTHING; compiled.factors.len()],
            changed: Vec::new(),
            stale_lines: Vec::new(),
            is_stale: vec![false; table.lines.len()],
            is_changed: vec![false; compiled.factors.len()],
        }
    }

    /// Forgets what was seen.
    pub fn forget(&mut self) {
        self.slots.copy_from_slice(&self.bare);
        self.fits.fill(Fit { mask: self.all, sum: 0, beside: false, flat: true });
        self.seen.fill(NOTHING);
        (self.empty, self.anywhere) = (false, false);
    }

    /// Looks at a position; what has not changed since the last one is not looked at again.
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
            (0..self.seen.len() as u16).for_each(|cell| self.note_change(CellId(cell)));
        }
        self.find_changes(position.board, compiled, table);
        let stale = std::mem::take(&mut self.stale_lines);
        for line in &stale {
            self.is_stale[*line as usize] = false;
            self.fit_line(table.lines[*line as usize], compiled, graph, table);
        }
        self.stale_lines = stale;
        self.stale_lines.clear();
        let changed = std::mem::take(&mut self.changed);
        for cell in &changed {
            self.is_changed[cell.index()] = false;
            self.put_together(*cell, position, compiled, table);
        }
        self.changed = changed;
        self.changed.clear();
    }

    /// Compares the board with what was last seen of it.
    fn find_changes(&mut self, board: &Board, compiled: &Compiled, table: &LineTable) {
        for (index, seen) in self.seen.iter_mut().enumerate() {
            let cell = CellId(index as u16);
            let now = contents(board, compiled, cell);
            if now == *seen {
                continue;
            }
            *seen = now;
            if !std::mem::replace(&mut self.is_changed[index], true) {
                self.changed.push(cell);
            }
            for slot in &table.of_cell[index] {
                let line = table.line_of[*slot as usize];
                if !std::mem::replace(&mut self.is_stale[line as usize], true) {
                    self.stale_lines.push(line);
                }
                fill_slot(&mut self.slots[*slot as usize], board, compiled, cell);
            }
        }
    }

    /// Letters that complete the run through each slot of a line, and the sum of that run.
    fn fit_line(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        table: &LineTable,
    ) {
        for at in line.slots() {
            let slot = &self.slots[at];
            let beside = self.slots[at - 1].filled() || self.slots[at + 1].filled();
            if !slot.open() || !beside && !slot.beside() {
                continue;
            }
            let mut fit = Fit { mask: self.all, sum: 0, beside, flat: true };
            if beside {
                let before = Run::of(self.slots[..at].iter().rev());
                let after = Run::of(self.slots[at + 1..].iter());
                let (left, right) = (at - before.len..at, at + 1..at + 1 + after.len);
                fit.sum = before.sum + after.sum;
                fit.flat = !before.stacked && !after.stacked;
                fit.mask = match compiled.anagrams {
                    true => self.fitting_in_any_order(graph, compiled, left, right),
                    false => self.fitting(graph, left, right),
                };
            }
            if fit != self.fits[at] {
                self.fits[at] = fit;
                self.slots[at].set(BESIDE, beside);
                self.note_change(table.cells[at]);
            }
        }
    }

    /// Notes that something new is known of a cell.
    fn note_change(&mut self, cell: CellId) {
        if !std::mem::replace(&mut self.is_changed[cell.index()], true) {
            self.changed.push(cell);
        }
    }

    /// The codes that make a word between a run on the left and one on the right.
    fn fitting(&self, graph: &WordGraph<M>, left: Range<usize>, right: Range<usize>) -> M {
        let nodes = graph.records();
        let step = |node: NodeId, slot: &Slot<M>| nodes.child(node, slot.code);
        if left.is_empty() {
            // The whole word backward: the run on the right, last letter first, then the new one.
            return nodes.masks(self.slots[right].iter().rev().fold(graph.root(), step)).1;
        }
        let node = self.slots[left].iter().rev().fold(graph.root(), step);
        let node = nodes.child(node, 0);
        let Some((last, middle)) = self.slots[right].split_last() else {
            return nodes.masks(node).1;
        };
        let mut mask = M::EMPTY;
        for code in codes(nodes.masks(node).0) {
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

    /// Puts together what the lines through a cell say.
    fn put_together(
        &mut self,
        cell: CellId,
        position: &Position<'_>,
        compiled: &Compiled,
        table: &LineTable,
    ) {
        let slots = &table.of_cell[cell.index()];
        let beside = slots.iter().any(|slot| self.fits[*slot as usize].beside);
        let starts = self.anywhere
            || self.empty_start(position) && position.ruleset.start_cells().contains(&cell);
        for slot in slots {
            let at = *slot as usize;
            let (mut allowed, mut base, mut times) = (self.all, 0, 0);
            let data = &self.slots[at];
            let factor = i32::from(data.word_factor);
            for other in &table.others[at] {
                let fit = &self.fits[*other as usize];
                if !fit.beside {
                    continue;
                }
                allowed = allowed & fit.mask;
                let flat = fit.flat && !data.filled();
                let factor = if flat { factor * compiled.flat_factor } else { factor };
                base += (fit.sum + i32::from(data.under)) * factor;
                times += i32::from(data.letter_factor) * factor;
            }
            if data.filled() && compiled.stacks.is_some_and(|stacks| stacks.forbid_same) {
                allowed = allowed & !M::bit(data.code);
            }
            let data = &mut self.slots[at];
            data.allowed = if data.open() { allowed } else { M::EMPTY };
            data.cross_base = base;
            data.cross_times = times as i16;
            data.set(CONTACT, starts || beside || data.filled());
        }
    }

    /// Whether the cells on which a game starts will do.
    fn empty_start(&self, position: &Position<'_>) -> bool {
        let placement = &position.ruleset.spec().line_placement.placement;
        self.empty || *placement == Placement::Connected
    }
}

/// A run of tiles on a line.
#[derive(Clone, Copy, Default)]
struct Run {
    len: usize,
    sum: i32,
    stacked: bool,
}

impl Run {
    /// The run with which slots begin.
    fn of<'a, M: LetterMask>(slots: impl Iterator<Item = &'a Slot<M>>) -> Run {
        let mut run = Run::default();
        for slot in slots.take_while(|slot| slot.filled()) {
            run.len += 1;
            run.sum += i32::from(slot.value);
            run.stacked |= slot.stacked();
        }
        run
    }
}

/// Whether the board is empty, and whether a play may go anywhere.
fn openness(position: &Position<'_>) -> (bool, bool) {
    let spec = position.ruleset.spec();
    let empty = position.board.is_empty();
    let connected = position.is_on("connection", spec.connection.enabled);
    let free_start = !position.is_on("first_move_start", spec.first_move_start.enabled)
        || spec.first_move_start.start == StartMode::Optional;
    (empty, empty && free_start || !connected)
}

/// All that matters of what lies on a cell, as one number.
#[inline(always)]
fn contents(board: &Board, compiled: &Compiled, cell: CellId) -> u64 {
    let used = u64::from(board.premium_used(cell));
    let Some(top) = board.top(cell) else { return used };
    let height = board.height(cell);
    let beneath = if height > 1 { under(board, compiled, cell, false) } else { 0 };
    let tile = u64::from(top.kind.0) << 8 | u64::from(top.letter.0) << 16;
    used | tile | u64::from(height) << 24 | u64::from(beneath as u16) << 32 | 1 << 48
}

/// The tiles of a cell that count beneath the visible one: as it is, or if it were covered.
fn under(board: &Board, compiled: &Compiled, cell: CellId, covered: bool) -> i32 {
    if !compiled.stacks.is_some_and(|stacks| stacks.sum) {
        return 0;
    }
    let beneath: i32 = board.beneath(cell).iter().map(|tile| compiled.score(tile.kind)).sum();
    let top = board.top(cell).filter(|_| covered).map_or(0, |tile| compiled.score(tile.kind));
    beneath + top
}

/// What a slot has of its own cell alone.
fn fill_slot<M: LetterMask>(slot: &mut Slot<M>, board: &Board, compiled: &Compiled, cell: CellId) {
    let used = board.premium_used(cell) && !compiled.again;
    (slot.letter_factor, slot.word_factor) =
        if used { (1, 1) } else { compiled.factors[cell.index()] };
    let Some(top) = board.top(cell) else {
        (slot.code, slot.value, slot.under) = (0, 0, 0);
        slot.set(OPEN, true);
        slot.set(STACKED, false);
        return;
    };
    let height = board.height(cell);
    slot.code = compiled.order.code(top.letter);
    slot.value = (compiled.score(top.kind) + under(board, compiled, cell, false)) as i16;
    slot.under = under(board, compiled, cell, true) as i16;
    slot.set(OPEN, compiled.stacks.is_some_and(|stacks| height < stacks.max_height));
    slot.set(STACKED, height > 1);
}
