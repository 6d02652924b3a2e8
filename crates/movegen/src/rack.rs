//! The rack by letter codes, as the generator takes letters from it.

use crate::compile::Compiled;
use smallvec::SmallVec;
use tilewright_lexicon::LetterMask;
use tilewright_rules::Ruleset;
use tilewright_tiles::{Face, KindId, MAX_LETTERS, TileCounts};

/// Racks up to this size have a table of the letters that remain.
const TABLED: usize = 10;

/// The largest rack; no variant has a larger one. Only the first tiles of a larger one are used.
const LARGEST: usize = 64;
/// The code of a blank.
const BLANK: u8 = 0;

/// How many assignments of tiles there may be for the letters of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// One: each letter has one kind of tile, and there is no blank.
    None,
    /// Each letter has one kind of tile, and there is one blank.
    OneBlank,
    /// Any number.
    Any,
}

/// The tiles of a rack by letter code, and its blanks.
///
/// The walk takes letters, not tiles: the letter's own tile if there is one, else a blank. Tiles
/// are assigned to letters when a word is found; see `assign_tiles`.
pub(crate) struct RackCodes<M> {
    /// By code: the places of its tiles.
    groups: [u64; MAX_LETTERS + 1],
    /// The places of the blanks.
    blank_places: u64,
    /// By code: the score that the walk counts.
    pub scores: [i32; MAX_LETTERS + 1],
    /// By code: the kind of its tile; the first if there are several.
    pub kinds: [KindId; MAX_LETTERS + 1],
    /// Every kind of letter tile: its code and number.
    pub letters: SmallVec<[(KindId, u8, u16); 8]>,
    /// Every kind of blank: the codes it may be assigned, and its number.
    pub blanks: SmallVec<[(KindId, M, u16); 2]>,
    /// The codes that blanks may be assigned.
    blank_codes: M,
    /// The codes of letter tiles.
    own_codes: M,
    /// The number of blanks.
    pub wild: u8,
    /// The number of tiles.
    pub len: usize,
    pub choice: Choice,
    /// The codes that remain, by the set of used places.
    available: Vec<M>,
    codes: SmallVec<[u8; 16]>,
}

impl<M: LetterMask> RackCodes<M> {
    pub fn new() -> RackCodes<M> {
        RackCodes {
            groups: [0; MAX_LETTERS + 1],
            blank_places: 0,
            scores: [0; MAX_LETTERS + 1],
            kinds: [KindId(0); MAX_LETTERS + 1],
            letters: SmallVec::new(),
            blanks: SmallVec::new(),
            blank_codes: M::EMPTY,
            own_codes: M::EMPTY,
            wild: 0,
            len: 0,
            choice: Choice::None,
            available: Vec::new(),
            codes: SmallVec::new(),
        }
    }

    /// Sets the rack.
    pub fn fill(&mut self, ruleset: &Ruleset, compiled: &Compiled, rack: &TileCounts) {
        let tiles = ruleset.tiles();
        self.groups = [0; MAX_LETTERS + 1];
        self.letters.clear();
        self.blanks.clear();
        self.codes.clear();
        (self.blank_codes, self.blank_places) = (M::EMPTY, 0);
        (self.wild, self.len) = (0, rack.len());
        self.own_codes = M::EMPTY;
        let mut own_kinds = true;
        for (kind, count) in rack.iter() {
            match tiles.kind(kind).face {
                Face::Letter(letter) => {
                    let code = compiled.order.code(letter);
                    let group = &mut self.groups[usize::from(code)];
                    own_kinds &= *group == 0;
                    self.own_codes |= M::bit(code);
                    for _ in 0..usize::from(count).min(LARGEST - self.codes.len()) {
                        *group |= 1 << self.codes.len();
                        self.codes.push(code);
                    }
                    self.letters.push((kind, code, count));
                }
                Face::Blank(letters) => {
                    let mask = compiled.order.mask::<M>(letters);
                    self.blanks.push((kind, mask, count));
                    self.blank_codes |= mask;
                    self.wild = self.wild.saturating_add(count.min(255) as u8);
                }
            }
        }
        for _ in 0..usize::from(self.wild).min(LARGEST - self.codes.len()) {
            self.blank_places |= 1 << self.codes.len();
            self.codes.push(BLANK);
        }
        (self.kinds, self.scores) = (compiled.code_kinds, compiled.code_scores);
        for (kind, code, _) in self.letters.iter().rev() {
            self.kinds[usize::from(*code)] = *kind;
            self.scores[usize::from(*code)] = compiled.score(*kind);
        }
        self.choice = match (own_kinds, self.wild) {
            (true, 0) => Choice::None,
            (true, 1) => Choice::OneBlank,
            _ => Choice::Any,
        };
        self.tabulate();
    }

    /// The codes that the tile at a place can show.
    fn shown(&self, code: u8) -> M {
        if code == BLANK { self.blank_codes } else { M::bit(code) }
    }

    fn tabulate(&mut self) {
        self.available.clear();
        if self.codes.len() > TABLED {
            return;
        }
        self.available.resize(1 << self.codes.len(), M::EMPTY);
        let last = self.available.len() - 1;
        for used in (0..last).rev() {
            // One more tile remains than with the lowest unused place used too.
            let place = (!used).trailing_zeros() as usize;
            self.available[used] =
                self.available[used | 1 << place] | self.shown(self.codes[place]);
        }
    }

    /// The codes that can be placed once these tiles are used.
    #[inline(always)]
    pub fn available(&self, used: u64) -> M {
        match self.available.get(used as usize) {
            Some(mask) => *mask,
            None => self.left(used),
        }
    }

    #[cold]
    fn left(&self, used: u64) -> M {
        let mut mask = M::EMPTY;
        for (place, code) in self.codes.iter().enumerate() {
            if used >> place & 1 == 0 {
                mask |= self.shown(*code);
            }
        }
        mask
    }

    /// Takes a letter that is available: its own tile if one remains, else a blank.
    #[inline(always)]
    pub fn take(&self, code: u8, used: u64) -> u64 {
        let own = self.groups[usize::from(code)] & !used;
        let free = if own == 0 { self.blank_places & !used } else { own };
        used | free & free.wrapping_neg()
    }

    /// Whether all blanks are used.
    pub fn blanks_used(&self, used: u64) -> bool {
        self.blank_places & !used == 0
    }

    /// The codes that blanks may be assigned.
    #[inline(always)]
    pub fn blank_codes(&self) -> M {
        self.blank_codes
    }

    /// The codes of letter tiles.
    #[inline(always)]
    pub fn own_codes(&self) -> M {
        self.own_codes
    }
}
