//! Windows of lines that a play may fill, with the most that it can be worth there.

use super::index::WordIndex;
use super::subracks::SubRacks;
use crate::levels::is_first_line;
use crate::lines::LineTable;
use crate::neighbours::Neighbours;
use crate::sight::{FREE, RESTRICTED, SORTS, Sight, Slot};
use crate::tray::Tray;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, codes};

/// The longest line whose windows are looked for: a bit for every place and one for the end.
pub(crate) const LONGEST_LINE: usize = 63;

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
    /// The letter that is there, if it is one.
    letter: u8,
    /// Whether the bound can be lower still.
    pub coarse: bool,
    /// What the word is multiplied by.
    factor: i32,
    /// What a play adds up to at most besides what its tiles count in the main word.
    besides: i64,
}

impl Window {
    /// Makes the bound of a window with one letter or none lower, if it can be.
    pub fn refine<M: LetterMask>(&mut self, parts: &mut SubRacks<M>, index: &WordIndex<M>) {
        self.coarse = false;
        let (size, factor) = (self.size.into(), self.factor.into());
        let ceiling = parts.ceiling(size, self.letter, factor, index);
        self.bound = self.bound.min(1000 * self.besides + ceiling);
    }
}

/// Looks for windows.
pub(crate) struct Survey<'a, M> {
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub tray: &'a Tray<M>,
    pub parts: &'a mut SubRacks<M>,
    pub neighbours: &'a Neighbours<M>,
    pub found: &'a mut Vec<Window>,
    /// The highest bound.
    pub highest: i64,
    pub sums: &'a mut Sums,
    /// The letters that the rack can show.
    pub letters: M,
    /// What a word without stacks is multiplied by.
    pub flat_factor: i32,
    /// The best score of a tile that can show none of the rack's own letters.
    pub blank_score: i32,
}

/// What the cells of a line add up to from its beginning to every place. What a window adds up to
/// is the difference of two.
pub(crate) type Sums = [Sum; LONGEST_LINE + 1];

#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    /// Numbers of cells.
    counts: Counts,
    /// The tiles that are there.
    kept: i32,
    /// What cross words add at most.
    cross: i32,
    /// What cells add at most to the main word where not all letters will do.
    restricted: i32,
}

impl Sum {
    #[inline(always)]
    fn since(&self, before: &Sum) -> Sum {
        Sum {
            counts: self.counts.wrapping_sub(before.counts),
            kept: self.kept - before.kept,
            cross: self.cross - before.cross,
            restricted: self.restricted - before.restricted,
        }
    }
}

/// Numbers of cells of several sorts: four bits for each, eight for the last two. A window for the
/// tiles of a rack has fewer than sixteen of each sort, so the difference of two sums is right
/// whatever the sums themselves are.
type Counts = u64;

/// What is counted.
#[derive(Clone, Copy)]
enum Count {
    /// Cells to be filled where all letters will do.
    Free,
    /// Cells to be filled with a letter factor of at least 2, 3 and 4.
    Multiplied,
    Multiplied3,
    Multiplied4,
    /// Of those, the ones where all letters will do.
    FreeMultiplied,
    FreeMultiplied3,
    FreeMultiplied4,
    /// Cells to be filled with a word factor of 2, 3 and 4.
    Double,
    Triple,
    Quadruple,
}

/// The counts of cells with letter factors.
const LETTER_FACTORS: Counts = 0xfff << (4 * Count::Multiplied as u32);
/// The counts of cells with word factors.
const WORD_FACTORS: Counts = 0xfff << (4 * Count::Double as u32);
/// Where cells that are filled are counted.
const FILLED_CELLS: u32 = 40;
/// Where cells to be filled are counted.
const OPEN_CELLS: u32 = 48;

impl Count {
    const fn one(self) -> Counts {
        1 << (4 * self as u32)
    }
    #[inline(always)]
    fn of(self, counts: Counts) -> usize {
        (counts >> (4 * self as u32)) as usize & 15
    }
}

