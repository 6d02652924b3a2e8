//! A board that changes to and fro.

use super::packed::{Packed, Packing};
use super::signs;
use super::store::{LinePlay, NONE, Store};
use crate::anagrams::Arranger;
use crate::compile::{Bonus, Judging};
use crate::generator::MoveGenerator;
use crate::judge::Linear;
use crate::levels::{Buffers, Walk};
use crate::play::{Play, Scene};
use crate::sight::{Sight, Snapshot};
use crate::tray::Tray;
use std::collections::BTreeMap;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Placement, Position};
use tilewright_tiles::TileCounts;

/// What one seat knows of every line.
struct Seat<M> {
    tray: Tray<M>,
    letters: M,
    packing: Packing,
    /// By line: the number that stands for what it says.
    signs: Vec<u64>,
    /// By line: its plays, if they have been looked up.
    lists: Vec<u32>,
    /// By slot.
    slots: Vec<u64>,
}

/// A slot before it was changed.
struct OldSlot<M> {
    at: u32,
    before: Snapshot<M>,
    signs: [u64; 2],
}

/// A line before it was changed.
struct OldLine {
    line: u32,
    signs: [u64; 2],
    lists: [u32; 2],
}

/// What landed, and how much had been noted before.
struct Landing {
    slots: usize,
    lines: usize,
    cells: usize,
}

pub(super) struct LineTracker<'a, M> {
    generator: &'a MoveGenerator<M>,
    pub board: Board,
    sight: Sight<M>,
    seats: [Seat<M>; 2],
    pub store: Store,
    buffers: Buffers<M>,
    old_slots: Vec<OldSlot<M>>,
    old_lines: Vec<OldLine>,
    /// Cells on which tiles landed, and whether that used a premium up.
    old_cells: Vec<(CellId, bool)>,
    landings: Vec<Landing>,
    /// The landing in which a slot, a line, a cell or a slot's fit was last noted.
    slot_noted: Vec<u32>,
    line_noted: Vec<u32>,
    cell_noted: Vec<u32>,
    fit_noted: Vec<u32>,
    clock: u32,
    changed: Vec<CellId>,
}

