//! What must hold of a game that is over.

use super::{Checked, Session, ensure};
use std::sync::Arc;
use tilewright_game::{
    Command, Event, Fact, Game, GameLog, GameResult, GameState, Snapshot, replay, verify_shuffle,
};
use tilewright_rules::Points;
use tilewright_rules::Ruleset;
use tilewright_rules::spec::{Settlement, TieBreak};
use tilewright_tiles::Seed;

/// Checks a finished game as a whole.
pub(crate) fn check(session: &mut Session<'_>) -> Checked {
    let result = session.game.state().result().cloned().ok_or("the game is not over")?;
    session.report.ended_by = result.rule.clone();
    let seat = session.game.state().to_move();
    session.must_not(Command::Pass { seat })?;
    let ruleset = &session.table.ruleset;
    check_log(ruleset, &session.game.log(), &session.game.state().canonical_bytes())?;
    check_shuffle(session, &result)?;
    check_result(session, &result)?;
    check_undo(session)
}

/// A log gives its state again: replayed as it is, and after a round trip through JSON.
pub fn check_log(ruleset: &Arc<Ruleset>, log: &GameLog, bytes: &[u8]) -> Checked {
    let text = |log: &GameLog| serde_json::to_string(log).map_err(|error| error.to_string());
    let same = |state: &GameState, how: &str| {
        ensure(state.canonical_bytes() == bytes, || format!("{how} gives another state"))
    };
    let seed = log.secret_seed.as_deref().map(Seed::from_hex).transpose();
    let seed = seed.map_err(|error| error.to_string())?;
    let replayed = replay(ruleset, seed.as_ref(), &log.events).map_err(|e| e.to_string())?;
    same(&replayed, "replaying the log")?;
    let json = text(log)?;
    let read: GameLog = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    ensure(text(&read)? == json, || "the log is written otherwise after reading".to_string())?;
    let game = Game::from_log(ruleset.clone(), read).map_err(|error| error.to_string())?;
    same(game.state(), "reading the log from JSON")?;
    ensure(*game.state() == replayed, || "equal bytes, but the states are not equal".to_string())
}

fn check_shuffle(session: &mut Session<'_>, result: &GameResult) -> Checked {
    let ruleset = session.table.ruleset.clone();
    let revealed = result.seed.as_deref().ok_or("the seed is not revealed at the end")?;
    let seed = Seed::from_hex(revealed).map_err(|error| error.to_string())?;
    ensure(seed == session.seed, || "another seed is revealed".to_string())?;
    let events = session.game.events().to_vec();
    verify_shuffle(&ruleset, &events, &seed).map_err(|fault| fault.to_string())?;
    let wrong = Seed::from_bytes(session.chance.bytes());
    ensure(verify_shuffle(&ruleset, &events, &wrong).is_err(), || {
        "the shuffle is verified with a wrong seed".to_string()
    })?;
    match tampered(session, events) {
        Some(events) => ensure(verify_shuffle(&ruleset, &events, &seed).is_err(), || {
            "a tampered draw goes unnoticed".to_string()
        }),
        None => Ok(()),
    }
}

/// The events with one drawn tile exchanged for another kind.
fn tampered(session: &mut Session<'_>, mut events: Vec<Event>) -> Option<Vec<Event>> {
    let draws: Vec<usize> = (events.iter().enumerate())
        .filter(|(_, event)| matches!(event.fact, Fact::Drew { .. }))
        .map(|(index, _)| index)
        .collect();
    let index = *session.chance.pick(&draws)?;
    let Fact::Drew { tiles, .. } = &mut events[index].fact else { return None };
    let place = session.chance.below(tiles.len());
    let names = session.table.ruleset.tiles().kinds().iter().map(|kind| kind.id.clone());
    let others: Vec<_> = names.filter(|name| *name != tiles[place]).collect();
    tiles[place] = session.chance.pick(&others)?.clone();
    Some(events)
}

