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
pub(crate) struct SubRack {
    /// The hash of its letters, without the blanks.
    pub hash: u64,
    /// What is left is worth so much, in thousandths.
    pub leave: i64,
    /// The scores of its tiles, highest first; then zeros.
    pub scores: [i16; ROOM],
    sum: i32,
    /// Its tiles, by their places in the rack.
    pub tiles: u16,
    pub blanks: u8,
}

/// Parts of one size, by their places in its list: a bit for each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct PartSet([u64; 2]);

impl PartSet {
    /// The places of a list for which something holds.
    #[inline(always)]
    fn of(hashes: &[u64], holds: impl Fn(u64) -> bool) -> PartSet {
        let mut set = PartSet::default();
        for (bits, hashes) in set.0.iter_mut().zip(hashes.chunks(64)) {
            for (place, hash) in hashes.iter().enumerate() {
                *bits |= u64::from(holds(*hash)) << place;
            }
        }
        set
    }

    fn add(&mut self, place: usize) {
        self.0[usize::from(place >= 64)] |= 1 << (place % 64);
    }

    fn with(self, other: PartSet) -> PartSet {
        PartSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
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

/// How many such results are kept.
const MEMOS: usize = 64;

/// All different parts of a rack, by size.
pub(crate) struct SubRacks<M> {
    /// The tiles, highest scores first, equal ones together.
    pub tiles: SmallVec<[RackTile; MOST_TILES]>,
    by_size: [Vec<SubRack>; MOST_TILES + 1],
    /// Their hashes.
    hashes: [Vec<u64>; MOST_TILES + 1],
    /// Those with blanks.
    with_blanks: [PartSet; MOST_TILES + 1],
    /// By their tiles, equal ones too.
    by_tiles: Vec<SubRack>,
    /// What is left at best, by size.
    pub best_leave: [i64; SIZES],
    /// The bonus, by size.
    pub bonus: [i64; SIZES],
    /// The sums of the highest scores.
    pub highest: [i32; SIZES],
    /// What blanks may show.
    blank_codes: M,
    leaves: Vec<i64>,
    /// By size and letter.
    families: Vec<Family>,
    letters: usize,
    memos: [Memo; MEMOS],
    /// What completes the letters of a hash.
    completions: [(u64, M); MEMOS],
}

impl<M: LetterMask> SubRacks<M> {
    pub fn new() -> SubRacks<M> {
        SubRacks {
            tiles: SmallVec::new(),
            by_size: std::array::from_fn(|_| Vec::new()),
            hashes: std::array::from_fn(|_| Vec::new()),
            with_blanks: [PartSet::default(); MOST_TILES + 1],
            by_tiles: Vec::new(),
            best_leave: [0; SIZES],
            bonus: [0; SIZES],
            highest: [0; SIZES],
            blank_codes: M::EMPTY,
            leaves: Vec::new(),
            families: Vec::new(),
            letters: 0,
            memos: [Memo::default(); MEMOS],
            completions: [(0, M::EMPTY); MEMOS],
        }
    }

    /// The parts of a size.
    #[inline(always)]
    pub fn of_size(&self, size: usize) -> &[SubRack] {
        &self.by_size[size]
    }

    /// Lists the parts of a rack of at most [`MOST_TILES`] tiles.
    pub fn fill(
        &mut self,
        tray: &Tray<M>,
        compiled: &Compiled,
        index: &WordIndex<M>,
        values: &dyn LeaveValues,
    ) {
        self.take_tiles(tray, compiled);
        let count = self.tiles.len();
        let kinds: SmallVec<[KindId; MOST_TILES]> = self.tiles.iter().map(|t| t.kind).collect();
        self.leaves.clear();
        self.leaves.resize(1 << count, 0);
        values.fill(&kinds, &mut self.leaves);
        self.by_size.iter_mut().for_each(Vec::clear);
        self.hashes.iter_mut().for_each(Vec::clear);
        self.with_blanks.fill(PartSet::default());
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
            tiles: 0,
            blanks: 0,
        });
        for tiles in 1..=full {
            self.add(tiles, full, index, same);
        }
        self.letters = compiled.order.len() + 1;
        self.families.clear();
        self.families.resize((count + 1) * self.letters, STRANGERS);
        self.memos.fill(Memo::default());
        self.completions.fill((0, M::EMPTY));
    }

