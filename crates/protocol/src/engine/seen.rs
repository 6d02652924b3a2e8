//! Previews by what a seat sees.

use super::limits::Work;
use super::{Engine, preview};
use crate::{Answer, Fault, FaultCode, VariantSource, Words};
use tilewright_game::{SeatView, Seen};
use tilewright_rules::UserMove;

impl Engine {
    pub(super) fn preview_seen(
        &self,
        (variant, words): (&VariantSource, &Words),
        view: &SeatView,
        user_move: UserMove,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let loaded = self.variant(variant, words, paid)?;
        let dictionary = self.resources.dictionary_within(&loaded, words, &paid.caller)?;
        let seen = Seen::new(&loaded.ruleset, view)
            .map_err(|error| Fault::new(FaultCode::BadRequest, error))?;
        let position = seen.position(&loaded.ruleset, dictionary.as_deref());
        paid.judge(&position, &user_move)?;
        Ok(Answer::Preview(preview(&position, user_move).into()))
    }
}
