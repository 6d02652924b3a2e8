//! Words by their letters in any order.

use tilewright_lexicon::{LetterMask, WordGraph, codes};
use tilewright_tiles::{Chance, MAX_LETTERS};

/// The words of a graph, to be looked up by the multiset of their letters.
///
/// A multiset is known by its hash, the sum of a number for every letter: letters are added and
/// taken away by adding and subtracting. What is found is compared letter by letter before it is
/// believed.
pub(crate) struct WordIndex<M> {
    numbers: [u64; MAX_LETTERS + 1],
    /// The words of one multiset each; an open hash table.
    classes: Vec<Class>,
    /// The codes of all words, class by class.
    letters: Vec<u8>,
    /// Which letters complete a multiset to a word; an open hash table.
    completions: Vec<Completion<M>>,
    /// A Bloom filter of the multisets of words.
    filter: Vec<u64>,
}

#[derive(Clone, Copy, Default)]
struct Class {
    hash: u64,
    start: u32,
    /// How many words; none in a free place of the table.
    count: u16,
    length: u16,
}

#[derive(Clone, Copy)]
struct Completion<M> {
    tag: u32,
    /// None in a free place of the table.
    mask: M,
}

/// The filter has this many bits for each multiset, at least.
const FILTER_BITS: usize = 12;

impl<M: LetterMask> WordIndex<M> {
    pub fn new(graph: &WordGraph<M>) -> WordIndex<M> {
        let numbers = numbers();
        let mut text: Vec<u8> = Vec::new();
        let mut words: Vec<(u64, u32, u16)> = Vec::with_capacity(graph.word_count());
        let mut all = graph.iter();
        while let Some(word) = all.advance() {
            let start = text.len() as u32;
            text.extend(word.iter().map(|letter| graph.order().code(*letter)));
            let hash = hash(&numbers, &text[start as usize..]);
            words.push((hash, start, word.len() as u16));
        }
        words.sort_unstable_by_key(|(hash, start, length)| (*hash, *length, *start));
        let mut index = WordIndex {
            numbers,
            classes: Vec::new(),
            letters: Vec::with_capacity(text.len()),
            completions: Vec::new(),
            filter: Vec::new(),
        };
        let groups = || words.chunk_by(|a, b| a.0 == b.0 && a.2 == b.2);
        let classes = groups().count();
        index.classes = vec![Class::default(); table_size(classes)];
        index.filter = vec![0; (classes * FILTER_BITS).next_power_of_two().max(64) / 64];
        let mut distinct = 0;
        for group in groups() {
            distinct += index.add_class(group, &text);
        }
        let free = Completion { tag: 0, mask: M::EMPTY };
        index.completions = vec![free; table_size(distinct)];
        for group in groups() {
            index.add_completions(group[0], &text);
        }
        index
    }

    /// Adds the words of one multiset; says how many different letters it has.
    fn add_class(&mut self, group: &[(u64, u32, u16)], text: &[u8]) -> usize {
        let (hash, _, length) = group[0];
        let start = self.letters.len() as u32;
        for (_, at, _) in group {
            let at = *at as usize;
            self.letters.extend_from_slice(&text[at..at + usize::from(length)]);
        }
        let last = self.classes.len() - 1;
        let mut place = class_place(hash) & last;
        while self.classes[place].count > 0 {
            place = (place + 1) & last;
        }
        let count = group.len().min(usize::from(u16::MAX)) as u16;
        self.classes[place] = Class { hash, start, count, length };
        let last = self.filter.len() - 1;
        self.filter[filter_place(hash) & last] |= filter_bits(hash);
        letter_set::<M>(&self.letters[start as usize..start as usize + usize::from(length)]).count()
    }

    fn add_completions(&mut self, word: (u64, u32, u16), text: &[u8]) {
        let (hash, start, length) = word;
        let letters = &text[start as usize..start as usize + usize::from(length)];
        for code in codes(letter_set::<M>(letters)) {
            let rest = hash.wrapping_sub(self.numbers[usize::from(code)]);
            let last = self.completions.len() - 1;
            let mut place = completion_place(rest) & last;
            loop {
                let completion = &mut self.completions[place];
                if completion.mask.is_empty() || completion.tag == rest as u32 {
                    completion.tag = rest as u32;
                    completion.mask |= M::bit(code);
                    break;
                }
                place = (place + 1) & last;
            }
        }
    }

    /// The number of a letter; the sum of such numbers is the hash of a multiset.
    #[inline(always)]
    pub fn number(&self, code: u8) -> u64 {
        self.numbers[usize::from(code)]
    }

    /// Whether there may be words of these letters; hardly ever wrong.
    #[inline(always)]
    pub fn may_have(&self, hash: u64) -> bool {
        let bits = filter_bits(hash);
        self.filter[filter_place(hash) & (self.filter.len() - 1)] & bits == bits
    }

    /// The letters that may complete these to a word; hardly ever too many.
    #[inline(always)]
    pub fn completions(&self, hash: u64) -> M {
        let last = self.completions.len() - 1;
        let mut place = completion_place(hash) & last;
        loop {
            let completion = &self.completions[place];
            if completion.mask.is_empty() || completion.tag == hash as u32 {
                return completion.mask;
            }
            place = (place + 1) & last;
        }
    }

    /// The words of a multiset.
    #[inline(always)]
    pub fn class(&self, hash: u64, length: usize) -> WordClass {
        let last = self.classes.len() - 1;
        let mut place = class_place(hash) & last;
        loop {
            let class = &self.classes[place];
            if class.count == 0 || class.hash == hash && usize::from(class.length) == length {
                return WordClass { start: class.start, count: class.count };
            }
            place = (place + 1) & last;
        }
    }

    /// The letters of the words of a multiset, which are of one length.
    pub fn words(&self, class: WordClass, length: usize) -> std::slice::ChunksExact<'_, u8> {
        let start = class.start as usize;
        let end = start + length * usize::from(class.count);
        self.letters[start..end].chunks_exact(length.max(1))
    }
}

/// Words of the same letters.
#[derive(Clone, Copy, Default)]
pub(crate) struct WordClass {
    start: u32,
    count: u16,
}

fn letter_set<M: LetterMask>(letters: &[u8]) -> M {
    letters.iter().fold(M::EMPTY, |set, code| set | M::bit(*code))
}

fn hash(numbers: &[u64; MAX_LETTERS + 1], letters: &[u8]) -> u64 {
    letters.iter().fold(0, |sum: u64, code| sum.wrapping_add(numbers[usize::from(*code)]))
}

/// A number for every code, always the same.
fn numbers() -> [u64; MAX_LETTERS + 1] {
    let mut chance = Chance::new(0);
    std::array::from_fn(|_| chance.bits())
}

/// Tables are at most three quarters full, and never entirely.
fn table_size(entries: usize) -> usize {
    (entries + entries / 3 + 2).next_power_of_two()
}

#[inline(always)]
fn class_place(hash: u64) -> usize {
    (hash >> 20) as usize
}

#[inline(always)]
fn completion_place(hash: u64) -> usize {
    (hash >> 32) as usize
}

/// The word of the filter for a hash.
#[inline(always)]
fn filter_place(hash: u64) -> usize {
    (hash >> 40) as usize
}

/// The bits of that word.
#[inline(always)]
fn filter_bits(hash: u64) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63)
}
