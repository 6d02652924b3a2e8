//! Where partial words go on or end with more than one letter.

use tilewright_lexicon::LetterMask;

/// Steps of a level, each with a set of codes.
///
/// How many codes a step has cannot be foreseen, and a loop over steps with a loop over codes
/// inside has the processor guess wrong at many a step. Here all codes of all steps are one
/// loop, and what is next is worked out without a branch.
pub(crate) struct Forks<M, T> {
    /// Those that have a code, and at least one place more.
    places: Vec<(M, T)>,
    count: usize,
}

impl<M, T> Default for Forks<M, T> {
    fn default() -> Self {
        Forks { places: Vec::new(), count: 0 }
    }
}

impl<M: LetterMask, T: Copy + Default> Forks<M, T> {
    /// Makes room for so many steps.
    pub fn clear(&mut self, most: usize) {
        if self.places.len() <= most {
            self.places.resize(most + 1, (M::EMPTY, T::default()));
        }
        self.count = 0;
    }

    /// Takes a step in if it has a code.
    #[inline(always)]
    pub fn note(&mut self, codes: M, step: T) {
        self.places[self.count] = (codes, step);
        self.count += usize::from(!codes.is_empty());
    }

    /// Calls a function with every code of every step.
    #[inline(always)]
    pub fn each(&self, mut call: impl FnMut(&T, u8)) {
        let Some((first, _)) = self.places.first() else { return };
        let (mut place, mut codes) = (0, first.widen());
        while place < self.count {
            call(&self.places[place].1, codes.trailing_zeros() as u8);
            codes &= codes.wrapping_sub(1);
            let over = codes == 0;
            place += usize::from(over);
            codes |= self.places[place].0.widen() & 0u64.wrapping_sub(u64::from(over));
        }
    }
}