/// Scores before the end plus adjustments are the final scores; the adjustments are those that the
/// rules ask for; the best score wins.
fn check_result(session: &Session<'_>, result: &GameResult) -> Checked {
    let events = session.game.events();
    let ruleset = &session.table.ruleset;
    let before = replay(ruleset, None, &events[..events.len() - 1]).map_err(|e| e.to_string())?;
    let unsettled = result.rule == "resignation";
    for seat in 0..before.players() {
        let lines = result.adjustments.iter().filter(|line| line.seat == seat);
        let adjusted = lines.fold(Points::ZERO, |sum, line| sum.add(&line.points));
        let expected = if unsettled { Points::ZERO } else { settlement(&before, seat) };
        ensure(adjusted == expected, || {
            format!("seat {seat} is adjusted by {adjusted}, the rules say {expected}")
        })?;
        let (score, last) = (before.score(seat), &result.scores[usize::from(seat)]);
        ensure(score.add(&adjusted) == *last, || {
            format!("seat {seat}: {score} and {adjusted} do not make {last}")
        })?;
    }
    let playing = || before.status().active().map(|(seat, _)| seat);
    let best = playing().map(|seat| &result.scores[usize::from(seat)]).max();
    let mut winners: Vec<u8> =
        playing().filter(|seat| Some(&result.scores[usize::from(*seat)]) == best).collect();
    let placer = events.iter().rev().find_map(|event| match event.fact {
        Fact::Played { seat, .. } => Some(seat),
        _ => None,
    });
    let challenges = ruleset.spec().challenge.enable_challenges;
    if let (TieBreak::LastMover, Some(last)) = (ruleset.spec().winner.tie, placer) {
        if challenges && winners.len() > 1 {
            // A withdrawn move may have been the last; who moved before it is not known here.
            winners = result.winners.clone();
        } else if winners.contains(&last) {
            winners = vec![last];
        }
    }
    ensure(result.winners == winners, || {
        format!("{:?} win, the best scores are of {winners:?}", result.winners)
    })
}

/// What the end does to a seat's score (no shipped variant has overtime or a floor).
fn settlement(state: &GameState, seat: u8) -> Points {
    let settings = &state.ruleset().spec().final_adjustment;
    let status = state.status();
    let held = |seat: u8| {
        let rack = state.rack(seat);
        let value = |kind| i64::from(state.ruleset().tiles().kind(kind).score);
        match settings.per_tile_left {
            Some(points) => points * rack.len() as i64,
            None => rack.tiles().map(value).sum(),
        }
    };
    let others = || status.active().map(|(other, _)| other).filter(|other| *other != seat);
    let gain: i64 = if status.out == Some(seat) { others().map(held).sum() } else { 0 };
    let out_bonus = if status.out == Some(seat) { settings.out_bonus } else { 0 };
    let resigned = status.seats[usize::from(seat)].resigned;
    let points = match settings.settlement {
        _ if resigned || !settings.enabled => 0,
        Settlement::None => out_bonus,
        Settlement::SubtractOwn => out_bonus - held(seat),
        Settlement::TransferToOutPlayer => out_bonus - held(seat) + gain,
        Settlement::DoubleToOutPlayer if status.out.is_some() => out_bonus + 2 * gain,
        Settlement::DoubleToOutPlayer => -held(seat),
    };
    Points::new(points)
}

/// Undo to the start and redo to the end pass through the same bytes; so do snapshots.
fn check_undo(session: &mut Session<'_>) -> Checked {
    let recorded = session.recorded().to_vec();
    let halfway = session.chance.below(recorded.len());
    let mut game = session.game.clone();
    let same = |game: &Game, place: usize, how: &str| {
        let (events, bytes) = &recorded[place];
        let equal = game.events().len() == *events && game.state().canonical_bytes() == *bytes;
        ensure(equal, || format!("{how} to command {place} gives another state"))
    };
    for place in (0..recorded.len() - 1).rev() {
        ensure(game.undo(), || format!("cannot undo to command {place}"))?;
        same(&game, place, "undo")?;
        if place == halfway {
            let loaded = through_snapshot(&game)?;
            same(&loaded, place, "a snapshot")?;
        }
    }
    ensure(!game.undo(), || "undo goes on before the start".to_string())?;
    same(&game, 0, "undo past the start")?;
    let branch = game.branch(recorded[0].0).map_err(|error| error.to_string())?;
    same(&branch, 0, "a branch")?;
    for place in 1..recorded.len() {
        ensure(game.redo(), || format!("cannot redo command {place}"))?;
        same(&game, place, "redo")?;
    }
    ensure(!game.redo(), || "redo goes on past the end".to_string())?;
    let loaded = through_snapshot(&game)?;
    same(&loaded, recorded.len() - 1, "a snapshot")
}

fn through_snapshot(game: &Game) -> Result<Game, String> {
    let json = serde_json::to_string(&game.snapshot()).map_err(|error| error.to_string())?;
    let read: Snapshot = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    let again = serde_json::to_string(&read).map_err(|error| error.to_string())?;
    ensure(again == json, || "a snapshot changes when it is read".to_string())?;
    Game::from_snapshot(game.ruleset().clone(), read).map_err(|error| error.to_string())
}
