//! What the settings of a game mean.

use super::{NewTable, SeatChoice};
use crate::{Engine, Fault, Loaded, VariantSource, Words};
use std::sync::Arc;

impl NewTable {
    /// The variant with the words and the clock of the game.
    ///
    /// # Errors
    /// If there is no such variant, or the clock is out of its range.
    pub fn load(&self, engine: &Engine) -> Result<Arc<Loaded>, Fault> {
        engine.resources().timed_variant(&self.variant, &self.words, self.time)
    }

    /// Whether the game is played as its variant says: shipped, with its own words, without hints.
    pub fn is_plain(&self) -> bool {
        let shipped = matches!(self.variant, VariantSource::Shipped(_));
        shipped && self.words == Words::Variant && !self.hints
    }

    /// Whether the game can be rated; who plays, and how long, matters too.
    pub fn may_be_rated(&self) -> bool {
        let bots = self.seats.iter().any(|seat| matches!(seat, SeatChoice::Bot(_)));
        self.rated && self.is_plain() && !bots && self.seats.len() > 1
    }
}
