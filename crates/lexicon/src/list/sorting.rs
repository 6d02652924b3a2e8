//! Sorting many short sequences of letters by their first letters, packed in a number.

use super::Sequences;
use std::cmp::Ordering;

/// Packs the first letters of a sequence so that numbers compare as the sequences do.
#[derive(Clone, Copy)]
pub(crate) struct SortKey {
    bits: u32,
    /// How many letters a key holds.
    pub letters: usize,
}

impl SortKey {
    pub fn new(alphabet: usize) -> SortKey {
        match alphabet {
            0..=31 => SortKey { bits: 5, letters: 12 },
            _ => SortKey { bits: 6, letters: 10 },
        }
    }

    /// The key of a sequence.
    pub fn of(self, letters: &[u8]) -> u64 {
        let mut key = 0;
        let mut shift = self.bits * self.letters as u32;
        for letter in letters.iter().take(self.letters) {
            shift -= self.bits;
            key |= (u64::from(*letter) + 1) << shift;
        }
        key
    }

    /// The key of the sequence with one letter more in front.
    #[inline]
    pub fn prepend(self, key: u64, letter: u8) -> u64 {
        (key >> self.bits) | (u64::from(letter) + 1) << (self.bits * (self.letters as u32 - 1))
    }

    /// How many letters at the start two different keys have in common.
    #[inline]
    pub fn common(self, one: u64, other: u64) -> usize {
        let unused = 64 - self.bits * self.letters as u32;
        (((one ^ other).leading_zeros() - unused) / self.bits) as usize
    }
}

/// A place in the sorted order: key, index.
pub(crate) type Keyed = (u64, u32);

/// The sequences in the order of the alphabet, equal ones by index; `None` if they are strictly
/// ascending already.
pub(super) fn sorted_order(sequences: &Sequences, alphabet: usize) -> Option<Vec<Keyed>> {
    let ascending = (1..sequences.len()).all(|i| sequences.get(i - 1) < sequences.get(i));
    if ascending {
        return None;
    }
    let key = SortKey::new(alphabet);
    let mut order: Vec<Keyed> =
        sequences.iter().zip(0..).map(|(letters, index)| (key.of(letters), index)).collect();
    order.sort_unstable_by(|one, other| {
        let rest = |index: u32| {
            let letters = sequences.get(index as usize);
            letters.get(key.letters..).unwrap_or(&[])
        };
        match one.0.cmp(&other.0) {
            Ordering::Equal => rest(one.1).cmp(rest(other.1)).then(one.1.cmp(&other.1)),
            different => different,
        }
    });
    Some(order)
}

/// The sequences in order, each once; `repeated` receives the index of every further one and the
/// index of the first.
pub(super) fn sort_unique(
    sequences: &Sequences,
    mut order: Vec<Keyed>,
    mut repeated: impl FnMut(u32, u32),
) -> Sequences {
    order.dedup_by(|later, first| {
        let same = later.0 == first.0
            && sequences.get(later.1 as usize) == sequences.get(first.1 as usize);
        if same {
            repeated(later.1, first.1);
        }
        same
    });
    sequences.reordered(order.into_iter().map(|(_, index)| index))
}
