//! Windows of lines that a play may fill, with the most that it can be worth there.

use super::subracks::{MOST_TILES, SubRacks};
use crate::compile::Compiled;
use crate::levels::is_first_line;
use crate::lines::LineTable;
use crate::sight::{Sight, Slot};
use crate::tray::Tray;
use std::cmp::Ordering;
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

impl Ord for Window {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |window: &Window| (window.bound, window.first, window.end);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Window {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Looks for windows.
pub(crate) struct Survey<'a, M> {
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub compiled: &'a Compiled,
    pub tray: &'a Tray<M>,
    pub parts: &'a mut SubRacks<M>,
    pub found: &'a mut Vec<Window>,
    /// The letters that the rack can show.
    pub letters: M,
    /// All letters.
    pub all: M,
    /// The best score of a tile that can show none of the rack's own letters.
    pub blank_score: i32,
}

/// What a window adds up to while it grows.
#[derive(Clone, Copy)]
struct Growth {
    size: usize,
    /// The word factors.
    factor: i64,
    /// The tiles that are there.
    kept: i64,
    /// What cross words add at most.
    cross: i64,
    /// How many cells have letter factors of 2, 3 and 4 at least; all, and those where any letter
    /// will do.
    multiplied: [u8; 3],
    free_multiplied: [u8; 3],
    free: usize,
    /// What the cells add at most where not all letters will do.
    restricted: i64,
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
            // How many tiles it takes from a slot on to touch something.
            let mut last_contact = None;
            for at in slots.clone() {
                let slot = &self.sight.slots[at];
                if slot.filled() || slot.contact() {
                    last_contact = Some(at);
                }
            }
            let Some(last_contact) = last_contact else { continue };
            for first in slots.start..=last_contact {
                if !self.sight.slots[first - 1].filled() {
                    self.grow(first, slots.end);
                }
            }
        }
    }

    fn grow(&mut self, first: usize, line_end: usize) {
        let mut growth = Growth {
            size: 0,
            factor: i64::from(self.compiled.flat_factor),
            kept: 0,
            cross: 0,
            multiplied: [0; 3],
            free_multiplied: [0; 3],
            free: 0,
            restricted: 0,
            letters: 0,
            letter: 0,
            touches: false,
        };
        let sight = self.sight;
        let most = self.parts.tiles.len();
        let mut at = first;
        while at < line_end {
            let slot = &sight.slots[at];
            at += 1;
            if slot.filled() {
                growth.kept += i64::from(slot.value);
                growth.letters += 1;
                growth.letter = slot.code;
                growth.touches = true;
            } else {
                if growth.size == most || !self.add_tile(&mut growth, slot) {
                    return;
                }
                growth.touches |= slot.contact();
            }
            if growth.touches
                && growth.size > 0
                && growth.size + growth.letters > 1
                && !sight.slots[at].filled()
            {
                self.consider(first, at, &growth);
            }
        }
    }

    /// Adds a cell to be filled; false if nothing can be placed there.
    #[inline(always)]
    fn add_tile(&self, growth: &mut Growth, slot: &Slot<M>) -> bool {
        let fitting = slot.allowed & self.letters;
        if fitting.is_empty() {
            return false;
        }
        growth.size += 1;
        growth.factor *= i64::from(slot.word_factor);
        let levels = [slot.letter_factor > 1, slot.letter_factor > 2, slot.letter_factor > 3];
        for (count, level) in growth.multiplied.iter_mut().zip(levels) {
            *count += u8::from(level);
        }
        if slot.allowed == self.all {
            growth.free += 1;
            for (count, level) in growth.free_multiplied.iter_mut().zip(levels) {
                *count += u8::from(level);
            }
            if slot.cross_times == 0 {
                return true;
            }
        }
        let own = fitting & self.tray.own_codes();
        // Codes are in the order of scores: the lowest is worth most.
        let best = match codes(own).next() {
            Some(code) => self.tray.scores[usize::from(code)].max(self.blank_score),
            None => self.blank_score,
        };
        if slot.allowed != self.all {
            growth.restricted += i64::from(best) * i64::from(slot.letter_factor);
        }
        growth.cross += i64::from(slot.cross_base) + i64::from(best) * i64::from(slot.cross_times);
        true
    }

    /// Notes a window if a play there is possible.
    fn consider(&mut self, first: usize, end: usize, growth: &Growth) {
        let size = growth.size;
        let parts = &mut *self.parts;
        let possible = match growth.letters {
            0 => parts.any_forms[size],
            1 => parts.any_completes[size].has(growth.letter),
            _ => true,
        };
        if !possible {
            return;
        }
        if size == 1 && !self.is_first(first, end) {
            return;
        }
        let highest = &self.parts.highest;
        let more = |counts: &[u8; 3]| -> i64 {
            counts.iter().map(|count| i64::from(highest[usize::from(*count)])).sum()
        };
        let extra = more(&growth.multiplied);
        let tiles = i64::from(highest[size]) + extra;
        let by_cell = growth.restricted
            + i64::from(highest[growth.free.min(MOST_TILES)])
            + more(&growth.free_multiplied);
        let rest = growth.cross + self.compiled.bonus.of(size, self.tray.len);
        let mut bound = 1000 * (growth.factor * (growth.kept + tiles.min(by_cell)) + rest)
            + self.parts.best_leave[size];
        if growth.letters < 2 {
            let letter = if growth.letters == 1 { growth.letter } else { 0 };
            let ceiling = self.parts.ceiling(size, letter, growth.factor);
            if ceiling == i64::MIN {
                return;
            }
            bound = bound.min(1000 * (growth.factor * (growth.kept + extra) + rest) + ceiling);
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
