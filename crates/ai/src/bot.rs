//! What every player is.

use crate::{Outlook, Turn};

/// A player. It decides by what its seat knows and by nothing else, and always alike: the same
/// games, turns and seeds give the same choices.
pub trait Bot {
    /// A new game begins; what looks like chance in the player's choices comes from the seed.
    fn begin(&mut self, _seed: u64) {}

    /// What to do with a turn.
    fn choose(&mut self, outlook: &Outlook<'_>) -> Turn;
}
