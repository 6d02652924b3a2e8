//! A lexicon file that is read piece by piece, so that it is never in memory as a whole.

use super::checksum::Xxh64;
use super::{CHECKSUM_BYTES, FileError};
use std::io::{ErrorKind, Read};

/// How much of a file is in memory at a time.
const PIECE: usize = 1 << 16;

/// The bytes of a file before its checksum, hashed as they are read.
pub(super) struct Source<'r> {
    reader: &'r mut dyn Read,
    piece: Vec<u8>,
    /// How many bytes of the piece are used up.
    used: usize,
    hash: Xxh64,
    /// The number of bytes read.
    has: usize,
    /// How many bytes there should be before the checksum.
    needs: usize,
}

impl<'r> Source<'r> {
    pub fn new(reader: &'r mut dyn Read) -> Source<'r> {
        let piece = Vec::with_capacity(PIECE);
        Source { reader, piece, used: 0, hash: Xxh64::new(), has: 0, needs: 0 }
    }

    /// Announces the number of bytes before the checksum.
    pub fn announce(&mut self, needs: usize) {
        self.needs = needs;
    }

    /// The bytes at hand, as many as fit at once, and whether they are the last.
    pub fn window(&mut self) -> Result<(&[u8], bool), FileError> {
        self.piece.drain(..std::mem::take(&mut self.used));
        let wanted = (self.needs - self.has).min(PIECE - self.piece.len());
        let came = self.piece.len();
        let read = (&mut *self.reader).take(wanted as u64).read_to_end(&mut self.piece);
        let read = read.map_err(|error| FileError::Unreadable(error.kind()))?;
        self.hash.update(&self.piece[came..]);
        self.has += read;
        if read < wanted {
            return Err(FileError::Short { has: self.has, needs: self.needs + CHECKSUM_BYTES });
        }
        Ok((&self.piece, self.has == self.needs))
    }

    /// Bytes of the window that are not needed any more.
    pub fn use_up(&mut self, bytes: usize) {
        self.used += bytes;
    }

    /// The next `count` bytes before the checksum.
    pub fn take(&mut self, bytes: usize) -> Result<Vec<u8>, FileError> {
        let mut taken = Vec::new();
        while taken.len() < bytes {
            let (window, _) = self.window()?;
            let part = window.len().min(bytes - taken.len());
            if part == 0 {
                return Err(FileError::Short { has: self.has, needs: self.has + bytes });
            }
            taken.extend(&window[..part]);
            self.use_up(part);
        }
        Ok(taken)
    }

    /// Reads to the end and compares the checksum.
    pub fn finish(mut self) -> Result<(), FileError> {
        loop {
            let (window, last) = self.window()?;
            let bytes = window.len();
            self.use_up(bytes);
            if last {
                break;
            }
        }
        let mut checksum = [0; CHECKSUM_BYTES];
        match self.reader.read_exact(&mut checksum) {
            Ok(()) if self.hash.finish().to_le_bytes() == checksum => Ok(()),
            Ok(()) => Err(FileError::Checksum),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(FileError::Short { has: self.has, needs: self.needs + CHECKSUM_BYTES })
            }
            Err(error) => Err(FileError::Unreadable(error.kind())),
        }
    }
}
