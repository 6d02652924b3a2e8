//! Sub-racks: every multiset of rack tiles that a play may use, with the leave value of each.

use super::word_map::WordMap;
use crate::compile::Compiled;
use crate::leaves::LeaveValues;
use crate::rack::RackCodes;
use smallvec::SmallVec;
use tilewright_lexicon::{LetterMask, codes};
use tilewright_tiles::KindId;

/// The largest rack whose sub-racks are all listed.
pub(crate) const MAX_TILES: usize = 9;
/// Room for the scores of a sub-rack; a multiple of the vector width.
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
    /// The value of the leave, in thousandths of a point.
    pub leave: i64,
    /// The scores of its tiles, highest first; then zeros.
    pub scores: [i16; ROOM],
    sum: i32,
    /// Its tiles: a bit for each place of the rack.
    pub tiles: u16,
    pub blanks: u8,
}

/// Sub-racks of one size: a bit for each place in the list of that size.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct SubRackSet([u64; 2]);

impl SubRackSet {
    /// The places whose hash satisfies a predicate.
    #[inline(always)]
    fn of(hashes: &[u64], holds: impl Fn(u64) -> bool) -> SubRackSet {
        let mut set = SubRackSet::default();
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

    fn with(self, other: SubRackSet) -> SubRackSet {
        SubRackSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
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

/// The sub-racks of one size that form a word with one play-through letter, or alone.
#[derive(Clone, Copy)]
struct WordForming {
    known: bool,
    sub_racks: SubRackSet,
    /// The highest value that one of them adds, by word factor; see [`SubRacks::upper_bound`].
    upper_bounds: [i64; FACTORS],
}

/// Upper bounds are kept for word factors below this.
const FACTORS: usize = 5;
/// The bound where no sub-rack forms a word; far from overflow.
const NO_PLAY: i64 = i64::MIN / 2;
/// Not computed yet.
const UNKNOWN: i64 = i64::MAX;

const UNRESOLVED: WordForming =
    WordForming { known: false, sub_racks: SubRackSet([0; 2]), upper_bounds: [UNKNOWN; FACTORS] };

/// The sub-racks of one size that may form a word with several play-through letters.
#[derive(Clone, Copy, Default)]
struct Memo {
    /// The hash of these letters, and the size; 0 in an unused entry.
    hash: u64,
    size: usize,
    sub_racks: SubRackSet,
}

/// The number of entries.
const MEMOS: usize = 64;

/// All different sub-racks of a rack, by size.
pub(crate) struct SubRacks<M> {
    /// The tiles, highest scores first, equal ones together.
    pub tiles: SmallVec<[RackTile; MAX_TILES]>,
    by_size: [Vec<SubRack>; MAX_TILES + 1],
    /// Their hashes.
    hashes: [Vec<u64>; MAX_TILES + 1],
    /// Those with blanks.
    with_blanks: [SubRackSet; MAX_TILES + 1],
    /// By tiles, equal sub-racks included.
    by_tiles: Vec<SubRack>,
    /// The best leave value, by size.
    pub best_leave: [i64; SIZES],
    /// The bonus, by size.
    pub bonus: [i64; SIZES],
    /// The sum of the highest tile scores, by number of tiles.
    pub highest: [i32; SIZES],
    /// The codes that blanks may be assigned.
    blank_codes: M,
    leaves: Vec<i64>,
    /// By size and play-through letter.
    word_forming: Vec<WordForming>,
    letters: usize,
    memos: [Memo; MEMOS],
    /// The codes that complete the letters of a hash.
    completions: [(u64, M); MEMOS],
}

impl<M: LetterMask> SubRacks<M> {
    pub fn new() -> SubRacks<M> {
        SubRacks {
            tiles: SmallVec::new(),
            by_size: std::array::from_fn(|_| Vec::new()),
            hashes: std::array::from_fn(|_| Vec::new()),
            with_blanks: [SubRackSet::default(); MAX_TILES + 1],
            by_tiles: Vec::new(),
            best_leave: [0; SIZES],
            bonus: [0; SIZES],
            highest: [0; SIZES],
            blank_codes: M::EMPTY,
            leaves: Vec::new(),
            word_forming: Vec::new(),
            letters: 0,
            memos: [Memo::default(); MEMOS],
            completions: [(0, M::EMPTY); MEMOS],
        }
    }

    /// The sub-racks of a size.
    #[inline(always)]
    pub fn of_size(&self, size: usize) -> &[SubRack] {
        &self.by_size[size]
    }

    /// Lists the sub-racks of a rack of at most [`MAX_TILES`] tiles.
    pub fn fill(
        &mut self,
        rack: &RackCodes<M>,
        compiled: &Compiled,
        word_map: &WordMap<M>,
        values: &dyn LeaveValues,
    ) {
        self.take_tiles(rack, compiled);
        let count = self.tiles.len();
        let kinds: SmallVec<[KindId; MAX_TILES]> = self.tiles.iter().map(|t| t.kind).collect();
        self.leaves.clear();
        self.leaves.resize(1 << count, 0);
        values.fill(&kinds, &mut self.leaves);
        self.by_size.iter_mut().for_each(Vec::clear);
        self.hashes.iter_mut().for_each(Vec::clear);
        self.with_blanks.fill(SubRackSet::default());
        self.best_leave = [i64::MIN; SIZES];
        // The places whose tile equals that of the next place.
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
            self.add(tiles, full, word_map, same);
        }
        self.letters = compiled.order.len() + 1;
        self.word_forming.clear();
        self.word_forming.resize((count + 1) * self.letters, UNRESOLVED);
        self.memos.fill(Memo::default());
        self.completions.fill((0, M::EMPTY));
    }

    fn take_tiles(&mut self, rack: &RackCodes<M>, compiled: &Compiled) {
        self.tiles.clear();
        self.blank_codes = rack.blank_codes();
        for (kind, code, count) in &rack.letters {
            let tile = RackTile { kind: *kind, code: *code, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        for (kind, _, count) in &rack.blanks {
            let tile = RackTile { kind: *kind, code: 0, score: compiled.score(*kind) };
            self.tiles.extend(std::iter::repeat_n(tile, usize::from(*count)));
        }
        tilewright_tiles::sort_by_key(&mut self.tiles, |tile| {
            (std::cmp::Reverse(tile.score), tile.kind)
        });
        self.bonus = std::array::from_fn(|size| compiled.bonus.of(size, rack.len));
        self.highest = [0; SIZES];
        for (place, tile) in self.tiles.iter().enumerate() {
            self.highest[place + 1] = self.highest[place] + tile.score;
        }
        for size in self.tiles.len() + 1..SIZES {
            self.highest[size] = self.highest[size - 1];
        }
    }

    /// Adds a sub-rack: the one without its last tile, extended by that tile.
    #[inline(always)]
    fn add(&mut self, tiles: u16, full: u16, word_map: &WordMap<M>, same: u16) {
        let last = 15 - tiles.leading_zeros() as usize;
        let size = tiles.count_ones() as usize;
        let mut sub_rack = self.by_tiles[usize::from(tiles & !(1 << last))];
        let tile = &self.tiles[last];
        sub_rack.scores[(size - 1) % ROOM] = tile.score as i16;
        sub_rack.sum += tile.score;
        sub_rack.tiles = tiles;
        sub_rack.leave = self.leaves[usize::from(full & !tiles)];
        match tile.code {
            0 => sub_rack.blanks += 1,
            code => sub_rack.hash = sub_rack.hash.wrapping_add(word_map.letter_hash(code)),
        }
        self.by_tiles.push(sub_rack);
        // Of equal tiles, only the first ones are used, so that no sub-rack is listed twice.
        if tiles >> 1 & same & !tiles == 0 {
            self.best_leave[size] = self.best_leave[size].max(sub_rack.leave);
            if sub_rack.blanks > 0 {
                self.with_blanks[size].add(self.by_size[size].len());
            }
            self.by_size[size].push(sub_rack);
            self.hashes[size].push(sub_rack.hash);
        }
    }

    /// The sub-racks of a size that form a word with a play-through letter, or alone if it is 0.
    #[inline(always)]
    pub fn with_letter(&mut self, size: usize, letter: u8, word_map: &WordMap<M>) -> SubRackSet {
        self.word_forming(size, letter, word_map).sub_racks
    }

    #[inline(always)]
    fn word_forming(&mut self, size: usize, letter: u8, word_map: &WordMap<M>) -> &mut WordForming {
        let place = size * self.letters + usize::from(letter);
        if !self.word_forming[place].known {
            self.find_word_forming(size, letter, word_map);
        }
        &mut self.word_forming[place]
    }

    #[cold]
    fn find_word_forming(&mut self, size: usize, letter: u8, word_map: &WordMap<M>) {
        let number = if letter == 0 { 0 } else { word_map.letter_hash(letter) };
        let fit = |hash: u64| word_map.may_contain(hash.wrapping_add(number));
        let mut sub_racks = SubRackSet::of(&self.hashes[size], fit).with(self.with_blanks[size]);
        if letter == 0 && self.with_blanks[size] != SubRackSet::default() {
            sub_racks = SubRackSet::default();
            for (place, sub_rack) in self.by_size[size].iter().enumerate() {
                let forms = match sub_rack.blanks {
                    0 => word_map.may_contain(sub_rack.hash),
                    1 => !word_map.completions(sub_rack.hash, self.blank_codes).is_empty(),
                    _ => true,
                };
                if forms {
                    sub_racks.add(place);
                }
            }
        }
        let place = size * self.letters + usize::from(letter);
        self.word_forming[place] = WordForming { known: true, sub_racks, ..UNRESOLVED };
    }

    /// An upper bound on the tile scores times `factor` plus the leave value, in thousandths, over
    /// the sub-racks of a size that form a word with a play-through letter (none if 0).
    #[inline(always)]
    pub fn upper_bound(
        &mut self,
        size: usize,
        letter: u8,
        factor: i64,
        word_map: &WordMap<M>,
    ) -> i64 {
        let kept = (0..FACTORS as i64).contains(&factor);
        let word_forming = self.word_forming(size, letter, word_map);
        match kept.then(|| word_forming.upper_bounds[factor as usize % FACTORS]) {
            Some(upper_bound) if upper_bound != UNKNOWN => upper_bound,
            _ => self.find_upper_bound(size, letter, factor, word_map),
        }
    }

    #[cold]
    fn find_upper_bound(
        &mut self,
        size: usize,
        letter: u8,
        factor: i64,
        word_map: &WordMap<M>,
    ) -> i64 {
        let places = self.word_forming(size, letter, word_map).sub_racks.places();
        let sub_racks = &self.by_size[size];
        let brings = |sub_rack: &SubRack| 1000 * factor * i64::from(sub_rack.sum) + sub_rack.leave;
        let most = places.map(|place| brings(&sub_racks[place])).max();
        let most = most.unwrap_or(NO_PLAY);
        if let Some(upper_bound) =
            self.word_forming(size, letter, word_map).upper_bounds.get_mut(factor as usize)
        {
            *upper_bound = most;
        }
        most
    }

    /// The codes that a blank may be assigned to complete the letters of a hash to a word.
    #[inline(always)]
    pub fn completions(&mut self, hash: u64, word_map: &WordMap<M>) -> M {
        let known = &mut self.completions[hash as usize % MEMOS];
        if known.0 != hash {
            *known = (hash, word_map.completions(hash, self.blank_codes));
        }
        known.1
    }

    /// The sub-racks of a size that may form a word with the play-through letters of a hash.
    #[inline(always)]
    pub fn with_letters(&mut self, size: usize, hash: u64, word_map: &WordMap<M>) -> SubRackSet {
        let place = (hash ^ size as u64) as usize % MEMOS;
        let memo = &self.memos[place];
        if memo.hash == hash && memo.size == size && !memo.sub_racks.is_empty() {
            return memo.sub_racks;
        }
        let fit = |sub_rack: u64| word_map.may_contain(sub_rack.wrapping_add(hash));
        let sub_racks = SubRackSet::of(&self.hashes[size], fit).with(self.with_blanks[size]);
        self.memos[place] = Memo { hash, size, sub_racks };
        sub_racks
    }
}
