//! The word graph: a DAWG and a GADDAG in one array.

mod build;
mod layout;
mod reorder;
mod words;

pub(crate) use reorder::CodeMap;
pub use words::Words;

use crate::list::WordList;
use crate::mask::LetterMask;
use crate::order::LetterOrder;
use crate::prefetch::prefetch;
use crate::{Dictionary, DictionaryError, MAX_GRAPH, MAX_LIST_BYTES, MAX_WORD};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use tilewright_tiles::{Alphabet, Letter, MAX_LETTERS};

/// A node of a word graph: the place of its record in the array. 0 is the dead end.
pub type NodeId = u32;

/// The node without arcs.
const DEAD_END: NodeId = 0;

/// The code of the GADDAG separator.
pub const SEPARATOR: u8 = 0;

/// The kind of a word graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GraphKind {
    /// The words.
    #[default]
    Words,
    /// The words and the reversed words, each with the directions in which it is a word.
    BothWays,
    /// The letters of every word, in alphabetical order. There is no GADDAG.
    Anagrams,
}

impl GraphKind {
    /// All kinds.
    pub const ALL: [GraphKind; 3] = [GraphKind::Words, GraphKind::BothWays, GraphKind::Anagrams];

    /// The name in files and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            GraphKind::Words => "words",
            GraphKind::BothWays => "both-ways",
            GraphKind::Anagrams => "anagrams",
        }
    }

    /// Whether accepting arcs carry their readings.
    pub(crate) fn is_labelled(self) -> bool {
        self == GraphKind::BothWays
    }
}

/// The minimal graph of a list of words: a DAWG (left to right) and a GADDAG (from any letter to
/// the left, then to the right), in one array.
///
/// # Layout
///
/// [`WordGraph::words`] is an array of records, a [`NodeId`] is the place of one:
///
/// ```text
/// [child mask][accept mask][child] … [child]
/// ```
///
/// A mask takes one word of the array (`u32`) or two (`u64`, low half first). Bit `c` of the child
/// mask means that the node has an arc by code `c`; arcs are stored in the order of their codes,
/// so the place of one is the number of lower bits. Bit `c` of the accept mask means that code `c`
/// completes a word here. Record 0 is all zero: the dead end. Nodes are stored in breadth-first
/// order. The [`LetterOrder`] maps codes to letters.
///
/// In a graph of kind [`GraphKind::BothWays`] a record with accepting codes ends with two more
/// masks: the codes that complete a word read forward and read backward. See
/// [`WordGraph::readings`].
///
/// # DAWG and GADDAG
///
/// From [`WordGraph::dawg_root`], the letters of a word lead to its end. From
/// [`WordGraph::gaddag_root`], for every word and every place in it, so do the letters up to that
/// place in reverse, the separator (code 0) and the letters after that place; a whole word in
/// reverse is accepted without a separator. The nodes after a separator belong to the DAWG.
#[derive(Debug)]
pub struct WordGraph<M> {
    shared: Arc<Shared>,
    masks: PhantomData<M>,
}

impl<M> Clone for WordGraph<M> {
    fn clone(&self) -> Self {
        WordGraph { shared: self.shared.clone(), masks: PhantomData }
    }
}

/// The shared parts of a graph.
#[derive(Debug)]
pub(crate) struct Shared {
    pub alphabet: Alphabet,
    pub order: LetterOrder,
    pub kind: GraphKind,
    pub words: Vec<u32>,
    pub gaddag_root: NodeId,
    pub dawg_root: NodeId,
    pub nodes: usize,
    pub word_count: usize,
    /// The letters of the first other alphabet that was used, in this one.
    pub translation: OnceLock<Translation>,
}

/// The letters of another alphabet in this one.
#[derive(Debug)]
pub(crate) struct Translation {
    fingerprint: u64,
    letters: [Option<Letter>; MAX_LETTERS],
}

impl Translation {
    fn new(from: &Alphabet, to: &Alphabet) -> Translation {
        let mut letters = [None; MAX_LETTERS];
        for letter in from.all().iter() {
            letters[letter.index()] = to.letter(from.upper(letter));
        }
        Translation { fingerprint: from.fingerprint(), letters }
    }
}

