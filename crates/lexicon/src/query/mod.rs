//! Questions to a lexicon: anagrams, patterns, hooks, and why something is no word.
//!
//! Answers come in the order of the alphabet, and no more of them than were asked for.

mod anagram;
mod explain;
mod pattern;

pub use anagram::{AnagramLength, AnagramQuery};
pub use explain::{Explanation, Hooks, WhyNot};
pub use pattern::{Pattern, PatternError};

use tilewright_tiles::Letter;

/// The most nodes that one question looks at; after that, its answer is said to be incomplete.
const MOST_STEPS: usize = 50_000_000;

/// The words that a question found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The words, in the order of the alphabet.
    pub words: Vec<Vec<Letter>>,
    /// Whether there are more, or may be.
    pub more: bool,
}

/// Collects words up to a limit.
struct Collector {
    found: Found,
    limit: usize,
    steps: usize,
}

impl Collector {
    fn new(limit: usize) -> Collector {
        Collector { found: Found::default(), limit, steps: 0 }
    }

    /// Counts a step; false if there were too many.
    fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.found.more = true;
        }
        !self.found.more
    }

    /// Takes a word; false if there is no room for it.
    fn take(&mut self, word: &[Letter]) -> bool {
        if self.found.words.len() >= self.limit {
            self.found.more = true;
            return false;
        }
        self.found.words.push(word.to_vec());
        true
    }
}
