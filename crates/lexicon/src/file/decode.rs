//! Reading the body of a lexicon file.

use super::head::Head;
use super::{
    FileError, LAST, MAX_HEIGHT, NEW_NODES, NEW_WITHOUT_SEPARATOR, Roots, STATE_NEXT, STATE_WORD,
    TWO_WAY,
};
use crate::graph::{CodeMap, Shared};
use crate::mask::LetterMask;
use crate::order::LetterOrder;
use crate::{GraphKind, WordGraph};
use std::sync::OnceLock;
use tilewright_tiles::Alphabet;

/// What makes a body no graph.
type Fault = &'static str;
const SHORT: Fault = "its nodes are cut short";
const OTHER_COUNT: Fault = "it has not the nodes that it announces";

/// Reads and checks the nodes, straight into the form in memory.
pub(super) fn decode<M: LetterMask>(
    head: &Head,
    alphabet: Alphabet,
    order: LetterOrder,
    body: &[u8],
) -> Result<WordGraph<M>, FileError> {
    let (roots, rest) = read_roots(head, body)?;
    let labelled = head.kind.is_labelled();
    let mut words = vec![0; head.numbers];
    let mut starts = vec![0; head.nodes];
    let mut heights = vec![0; head.nodes];
    for (place, height) in heights.iter_mut().zip(roots.heights()) {
        *place = height;
    }
    let decoder = Decoder {
        bytes: rest,
        letters: alphabet.len() as u16,
        map: CodeMap::between(&LetterOrder::alphabetical(alphabet.len()), &order),
        links: [(0, 0); 64],
        words: &mut words,
        end: 2 * M::WORDS,
        heights: &mut heights,
        known: roots.count(),
        starts: &mut starts,
    };
    let read = match labelled {
        false => decoder.nodes::<M, false>(),
        true => decoder.nodes::<M, true>(),
    };
    read.map_err(FileError::Structure)?;
    let place = |root: Option<usize>| root.map_or(0, |root| starts[root]);
    Ok(WordGraph::from_parts(Shared {
        alphabet,
        order,
        kind: head.kind,
        root: place(roots.two_way()),
        dawg_root: place(roots.one_way()),
        nodes: head.nodes,
        word_count: head.words,
        words,
        translation: OnceLock::new(),
    }))
}

struct RootNodes {
    roots: Roots,
    heights: [u8; 2],
}

impl RootNodes {
    fn count(&self) -> usize {
        match self.roots {
            Roots::None => 0,
            Roots::Same | Roots::OneWay => 1,
            Roots::Two => 2,
        }
    }

    fn heights(&self) -> impl Iterator<Item = u8> {
        self.heights.into_iter().take(self.count())
    }

    fn two_way(&self) -> Option<usize> {
        matches!(self.roots, Roots::Same | Roots::Two).then_some(0)
    }

    fn one_way(&self) -> Option<usize> {
        self.count().checked_sub(1)
    }
}

fn read_roots<'a>(head: &Head, body: &'a [u8]) -> Result<(RootNodes, &'a [u8]), FileError> {
    let (kind, rest) = body.split_first().ok_or(FileError::Structure(SHORT))?;
    let known = [Roots::None, Roots::Same, Roots::Two, Roots::OneWay];
    let roots = known.into_iter().find(|roots| *roots as u8 == *kind);
    let roots = roots.ok_or(FileError::Structure("its roots are of no known kind"))?;
    let mut nodes = RootNodes { roots, heights: [0; 2] };
    let (heights, rest) =
        rest.split_at_checked(nodes.count()).ok_or(FileError::Structure(SHORT))?;
    nodes.heights[..heights.len()].copy_from_slice(heights);
    let one_way = roots == Roots::OneWay;
    if roots != Roots::None && one_way != (head.kind == GraphKind::Anagrams) {
        return Err(FileError::Structure("its roots do not fit its kind"));
    }
    if (nodes.count() == 0) != (head.nodes == 0) || nodes.count() > head.nodes {
        return Err(FileError::Structure(OTHER_COUNT));
    }
    let high = |height: &u8| !(1..=MAX_HEIGHT).contains(&(height & !TWO_WAY));
    let last = heights.last().is_some_and(|height| height & TWO_WAY != 0);
    if heights.iter().any(high) || last {
        return Err(FileError::Structure("the height of a root is out of bounds"));
    }
    Ok((nodes, rest))
}

/// What is being read. It is passed by value, so that its parts can stay in registers.
struct Decoder<'a> {
    bytes: &'a [u8],
    letters: u16,
    /// From the codes of the file to those in memory.
    map: CodeMap,
    /// The children of the node that is being read, with their codes in memory.
    links: [(u8, u32); 64],
    /// The records. A child that has no place yet holds the place of the child before it that
    /// waits for the same node.
    words: &'a mut [u32],
    /// Where the next record goes.
    end: usize,
    /// The heights of the nodes that have been led to.
    heights: &'a mut [u8],
    /// How many those are.
    known: usize,
    /// The place of every node that has been read; of others, the last child that waits for it.
    starts: &'a mut [u32],
}

