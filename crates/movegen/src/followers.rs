//! Which letters follow up to three others in words: a necessary condition for upper bounds.

use tilewright_lexicon::{LetterMask, WordGraph, codes};

/// The letters that follow a sequence of three letters in some word.
pub(crate) struct Followers<M> {
    /// By the three letters; the first one or two are 0 for shorter sequences.
    after: Vec<M>,
    span: usize,
}

impl<M: LetterMask> Followers<M> {
    pub fn new(graph: &WordGraph<M>) -> Followers<M> {
        let span = graph.order().len() + 1;
        let mut followers = Followers { after: vec![M::EMPTY; span * span * span], span };
        let nodes = graph.records();
        let letters = |node| codes(nodes.arcs(node)).filter(|code| *code > 0);
        // The GADDAG reads words in reverse, starting at any letter.
        for last in letters(graph.gaddag_root()) {
            let node = nodes.child(graph.gaddag_root(), last);
            for third in letters(node) {
                followers.add(0, 0, third, last);
                let node = nodes.child(node, third);
                for second in letters(node) {
                    followers.add(0, second, third, last);
                    for first in letters(nodes.child(node, second)) {
                        followers.add(first, second, third, last);
                    }
                }
            }
        }
        followers
    }

    fn add(&mut self, first: u8, second: u8, third: u8, last: u8) {
        let place = self.place(first, second, third);
        self.after[place] |= M::bit(last);
    }

    #[inline(always)]
    fn place(&self, first: u8, second: u8, third: u8) -> usize {
        (usize::from(first) * self.span + usize::from(second)) * self.span + usize::from(third)
    }

    /// The letters that follow three others; the first one or two may be 0 for none.
    #[inline(always)]
    pub fn after(&self, first: u8, second: u8, third: u8) -> M {
        self.after[self.place(first, second, third)]
    }
}
