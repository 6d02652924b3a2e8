//! What can be wrong with letters and tiles.

use crate::{MAX_KINDS, MAX_LETTERS, MAX_SYMBOL, MAX_TILES};
use thiserror::Error;

/// Why an alphabet, a tile set or a text cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TileError {
    /// No letter at all.
    #[error("the alphabet has no letters; list at least one as [symbol, count, value]")]
    NoLetters,
    /// Too many letters.
    #[error("the alphabet has {0} letters, the bound is {MAX_LETTERS}")]
    TooManyLetters(usize),
    /// Too many kinds.
    #[error("there are {0} kinds of tiles, the bound is {MAX_KINDS}")]
    TooManyKinds(usize),
    /// Too many tiles.
    #[error("there are {0} tiles, the bound is {MAX_TILES}")]
    TooManyTiles(u64),
    /// A symbol that cannot be used.
    #[error(
        "`{0}` cannot be a tile's symbol: use 1 to {MAX_SYMBOL} characters, no spaces and none of , = [ ] ? |"
    )]
    BadSymbol(String),
    /// Two letters, aliases or kinds of one name.
    #[error(
        "`{0}` stands for two tiles; symbols, aliases and ids must differ (upper and lower case are the same)"
    )]
    Duplicate(String),
    /// A letter that is not in the alphabet.
    #[error("`{symbol}` in {place} is not a letter of the alphabet")]
    UnknownLetter {
        /// What was read.
        symbol: String,
        /// Where.
        place: String,
    },
    /// A text that cannot be spelled.
    #[error("`{text}` cannot be spelled: no letter of the alphabet starts at `{rest}`")]
    Unspellable {
        /// The whole text.
        text: String,
        /// The part that could not be read.
        rest: String,
    },
    /// A mark that is too long.
    #[error("the mark `{0}` is longer than 8 bytes")]
    LongMark(String),
    /// A seed or commitment that cannot be read.
    #[error("`{0}` is not 64 hexadecimal digits")]
    BadHex(String),
}
