//! The lexicon file: a word graph with its alphabet, compact and checked.
//!
//! All numbers are little-endian. A file is a head, an alphabet, a body and a checksum.
//!
//! ```text
//! head      89 54 57 4C 0D 0A 1A 0A   the signature
//!           u16 version   u8 kind     u8 letters
//!           u32 words     u32 nodes   u32 numbers in memory
//!           u32 bytes of the alphabet u32 bytes of the body
//! alphabet  per letter: u8 length, symbol in UTF-8
//!           u16 aliases; per alias: u8 letter, u8 length, text in UTF-8
//! body      u8 roots; per root: u8 height; then the nodes, breadth first
//! checksum  u64, XXH64 of all before it
//! ```
//!
//! A node is a row of entries, one for every code that has a child or completes a word, in the
//! order of the alphabet, the separator first. An entry is a byte (two where the alphabet has
//! more than 31 letters): code × 8 + (4 if it is the node's last) + state. State 0: a child
//! follows. State 1: the child is the next new node. State 2: completes a word, no child.
//! State 3: completes a word, and a child follows. In files of kind both-ways, a byte with the
//! readings (1 forward, 2 backward, 3 both) follows entries that complete a word.
//!
//! Nodes are numbered as they are first led to. A child is a variable-length number (7 bits a
//! byte, low bits first): up to 71 it is the next new node, and the number says by how much its
//! height is less than its parent's height less one; 72 to 143 the same for a node below which
//! there is no separator though there is one below its parent; from 144 on, a known node.
//!
//! The height of a node is the length of the longest way on from it, the last letter included.
//! As every child must be lower than its parent, no file can hold a circle; as no separator may
//! stand below a node that is said to have none, none can follow a separator.

mod checksum;
mod decode;
mod encode;
mod head;
mod places;
mod source;

use crate::mask::LetterMask;
use crate::order::LetterOrder;
use crate::{Lexicon, MAX_WORD, WordGraph};
use head::Head;
use source::Source;
use std::io::Read;
use thiserror::Error;
use tilewright_tiles::{Alphabet, TileError};

/// The version of lexicon files that this program writes, and the only one that it reads.
pub const FILE_VERSION: u16 = 1;

const MARK: [u8; 8] = [0x89, b'T', b'W', b'L', b'\r', b'\n', 0x1A, b'\n'];
const CHECKSUM_BYTES: usize = 8;
/// The greatest height: every letter of the longest word and a separator.
const MAX_HEIGHT: u8 = MAX_WORD as u8 + 1;
/// Child numbers below this are new nodes.
const NEW_NODES: u32 = 144;
/// From here on, new nodes below which there is no separator.
const NEW_WITHOUT_SEPARATOR: u32 = 72;
/// Set in a node's height if a separator may stand below it.
const GADDAG: u8 = 0x80;

const STATE_CHILD: u16 = 0;
const STATE_NEXT: u16 = 1;
const STATE_WORD: u16 = 2;
const STATE_WORD_AND_CHILD: u16 = 3;
const LAST: u16 = 4;

/// Which roots a file has: the GADDAG's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Roots {
    /// No word, no root.
    None = 0,
    /// One root for both graphs.
    Same = 1,
    /// Two roots.
    Two = 2,
    /// Only the DAWG root.
    DawgOnly = 3,
}

/// Why a lexicon file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not a lexicon file.
    #[error("not a lexicon file: the signature at its start is missing")]
    Foreign,
    /// Another format version.
    #[error("the file has format version {0}, this program reads version {FILE_VERSION}")]
    Version(u16),
    /// Bytes are missing.
    #[error("the file is cut short: it has {has} bytes and should have {needs}")]
    Short {
        /// The bytes there are.
        has: usize,
        /// The bytes there should be.
        needs: usize,
    },
    /// Bytes are left over.
    #[error("the file has {0} bytes after its end")]
    Long(usize),
    /// The checksum does not match.
    #[error("the file is damaged: its checksum does not match")]
    Checksum,
    /// The alphabet cannot be one.
    #[error("the file's alphabet cannot be used: {0}")]
    Alphabet(#[from] TileError),
    /// The checksum fits, but the contents make no graph.
    #[error("the file's contents are not a word graph: {0}")]
    Structure(&'static str),
    /// Reading failed.
    #[error("the file cannot be read: {0}")]
    Unreadable(std::io::ErrorKind),
    /// The caller's order of letters does not fit.
    #[error("the order is for {order} letters, the file's alphabet has {letters}")]
    Order {
        /// Letters of the order.
        order: usize,
        /// Letters of the alphabet.
        letters: usize,
    },
}

impl Lexicon {
    /// Reads a lexicon file. Everything in it is checked: a file that is damaged, of another
    /// version or of another kind is refused with the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Lexicon, FileError> {
        Lexicon::from_bytes_ordered(bytes, |alphabet| LetterOrder::alphabetical(alphabet.len()))
    }

    /// As [`Lexicon::from_bytes`], with codes of the caller's choice for the letters.
    pub fn from_bytes_ordered(
        bytes: &[u8],
        order: impl FnOnce(&Alphabet) -> LetterOrder,
    ) -> Result<Lexicon, FileError> {
        let length = bytes.len() as u64;
        Lexicon::from_reader_ordered(&mut &*bytes, length, order)
    }

    /// As [`Lexicon::from_bytes_ordered`] for a file of `length` bytes that is read piece by piece:
    /// it takes the memory of the graph, and never that of the file.
    pub fn from_reader_ordered(
        reader: &mut dyn Read,
        length: u64,
        order: impl FnOnce(&Alphabet) -> LetterOrder,
    ) -> Result<Lexicon, FileError> {
        let mut source = Source::new(reader);
        let head = Head::read(&mut source, usize::try_from(length).unwrap_or(usize::MAX))?;
        let lexicon = read_contents(&head, &mut source, order);
        // If the checksum does not match, that is the fault to report.
        source.finish()?;
        lexicon
    }

    /// The lexicon as a file. The same words in the same alphabet give the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Lexicon::Narrow(graph) => graph.to_bytes(),
            Lexicon::Wide(graph) => graph.to_bytes(),
        }
    }
}

fn read_contents(
    head: &Head,
    source: &mut Source<'_>,
    order: impl FnOnce(&Alphabet) -> LetterOrder,
) -> Result<Lexicon, FileError> {
    let alphabet = head.alphabet(source)?;
    let order = order(&alphabet);
    if order.len() != alphabet.len() {
        return Err(FileError::Order { order: order.len(), letters: alphabet.len() });
    }
    if alphabet.len() <= u32::LETTERS {
        decode::decode::<u32>(head, alphabet, order, source).map(Lexicon::Narrow)
    } else {
        decode::decode::<u64>(head, alphabet, order, source).map(Lexicon::Wide)
    }
}

impl<M: LetterMask> WordGraph<M> {
    /// The graph as a file, for any letter order. It is read by [`Lexicon::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = encode::encode(self);
        Head::of(self, body.len()).write(self.alphabet(), &body)
    }
}
