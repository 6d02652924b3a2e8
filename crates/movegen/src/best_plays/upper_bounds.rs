//! Shadow play: the windows of every line, each with an upper bound on the equity of a play there.
//!
//! The bound of a window is `(play-through tiles + highest scores of the placed tiles) × word
//! premiums + cross-scores + bonus + best leave value for the number of tiles`. A cell with a
//! cross-set admits only some tiles of the rack; any other cell may get the best. Prefix sums along
//! the line make each window constant work. [`Window::refine`] then tightens bounds by the sub-racks
//! that form a word there at all.

use super::sub_racks::SubRacks;
use super::word_map::WordMap;
use crate::all_plays::is_first_word_line;
use crate::cross_sets::{BoardView, FREE, RESTRICTED, SLOT_CLASSES, Slot};
use crate::followers::Followers;
use crate::lines::LineTable;
use crate::rack::RackCodes;
use std::ops::Range;
use tilewright_lexicon::{LetterMask, codes};

/// The longest line whose windows are enumerated: a bit for every place and one for the end.
pub(crate) const MAX_LINE: usize = 63;

/// A window: a range of slots that a play would fill completely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// No play in this window has a higher equity.
    pub upper_bound: i64,
    /// Its slots.
    pub first: u16,
    pub end: u16,
    /// The number of tiles that a play places.
    pub size: u8,
    /// The play-through letter, if there is exactly one.
    letter: u8,
    /// Whether [`Window::refine`] may tighten the bound.
    pub refinable: bool,
    /// The word factor.
    factor: i32,
    /// An upper bound on the score without the face values of the placed tiles in the main word.
    fixed_score: i64,
}

impl Window {
    /// Tightens the bound of a window with at most one play-through tile, using the sub-racks that
    /// form a word with it.
    pub fn refine<M: LetterMask>(&mut self, sub_racks: &mut SubRacks<M>, word_map: &WordMap<M>) {
        self.refinable = false;
        let (size, factor) = (self.size.into(), self.factor.into());
        let upper_bound = sub_racks.upper_bound(size, self.letter, factor, word_map);
        self.upper_bound = self.upper_bound.min(1000 * self.fixed_score + upper_bound);
    }
}

/// Enumerates windows and their upper bounds.
pub(crate) struct ShadowPlay<'a, M> {
    pub table: &'a LineTable,
    pub view: &'a BoardView<M>,
    pub rack: &'a RackCodes<M>,
    pub sub_racks: &'a mut SubRacks<M>,
    pub followers: &'a Followers<M>,
    pub found: &'a mut Vec<Window>,
    /// The highest upper bound.
    pub highest: i64,
    pub sums: &'a mut Sums,
    /// The letters that the rack can show.
    pub letters: M,
    /// The factor of a word without stacked tiles.
    pub flat_factor: i32,
    /// The score of the best blank; a large negative number if the rack has none.
    pub blank_score: i32,
}

/// Prefix sums over the cells of a line. The sum of a window is the difference of two.
pub(crate) type Sums = [Sum; MAX_LINE + 1];

#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    /// Cells by class.
    counts: Counts,
    /// The play-through tiles.
    kept: i32,
    /// An upper bound on the cross-scores.
    cross: i32,
    /// An upper bound on the main-word score of cells with a restricted cross-set.
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

/// Numbers of cells by class: four bits for each, eight for the last two. A window for the tiles
/// of a rack has fewer than sixteen of each class, so the difference of two sums is right even if
/// the sums themselves overflow.
type Counts = u64;

/// The counted classes.
#[derive(Clone, Copy)]
enum Count {
    /// Empty cells that admit any letter.
    Free,
    /// Empty cells with a letter factor of at least 2, 3 and 4.
    Multiplied,
    Multiplied3,
    Multiplied4,
    /// Those of them that admit any letter.
    FreeMultiplied,
    FreeMultiplied3,
    FreeMultiplied4,
    /// Empty cells with a word factor of 2, 3 and 4.
    Double,
    Triple,
    Quadruple,
}

