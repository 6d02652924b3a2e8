//! Builds the minimal graph of a list of words.
//!
//! Sequences arrive in ascending order, so all nodes off the current path are final. A final node
//! is looked up by its content in a register; equal nodes are merged, so the graph is minimal. The
//! DAWG consists of the words. The GADDAG consists of all reversed prefixes; the separator leads
//! from each of them to the DAWG node after the prefix, so everything after a separator is shared
//! with the DAWG.

use super::GraphKind;
use crate::list::{Sequences, SortKey, WordList};
use crate::mask::LetterMask;
use crate::{DictionaryError, MAX_WORD};
use std::cmp::Ordering;

/// How a sequence reads as a word: bit 0 forward, bit 1 backward.
type Class = u8;
const FORWARD: Class = 1;
const BACKWARD: Class = 2;

/// The final nodes, in the order in which they became final: records as in the finished graph,
/// with places in this array as arcs.
pub(super) struct Built {
    pub records: Vec<u32>,
    pub gaddag_root: u32,
    pub dawg_root: u32,
}

/// Builds the graph of a list.
pub(super) fn build<M: LetterMask>(
    list: &WordList,
    kind: GraphKind,
    most: usize,
    cancelled: &dyn Fn() -> bool,
) -> Result<Built, DictionaryError> {
    let words = list.sequences();
    let letters = list.alphabet().len();
    match kind {
        GraphKind::Words => {
            Builder::<M>::new(words.len(), false, most, cancelled).both_parts(words, &[], letters)
        }
        GraphKind::Anagrams => {
            let sorted = words.iter().map(|word| {
                let mut word = word.to_vec();
                word.sort_unstable();
                (word, FORWARD)
            });
            let (sorted, _) = merge(sorted.collect());
            let mut builder = Builder::<M>::new(sorted.len(), false, most, cancelled);
            let dawg_root = builder.dawg(&sorted, &[])?;
            Ok(Built { records: builder.register.records, gaddag_root: 0, dawg_root })
        }
        GraphKind::BothWays => {
            let forward = words.iter().map(|word| (word.to_vec(), FORWARD));
            let reversed =
                words.iter().map(|word| (word.iter().rev().copied().collect(), BACKWARD));
            let (both, classes) = merge(forward.chain(reversed).collect());
            Builder::<M>::new(both.len(), true, most, cancelled)
                .both_parts(&both, &classes, letters)
        }
    }
}

/// Sorted and unique; the classes of equal sequences are merged.
fn merge(mut sequences: Vec<(Vec<u8>, Class)>) -> (Sequences, Vec<Class>) {
    sequences.sort_unstable();
    let mut merged = Sequences::with_capacity(sequences.len(), sequences.len() * 8);
    let mut classes: Vec<Class> = Vec::with_capacity(sequences.len());
    for (index, (sequence, class)) in sequences.iter().enumerate() {
        match classes.last_mut() {
            Some(last) if sequences[index - 1].0 == *sequence => *last |= class,
            _ => {
                merged.push(sequence.iter().copied());
                classes.push(*class);
            }
        }
    }
    (merged, classes)
}

/// A node on the current path, to which later sequences may still add.
#[derive(Clone)]
struct OpenNode<M> {
    children: M,
    accepts: M,
    forward: M,
    backward: M,
    links: [u32; 64],
    link_count: usize,
}

impl<M: LetterMask> OpenNode<M> {
    const EMPTY: OpenNode<M> = OpenNode {
        children: M::EMPTY,
        accepts: M::EMPTY,
        forward: M::EMPTY,
        backward: M::EMPTY,
        links: [0; 64],
        link_count: 0,
    };

    fn clear(&mut self) {
        self.children = M::EMPTY;
        self.accepts = M::EMPTY;
        self.forward = M::EMPTY;
        self.backward = M::EMPTY;
        self.link_count = 0;
    }

    /// Adds an arc with the highest code so far; arcs to the dead end are left out.
    #[inline]
    fn link(&mut self, code: u8, node: u32) {
        if node != 0 {
            self.children |= M::bit(code);
            self.links[self.link_count] = node;
            self.link_count += 1;
        }
    }

    #[inline]
    fn accept(&mut self, code: u8, class: Class) {
        if class != 0 {
            self.accepts |= M::bit(code);
            if class & FORWARD != 0 {
                self.forward |= M::bit(code);
            }
            if class & BACKWARD != 0 {
                self.backward |= M::bit(code);
            }
        }
    }
}

struct Builder<'a, M> {
    register: Register,
    /// The nodes of the current path; `codes` holds its letters.
    path: Vec<OpenNode<M>>,
    codes: [u8; MAX_WORD + 2],
    depth: usize,
    labelled: bool,
    /// The most numbers of 32 bits.
    most: usize,
    /// Whether the caller has gone away.
    cancelled: &'a dyn Fn() -> bool,
}