/// The number of filled cells.
#[inline(always)]
fn filled_cells(counts: Counts) -> usize {
    (counts >> FILLED_CELLS) as usize & 255
}

/// The number of cells to be filled.
#[inline(always)]
fn open_cells(counts: Counts) -> usize {
    (counts >> OPEN_CELLS) as usize & 255
}

/// What is counted of a slot, by its sort.
const TALLIES: [Counts; SORTS] = {
    let mut tallies = [1 << FILLED_CELLS; SORTS];
    let mut sort = 0;
    while sort < 16 {
        let (letters, words) = (sort % 4, sort / 4);
        let mut restricted = 1 << OPEN_CELLS;
        let mut free = Count::Free.one();
        let of_letters = [Count::Multiplied, Count::Multiplied3, Count::Multiplied4];
        let of_free = [Count::FreeMultiplied, Count::FreeMultiplied3, Count::FreeMultiplied4];
        let mut factor = 0;
        while factor < letters {
            restricted += of_letters[factor].one();
            free += of_free[factor].one();
            factor += 1;
        }
        if words > 0 {
            let of_words = [Count::Double, Count::Triple, Count::Quadruple];
            restricted += of_words[words - 1].one();
        }
        tallies[FREE as usize + sort] = restricted + free;
        tallies[RESTRICTED as usize + sort] = restricted;
        sort += 1;
    }
    tallies
};

/// The product of so many factors of 3; there are never more on a line.
const POWERS_OF_3: [i32; 16] = {
    let mut powers = [1; 16];
    let mut place = 1;
    while place < 16 {
        powers[place] = 3 * powers[place - 1];
        place += 1;
    }
    powers
};

/// Places of a line, a bit for each.
#[derive(Clone, Copy)]
struct Places {
    /// Where tiles are.
    filled: u64,
    /// Where a play touches something.
    touching: u64,
    /// Where nothing is and nothing can be placed, and the end of the line.
    impossible: u64,
}

