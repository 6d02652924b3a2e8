//! Checking a command against a state, by reference. All refusals are found here, before the first
//! event: what passes can be carried out to its end.

use crate::any_play::any_play;
use crate::clock::Expiry;
use crate::command::{Command, Submission};
use crate::error::Rejection;
use crate::event::ResignCause;
use crate::state::{GameState, PendingMove};
use std::sync::Arc;
use tilewright_movegen::{Never, Stop, judge_steps};
use tilewright_rules::{
    ForeignMove, GameStatus, MoveKind, ScoreBreakdown, TurnAction, UserMove, ValidatedMove,
    Violation, ViolationId, Violations, check_actions, score, validate_user_move,
};
use tilewright_tiles::KindId;

/// The most events of a game, branches included. Commands that would make it longer are refused.
pub const MAX_EVENTS: usize = 20_000;
/// The most steps of judging a move, about a second. They are estimated from its actions, the axes of
/// the board and the plugins.
pub const MAX_MOVE_STEPS: u64 = 200_000_000;
/// More events than one command causes.
const STEP: usize = 256;
/// Room at the end of a log in which only resignations and the clock move a game on.
const ENDING: usize = 1_000;

/// A command that was checked: what is left is to carry it out.
pub(crate) enum Checked {
    /// There is nothing to do.
    Nothing,
    /// A play, with the account of its score.
    Play { seat: u8, validated: Box<ValidatedMove>, account: Arc<ScoreBreakdown> },
    /// An exchange of these tiles.
    Swap { seat: u8, kinds: Vec<KindId> },
    /// A pass that uses the turn.
    Pass { seat: u8, timeout: bool },
    /// A pass that accepts the last move and uses no turn.
    Accept { seat: u8 },
    /// A challenge, with the words that are not in the word list.
    Challenge { seat: u8, pending: Box<PendingMove>, invalid: Vec<String> },
    /// A resignation.
    Resign { seat: u8, cause: ResignCause },
    /// A rule is switched on or off.
    SwitchRule { rule: String, enabled: bool },
    /// A rack is laid by hand.
    ArrangeRack { seat: u8, kinds: Vec<KindId> },
}

/// Whether a command would be accepted. Costs no copy of the state.
///
/// # Errors
/// The rejection that [`decide`](crate::decide) would answer with.
pub fn check(state: &GameState, submission: &Submission) -> Result<(), Rejection> {
    check_until(state, submission, &Never)
}

/// The same, but a search for plays, on which a pass may depend, ends when it is time to stop.
///
/// # Errors
/// As [`check`], and [`Rejection::Cancelled`].
pub fn check_until(
    state: &GameState,
    submission: &Submission,
    stop: &dyn Stop,
) -> Result<(), Rejection> {
    checked(state, submission, submission.now, stop).map(|_| ())
}

/// Checks a command that counts as sent at `acted`.
pub(crate) fn checked(
    state: &GameState,
    submission: &Submission,
    acted: Option<u64>,
    stop: &dyn Stop,
) -> Result<Checked, Rejection> {
    running(state)?;
    has_room(state.revision as usize, &submission.command)?;
    if let Some(expected) = submission.revision.filter(|expected| *expected != state.revision) {
        return Err(Rejection::Stale { expected, current: state.revision });
    }
    let expiry = acted.and_then(|now| state.expiry(now));
    let timeless = matches!(
        submission.command,
        Command::Tick | Command::SwitchRule { .. } | Command::ArrangeRack { .. }
    );
    if expiry.is_some() && !timeless {
        return Err(late());
    }
    match &submission.command {
        Command::Move { seat, user_move } => match user_move.kind() {
            Ok(MoveKind::Swap(tiles)) => swap(state, *seat, &tiles, user_move),
            _ => play(state, *seat, user_move),
        },
        Command::Pass { seat } => pass(state, *seat, stop),
        Command::Challenge { seat } => challenge(state, *seat),
        Command::Resign { seat } => {
            allow(state, *seat, &TurnAction::Resign)?;
            resign(state, *seat, ResignCause::Declared)
        }
        Command::Tick => expire(state, expiry),
        Command::SwitchRule { rule, enabled } => switch_rule(state, rule, *enabled),
        Command::ArrangeRack { seat, tiles } => arrange(state, *seat, tiles),
    }
}

/// Checks a validated move with its score.
pub(crate) fn check_validated(
    state: &GameState,
    seat: u8,
    validated: &ValidatedMove,
    score: &ScoreBreakdown,
    now: Option<u64>,
) -> Result<(), Rejection> {
    running(state)?;
    log_has_room(state.revision as usize, ENDING)?;
    if validated.revision() != state.revision {
        let (expected, current) = (validated.revision(), state.revision);
        return Err(Rejection::Stale { expected, current });
    }
    if !validated.owns(score) {
        return Err(Rejection::ForeignScore);
    }
    if now.is_some_and(|now| state.time_is_up(now)) {
        return Err(late());
    }
    allow(state, seat, &TurnAction::Play)?;
    if !validated.belongs_to(&state.position(seat)) {
        return Err(ForeignMove.into());
    }
    fits(state.check_turn(seat))?;
    fits(state.check_play(seat, &validated.placements, &validated.shifts))
}

