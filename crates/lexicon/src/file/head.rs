//! The head and the alphabet of a lexicon file.

use super::checksum::xxh64;
use super::source::Source;
use super::{CHECKSUM_BYTES, FILE_VERSION, FileError, MARK};
use crate::mask::LetterMask;
use crate::{GraphKind, MAX_GRAPH, WordGraph};
use tilewright_tiles::{Alphabet, Letter, MAX_LETTERS};

const HEAD_BYTES: usize = 32;

/// What a lexicon file says of itself.
pub(super) struct Head {
    kind: u8,
    letters: usize,
    pub words: usize,
    pub nodes: usize,
    /// The length of the array in memory.
    pub numbers: usize,
    alphabet_bytes: usize,
    body_bytes: usize,
}

fn structure<T>(found: Option<T>, what: &'static str) -> Result<T, FileError> {
    found.ok_or(FileError::Structure(what))
}

impl Head {
    pub fn of<M: LetterMask>(graph: &WordGraph<M>, body_bytes: usize) -> Head {
        Head {
            kind: graph.kind() as u8,
            letters: graph.alphabet().len(),
            words: graph.word_count(),
            nodes: graph.node_count(),
            numbers: graph.words().len(),
            alphabet_bytes: 0,
            body_bytes,
        }
    }

    /// The whole file.
    pub fn write(&self, alphabet: &Alphabet, body: &[u8]) -> Vec<u8> {
        let letters = write_alphabet(alphabet);
        let mut bytes =
            Vec::with_capacity(HEAD_BYTES + letters.len() + body.len() + CHECKSUM_BYTES);
        bytes.extend(MARK);
        bytes.extend(FILE_VERSION.to_le_bytes());
        bytes.extend([self.kind, self.letters as u8]);
        for number in [self.words, self.nodes, self.numbers, letters.len(), self.body_bytes] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(letters);
        bytes.extend(body);
        bytes.extend(xxh64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads and checks head and alphabet, and that the file has the length that it announces.
    pub fn read(source: &mut Source<'_>, length: usize) -> Result<Head, FileError> {
        source.announce(HEAD_BYTES.min(length));
        let bytes = source.take(HEAD_BYTES.min(length))?;
        let short = |needs| FileError::Short { has: length, needs };
        if !bytes.starts_with(&MARK) {
            return Err(match MARK.starts_with(&bytes) && !bytes.is_empty() {
                true => short(HEAD_BYTES + CHECKSUM_BYTES),
                false => FileError::Foreign,
            });
        }
        let number = |place: usize| -> Result<usize, FileError> {
            let found = bytes.get(place..place + 4).and_then(|four| four.try_into().ok());
            found.map(|four| u32::from_le_bytes(four) as usize).ok_or(short(HEAD_BYTES))
        };
        let byte = |place: usize| bytes.get(place).copied().ok_or(short(HEAD_BYTES));
        let version = number(8)? & 0xFFFF;
        if version != usize::from(FILE_VERSION) {
            return Err(FileError::Version(version as u16));
        }
        let head = Head {
            kind: byte(10)?,
            letters: usize::from(byte(11)?),
            words: number(12)?,
            nodes: number(16)?,
            numbers: number(20)?,
            alphabet_bytes: number(24)?,
            body_bytes: number(28)?,
        };
        let contents =
            HEAD_BYTES.saturating_add(head.alphabet_bytes).saturating_add(head.body_bytes);
        let needs = contents.saturating_add(CHECKSUM_BYTES);
        if length < needs {
            return Err(short(needs));
        }
        if length > needs {
            return Err(FileError::Long(length - needs));
        }
        source.announce(contents);
        Ok(head)
    }

    /// What it is a graph of.
    pub fn kind(&self) -> Result<GraphKind, FileError> {
        let kind = GraphKind::ALL.get(usize::from(self.kind)).copied();
        structure(kind, "its kind is not known")
    }

    /// Reads the alphabet, and checks what the head says.
    pub fn alphabet(&self, source: &mut Source<'_>) -> Result<Alphabet, FileError> {
        self.kind()?;
        let alphabet = read_alphabet(&source.take(self.alphabet_bytes)?, self.letters)?;
        self.check_sizes()?;
        Ok(alphabet)
    }

    /// Keeps a small file from asking for much memory: every node and every child takes a byte.
    fn check_sizes(&self) -> Result<(), FileError> {
        let mask_words = if self.letters <= u32::LETTERS { 1 } else { 2 };
        let most = 2 * mask_words + self.nodes.saturating_mul(4 * mask_words) + self.body_bytes;
        if self.nodes > self.body_bytes || self.numbers > most.min(MAX_GRAPH) {
            return Err(FileError::Structure("it is too small for the nodes that it announces"));
        }
        Ok(())
    }
}

fn write_alphabet(alphabet: &Alphabet) -> Vec<u8> {
    let mut bytes = Vec::new();
    let text = |text: &str, letter: Option<Letter>, bytes: &mut Vec<u8>| {
        bytes.extend(letter.map(|letter| letter.0));
        // A symbol has at most eight characters.
        bytes.push(text.len() as u8);
        bytes.extend(text.bytes());
    };
    for letter in alphabet.all().iter() {
        text(&alphabet.data(letter).symbol, None, &mut bytes);
    }
    bytes.extend((alphabet.aliases().count() as u16).to_le_bytes());
    for (alias, letter) in alphabet.aliases() {
        text(alias, Some(letter), &mut bytes);
    }
    bytes
}

fn read_alphabet(bytes: &[u8], letters: usize) -> Result<Alphabet, FileError> {
    const SHORT: &str = "its alphabet is cut short";
    let mut rest = bytes;
    let text = |rest: &mut &[u8]| -> Result<String, FileError> {
        let (length, after) = structure(rest.split_first(), SHORT)?;
        let (text, after) = structure(after.split_at_checked(usize::from(*length)), SHORT)?;
        *rest = after;
        let text = std::str::from_utf8(text).map(String::from);
        text.map_err(|_| FileError::Structure("its alphabet is not UTF-8"))
    };
    if letters > MAX_LETTERS {
        return Err(tilewright_tiles::TileError::TooManyLetters(letters).into());
    }
    let symbols = (0..letters).map(|_| text(&mut rest)).collect::<Result<Vec<_>, _>>()?;
    let mut alphabet = Alphabet::new(&symbols)?;
    let (count, after) = structure(rest.split_at_checked(2), SHORT)?;
    rest = after;
    for _ in 0..u16::from_le_bytes([count[0], count[1]]) {
        let (letter, after) = structure(rest.split_first(), SHORT)?;
        rest = after;
        if usize::from(*letter) >= letters {
            return Err(FileError::Structure("an alias is for a letter that is not there"));
        }
        let alias = text(&mut rest)?;
        alphabet.add_alias(&alias, Letter(*letter))?;
    }
    match rest.is_empty() {
        true => Ok(alphabet),
        false => Err(FileError::Structure("there are bytes after its alphabet")),
    }
}
