//! Incremental generation line by line: hashes of lines, and undo.

use super::hashes;
use super::packed_rack::{PackedRack, RackPacking};
use super::play_cache::{LinePlay, NONE, PlayCache};
use crate::all_plays::{Buffers, GaddagWalk};
use crate::anagrams::AnagramPlays;
use crate::budget::Budget;
use crate::compile::{Bonus, Judging};
use crate::cross_sets::{BoardView, Snapshot};
use crate::generator::MoveGenerator;
use crate::judge::LinearScorer;
use crate::play::{Play, SlotDecoder};
use crate::rack::RackCodes;
use crate::stop::{Watch, Watched, Watcher};
use std::collections::BTreeMap;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Placement, Position};
use tilewright_tiles::TileCounts;

/// What is kept of every line for one seat.
struct Seat<M> {
    rack: RackCodes<M>,
    letters: M,
    packing: RackPacking,
    /// By line: its hash.
    hashes: Vec<u64>,
    /// By line: its plays in the cache, if known.
    lists: Vec<u32>,
    /// By slot: its part of the hash.
    slots: Vec<u64>,
}

/// A slot before a change.
struct SavedSlot<M> {
    at: u32,
    before: Snapshot<M>,
    hashes: [u64; 2],
}

/// A line before a change.
struct SavedLine {
    line: u32,
    hashes: [u64; 2],
    lists: [u32; 2],
}

/// The lengths of the undo logs before a move.
struct UndoPoint {
    slots: usize,
    lines: usize,
    cells: usize,
}

pub(super) struct ByLine<'a, M> {
    generator: &'a MoveGenerator<M>,
    pub board: Board,
    view: BoardView<M>,
    seats: [Seat<M>; 2],
    pub cache: PlayCache,
    buffers: Buffers<M>,
    saved_slots: Vec<SavedSlot<M>>,
    saved_lines: Vec<SavedLine>,
    /// Covered cells, and whether that used up a premium.
    covered_cells: Vec<(CellId, bool)>,
    undo_points: Vec<UndoPoint>,
    /// The move (`clock`) in which a slot, line, cell or line set was last saved.
    slot_noted: Vec<u32>,
    line_noted: Vec<u32>,
    cell_noted: Vec<u32>,
    line_set_noted: Vec<u32>,
    clock: u32,
    changed: Vec<CellId>,
    budget: Budget,
}