/// The number of sequences between two polls of the cancel flag: far below a millisecond.
const SEQUENCES: usize = 1024;

impl<'a, M: LetterMask> Builder<'a, M> {
    fn new(
        sequences: usize,
        labelled: bool,
        most: usize,
        cancelled: &'a dyn Fn() -> bool,
    ) -> Builder<'a, M> {
        let register = Register::new(sequences, M::WORDS, labelled);
        let path = vec![OpenNode::EMPTY; MAX_WORD + 2];
        Builder { register, path, codes: [0; MAX_WORD + 2], depth: 0, labelled, most, cancelled }
    }

    fn both_parts(
        mut self,
        words: &Sequences,
        classes: &[Class],
        letters: usize,
    ) -> Result<Built, DictionaryError> {
        let dawg_root = self.dawg(words, classes)?;
        let prefixes = Prefixes::collect::<M>(words, classes, dawg_root, &self.register, letters);
        let gaddag_root = self.gaddag(words, &prefixes)?;
        Ok(Built { records: self.register.records, gaddag_root, dawg_root })
    }

    /// Builds the DAWG; without classes all words are read forward.
    fn dawg(&mut self, words: &Sequences, classes: &[Class]) -> Result<u32, DictionaryError> {
        let mut before: &[u8] = &[];
        for index in 0..words.len() {
            let word = words.get(index);
            let common = before.iter().zip(word).take_while(|(a, b)| a == b).count();
            self.close_below(common);
            self.check(index)?;
            let class = classes.get(index).copied().unwrap_or(FORWARD);
            self.open(word[common..].iter().copied(), class, 0);
            before = word;
        }
        Ok(self.close_all())
    }

    /// Builds the GADDAG: the reversed prefixes and their separators.
    fn gaddag(&mut self, words: &Sequences, prefixes: &Prefixes) -> Result<u32, DictionaryError> {
        let letters = words.all_letters();
        let mut before: (u64, &[u8]) = (0, &[]);
        for (count, (key, index)) in prefixes.order.iter().enumerate() {
            let prefix = &prefixes.found[*index as usize];
            let text = prefix.letters(letters);
            let common = match before.0 == *key {
                false => prefixes.key.common(before.0, *key),
                true => {
                    before.1.iter().rev().zip(text.iter().rev()).take_while(|(a, b)| a == b).count()
                }
            };
            self.close_below(common);
            self.check(count)?;
            let rest = text[..text.len() - common].iter().rev().copied();
            self.open(rest, prefix.class, prefix.node);
            before = (*key, text);
        }
        Ok(self.close_all())
    }

    /// Whether to go on after this many sequences.
    #[inline]
    fn check(&self, count: usize) -> Result<(), DictionaryError> {
        if self.register.records.len() > self.most {
            return Err(DictionaryError::GraphTooLarge);
        }
        if count.is_multiple_of(SEQUENCES) && (self.cancelled)() {
            return Err(DictionaryError::Cancelled);
        }
        Ok(())
    }

    /// Finishes the nodes of the path below this depth.
    #[inline]
    fn close_below(&mut self, depth: usize) {
        while self.depth > depth {
            let node = self.register.find_or_add(&self.path[self.depth], self.labelled);
            self.depth -= 1;
            self.path[self.depth].link(self.codes[self.depth], node);
        }
    }

    /// Extends the path by these letters; the last one completes a word of that class, and the
    /// separator leads to `after_separator`.
    #[inline]
    fn open(&mut self, letters: impl Iterator<Item = u8>, class: Class, after_separator: u32) {
        for letter in letters {
            self.codes[self.depth] = letter + 1;
            self.depth += 1;
            self.path[self.depth].clear();
        }
        self.path[self.depth].link(0, after_separator);
        self.path[self.depth - 1].accept(self.codes[self.depth - 1], class);
    }

    fn close_all(&mut self) -> u32 {
        self.close_below(0);
        let root = self.register.find_or_add(&self.path[0], self.labelled);
        self.path[0].clear();
        root
    }
}

/// One prefix of the words.
struct Prefix {
    /// The end of its letters in the array of all letters.
    end: u32,
    length: u8,
    /// How it reads if it is itself a word, otherwise 0.
    class: Class,
    /// The DAWG node after it.
    node: u32,
}

impl Prefix {
    fn letters<'a>(&self, all: &'a [u8]) -> &'a [u8] {
        let end = self.end as usize;
        &all[end - usize::from(self.length)..end]
    }
}

/// All prefixes of the words, each once, ordered by their reversed letters.
struct Prefixes {
    found: Vec<Prefix>,
    order: Vec<(u64, u32)>,
    key: SortKey,
}

