//! Word lists and dictionaries over any alphabet.
//!
//! A [`Dictionary`] answers whether letters are a word. [`WordSet`] is a plain set for one
//! alphabet, [`FstDictionary`] a compressed list of texts for any alphabet. With the feature
//! `shipped`, an English and a Dutch list come along (see `data/README.md` for their provenance).

mod dictionary;
mod fst_dictionary;
#[cfg(feature = "shipped")]
pub mod shipped;
mod word_set;

pub use dictionary::{Dictionary, DictionaryError};
pub use fst_dictionary::FstDictionary;
pub use word_set::{SkippedWord, WordListReport, WordSet};

/// The longest word that a list may hold, in letters.
pub const MAX_WORD: usize = 64;
/// The largest word list, in bytes of text.
pub const MAX_LIST_BYTES: usize = 256 << 20;