/// The counts of cells with letter factors.
const LETTER_FACTORS: Counts = 0xfff << (4 * Count::Multiplied as u32);
/// The counts of cells with word factors.
const WORD_FACTORS: Counts = 0xfff << (4 * Count::Double as u32);
/// The bit position of the count of play-through tiles.
const FILLED_CELLS: u32 = 40;
/// The bit position of the count of empty cells.
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

/// The number of play-through tiles.
#[inline(always)]
fn filled_cells(counts: Counts) -> usize {
    (counts >> FILLED_CELLS) as usize & 255
}

/// The number of empty cells.
#[inline(always)]
fn open_cells(counts: Counts) -> usize {
    (counts >> OPEN_CELLS) as usize & 255
}

/// The counts that a slot adds, by class.
const TALLIES: [Counts; SLOT_CLASSES] = {
    let mut tallies = [1 << FILLED_CELLS; SLOT_CLASSES];
    let mut class = 0;
    while class < 16 {
        let (letters, words) = (class % 4, class / 4);
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
        tallies[FREE as usize + class] = restricted + free;
        tallies[RESTRICTED as usize + class] = restricted;
        class += 1;
    }
    tallies
};

/// Powers of 3; a line has fewer triple-word cells than this.
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
    /// Places with tiles.
    filled: u64,
    /// Anchors.
    anchors: u64,
    /// Places without a tile on which none can be placed, and the end of the line.
    impossible: u64,
}

