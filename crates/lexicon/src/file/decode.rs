//! Reading the body of a lexicon file.

use super::head::Head;
use super::places::Places;
use super::source::Source;
use super::{
    FileError, GADDAG, LAST, MAX_HEIGHT, NEW_NODES, NEW_WITHOUT_SEPARATOR, Roots, STATE_NEXT,
    STATE_WORD,
};
use crate::graph::{CodeMap, Shared};
use crate::mask::{LetterMask, codes};
use crate::order::LetterOrder;
use crate::{GraphKind, WordGraph};
use std::sync::OnceLock;
use tilewright_tiles::Alphabet;

/// What makes a body no graph.
type Fault = &'static str;
const SHORT: Fault = "its nodes are cut short";
const OTHER_COUNT: Fault = "it has not the nodes that it announces";
const MANY_NODES: Fault = "it has more nodes than it announces";
const LONG_NUMBER: Fault = "a number is too long";
/// The longest node: 64 entries of two bytes with a reading and a number of five bytes.
const MOST_NODE_BYTES: usize = 64 * (2 + 1 + 5);

/// Reads and checks the nodes, straight into the form in memory.
pub(super) fn decode<M: LetterMask>(
    head: &Head,
    alphabet: Alphabet,
    order: LetterOrder,
    source: &mut Source<'_>,
) -> Result<WordGraph<M>, FileError> {
    let kind = head.kind()?;
    let roots = read_roots(head, kind, source)?;
    let mut words = vec![0; head.numbers];
    let mut places = Places::new(head.nodes);
    let mut heights = vec![0; head.nodes];
    for (place, height) in heights.iter_mut().zip(roots.heights()) {
        *place = height;
    }
    let mut decoder = Decoder {
        letters: alphabet.len() as u16,
        map: CodeMap::between(&LetterOrder::alphabetical(alphabet.len()), &order),
        links: [0; 64],
        words: &mut words,
        end: 2 * M::WORDS,
        heights: &mut heights,
        known: roots.count(),
        places: &mut places,
    };
    loop {
        let (bytes, last) = source.window()?;
        let spare = if last { 0 } else { MOST_NODE_BYTES };
        let rest = match kind.is_labelled() {
            false => decoder.nodes::<M, false>(bytes, spare),
            true => decoder.nodes::<M, true>(bytes, spare),
        };
        let rest = rest.map_err(FileError::Structure)?;
        let used = bytes.len() - rest;
        // With all nodes read, what is left belongs to none.
        if used == 0 && !last {
            return Err(FileError::Structure(OTHER_COUNT));
        }
        source.use_up(used);
        if last {
            decoder.check_end(rest).map_err(FileError::Structure)?;
            break;
        }
    }
    places.put_into::<M>(&mut words, kind.is_labelled());
    let place = |root: Option<usize>| root.map_or(0, |root| places.of(root));
    Ok(WordGraph::from_parts(Shared {
        alphabet,
        order,
        kind,
        gaddag_root: place(roots.gaddag()),
        dawg_root: place(roots.dawg()),
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
            Roots::Same | Roots::DawgOnly => 1,
            Roots::Two => 2,
        }
    }

    fn heights(&self) -> impl Iterator<Item = u8> {
        self.heights.into_iter().take(self.count())
    }

    fn gaddag(&self) -> Option<usize> {
        matches!(self.roots, Roots::Same | Roots::Two).then_some(0)
    }

    fn dawg(&self) -> Option<usize> {
        self.count().checked_sub(1)
    }
}

fn read_roots(
    head: &Head,
    kind: GraphKind,
    source: &mut Source<'_>,
) -> Result<RootNodes, FileError> {
    let (body, _) = source.window()?;
    let (root_kind, rest) = body.split_first().ok_or(FileError::Structure(SHORT))?;
    let known = [Roots::None, Roots::Same, Roots::Two, Roots::DawgOnly];
    let roots = known.into_iter().find(|roots| *roots as u8 == *root_kind);
    let roots = roots.ok_or(FileError::Structure("its roots are of no known kind"))?;
    let mut nodes = RootNodes { roots, heights: [0; 2] };
    let heights = rest.get(..nodes.count()).ok_or(FileError::Structure(SHORT))?;
    nodes.heights[..heights.len()].copy_from_slice(heights);
    let dawg = roots == Roots::DawgOnly;
    if roots != Roots::None && dawg != (kind == GraphKind::Anagrams) {
        return Err(FileError::Structure("its roots do not fit its kind"));
    }
    if (nodes.count() == 0) != (head.nodes == 0) || nodes.count() > head.nodes {
        return Err(FileError::Structure(OTHER_COUNT));
    }
    let high = |height: &u8| !(1..=MAX_HEIGHT).contains(&(height & !GADDAG));
    let last = heights.last().is_some_and(|height| height & GADDAG != 0);
    if heights.iter().any(high) || last {
        return Err(FileError::Structure("the height of a root is out of bounds"));
    }
    source.use_up(1 + nodes.count());
    Ok(nodes)
}

/// What is being read.
struct Decoder<'a> {
    letters: u16,
    /// From the codes of the file to those in memory.
    map: CodeMap,
    /// The children of the node that is being read, by their codes in memory.
    links: [u32; 64],
    /// The records. Until all are there, children are numbers of nodes.
    words: &'a mut [u32],
    /// Where the next record goes.
    end: usize,
    /// The heights of the nodes that have been led to.
    heights: &'a mut [u8],
    /// How many those are.
    known: usize,
    /// The places of the nodes that have been read.
    places: &'a mut Places,
}

