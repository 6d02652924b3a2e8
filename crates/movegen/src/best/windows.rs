//! Windows of lines that a play may fill, with the most that it can be worth there.

use super::subracks::SubRacks;
use crate::compile::Compiled;
use crate::levels::is_first_line;
use crate::lines::LineTable;
use crate::sight::{Sight, Slot};
use crate::tray::Tray;
use tilewright_lexicon::{LetterMask, codes};

/// A stretch of a line, all of which a play would fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// No play there has a higher equity.
    pub bound: i64,
    /// Its slots.
    pub first: u16,
    pub end: u16,
    /// How many tiles it takes.
    pub size: u8,
}

/// Looks for windows.
pub(crate) struct Survey<'a, M> {
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub compiled: &'a Compiled,
    pub tray: &'a Tray<M>,
    pub parts: &'a mut SubRacks<M>,
    pub found: &'a mut Vec<Window>,
    /// The cells of a line.
    pub sums: &'a mut Vec<Sums>,
    pub cells: &'a mut Vec<Cell>,
    /// The letters that the rack can show.
    pub letters: M,
    /// All letters.
    pub all: M,
    /// The best score of a tile that can show none of the rack's own letters.
    pub blank_score: i32,
}

/// What the cells of a line add up to from its beginning to a place. What a window adds up to is
/// the difference of two.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    /// Numbers of cells.
    counts: Counts,
    /// The tiles that are there.
    kept: i32,
    /// What cross words add at most.
    cross: i32,
    /// What cells add at most to the main word where not all letters will do.
    restricted: i32,
}

/// Numbers of cells of several sorts, four bits for each but the last. A window has fewer than
/// sixteen of each, so the difference of two sums is right whatever the sums themselves are.
pub(crate) type Counts = u64;

/// What is counted.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    /// Cells to be filled.
    Open,
    /// Cells to be filled with a letter factor of at least 2, 3 and 4.
    Multiplied,
    Multiplied3,
    Multiplied4,
    /// Cells to be filled with a word factor of 2, 3 and 4.
    Double,
    Triple,
    Quadruple,
    /// Cells to be filled where all letters will do.
    Free,
    /// Of those, the ones with letter factors.
    FreeMultiplied,
    FreeMultiplied3,
    FreeMultiplied4,
    /// Cells that are filled.
    Filled,
}

/// What is not counted where not all letters will do.
const OF_FREE_CELLS: Counts = 0xffff << (4 * Count::Free as u32);

impl Count {
    #[inline(always)]
    const fn one(self) -> Counts {
        1 << (4 * self as u32)
    }
    #[inline(always)]
    fn of(self, counts: Counts) -> usize {
        (counts >> (4 * self as u32)) as usize & 15
    }
    /// The number of filled cells, which may be larger.
    #[inline(always)]
    fn filled(counts: Counts) -> usize {
        (counts >> (4 * Count::Filled as u32)) as usize & 255
    }
}

/// What is counted of a cell to be filled where all letters will do, by its factors.
#[inline(always)]
fn open_counts(letter_factor: u8, word_factor: u8) -> Counts {
    const LETTERS: [Counts; 5] = {
        let two = Count::Multiplied.one() + Count::FreeMultiplied.one();
        let three = two + Count::Multiplied3.one() + Count::FreeMultiplied3.one();
        let four = three + Count::Multiplied4.one() + Count::FreeMultiplied4.one();
        [0, 0, two, three, four]
    };
    const WORDS: [Counts; 5] =
        [0, 0, Count::Double.one(), Count::Triple.one(), Count::Quadruple.one()];
    let factors =
        LETTERS[usize::from(letter_factor.min(4))] + WORDS[usize::from(word_factor.min(4))];
    factors + Count::Open.one() + Count::Free.one()
}

/// The product of so many factors of 3; there are never more on a line.
const POWERS_OF_3: [i64; 16] = {
    let mut powers = [1; 16];
    let mut place = 1;
    while place < 16 {
        powers[place] = 3 * powers[place - 1];
        place += 1;
    }
    powers
};

/// What is known of a place on a line besides.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cell {
    /// The code that is there, or 0.
    code: u8,
    /// Whether a play that covers the cell touches something.
    touches: bool,
    /// Whether nothing is there and nothing can be placed.
    impossible: bool,
    /// The next place, from this one on, where a play touches something.
    next_touching: u8,
    /// The next place, from this one on, where nothing can be.
    next_impossible: u8,
}

