//! What the engine asks of a dictionary.

use thiserror::Error;
use tilewright_tiles::{Alphabet, Letter};

/// A list of words.
///
/// Letters are those of `alphabet`, the alphabet of the game; a dictionary that was made for
/// another alphabet answers by the letters' texts.
pub trait Dictionary: Send + Sync {
    /// Whether these letters, in this order, are a word.
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool;

    /// Whether these letters are a word in some order.
    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool;

    /// A copy behind a new box; large lists are shared, not copied.
    fn clone_box(&self) -> Box<dyn Dictionary>;
}

impl Clone for Box<dyn Dictionary> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// Why a word list cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DictionaryError {
    /// More text than the bound.
    #[error("the word list has {0} bytes, the bound is {bound}", bound = crate::MAX_LIST_BYTES)]
    TooLarge(usize),
    /// No word that the alphabet can spell.
    #[error(
        "none of the {lines} lines of the word list can be used: {reason}; write one word a line, in the game's own letters"
    )]
    NoWords {
        /// The number of lines read.
        lines: usize,
        /// What was wrong with the first.
        reason: String,
    },
    /// Text that is not UTF-8.
    #[error("the word list is not UTF-8 at byte {0}")]
    NotUtf8(usize),
    /// A shipped list that does not unpack.
    #[error("the shipped word list `{0}` is damaged")]
    Damaged(&'static str),
}