/// The length of a record in words of the array.
#[inline]
pub(crate) fn record_length<M: LetterMask>(words: &[u32], at: usize, labelled: bool) -> usize {
    let links = M::read(words, at).count();
    let tail = labelled && !M::read(words, at + M::WORDS).is_empty();
    2 * M::WORDS + links + if tail { 2 * M::WORDS } else { 0 }
}

/// The records of a graph, for tight loops.
#[derive(Clone, Copy, Debug)]
pub struct Nodes<'a, M> {
    words: &'a [u32],
    masks: PhantomData<M>,
}

impl<M: LetterMask> Nodes<'_, M> {
    /// The codes of a node's arcs, and those that complete a word there.
    #[inline(always)]
    pub fn masks(&self, node: NodeId) -> (M, M) {
        let record = &self.words[node as usize..node as usize + 2 * M::WORDS];
        (M::read(record, 0), M::read(record, M::WORDS))
    }

    /// The codes that extend a word from a node or complete it there.
    #[inline(always)]
    pub fn arcs(&self, node: NodeId) -> M {
        let (children, accepts) = self.masks(node);
        children | accepts
    }

    /// The node at the end of an arc; `code` must be one of `children`.
    #[inline(always)]
    pub fn child_of(&self, node: NodeId, children: M, code: u8) -> NodeId {
        self.words[node as usize + 2 * M::WORDS + children.rank(code)]
    }

    /// Prefetches the record of a node.
    #[inline(always)]
    pub fn prefetch(&self, node: NodeId) {
        prefetch(self.words, node as usize);
    }

    /// The node after the separator; the dead end if there is none.
    #[inline(always)]
    pub fn after_separator(&self, node: NodeId, children: M) -> NodeId {
        // The separator is the lowest code. Every record is followed by another word but the last,
        // which has no arcs.
        let first = self.words.get(node as usize + 2 * M::WORDS).copied().unwrap_or(DEAD_END);
        if children.has(SEPARATOR) { first } else { DEAD_END }
    }

    /// The node at the end of the arc by a code; the dead end if there is none.
    #[inline(always)]
    pub fn child(&self, node: NodeId, code: u8) -> NodeId {
        let (children, _) = self.masks(node);
        if children.has(code) { self.child_of(node, children, code) } else { 0 }
    }
}

impl<M: LetterMask> WordGraph<M> {
    /// Builds the minimal graph of a list. The alphabet must fit the mask: 31 letters for `u32`,
    /// 63 for `u64`; [`Lexicon::build`](crate::Lexicon::build) chooses the width.
    pub fn build(list: &WordList, kind: GraphKind) -> Result<WordGraph<M>, DictionaryError> {
        WordGraph::build_within(list, kind, MAX_GRAPH, &|| false)
    }

    /// The same, but fails if the graph has more than `most` numbers of 32 bits, and when
    /// `cancelled`, which is asked now and then, says so.
    pub fn build_within(
        list: &WordList,
        kind: GraphKind,
        most: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<WordGraph<M>, DictionaryError> {
        let letters = list.alphabet().len();
        if letters > M::LETTERS {
            return Err(DictionaryError::TooManyLetters { letters, bound: M::LETTERS });
        }
        let built = build::build::<M>(list, kind, most, cancelled)?;
        let laid = layout::lay_out::<M>(built, kind.is_labelled());
        Ok(WordGraph::from_parts(Shared {
            alphabet: list.alphabet().clone(),
            order: LetterOrder::alphabetical(letters),
            kind,
            words: laid.words,
            gaddag_root: laid.gaddag_root,
            dawg_root: laid.dawg_root,
            nodes: laid.nodes,
            word_count: list.len(),
            translation: OnceLock::new(),
        }))
    }

    pub(crate) fn from_parts(shared: Shared) -> WordGraph<M> {
        WordGraph { shared: Arc::new(shared), masks: PhantomData }
    }

    /// The same graph with other codes for the letters; `None` if the order is for another number
    /// of letters. The only copy of a graph is changed in place.
    pub fn reordered(self, order: &LetterOrder) -> Option<WordGraph<M>> {
        if order.len() != self.shared.order.len() {
            return None;
        }
        if *order == self.shared.order {
            return Some(self);
        }
        let mut shared = Arc::try_unwrap(self.shared).unwrap_or_else(|shared| Shared {
            alphabet: shared.alphabet.clone(),
            order: shared.order.clone(),
            words: shared.words.clone(),
            translation: OnceLock::new(),
            ..*shared
        });
        let map = CodeMap::between(&shared.order, order);
        map.apply::<M>(&mut shared.words, shared.kind.is_labelled());
        shared.order = order.clone();
        Some(WordGraph::from_parts(shared))
    }

    /// The records, for tight loops.
    #[inline]
    pub fn records(&self) -> Nodes<'_, M> {
        Nodes { words: &self.shared.words, masks: PhantomData }
    }

