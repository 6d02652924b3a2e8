//! Where the nodes of a file lie in memory.

use crate::mask::LetterMask;

/// How many nodes share a base. No record has more than 72 numbers, so that the distance from a
/// base fits into 16 bits.
const SHARED: usize = 512;

/// The places of nodes in the order of their numbers, in a little over two bytes each.
pub(super) struct Places {
    bases: Vec<u32>,
    distances: Vec<u16>,
}

impl Places {
    pub fn new(nodes: usize) -> Places {
        let bases = Vec::with_capacity(nodes.div_ceil(SHARED));
        Places { bases, distances: Vec::with_capacity(nodes) }
    }

    /// How many nodes have a place.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// The next node lies here, after all others.
    #[inline(always)]
    pub fn push(&mut self, at: usize) {
        if self.distances.len().is_multiple_of(SHARED) {
            self.bases.push(at as u32);
        }
        let base = self.bases.last().map_or(0, |base| *base as usize);
        self.distances.push((at - base) as u16);
    }

    /// The place of a node.
    #[inline(always)]
    pub fn of(&self, node: usize) -> u32 {
        self.bases[node / SHARED] + u32::from(self.distances[node])
    }

    /// Puts the places of children into records in which their numbers stand.
    pub fn put_into<M: LetterMask>(&self, words: &mut [u32], labelled: bool) {
        let header = 2 * M::WORDS;
        let mut at = header;
        for next in 1..=self.len() {
            let end = if next < self.len() { self.of(next) as usize } else { words.len() };
            let record = &mut words[at..end];
            let tail = labelled && !M::read(record, M::WORDS).is_empty();
            let links = header..record.len() - if tail { header } else { 0 };
            for link in &mut record[links] {
                *link = self.of(*link as usize);
            }
            at = end;
        }
    }
}