/// Whether a game runs at all: it has begun and is not over.
pub(crate) fn running(state: &GameState) -> Result<(), Rejection> {
    if state.result.is_some() {
        return Err(Rejection::Finished);
    }
    if state.racks.is_empty() {
        return fits(Err("the game has not started".to_string()));
    }
    Ok(())
}

/// Whether a game with this many events has room for those of a command. The last events are left
/// to commands that end games, so that a full log can still be closed.
pub(crate) fn has_room(events: usize, command: &Command) -> Result<(), Rejection> {
    match command {
        Command::Resign { .. } | Command::Tick => log_has_room(events, STEP),
        _ => log_has_room(events, ENDING),
    }
}

fn log_has_room(events: usize, wanted: usize) -> Result<(), Rejection> {
    match events.saturating_add(wanted) > MAX_EVENTS {
        true => Err(Rejection::LogFull { events, limit: MAX_EVENTS }),
        false => Ok(()),
    }
}

fn late() -> Rejection {
    Violation::new(ViolationId::TimeLimit, "time is up; the turn is decided by the clock").into()
}

/// What the log could not record, although no rule that is on refuses it.
fn fits(found: Result<(), String>) -> Result<(), Rejection> {
    found.map_err(|reason| Violation::new(ViolationId::EventLog, reason).into())
}

fn allow(state: &GameState, seat: u8, action: &TurnAction) -> Result<(), Rejection> {
    let mut violations = state.ruleset.engine().check_action(&state.status, seat, action);
    if matches!(action, TurnAction::Play | TurnAction::Swap(_))
        && violations.is_empty()
        && ends_when_accepted(state)
    {
        let message = "the last move ends the game: pass to accept it, or challenge it";
        violations.push(Violation::new(ViolationId::Challenge, message));
    }
    if violations.is_empty() { Ok(()) } else { Err(Violations(violations).into()) }
}

/// Whether a move waits for a challenge and the game is over once it stands.
fn ends_when_accepted(state: &GameState) -> bool {
    if state.pending.is_none() {
        return false;
    }
    let status = GameStatus { challengeable: false, ..state.status.clone() };
    state.ruleset.engine().check_end_game(&status).is_some()
}

fn play(state: &GameState, seat: u8, user_move: &UserMove) -> Result<Checked, Rejection> {
    // Out of turn, nothing is said about the rack: nobody can learn from it.
    allow(state, seat, &TurnAction::Play)?;
    let position = state.position(seat);
    let actions = user_move.actions.len();
    let steps = judge_steps(&position, actions);
    if steps > MAX_MOVE_STEPS {
        return Err(Rejection::MoveTooLong { actions, steps, limit: MAX_MOVE_STEPS });
    }
    let validated = validate_user_move(&position, user_move.clone())?;
    fits(state.check_turn(seat))?;
    fits(state.check_play(seat, &validated.placements, &validated.shifts))?;
    let account = score(&position, &validated);
    Ok(Checked::Play { seat, validated: Box::new(validated), account: Arc::new(account) })
}

fn swap(
    state: &GameState,
    seat: u8,
    tiles: &[String],
    user_move: &UserMove,
) -> Result<Checked, Rejection> {
    let action = TurnAction::Swap(tiles.len());
    allow(state, seat, &action)?;
    let mut violations = Vec::new();
    let position = state.position(seat);
    check_actions(&position, &mut user_move.clone(), &mut violations, &mut Vec::new());
    let mut kinds: Vec<KindId> = Vec::new();
    for tile in tiles {
        match state.read_tile(tile) {
            Ok(kind) => kinds.push(kind),
            Err(reason) => violations.push(Violation::new(ViolationId::TilesInRack, reason)),
        }
    }
    if !state.rack(seat).take_all(&kinds) {
        let message = "the rack does not hold the tiles to be swapped";
        violations.push(Violation::new(ViolationId::TilesInRack, message));
    }
    if !violations.is_empty() {
        return Err(Violations(violations).into());
    }
    if let Some(pending) = &state.pending {
        // The last mover draws before the exchange: the bag must still suffice.
        let drawn = state.refill_count(pending.seat);
        let mut status = state.status.clone();
        (status.bag_len, status.challengeable) = (status.bag_len - drawn, false);
        if let Some(mover) = status.seats.get_mut(usize::from(pending.seat)) {
            mover.rack_len += drawn;
        }
        let violations = state.ruleset.engine().check_action(&status, seat, &action);
        if !violations.is_empty() {
            return Err(Violations(violations).into());
        }
    }
    fits(state.check_turn(seat))?;
    Ok(Checked::Swap { seat, kinds })
}