impl<'a, M: LetterMask> LineTracker<'a, M> {
    pub fn new(
        generator: &'a MoveGenerator<M>,
        position: &Position<'_>,
        racks: [&TileCounts; 2],
        packings: &[Packing; 2],
        memory: usize,
    ) -> Option<LineTracker<'a, M>> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = generator;
        let board = position.board;
        let by_line = compiled.judging == Judging::Linear
            && !matches!(compiled.bonus, Bonus::Emptying(_) | Bonus::EmptyingEach(_))
            && position.switches.is_empty()
            && !board.is_empty();
        if !by_line {
            return None;
        }
        let all = compiled.order.mask::<M>(ruleset.tiles().alphabet().all());
        let mut sight = Sight::new(compiled, table, all);
        let position = Position::new(ruleset, board, racks[0]);
        sight.update(&position, compiled, table, graph);
        let seat = |number: usize| {
            let mut tray = Tray::new();
            tray.fill(ruleset, compiled, racks[number]);
            Seat {
                letters: tray.own_codes() | tray.blank_codes(),
                tray,
                packing: packings[number].clone(),
                signs: Vec::new(),
                lists: vec![NONE; table.lines.len()],
                slots: Vec::new(),
            }
        };
        let mut tracker = LineTracker {
            generator,
            board: board.clone(),
            seats: [seat(0), seat(1)],
            store: Store::new(memory),
            buffers: Buffers::default(),
            old_slots: Vec::new(),
            old_lines: Vec::new(),
            old_cells: Vec::new(),
            landings: Vec::new(),
            slot_noted: vec![0; table.cells.len()],
            line_noted: vec![0; table.lines.len()],
            cell_noted: vec![0; table.of_cell.len()],
            fit_noted: vec![0; table.cells.len()],
            clock: 0,
            changed: Vec::new(),
            sight,
        };
        tracker.read_signs();
        Some(tracker)
    }

    /// Works out the numbers of all lines.
    fn read_signs(&mut self) {
        let table = &self.generator.table;
        for (number, seat) in (1..).zip(&mut self.seats) {
            seat.slots = vec![0; table.cells.len()];
            // The two racks have lists of their own.
            seat.signs = (0..table.lines.len() as u64).map(|line| line << 8 | number).collect();
            for (line, span) in table.lines.iter().enumerate() {
                for at in span.slots() {
                    seat.slots[at] = signs::of_slot(&self.sight, table, at, seat.letters);
                    seat.signs[line] ^= seat.slots[at];
                }
            }
        }
    }

    pub fn put(&mut self, placements: &[Placement]) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.clock += 1;
        self.landings.push(Landing {
            slots: self.old_slots.len(),
            lines: self.old_lines.len(),
            cells: self.old_cells.len(),
        });
        self.changed.clear();
        for placement in placements {
            let cell = placement.cell;
            self.board.put(cell, placement.tile);
            let used = ruleset.use_premium(&mut self.board, cell).is_some();
            self.old_cells.push((cell, used));
            self.note_change(cell);
            for slot in &table.of_cell[cell.index()] {
                self.save_slot(*slot);
            }
            self.sight.cover(cell, &self.board, compiled, table);
        }
        for placement in placements {
            for slot in &table.of_cell[placement.cell.index()] {
                let slots = &self.sight.slots;
                let (mut first, mut last) = (*slot as usize - 1, *slot as usize + 1);
                while slots[first].filled() {
                    first -= 1;
                }
                while slots[last].filled() {
                    last += 1;
                }
                let inside = compiled.stacks.is_some();
                for at in first..=last {
                    let read = inside || at == first || at == last;
                    if !read || self.fit_noted[at] == self.clock || !self.sight.slots[at].open() {
                        continue;
                    }
                    self.fit_noted[at] = self.clock;
                    self.save_slot(at as u32);
                    if self.sight.fit_slot(at, compiled, graph) {
                        self.note_change(table.cells[at]);
                    }
                }
            }
        }
        let changed = std::mem::take(&mut self.changed);
        for cell in &changed {
            for slot in &table.of_cell[cell.index()] {
                self.save_slot(*slot);
            }
            self.sight.gather(*cell, compiled, table);
            for slot in &table.of_cell[cell.index()] {
                self.read_slot(*slot as usize);
            }
        }
        self.changed = changed;
    }

    fn note_change(&mut self, cell: CellId) {
        if std::mem::replace(&mut self.cell_noted[cell.index()], self.clock) != self.clock {
            self.changed.push(cell);
        }
    }

    fn save_slot(&mut self, at: u32) {
        let index = at as usize;
        if std::mem::replace(&mut self.slot_noted[index], self.clock) != self.clock {
            let signs = [self.seats[0].slots[index], self.seats[1].slots[index]];
            let before = self.sight.snapshot(index);
            self.old_slots.push(OldSlot { at, before, signs });
        }
    }

    /// Works out again what stands for a slot.
    fn read_slot(&mut self, at: usize) {
        let table = &self.generator.table;
        for number in 0..2 {
            let seat = &mut self.seats[number];
            let now = signs::of_slot(&self.sight, table, at, seat.letters);
            if now == seat.slots[at] {
                continue;
            }
            let line = table.line_of[at] as usize;
            if std::mem::replace(&mut self.line_noted[line], self.clock) != self.clock {
                let [one, two] = &self.seats;
                self.old_lines.push(OldLine {
                    line: line as u32,
                    signs: [one.signs[line], two.signs[line]],
                    lists: [one.lists[line], two.lists[line]],
                });
            }
            let seat = &mut self.seats[number];
            seat.signs[line] ^= seat.slots[at] ^ now;
            seat.slots[at] = now;
            seat.lists[line] = NONE;
        }
    }

    pub fn take_back(&mut self) {
        let Some(landing) = self.landings.pop() else { return };
        for (cell, used) in self.old_cells.drain(landing.cells..).rev() {
            self.board.take(cell);
            if used {
                self.board.set_premium_used(cell, false);
            }
        }
        for old in self.old_slots.drain(landing.slots..) {
            let at = old.at as usize;
            self.sight.restore(at, &old.before, &self.generator.table);
            for (seat, sign) in self.seats.iter_mut().zip(old.signs) {
                seat.slots[at] = sign;
            }
        }
        for old in self.old_lines.drain(landing.lines..) {
            let line = old.line as usize;
            for (number, seat) in self.seats.iter_mut().enumerate() {
                (seat.signs[line], seat.lists[line]) = (old.signs[number], old.lists[number]);
            }
        }
    }

    pub fn change(&self, play: &LinePlay) -> u64 {
        match self.generator.compiled.stacks {
            None => play.key,
            Some(_) => signs::of_stacks(self.store.placements(play), &self.board),
        }
    }

    #[inline]
    pub fn each_line(&mut self, seat: usize, _: Packed, mut take: impl FnMut(&[LinePlay])) {
        if self.store.is_full() {
            self.store.clear();
            self.seats.iter_mut().for_each(|seat| seat.lists.fill(NONE));
            // Lines that are put back later must not bring their lists along.
            let forget = |old: &mut OldLine| old.lists = [NONE; 2];
            self.old_lines.iter_mut().for_each(forget);
        }
        for line in 0..self.generator.table.lines.len() {
            let mut list = self.seats[seat].lists[line];
            if list == NONE {
                let sign = self.seats[seat].signs[line];
                list = self.store.find(sign).unwrap_or_else(|| self.read_line(seat, line, sign));
                self.seats[seat].lists[line] = list;
            }
            take(self.store.plays(list));
        }
    }

    /// Finds the plays of a line.
    fn read_line(&mut self, seat: usize, line: usize, sign: u64) -> u32 {
        let MoveGenerator { compiled, table, graph, .. } = self.generator;
        let Seat { tray, packing, .. } = &self.seats[seat];
        let (sight, slots) = (&self.sight, table.lines[line].slots());
        let begin = self.store.begin();
        if tray.len > 0 {
            let mut sink = |play: &Play<'_>| self.store.add(play, packing);
            let emit = Linear::new(Scene { table, compiled }, sight, tray, &mut sink);
            if compiled.anagrams {
                let known = BTreeMap::new();
                Arranger { graph, compiled, table, sight, tray, emit, known }.line(slots);
            } else {
                let (root, forward, nodes) = (graph.root(), graph.dawg_root(), graph.records());
                let (stacking, buffers) = (compiled.stacks.is_some(), &mut self.buffers);
                Walk { root, forward, nodes, table, sight, tray, stacking, buffers, emit }
                    .line(slots);
            }
        }
        self.store.end(sign, begin)
    }
}
