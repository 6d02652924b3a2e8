//! Going through the words of a graph in order.

use super::{NodeId, WordGraph};
use crate::mask::LetterMask;
use tilewright_tiles::{Letter, LetterSet};

/// The words of a graph in the order of the alphabet, a word before those that it begins.
///
/// Of [`GraphKind::BothWays`](super::GraphKind::BothWays) these are the words read forward, of
/// [`GraphKind::Anagrams`](super::GraphKind::Anagrams) the sorted letters.
#[derive(Clone, Debug)]
pub struct Words<'a, M> {
    graph: &'a WordGraph<M>,
    /// The nodes on the way, with the letters that are still to be tried.
    path: Vec<(NodeId, LetterSet)>,
    word: Vec<Letter>,
    /// Where to go on below the last word.
    below: NodeId,
}

impl<M: LetterMask> WordGraph<M> {
    /// The words in order.
    pub fn iter(&self) -> Words<'_, M> {
        let path = Vec::new();
        Words { graph: self, path, word: Vec::new(), below: self.dawg_root() }
    }

    /// The letters by which something follows a node: children or ends of words.
    pub(crate) fn letters_at(&self, node: NodeId) -> LetterSet {
        self.order().letters(self.children(node) | self.accepts(node))
    }
}

impl<M: LetterMask> Words<'_, M> {
    /// Goes to the next word; `None` at the end. The letters stay valid until the next call.
    pub fn advance(&mut self) -> Option<&[Letter]> {
        loop {
            if self.below != 0 {
                self.path.push((self.below, self.graph.letters_at(self.below)));
                self.below = 0;
            }
            // The word is as long as the path, or one letter shorter before a letter is tried.
            self.word.truncate(self.path.len().saturating_sub(1));
            let (node, letters) = self.path.last_mut()?;
            if letters.0 == 0 {
                self.path.pop();
                continue;
            }
            let letter = Letter(letters.0.trailing_zeros() as u8);
            letters.0 &= letters.0 - 1;
            self.word.push(letter);
            let code = self.graph.order().code(letter);
            self.below = self.graph.child(*node, code);
            if self.graph.readings(*node).0.has(code) {
                return Some(&self.word);
            }
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
