//! The state of one slot: its tile, premiums, cross-set, cross-score and anchor flag.

use super::line_sets::LineState;
use crate::compile::Compiled;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::Board;

/// The state of one slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Slot<M> {
    /// The cross-set: the codes that a new tile here may show. Empty if none may be placed.
    pub cross_set: M,
    /// The cross-score: the score of the cross words through here, without the new tile.
    pub cross_score: i32,
    /// How often a new tile's score counts in cross words.
    pub cross_factor: i16,
    /// Added to the main word if the play goes through the tile here: its score and those beneath
    /// that count.
    pub value: i16,
    /// Added to the main word if the tile here is covered: the tiles beneath that count.
    pub under: i16,
    /// Letter and word factor for a new tile.
    pub letter_factor: u8,
    pub word_factor: u8,
    /// The code of the tile here; 0 for none.
    pub code: u8,
    /// Its class for upper bounds; see [`Slot::class`].
    class: u8,
    flags: u8,
}

/// The number of slot classes: factors up to 4, combined with one of the constants below.
pub(crate) const SLOT_CLASSES: usize = 48;
/// Any letter fits, and there is no cross word.
pub(crate) const FREE: u8 = 0;
/// The cross-set is restricted.
pub(crate) const RESTRICTED: u8 = 16;
/// The slot holds a tile.
pub(crate) const FILLED: u8 = 32;

const ANCHOR: u8 = 1;
const OPEN: u8 = 2;
const NEIGHBOUR: u8 = 4;
const STACKED: u8 = 8;

impl<M: LetterMask> Slot<M> {
    /// The slot between two lines.
    pub fn border() -> Slot<M> {
        Slot {
            cross_set: M::EMPTY,
            cross_score: 0,
            cross_factor: 0,
            value: 0,
            under: 0,
            letter_factor: 1,
            word_factor: 1,
            code: 0,
            class: FILLED,
            flags: 0,
        }
    }

    /// A slot of an empty board.
    pub fn bare((letter_factor, word_factor): (u8, u8), all: M) -> Slot<M> {
        let border = Slot::border();
        let mut slot = Slot { cross_set: all, letter_factor, word_factor, flags: OPEN, ..border };
        slot.classify(all);
        slot
    }

    /// Its class: the letter factor less one, four times the word factor less one, and [`FREE`],
    /// [`RESTRICTED`] or [`FILLED`].
    #[inline(always)]
    pub fn class(&self) -> u8 {
        self.class
    }

    /// Computes its class.
    #[inline(always)]
    pub fn classify(&mut self, all: M) {
        let free = self.cross_set == all && self.cross_factor == 0 && !self.has_neighbour();
        let factors = (self.letter_factor - 1) & 3 | ((self.word_factor - 1) & 3) << 2;
        self.class = match (self.filled(), free) {
            (true, _) => FILLED,
            (false, true) => FREE | factors,
            (false, false) => RESTRICTED | factors,
        };
    }

    /// Intersects the cross-set with the line set of another line and adds to the cross-score.
    #[inline(always)]
    pub fn cross(&mut self, line_set: &LineState<M>, compiled: &Compiled) {
        self.cross_set = self.cross_set & line_set.letters;
        let flat = line_set.flat && !self.filled();
        let factor = i32::from(self.word_factor) * if flat { compiled.flat_factor } else { 1 };
        self.cross_score += (line_set.sum + i32::from(self.under)) * factor;
        self.cross_factor += (i32::from(self.letter_factor) * factor) as i16;
    }

    /// Whether it holds a tile.
    #[inline(always)]
    pub fn filled(&self) -> bool {
        self.code != 0
    }
    /// Whether it is an anchor: a new tile here connects the play, because it touches or covers a
    /// tile or lies on a start cell.
    #[inline(always)]
    pub fn is_anchor(&self) -> bool {
        self.flags & ANCHOR != 0
    }
    /// Whether a new tile may be placed here.
    #[inline(always)]
    pub fn open(&self) -> bool {
        self.flags & OPEN != 0
    }
    /// Whether a neighbouring slot on this line is filled.
    #[inline(always)]
    pub fn has_neighbour(&self) -> bool {
        self.flags & NEIGHBOUR != 0
    }
    /// Whether it holds more than one tile.
    #[inline(always)]
    pub fn stacked(&self) -> bool {
        self.flags & STACKED != 0
    }
    /// The codes with which a word can pass this slot.
    #[inline(always)]
    pub fn passable(&self, available: M) -> M {
        let through = if self.code == 0 { M::EMPTY } else { M::bit(self.code) };
        self.cross_set & available | through
    }
    /// Sets what lies on the cell.
    pub fn cover(&mut self, content: &Content) {
        (self.letter_factor, self.word_factor) = content.factors;
        (self.code, self.value, self.under) = (content.code, content.value, content.under);
        self.set(OPEN, content.open);
        self.set(STACKED, content.stacked);
    }
    pub fn set_has_neighbour(&mut self, on: bool) {
        self.set(NEIGHBOUR, on);
    }
    pub fn set_anchor(&mut self, on: bool) {
        self.set(ANCHOR, on);
    }
    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// The contents of a cell as one number: equal numbers generate equal plays.
#[inline(always)]
pub(super) fn contents(board: &Board, compiled: &Compiled, cell: CellId) -> u64 {
    let used = u64::from(board.premium_used(cell));
    let Some(top) = board.top(cell) else { return used };
    let height = board.height(cell);
    let beneath = if height > 1 { under(board, compiled, cell, false) } else { 0 };
    let tile = u64::from(top.kind.0) << 8 | u64::from(top.letter.0) << 16;
    used | tile | u64::from(height) << 24 | u64::from(beneath as u16) << 32 | 1 << 48
}

/// The score of the tiles beneath the visible one that count; of that one too if it is `covered`.
fn under(board: &Board, compiled: &Compiled, cell: CellId, covered: bool) -> i32 {
    if !compiled.stacks.is_some_and(|stacks| stacks.sum) {
        return 0;
    }
    let beneath: i32 = board.beneath(cell).iter().map(|tile| compiled.score(tile.kind)).sum();
    let top = board.top(cell).filter(|_| covered).map_or(0, |tile| compiled.score(tile.kind));
    beneath + top
}

/// The state that a slot has from its own cell alone.
pub(crate) struct Content {
    factors: (u8, u8),
    code: u8,
    value: i16,
    under: i16,
    open: bool,
    stacked: bool,
}

impl Content {
    pub fn of(board: &Board, compiled: &Compiled, cell: CellId) -> Content {
        let used = board.premium_used(cell) && !compiled.premiums_recur;
        let factors = if used { (1, 1) } else { compiled.factors[cell.index()] };
        let none = Content { factors, code: 0, value: 0, under: 0, open: true, stacked: false };
        let Some(top) = board.top(cell) else { return none };
        let height = board.height(cell);
        Content {
            factors,
            code: compiled.order.code(top.letter),
            value: (compiled.score(top.kind) + under(board, compiled, cell, false)) as i16,
            under: under(board, compiled, cell, true) as i16,
            open: compiled.stacks.is_some_and(|stacks| height < stacks.max_height),
            stacked: height > 1,
        }
    }
}