impl Decoder<'_> {
    #[inline(always)]
    fn byte(&mut self) -> Result<u8, Fault> {
        let (byte, rest) = self.bytes.split_first().ok_or(SHORT)?;
        self.bytes = rest;
        Ok(*byte)
    }

    #[inline(always)]
    fn number(&mut self) -> Result<u32, Fault> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number is too long")
    }

    fn nodes<M: LetterMask, const LABELLED: bool>(mut self) -> Result<(), Fault> {
        for node in 0..self.starts.len() {
            if node >= self.known {
                return Err("nothing leads to a node");
            }
            let at = self.end;
            let mut waiting = std::mem::replace(&mut self.starts[node], at as u32) as usize;
            while waiting != 0 {
                waiting = std::mem::replace(&mut self.words[waiting], at as u32) as usize;
            }
            self.node::<M, LABELLED>(node, at)?;
        }
        let whole = self.known == self.starts.len() && self.end == self.words.len();
        if whole && self.bytes.is_empty() { Ok(()) } else { Err(OTHER_COUNT) }
    }

    /// Reads the entries of one node into its record.
    #[inline(always)]
    fn node<M: LetterMask, const LABELLED: bool>(
        &mut self,
        node: usize,
        at: usize,
    ) -> Result<(), Fault> {
        let height = self.heights[node];
        let (mut children, mut accepts) = (M::EMPTY, M::EMPTY);
        let (mut forward, mut backward) = (M::EMPTY, M::EMPTY);
        let (mut count, mut lowest) = (0, 0);
        loop {
            let mut entry = u16::from(self.byte()?);
            if M::WORDS == 2 {
                entry |= u16::from(self.byte()?) << 8;
            }
            let code = entry >> 3;
            if code < lowest || code > self.letters {
                return Err("letters out of order or not in the alphabet");
            }
            lowest = code + 1;
            let (code, state) = (code as u8, entry & 3);
            let mapped = self.map.code(code);
            if state & STATE_WORD != 0 {
                if code == 0 {
                    return Err("a separator completes a word");
                }
                accepts |= M::bit(mapped);
                if LABELLED {
                    let class = self.byte()?;
                    if !(1..=3).contains(&class) {
                        return Err("a word has no reading");
                    }
                    forward |= M::narrow(u64::from(class & 1) << mapped);
                    backward |= M::narrow(u64::from(class >> 1) << mapped);
                }
            }
            if state != STATE_WORD {
                let child = match state {
                    STATE_NEXT => self.new_node(height, code, 0)?,
                    _ => match self.number()? {
                        number @ 0..NEW_NODES => self.new_node(height, code, number)?,
                        number => self.known_node(height, code, number - NEW_NODES)?,
                    },
                };
                children |= M::bit(mapped);
                // In the order of the codes in memory.
                let mut place = count;
                while place > 0 && self.links[(place - 1) & 63].0 > mapped {
                    self.links[place & 63] = self.links[(place - 1) & 63];
                    place -= 1;
                }
                self.links[place & 63] = (mapped, child as u32);
                count += 1;
            }
            if entry & LAST != 0 {
                break;
            }
        }
        let labels = LABELLED && !accepts.is_empty();
        let first = at + 2 * M::WORDS;
        let slot = first + count;
        self.end = slot + if labels { 2 * M::WORDS } else { 0 };
        if self.end > self.words.len() {
            return Err("it has more children than it announces");
        }
        for ((_, child), place) in self.links.iter().zip(first..slot) {
            let child = *child as usize;
            self.words[place] = self.starts[child];
            if child > node {
                self.starts[child] = place as u32;
            }
        }
        children.write(self.words, at);
        accepts.write(self.words, at + M::WORDS);
        if labels {
            forward.write(self.words, slot);
            backward.write(self.words, slot + M::WORDS);
        }
        Ok(())
    }

    /// A node that is led to for the first time.
    #[inline(always)]
    fn new_node(&mut self, parent: u8, code: u8, number: u32) -> Result<usize, Fault> {
        let usual = if code == 0 { 0 } else { parent & TWO_WAY };
        let (slack, two_way) = match number < NEW_WITHOUT_SEPARATOR {
            true => (number as u8, usual),
            false => ((number - NEW_WITHOUT_SEPARATOR) as u8, 0),
        };
        let height = (parent & !TWO_WAY).saturating_sub(1).saturating_sub(slack);
        if height == 0 {
            return Err("the height of a node is out of bounds");
        }
        check_separator(parent, code, two_way)?;
        let node = self.known;
        let new = self.heights.get_mut(node).ok_or("it has more nodes than it announces")?;
        *new = height | two_way;
        self.known += 1;
        Ok(node)
    }

    /// A node that has been led to before.
    #[inline(always)]
    fn known_node(&mut self, parent: u8, code: u8, node: u32) -> Result<usize, Fault> {
        let node = node as usize;
        if node >= self.known {
            return Err("a child is not there");
        }
        let height = self.heights[node];
        if height & !TWO_WAY >= parent & !TWO_WAY {
            return Err("a way through it is endless");
        }
        check_separator(parent, code, height & TWO_WAY)?;
        Ok(node)
    }
}

/// No separator stands below a separator.
#[inline(always)]
fn check_separator(parent: u8, code: u8, child: u8) -> Result<(), Fault> {
    let allowed = parent & TWO_WAY != 0;
    if (code == 0 && !allowed) || (child != 0 && (code == 0 || !allowed)) {
        return Err("a separator follows a separator");
    }
    Ok(())
}
