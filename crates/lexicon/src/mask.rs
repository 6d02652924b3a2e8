//! Sets of letter codes as the word graph stores them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A set of letter codes: `u32` for alphabets of up to 31 letters, `u64` for up to 63.
///
/// Bit 0 is the GADDAG separator, bits 1 to n are the codes of the n letters. The trait is sealed:
/// these two types are its only implementations.
pub trait LetterMask:
    sealed::Sealed
    + Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// How many words of a record one mask takes.
    const WORDS: usize;
    /// The largest alphabet.
    const LETTERS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one code.
    fn bit(code: u8) -> Self;
    /// The mask that begins at a place of the array.
    fn read(words: &[u32], at: usize) -> Self;
    /// Writes the mask at a place of the array.
    fn write(self, words: &mut [u32], at: usize);
    /// Whether a code is in the set.
    fn has(self, code: u8) -> bool;
    /// How many codes below this one are in the set.
    fn rank(self, code: u8) -> usize;
    /// How many codes are in the set.
    fn count(self) -> usize;
    /// Whether no code is in the set.
    fn is_empty(self) -> bool;
    /// The set as 64 bits.
    fn widen(self) -> u64;
    /// The set of these bits; bits that do not fit are lost.
    fn narrow(bits: u64) -> Self;
}

impl LetterMask for u32 {
    const WORDS: usize = 1;
    const LETTERS: usize = 31;
    const EMPTY: u32 = 0;

    #[inline(always)]
    fn bit(code: u8) -> u32 {
        1 << (code & 31)
    }
    #[inline(always)]
    fn read(words: &[u32], at: usize) -> u32 {
        words[at]
    }
    #[inline(always)]
    fn write(self, words: &mut [u32], at: usize) {
        words[at] = self;
    }
    #[inline(always)]
    fn has(self, code: u8) -> bool {
        self >> (code & 31) & 1 == 1
    }
    #[inline(always)]
    fn rank(self, code: u8) -> usize {
        (self & ((1 << (code & 31)) - 1)).count_ones() as usize
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.count_ones() as usize
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }
    #[inline(always)]
    fn narrow(bits: u64) -> u32 {
        bits as u32
    }
}

impl LetterMask for u64 {
    const WORDS: usize = 2;
    const LETTERS: usize = 63;
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn bit(code: u8) -> u64 {
        1 << (code & 63)
    }
    #[inline(always)]
    fn read(words: &[u32], at: usize) -> u64 {
        u64::from(words[at]) | u64::from(words[at + 1]) << 32
    }
    #[inline(always)]
    fn write(self, words: &mut [u32], at: usize) {
        words[at] = self as u32;
        words[at + 1] = (self >> 32) as u32;
    }
    #[inline(always)]
    fn has(self, code: u8) -> bool {
        self >> (code & 63) & 1 == 1
    }
    #[inline(always)]
    fn rank(self, code: u8) -> usize {
        (self & ((1 << (code & 63)) - 1)).count_ones() as usize
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.count_ones() as usize
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }
    #[inline(always)]
    fn narrow(bits: u64) -> u64 {
        bits
    }
}

/// The codes of a mask, ascending.
#[inline]
pub fn codes<M: LetterMask>(mask: M) -> impl Iterator<Item = u8> {
    let mut rest = mask.widen();
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let code = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(code)
    })
}