impl<M: LetterMask> Survey<'_, M> {
    pub fn run(&mut self) {
        self.found.clear();
        let table = self.table;
        for (number, line) in table.lines.iter().enumerate() {
            if self.sight.has_contact(number) {
                let slots = line.slots();
                let places = self.add_up(slots.clone());
                self.windows(slots, places);
            }
        }
    }

    /// Adds up the cells of a line.
    #[inline(always)]
    fn add_up(&mut self, slots: Range<usize>) -> Places {
        let line = &self.sight.slots[slots.clone()];
        let mut places = Places { filled: 0, touching: 0, impossible: 1 << line.len() };
        let mut sum = Sum::default();
        for (place, slot) in line.iter().enumerate() {
            self.sums[place & LONGEST_LINE] = sum;
            places.filled |= u64::from(slot.filled()) << place;
            places.touching |= u64::from(slot.contact()) << place;
            sum.counts = sum.counts.wrapping_add(TALLIES[usize::from(slot.sort())]);
            sum.kept += i32::from(slot.value);
            sum.cross += slot.cross_base;
            if slot.sort() & RESTRICTED != 0 {
                match self.best_fitting(slot, slots.start + place) {
                    Some(best) => {
                        sum.restricted += best * i32::from(slot.letter_factor);
                        sum.cross += best * i32::from(slot.cross_times);
                    }
                    None => places.impossible |= 1 << place,
                }
            }
        }
        self.sums[line.len() & LONGEST_LINE] = sum;
        places
    }

    /// The best score of a tile that fits on a slot where not all letters will do.
    #[inline(always)]
    fn best_fitting(&self, slot: &Slot<M>, at: usize) -> Option<i32> {
        let mut fitting = slot.allowed & self.letters;
        if slot.beside() {
            fitting = self.sight.reaching(at, fitting, self.neighbours);
        }
        if fitting.is_empty() {
            return None;
        }
        // Codes are in the order of scores: the lowest is worth most.
        Some(match codes(fitting & self.tray.own_codes()).next() {
            Some(code) => self.tray.scores[usize::from(code)].max(self.blank_score),
            None => self.blank_score,
        })
    }

    /// Looks at the windows of a line.
    fn windows(&mut self, slots: Range<usize>, places: Places) {
        let most = self.parts.tiles.len();
        // A window begins behind a place without a tile, at one that is possible.
        let impossible = places.impossible;
        let mut starts = !(places.filled << 1) & !impossible & ((1 << slots.len()) - 1);
        while starts != 0 {
            let first = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            // It ends before one without a tile; somewhere it touches something.
            let touching = places.touching >> first;
            if touching == 0 {
                return;
            }
            if places.filled >> first & 1 != 0 && !self.goes_on(slots.start, first, &places) {
                continue;
            }
            let first_end = first + touching.trailing_zeros() as usize + 1;
            let last_end = first + (impossible >> first).trailing_zeros() as usize;
            if first_end > last_end {
                continue;
            }
            let before = self.sums[first & LONGEST_LINE];
            let mut ends = !places.filled & (!0 << first_end) & (!0 >> (63 - last_end));
            while ends != 0 {
                let end = ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let sum = self.sums[end & LONGEST_LINE].since(&before);
                let size = open_cells(sum.counts);
                if size > most {
                    break;
                }
                let window = slots.start + first..slots.start + end;
                if size > 1 || size == 1 && self.is_first(window.clone()) {
                    self.consider(window, &sum, places.filled >> first);
                }
            }
        }
    }

    /// Whether a word that begins with the tiles at a place can go on behind them.
    #[inline(always)]
    fn goes_on(&self, start: usize, first: usize, places: &Places) -> bool {
        let behind = start + first + (!places.filled >> first).trailing_zeros() as usize;
        let fitting = self.sight.slots[behind].allowed & self.letters;
        !(fitting & self.sight.onset(behind)).is_empty()
    }

    /// Notes a window if a play there is possible; `filled` are its places with tiles, and more.
    #[inline(always)]
    fn consider(&mut self, window: Range<usize>, sum: &Sum, filled: u64) {
        let parts = &mut *self.parts;
        let counts = sum.counts;
        let (size, letters) = (open_cells(counts), filled_cells(counts));
        let mut letter = 0;
        if letters == 1 {
            letter = self.sight.slots[window.start + filled.trailing_zeros() as usize].code;
        }
        let highest = |count: Count| parts.highest[count.of(counts)];
        let (mut extra, mut extra_free) = (0, 0);
        if counts & LETTER_FACTORS != 0 {
            extra = highest(Count::Multiplied)
                + highest(Count::Multiplied3)
                + highest(Count::Multiplied4);
            extra_free = highest(Count::FreeMultiplied)
                + highest(Count::FreeMultiplied3)
                + highest(Count::FreeMultiplied4);
        }
        let mut tiles = parts.highest[size] + extra;
        let free = Count::Free.of(counts);
        if free != size {
            tiles = tiles.min(sum.restricted + parts.highest[free] + extra_free);
        }
        let mut factor = self.flat_factor;
        if counts & WORD_FACTORS != 0 {
            let twos = Count::Double.of(counts) + 2 * Count::Quadruple.of(counts);
            factor = (factor << (twos & 31)).wrapping_mul(POWERS_OF_3[Count::Triple.of(counts)]);
        }
        let rest = i64::from(sum.cross) + parts.bonus[size];
        let points = i64::from(factor) * i64::from(sum.kept + tiles) + rest;
        let bound = 1000 * points + parts.best_leave[size];
        self.highest = self.highest.max(bound);
        self.found.push(Window {
            bound,
            first: window.start as u16,
            end: window.end as u16,
            size: size as u8,
            letter,
            coarse: letters < 2,
            factor,
            besides: i64::from(factor) * i64::from(sum.kept + extra) + rest,
        });
    }

    /// Whether the one tile of a window is to be looked at on this line.
    fn is_first(&self, mut window: Range<usize>) -> bool {
        let open = window.find(|slot| !self.sight.slots[*slot].filled());
        open.is_some_and(|slot| is_first_line(self.table, self.sight, slot as u16))
    }
}
