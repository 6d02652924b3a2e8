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
    /// What is left at best, by size.
    pub best_leave: [i64; MOST_TILES + 1],
    /// Whether any may be a word by itself, by size.
    pub any_forms: [bool; MOST_TILES + 1],
    /// The letters that may complete any to a word, by size.
    pub any_completes: [M; MOST_TILES + 1],
    /// The scores of the tiles, highest first; then zeros.
    pub scores: [i32; MOST_TILES],
    /// The bonus, by size.
    pub bonus: [i64; MOST_TILES + 1],
    /// The sums of the highest scores.
    pub highest: [i32; MOST_TILES + 1],
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
            best_leave: [0; MOST_TILES + 1],
            any_forms: [false; MOST_TILES + 1],
            any_completes: [M::EMPTY; MOST_TILES + 1],
            scores: [0; MOST_TILES],
            bonus: [0; MOST_TILES + 1],
            highest: [0; MOST_TILES + 1],
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
        self.best_leave = [i64::MIN; MOST_TILES + 1];
        self.any_forms = [false; MOST_TILES + 1];
        self.any_completes = [M::EMPTY; MOST_TILES + 1];
        // The places whose tile is the same as that of the next place.
        let same = (1..count).filter(|place| self.tiles[*place].kind == self.tiles[place - 1].kind);
        let same: u16 = same.map(|place| 1 << (place - 1)).sum();
        let full = (1u16 << count) - 1;
        for tiles in 1..=full {
            // Of equal tiles the first are used.
            if tiles >> 1 & same & !tiles == 0 {
                self.add(tiles, full, index, all);
            }
        }
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
        self.highest = [0; MOST_TILES + 1];
        for (place, tile) in self.tiles.iter().enumerate() {
            self.scores[place] = tile.score;
            self.highest[place + 1] = self.highest[place] + tile.score;
        }
        for size in self.tiles.len() + 1..=MOST_TILES {
            self.highest[size] = self.highest[size - 1];
        }
    }

    fn add(&mut self, tiles: u16, full: u16, index: &WordIndex<M>, all: M) {
        let size = tiles.count_ones() as usize;
        let mut part = SubRack {
            hash: 0,
            leave: self.leaves[usize::from(full & !tiles)],
            scores: [0; MOST_TILES],
            sum: 0,
            tiles,
            blanks: 0,
            forms: false,
            completes: all,
        };
        for (at, place) in codes(u64::from(tiles)).enumerate() {
            let tile = &self.tiles[usize::from(place)];
            part.scores[at] = tile.score as i16;
            part.sum += tile.score;
            match tile.code {
                0 => part.blanks += 1,
                code => part.hash = part.hash.wrapping_add(index.number(code)),
            }
        }
        match part.blanks {
            0 => {
                part.forms = index.may_have(part.hash);
                part.completes = index.completions(part.hash);
            }
            1 => part.forms = !index.completions(part.hash).is_empty(),
            _ => part.forms = true,
        }
        self.best_leave[size] = self.best_leave[size].max(part.leave);
        self.any_forms[size] |= part.forms;
        self.any_completes[size] |= part.completes;
        self.by_size[size].push(part);
    }

    /// The most that a part of a size brings by its tiles and what it leaves, in thousandths, if
    /// it makes a word with a letter (none if 0) and counts `factor` times. Parts that make none
    /// are left out.
    pub fn ceiling(&mut self, size: usize, letter: u8, factor: i64) -> i64 {
        let kept = (1..FACTORS as i64).contains(&factor);
        let place = size * FACTORS + if kept { factor as usize } else { 0 };
        let place = place * self.letters + usize::from(letter);
        if kept && self.ceilings[place] != UNKNOWN {
            return self.ceilings[place];
        }
        let fits = |part: &&SubRack<M>| match letter {
            0 => part.forms,
            code => part.completes.has(code),
        };
        let parts = self.by_size[size].iter().filter(fits);
        let most = parts.map(|part| 1000 * factor * i64::from(part.sum) + part.leave).max();
        let most = most.unwrap_or(i64::MIN);
        if kept {
            self.ceilings[place] = most;
        }
        most
    }
}
