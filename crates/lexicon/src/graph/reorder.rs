//! Other codes for the letters of a graph.

use super::record_length;
use crate::mask::{LetterMask, codes};
use crate::order::LetterOrder;

/// From the codes of one order to those of another.
pub(crate) struct CodeMap {
    to: [u8; 64],
    /// Whether every code stays as it is.
    pub is_identity: bool,
}

impl CodeMap {
    /// The map between two orders of the same letters.
    pub fn between(from: &LetterOrder, to: &LetterOrder) -> CodeMap {
        let mut map = CodeMap { to: [0; 64], is_identity: true };
        for code in 1..=from.len() as u8 {
            let new = to.code(from.letter(code));
            map.to[usize::from(code)] = new;
            map.is_identity &= new == code;
        }
        map
    }

    /// A code in the other order; the separator stays the separator.
    #[inline]
    pub fn code(&self, code: u8) -> u8 {
        self.to[usize::from(code & 63)]
    }

    fn mask<M: LetterMask>(&self, mask: M) -> M {
        let mut mapped = M::EMPTY;
        for code in codes(mask) {
            mapped |= M::bit(self.code(code));
        }
        mapped
    }

    /// Rewrites all records; every record keeps its place and its length.
    pub fn apply<M: LetterMask>(&self, words: &mut [u32], labelled: bool) {
        let header = 2 * M::WORDS;
        let mut links = [0u32; 64];
        let mut at = header;
        while at < words.len() {
            let length = record_length::<M>(words, at, labelled);
            let children = M::read(words, at);
            let mapped = self.mask(children);
            for (place, code) in codes(children).enumerate() {
                links[mapped.rank(self.code(code))] = words[at + header + place];
            }
            let count = children.count();
            words[at + header..at + header + count].copy_from_slice(&links[..count]);
            mapped.write(words, at);
            let tail = at + header + count;
            for place in [at + M::WORDS].into_iter().chain((tail..at + length).step_by(M::WORDS)) {
                self.mask(M::read(words, place)).write(words, place);
            }
            at += length;
        }
    }
}
