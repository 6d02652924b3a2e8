//! A compressed list of texts.

use crate::{Dictionary, WordSet};
use fst::Set;
use std::sync::{Arc, RwLock};
use tilewright_tiles::{Alphabet, Letter, fold};

/// A dictionary of texts, for any alphabet.
///
/// The texts are read as letters of the alphabet that the dictionary is asked with: where CH is a
/// letter, C and H on two tiles do not spell it, and final forms are the letters they stand for.
#[derive(Clone, Debug)]
pub struct FstDictionary {
    words: Arc<Set<Vec<u8>>>,
    letters: Arc<RwLock<Readings>>,
    ignore_case: bool,
}

/// Words as letters of the last few alphabets, by fingerprint; `None`: it can spell none of them.
type Readings = Vec<(u64, Option<WordSet>)>;

/// How many alphabets are kept.
const KEPT: usize = 4;

impl FstDictionary {
    /// A dictionary of these words; with `ignore_case`, `Ab` and `AB` are the same, without it
    /// only words in upper case count.
    pub fn from_words<I, S>(words: I, ignore_case: bool) -> FstDictionary
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let upper = |word: S| {
            let folded = fold(word.as_ref());
            (ignore_case || folded == word.as_ref()).then_some(folded)
        };
        let mut keys: Vec<String> = words.into_iter().filter_map(upper).collect();
        keys.sort_unstable();
        keys.dedup();
        // Sorted and without duplicates, as the builder wants them: it fails on no such list.
        let words = Arc::new(Set::from_iter(keys).unwrap_or_default());
        FstDictionary { words, letters: Arc::default(), ignore_case }
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

    /// The words as letters; `None` if the alphabet can spell none of them.
    fn letters(&self, alphabet: &Alphabet) -> Option<WordSet> {
        let wanted = alphabet.fingerprint();
        if let Ok(kept) = self.letters.read()
            && let Some((_, words)) = kept.iter().find(|(known, _)| *known == wanted)
        {
            return words.clone();
        }
        let texts = self.words.stream().into_strs().unwrap_or_default();
        let words = WordSet::from_words(alphabet, &texts).ok();
        if let Ok(mut kept) = self.letters.write() {
            kept.truncate(KEPT - 1);
            kept.insert(0, (wanted, words.clone()));
        }
        words
    }
}

impl Dictionary for FstDictionary {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        self.letters(alphabet).is_some_and(|words| words.contains(alphabet, word))
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        self.letters(alphabet).is_some_and(|words| words.contains_anagram(alphabet, letters))
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
