//! Training samples: full racks and what they were worth.

use crate::sums::Sums;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tilewright_tiles::{KindId, TileCounts};

/// With more kinds of tiles than this, only pairs of equal tiles have a value.
const MOST_PAIRED: usize = 40;

/// The values to be fitted: one for every kind, one for every pair of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Features {
    pub kinds: usize,
}

impl Features {
    /// Whether all pairs count, or equal ones only.
    pub fn all_pairs(self) -> bool {
        self.kinds <= MOST_PAIRED
    }

    /// How many there are.
    pub fn len(self) -> usize {
        match self.all_pairs() {
            true => self.kinds + self.kinds * (self.kinds + 1) / 2,
            false => 2 * self.kinds,
        }
    }

    /// The place of a pair.
    pub fn pair(self, one: usize, other: usize) -> Option<usize> {
        let (low, high) = (one.min(other), one.max(other));
        match self.all_pairs() {
            true => Some(self.kinds + high * (high + 1) / 2 + low),
            false => (low == high).then_some(self.kinds + low),
        }
    }

    /// The features of a rack and how often each occurs.
    pub fn of_rack(self, rack: &TileCounts) -> SmallVec<[(usize, i64); 32]> {
        let kinds: SmallVec<[(KindId, u16); 16]> = rack.iter().collect();
        let mut found: SmallVec<[(usize, i64); 32]> = SmallVec::new();
        for (place, (kind, count)) in kinds.iter().enumerate() {
            let count = i64::from(*count);
            found.push((kind.index(), count));
            if count > 1 {
                let pair = self.pair(kind.index(), kind.index());
                found.extend(pair.map(|pair| (pair, count * (count - 1) / 2)));
            }
            for (other, times) in &kinds[..place] {
                let pair = self.pair(kind.index(), other.index());
                found.extend(pair.map(|pair| (pair, count * i64::from(*times))));
            }
        }
        found
    }
}

/// Racks and what they were worth.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Samples {
    kinds: usize,
    /// A row for each rack.
    pub sums: Sums,
}

impl Samples {
    /// No samples.
    pub fn new(kinds: usize) -> Samples {
        Samples { kinds, sums: Sums::new(Features { kinds }.len()) }
    }

    /// The features.
    pub fn features(&self) -> Features {
        Features { kinds: self.kinds }
    }

    /// Whether the number of sums is right.
    pub fn fits(&self, kinds: usize) -> bool {
        self.kinds == kinds && self.sums.fits(Features { kinds }.len())
    }

    /// Adds a rack and its worth.
    pub fn add(&mut self, rack: &TileCounts, worth: i64) {
        self.sums.add(&self.features().of_rack(rack), worth);
    }

    /// Adds other samples.
    pub fn merge(&mut self, other: &Samples) {
        self.sums.merge(&other.sums);
    }
}
