//! Logs of games: any log either is refused or tells a game in which everything is in order.
//!
//! The input is a log in JSON, or (if it does not begin with a brace) changes of a recorded one.

use crate::bytes::Bytes;
use crate::json;
use crate::material::{Share, altered, check_game, check_ledger, rulesets, send, send_at};
use crate::recorded::games;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tilewright_game::{Command, Event, Fact, Game, GameLog, verify_shuffle};
use tilewright_rules::{Action, Ruleset, UserMove};
use tilewright_tiles::Seed;

/// The longest log that is looked at, in events.
const LONGEST: usize = 100;

/// Tries one input.
pub fn check(data: &[u8]) {
    if data.first() == Some(&b'{') {
        let text = String::from_utf8_lossy(data);
        if let Ok(log) = serde_json::from_str::<GameLog>(&text) {
            check_log(log, &mut Bytes::new(&data[data.len().saturating_sub(24)..]));
        }
        return;
    }
    let mut bytes = Bytes::new(data);
    let Some(game) = bytes.pick(games()) else { return };
    let mut log = game.log();
    log.events.truncate(1 + bytes.below(log.events.len()));
    for _ in 0..bytes.byte() % 5 {
        change(&mut log, &mut bytes);
    }
    if bytes.once_in(8) {
        log.secret_seed = None;
    }
    check_log(log, &mut bytes);
}

/// Changes one thing about a log.
fn change(log: &mut GameLog, bytes: &mut Bytes<'_>) {
    if log.events.is_empty() {
        return;
    }
    let at = bytes.below(log.events.len());
    match bytes.byte() % 8 {
        0 => drop(log.events.remove(at)),
        1 => log.events.insert(at, log.events[at].clone()),
        2 => {
            let to = bytes.below(log.events.len());
            let event = log.events.remove(at);
            log.events.insert(to, event);
        }
        3 => {
            // An event of another game, or of another time.
            let Some(other) = bytes.pick(games()) else { return };
            let Some(event) = bytes.pick(other.events()) else { return };
            let command = log.events[at].command;
            log.events.insert(at + 1, Event { command, ..event.clone() });
        }
        4 => log.events[at].at = Some(bytes.large()),
        _ => {
            let Ok(mut value) = serde_json::to_value(&log.events[at]) else { return };
            json::change(&mut value, bytes);
            if let Ok(event) = serde_json::from_value(value) {
                log.events[at] = event;
            }
        }
    }
}

/// The rules that a log names. Their hash is put right, so that seeds outlive changed variants.
fn ruleset_of(log: &mut GameLog) -> Option<Arc<Ruleset>> {
    let Fact::Started { variant, ruleset: hash, .. } = &mut log.events.first_mut()?.fact else {
        return None;
    };
    let ruleset = rulesets().iter().find(|ruleset| ruleset.id() == variant)?;
    if hash.len() == 64 {
        *hash = ruleset.hash().to_string();
    }
    Some(ruleset.clone())
}

fn check_log(mut log: GameLog, bytes: &mut Bytes<'_>) {
    let ruleset = ruleset_of(&mut log).unwrap_or_else(|| rulesets()[0].clone());
    let ruleset = altered(&ruleset, bytes);
    log.events.truncate(LONGEST);
    if let Some(seed) = log.secret_seed.as_deref().and_then(|text| Seed::from_hex(text).ok()) {
        let _ = verify_shuffle(&ruleset, &log.events, &seed);
    }
    let mut game = match Game::from_log(ruleset, log) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    check_game(&game);
    check_undo(&mut game);
    check_views(&game);
    check_commands(&mut game, bytes);
    check_game(&game);
    check_views(&game);
}

/// Back to the start and forth again: the same states both ways.
fn check_undo(game: &mut Game) {
    let mut states = vec![game.state().canonical_bytes()];
    while game.undo() {
        states.push(game.state().canonical_bytes());
        check_ledger(game);
        assert!(states.len() <= LONGEST, "undoing does not end");
    }
    assert!(states.last() == Some(&game.state().canonical_bytes()), "a failed undo acted");
    while let Some(state) = states.pop() {
        assert!(game.state().canonical_bytes() == state, "{game:?}: redoing does otherwise");
        assert_eq!(game.redo(), !states.is_empty());
    }
}

/// What was written is read and written the same.
fn same_again<T: Serialize + DeserializeOwned>(value: &T) {
    let text = serde_json::to_string(value).expect("a view is written");
    let again: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&again).expect("a view is written"), text);
}

fn check_views(game: &Game) {
    let state = game.state();
    same_again(&state.spectator_view());
    for seat in 0..=state.players() {
        same_again(&state.seat_view(seat));
    }
    for (index, event) in (0u64..).zip(game.events()) {
        let viewer = (index % 3).checked_sub(1).map(|seat| seat as u8);
        same_again(&event.visible_to(viewer, index));
    }
}

fn check_commands(game: &mut Game, bytes: &mut Bytes<'_>) {
    if bytes.once_in(2) {
        game.set_dictionary(Some(Box::new(Share(bytes.byte()))));
    }
    for _ in 0..4 {
        let seat = match bytes.byte() {
            byte @ 0..=63 => byte % 10,
            _ => game.state().to_move(),
        };
        let tiles = game.state().ruleset().tiles().clone();
        let held: Vec<String> =
            game.state().rack(seat).tiles().map(|kind| tiles.kind(kind).id.to_string()).collect();
        let command = match bytes.byte() % 7 {
            0 => Command::Challenge { seat },
            // A forbidden pass makes the engine look for a play, which takes long.
            1 if game.ruleset().spec().pass.allow_pass => Command::Pass { seat },
            2 => Command::Resign { seat },
            3 => {
                let tiles = held.into_iter().take(bytes.below(8)).collect();
                let actions = vec![Action::SwapRack { tiles }];
                Command::Move { seat, user_move: UserMove { actions } }
            }
            4 => Command::ArrangeRack { seat, tiles: held.into_iter().skip(1).collect() },
            5 => {
                let rules = game.ruleset().engine().list();
                let Some(info) = bytes.pick(&rules) else { continue };
                let rule = info.id.to_string();
                Command::SwitchRule { rule, enabled: bytes.once_in(2) }
            }
            _ => Command::Tick,
        };
        if bytes.once_in(3) {
            send_at(game, command, bytes.large());
        } else {
            let _ = send(game, command);
        }
    }
}
