//! Verifying a store: every game is started again from its secret, and every command of its log is
//! decided again, to the same events. A chain of hashes binds the log to the game.

use std::collections::BTreeSet;
use tilewright::game::{Event, Fact, GameState, NewGame, ResignCause, repeat};
use tilewright::tiles::Seed;
use tilewright_protocol::Engine;
use tilewright_protocol::api::{self, NewTable};
use tilewright_storage::{GamePhase, GameRecord, LogEntry, Store, StoreError};

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Games checked.
    pub games: u64,
    /// Events replayed.
    pub events: u64,
    /// Plays scored again.
    pub plays: u64,
    /// What is wrong: (game or shared text, reason).
    pub faults: Vec<(String, String)>,
}

/// Checks every game of a store with an engine that has its variants and word lists.
///
/// # Errors
/// If the store does not answer.
pub fn verify(
    engine: &Engine,
    store: &dyn Store,
    mut progress: impl FnMut(u64),
) -> Result<Verified, StoreError> {
    let mut found = Verified::default();
    check_contents(store, &mut found)?;
    let mut last = String::new();
    loop {
        let ids = store.game_ids(&last, 100)?;
        let Some(end) = ids.last() else { return Ok(found) };
        last = end.clone();
        for id in ids {
            match game(engine, store, &id, &mut found) {
                Ok(()) => {}
                Err(Fault::Store(error @ StoreError::Database(_))) => return Err(error),
                Err(Fault::Store(error)) => found.faults.push((id, error.to_string())),
                Err(Fault::Game(reason)) => found.faults.push((id, reason)),
            }
            found.games += 1;
            progress(found.games);
        }
    }
}

/// Checks the texts that games share: each must be the one of its hash.
fn check_contents(store: &dyn Store, found: &mut Verified) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let contents = store.contents(&last, 20)?;
        let Some(end) = contents.last() else { return Ok(()) };
        last = end.hash.clone();
        for content in contents.iter().filter(|content| !content.is_sound()) {
            let reason = "a shared text of settings is not the one of its hash: it was edited";
            found.faults.push((format!("content {}", content.hash), reason.to_string()));
        }
    }
}

