//! A word graph for an alphabet of any size.

use crate::list::WordList;
use crate::mask::LetterMask;
use crate::order::LetterOrder;
use crate::{Dictionary, DictionaryError, GraphKind, MAX_GRAPH, WordGraph};
use tilewright_tiles::{Alphabet, Letter};

/// A word graph with masks of the width that its alphabet needs.
///
/// Code that queries often (a move generator) should match once and use the [`WordGraph`] inside;
/// the methods here match at every call.
///
/// ```
/// use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList};
/// use tilewright_tiles::Alphabet;
///
/// let alphabet = Alphabet::new(&["A", "C", "R", "S", "T"])?;
/// let list = WordList::read(b"car\ncarts\ncat\ncats\nscar\n", &alphabet, Mode::Strict)?;
/// let lexicon = Lexicon::build(&list, GraphKind::Words)?;
/// let word = alphabet.tokenize("CATS")?;
/// assert!(lexicon.contains(&word));
///
/// let file = lexicon.to_bytes();
/// let again = Lexicon::from_bytes(&file)?;
/// assert_eq!(again.word_count(), 5);
/// assert!(again.contains(&word));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Lexicon {
    /// Up to 31 letters.
    Narrow(WordGraph<u32>),
    /// Up to 63 letters.
    Wide(WordGraph<u64>),
}

/// Calls the same method of either graph.
macro_rules! inside {
    ($lexicon:expr, $graph:ident => $call:expr) => {
        match $lexicon {
            $crate::Lexicon::Narrow($graph) => $call,
            $crate::Lexicon::Wide($graph) => $call,
        }
    };
}
pub(crate) use inside;

impl Lexicon {
    /// Builds the minimal graph of a list.
    pub fn build(list: &WordList, kind: GraphKind) -> Result<Lexicon, DictionaryError> {
        Lexicon::build_within(list, kind, MAX_GRAPH, &|| false)
    }

    /// The same, but fails if the graph has more than `most` numbers of 32 bits, and when
    /// `cancelled`, which is asked now and then, says so.
    pub fn build_within(
        list: &WordList,
        kind: GraphKind,
        most: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Lexicon, DictionaryError> {
        if list.alphabet().len() <= u32::LETTERS {
            WordGraph::build_within(list, kind, most, cancelled).map(Lexicon::Narrow)
        } else {
            WordGraph::build_within(list, kind, most, cancelled).map(Lexicon::Wide)
        }
    }

    /// The same words as a graph of another kind. A graph of sorted letters cannot be rebuilt: it does
    /// not know the words.
    pub fn in_kind(
        &self,
        kind: GraphKind,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Lexicon, DictionaryError> {
        self.rebuilt(self.alphabet(), kind, cancelled).map(|(lexicon, _)| lexicon)
    }

    /// As [`WordGraph::reordered`].
    pub fn reordered(self, order: &LetterOrder) -> Option<Lexicon> {
        match self {
            Lexicon::Narrow(graph) => graph.reordered(order).map(Lexicon::Narrow),
            Lexicon::Wide(graph) => graph.reordered(order).map(Lexicon::Wide),
        }
    }

    /// The lexicon in another alphabet: itself if that has the same letters in the same order,
    /// otherwise rebuilt from the words that the other alphabet can spell. The second value is the
    /// number of words that it cannot.
    pub fn in_alphabet(self, alphabet: &Alphabet) -> Result<(Lexicon, usize), DictionaryError> {
        if inside!(&self, graph => graph.has_letters_of(alphabet)) {
            return Ok((self, 0));
        }
        self.rebuilt(alphabet, self.kind(), &|| false)
    }

    /// The words that an alphabet can spell, in a graph of their own, and how many it cannot.
    fn rebuilt(
        &self,
        alphabet: &Alphabet,
        kind: GraphKind,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Lexicon, usize), DictionaryError> {
        let same = inside!(self, graph => graph.has_letters_of(alphabet));
        let mut lost = 0;
        let mut words = Vec::new();
        self.each_word(|word| {
            let letters = match same {
                true => Ok(word.to_vec()),
                false => alphabet.tokenize(&self.alphabet().text(word.iter().copied())),
            };
            match letters {
                Ok(letters) if (1..=crate::MAX_WORD).contains(&letters.len()) => {
                    words.push(letters)
                }
                _ => lost += 1,
            }
            words.len() < crate::MAX_LIST_BYTES / 16
        });
        let list = WordList::from_letters(alphabet, words)?;
        Ok((Lexicon::build_within(&list, kind, MAX_GRAPH, cancelled)?, lost))
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        inside!(self, graph => graph.alphabet())
    }

    /// The kind of graph.
    pub fn kind(&self) -> GraphKind {
        inside!(self, graph => graph.kind())
    }

    /// The mapping of letters to codes.
    pub fn order(&self) -> &LetterOrder {
        inside!(self, graph => graph.order())
    }

    /// The number of words.
    pub fn word_count(&self) -> usize {
        inside!(self, graph => graph.word_count())
    }

    /// The memory that its graph takes, in bytes. Clones share it.
    pub fn byte_count(&self) -> usize {
        inside!(self, graph => graph.byte_count())
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        inside!(self, graph => graph.node_count())
    }

    /// The array of records, as [`WordGraph::words`].
    pub fn words(&self) -> &[u32] {
        inside!(self, graph => graph.words())
    }

    /// As [`WordGraph::contains`].
    pub fn contains(&self, word: &[Letter]) -> bool {
        inside!(self, graph => graph.contains(word))
    }

    /// As [`WordGraph::contains_anagram`].
    pub fn contains_anagram(&self, letters: &[Letter]) -> bool {
        inside!(self, graph => graph.contains_anagram(letters))
    }

    /// Calls a function with every word in alphabetical order, as long as it returns true.
    pub fn each_word(&self, mut call: impl FnMut(&[Letter]) -> bool) {
        inside!(self, graph => {
            let mut words = graph.iter();
            while let Some(word) = words.advance() {
                if !call(word) {
                    return;
                }
            }
        })
    }
}

impl Dictionary for Lexicon {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        inside!(self, graph => Dictionary::contains(graph, alphabet, word))
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        inside!(self, graph => Dictionary::contains_anagram(graph, alphabet, letters))
    }

    fn to_lexicon(&self, alphabet: &Alphabet) -> Result<Lexicon, DictionaryError> {
        self.clone().in_alphabet(alphabet).map(|(lexicon, _)| lexicon)
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
