//! A compressed list of texts.

use crate::Dictionary;
use fst::Set;
use std::sync::{Arc, OnceLock};
use tilewright_tiles::{Alphabet, Letter, fold};

/// A dictionary of texts, for any alphabet.
///
/// A word is in it if its text is, and if the game's alphabet would read that text as the same
/// letters: where CH is a letter, C and H on two tiles do not spell it.
#[derive(Clone, Debug)]
pub struct FstDictionary {
    words: Arc<Set<Vec<u8>>>,
    sorted: Arc<OnceLock<Set<Vec<u8>>>>,
    ignore_case: bool,
}

impl FstDictionary {
    /// A dictionary of these words; with `ignore_case`, `Ab` and `AB` are the same.
    pub fn from_words<I, S>(words: I, ignore_case: bool) -> FstDictionary
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let read = |word: S| if ignore_case { fold(word.as_ref()) } else { word.as_ref().into() };
        let keys: Vec<String> = words.into_iter().map(read).collect();
        FstDictionary {
            words: Arc::new(build(keys)),
            sorted: Arc::new(OnceLock::new()),
            ignore_case,
        }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether case is ignored.
    pub fn ignores_case(&self) -> bool {
        self.ignore_case
    }
}

/// Sorted, without duplicates, as the builder wants them; it fails on no such list.
fn build(mut keys: Vec<String>) -> Set<Vec<u8>> {
    keys.sort_unstable();
    keys.dedup();
    Set::from_iter(keys).unwrap_or_default()
}

fn sort_text(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

impl Dictionary for FstDictionary {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        let text = alphabet.text(word.iter().copied());
        self.words.contains(&text) && alphabet.tokenize(&text).is_ok_and(|letters| letters == word)
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        let sorted = self.sorted.get_or_init(|| {
            build(
                self.words
                    .stream()
                    .into_strs()
                    .unwrap_or_default()
                    .iter()
                    .map(|w| sort_text(w))
                    .collect(),
            )
        });
        sorted.contains(sort_text(&alphabet.text(letters.iter().copied())))
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
