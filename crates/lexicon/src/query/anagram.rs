//! Words that some letters make in any order.

use super::{Collector, Found};
use crate::lexicon::inside;
use crate::mask::LetterMask;
use crate::{Lexicon, MAX_WORD, NodeId, WordGraph};
use tilewright_tiles::{Alphabet, Letter, MAX_LETTERS, TileError};

/// How many of the letters a word must use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnagramLength {
    /// All of them.
    All,
    /// Exactly this many.
    Exactly(usize),
    /// Any number from two on.
    Any,
}

/// Letters to make words of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnagramQuery {
    /// How often each letter is there.
    counts: [u8; MAX_LETTERS],
    blanks: usize,
    total: usize,
}

impl AnagramQuery {
    /// These letters and some blanks.
    pub fn new(letters: &[Letter], blanks: usize) -> AnagramQuery {
        let mut query = AnagramQuery { counts: [0; MAX_LETTERS], blanks, total: blanks };
        for letter in letters {
            if let Some(count) = query.counts.get_mut(letter.index()) {
                *count = count.saturating_add(1);
                query.total += 1;
            }
        }
        query
    }

    /// Reads letters; every `?` is a blank.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<AnagramQuery, TileError> {
        let blanks = text.chars().filter(|c| *c == '?').count();
        // A blank also keeps the letters beside it apart.
        let letters = alphabet.tokenize(&text.replace('?', "|"))?;
        Ok(AnagramQuery::new(&letters, blanks))
    }

    /// The number of letters and blanks.
    pub fn len(&self) -> usize {
        self.total
    }

    /// Whether there is no letter and no blank.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }
}

impl Lexicon {
    /// The words that can be made of letters and blanks, at most `limit` of them. Of a graph of
    /// kind [`GraphKind::Anagrams`](crate::GraphKind::Anagrams) these are sorted letters.
    pub fn anagrams(&self, query: &AnagramQuery, length: AnagramLength, limit: usize) -> Found {
        let range = match length {
            AnagramLength::All => query.total..=query.total,
            AnagramLength::Exactly(length) => length..=length,
            AnagramLength::Any => 2..=query.total.min(MAX_WORD),
        };
        let mut collector = Collector::new(limit);
        let mut left = query.clone();
        let mut word = Vec::new();
        inside!(self, graph => {
            search(graph, graph.dawg_root(), &mut left, &range, &mut word, &mut collector)
        });
        collector.found
    }
}

/// Goes on from a node with the letters that are left; false when enough was found.
fn search<M: LetterMask>(
    graph: &WordGraph<M>,
    node: NodeId,
    left: &mut AnagramQuery,
    range: &std::ops::RangeInclusive<usize>,
    word: &mut Vec<Letter>,
    collector: &mut Collector,
) -> bool {
    if word.len() >= *range.end() || word.len() >= MAX_WORD {
        return true;
    }
    for letter in graph.letters_at(node).iter() {
        let natural = left.counts[letter.index()] > 0;
        if !natural && left.blanks == 0 {
            continue;
        }
        if !collector.step() {
            return false;
        }
        left.counts[letter.index()] -= u8::from(natural);
        left.blanks -= usize::from(!natural);
        word.push(letter);
        let code = graph.order().code(letter);
        let accepted = graph.readings(node).0.has(code) && range.contains(&word.len());
        let mut go_on = !accepted || collector.take(word);
        if go_on && graph.children(node).has(code) {
            go_on = search(graph, graph.child(node, code), left, range, word, collector);
        }
        word.pop();
        left.blanks += usize::from(!natural);
        left.counts[letter.index()] += u8::from(natural);
        if !go_on {
            return false;
        }
    }
    true
}
