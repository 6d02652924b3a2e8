//! Alphabets, tile sets, racks, bags, fair draws and the tile ledger.
//!
//! A [`TileSet`] knows an alphabet of up to 63 letters (a letter may be written with several
//! characters, as CH or LL) and the kinds of tiles in the bag. Racks and bags are [`TileCounts`].
//! A draw is a function of a secret [`Seed`] and a counter, so no order is ever stored.

mod alphabet;
mod chance;
mod counts;
mod draw;
mod error;
pub mod hex;
mod ledger;
mod sorting;
mod text;
mod tile;
mod tileset;

pub use alphabet::{Alphabet, Category, Letter, LetterData, LetterSet};
pub use chance::Chance;
pub use counts::TileCounts;
pub use draw::{Commitment, Seed, draw_index};
pub use error::TileError;
pub use ledger::{Ledger, LedgerFault};
pub use sorting::{gathered, sort_by_key};
pub use text::{fold, has_rtl_letters};
pub use tile::{Mark, Tile};
pub use tileset::{Face, Kind, KindId, KindSpec, TileSet, TileSetSpec};

/// The largest alphabet.
pub const MAX_LETTERS: usize = 63;
/// The largest number of tile kinds: letters, blanks and further kinds of one letter.
pub const MAX_KINDS: usize = 80;
/// The largest number of tiles in a game.
pub const MAX_TILES: usize = 10_000;
/// The longest letter, in characters.
pub const MAX_SYMBOL: usize = 8;
