//! A dictionary of texts, compressed as a finite-state transducer (FST).

use crate::{Dictionary, DictionaryError, Lexicon, MAX_WORD, WordSet};
use fst::Set;
use fst::raw::{CompiledAddr, Fst};
use std::sync::Arc;
use tilewright_tiles::{Alphabet, Letter, fold};

/// A dictionary of texts, for any alphabet.
///
/// The texts are read as letters of the alphabet of the query: where CH is a letter, C and H on two
/// tiles do not spell it, and final forms are the letters they stand for. A query walks the FST;
/// nothing is built per alphabet.
#[derive(Clone, Debug)]
pub struct FstDictionary {
    words: Arc<Set<Vec<u8>>>,
    ignore_case: bool,
}

impl FstDictionary {
    /// A dictionary of these words; with `ignore_case`, `Ab` and `AB` are the same, without it
    /// only words in upper case count. As in word lists, `#` starts a comment, and everything
    /// after a space is ignored.
    pub fn from_words<I, S>(words: I, ignore_case: bool) -> FstDictionary
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let mut keys: Vec<String> = Vec::new();
        for word in words {
            let folded = fold(word.as_ref());
            if ignore_case || folded == word.as_ref() {
                let lines = folded.lines().filter_map(|line| line.split_whitespace().next());
                keys.extend(lines.filter(|text| !text.starts_with('#')).map(String::from));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let words = Set::from_iter(keys).expect("the keys are sorted and unique");
        FstDictionary { words: Arc::new(words), ignore_case }
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

    /// Whether some text of the FST reads as these letters, in this or in any order. As in word
    /// lists, a word has at least two letters.
    fn has(&self, alphabet: &Alphabet, letters: &[Letter], any_order: bool) -> bool {
        let known = |letter: &Letter| letter.index() < alphabet.len();
        if !(2..=MAX_WORD).contains(&letters.len()) || !letters.iter().all(known) {
            return false;
        }
        let mut letters = letters.to_vec();
        if any_order {
            letters.sort_unstable();
        }
        let fst = self.words.as_fst();
        let unused = vec![true; letters.len()];
        let spelt = Vec::with_capacity(letters.len());
        let mut walk = Walk { fst, alphabet, letters, any_order, unused, text: Vec::new(), spelt };
        walk.from(fst.root().addr())
    }
}

/// A depth-first walk over the texts that may spell some letters.
///
/// Each letter has several spellings: its symbol and its aliases, both also in brackets, with any
/// number of separators around. A path that uses every letter may still read as other letters (C
/// and H as CH), so the alphabet has the last word.
struct Walk<'a> {
    fst: &'a Fst<Vec<u8>>,
    alphabet: &'a Alphabet,
    /// Sorted if they may stand in any order.
    letters: Vec<Letter>,
    any_order: bool,
    unused: Vec<bool>,
    /// The text of the path.
    text: Vec<u8>,
    /// A buffer for the letters of a whole text.
    spelt: Vec<Letter>,
}

impl Walk<'_> {
    /// Whether a text below a node completes the path.
    fn from(&mut self, node: CompiledAddr) -> bool {
        if let Some(after) = self.step(node, b"|") {
            let found = self.from(after);
            self.text.pop();
            if found {
                return true;
            }
        }
        let Some(first) = self.unused.iter().position(|unused| *unused) else {
            return self.fst.node(node).is_final() && self.reads_as_asked();
        };
        let last = if self.any_order { self.letters.len() } else { first + 1 };
        for place in first..last {
            // Equal letters are interchangeable: the first unused one stands for all.
            let letter = self.letters[place];
            let repeated = place > first && self.letters[place - 1] == letter;
            if !self.unused[place] || repeated && self.unused[place - 1] {
                continue;
            }
            self.unused[place] = false;
            let found = self.spells(node, letter);
            self.unused[place] = true;
            if found {
                return true;
            }
        }
        false
    }

    /// Continues with every spelling of a letter.
    fn spells(&mut self, node: CompiledAddr, letter: Letter) -> bool {
        let alphabet = self.alphabet;
        let aliases = alphabet.aliases().filter(|(_, of)| *of == letter).map(|(text, _)| text);
        std::iter::once(&**alphabet.upper(letter)).chain(aliases).any(|spelling| {
            self.follow(node, &[spelling]) || self.follow(node, &["[", spelling, "]"])
        })
    }

    /// Continues after some text.
    fn follow(&mut self, node: CompiledAddr, parts: &[&str]) -> bool {
        let before = self.text.len();
        let after = parts.iter().try_fold(node, |node, part| self.step(node, part.as_bytes()));
        let found = after.is_some_and(|after| self.from(after));
        self.text.truncate(before);
        found
    }

    /// The node after some bytes, which are added to the path if it exists.
    fn step(&mut self, node: CompiledAddr, bytes: &[u8]) -> Option<CompiledAddr> {
        let after = bytes.iter().try_fold(node, |node, byte| {
            let node = self.fst.node(node);
            node.find_input(*byte).map(|place| node.transition(place).addr)
        })?;
        self.text.extend_from_slice(bytes);
        Some(after)
    }

    /// Whether the alphabet reads the text of the path as the letters of the query.
    fn reads_as_asked(&mut self) -> bool {
        let text = std::str::from_utf8(&self.text).expect("symbols are put together whole");
        if self.alphabet.tokenize_into(text, &mut self.spelt).is_err() {
            return false;
        }
        if self.any_order {
            self.spelt.sort_unstable();
        }
        self.spelt == self.letters
    }
}

impl Dictionary for FstDictionary {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        self.has(alphabet, word, false)
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        self.has(alphabet, letters, true)
    }

    fn to_lexicon(&self, alphabet: &Alphabet) -> Result<Lexicon, DictionaryError> {
        let texts = self.words.stream().into_strs().map_err(|_| DictionaryError::LookUpOnly)?;
        WordSet::from_words(alphabet, &texts)?.to_lexicon(alphabet)
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
