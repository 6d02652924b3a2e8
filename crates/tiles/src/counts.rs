//! Racks and bags: how many tiles of each kind.

use crate::{KindId, MAX_KINDS};

/// A multiset of tile kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileCounts {
    counts: [u16; MAX_KINDS],
    total: u32,
}

impl Default for TileCounts {
    fn default() -> Self {
        TileCounts { counts: [0; MAX_KINDS], total: 0 }
    }
}

impl TileCounts {
    /// No tile.
    pub fn new() -> TileCounts {
        TileCounts::default()
    }

    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether there is no tile.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The number of tiles of a kind.
    #[inline]
    pub fn count(&self, kind: KindId) -> usize {
        usize::from(self.counts[kind.index()])
    }

    /// Adds one tile.
    pub fn add(&mut self, kind: KindId) {
        self.add_many(kind, 1);
    }

    /// Adds several tiles of a kind.
    pub fn add_many(&mut self, kind: KindId, count: u16) {
        let slot = &mut self.counts[kind.index()];
        let before = *slot;
        *slot = slot.saturating_add(count);
        self.total += u32::from(*slot - before);
    }

    /// Takes tiles as far as they are here; a tile that is missing is skipped.
    pub fn take_present(&mut self, kinds: impl IntoIterator<Item = KindId>) {
        for kind in kinds {
            let _missing = !self.take(kind);
        }
    }

    /// Takes one tile; `false` if there is none of that kind.
    #[must_use]
    pub fn take(&mut self, kind: KindId) -> bool {
        let slot = &mut self.counts[kind.index()];
        if *slot == 0 {
            return false;
        }
        *slot -= 1;
        self.total -= 1;
        true
    }

    /// Takes all these tiles, or none and `false`.
    #[must_use]
    pub fn take_all(&mut self, kinds: &[KindId]) -> bool {
        let before = *self;
        let taken = kinds.iter().all(|kind| self.take(*kind));
        if !taken {
            *self = before;
        }
        taken
    }

    /// Adds all tiles of another multiset.
    pub fn add_counts(&mut self, other: &TileCounts) {
        for (kind, count) in other.iter() {
            self.add_many(kind, count);
        }
    }

    /// Kinds and how many of them, in kind order, none left out but the empty ones.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, u16)> + '_ {
        (self.counts.iter().enumerate())
            .filter(|(_, count)| **count > 0)
            .map(|(kind, count)| (KindId(kind as u8), *count))
    }

    /// Every tile, in kind order.
    pub fn tiles(&self) -> impl Iterator<Item = KindId> + '_ {
        self.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }

    /// The tile at a place of the sorted order.
    pub fn nth(&self, place: usize) -> Option<KindId> {
        let mut rest = place;
        for (kind, count) in self.iter() {
            match rest.checked_sub(usize::from(count)) {
                Some(left) => rest = left,
                None => return Some(kind),
            }
        }
        None
    }
}

impl FromIterator<KindId> for TileCounts {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        let mut counts = TileCounts::new();
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}
