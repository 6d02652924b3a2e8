//! The interface of dictionaries.

use crate::Lexicon;
use thiserror::Error;
use tilewright_tiles::{Alphabet, Letter};

/// A list of words.
///
/// Letters are those of `alphabet`, the alphabet of the game; a dictionary for another alphabet
/// compares the letters' texts.
pub trait Dictionary: Send + Sync {
    /// Whether these letters, in this order, are a word.
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool;

    /// Whether these letters are a word in some order.
    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool;

    /// The words as a graph of letters of this alphabet, for those who ask about all plays of a
    /// position instead of one word.
    ///
    /// # Errors
    /// If the dictionary can only look words up, which is the default, or has no word that the
    /// alphabet can spell.
    fn to_lexicon(&self, _alphabet: &Alphabet) -> Result<Lexicon, DictionaryError> {
        Err(DictionaryError::LookUpOnly)
    }

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
#[non_exhaustive]
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
    /// A line that cannot be used, where every line must be.
    #[error("{0}; fix the line, or skip bad lines")]
    BadLine(Box<crate::LineFault>),
    /// A word with letters that the alphabet does not have, or of a length that no list takes.
    #[error(
        "word {index}, counted from 0, is not one to {bound} letters of the alphabet",
        bound = crate::MAX_WORD
    )]
    BadWord {
        /// Which word, from 0.
        index: usize,
    },
    /// An alphabet that does not fit the masks of a word graph.
    #[error("the alphabet has {letters} letters, this graph's masks hold {bound}")]
    TooManyLetters {
        /// The letters of the alphabet.
        letters: usize,
        /// The letters that fit.
        bound: usize,
    },
    /// A word graph past its bound.
    #[error("the graph of these words is larger than {bound} numbers of 32 bits", bound = crate::MAX_GRAPH)]
    GraphTooLarge,
    /// Building a word graph was cancelled.
    #[error("the work was cancelled")]
    Cancelled,
    /// A dictionary without a list of its words.
    #[error("this dictionary can only look words up; load the word list as a lexicon")]
    LookUpOnly,
    /// A shipped list that does not unpack.
    #[error("the shipped word list `{0}` is damaged")]
    Damaged(&'static str),
}
