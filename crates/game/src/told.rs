//! Games that were played elsewhere: what happened is told, and the rules only judge it.

use crate::decide::Decision;
use crate::error::Rejection;
use crate::event::Event;
use crate::state::GameState;

/// The end of the game with its final account, if a rule ends it now; else nothing. A game that
/// is played here ends by itself; this is for one whose last draw was told after the last move.
pub fn decide_end(state: &GameState) -> Result<Vec<Event>, Rejection> {
    if state.result.is_some() {
        return Err(Rejection::Finished);
    }
    let mut decision = Decision::new(state, None);
    decision.finish_if_over()?;
    Ok(decision.events)
}