impl Prefixes {
    fn collect<M: LetterMask>(
        words: &Sequences,
        classes: &[Class],
        root: u32,
        register: &Register,
        letters: usize,
    ) -> Prefixes {
        let key = SortKey::new(letters);
        let mut found = Vec::with_capacity(words.len() * 5 / 2);
        let mut order = Vec::with_capacity(words.len() * 5 / 2);
        let mut nodes = [root; MAX_WORD + 1];
        let mut keys = [0u64; MAX_WORD + 1];
        let mut before: &[u8] = &[];
        for index in 0..words.len() {
            let word = words.get(index);
            let common = before.iter().zip(word).take_while(|(a, b)| a == b).count();
            let (start, _) = words.span(index);
            for place in common..word.len() {
                nodes[place + 1] = register.child::<M>(nodes[place], word[place] + 1);
                keys[place + 1] = key.prepend(keys[place], word[place]);
                let whole = place + 1 == word.len();
                let class = classes.get(index).copied().unwrap_or(FORWARD);
                order.push((keys[place + 1], found.len() as u32));
                found.push(Prefix {
                    end: (start + place + 1) as u32,
                    length: place as u8 + 1,
                    class: if whole { class } else { 0 },
                    node: nodes[place + 1],
                });
            }
            before = word;
        }
        let all = words.all_letters();
        order.sort_unstable_by(|one: &(u64, u32), other| match one.0.cmp(&other.0) {
            Ordering::Equal => {
                let rest =
                    |index: u32| found[index as usize].letters(all).iter().rev().skip(key.letters);
                rest(one.1).cmp(rest(other.1))
            }
            different => different,
        });
        Prefixes { found, order, key }
    }
}

/// Final nodes, by content.
struct Register {
    records: Vec<u32>,
    /// Open addressing: a part of the hash, and the node; 0 is free.
    table: Vec<(u32, u32)>,
    used: usize,
    mask_words: usize,
    labelled: bool,
}

impl Register {
    fn new(sequences: usize, mask_words: usize, labelled: bool) -> Register {
        let slots = (sequences * 4).next_power_of_two().max(1024);
        let mut records = Vec::with_capacity(sequences * 10 + 64);
        // The dead end.
        records.resize(2 * mask_words, 0);
        Register { records, table: vec![(0, 0); slots], used: 0, mask_words, labelled }
    }

    /// The node with this content; 0 if it is empty.
    fn find_or_add<M: LetterMask>(&mut self, node: &OpenNode<M>, labelled: bool) -> u32 {
        if (node.children | node.accepts).is_empty() {
            return 0;
        }
        let place = self.records.len();
        let links = &node.links[..node.link_count];
        self.records.resize(place + 2 * M::WORDS, 0);
        node.children.write(&mut self.records, place);
        node.accepts.write(&mut self.records, place + M::WORDS);
        self.records.extend_from_slice(links);
        if labelled && !node.accepts.is_empty() {
            let tail = self.records.len();
            self.records.resize(tail + 2 * M::WORDS, 0);
            node.forward.write(&mut self.records, tail);
            node.backward.write(&mut self.records, tail + M::WORDS);
        }
        let (earlier, new) = self.records.split_at(place);
        let hash = hash(new);
        let tag = hash as u32;
        let wrap = self.table.len() - 1;
        let mut slot = (hash >> 32) as usize & wrap;
        loop {
            let (seen, at) = self.table[slot];
            if at == 0 {
                break;
            }
            let at = at as usize;
            if seen == tag && earlier.get(at..at + new.len()) == Some(new) {
                self.records.truncate(place);
                return at as u32;
            }
            slot = (slot + 1) & wrap;
        }
        self.table[slot] = (tag, place as u32);
        self.used += 1;
        if self.used * 2 > self.table.len() {
            self.grow::<M>();
        }
        place as u32
    }

    fn grow<M: LetterMask>(&mut self) {
        let slots = self.table.len() * 2;
        let mut table = vec![(0, 0); slots];
        for (tag, node) in self.table.iter().filter(|entry| entry.1 != 0) {
            let at = *node as usize;
            let length = super::record_length::<M>(&self.records, at, self.labelled);
            let mut slot = (hash(&self.records[at..at + length]) >> 32) as usize & (slots - 1);
            while table[slot].1 != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = (*tag, *node);
        }
        self.table = table;
    }

    fn child<M: LetterMask>(&self, node: u32, code: u8) -> u32 {
        let at = node as usize;
        let children = M::read(&self.records, at);
        if !children.has(code) {
            return 0;
        }
        self.records[at + 2 * self.mask_words + children.rank(code)]
    }
}

/// The upper half selects a slot, the lower half is compared.
fn hash(record: &[u32]) -> u64 {
    let mut hash = 0u64;
    for word in record {
        hash = (hash.rotate_left(23) ^ u64::from(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash ^ (hash >> 29)
}
