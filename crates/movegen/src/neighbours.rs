//! Which letters stand behind others in words.

use tilewright_lexicon::{LetterMask, WordGraph, codes};

/// Which letters come behind three others in some word.
pub(crate) struct Neighbours<M> {
    /// By those letters; 0 for none, if it is the first or the first two.
    after: Vec<M>,
    span: usize,
}

impl<M: LetterMask> Neighbours<M> {
    pub fn new(graph: &WordGraph<M>) -> Neighbours<M> {
        let span = graph.order().len() + 1;
        let mut neighbours = Neighbours { after: vec![M::EMPTY; span * span * span], span };
        let nodes = graph.records();
        let letters = |node| codes(nodes.wanted(node)).filter(|code| *code > 0);
        // Words are read backward, from any of their letters on.
        for last in letters(graph.root()) {
            let node = nodes.child(graph.root(), last);
            for third in letters(node) {
                neighbours.add(0, 0, third, last);
                let node = nodes.child(node, third);
                for second in letters(node) {
                    neighbours.add(0, second, third, last);
                    for first in letters(nodes.child(node, second)) {
                        neighbours.add(first, second, third, last);
                    }
                }
            }
        }
        neighbours
    }

    fn add(&mut self, first: u8, second: u8, third: u8, last: u8) {
        let place = self.place(first, second, third);
        self.after[place] |= M::bit(last);
    }

    #[inline(always)]
    fn place(&self, first: u8, second: u8, third: u8) -> usize {
        (usize::from(first) * self.span + usize::from(second)) * self.span + usize::from(third)
    }

    /// The letters that come behind three others, of which the first two may be 0 for none.
    #[inline(always)]
    pub fn after(&self, first: u8, second: u8, third: u8) -> M {
        self.after[self.place(first, second, third)]
    }
}
