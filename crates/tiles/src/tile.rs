//! Tiles in play.

use crate::{KindId, Letter, TileError};
use std::fmt;

/// A tile on the board: its kind, the letter it stands for, and a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its kind.
    pub kind: KindId,
    /// The letter it shows: its own, its rotated one, or the one a blank stands for.
    pub letter: Letter,
    /// A short note that travels with the tile.
    pub mark: Mark,
}

/// A short text (up to 8 bytes) that travels with a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mark {
    bytes: [u8; 8],
}

impl Mark {
    /// No mark.
    pub const NONE: Mark = Mark { bytes: [0; 8] };

    /// A mark of a text.
    pub fn new(text: &str) -> Result<Mark, TileError> {
        if text.len() > 8 || text.contains('\0') {
            return Err(TileError::LongMark(text.chars().take(20).collect()));
        }
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Mark { bytes })
    }

    /// The text, empty for no mark.
    pub fn as_str(&self) -> &str {
        let end = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(8);
        std::str::from_utf8(&self.bytes[..end]).unwrap_or("")
    }

    /// Whether there is no mark.
    pub fn is_none(&self) -> bool {
        self.bytes[0] == 0
    }
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mark({:?})", self.as_str())
    }
}
