//! The parts of a rack that a play may use, and what is left with each.

use super::index::WordIndex;
use crate::compile::Compiled;
use crate::leaves::LeaveValues;
use crate::tray::Tray;
use smallvec::SmallVec;
use tilewright_lexicon::{LetterMask, codes};
use tilewright_tiles::KindId;

/// The largest rack whose parts are all listed.
pub(crate) const MOST_TILES: usize = 9;
/// Room for the tiles of a part, so that they can be counted several at a time.
pub(crate) const ROOM: usize = 16;
/// Room for every size, and for any number of four bits.
const SIZES: usize = 16;

/// A tile of the rack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RackTile {
    pub kind: KindId,
    /// Its code; 0 for a blank.
    pub code: u8,
    pub score: i32,
}

/// Some tiles of the rack.
#[derive(Clone, Copy)]
pub(crate) struct SubRack<M> {
    /// The hash of its letters, without the blanks.
    pub hash: u64,
    /// What is left is worth so much, in thousandths.
    pub leave: i64,
    /// The scores of its tiles, highest first; then zeros.
    pub scores: [i16; ROOM],
    sum: i32,
    /// The letters that may complete it to a word.
    completes: M,
    /// Its tiles, by their places in the rack.
    pub tiles: u16,
    pub blanks: u8,
    /// Whether it may be a word by itself.
    forms: bool,
}

/// Parts of one size, by their places in its list: a bit for each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct PartSet([u64; 2]);

impl PartSet {
    /// The parts of a list for which something holds.
    #[inline(always)]
    fn of<M>(parts: &[SubRack<M>], holds: impl Fn(&SubRack<M>) -> bool) -> PartSet {
        let mut set = PartSet::default();
        for (bits, parts) in set.0.iter_mut().zip(parts.chunks(64)) {
            for (place, part) in parts.iter().enumerate() {
                *bits |= u64::from(holds(part)) << place;
            }
        }
        set
    }

    /// The places, in order.
    #[inline(always)]
    pub fn places(self) -> impl Iterator<Item = usize> {
        let [low, high] = self.0;
        codes(low).map(usize::from).chain(codes(high).map(|place| 64 + usize::from(place)))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }
}

/// The parts of a size that make a word with a letter, or alone.
#[derive(Clone, Copy)]
struct Family {
    known: bool,
    parts: PartSet,
    /// The most that one of them brings, by the factor with which it counts.
    ceilings: [i64; FACTORS],
}

/// Ceilings are kept for word factors below this.
const FACTORS: usize = 5;
/// Not worked out yet.
const UNKNOWN: i64 = i64::MAX;

const STRANGERS: Family =
    Family { known: false, parts: PartSet([0; 2]), ceilings: [UNKNOWN; FACTORS] };

/// The parts of a size that may make a word with several letters.
#[derive(Clone, Copy, Default)]
struct Memo {
    /// The hash of the letters, and the size; none if 0.
    hash: u64,
    size: usize,
    parts: PartSet,
}

/// How many of them are kept.
const MEMOS: usize = 64;

/// All different parts of a rack, by size.
pub(crate) struct SubRacks<M> {
    /// The tiles, highest scores first, equal ones together.
    pub tiles: SmallVec<[RackTile; MOST_TILES]>,
    by_size: [Vec<SubRack<M>>; MOST_TILES + 1],
    /// By their tiles, equal ones too.
    by_tiles: Vec<SubRack<M>>,
    /// What is left at best, by size.
    pub best_leave: [i64; SIZES],
    /// The bonus, by size.
    pub bonus: [i64; SIZES],
    /// The sums of the highest scores.
    pub highest: [i32; SIZES],
    /// The letters that may complete a part to a word, by size; bit 0 if one is a word by itself.
    makes: [M; SIZES],
    leaves: Vec<i64>,
    /// By size and letter.
    families: Vec<Family>,
    letters: usize,
    memos: [Memo; MEMOS],
}

