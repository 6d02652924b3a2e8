//! Finding the word list that a variant asks for.

use thiserror::Error;
use tilewright_lexicon::{Dictionary, DictionaryError, WordSet};
use tilewright_rules::Ruleset;
use tilewright_tiles::Alphabet;

/// Why a word list could not be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LexiconError {
    /// The list does not come along.
    #[error(
        "the word list `{id}` does not come along ({shipped} do); give a list of your own, a text file with one word a line, with --words FILE (in Rust: WordSet::from_text)"
    )]
    Missing {
        /// The list.
        id: String,
        /// The lists that do come along.
        shipped: String,
    },
    /// The variant names no list.
    #[error("the variant names no word list; give one with --words FILE or play with free words")]
    Unnamed,
    /// The list is bad.
    #[error("{0}")]
    Bad(#[from] DictionaryError),
}

/// The ids of the word lists that come along.
pub fn shipped_lexicons() -> Vec<&'static str> {
    #[cfg(feature = "shipped-lexicons")]
    return tilewright_lexicon::shipped::ids().collect();
    #[cfg(not(feature = "shipped-lexicons"))]
    Vec::new()
}

/// A word list that comes along, for an alphabet.
pub fn load_lexicon(id: &str, alphabet: &Alphabet) -> Result<WordSet, LexiconError> {
    #[cfg(feature = "shipped-lexicons")]
    if let Some(found) = tilewright_lexicon::shipped::dictionary(id, alphabet) {
        return Ok(found?);
    }
    let _ = alphabet;
    let (id, shipped) = (id.chars().take(40).collect(), shipped_lexicons().join(" and "));
    Err(LexiconError::Missing { id, shipped })
}

/// The word list that a variant asks for.
pub fn lexicon_for(ruleset: &Ruleset) -> Result<Box<dyn Dictionary>, LexiconError> {
    let id = ruleset.lexicon().ok_or(LexiconError::Unnamed)?;
    Ok(Box::new(load_lexicon(id, ruleset.tiles().alphabet())?))
}
