//! The word map: an anagram index that returns the words of a multiset of letters.

use std::marker::PhantomData;
use tilewright_lexicon::{LetterMask, WordGraph, codes, prefetch};
use tilewright_tiles::{Chance, MAX_LETTERS};

/// The words of a graph by the multiset of their letters.
///
/// The hash of a multiset is the sum of one random number per letter, so letters are added and
/// removed by addition and subtraction. Every word found is compared letter by letter before it is
/// used.
pub(crate) struct WordMap<M> {
    letter_hashes: [u64; MAX_LETTERS + 1],
    /// One bucket per multiset, in a hash table with open addressing.
    buckets: Vec<Bucket>,
    /// The codes of all words, bucket by bucket, each bucket preceded by its number of words.
    letters: Vec<u8>,
    /// A Bloom filter of the multisets of words.
    filter: Vec<u64>,
    masks: PhantomData<M>,
}

#[derive(Clone, Copy, Default)]
struct Bucket {
    /// The part of the hash that does not select the place. Buckets on the same probe sequence
    /// have different tags.
    tag: u32,
    /// The offset of its words; 0 marks a free place.
    start: u32,
}

/// A word: the hash of its letters, their offset and their number.
type Word = (u64, u32, u16);

/// The least number of filter bits per multiset.
const FILTER_BITS: usize = 12;
/// The size of the word count in front of a bucket, in bytes.
const COUNT: usize = 2;
/// How often letter hashes are redrawn at most. Hardly any list needs it once.
const MAX_CHOICES: u64 = 64;

/// Sorts words by hash, length and place; one copy of the code for every width of masks.
fn sort(words: &mut [Word]) {
    words.sort_unstable_by_key(|(hash, start, length)| (*hash, *length, *start));
}

impl<M: LetterMask> WordMap<M> {
    pub fn new(graph: &WordGraph<M>) -> WordMap<M> {
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
            let (word_map, is_sound) = WordMap::with(letter_hashes(choice), &text, &mut words);
            choice += 1;
            if is_sound || choice == MAX_CHOICES {
                return word_map;
            }
        }
    }

    /// Builds the map with the given letter hashes; false if two multisets cannot be distinguished.
    fn with(
        letter_hashes: [u64; MAX_LETTERS + 1],
        text: &[u8],
        words: &mut [Word],
    ) -> (WordMap<M>, bool) {
        for (hash, start, length) in &mut *words {
            let start = *start as usize;
            *hash = hash_of(&letter_hashes, &text[start..start + usize::from(*length)]);
        }
        sort(words);
        let groups = || words.chunk_by(|a, b| a.0 == b.0 && a.2 == b.2);
        let count = groups().count();
        let mut letters = Vec::with_capacity(text.len() + COUNT * (count + 1));
        letters.resize(COUNT, 0);
        let mut word_map = WordMap {
            letter_hashes,
            buckets: vec![Bucket::default(); table_size(count)],
            letters,
            filter: vec![0; (count * FILTER_BITS).next_power_of_two().max(64) / 64],
            masks: PhantomData,
        };
        let mut is_sound = true;
        for group in groups() {
            is_sound &= word_map.add_bucket(group, text);
        }
        (word_map, is_sound)
    }

    /// Adds the words of one multiset; false if its tag collides with another one.
    fn add_bucket(&mut self, group: &[Word], text: &[u8]) -> bool {
        let (hash, _, length) = group[0];
        let group = &group[..group.len().min(usize::from(u16::MAX))];
        let start = self.letters.len() as u32;
        self.letters.extend_from_slice(&(group.len() as u16).to_le_bytes());
        for (_, at, _) in group {
            let at = *at as usize;
            self.letters.extend_from_slice(&text[at..at + usize::from(length)]);
        }
        let (last, tag) = (self.buckets.len() - 1, bucket_tag(hash));
        let mut place = bucket_place(hash) & last;
        while self.buckets[place].start > 0 {
            if self.buckets[place].tag == tag {
                return false;
            }
            place = (place + 1) & last;
        }
        self.buckets[place] = Bucket { tag, start };
        let last = self.filter.len() - 1;
        self.filter[filter_place(hash) & last] |= filter_bits(hash);
        true
    }

    /// The hash of one letter; the hash of a multiset is the sum over its letters.
    #[inline(always)]
    pub fn letter_hash(&self, code: u8) -> u64 {
        self.letter_hashes[usize::from(code)]
    }

    /// Whether there may be words of these letters. False positives are rare, false negatives
    /// impossible.
    #[inline(always)]
    pub fn may_contain(&self, hash: u64) -> bool {
        let bits = filter_bits(hash);
        self.filter[filter_place(hash) & (self.filter.len() - 1)] & bits == bits
    }

    /// The letters, among some, that may complete a multiset to a word. Rarely too many.
    pub fn completions(&self, hash: u64, among: M) -> M {
        let completes = |code: &u8| self.may_contain(hash.wrapping_add(self.letter_hash(*code)));
        codes(among).filter(completes).fold(M::EMPTY, |found, code| found | M::bit(code))
    }

    /// Prefetches the bucket of a multiset.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.buckets, bucket_place(hash) & (self.buckets.len() - 1));
    }

    /// The words of a multiset.
    #[inline(always)]
    pub fn anagrams(&self, hash: u64) -> Anagrams {
        let (last, tag) = (self.buckets.len() - 1, bucket_tag(hash));
        let mut place = bucket_place(hash) & last;
        loop {
            let bucket = &self.buckets[place];
            if bucket.start == 0 || bucket.tag == tag {
                return Anagrams { start: bucket.start, count: 0 };
            }
            place = (place + 1) & last;
        }
    }

    /// Loads the number of words. Must be called before [`WordMap::words`].
    #[inline(always)]
    pub fn load_count(&self, anagrams: &mut Anagrams) {
        let at = anagrams.start as usize;
        anagrams.count = u16::from_le_bytes([self.letters[at], self.letters[at + 1]]);
    }

    /// The codes of the words of a multiset, all of the same length.
    #[inline(always)]
    pub fn words(&self, anagrams: Anagrams, length: usize) -> std::slice::ChunksExact<'_, u8> {
        let start = anagrams.start as usize + COUNT;
        let end = (start + length * usize::from(anagrams.count)).min(self.letters.len());
        self.letters[start..end].chunks_exact(length.max(1))
    }
}

/// The words of one multiset: anagrams of each other.
#[derive(Clone, Copy, Default)]
pub(crate) struct Anagrams {
    start: u32,
    count: u16,
}

fn hash_of(letter_hashes: &[u64; MAX_LETTERS + 1], letters: &[u8]) -> u64 {
    letters.iter().fold(0, |sum: u64, code| sum.wrapping_add(letter_hashes[usize::from(*code)]))
}

/// One number per code; the same `choice` gives the same numbers.
fn letter_hashes(choice: u64) -> [u64; MAX_LETTERS + 1] {
    let mut chance = Chance::new(choice);
    std::array::from_fn(|_| chance.bits())
}

/// Tables are at most three quarters full, so a probe always ends.
fn table_size(entries: usize) -> usize {
    (entries + entries / 3 + 2).next_power_of_two()
}

#[inline(always)]
fn bucket_place(hash: u64) -> usize {
    hash as u32 as usize
}

#[inline(always)]
fn bucket_tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The place in the filter of a hash.
#[inline(always)]
fn filter_place(hash: u64) -> usize {
    (hash >> 40) as usize
}

/// The filter bits of a hash.
#[inline(always)]
fn filter_bits(hash: u64) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63)
}
