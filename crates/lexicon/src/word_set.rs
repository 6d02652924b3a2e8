//! A plain set of words for one alphabet.

use crate::{
    Dictionary, DictionaryError, FaultKind, GraphKind, Lexicon, LineFault, MAX_WORD, Mode, WordList,
};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock};
use tilewright_tiles::{Alphabet, Letter};

/// FNV-1a: short keys, no seed, the same everywhere. The sets are only queried, never listed.
#[derive(Clone)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

type Words = HashSet<Box<[u8]>, BuildHasherDefault<Fnv>>;

/// A set of words, as letters of one alphabet.
#[derive(Clone, Debug)]
pub struct WordSet {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    alphabet: Alphabet,
    words: Words,
    sorted: OnceLock<Words>,
}

/// A line of a word list that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedWord {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// The result of reading a word list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordListReport {
    /// Words read.
    pub words: usize,
    /// Lines left out.
    pub skipped: usize,
    /// The first few of them.
    pub examples: Vec<SkippedWord>,
}

impl WordSet {
    /// Reads a list as [`WordList::read`] does, without its bad lines.
    pub fn from_text(
        alphabet: &Alphabet,
        text: &str,
    ) -> Result<(WordSet, WordListReport), DictionaryError> {
        let list = WordList::read(text.as_bytes(), alphabet, Mode::Skip)?;
        let left_out = |fault: &&LineFault| fault.reason.kind() != FaultKind::Duplicate;
        let report = WordListReport {
            words: list.len(),
            skipped: list.report().bad_lines() - list.report().count(FaultKind::Duplicate),
            examples: (list.report().faults.iter().filter(left_out).take(5))
                .map(|fault| SkippedWord { line: fault.line, reason: fault.reason.to_string() })
                .collect(),
        };
        Ok((WordSet::from_list(&list), report))
    }

    /// The words of a list.
    pub fn from_list(list: &WordList) -> WordSet {
        let words = list.sequences().iter().map(Box::from).collect();
        let alphabet = list.alphabet().clone();
        WordSet { shared: Arc::new(Shared { alphabet, words, sorted: OnceLock::new() }) }
    }

    /// As [`WordSet::from_text`], from a slice of words.
    pub fn from_words<S: AsRef<str>>(
        alphabet: &Alphabet,
        words: &[S],
    ) -> Result<WordSet, DictionaryError> {
        let text = words.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join("\n");
        WordSet::from_text(alphabet, &text).map(|(set, _)| set)
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.shared.words.len()
    }

    /// Never: a set has words.
    pub fn is_empty(&self) -> bool {
        self.shared.words.is_empty()
    }

    #[allow(clippy::disallowed_methods, reason = "a set made from a set has no order")]
    fn sorted(&self) -> &Words {
        self.shared.sorted.get_or_init(|| {
            let sort = |word: &[u8]| {
                let mut letters: Box<[u8]> = word.into();
                letters.sort_unstable();
                letters
            };
            self.shared.words.iter().map(|word| sort(word)).collect()
        })
    }

    /// Queries a set, with the letters translated if they are of another alphabet.
    fn query(&self, set: &Words, alphabet: &Alphabet, letters: &[Letter], sort: bool) -> bool {
        if letters.len() > MAX_WORD {
            return false;
        }
        let mut key = [0u8; MAX_WORD];
        let same = alphabet.fingerprint() == self.shared.alphabet.fingerprint();
        for (place, letter) in letters.iter().enumerate() {
            key[place] = if same {
                letter.0
            } else {
                match self.shared.alphabet.letter(alphabet.upper(*letter)) {
                    Some(letter) => letter.0,
                    None => return false,
                }
            };
        }
        let key = &mut key[..letters.len()];
        if sort {
            key.sort_unstable();
        }
        set.contains(&*key)
    }
}

impl Dictionary for WordSet {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        self.query(&self.shared.words, alphabet, word, false)
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        self.query(self.sorted(), alphabet, letters, true)
    }

    fn to_lexicon(&self, alphabet: &Alphabet) -> Result<Lexicon, DictionaryError> {
        let letters = |word: &[u8]| word.iter().map(|byte| Letter(*byte)).collect::<Vec<Letter>>();
        #[expect(clippy::disallowed_methods, reason = "the word list sorts what it is given")]
        let words = self.shared.words.iter().map(|word| letters(word));
        let list = WordList::from_letters(&self.shared.alphabet, words)?;
        Lexicon::build(&list, GraphKind::Words)?.to_lexicon(alphabet)
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
