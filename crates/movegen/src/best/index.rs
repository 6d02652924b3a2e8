//! Words by their letters in any order.

use std::marker::PhantomData;
use tilewright_lexicon::{LetterMask, WordGraph, codes, prefetch};
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
    /// The codes of all words, class by class; before each class how many words it has.
    letters: Vec<u8>,
    /// A Bloom filter of the multisets of words.
    filter: Vec<u64>,
    masks: PhantomData<M>,
}

#[derive(Clone, Copy, Default)]
struct Class {
    /// The part of the hash that is not its place. No two classes that could be taken for each
    /// other have the same.
    tag: u32,
    /// Where its words are; 0 in a free place of the table.
    start: u32,
}

/// A word: the hash of its letters, where they are and how many.
type Word = (u64, u32, u16);

/// The filter has this many bits for each multiset, at least.
const FILTER_BITS: usize = 12;
/// How many bytes say how many words a class has.
const COUNT: usize = 2;
/// Numbers for letters are chosen anew so often at most. Hardly any list asks for it once.
const MOST_CHOICES: u64 = 64;

impl<M: LetterMask> WordIndex<M> {
    pub fn new(graph: &WordGraph<M>) -> WordIndex<M> {
        let mut text: Vec<u8> = Vec::new();
        let mut words: Vec<Word> = Vec::with_capacity(graph.word_count());
        let mut all = graph.iter();
        while let Some(word) = all.advance() {
            let start = text.len() as u32;
            text.extend(word.iter().map(|letter| graph.order().code(*letter)));
            words.push((0, start, word.len() as u16));
        }
        let mut choice = 0;
        loop {
            let (index, is_sound) = WordIndex::with(numbers(choice), &text, &mut words);
            choice += 1;
            if is_sound || choice == MOST_CHOICES {
                return index;
            }
        }
    }

    /// The index with some numbers for letters; false if classes could be taken for each other.
    fn with(
        numbers: [u64; MAX_LETTERS + 1],
        text: &[u8],
        words: &mut [Word],
    ) -> (WordIndex<M>, bool) {
        for (hash, start, length) in &mut *words {
            let start = *start as usize;
            *hash = hash_of(&numbers, &text[start..start + usize::from(*length)]);
        }
        words.sort_unstable_by_key(|(hash, start, length)| (*hash, *length, *start));
        let groups = || words.chunk_by(|a, b| a.0 == b.0 && a.2 == b.2);
        let count = groups().count();
        let mut letters = Vec::with_capacity(text.len() + COUNT * (count + 1));
        letters.resize(COUNT, 0);
        let mut index = WordIndex {
            numbers,
            classes: vec![Class::default(); table_size(count)],
            letters,
            filter: vec![0; (count * FILTER_BITS).next_power_of_two().max(64) / 64],
            masks: PhantomData,
        };
        let mut is_sound = true;
        for group in groups() {
            is_sound &= index.add_class(group, text);
        }
        (index, is_sound)
    }

    /// Adds the words of one multiset; false if it could be taken for another one.
    fn add_class(&mut self, group: &[Word], text: &[u8]) -> bool {
        let (hash, _, length) = group[0];
        let group = &group[..group.len().min(usize::from(u16::MAX))];
        let start = self.letters.len() as u32;
        self.letters.extend_from_slice(&(group.len() as u16).to_le_bytes());
        for (_, at, _) in group {
            let at = *at as usize;
            self.letters.extend_from_slice(&text[at..at + usize::from(length)]);
        }
        let (last, tag) = (self.classes.len() - 1, class_tag(hash));
        let mut place = class_place(hash) & last;
        while self.classes[place].start > 0 {
            if self.classes[place].tag == tag {
                return false;
            }
            place = (place + 1) & last;
        }
        self.classes[place] = Class { tag, start };
        let last = self.filter.len() - 1;
        self.filter[filter_place(hash) & last] |= filter_bits(hash);
        true
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

    /// Of some letters, those that may complete these to a word; hardly ever too many.
    pub fn completions(&self, hash: u64, among: M) -> M {
        let completes = |code: &u8| self.may_have(hash.wrapping_add(self.number(*code)));
        codes(among).filter(completes).fold(M::EMPTY, |found, code| found | M::bit(code))
    }

    /// Says that the words of a multiset will soon be looked up.
    #[inline(always)]
    pub fn expect(&self, hash: u64) {
        prefetch(&self.classes, class_place(hash) & (self.classes.len() - 1));
    }

    /// The words of a multiset.
    #[inline(always)]
    pub fn class(&self, hash: u64) -> WordClass {
        let (last, tag) = (self.classes.len() - 1, class_tag(hash));
        let mut place = class_place(hash) & last;
        loop {
            let class = &self.classes[place];
            if class.start == 0 || class.tag == tag {
                return WordClass { start: class.start, count: 0 };
            }
            place = (place + 1) & last;
        }
    }

    /// Counts the words of a multiset, which must be done before they are asked for.
    #[inline(always)]
    pub fn count(&self, class: &mut WordClass) {
        let at = class.start as usize;
        class.count = u16::from_le_bytes([self.letters[at], self.letters[at + 1]]);
    }

    /// The letters of the words of a multiset, which are of one length.
    #[inline(always)]
    pub fn words(&self, class: WordClass, length: usize) -> std::slice::ChunksExact<'_, u8> {
        let start = class.start as usize + COUNT;
        let end = (start + length * usize::from(class.count)).min(self.letters.len());
        self.letters[start..end].chunks_exact(length.max(1))
    }
}

/// Words of the same letters.
#[derive(Clone, Copy, Default)]
pub(crate) struct WordClass {
    start: u32,
    count: u16,
}

fn hash_of(numbers: &[u64; MAX_LETTERS + 1], letters: &[u8]) -> u64 {
    letters.iter().fold(0, |sum: u64, code| sum.wrapping_add(numbers[usize::from(*code)]))
}

/// A number for every code, always the same for the same choice.
fn numbers(choice: u64) -> [u64; MAX_LETTERS + 1] {
    let mut chance = Chance::new(choice);
    std::array::from_fn(|_| chance.bits())
}

/// Tables are at most three quarters full, and never entirely.
fn table_size(entries: usize) -> usize {
    (entries + entries / 3 + 2).next_power_of_two()
}

#[inline(always)]
fn class_place(hash: u64) -> usize {
    hash as u32 as usize
}

#[inline(always)]
fn class_tag(hash: u64) -> u32 {
    (hash >> 32) as u32
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
