//! Words of a form.

use super::{Collector, Found};
use crate::lexicon::inside;
use crate::mask::LetterMask;
use crate::{Lexicon, MAX_WORD, NodeId, WordGraph};
use std::collections::BTreeSet;
use thiserror::Error;
use tilewright_tiles::{Alphabet, Letter, LetterSet, TileError};

/// The most parts of a pattern: their states are bits of a number.
const MAX_PARTS: usize = 126;

/// Why a pattern cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A letter that the alphabet does not have.
    #[error("{0}")]
    Letter(#[from] TileError),
    /// A set without its end.
    #[error("`[` without `]`; a set of letters is written [ABC], a set of all others [^ABC]")]
    OpenSet,
    /// A set without letters.
    #[error("a set of letters is empty")]
    EmptySet,
    /// Too long.
    #[error("the pattern has more than {MAX_PARTS} parts")]
    TooLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// One letter of these.
    One(LetterSet),
    /// Any number of letters.
    Many,
}

/// A form of words: `?` is any letter, `*` any number of letters, `[ABC]` one of these letters,
/// `[^ABC]` any other, anything else itself. `|` separates, as in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    parts: Vec<Part>,
}

impl Pattern {
    /// Reads a pattern.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Pattern, PatternError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            match first {
                '?' => parts.push(Part::One(alphabet.all())),
                '*' if parts.last() == Some(&Part::Many) => {}
                '*' => parts.push(Part::Many),
                '[' => {
                    let (inside, after) = rest[1..].split_once(']').ok_or(PatternError::OpenSet)?;
                    parts.push(Part::One(read_set(inside, alphabet)?));
                    rest = after;
                    continue;
                }
                _ => {
                    let end = rest.find(['?', '*', '[']).unwrap_or(rest.len());
                    let letters = alphabet.tokenize(&rest[..end])?;
                    parts.extend(letters.into_iter().map(|l| Part::One([l].into_iter().collect())));
                    rest = &rest[end..];
                    continue;
                }
            }
            rest = &rest[1..];
        }
        Pattern::new(parts)
    }

    fn new(parts: Vec<Part>) -> Result<Pattern, PatternError> {
        match parts.len() > MAX_PARTS {
            true => Err(PatternError::TooLong),
            false => Ok(Pattern { parts }),
        }
    }

    /// All words of a length.
    pub fn of_length(length: usize) -> Pattern {
        Pattern { parts: vec![Part::One(LetterSet(u64::MAX)); length.min(MAX_WORD + 1)] }
    }

    /// All words that begin with these letters.
    pub fn with_prefix(letters: &[Letter]) -> Pattern {
        let parts = exactly(letters).chain([Part::Many]).collect();
        Pattern { parts }
    }

    /// All words that end with these letters.
    pub fn with_suffix(letters: &[Letter]) -> Pattern {
        let parts = [Part::Many].into_iter().chain(exactly(letters)).collect();
        Pattern { parts }
    }

    /// The states reached without a letter: past any number of letters, none of them.
    fn spread(&self, states: u128) -> u128 {
        let mut states = states;
        for (place, part) in self.parts.iter().enumerate() {
            if *part == Part::Many && states >> place & 1 == 1 {
                states |= 1 << (place + 1);
            }
        }
        states
    }

    /// The states after one letter more.
    fn after(&self, states: u128, letter: Letter) -> u128 {
        let mut after = 0;
        for (place, part) in self.parts.iter().enumerate() {
            if states >> place & 1 == 1 {
                after |= match part {
                    Part::Many => 1 << place,
                    Part::One(set) if set.contains(letter) => 1 << (place + 1),
                    Part::One(_) => 0,
                };
            }
        }
        self.spread(after)
    }

    fn is_end(&self, states: u128) -> bool {
        states >> self.parts.len() & 1 == 1
    }

    /// Whether a word is of this form.
    pub fn matches(&self, word: &[Letter]) -> bool {
        let start = self.spread(1);
        self.is_end(word.iter().fold(start, |states, letter| self.after(states, *letter)))
    }
}

fn exactly(letters: &[Letter]) -> impl Iterator<Item = Part> {
    let letters = letters.iter().take(MAX_WORD + 1);
    letters.map(|letter| Part::One([*letter].into_iter().collect()))
}

/// `ABC`, `^ABC`, or a letter of several characters as `CH`.
fn read_set(inside: &str, alphabet: &Alphabet) -> Result<LetterSet, PatternError> {
    let (text, others) = match inside.strip_prefix('^') {
        Some(text) => (text, true),
        None => (inside, false),
    };
    let letters: LetterSet = alphabet.tokenize(text)?.into_iter().collect();
    let set = if others { LetterSet(alphabet.all().0 & !letters.0) } else { letters };
    if set == LetterSet::EMPTY { Err(PatternError::EmptySet) } else { Ok(set) }
}

impl Lexicon {
    /// The words of a form, at most `limit` of them.
    pub fn matching(&self, pattern: &Pattern, limit: usize) -> Found {
        inside!(self, graph => {
            let mut search = PatternSearch {
                graph,
                pattern,
                fruitless: BTreeSet::new(),
                word: Vec::new(),
                collector: Collector::new(limit),
            };
            search.node(graph.dawg_root(), pattern.spread(1));
            search.collector.found
        })
    }

    /// The words that begin with these letters, at most `limit` of them.
    pub fn with_prefix(&self, letters: &[Letter], limit: usize) -> Found {
        self.matching(&Pattern::with_prefix(letters), limit)
    }

    /// The words that end with these letters, at most `limit` of them.
    pub fn with_suffix(&self, letters: &[Letter], limit: usize) -> Found {
        self.matching(&Pattern::with_suffix(letters), limit)
    }

    /// The words of a length, at most `limit` of them.
    pub fn of_length(&self, length: usize, limit: usize) -> Found {
        self.matching(&Pattern::of_length(length), limit)
    }
}

struct PatternSearch<'a, M> {
    graph: &'a WordGraph<M>,
    pattern: &'a Pattern,
    /// Nodes and states from which nothing is found: many ways lead to the same endings.
    fruitless: BTreeSet<(NodeId, u128)>,
    word: Vec<Letter>,
    collector: Collector,
}

impl<M: LetterMask> PatternSearch<'_, M> {
    /// Goes on from a node; false when enough was found.
    fn node(&mut self, node: NodeId, states: u128) -> bool {
        if self.word.len() >= MAX_WORD || self.fruitless.contains(&(node, states)) {
            return true;
        }
        let found = self.collector.found.words.len();
        for letter in self.graph.letters_at(node).iter() {
            let after = self.pattern.after(states, letter);
            if after == 0 {
                continue;
            }
            if !self.collector.step() {
                return false;
            }
            self.word.push(letter);
            let code = self.graph.order().code(letter);
            let accepted = self.graph.readings(node).0.has(code) && self.pattern.is_end(after);
            let mut go_on = !accepted || self.collector.take(&self.word);
            if go_on && self.graph.children(node).has(code) {
                go_on = self.node(self.graph.child(node, code), after);
            }
            self.word.pop();
            if !go_on {
                return false;
            }
        }
        if self.collector.found.words.len() == found {
            self.fruitless.insert((node, states));
        }
        true
    }
}
