//! The arcs of a level, iterated without unpredictable branches.

use tilewright_lexicon::LetterMask;

/// Steps of a level, each with a set of arc codes.
///
/// The number of codes per step is unpredictable, so a nested loop over steps and codes would
/// mispredict often. Here all codes of all steps are one loop, and the next place is computed
/// without a branch.
pub(crate) struct ArcList<M, T> {
    /// Steps with at least one code, followed by at least one spare place.
    places: Vec<(M, T)>,
    count: usize,
}

impl<M, T> Default for ArcList<M, T> {
    fn default() -> Self {
        ArcList { places: Vec::new(), count: 0 }
    }
}

impl<M: LetterMask, T: Copy + Default> ArcList<M, T> {
    /// Empties the list and makes room for a number of steps.
    pub fn clear(&mut self, most: usize) {
        if self.places.len() <= most {
            self.places.resize(most + 1, (M::EMPTY, T::default()));
        }
        self.count = 0;
    }

    /// Adds a step if it has a code.
    #[inline(always)]
    pub fn add(&mut self, codes: M, step: T) {
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