    /// The root of the GADDAG; the dead end if there is none.
    #[inline]
    pub fn gaddag_root(&self) -> NodeId {
        self.shared.gaddag_root
    }

    /// The root of the DAWG.
    #[inline]
    pub fn dawg_root(&self) -> NodeId {
        self.shared.dawg_root
    }

    /// The codes of a node's arcs; bit 0 is the separator.
    #[inline]
    pub fn children(&self, node: NodeId) -> M {
        M::read(&self.shared.words, node as usize)
    }

    /// The codes that complete a word at a node, in either direction.
    #[inline]
    pub fn accepts(&self, node: NodeId) -> M {
        M::read(&self.shared.words, node as usize + M::WORDS)
    }

    /// The codes that complete a word read forward, and read backward. All are forward except in
    /// [`GraphKind::BothWays`].
    #[inline]
    pub fn readings(&self, node: NodeId) -> (M, M) {
        let accepts = self.accepts(node);
        if !self.shared.kind.is_labelled() || accepts.is_empty() {
            return (accepts, M::EMPTY);
        }
        let tail = node as usize + 2 * M::WORDS + self.children(node).count();
        let words = &self.shared.words;
        (M::read(words, tail), M::read(words, tail + M::WORDS))
    }

    /// The node at the end of the arc by a code; the dead end if there is none.
    #[inline]
    pub fn child(&self, node: NodeId, code: u8) -> NodeId {
        let children = self.children(node);
        if !children.has(code) {
            return 0;
        }
        self.shared.words[node as usize + 2 * M::WORDS + children.rank(code)]
    }