    fn take_tiles(&mut self, tray: &Tray<M>, compiled: &Compiled) {
        self.tiles.clear();
        self.blank_codes = tray.blank_codes();
        for (kind, code, count) in &tray.letters {
            let tile = RackTile { kind: *kind, code: *code, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        for (kind, _, count) in &tray.blanks {
            let tile = RackTile { kind: *kind, code: 0, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        tilewright_tiles::sort_by_key(&mut self.tiles, |tile| {
            (std::cmp::Reverse(tile.score), tile.kind)
        });
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
            if part.blanks > 0 {
                self.with_blanks[size].add(self.by_size[size].len());
            }
            self.by_size[size].push(part);
            self.hashes[size].push(part.hash);
        }
    }

    /// The parts of a size that make a word with a letter, or alone if the letter is 0.
    #[inline(always)]
    pub fn with_letter(&mut self, size: usize, letter: u8, index: &WordIndex<M>) -> PartSet {
        self.family(size, letter, index).parts
    }

    #[inline(always)]
    fn family(&mut self, size: usize, letter: u8, index: &WordIndex<M>) -> &mut Family {
        let place = size * self.letters + usize::from(letter);
        if !self.families[place].known {
            self.find_family(size, letter, index);
        }
        &mut self.families[place]
    }

    #[cold]
    fn find_family(&mut self, size: usize, letter: u8, index: &WordIndex<M>) {
        let number = if letter == 0 { 0 } else { index.number(letter) };
        let fit = |hash: u64| index.may_have(hash.wrapping_add(number));
        let mut parts = PartSet::of(&self.hashes[size], fit).with(self.with_blanks[size]);
        if letter == 0 && self.with_blanks[size] != PartSet::default() {
            parts = PartSet::default();
            for (place, part) in self.by_size[size].iter().enumerate() {
                let forms = match part.blanks {
                    0 => index.may_have(part.hash),
                    1 => !index.completions(part.hash, self.blank_codes).is_empty(),
                    _ => true,
                };
                if forms {
                    parts.add(place);
                }
            }
        }
        let place = size * self.letters + usize::from(letter);
        self.families[place] = Family { known: true, parts, ..STRANGERS };
    }

    /// The most that a part of a size brings by its tiles and what it leaves, in thousandths, if
    /// it makes a word with a letter (none if 0) and counts `factor` times.
    #[inline(always)]
    pub fn ceiling(&mut self, size: usize, letter: u8, factor: i64, index: &WordIndex<M>) -> i64 {
        let kept = (0..FACTORS as i64).contains(&factor);
        let family = self.family(size, letter, index);
        match kept.then(|| family.ceilings[factor as usize % FACTORS]) {
            Some(ceiling) if ceiling != UNKNOWN => ceiling,
            _ => self.find_ceiling(size, letter, factor, index),
        }
    }

    #[cold]
    fn find_ceiling(&mut self, size: usize, letter: u8, factor: i64, index: &WordIndex<M>) -> i64 {
        let places = self.family(size, letter, index).parts.places();
        let parts = &self.by_size[size];
        let brings = |part: &SubRack| 1000 * factor * i64::from(part.sum) + part.leave;
        let most = places.map(|place| brings(&parts[place])).max();
        let most = most.unwrap_or(i64::MIN / 2);
        if let Some(ceiling) = self.family(size, letter, index).ceilings.get_mut(factor as usize) {
            *ceiling = most;
        }
        most
    }

    /// What a blank may show to complete the letters of a hash to a word.
    #[inline(always)]
    pub fn completions(&mut self, hash: u64, index: &WordIndex<M>) -> M {
        let known = &mut self.completions[hash as usize % MEMOS];
        if known.0 != hash {
            *known = (hash, index.completions(hash, self.blank_codes));
        }
        known.1
    }

    /// The parts of a size that may make a word with several letters, by their hash.
    #[inline(always)]
    pub fn with_letters(&mut self, size: usize, hash: u64, index: &WordIndex<M>) -> PartSet {
        let place = (hash ^ size as u64) as usize % MEMOS;
        let memo = &self.memos[place];
        if memo.hash == hash && memo.size == size && !memo.parts.is_empty() {
            return memo.parts;
        }
        let fit = |part: u64| index.may_have(part.wrapping_add(hash));
        let parts = PartSet::of(&self.hashes[size], fit).with(self.with_blanks[size]);
        self.memos[place] = Memo { hash, size, parts };
        parts
    }
}
