//! KWG files: the word graphs of Macondo, wolges and MAGPIE.
//!
//! A KWG file is an array of arcs, little-endian numbers of 32 bits: bits 0–21 are the place of
//! the first arc of the next node (0: none), bit 22 marks the last arc of a node, bit 23 the end
//! of a word, bits 24–31 are the tile: letter n of the alphabet, counted from 1, or 0 for the
//! separator. Arc 0 points to the DAWG, arc 1 to the GADDAG. The file does not name its alphabet.

use crate::list::WordList;
use crate::mask::{LetterMask, codes};
use crate::{
    DictionaryError, GraphKind, Lexicon, MAX_LIST_BYTES, MAX_WORD, NodeId, WordGraph,
    lexicon::inside,
};
use thiserror::Error;
use tilewright_tiles::{Alphabet, Letter};

const INDEX: u32 = 0x003F_FFFF;
const LAST: u32 = 1 << 22;
const WORD: u32 = 1 << 23;
/// The largest number of words that are read from a file.
const MAX_WORDS: u64 = 1 << 24;

/// Why a KWG file cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum KwgError {
    /// Not an array of arcs.
    #[error("not a KWG file: {0}")]
    Foreign(&'static str),
    /// A tile that the alphabet does not have.
    #[error(
        "the file has tile {tile}, but the alphabet has {letters} letters; is it for another alphabet?"
    )]
    Tile {
        /// The tile.
        tile: u32,
        /// The number of letters of the alphabet.
        letters: usize,
    },
    /// Cyclic, or words longer than a list takes.
    #[error("the file's words are cyclic or longer than {MAX_WORD} letters")]
    Endless,
    /// More words than the bound.
    #[error("the file has more than {MAX_WORDS} words")]
    TooMany,
    /// The words make no list.
    #[error(transparent)]
    Words(#[from] DictionaryError),
    /// More arcs than a KWG file can hold.
    #[error("the graph has {0} arcs; a KWG file holds at most 4194303")]
    TooLarge(usize),
    /// A kind of graph that KWG files cannot hold.
    #[error("a KWG file holds graphs of kind words; this one is of kind {}", .0.id())]
    Kind(GraphKind),
}

/// Reads the words of a KWG file; letter n of the alphabet is tile n.
pub fn import(bytes: &[u8], alphabet: &Alphabet) -> Result<WordList, KwgError> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() || numbers.len() < 2 {
        return Err(KwgError::Foreign("its length is not a multiple of 4, or is less than 8"));
    }
    if numbers.len() > INDEX as usize + 1 {
        return Err(KwgError::Foreign("it has more arcs than the format allows"));
    }
    let arcs: Vec<u32> = numbers.iter().map(|number| u32::from_le_bytes(*number)).collect();
    let root = arcs[0] & INDEX;
    let mut importer =
        Importer { arcs: &arcs, letters: alphabet.len(), counts: vec![UNKNOWN; arcs.len()] };
    let count = if root == 0 { 0 } else { importer.count(root, 0)? };
    if count > MAX_WORDS {
        return Err(KwgError::TooMany);
    }
    // All words in one array, and the end of each: a small file may have millions.
    let mut letters: Vec<Letter> = Vec::new();
    let mut ends = Vec::with_capacity(count as usize);
    if root != 0 {
        importer.collect(root, &mut Vec::new(), &mut |word: &[Letter]| {
            letters.extend(word);
            ends.push(letters.len());
            letters.len() <= MAX_LIST_BYTES
        })?;
    }
    if ends.is_empty() {
        return Err(KwgError::Foreign("it has no words"));
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let words = starts.zip(&ends).map(|(start, end)| &letters[start..*end]);
    Ok(WordList::from_letters(alphabet, words)?)
}

/// Marks of a count: not known yet, and being computed.
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

struct Importer<'a> {
    arcs: &'a [u32],
    letters: usize,
    /// By a node's first arc: the number of words below it, at most [`MAX_WORDS`] plus one.
    counts: Vec<u32>,
}