impl<'a, M: LetterMask> ByLine<'a, M> {
    pub fn new(
        generator: &'a MoveGenerator<M>,
        position: &Position<'_>,
        racks: [&TileCounts; 2],
        packings: &[RackPacking; 2],
        (memory, budget): (usize, &Budget),
    ) -> Option<ByLine<'a, M>> {
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
        let mut view = BoardView::new(compiled, table, all);
        let position = Position::new(ruleset, board, racks[0]);
        view.update(&position, compiled, table, graph);
        let seat = |number: usize| {
            let mut rack = RackCodes::new();
            rack.fill(ruleset, compiled, racks[number]);
            Seat {
                letters: rack.own_codes() | rack.blank_codes(),
                rack,
                packing: packings[number].clone(),
                hashes: Vec::new(),
                lists: vec![NONE; table.lines.len()],
                slots: Vec::new(),
            }
        };
        let mut plays = ByLine {
            generator,
            board: board.clone(),
            seats: [seat(0), seat(1)],
            cache: PlayCache::new(memory),
            buffers: Buffers::default(),
            saved_slots: Vec::new(),
            saved_lines: Vec::new(),
            covered_cells: Vec::new(),
            undo_points: Vec::new(),
            slot_noted: vec![0; table.cells.len()],
            line_noted: vec![0; table.lines.len()],
            cell_noted: vec![0; table.of_cell.len()],
            line_set_noted: vec![0; table.cells.len()],
            clock: 0,
            changed: Vec::new(),
            budget: budget.clone(),
            view,
        };
        plays.compute_hashes();
        Some(plays)
    }

    /// Computes the hashes of all lines.
    fn compute_hashes(&mut self) {
        let table = &self.generator.table;
        for (number, seat) in (1..).zip(&mut self.seats) {
            seat.slots = vec![0; table.cells.len()];
            // The two racks have separate lists.
            seat.hashes = (0..table.lines.len() as u64).map(|line| line << 8 | number).collect();
            for (line, span) in table.lines.iter().enumerate() {
                for at in span.slots() {
                    seat.slots[at] = hashes::of_slot(&self.view, table, at, seat.letters);
                    seat.hashes[line] ^= seat.slots[at];
                }
            }
        }
    }

    pub fn place(&mut self, placements: &[Placement]) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.clock += 1;
        self.undo_points.push(UndoPoint {
            slots: self.saved_slots.len(),
            lines: self.saved_lines.len(),
            cells: self.covered_cells.len(),
        });
        self.changed.clear();
        for placement in placements {
            let cell = placement.cell;
            self.board.put(cell, placement.tile);
            let used = ruleset.use_premium(&mut self.board, cell).is_some();
            self.covered_cells.push((cell, used));
            self.note_change(cell);
            for slot in &table.of_cell[cell.index()] {
                self.save_slot(*slot);
            }
            self.view.cover(cell, &self.board, compiled, table);
        }
        for placement in placements {
            for slot in &table.of_cell[placement.cell.index()] {
                let slots = &self.view.slots;
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
                    if !read || self.line_set_noted[at] == self.clock || !self.view.slots[at].open()
                    {
                        continue;
                    }
                    self.line_set_noted[at] = self.clock;
                    self.save_slot(at as u32);
                    if self.view.update_line_set(at, compiled, graph) {
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
            self.view.refresh_cell(*cell, compiled, table);
            for slot in &table.of_cell[cell.index()] {
                self.update_slot_hash(*slot as usize);
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
            let hashes = [self.seats[0].slots[index], self.seats[1].slots[index]];
            let before = self.view.snapshot(index);
            self.saved_slots.push(SavedSlot { at, before, hashes });
        }
    }

    /// Updates the hash of a slot.
    fn update_slot_hash(&mut self, at: usize) {
        let table = &self.generator.table;
        for number in 0..2 {
            let seat = &mut self.seats[number];
            let now = hashes::of_slot(&self.view, table, at, seat.letters);
            if now == seat.slots[at] {
                continue;
            }
            let line = table.line_of[at] as usize;
            if std::mem::replace(&mut self.line_noted[line], self.clock) != self.clock {
                let [one, two] = &self.seats;
                self.saved_lines.push(SavedLine {
                    line: line as u32,
                    hashes: [one.hashes[line], two.hashes[line]],
                    lists: [one.lists[line], two.lists[line]],
                });
            }
            let seat = &mut self.seats[number];
            seat.hashes[line] ^= seat.slots[at] ^ now;
            seat.slots[at] = now;
            seat.lists[line] = NONE;
        }
    }

    pub fn undo(&mut self) {
        let Some(undo_point) = self.undo_points.pop() else { return };
        for (cell, used) in self.covered_cells.drain(undo_point.cells..).rev() {
            self.board.take(cell);
            if used {
                self.board.set_premium_used(cell, false);
            }
        }
        for saved in self.saved_slots.drain(undo_point.slots..) {
            let at = saved.at as usize;
            self.view.restore(at, &saved.before, &self.generator.table);
            for (seat, hash) in self.seats.iter_mut().zip(saved.hashes) {
                seat.slots[at] = hash;
            }
        }
        for saved in self.saved_lines.drain(undo_point.lines..) {
            let line = saved.line as usize;
            for (number, seat) in self.seats.iter_mut().enumerate() {
                (seat.hashes[line], seat.lists[line]) = (saved.hashes[number], saved.lists[number]);
            }
        }
    }

    pub fn hash_change(&self, play: &LinePlay) -> u64 {
        match self.generator.compiled.stacks {
            None => play.key,
            Some(_) => hashes::of_stacks(self.cache.placements(play), &self.board),
        }
    }

    #[inline]
    pub fn each_line(&mut self, seat: usize, _: PackedRack, mut take: impl FnMut(&[LinePlay])) {
        if self.cache.is_full() {
            self.cache.clear();
            self.seats.iter_mut().for_each(|seat| seat.lists.fill(NONE));
            // Lines that are restored later must not refer to dropped lists.
            let forget = |saved: &mut SavedLine| saved.lists = [NONE; 2];
            self.saved_lines.iter_mut().for_each(forget);
        }
        for line in 0..self.generator.table.lines.len() {
            let mut list = self.seats[seat].lists[line];
            if list == NONE {
                let hash = self.seats[seat].hashes[line];
                list =
                    self.cache.find(hash).unwrap_or_else(|| self.generate_line(seat, line, hash));
                self.seats[seat].lists[line] = list;
            }
            take(self.cache.plays(list));
        }
    }

    /// Generates the plays of a line.
    fn generate_line(&mut self, seat: usize, line: usize, hash: u64) -> u32 {
        let MoveGenerator { compiled, table, graph, .. } = self.generator;
        let Seat { rack, packing, .. } = &self.seats[seat];
        let (view, slots) = (&self.view, table.lines[line].slots());
        let begin = self.cache.begin();
        if rack.len > 0 {
            let watcher = Watcher::new(&self.budget);
            let watch = &watcher;
            let mut sink = |play: &Play<'_>| {
                if !self.cache.add(play, packing) {
                    watch.exhaust();
                }
            };
            let decoder = SlotDecoder { table, compiled };
            let emit = LinearScorer::new(decoder, view, rack, &mut sink, watch);
            let emit = Watched { emit, watch };
            if compiled.anagrams {
                let (known, kept) = (BTreeMap::new(), 0);
                AnagramPlays { graph, compiled, table, view, rack, emit, known, kept }.line(slots);
            } else {
                let (root, forward, nodes) =
                    (graph.gaddag_root(), graph.dawg_root(), graph.records());
                let (stacking, buffers) = (compiled.stacks.is_some(), &mut self.buffers);
                GaddagWalk { root, forward, nodes, table, view, rack, stacking, buffers, emit }
                    .line(slots);
            }
        }
        self.cache.end(hash, begin)
    }
}
