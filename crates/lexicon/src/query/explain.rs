//! Why something is a word, or none.

use super::{AnagramLength, AnagramQuery};
use crate::lexicon::inside;
use crate::{Lexicon, MAX_WORD};
use std::collections::BTreeSet;
use std::fmt;
use tilewright_tiles::{Letter, LetterSet, TileError};

/// The most near words and anagrams that an explanation names.
const MOST_HINTS: usize = 10;

/// The letters that can stand before and after some letters to make a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hooks {
    /// Letters that make a word when put in front.
    pub front: LetterSet,
    /// Letters that make a word when put at the end.
    pub back: LetterSet,
}

/// A reason why something is no word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The alphabet cannot spell it.
    Unspellable(TileError),
    /// It has no letter.
    Empty,
    /// It has one letter, and lists hold no such words.
    TooShort,
    /// It has more letters than any word of a list.
    TooLong {
        /// How many.
        letters: usize,
    },
    /// It is not in the list.
    NotListed {
        /// How many of its first letters begin a word of the list.
        known_start: usize,
    },
    /// It is a word of the list read from right to left, not from left to right.
    OnlyBackward,
}

impl fmt::Display for WhyNot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Unspellable(error) => write!(out, "{error}"),
            WhyNot::Empty => write!(out, "it has no letters"),
            WhyNot::TooShort => write!(out, "it has fewer than two letters"),
            WhyNot::TooLong { letters } => {
                write!(out, "it has {letters} letters, words have at most {MAX_WORD}")
            }
            WhyNot::NotListed { known_start: 0 } => {
                write!(out, "not in the list; no word begins with its first letter")
            }
            WhyNot::NotListed { known_start: 1 } => {
                write!(out, "not in the list; only its first letter begins a word")
            }
            WhyNot::NotListed { known_start } => {
                write!(out, "not in the list; its first {known_start} letters begin a word")
            }
            WhyNot::OnlyBackward => write!(out, "a word only when read backward"),
        }
    }
}

/// What a lexicon says of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The letters, if the alphabet can spell it.
    pub letters: Vec<Letter>,
    /// All reasons why it is no word; none if it is one.
    pub reasons: Vec<WhyNot>,
    /// What can be put before and after it.
    pub hooks: Hooks,
    /// If it is no word: words that its letters make in another order.
    pub anagrams: Vec<Vec<Letter>>,
    /// If it is no word: words that differ by one letter changed, added, left out or swapped.
    pub near: Vec<Vec<Letter>>,
}

impl Explanation {
    /// Whether it is a word.
    pub fn is_word(&self) -> bool {
        self.reasons.is_empty()
    }
}

impl Lexicon {
    /// The letters that make a word before or after these letters. Graphs of kind
    /// [`GraphKind::Anagrams`](crate::GraphKind::Anagrams) know no hooks.
    pub fn hooks(&self, letters: &[Letter]) -> Hooks {
        if letters.is_empty() || self.kind() == crate::GraphKind::Anagrams {
            return Hooks::default();
        }
        inside!(self, graph => Hooks {
            front: graph.order().letters(graph.readings(graph.walk_back(letters)).0),
            back: graph.order().letters(graph.readings(graph.walk(letters)).0),
        })
    }

    /// Whether a text is a word, and if not, every reason why not and what comes near it.
    pub fn explain(&self, text: &str) -> Explanation {
        let mut answer = Explanation::default();
        match self.alphabet().tokenize(text) {
            Err(error) => answer.reasons.push(WhyNot::Unspellable(error)),
            Ok(letters) if letters.is_empty() => answer.reasons.push(WhyNot::Empty),
            Ok(letters) => self.explain_letters(letters, &mut answer),
        }
        answer
    }

    fn explain_letters(&self, letters: Vec<Letter>, answer: &mut Explanation) {
        let length = letters.len();
        if length > MAX_WORD {
            answer.reasons.push(WhyNot::TooLong { letters: length });
        }
        if !self.contains(&letters) {
            if length < 2 {
                answer.reasons.push(WhyNot::TooShort);
            }
            if inside!(self, graph => graph.reads(&letters).1) {
                answer.reasons.push(WhyNot::OnlyBackward);
            }
            answer.reasons.push(WhyNot::NotListed { known_start: self.known_start(&letters) });
            if length <= MAX_WORD {
                let query = AnagramQuery::new(&letters, 0);
                let found = self.anagrams(&query, AnagramLength::All, MOST_HINTS);
                answer.anagrams = found.words;
                answer.near = self.near(&letters);
            }
        }
        answer.hooks = self.hooks(&letters);
        answer.letters = letters;
    }

    fn known_start(&self, letters: &[Letter]) -> usize {
        let known = |end: &usize| inside!(self, graph => graph.walk(&letters[..*end]) != 0);
        (1..=letters.len()).take_while(known).count()
    }

    /// Words at a distance of one change, in the order of the alphabet.
    fn near(&self, letters: &[Letter]) -> Vec<Vec<Letter>> {
        let all = self.alphabet().all();
        let mut found = BTreeSet::new();
        let mut tried = |word: Vec<Letter>| {
            if word.len() >= 2 && self.contains(&word) {
                found.insert(word);
            }
        };
        for place in 0..=letters.len() {
            let (before, after) = letters.split_at(place);
            for letter in all.iter() {
                tried([before, &[letter], after].concat());
                if !after.is_empty() {
                    tried([before, &[letter], &after[1..]].concat());
                }
            }
            if !after.is_empty() {
                tried([before, &after[1..]].concat());
            }
            if after.len() > 1 {
                tried([before, &[after[1], after[0]], &after[2..]].concat());
            }
        }
        found.into_iter().take(MOST_HINTS).collect()
    }
}