impl<M: LetterMask> SubRacks<M> {
    pub fn new() -> SubRacks<M> {
        SubRacks {
            tiles: SmallVec::new(),
            by_size: std::array::from_fn(|_| Vec::new()),
            by_tiles: Vec::new(),
            best_leave: [0; SIZES],
            bonus: [0; SIZES],
            highest: [0; SIZES],
            makes: [M::EMPTY; SIZES],
            leaves: Vec::new(),
            families: Vec::new(),
            letters: 0,
            memos: [Memo::default(); MEMOS],
        }
    }

    /// The parts of a size.
    #[inline(always)]
    pub fn of_size(&self, size: usize) -> &[SubRack<M>] {
        &self.by_size[size]
    }

    /// Lists the parts of a rack of at most [`MOST_TILES`] tiles.
    pub fn fill(
        &mut self,
        tray: &Tray<M>,
        compiled: &Compiled,
        index: &WordIndex<M>,
        values: &dyn LeaveValues,
        all: M,
    ) {
        self.take_tiles(tray, compiled);
        let count = self.tiles.len();
        let kinds: SmallVec<[KindId; MOST_TILES]> = self.tiles.iter().map(|t| t.kind).collect();
        self.leaves.clear();
        self.leaves.resize(1 << count, 0);
        values.fill(&kinds, &mut self.leaves);
        self.by_size.iter_mut().for_each(Vec::clear);
        self.best_leave = [i64::MIN; SIZES];
        // The places whose tile is the same as that of the next place.
        let same = (1..count).filter(|place| self.tiles[*place].kind == self.tiles[place - 1].kind);
        let same: u16 = same.map(|place| 1 << (place - 1)).sum();
        let full = (1u16 << count) - 1;
        self.by_tiles.clear();
        self.by_tiles.push(SubRack {
            hash: 0,
            leave: 0,
            scores: [0; ROOM],
            sum: 0,
            completes: all,
            tiles: 0,
            blanks: 0,
            forms: false,
        });
        for tiles in 1..=full {
            self.add(tiles, full, index, same);
        }
        self.look_up(index);
        self.letters = compiled.order.len() + 1;
        self.families.clear();
        self.families.resize((count + 1) * self.letters, STRANGERS);
        self.memos.fill(Memo::default());
    }

