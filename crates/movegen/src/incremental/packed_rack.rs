//! Small racks as one number.

use smallvec::SmallVec;
use tilewright_tiles::{KindId, TileCounts};

/// The highest bit of every kind's four.
const HIGH: u64 = 0x8888_8888_8888_8888;
/// The largest number of kinds.
const MOST_KINDS: usize = 16;
/// The largest number of tiles of one kind.
const MOST_OF_A_KIND: u16 = 7;

/// Some tiles of a rack as one number: four bits for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackedRack(pub u64);

impl PackedRack {
    /// Whether it contains all of these tiles.
    #[inline(always)]
    pub fn has(self, tiles: PackedRack) -> bool {
        ((self.0 | HIGH) - tiles.0) & HIGH == HIGH
    }

    /// The remaining tiles without these.
    #[inline(always)]
    pub fn without(self, tiles: PackedRack) -> PackedRack {
        PackedRack(self.0.wrapping_sub(tiles.0))
    }

    /// Whether it is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of tiles.
    pub fn len(self) -> usize {
        (0..MOST_KINDS).map(|place| (self.0 >> (4 * place) & 15) as usize).sum()
    }
}

/// The kinds of a rack, in the order of their bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RackPacking {
    kinds: SmallVec<[KindId; MOST_KINDS]>,
}

impl RackPacking {
    /// The packing of a rack; `None` if it has more than 16 kinds or more than 7 tiles of a kind.
    pub fn new(rack: &TileCounts) -> Option<RackPacking> {
        let kinds: SmallVec<[KindId; MOST_KINDS]> = rack.iter().map(|(kind, _)| kind).collect();
        let fits = kinds.len() <= MOST_KINDS && rack.iter().all(|(_, n)| n <= MOST_OF_A_KIND);
        fits.then_some(RackPacking { kinds })
    }

    /// Packs tiles of the rack.
    pub fn pack(&self, tiles: impl Iterator<Item = KindId>) -> PackedRack {
        let place = |kind: KindId| self.kinds.iter().position(|other| *other == kind);
        PackedRack(tiles.filter_map(place).map(|place| 1 << (4 * place)).sum())
    }

    /// Unpacks tiles.
    pub fn unpack(&self, tiles: PackedRack) -> TileCounts {
        let mut counts = TileCounts::new();
        for (place, kind) in self.kinds.iter().enumerate() {
            counts.add_many(*kind, (tiles.0 >> (4 * place) & 15) as u16);
        }
        counts
    }
}
