//! The parts of a rack that a play may use, and what is left with each.

use super::index::WordIndex;
use crate::compile::Compiled;
use crate::leaves::LeaveValues;
use crate::tray::Tray;
use smallvec::SmallVec;
use tilewright_lexicon::LetterMask;
use tilewright_tiles::KindId;

/// The largest rack whose parts are all listed.
pub(crate) const MOST_TILES: usize = 9;
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
    pub scores: [i16; MOST_TILES],
    pub sum: i32,
    /// Its tiles, by their places in the rack.
    pub tiles: u16,
    pub blanks: u8,
    /// Whether it may be a word by itself.
    pub forms: bool,
    /// The letters that may complete it to a word.
    pub completes: M,
}

/// All different parts of a rack, by size.
pub(crate) struct SubRacks<M> {
    /// The tiles, highest scores first, equal ones together.
    pub tiles: SmallVec<[RackTile; MOST_TILES]>,
    by_size: [Vec<SubRack<M>>; MOST_TILES + 1],
    /// By their tiles, equal ones too.
    by_tiles: Vec<SubRack<M>>,
    /// What is left at best, by size.
    pub best_leave: [i64; SIZES],
    /// Whether any may be a word by itself, by size.
    pub any_forms: [bool; SIZES],
    /// The letters that may complete any to a word, by size.
    pub any_completes: [M; SIZES],
    /// The scores of the tiles, highest first; then zeros.
    pub scores: [i32; MOST_TILES],
    /// The bonus, by size.
    pub bonus: [i64; SIZES],
    /// The sums of the highest scores.
    pub highest: [i32; SIZES],
    leaves: Vec<i64>,
    ceilings: Vec<i64>,
    letters: usize,
}

/// Ceilings are kept for word factors below this.
const FACTORS: usize = 5;
/// Not worked out yet.
const UNKNOWN: i64 = i64::MAX;

impl<M: LetterMask> SubRacks<M> {
    pub fn new() -> SubRacks<M> {
        SubRacks {
            tiles: SmallVec::new(),
            by_size: std::array::from_fn(|_| Vec::new()),
            by_tiles: Vec::new(),
            best_leave: [0; SIZES],
            any_forms: [false; SIZES],
            any_completes: [M::EMPTY; SIZES],
            scores: [0; MOST_TILES],
            bonus: [0; SIZES],
            highest: [0; SIZES],
            leaves: Vec::new(),
            ceilings: Vec::new(),
            letters: 0,
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
            scores: [0; MOST_TILES],
            sum: 0,
            tiles: 0,
            blanks: 0,
            forms: false,
            completes: all,
        });
        for tiles in 1..=full {
            self.add(tiles, full, index, same);
        }
        self.look_up(index);
        self.letters = compiled.order.len() + 1;
        self.ceilings.clear();
        self.ceilings.resize((count + 1) * FACTORS * self.letters, UNKNOWN);
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
        self.scores = [0; MOST_TILES];
        self.bonus = std::array::from_fn(|size| compiled.bonus.of(size, tray.len));
        self.highest = [0; SIZES];
        for (place, tile) in self.tiles.iter().enumerate() {
            self.scores[place] = tile.score;
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
        part.scores[size - 1] = tile.score as i16;
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
            let (mut any_forms, mut any_completes) = (false, M::EMPTY);
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
                any_forms |= part.forms;
                any_completes |= part.completes;
            }
            (self.any_forms[size], self.any_completes[size]) = (any_forms, any_completes);
        }
    }

    /// The most that a part of a size brings by its tiles and what it leaves, in thousandths, if
    /// it makes a word with a letter (none if 0) and counts `factor` times. Parts that make none
    /// are left out.
    #[inline(always)]
    pub fn ceiling(&mut self, size: usize, letter: u8, factor: i64) -> i64 {
        let kept = (1..FACTORS as i64).contains(&factor);
        let place = size * FACTORS + if kept { factor as usize } else { 0 };
        let place = place * self.letters + usize::from(letter);
        match kept && self.ceilings[place] != UNKNOWN {
            true => self.ceilings[place],
            false => self.find_ceiling(size, letter, factor, kept.then_some(place)),
        }
    }

    #[cold]
    fn find_ceiling(&mut self, size: usize, letter: u8, factor: i64, place: Option<usize>) -> i64 {
        let fits = |part: &&SubRack<M>| match letter {
            0 => part.forms,
            code => part.completes.has(code),
        };
        let parts = self.by_size[size].iter().filter(fits);
        let most = parts.map(|part| 1000 * factor * i64::from(part.sum) + part.leave).max();
        let most = most.unwrap_or(i64::MIN);
        if let Some(place) = place {
            self.ceilings[place] = most;
        }
        most
    }
}