impl<M: LetterMask> Survey<'_, M> {
    pub fn run(&mut self) {
        self.found.clear();
        for line in &self.table.lines {
            let slots = line.slots();
            self.sums.clear();
            self.cells.clear();
            let mut sums = Sums::default();
            for slot in &self.sight.slots[slots.clone()] {
                self.sums.push(sums);
                self.cells.push(self.add_cell(&mut sums, slot));
            }
            self.sums.push(sums);
            if !self.link_places() {
                continue;
            }
            for first in 0..slots.len() {
                if first == 0 || self.cells[first - 1].code == 0 {
                    self.windows_from(slots.start, first);
                }
            }
        }
    }

    /// Notes for every place what comes next; false if a play cannot touch anything here.
    fn link_places(&mut self) -> bool {
        let length = self.cells.len() as u8;
        let end = Cell { next_touching: length, next_impossible: length, ..Cell::default() };
        let mut next = end;
        for (place, cell) in self.cells.iter_mut().enumerate().rev() {
            let place = place as u8;
            cell.next_touching = if cell.touches { place } else { next.next_touching };
            cell.next_impossible = if cell.impossible { place } else { next.next_impossible };
            next = *cell;
        }
        // A word may end with the line.
        self.cells.push(end);
        next.next_touching < length
    }

    #[inline(always)]
    fn add_cell(&self, sums: &mut Sums, slot: &Slot<M>) -> Cell {
        let mut cell = Cell { code: slot.code, touches: slot.contact(), ..Cell::default() };
        if slot.filled() {
            sums.kept += i32::from(slot.value);
            sums.counts = sums.counts.wrapping_add(Count::Filled.one());
            return cell;
        }
        let fitting = slot.allowed & self.letters;
        let counts = open_counts(slot.letter_factor, slot.word_factor);
        if slot.allowed == self.all && slot.cross_times == 0 {
            sums.counts = sums.counts.wrapping_add(counts);
            return cell;
        }
        if fitting.is_empty() {
            cell.impossible = true;
            return cell;
        }
        // Codes are in the order of scores: the lowest is worth most.
        let best = match codes(fitting & self.tray.own_codes()).next() {
            Some(code) => self.tray.scores[usize::from(code)].max(self.blank_score),
            None => self.blank_score,
        };
        sums.counts = sums.counts.wrapping_add(counts & !OF_FREE_CELLS);
        sums.restricted += best * i32::from(slot.letter_factor);
        sums.cross += slot.cross_base + best * i32::from(slot.cross_times);
        cell
    }

    /// Looks at the windows that begin at a place of a line.
    fn windows_from(&mut self, start: usize, first: usize) {
        let most = self.parts.tiles.len();
        let from = &self.cells[first];
        let touching = usize::from(from.next_touching);
        let last = usize::from(from.next_impossible);
        let before = self.sums[first];
        let mut letter = self.cells[touching].code;
        let mut end = touching.max(first + 1);
        while end < last {
            end += 1;
            let sums = &self.sums[end];
            let counts = sums.counts.wrapping_sub(before.counts);
            let size = Count::Open.of(counts);
            if size > most {
                return;
            }
            let code = self.cells[end - 1].code;
            letter = if code == 0 { letter } else { code };
            if size == 0 || self.cells[end].code != 0 {
                continue;
            }
            let sums = Sums {
                kept: sums.kept - before.kept,
                cross: sums.cross - before.cross,
                restricted: sums.restricted - before.restricted,
                counts,
            };
            if size > 1 || self.is_first(start + first, start + end) {
                self.consider(start + first, start + end, &sums, letter);
            }
        }
    }

    /// Notes a window if a play there is possible; `letter` is the last that is there.
    #[inline(always)]
    fn consider(&mut self, first: usize, end: usize, sums: &Sums, letter: u8) {
        let parts = &mut *self.parts;
        let counts = sums.counts;
        let size = Count::Open.of(counts);
        let letters = Count::filled(counts);
        let possible = match letters {
            0 => parts.any_forms[size],
            1 => parts.any_completes[size].has(letter),
            _ => true,
        };
        if !possible {
            return;
        }
        let highest = |count: Count| parts.highest[count.of(counts)];
        let extra =
            highest(Count::Multiplied) + highest(Count::Multiplied3) + highest(Count::Multiplied4);
        let mut tiles = parts.highest[size] + extra;
        if Count::Free.of(counts) != size {
            let by_cell = sums.restricted
                + highest(Count::Free)
                + highest(Count::FreeMultiplied)
                + highest(Count::FreeMultiplied3)
                + highest(Count::FreeMultiplied4);
            tiles = tiles.min(by_cell);
        }
        let twos = Count::Double.of(counts) + 2 * Count::Quadruple.of(counts);
        let threes = POWERS_OF_3[Count::Triple.of(counts)];
        let factor = (i64::from(self.compiled.flat_factor) << (twos & 31)) * threes;
        let rest = i64::from(sums.cross) + parts.bonus[size];
        let mut bound =
            1000 * (factor * i64::from(sums.kept + tiles) + rest) + parts.best_leave[size];
        if letters < 2 {
            let ceiling = parts.ceiling(size, if letters == 0 { 0 } else { letter }, factor);
            if ceiling == i64::MIN {
                return;
            }
            let without = factor * i64::from(sums.kept + extra) + rest;
            bound = bound.min(1000 * without + ceiling);
        }
        let (first, end) = (first as u16, end as u16);
        self.found.push(Window { bound, first, end, size: size as u8 });
    }

    /// Whether the one tile of a window is to be looked at on this line.
    fn is_first(&self, first: usize, end: usize) -> bool {
        let mut slots = first..end;
        let open = slots.find(|slot| !self.sight.slots[*slot].filled());
        open.is_some_and(|slot| is_first_line(self.table, self.sight, slot as u16))
    }
}
