//! The ledger: every tile of the game is in exactly one place.

use crate::{TileCounts, TileSet};
use std::sync::Arc;
use thiserror::Error;

/// A kind of tile whose places do not add up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{found} tiles `{kind}` are in play, the set has {expected}")]
pub struct LedgerFault {
    /// The kind.
    pub kind: Arc<str>,
    /// How many there should be.
    pub expected: usize,
    /// How many there are.
    pub found: usize,
}

/// Adds up where the tiles are.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    seen: TileCounts,
}

impl Ledger {
    /// Counts the tiles of one place: the bag, a rack, the board, the pile of a resigned player.
    pub fn place(mut self, tiles: &TileCounts) -> Ledger {
        self.seen.add_counts(tiles);
        self
    }

    /// Whether every tile of the set was counted exactly once.
    pub fn balance(&self, set: &TileSet) -> Result<(), LedgerFault> {
        for kind in set.kind_ids() {
            let (expected, found) = (set.full_bag().count(kind), self.seen.count(kind));
            if expected != found {
                return Err(LedgerFault { kind: set.kind(kind).id.clone(), expected, found });
            }
        }
        Ok(())
    }
}
