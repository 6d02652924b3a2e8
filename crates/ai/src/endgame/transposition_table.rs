//! The transposition table of the endgame search.

/// How a value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// One entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// Part of the key of the best move.
    pub best: u16,
    /// The depth of the search; [`COMPLETE`] if it reached the end of the game everywhere.
    pub depth: u8,
    pub bound: Bound,
}

/// The depth of a search that reached the end of the game everywhere.
pub(super) const COMPLETE: u8 = u8::MAX;

const NOTHING: Entry = Entry { key: 0, value: 0, best: 0, depth: 0, bound: Bound::AtLeast };

impl Entry {
    /// Whether it cuts off a search of this depth with this window.
    #[inline]
    pub fn cuts_off(&self, depth: u8, alpha: i32, beta: i32) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= beta,
                Bound::AtMost => self.value <= alpha,
            }
    }
}

/// A transposition table of fixed size.
pub(super) struct TranspositionTable {
    /// Buckets of two: the first entry is replaced only by one of at least its depth.
    places: Vec<Entry>,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> TranspositionTable {
        let most = (bytes / size_of::<Entry>()).clamp(2, 1 << 28);
        TranspositionTable { places: vec![NOTHING; 1 << most.ilog2()] }
    }

    pub fn clear(&mut self) {
        self.places.fill(NOTHING);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.places.len() - 1) & !1
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        self.places[place..place + 2].iter().find(|known| known.key == key).copied()
    }

    pub fn store(&mut self, key: u64, value: i32, best: u16, depth: u8, bound: Bound) {
        let place = self.place(key);
        let known = Entry { key, value, best, depth, bound };
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
