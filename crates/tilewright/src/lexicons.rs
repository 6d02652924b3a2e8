//! Finding the word list that a variant asks for.

use thiserror::Error;
use tilewright_lexicon::{Dictionary, DictionaryError, WordSet};
use tilewright_rules::Ruleset;
use tilewright_tiles::Alphabet;

/// Why a word list could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// No list of that id is bundled.
    #[error("the word list `{id}` is not bundled ({}); load a list of your own", list(.bundled))]
    Missing {
        /// The id.
        id: String,
        /// The ids of the bundled lists.
        bundled: Vec<&'static str>,
    },
    /// The variant names no list.
    #[error("the variant names no word list; load a list of your own, or play with free words")]
    Unnamed,
    /// The list is damaged, or does not fit the alphabet.
    #[error(transparent)]
    Bad(#[from] DictionaryError),
}

fn list(bundled: &[&str]) -> String {
    match bundled {
        [] => "this build has none".to_string(),
        ids => format!("bundled: {}", ids.join(", ")),
    }
}

/// The ids of the bundled word lists.
pub fn shipped_lexicons() -> Vec<&'static str> {
    tilewright_lexicon::shipped::ids().collect()
}

/// A bundled word list for an alphabet.
///
/// # Errors
/// [`LexiconError::Missing`] if no list of that id is bundled.
pub fn load_lexicon(id: &str, alphabet: &Alphabet) -> Result<WordSet, LexiconError> {
    match tilewright_lexicon::shipped::dictionary(id, alphabet) {
        Some(found) => Ok(found?),
        None => {
            let id = id.chars().take(40).collect();
            Err(LexiconError::Missing { id, bundled: shipped_lexicons() })
        }
    }
}

/// The word list that a variant asks for.
///
/// # Errors
/// [`LexiconError`] if the variant names none, or none of that id is bundled.
pub fn lexicon_for(ruleset: &Ruleset) -> Result<Box<dyn Dictionary>, LexiconError> {
    let id = ruleset.lexicon().ok_or(LexiconError::Unnamed)?;
    Ok(Box::new(load_lexicon(id, ruleset.tiles().alphabet())?))
}