impl Importer<'_> {
    /// The arcs of a node; no more than there are letters.
    fn node(&self, first: u32) -> Result<&[u32], KwgError> {
        let from = self.arcs.get(first as usize..).unwrap_or(&[]);
        let last = from.iter().take(self.letters + 1).position(|arc| arc & LAST != 0);
        let arcs = last.map(|last| &from[..=last]);
        arcs.ok_or(KwgError::Foreign("a node has no last arc"))
    }

    /// Counts the words below a node. It refuses cyclic and oversized files, so that reading the
    /// words takes time in proportion to their number.
    fn count(&mut self, first: u32, depth: usize) -> Result<u64, KwgError> {
        match self.counts.get(first as usize) {
            Some(&OPEN) => return Err(KwgError::Endless),
            Some(&UNKNOWN) => {}
            Some(known) => return Ok(u64::from(*known)),
            None => return Err(KwgError::Foreign("an arc points outside the file")),
        }
        if depth >= MAX_WORD {
            return Err(KwgError::Endless);
        }
        self.counts[first as usize] = OPEN;
        let mut sum = 0;
        let mut seen = 0u64;
        for place in 0..self.node(first)?.len() {
            let arc = self.arcs[first as usize + place];
            let tile = arc >> 24;
            if tile == 0 || tile as usize > self.letters {
                return Err(KwgError::Tile { tile, letters: self.letters });
            }
            if seen >> tile & 1 == 1 {
                return Err(KwgError::Foreign("a node has two arcs with the same letter"));
            }
            seen |= 1 << tile;
            sum += u64::from(arc & WORD != 0);
            if arc & INDEX != 0 {
                sum += self.count(arc & INDEX, depth + 1)?;
            }
        }
        let sum = sum.min(MAX_WORDS + 1);
        self.counts[first as usize] = sum as u32;
        Ok(sum)
    }

    fn collect(
        &self,
        first: u32,
        word: &mut Vec<Letter>,
        call: &mut impl FnMut(&[Letter]) -> bool,
    ) -> Result<(), KwgError> {
        if self.counts[first as usize] == 0 {
            return Ok(());
        }
        if word.len() >= MAX_WORD {
            return Err(KwgError::Endless);
        }
        for arc in self.node(first)? {
            word.push(Letter((arc >> 24) as u8 - 1));
            if arc & WORD != 0 && !call(word) {
                return Err(KwgError::TooMany);
            }
            if arc & INDEX != 0 {
                self.collect(arc & INDEX, word, call)?;
            }
            word.pop();
        }
        Ok(())
    }
}

/// A lexicon as a KWG file.
pub fn export(lexicon: &Lexicon) -> Result<Vec<u8>, KwgError> {
    inside!(lexicon, graph => export_graph(graph))
}

/// A word graph as a KWG file: DAWG and GADDAG.
pub fn export_graph<M: LetterMask>(graph: &WordGraph<M>) -> Result<Vec<u8>, KwgError> {
    if graph.kind() != GraphKind::Words {
        return Err(KwgError::Kind(graph.kind()));
    }
    let letters: Vec<u8> =
        (0..graph.order().len() as u8).map(|letter| graph.order().code(Letter(letter))).collect();
    // The first arc of every node, by its place in the graph.
    let mut firsts = vec![0u32; graph.words().len()];
    let mut arcs = 2;
    for node in graph.nodes() {
        firsts[node as usize] = arcs as u32;
        arcs += codes(graph.children(node) | graph.accepts(node)).count();
    }
    if arcs > INDEX as usize {
        return Err(KwgError::TooLarge(arcs));
    }
    let first = |node: NodeId| if node == 0 { 0 } else { firsts[node as usize] };
    let mut bytes = Vec::with_capacity(arcs * 4);
    for root in [graph.dawg_root(), graph.gaddag_root()] {
        bytes.extend((first(root) | LAST).to_le_bytes());
    }
    for node in graph.nodes() {
        let (children, accepts) = (graph.children(node), graph.accepts(node));
        let mut left = (children | accepts).count();
        for (tile, code) in std::iter::once(&0).chain(&letters).enumerate() {
            if !(children | accepts).has(*code) {
                continue;
            }
            left -= 1;
            let mut arc = (tile as u32) << 24 | first(graph.child(node, *code));
            arc |= if accepts.has(*code) { WORD } else { 0 };
            arc |= if left == 0 { LAST } else { 0 };
            bytes.extend(arc.to_le_bytes());
        }
    }
    Ok(bytes)
}
