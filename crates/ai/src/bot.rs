//! The interface of bots.

use crate::{Move, Outlook};

/// A player. It decides by what its seat knows and by nothing else, and deterministically: the
/// same games, turns and seeds give the same choices.
pub trait Bot {
    /// A new game begins; random-looking choices depend on the seed.
    fn begin(&mut self, _seed: u64) {}

    /// Chooses a move.
    fn choose(&mut self, outlook: &Outlook<'_>) -> Move;
}
