//! Which position a move belongs to.

use crate::Position;
use std::fmt;
use thiserror::Error;

/// The identity of a position: the game, its revision, the rules, the board and the rack. A move
/// that was validated for one position is neither scored nor committed in another.
///
/// It is a check against mix-ups, not a secret: the same position has the same identity everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PositionId(u64);

impl fmt::Debug for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PositionId({:016x})", self.0)
    }
}

/// A move that was validated for another position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move was validated for another position; validate it again")]
pub struct ForeignMove;

/// Mixes a value into a hash.
#[inline]
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

/// Mixes bytes into a hash.
pub(crate) fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let mixed = bytes.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)));
    mix(mixed, bytes.len() as u64)
}

impl PositionId {
    pub(crate) fn of(position: &Position<'_>) -> PositionId {
        let mut hash = mix(position.ruleset.fingerprint(), position.game);
        hash = mix(hash, position.revision);
        hash = mix(hash, position.board.fingerprint());
        for (kind, count) in position.rack.iter() {
            hash = mix(hash, u64::from(kind.0) << 16 | u64::from(count));
        }
        for (rule, enabled) in position.switches {
            hash = mix(mix_bytes(hash, rule.as_bytes()), u64::from(*enabled));
        }
        PositionId(hash)
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }
}

/// A number for a game by what is said of it at its start, for [`Position::game`].
pub fn game_id(parts: &[&str]) -> u64 {
    parts.iter().fold(1, |hash, part| mix_bytes(hash, part.as_bytes()))
}
