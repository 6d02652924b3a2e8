//! The words of a graph in order.

use super::{NodeId, WordGraph};
use crate::mask::LetterMask;
use std::collections::BTreeSet;
use tilewright_tiles::{Letter, LetterSet};

/// The words of a graph in alphabetical order, prefixes first.
///
/// For [`GraphKind::BothWays`](super::GraphKind::BothWays) these are the words read forward, for
/// [`GraphKind::Anagrams`](super::GraphKind::Anagrams) the sorted letters.
#[derive(Clone, Debug)]
pub struct Words<'a, M> {
    graph: &'a WordGraph<M>,
    path: Vec<PathNode>,
    word: Vec<Letter>,
    /// The node after the last word.
    below: NodeId,
    /// Nodes below which no word is read forward. A crafted file may have more paths through them
    /// than could ever be walked.
    wordless: BTreeSet<NodeId>,
}

/// A node of the path.
#[derive(Clone, Debug)]
struct PathNode {
    node: NodeId,
    /// The letters that are still to be tried.
    letters: LetterSet,
    /// Whether a word was found here or below.
    has_words: bool,
}

impl<M: LetterMask> WordGraph<M> {
    /// The words in order.
    pub fn iter(&self) -> Words<'_, M> {
        Words {
            graph: self,
            path: Vec::new(),
            word: Vec::new(),
            below: self.dawg_root(),
            wordless: BTreeSet::new(),
        }
    }

    /// The letters that extend or complete a word at a node.
    pub(crate) fn letters_at(&self, node: NodeId) -> LetterSet {
        self.order().letters(self.children(node) | self.accepts(node))
    }
}

impl<M: LetterMask> Words<'_, M> {
    /// Advances to the next word; `None` at the end. The letters are valid until the next call.
    pub fn advance(&mut self) -> Option<&[Letter]> {
        loop {
            if self.below != 0 && !self.wordless.contains(&self.below) {
                let letters = self.graph.letters_at(self.below);
                self.path.push(PathNode { node: self.below, letters, has_words: false });
            }
            self.below = 0;
            // The word is as long as the path, or one letter shorter before a letter is tried.
            self.word.truncate(self.path.len().saturating_sub(1));
            let step = self.path.last_mut()?;
            if step.letters.0 == 0 {
                self.leave();
                continue;
            }
            let letter = Letter(step.letters.0.trailing_zeros() as u8);
            step.letters.0 &= step.letters.0 - 1;
            self.word.push(letter);
            let code = self.graph.order().code(letter);
            self.below = self.graph.child(step.node, code);
            if self.graph.readings(step.node).0.has(code) {
                step.has_words = true;
                return Some(&self.word);
            }
        }
    }

    /// Removes the last node of the path.
    fn leave(&mut self) {
        match (self.path.pop(), self.path.last_mut()) {
            (Some(step), _) if !step.has_words => drop(self.wordless.insert(step.node)),
            (Some(_), Some(before)) => before.has_words = true,
            _ => {}
        }
    }
}

impl<M: LetterMask> Iterator for Words<'_, M> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        self.advance().map(<[Letter]>::to_vec)
    }
}

impl<'a, M: LetterMask> IntoIterator for &'a WordGraph<M> {
    type Item = Vec<Letter>;
    type IntoIter = Words<'a, M>;

    fn into_iter(self) -> Words<'a, M> {
        self.iter()
    }
}