    fn take_tiles(&mut self, tray: &Tray<M>, compiled: &Compiled) {
        self.tiles.clear();
        for (kind, code, count) in &tray.letters {
            let tile = RackTile { kind: *kind, code: *code, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        for (kind, _, count) in &tray.blanks {
            let tile = RackTile { kind: *kind, code: 0, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        self.tiles.sort_by_key(|tile| (std::cmp::Reverse(tile.score), tile.kind));
        self.bonus = std::array::from_fn(|size| compiled.bonus.of(size, tray.len));
        self.highest = [0; SIZES];
        for (place, tile) in self.tiles.iter().enumerate() {
            self.highest[place + 1] = self.highest[place] + tile.score;
        }
        for size in self.tiles.len() + 1..SIZES {
            self.highest[size] = self.highest[size - 1];
        }
    }

    /// Adds a part: the part without its last tile, and that tile.
    #[inline(always)]
    fn add(&mut self, tiles: u16, full: u16, index: &WordIndex<M>, same: u16) {
        let last = 15 - tiles.leading_zeros() as usize;
        let size = tiles.count_ones() as usize;
        let mut part = self.by_tiles[usize::from(tiles & !(1 << last))];
        let tile = &self.tiles[last];
        part.scores[(size - 1) % ROOM] = tile.score as i16;
        part.sum += tile.score;
        part.tiles = tiles;
        part.leave = self.leaves[usize::from(full & !tiles)];
        match tile.code {
            0 => part.blanks += 1,
            code => part.hash = part.hash.wrapping_add(index.number(code)),
        }
        self.by_tiles.push(part);
        // Of equal tiles the first are used.
        if tiles >> 1 & same & !tiles == 0 {
            self.best_leave[size] = self.best_leave[size].max(part.leave);
            self.by_size[size].push(part);
        }
    }

    /// Looks up which parts are words, or nearly.
    fn look_up(&mut self, index: &WordIndex<M>) {
        for size in 1..=self.tiles.len() {
            let mut makes = M::EMPTY;
            for part in &mut self.by_size[size] {
                let completions = index.completions(part.hash);
                match part.blanks {
                    0 => {
                        part.forms = index.may_have(part.hash);
                        part.completes = completions;
                    }
                    1 => part.forms = !completions.is_empty(),
                    _ => part.forms = true,
                }
                let forms = if part.forms { M::bit(0) } else { M::EMPTY };
                makes = makes | part.completes | forms;
            }
            self.makes[size] = makes;
        }
    }

    /// Whether a part of a size may make a word with a letter, or alone if the letter is 0.
    #[inline(always)]
    pub fn can_make(&self, size: usize, letter: u8) -> bool {
        self.makes[size & (SIZES - 1)].has(letter)
    }

    /// The parts of a size that make a word with a letter, or alone if the letter is 0.
    #[inline(always)]
    pub fn with_letter(&mut self, size: usize, letter: u8) -> PartSet {
        self.family(size, letter).parts
    }

    #[inline(always)]
    fn family(&mut self, size: usize, letter: u8) -> &mut Family {
        let place = size * self.letters + usize::from(letter);
        if !self.families[place].known {
            self.find_family(size, letter);
        }
        &mut self.families[place]
    }

    #[cold]
    fn find_family(&mut self, size: usize, letter: u8) {
        let parts = match letter {
            0 => PartSet::of(&self.by_size[size], |part| part.forms),
            code => PartSet::of(&self.by_size[size], |part| part.completes.has(code)),
        };
        let place = size * self.letters + usize::from(letter);
        self.families[place] = Family { known: true, parts, ..STRANGERS };
    }

    /// The most that a part of a size brings by its tiles and what it leaves, in thousandths, if
    /// it makes a word with a letter (none if 0) and counts `factor` times.
    #[inline(always)]
    pub fn ceiling(&mut self, size: usize, letter: u8, factor: i64) -> i64 {
        let kept = (0..FACTORS as i64).contains(&factor);
        let family = self.family(size, letter);
        match kept.then(|| family.ceilings[factor as usize % FACTORS]) {
            Some(ceiling) if ceiling != UNKNOWN => ceiling,
            _ => self.find_ceiling(size, letter, factor),
        }
    }

    #[cold]
    fn find_ceiling(&mut self, size: usize, letter: u8, factor: i64) -> i64 {
        let places = self.family(size, letter).parts.places();
        let parts = &self.by_size[size];
        let brings = |part: &SubRack<M>| 1000 * factor * i64::from(part.sum) + part.leave;
        let most = places.map(|place| brings(&parts[place])).max();
        let most = most.unwrap_or(i64::MIN / 2);
        if let Some(ceiling) = self.family(size, letter).ceilings.get_mut(factor as usize) {
            *ceiling = most;
        }
        most
    }

    /// The parts of a size that may make a word with several letters, by their hash.
    #[inline(always)]
    pub fn with_letters(&mut self, size: usize, hash: u64, index: &WordIndex<M>) -> PartSet {
        let place = (hash ^ size as u64) as usize % MEMOS;
        let memo = &self.memos[place];
        if memo.hash == hash && memo.size == size && !memo.parts.is_empty() {
            return memo.parts;
        }
        let parts = PartSet::of(&self.by_size[size], |part| {
            part.blanks > 0 || index.may_have(part.hash.wrapping_add(hash))
        });
        self.memos[place] = Memo { hash, size, parts };
        parts
    }
}
