//! Partial words of the GADDAG walk, with running scores.

use crate::cross_sets::Slot;
use crate::rack::RackCodes;
use tilewright_lexicon::{LetterMask, NodeId};

/// A partial word: its last placement and its running score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The used rack tiles: letters, then blanks.
    pub used: u64,
    /// The running scores.
    pub sums: WordSums,
    /// The node of the graph.
    pub node: NodeId,
    /// The number of the step before.
    pub parent: u32,
    /// The code placed last, and numbers of tiles.
    pub tally: Tally,
    /// The product of word factors.
    pub factor: u16,
    /// The slot of the code placed last.
    pub slot: u16,
}

/// The parent of first placements.
pub(crate) const NO_STEP: u32 = u32::MAX;

impl Step {
    /// The empty word at a root.
    pub fn origin(node: NodeId) -> Step {
        Step {
            used: 0,
            sums: WordSums::default(),
            node,
            parent: NO_STEP,
            tally: Tally::default(),
            factor: 1,
            slot: 0,
        }
    }

    /// Goes through a tile on the board.
    #[inline(always)]
    pub fn read<M: LetterMask>(&mut self, slot: &Slot<M>) {
        self.sums = self.sums.plus(WordSums::new(slot.value.into(), 0));
        self.tally = self.tally.read(slot.stacked());
    }

    /// Extends the partial word by one tile. `number` is the number of this step, `used` the rack
    /// tiles used afterwards.
    #[inline(always)]
    pub fn placing<M: LetterMask>(
        &self,
        number: u32,
        slot: &Slot<M>,
        at: usize,
        rack: &RackCodes<M>,
        (code, used): (u8, u64),
    ) -> Step {
        let base = WordSums::new(slot.under.into(), slot.cross_score);
        let times = WordSums::new(slot.letter_factor.into(), slot.cross_factor.into());
        Step {
            used,
            sums: self.sums.plus(base).plus(times.times(rack.scores[usize::from(code)])),
            node: 0,
            parent: number,
            tally: self.tally.place(code, slot.filled()),
            factor: self.factor.wrapping_mul(u16::from(slot.word_factor)),
            slot: at as u16,
        }
    }

    /// The code placed last; 0 for none.
    #[inline(always)]
    pub fn code(&self) -> u8 {
        self.tally.code()
    }
}

/// The running scores of the main word and of the cross words, packed as the first plus 2³² times
/// the second. Adding and multiplying acts on both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WordSums(i64);

impl WordSums {
    #[inline(always)]
    pub fn new(main: i32, cross: i32) -> WordSums {
        WordSums(i64::from(main).wrapping_add(i64::from(cross) << 32))
    }
    #[inline(always)]
    pub fn main(self) -> i32 {
        self.0 as i32
    }
    #[inline(always)]
    pub fn cross(self) -> i32 {
        (self.0.wrapping_sub(i64::from(self.main())) >> 32) as i32
    }
    #[inline(always)]
    pub fn plus(self, other: WordSums) -> WordSums {
        WordSums(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    pub fn times(self, factor: i32) -> WordSums {
        WordSums(self.0.wrapping_mul(i64::from(factor)))
    }
}

/// The last code and the numbers of tiles, packed into bytes: from the lowest on tiles placed,
/// tiles covered, whether a cell of the word is stacked, and the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally(u32);

impl Tally {
    const COVERED: u32 = 8;
    const STACKED: u32 = 16;
    const CODE: u32 = 24;

    /// One more tile; a rack has no more than 64.
    #[inline(always)]
    fn place(self, code: u8, covering: bool) -> Tally {
        let counts = (self.0 & !(0xFF << Self::CODE)) + (1 | u32::from(covering) << Self::COVERED);
        Tally(counts | u32::from(covering) << Self::STACKED | u32::from(code) << Self::CODE)
    }
    #[inline(always)]
    fn read(self, stacked: bool) -> Tally {
        Tally(self.0 | u32::from(stacked) << Self::STACKED)
    }
    /// The number of tiles placed.
    #[inline(always)]
    pub fn placed(self) -> u8 {
        self.0 as u8
    }
    /// The number of tiles covered.
    #[inline(always)]
    pub fn covered(self) -> u8 {
        (self.0 >> Self::COVERED) as u8
    }
    /// Whether no cell of the word is stacked.
    #[inline(always)]
    pub fn flat(self) -> bool {
        (self.0 >> Self::STACKED) as u8 == 0
    }
    #[inline(always)]
    fn code(self) -> u8 {
        (self.0 >> Self::CODE) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::WordSums;

    #[test]
    fn both_sums_come_out_as_they_went_in() {
        let numbers = [0, 1, -1, 7, -300, 65_536, i32::MAX, i32::MIN];
        for main in numbers {
            for cross in numbers {
                let sums = WordSums::new(main, cross);
                assert_eq!((sums.main(), sums.cross()), (main, cross));
            }
        }
        let sums =
            WordSums::new(3, 2).times(-8).plus(WordSums::new(-5, 40)).plus(WordSums::new(2, -1));
        assert_eq!((sums.main(), sums.cross()), (3 * -8 - 5 + 2, 2 * -8 + 40 - 1));
    }
}
