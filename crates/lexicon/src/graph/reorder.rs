//! Recoding a graph for another letter order.

use crate::mask::{LetterMask, codes};
use crate::order::LetterOrder;

/// A map from the codes of one order to those of another.
pub(crate) struct CodeMap {
    to: [u8; 64],
}

impl CodeMap {
    /// The map between two orders of the same letters.
    pub fn between(from: &LetterOrder, to: &LetterOrder) -> CodeMap {
        let mut map = CodeMap { to: [0; 64] };
        for code in 1..=from.len() as u8 {
            map.to[usize::from(code)] = to.code(from.letter(code));
        }
        map
    }

    /// The code in the other order; the separator stays the separator.
    #[inline]
    pub fn code(&self, code: u8) -> u8 {
        self.to[usize::from(code & 63)]
    }

    /// Rewrites all records; every record keeps its place and length.
    pub fn apply<M: LetterMask>(&self, words: &mut [u32], labelled: bool) {
        let masks = MaskMap::of(self);
        let header = 2 * M::WORDS;
        let mut links = [0u32; 64];
        let mut at = header;
        while at < words.len() {
            let children = M::read(words, at);
            let mapped: M = masks.map(children);
            mapped.write(words, at);
            let accepts = M::read(words, at + M::WORDS);
            masks.map(accepts).write(words, at + M::WORDS);
            let count = children.count();
            let record = &mut words[at + header..];
            // A single arc needs no sorting.
            if count > 1 {
                for (place, code) in codes(children).enumerate() {
                    links[mapped.rank(self.code(code))] = record[place];
                }
                record[..count].copy_from_slice(&links[..count]);
            }
            at += header + count;
            if labelled && !accepts.is_empty() {
                for place in [at, at + M::WORDS] {
                    masks.map(M::read(words, place)).write(words, place);
                }
                at += header;
            }
        }
    }
}

/// A map of masks between two orders, one byte at a time.
struct MaskMap {
    bytes: Box<[[u64; 256]]>,
}

impl MaskMap {
    fn of(map: &CodeMap) -> MaskMap {
        let mut bytes = vec![[0; 256]; 8].into_boxed_slice();
        for (place, table) in bytes.iter_mut().enumerate() {
            for byte in 1..256usize {
                let rest = byte & (byte - 1);
                let code = 8 * place as u8 + byte.trailing_zeros() as u8;
                table[byte] = table[rest] | 1 << map.code(code);
            }
        }
        MaskMap { bytes }
    }

    #[inline(always)]
    fn map<M: LetterMask>(&self, mask: M) -> M {
        let bits = mask.widen();
        let tables = self.bytes.iter().take(4 * M::WORDS).enumerate();
        let parts = tables.map(|(place, table)| table[usize::from((bits >> (8 * place)) as u8)]);
        M::narrow(parts.fold(0, |all, part| all | part))
    }
}
