//! What training has seen: full racks and what they were worth, as exact sums.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tilewright_tiles::{KindId, TileCounts};

/// With more kinds of tiles than this, only pairs of equal tiles have a value.
const MOST_PAIRED: usize = 40;

/// The values that are looked for: one for every kind, one for every pair of kinds.
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

/// Sums over racks of products of features, and of features and worth. Whole numbers, so that
/// the order in which racks come does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Samples {
    kinds: usize,
    /// How many racks.
    pub racks: i64,
    /// The sum of what they were worth, in thousandths.
    pub worth: i64,
    /// How often each feature occurred.
    pub sums: Vec<i64>,
    /// Feature times worth.
    pub worths: Vec<i64>,
    /// Feature times feature, by the larger place, then the smaller.
    pub products: Vec<i64>,
}

impl Samples {
    /// Nothing seen.
    pub fn new(kinds: usize) -> Samples {
        let len = Features { kinds }.len();
        Samples {
            kinds,
            racks: 0,
            worth: 0,
            sums: vec![0; len],
            worths: vec![0; len],
            products: vec![0; len * (len + 1) / 2],
        }
    }

    /// The features.
    pub fn features(&self) -> Features {
        Features { kinds: self.kinds }
    }

    /// Whether the sums are as many as they should be.
    pub fn fits(&self, kinds: usize) -> bool {
        let len = Features { kinds }.len();
        self.kinds == kinds
            && (self.sums.len(), self.worths.len()) == (len, len)
            && self.products.len() == len * (len + 1) / 2
    }

    /// A rack was worth so much.
    pub fn add(&mut self, rack: &TileCounts, worth: i64) {
        let found = self.features().of_rack(rack);
        self.racks += 1;
        self.worth += worth;
        for (place, (feature, count)) in found.iter().enumerate() {
            self.sums[*feature] += count;
            self.worths[*feature] += count * worth;
            for (other, times) in &found[..=place] {
                self.products[product(*feature, *other)] += count * times;
            }
        }
    }

    /// Adds what others have seen.
    pub fn merge(&mut self, other: &Samples) {
        self.racks += other.racks;
        self.worth += other.worth;
        let add = |to: &mut [i64], from: &[i64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.sums, &other.sums);
        add(&mut self.worths, &other.worths);
        add(&mut self.products, &other.products);
    }
}

/// The place of a product of two features.
pub(crate) fn product(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high + 1) / 2 + low
}
