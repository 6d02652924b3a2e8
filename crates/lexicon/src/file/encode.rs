//! Writing the body of a lexicon file.

use super::{
    GADDAG, LAST, NEW_NODES, NEW_WITHOUT_SEPARATOR, Roots, STATE_CHILD, STATE_NEXT, STATE_WORD,
    STATE_WORD_AND_CHILD,
};
use crate::mask::{LetterMask, codes};
use crate::{NodeId, WordGraph};
use tilewright_tiles::Letter;

/// The body of a graph's file.
pub(super) fn encode<M: LetterMask>(graph: &WordGraph<M>) -> Vec<u8> {
    let mut encoder = Encoder::new(graph);
    encoder.roots();
    for node in graph.nodes() {
        encoder.node(node);
    }
    encoder.bytes
}

struct Encoder<'a, M> {
    graph: &'a WordGraph<M>,
    numbers: Numbers,
    /// The codes in the order in which a file has them: the separator, then the alphabet.
    in_order: Vec<u8>,
    /// By number: the node's height, with [`GADDAG`].
    heights: Vec<u8>,
    /// How many nodes have been led to. Nodes lie in the order in which they are.
    known: u32,
    bytes: Vec<u8>,
}

/// The numbers of nodes by their places: nodes lie in memory in the order of their numbers.
struct Numbers {
    /// By 64 places: how many nodes begin before them, and which of them begin one.
    blocks: Vec<(u32, u64)>,
}

impl Numbers {
    fn new<M: LetterMask>(graph: &WordGraph<M>) -> Numbers {
        let mut blocks = vec![(0, 0); graph.words().len() / 64 + 1];
        for node in graph.nodes() {
            blocks[node as usize / 64].1 |= 1u64 << (node % 64);
        }
        let mut before = 0;
        for (count, places) in &mut blocks {
            *count = before;
            before += places.count_ones();
        }
        Numbers { blocks }
    }

    fn of(&self, node: NodeId) -> u32 {
        let (before, places) = self.blocks[node as usize / 64];
        before + (places & ((1 << (node % 64)) - 1)).count_ones()
    }
}

impl<'a, M: LetterMask> Encoder<'a, M> {
    fn new(graph: &'a WordGraph<M>) -> Encoder<'a, M> {
        let order = graph.order();
        let letters = (0..order.len() as u8).map(|letter| order.code(Letter(letter)));
        Encoder {
            graph,
            numbers: Numbers::new(graph),
            in_order: std::iter::once(0).chain(letters).collect(),
            heights: vec![0; graph.node_count()],
            known: 0,
            bytes: Vec::with_capacity(graph.words().len() * 3 / 2),
        }
    }

    /// The height of a node; the recursion is as deep as the longest word.
    fn height(&mut self, node: NodeId) -> u8 {
        let number = self.numbers.of(node) as usize;
        if self.heights[number] != 0 {
            return self.heights[number];
        }
        let graph = self.graph;
        let (mut highest, mut gaddag) = (0, 0);
        for code in codes(graph.children(node)) {
            let child = self.height(graph.child(node, code));
            highest = highest.max(child & !GADDAG);
            gaddag |= if code == 0 { GADDAG } else { child & GADDAG };
        }
        self.heights[number] = (highest + 1) | gaddag;
        self.heights[number]
    }

    fn roots(&mut self) {
        let (gaddag, dawg) = (self.graph.gaddag_root(), self.graph.dawg_root());
        let (kind, roots) = match (gaddag, dawg) {
            (_, 0) => (Roots::None, vec![]),
            (0, _) => (Roots::DawgOnly, vec![dawg]),
            _ if gaddag == dawg => (Roots::Same, vec![dawg]),
            _ => (Roots::Two, vec![gaddag, dawg]),
        };
        self.bytes.push(kind as u8);
        for root in roots {
            let height = self.height(root);
            self.bytes.push(height);
            self.known += 1;
        }
    }

    fn node(&mut self, node: NodeId) {
        let graph = self.graph;
        let (children, accepts) = (graph.children(node), graph.accepts(node));
        let (forward, backward) = graph.readings(node);
        let height = self.height(node);
        let mut last_entry = 0..0;
        let separator = u64::from(children.has(0));
        let mut places = graph.order().letters(children | accepts).0 << 1 | separator;
        while places != 0 {
            let place = places.trailing_zeros() as usize;
            places &= places - 1;
            let code = self.in_order[place];
            let child = children.has(code).then(|| graph.child(node, code));
            let link = child.map(|child| self.link(height, code, child));
            let state = match (accepts.has(code), link) {
                (false, Some(0)) => STATE_NEXT,
                (false, _) => STATE_CHILD,
                (true, None) => STATE_WORD,
                (true, Some(_)) => STATE_WORD_AND_CHILD,
            };
            let start = self.bytes.len();
            let entry = (place as u16) << 3 | state;
            self.bytes.extend(&entry.to_le_bytes()[..M::WORDS]);
            last_entry = start..self.bytes.len();
            if accepts.has(code) && graph.kind().is_labelled() {
                self.bytes.push(u8::from(forward.has(code)) | u8::from(backward.has(code)) << 1);
            }
            if let Some(link) = link.filter(|_| state != STATE_NEXT) {
                write_number(link, &mut self.bytes);
            }
        }
        self.bytes[last_entry.start] |= LAST as u8;
    }

    /// The number that stands for a child.
    fn link(&mut self, parent: u8, code: u8, child: NodeId) -> u32 {
        let number = self.numbers.of(child);
        if number < self.known {
            return number + NEW_NODES;
        }
        self.known += 1;
        let child = self.heights[number as usize];
        let slack = u32::from((parent & !GADDAG) - 1 - (child & !GADDAG));
        let usual = if code == 0 { 0 } else { parent & GADDAG };
        if child & GADDAG == usual { slack } else { slack + NEW_WITHOUT_SEPARATOR }
    }
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