fn pass(state: &GameState, seat: u8, stop: &dyn Stop) -> Result<Checked, Rejection> {
    allow(state, seat, &TurnAction::Pass)?;
    fits(state.check_seat(seat))?;
    let out = state.pending.is_some() && state.status.out.is_some();
    if out || ends_when_accepted(state) {
        return Ok(Checked::Accept { seat });
    }
    if !state.ruleset.spec().pass.allow_pass {
        let play_possible = Some(can_do_something(state, seat, stop)?);
        let status = GameStatus { play_possible, ..state.status.clone() };
        let action = TurnAction::Pass;
        let violations = state.ruleset.engine().check_action(&status, seat, &action);
        if !violations.is_empty() {
            return Err(Violations(violations).into());
        }
    }
    fits(state.check_turn(seat))?;
    Ok(Checked::Pass { seat, timeout: false })
}

/// Whether a swap or a play is possible.
fn can_do_something(state: &GameState, seat: u8, stop: &dyn Stop) -> Result<bool, Rejection> {
    let swap = !state.rack(seat).is_empty() && allow(state, seat, &TurnAction::Swap(1)).is_ok();
    if swap { Ok(true) } else { any_play(state, seat, stop) }
}

fn challenge(state: &GameState, seat: u8) -> Result<Checked, Rejection> {
    allow(state, seat, &TurnAction::Challenge)?;
    fits(state.check_seat(seat))?;
    let Some(pending) = &state.pending else { return Ok(Checked::Nothing) };
    if pending.seat == seat {
        let message = "a player cannot challenge the own move";
        return Err(Violation::new(ViolationId::Challenge, message).into());
    }
    let Some(dictionary) = &state.dictionary else {
        let list = state.ruleset.lexicon().unwrap_or("of the game");
        return Err(Rejection::NoDictionary(list.to_string()));
    };
    let alphabet = state.ruleset.tiles().alphabet();
    let anagrams = state.ruleset.spec().word_validation.anagram_words;
    let invalid = (pending.words.iter())
        .filter(|(letters, _)| match anagrams {
            true => !dictionary.contains_anagram(alphabet, letters),
            false => !dictionary.contains(alphabet, letters),
        })
        .map(|(_, text)| text.clone())
        .collect();
    Ok(Checked::Challenge { seat, pending: Box::new(pending.clone()), invalid })
}

fn resign(state: &GameState, seat: u8, cause: ResignCause) -> Result<Checked, Rejection> {
    fits(state.check_seat(seat))?;
    if state.status.seats[usize::from(seat)].resigned {
        fits(Err(format!("seat {seat} has resigned already")))?;
    }
    Ok(Checked::Resign { seat, cause })
}

fn expire(state: &GameState, expiry: Option<Expiry>) -> Result<Checked, Rejection> {
    let seat = state.to_move();
    match expiry {
        None => Ok(Checked::Nothing),
        Some(Expiry::Resign) => resign(state, seat, ResignCause::Timeout),
        Some(Expiry::Inactive) => resign(state, seat, ResignCause::Inactivity),
        Some(Expiry::Pass) => {
            fits(state.check_turn(seat))?;
            Ok(Checked::Pass { seat, timeout: true })
        }
    }
}

fn switch_rule(state: &GameState, rule: &str, enabled: bool) -> Result<Checked, Rejection> {
    if !state.ruleset.engine().list().iter().any(|info| info.id == *rule) {
        let rule: String = rule.chars().take(40).collect();
        return Err(Violation::new(ViolationId::Rule, format!("there is no rule `{rule}`")).into());
    }
    Ok(Checked::SwitchRule { rule: rule.to_string(), enabled })
}

fn arrange(state: &GameState, seat: u8, tiles: &str) -> Result<Checked, Rejection> {
    if state.fair {
        let message = "racks cannot be laid by hand in a fair game";
        return Err(Violation::new(ViolationId::Arrange, message).into());
    }
    let kinds = state.ruleset.tiles().parse_rack(tiles);
    let kinds = kinds.map_err(|error| Violation::new(ViolationId::Arrange, error.to_string()))?;
    let mut pool = state.bag;
    pool.add_counts(&state.rack(seat));
    if state.check_seat(seat).is_err() || !pool.take_all(&kinds) {
        let message = "there is no such seat, or the bag and the rack do not hold these tiles";
        return Err(Violation::new(ViolationId::Arrange, message).into());
    }
    Ok(Checked::ArrangeRack { seat, kinds })
}
