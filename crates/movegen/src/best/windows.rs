//! Windows of lines that a play may fill, with the most that it can be worth there.

use super::subracks::{MOST_TILES, SubRacks};
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
    pub shares: &'a mut Vec<CellShare>,
    /// The letters that the rack can show.
    pub letters: M,
    /// All letters.
    pub all: M,
    /// The best score of a tile that can show none of the rack's own letters.
    pub blank_score: i32,
}

/// What one cell adds to a window.
#[derive(Clone, Copy, Default)]
pub(crate) struct CellShare {
    /// What cross words add at most.
    cross: i32,
    /// What the cell adds at most to the main word if not all letters will do.
    restricted: i32,
    value: i16,
    /// The code that is there, or 0.
    code: u8,
    word_factor: u8,
    /// The letter factor less one.
    more: u8,
    /// Whether all letters will do.
    free: bool,
    possible: bool,
    contact: bool,
}

/// The most that tiles add on cells, whichever tile goes where.
#[derive(Clone, Copy)]
struct Cells {
    count: usize,
    /// How many have letter factors of at least 2, 3 and 4.
    multiplied: [u8; 3],
    /// What those factors add at most.
    extra: i32,
}

impl Cells {
    const NONE: Cells = Cells { count: 0, multiplied: [0; 3], extra: 0 };

    #[inline(always)]
    fn add(&mut self, more: u8, scores: &[i32; MOST_TILES]) {
        self.count += 1;
        for count in &mut self.multiplied[..usize::from(more.min(3))] {
            self.extra += scores[usize::from(*count)];
            *count += 1;
        }
    }
}

/// What a window adds up to while it grows.
#[derive(Clone, Copy)]
struct Growth {
    /// The word factors.
    factor: i32,
    /// The tiles that are there.
    kept: i32,
    cross: i32,
    restricted: i32,
    all: Cells,
    free: Cells,
    /// The letters that are there, as far as there is but one.
    letters: usize,
    letter: u8,
    touches: bool,
}

impl<M: LetterMask> Survey<'_, M> {
    pub fn run(&mut self) {
        self.found.clear();
        for line in &self.table.lines {
            let slots = line.slots();
            self.shares.clear();
            let mut last_contact = None;
            for (place, slot) in self.sight.slots[slots.clone()].iter().enumerate() {
                self.shares.push(self.share(slot));
                if slot.filled() || slot.contact() {
                    last_contact = Some(place);
                }
            }
            // A word may end with the line.
            self.shares.push(CellShare::default());
            let Some(last_contact) = last_contact else { continue };
            for first in 0..=last_contact {
                if first == 0 || self.shares[first - 1].code == 0 {
                    self.grow(slots.start, first);
                }
            }
        }
    }

    /// What a cell adds to windows over it.
    #[inline(always)]
    fn share(&self, slot: &Slot<M>) -> CellShare {
        let mut share = CellShare {
            word_factor: slot.word_factor,
            code: slot.code,
            value: slot.value,
            contact: slot.contact(),
            ..CellShare::default()
        };
        let fitting = slot.allowed & self.letters;
        share.possible = !fitting.is_empty();
        share.more = slot.letter_factor - 1;
        share.free = slot.allowed == self.all;
        if share.possible && (!share.free || slot.cross_times != 0) {
            // Codes are in the order of scores: the lowest is worth most.
            let best = match codes(fitting & self.tray.own_codes()).next() {
                Some(code) => self.tray.scores[usize::from(code)].max(self.blank_score),
                None => self.blank_score,
            };
            share.restricted = if share.free { 0 } else { best * i32::from(slot.letter_factor) };
            share.cross = slot.cross_base + best * i32::from(slot.cross_times);
        }
        share
    }

    fn grow(&mut self, start: usize, first: usize) {
        let mut growth = Growth {
            factor: self.compiled.flat_factor,
            kept: 0,
            cross: 0,
            restricted: 0,
            all: Cells::NONE,
            free: Cells::NONE,
            letters: 0,
            letter: 0,
            touches: false,
        };
        let most = self.parts.tiles.len();
        let scores = self.parts.scores;
        let mut end = first;
        while end + 1 < self.shares.len() {
            let share = &self.shares[end];
            end += 1;
            if share.code != 0 {
                growth.kept += i32::from(share.value);
                growth.letters += 1;
                growth.letter = share.code;
                growth.touches = true;
                if growth.all.count == 0 {
                    continue;
                }
            } else {
                if growth.all.count == most || !share.possible {
                    return;
                }
                growth.all.add(share.more, &scores);
                if share.free {
                    growth.free.add(share.more, &scores);
                }
                growth.factor *= i32::from(share.word_factor);
                growth.cross += share.cross;
                growth.restricted += share.restricted;
                growth.touches |= share.contact;
            }
            if growth.touches && self.shares[end].code == 0 && end > first + 1 {
                self.consider(start + first, start + end, &growth);
            }
        }
    }

    /// Notes a window if a play there is possible.
    #[inline(always)]
    fn consider(&mut self, first: usize, end: usize, growth: &Growth) {
        let size = growth.all.count;
        let parts = &mut *self.parts;
        let possible = match growth.letters {
            0 => parts.any_forms[size],
            1 => parts.any_completes[size].has(growth.letter),
            _ => true,
        };
        if !possible || size == 1 && !self.is_first(first, end) {
            return;
        }
        let parts = &mut *self.parts;
        let highest = &parts.highest;
        let tiles = highest[size] + growth.all.extra;
        let by_cell = growth.restricted + highest[growth.free.count] + growth.free.extra;
        let factor = i64::from(growth.factor);
        let rest = i64::from(growth.cross) + parts.bonus[size];
        let most = i64::from(growth.kept + tiles.min(by_cell));
        let mut bound = 1000 * (factor * most + rest) + parts.best_leave[size];
        if growth.letters < 2 {
            let letter = if growth.letters == 1 { growth.letter } else { 0 };
            let ceiling = parts.ceiling(size, letter, factor);
            if ceiling == i64::MIN {
                return;
            }
            let without = factor * i64::from(growth.kept + growth.all.extra) + rest;
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
