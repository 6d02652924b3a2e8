//! Games of a store as they are kept elsewhere: for operators, hidden parts and all.

use serde::Serialize;
use tilewright::game::{GameLog, Snapshot};
use tilewright_protocol::api::{self, NewTable};
use tilewright_protocol::{Answer, Call, Engine, MAX_EVENTS, SavedGame};
use tilewright_storage::{GamePhase, Store, StoreError};

/// A game with all its data. Before the end of the game this includes secrets: protect it like the
/// database.
#[derive(Serialize)]
pub struct Archived {
    /// The id.
    pub id: String,
    /// `open`, `running` or `over`.
    pub status: &'static str,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed.
    pub updated: u64,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// Whether it has come to its end.
    #[serde(skip)]
    pub over: bool,
    /// The game, as the stateless engine replays and verifies it.
    pub game: SavedGame,
}

impl Archived {
    /// The game as one line of JSON.
    pub fn line(&self) -> Vec<u8> {
        let mut line = api::write(self);
        line.push(b'\n');
        line
    }

    /// The game as GCG, where that can be written.
    ///
    /// # Errors
    /// Why it cannot, in words.
    pub fn gcg(&self, engine: &Engine) -> Result<String, String> {
        let call = Call::Gcg { game: self.game.clone(), players: self.seats.clone() };
        match engine.answer(call) {
            Ok(Answer::Gcg { text }) => Ok(text),
            Ok(_) => Err("the engine gives another answer".to_string()),
            Err(fault) => Err(fault.message),
        }
    }
}

/// The number of games in a store.
///
/// # Errors
/// If the store does not answer.
pub fn count(store: &dyn Store) -> Result<u64, StoreError> {
    let (mut games, mut last) = (0, String::new());
    loop {
        let ids = store.game_ids(&last, 1000)?;
        let Some(end) = ids.last() else { return Ok(games) };
        games += ids.len() as u64;
        last = end.clone();
    }
}

/// A game of a store; `None` if there is none of that id.
///
/// # Errors
/// If the store does not answer, or holds something else than a game there.
pub fn archived(store: &dyn Store, id: &str) -> Result<Option<Archived>, StoreError> {
    let Some(record) = store.game(id)? else { return Ok(None) };
    let damaged = |error: tilewright_protocol::Fault| StoreError::Damaged(error.message);
    let settings: NewTable = api::read(record.settings.as_bytes()).map_err(damaged)?;
    let texts = store.events(id, 0, MAX_EVENTS)?;
    let events: Result<Vec<_>, _> = texts.iter().map(|text| api::read_event(text)).collect();
    let events = events.map_err(|error| StoreError::Damaged(error.to_string()))?;
    let variant = match events.first().map(|event| &event.fact) {
        Some(tilewright::game::Fact::Started { variant, .. }) => variant.clone(),
        _ => String::new(),
    };
    let cursor = events.len();
    let log = GameLog { secret_seed: Some(record.secret), events };
    let snapshot = Snapshot { variant, log, cursor, branches: Vec::new() };
    Ok(Some(Archived {
        id: record.id,
        status: record.head.status.name(),
        created: record.created,
        updated: record.head.updated,
        seats: record.seats.into_iter().map(|seat| seat.name).collect(),
        over: record.head.status == GamePhase::Over,
        game: SavedGame {
            variant: settings.variant,
            words: settings.words,
            time: settings.time,
            snapshot,
        },
    }))
}
