//! Lexicon queries: anagrams, patterns, hooks, and why something is not a word.
//!
//! Results are in alphabetical order, up to a limit.

mod anagram;
mod explain;
mod pattern;

pub use anagram::{AnagramLength, AnagramQuery};
pub use explain::{Explanation, Hooks, WhyNot};
pub use pattern::{Pattern, PatternError};

use tilewright_tiles::Letter;

/// The largest number of nodes that one query visits; beyond it, the result is incomplete.
const MOST_STEPS: usize = 50_000_000;

/// The words that a query found.
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