enum Fault {
    Store(StoreError),
    Game(String),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

fn wrong(reason: impl ToString) -> Fault {
    Fault::Game(reason.to_string())
}

fn game(engine: &Engine, store: &dyn Store, id: &str, found: &mut Verified) -> Result<(), Fault> {
    let Some(record) = store.game(id)? else { return Ok(()) };
    let settings: NewTable = api::read(record.settings.as_bytes()).map_err(wrong)?;
    let entries = store.entries(id, 0, record.revision.max(1).saturating_add(1))?;
    let length = entries.last().map_or(0, LogEntry::next);
    if length != record.revision {
        return Err(wrong(format!("{length} events, revision {}", record.revision)));
    }
    check_chain(&record, &entries)?;
    let entries = joined(entries)?;
    if settings.seats.len() != record.seats.len() {
        return Err(wrong("the seats are not those of the settings"));
    }
    let Some((first, rest)) = entries.split_first() else {
        return match record.head.status {
            GamePhase::Open => Ok(()),
            _ => Err(wrong("a game without events has begun")),
        };
    };
    let mut state = started(engine, &record, &settings, first)?;
    let (mut ids, mut time) = (BTreeSet::new(), record.created);
    for entry in rest {
        let events = read(entry)?;
        check_times(entry, &events, &mut time)?;
        check_sender(entry, &events, &mut ids)?;
        found.plays +=
            events.iter().filter(|e| matches!(e.fact, Fact::Played { .. })).count() as u64;
        state = repeat(state, &events).map_err(wrong)?;
    }
    found.events += length;
    state.check_ledger().map_err(wrong)?;
    check_head(&record, &state, rest.last().unwrap_or(first))
}

/// The entries as they were decided. The version before stored events one by one, and what nobody has
/// sent, such as the start, was not put together since.
fn joined(entries: Vec<LogEntry>) -> Result<Vec<LogEntry>, Fault> {
    let mut all: Vec<LogEntry> = Vec::new();
    let mut before = None;
    for entry in entries {
        let events = read(&entry)?;
        let first = events.first().map(|event| event.command);
        match all.last_mut() {
            Some(last) if first == before && last.command.is_none() && entry.command.is_none() => {
                last.events.extend(entry.events);
            }
            _ => all.push(entry),
        }
        before = events.last().map(|event| event.command);
    }
    Ok(all)
}

/// The events of an entry.
fn read(entry: &LogEntry) -> Result<Vec<Event>, Fault> {
    let events: Result<Vec<Event>, _> =
        entry.events.iter().map(|text| api::read_event(text)).collect();
    let at = |reason| wrong(format!("event {}: {reason}", entry.revision));
    let events = events.map_err(at)?;
    // What is stored is what the events are written as: a text that only reads alike is a forgery.
    let differs =
        entry.events.iter().zip(&events).position(|(text, event)| *text != api::event_text(event));
    match differs {
        Some(place) => Err(wrong(format!(
            "event {}: it is not written as events are",
            entry.revision + place as u64
        ))),
        None => Ok(events),
    }
}

/// Follows the chain of hashes from its beginning to what is kept with the game.
fn check_chain(record: &GameRecord, entries: &[LogEntry]) -> Result<(), Fault> {
    let begun = match record.chained_from {
        0 => api::begin_chain(&record.id, &record.settings, &record.secret),
        _ => String::new(),
    };
    let chained = entries.iter().filter(|entry| entry.revision >= record.chained_from);
    let chain = chained.fold(begun, |chain, entry| {
        let sender = entry.command.as_ref().map(|key| (key.seat, key.client_id.as_str()));
        api::continue_chain(&chain, entry.revision, sender, &entry.events)
    });
    match chain == record.head.chain {
        true => Ok(()),
        false => Err(wrong("the hash of the log is not that of the game: it was edited or cut")),
    }
}

/// Starts a game again: the same secret leads to the same start.
fn started(
    engine: &Engine,
    record: &GameRecord,
    settings: &NewTable,
    first: &LogEntry,
) -> Result<GameState, Fault> {
    let resources = engine.resources();
    let loaded = settings.load(engine).map_err(wrong)?;
    let seed = Seed::from_hex(&record.secret).map_err(|_| wrong("the seed cannot be read"))?;
    let players = u8::try_from(record.seats.len()).map_err(wrong)?;
    let events = read(first)?;
    let new_game = NewGame {
        dictionary: resources.dictionary(&loaded, &settings.words).map_err(wrong)?,
        start_word: settings.start_word.clone(),
        now: events.first().and_then(|event| event.at),
        ..NewGame::fair(loaded.ruleset.clone(), players, seed)
    };
    let (state, expected) = new_game.start().map_err(wrong)?;
    match (0..events.len().max(expected.len())).find(|at| events.get(*at) != expected.get(*at)) {
        Some(at) => Err(wrong(format!("event {at}: the secret leads to another start"))),
        None if first.command.is_some() => Err(wrong("a player's command has started the game")),
        None => Ok(state),
    }
}

/// Whether time goes on: the server never stores an event that is older than the one before it.
fn check_times(entry: &LogEntry, events: &[Event], time: &mut u64) -> Result<(), Fault> {
    for (index, event) in (entry.revision..).zip(events) {
        let Some(at) = event.at.filter(|at| at >= time) else {
            return Err(wrong(format!("event {index}: it has no time, or one before the last")));
        };
        *time = at;
    }
    Ok(())
}

/// Whether an entry names the seat that acted, with an id of its own.
fn check_sender(
    entry: &LogEntry,
    events: &[Event],
    ids: &mut BTreeSet<String>,
) -> Result<(), Fault> {
    let at = |reason: &str| wrong(format!("event {}: {reason}", entry.revision));
    let actor = events.iter().find_map(|event| match &event.fact {
        Fact::Played { seat, .. } | Fact::Swapped { seat, .. } => Some((*seat, false)),
        Fact::Passed { seat, timeout } => Some((*seat, *timeout)),
        Fact::Challenged { by, .. } => Some((*by, false)),
        Fact::Resigned { seat, cause } => Some((*seat, *cause != ResignCause::Declared)),
        _ => None,
    });
    let Some(key) = &entry.command else {
        return match actor {
            Some((_, false)) => Err(at("nobody has sent it")),
            _ => Ok(()),
        };
    };
    if !ids.insert(key.client_id.clone()) {
        return Err(at("the id of its command was used before"));
    }
    match actor {
        Some((_, true)) => Err(at("the clock has acted, not a player")),
        Some((seat, false)) if seat != key.seat => Err(at("another seat has sent it")),
        _ => Ok(()),
    }
}

/// Whether what is kept beside the log is what the log says.
fn check_head(record: &GameRecord, state: &GameState, last: &LogEntry) -> Result<(), Fault> {
    let over = state.result().is_some();
    let status = if over { GamePhase::Over } else { GamePhase::Running };
    if record.head.status != status {
        return Err(wrong("the status is not that of the log"));
    }
    if record.head.to_move != state.to_move() {
        return Err(wrong("the seat to move is not that of the log"));
    }
    let at = read(last)?.last().and_then(|event| event.at);
    if at.is_some_and(|at| record.head.updated < at || record.created > at) {
        return Err(wrong("the times of the game are not those of the log"));
    }
    Ok(())
}
