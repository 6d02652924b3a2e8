//! What is known of positions that have been searched.

/// How a value is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    pub value: i32,
    /// Part of the key of the best play.
    pub best: u16,
    /// How deep the search was; [`COMPLETE`] if it saw the end of the game everywhere.
    pub depth: u8,
    pub bound: Bound,
}

/// The depth of a search that saw the end of the game everywhere.
pub(super) const COMPLETE: u8 = u8::MAX;

const NOTHING: Known = Known { key: 0, value: 0, best: 0, depth: 0, bound: Bound::AtLeast };

impl Known {
    /// Whether it settles a search of this depth with this window.
    #[inline]
    pub fn settles(&self, depth: u8, alpha: i32, beta: i32) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= beta,
                Bound::AtMost => self.value <= alpha,
            }
    }
}

/// A table of positions: of a fixed size, so that what is seldom of use is forgotten.
pub(super) struct Memory {
    /// In pairs: the first of a pair is kept while it is deeper.
    places: Vec<Known>,
}

impl Memory {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Memory {
        let most = (bytes / size_of::<Known>()).clamp(2, 1 << 28);
        Memory { places: vec![NOTHING; 1 << most.ilog2()] }
    }

    pub fn clear(&mut self) {
        self.places.fill(NOTHING);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.places.len() - 1) & !1
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        self.places[place..place + 2].iter().find(|known| known.key == key).copied()
    }

    pub fn store(&mut self, key: u64, value: i32, best: u16, depth: u8, bound: Bound) {
        let place = self.place(key);
        let known = Known { key, value, best, depth, bound };
        let pair = &mut self.places[place..place + 2];
        if pair[0].key == key || depth >= pair[0].depth && pair[1].key != key {
            if pair[0].key != key {
                pair[1] = pair[0];
            }
            pair[0] = known;
        } else {
            pair[1] = known;
        }
    }
}