impl<M: LetterMask> ShadowPlay<'_, M> {
    pub fn run(&mut self) {
        self.found.clear();
        let table = self.table;
        for (number, line) in table.lines.iter().enumerate() {
            if self.view.has_anchor(number) {
                let slots = line.slots();
                let places = self.add_up(slots.clone());
                self.windows(slots, places);
            }
        }
    }

    /// Computes the prefix sums of a line.
    #[inline(always)]
    fn add_up(&mut self, slots: Range<usize>) -> Places {
        let line = &self.view.slots[slots.clone()];
        let mut places = Places { filled: 0, anchors: 0, impossible: 1 << line.len() };
        let mut sum = Sum::default();
        for (place, slot) in line.iter().enumerate() {
            self.sums[place & MAX_LINE] = sum;
            places.filled |= u64::from(slot.filled()) << place;
            places.anchors |= u64::from(slot.is_anchor()) << place;
            sum.counts = sum.counts.wrapping_add(TALLIES[usize::from(slot.class())]);
            sum.kept += i32::from(slot.value);
            sum.cross += slot.cross_score;
            if slot.class() & RESTRICTED != 0 {
                match self.best_tile_for(slot, slots.start + place) {
                    Some(best) => {
                        sum.restricted += best * i32::from(slot.letter_factor);
                        sum.cross += best * i32::from(slot.cross_factor);
                    }
                    None => places.impossible |= 1 << place,
                }
            }
        }
        self.sums[line.len() & MAX_LINE] = sum;
        places
    }

    /// The score of the best tile for a slot with a restricted cross-set.
    #[inline(always)]
    fn best_tile_for(&self, slot: &Slot<M>, at: usize) -> Option<i32> {
        let mut fitting = slot.cross_set & self.letters;
        if slot.has_neighbour() {
            fitting = self.view.extending(at, fitting, self.followers);
        }
        if fitting.is_empty() {
            return None;
        }
        // Codes are ordered by score: the lowest is worth most.
        Some(match codes(fitting & self.rack.own_codes()).next() {
            Some(code) => self.rack.scores[usize::from(code)].max(self.blank_score),
            None => self.blank_score,
        })
    }

    /// Enumerates the windows of a line.
    fn windows(&mut self, slots: Range<usize>, places: Places) {
        let most = self.sub_racks.tiles.len();
        // A window begins after a place without a tile.
        let impossible = places.impossible;
        let mut starts = !(places.filled << 1) & !impossible & ((1 << slots.len()) - 1);
        while starts != 0 {
            let first = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            // It contains an anchor and ends before a place without a tile.
            let anchors = places.anchors >> first;
            if anchors == 0 {
                return;
            }
            if places.filled >> first & 1 != 0
                && !self.can_extend_right(slots.start, first, &places)
            {
                continue;
            }
            let first_end = first + anchors.trailing_zeros() as usize + 1;
            let last_end = first + (impossible >> first).trailing_zeros() as usize;
            if first_end > last_end {
                continue;
            }
            let before = self.sums[first & MAX_LINE];
            let mut ends = !places.filled & (!0 << first_end) & (!0 >> (63 - last_end));
            while ends != 0 {
                let end = ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let sum = self.sums[end & MAX_LINE].since(&before);
                let size = open_cells(sum.counts);
                if size > most {
                    break;
                }
                let window = slots.start + first..slots.start + end;
                if size > 1 || size == 1 && self.is_first(window.clone()) {
                    self.add_window(window, &sum, places.filled >> first);
                }
            }
        }
    }

    /// Whether some word begins with the tiles at a place and extends beyond them.
    #[inline(always)]
    fn can_extend_right(&self, start: usize, first: usize, places: &Places) -> bool {
        let behind = start + first + (!places.filled >> first).trailing_zeros() as usize;
        let fitting = self.view.slots[behind].cross_set & self.letters;
        !(fitting & self.view.right_extension(behind)).is_empty()
    }

    /// Adds a window with its upper bound. `filled` has a bit for each of its play-through tiles,
    /// counted from its first slot.
    #[inline(always)]
    fn add_window(&mut self, window: Range<usize>, sum: &Sum, filled: u64) {
        let sub_racks = &mut *self.sub_racks;
        let counts = sum.counts;
        let (size, letters) = (open_cells(counts), filled_cells(counts));
        let mut letter = 0;
        if letters == 1 {
            letter = self.view.slots[window.start + filled.trailing_zeros() as usize].code;
        }
        let highest = |count: Count| sub_racks.highest[count.of(counts)];
        let (mut extra, mut extra_free) = (0, 0);
        if counts & LETTER_FACTORS != 0 {
            extra = highest(Count::Multiplied)
                + highest(Count::Multiplied3)
                + highest(Count::Multiplied4);
            extra_free = highest(Count::FreeMultiplied)
                + highest(Count::FreeMultiplied3)
                + highest(Count::FreeMultiplied4);
        }
        let mut tiles = sub_racks.highest[size] + extra;
        let free = Count::Free.of(counts);
        if free != size {
            tiles = tiles.min(sum.restricted + sub_racks.highest[free] + extra_free);
        }
        let mut factor = self.flat_factor;
        if counts & WORD_FACTORS != 0 {
            let twos = Count::Double.of(counts) + 2 * Count::Quadruple.of(counts);
            factor = (factor << (twos & 31)).wrapping_mul(POWERS_OF_3[Count::Triple.of(counts)]);
        }
        let rest = i64::from(sum.cross) + sub_racks.bonus[size];
        let points = i64::from(factor) * i64::from(sum.kept + tiles) + rest;
        let bound = 1000 * points + sub_racks.best_leave[size];
        self.highest = self.highest.max(bound);
        self.found.push(Window {
            upper_bound: bound,
            first: window.start as u16,
            end: window.end as u16,
            size: size as u8,
            letter,
            refinable: letters < 2,
            factor,
            fixed_score: i64::from(factor) * i64::from(sum.kept + extra) + rest,
        });
    }

    /// Whether this line is the one on which the single tile of a window is generated.
    fn is_first(&self, mut window: Range<usize>) -> bool {
        let open = window.find(|slot| !self.view.slots[*slot].filled());
        open.is_some_and(|slot| is_first_word_line(self.table, self.view, slot as u16))
    }
}
