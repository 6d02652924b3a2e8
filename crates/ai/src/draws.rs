//! The source of drawn tiles in a playout.

use crate::Chance;
use tilewright_tiles::{KindId, Seed, TileCounts, draw_index};

/// Decides which tile leaves the bag next.
pub trait Draws {
    /// The next tile; `None` from an empty bag. The bag itself is not changed.
    fn next(&mut self, bag: &TileCounts) -> Option<KindId>;
}

impl Draws for Chance {
    #[inline]
    fn next(&mut self, bag: &TileCounts) -> Option<KindId> {
        bag.nth(self.below(bag.len()))
    }
}

/// Draws as a game with a log makes them: by its seed and a counter.
#[derive(Clone, Debug)]
pub struct SeedDraws {
    seed: Seed,
    counter: u64,
}

impl SeedDraws {
    /// Draws under a seed, after some have been made.
    pub fn new(seed: Seed, counter: u64) -> SeedDraws {
        SeedDraws { seed, counter }
    }
}

impl Draws for SeedDraws {
    fn next(&mut self, bag: &TileCounts) -> Option<KindId> {
        let kind = bag.nth(draw_index(&self.seed, self.counter, bag.len()))?;
        self.counter += 1;
        Some(kind)
    }
}

/// No draws: for positions in which the bag is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDraws;

impl Draws for NoDraws {
    fn next(&mut self, _: &TileCounts) -> Option<KindId> {
        None
    }
}