    /// The array of records.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.shared.words
    }

    /// All nodes in memory order, without the dead end.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let labelled = self.shared.kind.is_labelled();
        let mut next = 2 * M::WORDS;
        std::iter::from_fn(move || {
            let node = next;
            if node >= self.shared.words.len() {
                return None;
            }
            next += record_length::<M>(&self.shared.words, node, labelled);
            Some(node as NodeId)
        })
    }

    /// The memory that it takes, in bytes. Clones share it.
    pub fn byte_count(&self) -> usize {
        4 * self.shared.words.len()
    }

    /// The number of nodes, the dead end not counted.
    pub fn node_count(&self) -> usize {
        self.shared.nodes
    }

    /// The number of words in the graph's list.
    pub fn word_count(&self) -> usize {
        self.shared.word_count
    }

    /// The kind of graph.
    pub fn kind(&self) -> GraphKind {
        self.shared.kind
    }

    /// The mapping of letters to codes.
    pub fn order(&self) -> &LetterOrder {
        &self.shared.order
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        &self.shared.alphabet
    }

    /// Whether another alphabet has the same letters in the same order.
    pub fn has_letters_of(&self, alphabet: &Alphabet) -> bool {
        let own = &self.shared.alphabet;
        let same = |letter| own.upper(letter) == alphabet.upper(letter);
        own.len() == alphabet.len() && own.all().iter().all(same)
    }

    /// The node after these letters in the DAWG.
    pub fn walk(&self, letters: &[Letter]) -> NodeId {
        let order = &self.shared.order;
        letters.iter().fold(self.dawg_root(), |node, letter| match order.code(*letter) {
            0 => 0,
            code => self.child(node, code),
        })
    }

    /// The node after these letters in the GADDAG, read from the last to the first.
    pub fn walk_back(&self, letters: &[Letter]) -> NodeId {
        let order = &self.shared.order;
        letters.iter().rev().fold(self.gaddag_root(), |node, letter| match order.code(*letter) {
            0 => 0,
            code => self.child(node, code),
        })
    }

    /// Whether these letters are a word: read forward for [`GraphKind::BothWays`], in any order
    /// for [`GraphKind::Anagrams`].
    pub fn contains(&self, word: &[Letter]) -> bool {
        if self.shared.kind == GraphKind::Anagrams {
            return self.contains_anagram(word);
        }
        self.reads(word).0
    }

    /// Whether these letters are a word read forward, and read backward.
    pub fn reads(&self, word: &[Letter]) -> (bool, bool) {
        let Some((last, before)) = word.split_last() else { return (false, false) };
        let node = self.walk(before);
        let code = self.shared.order.code(*last);
        let (forward, backward) = self.readings(node);
        if code == 0 { (false, false) } else { (forward.has(code), backward.has(code)) }
    }

    /// Whether these letters are a word in some order.
    pub fn contains_anagram(&self, letters: &[Letter]) -> bool {
        if letters.is_empty() || letters.len() > MAX_WORD {
            return false;
        }
        let mut sorted = [Letter(0); MAX_WORD];
        let sorted = &mut sorted[..letters.len()];
        sorted.copy_from_slice(letters);
        sorted.sort_unstable();
        if self.shared.kind == GraphKind::Anagrams {
            return self.reads(sorted).0;
        }
        let mut counts = [0u8; MAX_LETTERS + 1];
        for letter in sorted.iter() {
            match self.shared.order.code(*letter) {
                0 => return false,
                code => counts[usize::from(code)] += 1,
            }
        }
        // No list within its limits has that many prefixes; only a crafted file may.
        let mut steps = MAX_LIST_BYTES;
        self.any_order(self.dawg_root(), &mut counts, letters.len(), &mut steps)
    }

    /// Whether `left` more letters of these counts lead from a node to a word.
    fn any_order(
        &self,
        node: NodeId,
        counts: &mut [u8; MAX_LETTERS + 1],
        left: usize,
        steps: &mut usize,
    ) -> bool {
        let there = if left == 1 { self.readings(node).0 } else { self.children(node) };
        for code in crate::mask::codes(there) {
            let place = usize::from(code);
            if counts[place] == 0 {
                continue;
            }
            if left == 1 {
                return true;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            counts[place] -= 1;
            let found = self.any_order(self.child(node, code), counts, left - 1, steps);
            counts[place] += 1;
            if found {
                return true;
            }
        }
        false
    }

    /// Letters of any alphabet as letters of this graph's; `None` if it lacks one of them.
    fn translate<'a>(
        &self,
        alphabet: &Alphabet,
        word: &'a [Letter],
        buffer: &'a mut [Letter; MAX_WORD],
    ) -> Option<&'a [Letter]> {
        let own = &self.shared.alphabet;
        if alphabet.fingerprint() == own.fingerprint() {
            return Some(word);
        }
        let buffer = buffer.get_mut(..word.len())?;
        let known = self.shared.translation.get_or_init(|| Translation::new(alphabet, own));
        let fresh;
        let translation = match known.fingerprint == alphabet.fingerprint() {
            true => known,
            false => {
                fresh = Translation::new(alphabet, own);
                &fresh
            }
        };
        for (place, letter) in word.iter().enumerate() {
            buffer[place] = *translation.letters.get(letter.index())?.as_ref()?;
        }
        Some(buffer)
    }
}

impl<M: LetterMask> Dictionary for WordGraph<M> {
    fn contains(&self, alphabet: &Alphabet, word: &[Letter]) -> bool {
        let mut buffer = [Letter(0); MAX_WORD];
        let word = self.translate(alphabet, word, &mut buffer);
        word.is_some_and(|word| WordGraph::contains(self, word))
    }

    fn contains_anagram(&self, alphabet: &Alphabet, letters: &[Letter]) -> bool {
        let mut buffer = [Letter(0); MAX_WORD];
        let letters = self.translate(alphabet, letters, &mut buffer);
        letters.is_some_and(|letters| WordGraph::contains_anagram(self, letters))
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(self.clone())
    }
}
