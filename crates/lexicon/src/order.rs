//! The mapping of letters to codes.

use crate::mask::{LetterMask, codes};
use tilewright_tiles::{Face, Letter, LetterSet, MAX_LETTERS, TileSet};

/// A permutation of an alphabet's letters to the codes 1 to n of a word graph.
///
/// The usual order is alphabetical. A generator that searches for good plays first may give low
/// codes to letters of high value: the best letter of a mask is then its lowest bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterOrder {
    /// The code of every letter.
    codes: [u8; MAX_LETTERS],
    /// The letter of code `n` at `n - 1`.
    letters: [u8; MAX_LETTERS],
    len: u8,
    alphabetical: bool,
}

impl LetterOrder {
    /// The order of the alphabet itself: letter `n`, counted from 0, has code `n + 1`.
    pub fn alphabetical(letters: usize) -> LetterOrder {
        let places: Vec<Letter> = (0..letters.min(MAX_LETTERS) as u8).map(Letter).collect();
        LetterOrder::build(&places)
    }

    /// The order in which `letters[0]` has code 1, `letters[1]` code 2 and so on; `None` unless
    /// each of the first `letters.len()` letters occurs once.
    pub fn from_letters(letters: &[Letter]) -> Option<LetterOrder> {
        let set: LetterSet = letters.iter().copied().filter(|l| l.index() < MAX_LETTERS).collect();
        (letters.len() <= MAX_LETTERS && set == LetterSet::first(letters.len()))
            .then(|| LetterOrder::build(letters))
    }

    /// Letters of high value first, equal ones in the order of the alphabet. `values` has one
    /// value for every letter.
    pub fn by_descending_value(values: &[i32]) -> LetterOrder {
        let mut letters: Vec<Letter> =
            (0..values.len().min(MAX_LETTERS) as u8).map(Letter).collect();
        tilewright_tiles::sort_by_key(&mut letters, |letter| {
            std::cmp::Reverse(values[letter.index()])
        });
        LetterOrder::build(&letters)
    }

    /// The order for generating plays with these tiles: letters of high value first.
    pub fn for_tiles(tiles: &TileSet) -> LetterOrder {
        let mut values = vec![i32::MIN; tiles.alphabet().len()];
        for kind in tiles.kinds() {
            if let Face::Letter(letter) = kind.face {
                values[letter.index()] = values[letter.index()].max(kind.score);
            }
        }
        LetterOrder::by_descending_value(&values)
    }

    fn build(places: &[Letter]) -> LetterOrder {
        let mut order = LetterOrder {
            codes: [0; MAX_LETTERS],
            letters: [0; MAX_LETTERS],
            len: places.len() as u8,
            alphabetical: true,
        };
        for (place, letter) in places.iter().enumerate() {
            order.codes[letter.index()] = place as u8 + 1;
            order.letters[place] = letter.0;
            order.alphabetical &= letter.index() == place;
        }
        order
    }

    /// The number of letters.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there is no letter.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether this is the order of the alphabet itself.
    pub fn is_alphabetical(&self) -> bool {
        self.alphabetical
    }

    /// The code of a letter; 0 for a letter that the alphabet does not have.
    #[inline]
    pub fn code(&self, letter: Letter) -> u8 {
        self.codes.get(letter.index()).map_or(0, |code| *code)
    }

    /// The letter of a code from 1 to n. Code 0 is the separator and stands for no letter.
    #[inline]
    pub fn letter(&self, code: u8) -> Letter {
        Letter(self.letters[usize::from(code.max(1) - 1).min(MAX_LETTERS - 1)])
    }

    /// The letters of a mask; the separator is left out.
    #[inline]
    pub fn letters<M: LetterMask>(&self, mask: M) -> LetterSet {
        if self.alphabetical {
            return LetterSet(mask.widen() >> 1);
        }
        codes(mask).filter(|code| *code > 0).map(|code| self.letter(code)).collect()
    }

    /// The mask of a set of letters.
    pub fn mask<M: LetterMask>(&self, letters: LetterSet) -> M {
        let known = letters.0 & LetterSet::first(self.len()).0;
        if self.alphabetical {
            return M::narrow(known << 1);
        }
        let mut mask = M::EMPTY;
        for letter in LetterSet(known).iter() {
            mask |= M::bit(self.code(letter));
        }
        mask
    }
}