impl Decoder<'_> {
    /// Reads nodes until all are there or no more than `spare` bytes are left; says how many are.
    fn nodes<M: LetterMask, const LABELLED: bool>(
        &mut self,
        mut bytes: &[u8],
        spare: usize,
    ) -> Result<usize, Fault> {
        while self.places.len() < self.heights.len() && (bytes.len() > spare || spare == 0) {
            if self.places.len() >= self.known {
                return Err("nothing leads to a node");
            }
            self.node::<M, LABELLED>(&mut bytes)?;
        }
        Ok(bytes.len())
    }

    /// Whether all that was announced has been read.
    fn check_end(&self, bytes_left: usize) -> Result<(), Fault> {
        let all = self.known == self.heights.len() && self.places.len() == self.known;
        let whole = all && self.end == self.words.len() && bytes_left == 0;
        if whole { Ok(()) } else { Err(OTHER_COUNT) }
    }

    /// Reads the entries of one node into its record.
    #[inline(always)]
    fn node<M: LetterMask, const LABELLED: bool>(
        &mut self,
        bytes: &mut &[u8],
    ) -> Result<(), Fault> {
        let height = self.heights[self.places.len()];
        let (mut children, mut accepts) = (M::EMPTY, M::EMPTY);
        let (mut forward, mut backward) = (M::EMPTY, M::EMPTY);
        let (mut lowest, mut count) = (0, 0);
        loop {
            let mut entry = u16::from(byte(bytes)?);
            if M::WORDS == 2 {
                entry |= u16::from(byte(bytes)?) << 8;
            }
            let code = entry >> 3;
            if code < lowest || code > self.letters {
                return Err("letters out of order or not in the alphabet");
            }
            lowest = code + 1;
            let (code, state) = (code as u8, entry & 3);
            let mapped = self.map.code(code);
            let word = state >> 1;
            if code == 0 && word != 0 {
                return Err("a separator completes a word");
            }
            accepts |= M::narrow(u64::from(word) << mapped);
            if LABELLED && word != 0 {
                let class = byte(bytes)?;
                if !(1..=3).contains(&class) {
                    return Err("a word has no reading");
                }
                forward |= M::narrow(u64::from(class & 1) << mapped);
                backward |= M::narrow(u64::from(class >> 1) << mapped);
            }
            if state != STATE_WORD {
                let number = number(bytes, state != STATE_NEXT)?;
                children |= M::bit(mapped);
                count += 1;
                self.links[usize::from(mapped & 63)] = self.child(height, code, number)?;
            }
            if entry & LAST != 0 {
                break;
            }
        }
        let labels = LABELLED && !accepts.is_empty();
        let at = self.end;
        let slot = at + 2 * M::WORDS + count;
        self.end = slot + if labels { 2 * M::WORDS } else { 0 };
        let record = self.words.get_mut(at..self.end);
        let record = record.ok_or("it has more children than it announces")?;
        children.write(record, 0);
        accepts.write(record, M::WORDS);
        for (place, code) in record[2 * M::WORDS..].iter_mut().zip(codes(children)) {
            *place = self.links[usize::from(code & 63)];
        }
        if labels {
            forward.write(record, slot - at);
            backward.write(record, slot - at + M::WORDS);
        }
        self.places.push(at);
        Ok(())
    }

    /// The node that a number stands for, as the child of one of this height by this code. There
    /// are about as many new ones as known ones, in no order: no branch tells them apart.
    #[inline(always)]
    fn child(&mut self, parent: u8, code: u8, number: u32) -> Result<u32, Fault> {
        let new = number < NEW_NODES;
        let child = if new { self.known } else { (number - NEW_NODES) as usize };
        self.known += usize::from(new);
        if child >= self.known {
            return Err("a child is not there");
        }
        let height = self.heights.get_mut(child).ok_or(MANY_NODES)?;
        let allowed = if code == 0 { 0 } else { parent & GADDAG };
        let (slack, gaddag) = match number < NEW_WITHOUT_SEPARATOR {
            true => (number as u8, allowed),
            false => (number.wrapping_sub(NEW_WITHOUT_SEPARATOR) as u8, 0),
        };
        let most = (parent & !GADDAG) - 1;
        let lower = most.saturating_sub(slack) | gaddag;
        let fresh = 0u8.wrapping_sub(u8::from(new));
        *height = lower & fresh | *height & !fresh;
        let (height, below) = (*height & !GADDAG, *height & GADDAG);
        if height.wrapping_sub(1) >= most {
            return Err(match height {
                0 => "the height of a node is out of bounds",
                _ => "a way through it is endless",
            });
        }
        if (code == 0) & (parent & GADDAG == 0) | (below & !allowed != 0) {
            return Err("a separator follows a separator");
        }
        Ok(child as u32)
    }
}

