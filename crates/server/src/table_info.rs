//! Games from outside: who sits where, and how far they are.

use std::collections::BTreeSet;
use tilewright_protocol::api::TableStatus;
use tilewright_protocol::api::{self, NewTable, RatingChange, Rematch, SeatInfo, TableInfo};
use tilewright_protocol::{BotLevel, Loaded, Words};
use tilewright_storage::{GamePhase, GameRecord, RematchRecord, SeatHolder, Store, StoreError};

/// The level of a bot, if the holder of a seat is one.
pub(crate) fn bot_level(holder: &SeatHolder) -> Option<BotLevel> {
    let SeatHolder::Bot(level) = holder else { return None };
    let read = api::read(format!("\"{level}\"").as_bytes());
    read.inspect_err(|fault| tracing::error!(level, error = %fault, "a stored bot has no level"))
        .ok()
}

/// The players of games who have no account.
pub(crate) fn guests_of(
    store: &dyn Store,
    games: &[GameRecord],
) -> Result<BTreeSet<String>, StoreError> {
    let seats = games.iter().flat_map(|game| &game.seats);
    let players = seats.filter_map(|seat| match &seat.holder {
        SeatHolder::Player(id) => Some(id.clone()),
        _ => None,
    });
    let mut guests: BTreeSet<String> = players.collect();
    for id in guests.clone() {
        if store.player(&id)?.is_none_or(|player| player.login.is_some()) {
            guests.remove(&id);
        }
    }
    Ok(guests)
}

/// A game from outside.
pub(crate) fn info(
    record: &GameRecord,
    settings: &NewTable,
    loaded: &Loaded,
    guests: &BTreeSet<String>,
    your_seat: Option<u8>,
    rematch: Option<&RematchRecord>,
    rating_changes: &[RatingChange],
) -> TableInfo {
    let running = record.head.status == GamePhase::Running;
    TableInfo {
        id: record.id.clone(),
        variant: loaded.variant.id().to_string(),
        variant_name: loaded.variant.name().to_string(),
        status: match record.head.status {
            GamePhase::Open => TableStatus::Open,
            GamePhase::Running => TableStatus::Running,
            GamePhase::Over => TableStatus::Over,
        },
        seats: (record.seats.iter())
            .map(|seat| {
                let player = match &seat.holder {
                    SeatHolder::Player(id) => Some(id.clone()),
                    _ => None,
                };
                SeatInfo {
                    name: seat.name.clone(),
                    guest: player.as_ref().is_some_and(|id| guests.contains(id)),
                    player,
                    open: seat.holder == SeatHolder::Nobody,
                    bot: bot_level(&seat.holder),
                }
            })
            .collect(),
        your_seat,
        your_turn: running && your_seat == Some(record.head.to_move),
        revision: record.revision,
        created: record.created,
        updated: record.head.updated,
        hints: settings.hints,
        spectators: settings.spectators,
        words: Some(settings.words.clone()).filter(|words| !matches!(words, Words::List(_))),
        time: settings.time,
        rated: settings.may_be_rated(),
        rematch: rematch.map(|rematch| Rematch {
            seats: rematch.seats.clone(),
            declined: rematch.declined,
            expires: rematch.expires,
            game: rematch.game.clone(),
        }),
        rating_changes: rating_changes.to_vec(),
    }
}
