//! Previews by what a seat sees.

use super::{Engine, preview};
use crate::{Answer, Fault, FaultCode, VariantSource, Words};
use tilewright_game::{SeatView, Seen};
use tilewright_rules::UserMove;

impl Engine {
    pub(super) fn preview_seen(
        &self,
        variant: &VariantSource,
        words: &Words,
        view: &SeatView,
        user_move: UserMove,
    ) -> Result<Answer, Fault> {
        let loaded = self.resources.variant(variant, words)?;
        let dictionary = self.resources.dictionary(&loaded, words)?;
        let seen = Seen::new(&loaded.ruleset, view)
            .map_err(|error| Fault::new(FaultCode::BadRequest, error))?;
        let position = seen.position(&loaded.ruleset, dictionary.as_deref());
        Ok(Answer::Preview(preview(&position, user_move).into()))
    }
}
