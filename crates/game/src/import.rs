//! Games recorded elsewhere: the record says what was drawn, the rules judge every command.

use crate::check::{checked, running};
use crate::command::Submission;
use crate::decide::Decision;
use crate::error::Rejection;
use crate::event::Event;
use crate::state::GameState;
use tilewright_movegen::Never;

/// Moves a recorded game on by a command. The end of the game is left to [`decide_end`], because
/// the record may name racks after the last move: the answer is the events and whether a rule
/// ends the game. A rejection changes nothing.
///
/// # Errors
/// Why the command is refused.
pub fn decide_recorded(
    state: &mut GameState,
    submission: &Submission,
) -> Result<(Vec<Event>, bool), Rejection> {
    let checked = checked(state, submission, submission.now, &Never)?;
    let mut decision = Decision::new(state, submission.now);
    decision.leaves_end = true;
    decision.carry_out(checked);
    let over = decision.over;
    Ok((decision.finished()?, over))
}

/// Ends a recorded game with its final account, if a rule ends it now: the events, or none. A game
/// that is played here ends by itself.
///
/// # Errors
/// If the game is over already.
pub fn decide_end(state: &mut GameState) -> Result<Vec<Event>, Rejection> {
    running(state)?;
    let mut decision = Decision::new(state, None);
    decision.finish_if_over();
    decision.finished()
}
