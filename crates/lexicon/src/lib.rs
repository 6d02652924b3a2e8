//! Word lists and dictionaries over any alphabet.
//!
//! A [`Dictionary`] tells whether letters are a word. [`Lexicon`] is a word graph, a DAWG and a
//! GADDAG: the fastest dictionary, with a file format ([`Lexicon::to_bytes`]), anagrams, patterns
//! and hooks; move generators walk the [`WordGraph`] inside. [`WordSet`] is a plain set for one
//! alphabet, [`FstDictionary`] a compressed list of texts for any alphabet. A [`WordList`] is read
//! from text, with a report of every line that could not be used. The feature `shipped` bundles an
//! English and a Dutch list (see `data/README.md` for their provenance).

mod dictionary;
mod file;
mod fst_dictionary;
mod graph;
pub mod kwg;
mod lexicon;
mod list;
mod mask;
mod order;
mod prefetch;
mod query;
#[cfg(feature = "packed")]
pub mod shipped;
mod word_set;

pub use dictionary::{Dictionary, DictionaryError};
pub use file::{FILE_VERSION, FileError};
pub use fst_dictionary::FstDictionary;
pub use graph::{GraphKind, NodeId, Nodes, SEPARATOR, WordGraph, Words};
pub use lexicon::Lexicon;
pub use list::{FaultKind, LineFault, LineReason, ListReport, Mode, Remark, WordList, spelling};
pub use mask::{LetterMask, codes};
pub use order::LetterOrder;
pub use prefetch::prefetch;
pub use query::{
    AnagramLength, AnagramQuery, Explanation, Found, Hooks, Pattern, PatternError, WhyNot,
};
pub use word_set::{SkippedWord, WordListReport, WordSet};

/// The longest word that a list may hold, in letters.
pub const MAX_WORD: usize = 64;
/// The largest word list, in bytes of text.
pub const MAX_LIST_BYTES: usize = 256 << 20;
/// The largest word graph, in words of 32 bits.
pub const MAX_GRAPH: usize = 1 << 30;
