//! What is known of a slot.

use super::fits::Fit;
use crate::compile::Compiled;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::Board;

/// What is known of a slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Slot<M> {
    /// The codes that a new tile here may show; none if it may not be placed.
    pub allowed: M,
    /// What the cross words through here add to a play, without the new tile.
    pub cross_base: i32,
    /// How often a new tile's score counts in cross words.
    pub cross_times: i16,
    /// What is added to the main word if the cell is kept: its tile, and those beneath that count.
    pub value: i16,
    /// What is added to the main word if the cell is covered: the tiles beneath that count.
    pub under: i16,
    /// Factors of the cell for a new tile.
    pub letter_factor: u8,
    pub word_factor: u8,
    /// The code of the tile that is there; 0 for none.
    pub code: u8,
    /// What counts for a bound; see [`Slot::sort`].
    sort: u8,
    flags: u8,
}

/// Sorts of slots: the factors, up to 4, and one of these.
pub(crate) const SORTS: usize = 48;
/// Any letter will do, and no cross word counts.
pub(crate) const FREE: u8 = 0;
/// Not all letters will do.
pub(crate) const RESTRICTED: u8 = 16;
/// A tile is there.
pub(crate) const FILLED: u8 = 32;

const CONTACT: u8 = 1;
const OPEN: u8 = 2;
const BESIDE: u8 = 4;
const STACKED: u8 = 8;

impl<M: LetterMask> Slot<M> {
    /// A place where a line ends.
    pub fn border() -> Slot<M> {
        Slot {
            allowed: M::EMPTY,
            cross_base: 0,
            cross_times: 0,
            value: 0,
            under: 0,
            letter_factor: 1,
            word_factor: 1,
            code: 0,
            sort: FILLED,
            flags: 0,
        }
    }

    /// A slot of a board without tiles.
    pub fn bare((letter_factor, word_factor): (u8, u8), all: M) -> Slot<M> {
        let border = Slot::border();
        let mut slot = Slot { allowed: all, letter_factor, word_factor, flags: OPEN, ..border };
        slot.sort_out(all);
        slot
    }

    /// Its sort: the letter factor less one, four times the word factor less one, and whether it
    /// is [`FREE`], [`RESTRICTED`] or [`FILLED`].
    #[inline(always)]
    pub fn sort(&self) -> u8 {
        self.sort
    }

    /// Finds its sort.
    #[inline(always)]
    pub fn sort_out(&mut self, all: M) {
        let free = self.allowed == all && self.cross_times == 0 && !self.beside();
        let factors = (self.letter_factor - 1) & 3 | ((self.word_factor - 1) & 3) << 2;
        self.sort = match (self.filled(), free) {
            (true, _) => FILLED,
            (false, true) => FREE | factors,
            (false, false) => RESTRICTED | factors,
        };
    }

    /// Takes in what another line says of a new tile here.
    #[inline(always)]
    pub fn cross(&mut self, fit: &Fit<M>, compiled: &Compiled) {
        self.allowed = self.allowed & fit.mask;
        let flat = fit.flat && !self.filled();
        let factor = i32::from(self.word_factor) * if flat { compiled.flat_factor } else { 1 };
        self.cross_base += (fit.sum + i32::from(self.under)) * factor;
        self.cross_times += (i32::from(self.letter_factor) * factor) as i16;
    }

    /// Whether a tile is there.
    #[inline(always)]
    pub fn filled(&self) -> bool {
        self.code != 0
    }
    /// Whether a placement here touches what is there, or starts the game.
    #[inline(always)]
    pub fn contact(&self) -> bool {
        self.flags & CONTACT != 0
    }
    /// Whether a new tile may go here.
    #[inline(always)]
    pub fn open(&self) -> bool {
        self.flags & OPEN != 0
    }
    /// Whether a neighbour on this line is filled.
    #[inline(always)]
    pub fn beside(&self) -> bool {
        self.flags & BESIDE != 0
    }
    /// Whether it is higher than one tile.
    #[inline(always)]
    pub fn stacked(&self) -> bool {
        self.flags & STACKED != 0
    }
    /// The codes with which a word can go through here.
    #[inline(always)]
    pub fn passable(&self, available: M) -> M {
        let through = if self.code == 0 { M::EMPTY } else { M::bit(self.code) };
        self.allowed & available | through
    }
    /// Takes in what lies on the cell.
    pub fn cover(&mut self, content: &Content) {
        (self.letter_factor, self.word_factor) = content.factors;
        (self.code, self.value, self.under) = (content.code, content.value, content.under);
        self.set(OPEN, content.open);
        self.set(STACKED, content.stacked);
    }
    pub fn set_beside(&mut self, on: bool) {
        self.set(BESIDE, on);
    }
    pub fn set_contact(&mut self, on: bool) {
        self.set(CONTACT, on);
    }
    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// All that matters of what lies on a cell, as one number.
#[inline(always)]
pub(super) fn contents(board: &Board, compiled: &Compiled, cell: CellId) -> u64 {
    let used = u64::from(board.premium_used(cell));
    let Some(top) = board.top(cell) else { return used };
    let height = board.height(cell);
    let beneath = if height > 1 { under(board, compiled, cell, false) } else { 0 };
    let tile = u64::from(top.kind.0) << 8 | u64::from(top.letter.0) << 16;
    used | tile | u64::from(height) << 24 | u64::from(beneath as u16) << 32 | 1 << 48
}

/// The tiles of a cell that count beneath the visible one: as it is, or if it were covered.
fn under(board: &Board, compiled: &Compiled, cell: CellId, covered: bool) -> i32 {
    if !compiled.stacks.is_some_and(|stacks| stacks.sum) {
        return 0;
    }
    let beneath: i32 = board.beneath(cell).iter().map(|tile| compiled.score(tile.kind)).sum();
    let top = board.top(cell).filter(|_| covered).map_or(0, |tile| compiled.score(tile.kind));
    beneath + top
}

/// What a slot has of its own cell alone.
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
        let used = board.premium_used(cell) && !compiled.again;
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