#[inline(always)]
fn byte(bytes: &mut &[u8]) -> Result<u8, Fault> {
    let (byte, rest) = bytes.split_first().ok_or(SHORT)?;
    *bytes = rest;
    Ok(*byte)
}

/// A number of variable length, or 0 where none is there. Lengths come in no order, so that they
/// are worked out without branches.
#[inline(always)]
fn number(bytes: &mut &[u8], there: bool) -> Result<u32, Fault> {
    let Some(four) = bytes.first_chunk::<4>() else { return slow_number(bytes, there) };
    let four = u32::from_le_bytes(*four) & 0u32.wrapping_sub(u32::from(there));
    let ends = !four & 0x8080_8080;
    if ends == 0 {
        return slow_number(bytes, there);
    }
    let length = ends.trailing_zeros() as usize / 8 + usize::from(there);
    *bytes = bytes.get(length..).ok_or(SHORT)?;
    let sevens = four & (ends ^ (ends - 1)) & 0x7F7F_7F7F;
    let fourteens = (sevens & 0x007F_007F) | (sevens & 0x7F00_7F00) >> 1;
    Ok((fourteens & 0xFFFF) | (fourteens & 0xFFFF_0000) >> 2)
}

/// Numbers at the end of the file, and those of five bytes.
#[cold]
fn slow_number(bytes: &mut &[u8], there: bool) -> Result<u32, Fault> {
    let mut number = 0;
    if !there {
        return Ok(number);
    }
    for shift in [0, 7, 14, 21, 28] {
        let byte = byte(bytes)?;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(LONG_NUMBER)
}
