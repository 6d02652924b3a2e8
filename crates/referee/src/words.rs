//! The words that the referee knows.

use crate::Line;
use std::collections::{BTreeSet, HashSet};
use tilewright_tiles::Alphabet;

/// A word, with its letters also as a bit set.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub letters: Vec<u8>,
    pub set: u64,
}

impl Entry {
    fn new(letters: Vec<u8>) -> Entry {
        let set = letters.iter().fold(0, |set, letter| set | 1u64 << letter);
        Entry { letters, set }
    }
}

/// A word list, by itself and with the letters of every word in order.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub list: Vec<Entry>,
    /// The words with their letters in order, each once.
    pub sorted: Vec<Entry>,
    known: HashSet<Vec<u8>>,
    known_sorted: HashSet<Vec<u8>>,
}

impl Words {
    pub fn new(list: Vec<Vec<u8>>) -> Words {
        let in_order: BTreeSet<Vec<u8>> = list.iter().map(|word| sorted(word)).collect();
        Words {
            known: list.iter().cloned().collect(),
            known_sorted: in_order.iter().cloned().collect(),
            sorted: in_order.into_iter().map(Entry::new).collect(),
            list: list.into_iter().map(Entry::new).collect(),
        }
    }

    /// Whether these letters are a word.
    pub fn knows(&self, letters: &[u8]) -> bool {
        self.known.contains(letters)
    }

    /// Whether these letters are a word in some order.
    pub fn knows_in_some_order(&self, letters: &[u8]) -> bool {
        self.known_sorted.contains(&sorted(letters))
    }
}

pub(crate) fn sorted(word: &[u8]) -> Vec<u8> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters
}

/// The words of a list that the alphabet can spell.
pub(crate) fn read_list(alphabet: &Alphabet, words: &str) -> Vec<Vec<u8>> {
    let spelt = words.lines().filter_map(|word| alphabet.tokenize(word.trim()).ok());
    let letters = spelt.map(|word| word.iter().map(|letter| letter.0).collect::<Vec<u8>>());
    letters.filter(|word| word.len() > 1).collect()
}

/// Where any letters make a word: all short words, as many as are worth trying.
pub(crate) fn any_words(letters: usize, lines: &[Line]) -> Vec<Vec<u8>> {
    let longest = lines.iter().map(|line| line.cells.len()).fold(0, usize::max);
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    let mut all = Vec::new();
    for _ in 0..longest {
        let longer = words.iter().flat_map(|word| {
            (0..letters as u8).map(move |letter| [word.as_slice(), &[letter]].concat())
        });
        words = longer.collect();
        all.extend(words.iter().filter(|word| word.len() > 1).cloned());
        if words.len() * letters > 2000 {
            break;
        }
    }
    all
}
