//! Draws that anyone can verify: a function of a secret seed and a counter.

use crate::hex;
use crate::{KindId, TileCounts, TileError};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The secret that decides every draw of a game. It has no serialisation and its `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The SHA-256 of a seed, published before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

const COMMITMENT_LABEL: &[u8] = b"tilewright seed commitment v1";
const SMALL_SEED_LABEL: &[u8] = b"tilewright rng_seed v1";

impl Seed {
    /// A seed of 32 random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed of a small number, for tests and puzzles. Anyone can guess it: it is never fair.
    pub fn from_number(number: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(SMALL_SEED_LABEL);
        hash.update(number.to_le_bytes());
        Seed(hash.finalize().into())
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Seed, TileError> {
        parse_hex(text).map(Seed)
    }

    /// The seed in 64 hexadecimal digits: for the private part of a log, and after the end.
    pub fn reveal(&self) -> String {
        hex::encode(&self.0)
    }

    /// What is published before the game.
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(COMMITMENT_LABEL);
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

impl Commitment {
    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Commitment, TileError> {
        parse_hex(text).map(Commitment)
    }
}

/// As [`Seed::from_hex`]. There is no `Display`: only [`Seed::reveal`] writes a seed.
impl FromStr for Seed {
    type Err = TileError;

    fn from_str(text: &str) -> Result<Seed, TileError> {
        Seed::from_hex(text)
    }
}

impl FromStr for Commitment {
    type Err = TileError;

    fn from_str(text: &str) -> Result<Commitment, TileError> {
        Commitment::from_hex(text)
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Seed {
        Seed::from_bytes(bytes)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

/// A whole number below `size`, the same for the same seed and counter everywhere:
/// the first 64-bit words of the ChaCha20 stream number `counter` under the key `seed`,
/// those past the largest multiple of `size` left out, modulo `size`.
pub fn draw_index(seed: &Seed, counter: u64, size: usize) -> usize {
    if size <= 1 {
        return 0;
    }
    let size = size as u64;
    let mut stream = ChaCha20Rng::from_seed(seed.0);
    stream.set_stream(counter);
    let limit = u64::MAX - (u64::MAX % size + 1) % size;
    loop {
        let word = stream.next_u64();
        if word <= limit {
            return (word % size) as usize;
        }
    }
}

impl TileCounts {
    /// Takes the tile that seed and counter select; `None` from an empty bag.
    pub fn draw(&mut self, seed: &Seed, counter: u64) -> Option<KindId> {
        let kind = self.nth(draw_index(seed, counter, self.len()))?;
        self.take(kind).then_some(kind)
    }
}

fn parse_hex(text: &str) -> Result<[u8; 32], TileError> {
    hex::decode(text).ok_or_else(|| TileError::BadHex(text.chars().take(70).collect()))
}
