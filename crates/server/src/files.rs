//! What moderators see of players, games and reports: never what is hidden in a running game.

use crate::{names, rating, settle, table_info};
use tilewright_protocol::api::{self, AuditEntry, FoundPlayer, GameFile, GameOfPlayer, NewTable};
use tilewright_protocol::api::{PlayerFile, Quarantined, ReportInfo, Role, Sanction};
use tilewright_protocol::api::{SettledReport, Talk};
use tilewright_protocol::{Engine, Fault};
use tilewright_storage::{AuditRecord, ChatLine, GameRecord, PlayerRecord, ReportKind};
use tilewright_storage::{ReportRecord, SanctionRecord, Store, StoreError};

/// The most games in the file of a player.
const MOST_GAMES: usize = 50;
/// The most lines of chat in the file of a game.
const MOST_LINES: usize = 500;
/// The most entries of a list.
const MOST_LISTED: usize = 200;

fn found(player: PlayerRecord) -> FoundPlayer {
    FoundPlayer {
        id: player.id,
        name: player.name,
        guest: player.login.is_none(),
        created: player.created,
    }
}

fn sanction(record: SanctionRecord, now: u64) -> Sanction {
    Sanction {
        kind: record.kind.name().to_string(),
        holds: record.holds(now),
        reason: record.reason,
        appeal: record.appeal,
        at: record.at,
        until: record.until,
        by: record.by,
    }
}

fn game_of_player(record: GameRecord) -> GameOfPlayer {
    GameOfPlayer {
        status: record.head.status.name().to_string(),
        updated: record.head.updated,
        seats: record.seats.into_iter().map(|seat| seat.name).collect(),
        id: record.id,
    }
}

fn talk(line: ChatLine) -> Talk {
    let text = names::without_directions(&line.text);
    Talk { number: line.number, at: line.at, seat: line.seat, text }
}

/// Players whose id is a text, or whose name has it.
///
/// # Errors
/// If the store does not answer.
pub fn find_players(store: &dyn Store, text: &str) -> Result<Vec<FoundPlayer>, StoreError> {
    Ok(store.find_players(text, MOST_LISTED)?.into_iter().map(found).collect())
}

/// What moderators see of a player.
///
/// # Errors
/// If the store does not answer.
pub fn player_file(
    store: &dyn Store,
    id: &str,
    now: u64,
) -> Result<Option<PlayerFile>, StoreError> {
    let Some(player) = store.player(id)? else { return Ok(None) };
    let role = match store.role(id)? {
        None => Role::Player,
        Some(tilewright_storage::Role::Moderator) => Role::Moderator,
        Some(tilewright_storage::Role::Admin) => Role::Admin,
    };
    let ratings = store.ratings(id)?;
    let sanctions = store.sanctions(id)?.into_iter().map(|record| sanction(record, now));
    Ok(Some(PlayerFile {
        player: found(player),
        role,
        sanctions: sanctions.collect(),
        sessions: store.sessions(id)?.len() as u64,
        games: store.games_of(id, MOST_GAMES)?.into_iter().map(game_of_player).collect(),
        ratings: ratings.iter().map(|one| rating::shown(one, now)).collect::<Result<_, _>>()?,
    }))
}

/// Why the file of a game cannot be made.
#[derive(Debug)]
pub enum FileError {
    /// The store does not answer.
    Store(StoreError),
    /// The game is damaged.
    Game(Fault),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileError::Store(error) => write!(f, "{error}"),
            FileError::Game(fault) => write!(f, "the stored game is damaged: {fault}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<StoreError> for FileError {
    fn from(error: StoreError) -> FileError {
        FileError::Store(error)
    }
}

/// What moderators see of a game.
///
/// # Errors
/// If the store does not answer, or the game is damaged.
pub fn game_file(
    engine: &Engine,
    store: &dyn Store,
    id: &str,
) -> Result<Option<GameFile>, FileError> {
    let Some(record) = store.game(id)? else { return Ok(None) };
    let settings: NewTable = api::read(record.settings.as_bytes()).map_err(FileError::Game)?;
    let loaded = settings.load(engine).map_err(FileError::Game)?;
    let guests = table_info::guests_of(store, std::slice::from_ref(&record))?;
    let changes = settle::rating_changes(store, &record)?;
    let quarantined = quarantined(store)?.into_iter().find(|held| held.game == id);
    Ok(Some(GameFile {
        game: table_info::info(&record, &settings, &loaded, &guests, None, None, &changes),
        unrated: store.unrated(id)?.filter(|reason| !reason.is_empty()),
        quarantined: quarantined.map(|held| held.reason),
        chat: store.chat(id, 0, MOST_LINES)?.into_iter().map(talk).collect(),
    }))
}

fn report(store: &dyn Store, record: ReportRecord) -> Result<ReportInfo, StoreError> {
    let place = match record.kind {
        ReportKind::Chat => record.subject.rsplit_once('/'),
        _ => None,
    };
    let line = match place.and_then(|(game, number)| Some((game, number.parse::<u64>().ok()?))) {
        None => None,
        Some((game, number)) => {
            let lines = store.chat(game, number, 1)?.into_iter();
            lines.filter(|line| line.number == number).map(|line| talk(line).text).next()
        }
    };
    let settled = record.settled.map(|settled| SettledReport {
        by: settled.by,
        at: settled.at,
        note: settled.note,
    });
    Ok(ReportInfo {
        id: record.id,
        reporter: Some(record.reporter).filter(|reporter| !reporter.is_empty()),
        kind: record.kind.name().to_string(),
        subject: record.subject,
        player: record.player,
        text: record.text,
        line,
        at: record.at,
        settled,
    })
}

/// Reports, open or settled.
///
/// # Errors
/// If the store does not answer.
pub fn reports(store: &dyn Store, open: bool) -> Result<Vec<ReportInfo>, StoreError> {
    let records = store.reports(open, MOST_LISTED)?;
    records.into_iter().map(|record| report(store, record)).collect()
}

/// The reports that a player has made.
pub(crate) fn reports_by(store: &dyn Store, player: &str) -> Result<Vec<ReportInfo>, StoreError> {
    let records = store.reports_by(player)?;
    records.into_iter().map(|record| report(store, record)).collect()
}

/// Games in which bots do not move. One that has moved on since its bot has failed is not among
/// them.
///
/// # Errors
/// If the store does not answer.
pub fn quarantined(store: &dyn Store) -> Result<Vec<Quarantined>, StoreError> {
    let mut games = Vec::new();
    for held in store.quarantined(MOST_LISTED)? {
        if held.revision.is_none() || store.revision(&held.game)? == held.revision {
            let (game, revision, reason) = (held.game, held.revision, held.reason);
            games.push(Quarantined { game, revision, reason, at: held.at });
        }
    }
    Ok(games)
}

/// Entries of the audit log after a number.
///
/// # Errors
/// If the store does not answer.
pub fn audit(store: &dyn Store, after: u64) -> Result<Vec<AuditEntry>, StoreError> {
    let entry = |record: AuditRecord| AuditEntry {
        number: record.number,
        at: record.at,
        actor: record.actor,
        action: record.action,
        subject: record.subject,
        reason: record.reason,
    };
    Ok(store.audit(after, MOST_LISTED)?.into_iter().map(entry).collect())
}
