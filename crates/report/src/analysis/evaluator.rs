//! Better judges than score and leave.

use super::RatedMove;
use crate::Equity;
use serde::{Deserialize, Serialize};
use tilewright_ai::{Move, Outlook};

/// What a judge says of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// What the move is worth: points ahead at the end, as far as the judge looks.
    pub equity: Equity,
    /// The chance to win, from 0 to 1, shared wins counted half; `None` where the judge knows none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub win: Option<f64>,
    /// Games that were played out for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rollouts: Option<u64>,
    /// Whether it is the exact value and not an estimate.
    pub exact: bool,
}

/// Judges the best moves of a position by more than score and leave: by playing games out, or by
/// searching an endgame to its end.
///
/// An analysis asks its evaluators in order and takes the first answer; without one, score and
/// leave decide.
pub trait Evaluator {
    /// What it is called in reports: `simulation`, `endgame`.
    fn name(&self) -> &'static str;

    /// Moves that should be among those that are judged, regardless of score and leave.
    fn suggest(&mut self, _outlook: &Outlook<'_>) -> Vec<Move> {
        Vec::new()
    }

    /// One judgement for each candidate, in order; `None` if the position is not one for it.
    fn judge(&mut self, outlook: &Outlook<'_>, candidates: &[RatedMove]) -> Option<Vec<Judgement>>;
}
