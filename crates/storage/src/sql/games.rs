//! Games and their logs.

use super::{Row, Session, Value, contents};
use crate::contents::Read;
use crate::{
    Append, Appended, CommandKey, GameHead, GamePhase, GameRecord, LogEntry, SeatHolder,
    SeatRecord, StoreError,
};
use crate::{ChatLine, StoredCommand};

const GAME: &str = "SELECT id, creator, created, settings, secret, revision, status, to_move, \
                    deadline, updated, chain, chained_from FROM games";

pub(super) fn create(db: &mut dyn Session, game: &GameRecord) -> Result<(), StoreError> {
    let (settings, used, bytes) = contents::store(db, game)?;
    db.execute(
        "INSERT INTO games (id, creator, created, settings, secret, revision, status, to_move, \
         deadline, updated, chain, chained_from, bytes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        &[
            game.id.as_str().into(),
            game.creator.as_str().into(),
            game.created.into(),
            settings.as_str().into(),
            game.secret.as_str().into(),
            game.revision.into(),
            game.head.status.name().into(),
            game.head.to_move.into(),
            game.head.deadline.into(),
            game.head.updated.into(),
            game.head.chain.as_str().into(),
            game.chained_from.into(),
            bytes.into(),
        ],
    )?;
    contents::note_uses(db, &game.id, &used)?;
    for (number, seat) in (0u8..).zip(&game.seats) {
        let (player, bot) = match &seat.holder {
            SeatHolder::Nobody => (Value::Null, Value::Null),
            SeatHolder::Player(id) => (id.as_str().into(), Value::Null),
            SeatHolder::Bot(level) => (Value::Null, level.as_str().into()),
        };
        let values =
            [game.id.as_str().into(), number.into(), player, bot, seat.name.as_str().into()];
        let sql = "INSERT INTO seats (game, seat, player, bot, name) VALUES ($1, $2, $3, $4, $5)";
        db.execute(sql, &values)?;
    }
    Ok(())
}

fn read(
    db: &mut dyn Session,
    row: &Row,
    contents_read: &mut Read,
) -> Result<GameRecord, StoreError> {
    let id = row.text(0)?;
    let sql = "SELECT player, bot, name FROM seats WHERE game = $1 ORDER BY seat";
    let seats = db.query(sql, &[id.as_str().into()])?;
    let seat = |row: &Row| {
        let holder = match (row.optional_text(0)?, row.optional_text(1)?) {
            (Some(player), _) => SeatHolder::Player(player),
            (None, Some(bot)) => SeatHolder::Bot(bot),
            (None, None) => SeatHolder::Nobody,
        };
        Ok(SeatRecord { holder, name: row.text(2)? })
    };
    let seats = seats.iter().map(seat).collect::<Result<_, StoreError>>()?;
    let status = GamePhase::from_name(&row.text(6)?);
    let settings = contents::whole(db, row.text(3)?, contents_read)?;
    Ok(GameRecord {
        id,
        creator: row.text(1)?,
        created: row.count(2)?,
        settings,
        secret: row.text(4)?,
        revision: row.count(5)?,
        head: GameHead {
            status: status.ok_or_else(|| StoreError::Damaged("a game's status".to_string()))?,
            to_move: row.seat(7)?,
            deadline: row.optional_count(8)?,
            updated: row.count(9)?,
            chain: row.text(10)?,
        },
        chained_from: row.count(11)?,
        seats,
    })
}

pub(super) fn find(db: &mut dyn Session, id: &str) -> Result<Option<GameRecord>, StoreError> {
    let row = db.first(&format!("{GAME} WHERE id = $1"), &[id.into()])?;
    row.map(|row| read(db, &row, &mut Read::new())).transpose()
}

pub(super) fn of_player(
    db: &mut dyn Session,
    player: &str,
    most: usize,
) -> Result<Vec<GameRecord>, StoreError> {
    let sql = format!(
        "{GAME} WHERE id IN (SELECT game FROM seats WHERE player = $1) \
         ORDER BY updated DESC, id LIMIT $2"
    );
    let rows = db.query(&sql, &[player.into(), (most as u64).into()])?;
    let mut contents_read = Read::new();
    rows.iter().map(|row| read(db, row, &mut contents_read)).collect()
}

pub(super) fn of_player_after(
    db: &mut dyn Session,
    player: &str,
    updated: u64,
    id: &str,
    most: usize,
) -> Result<Vec<GameRecord>, StoreError> {
    let sql = format!(
        "{GAME} WHERE id IN (SELECT game FROM seats WHERE player = $1) \
         AND (updated < $2 OR updated = $2 AND id > $3) ORDER BY updated DESC, id LIMIT $4"
    );
    let values = [player.into(), updated.into(), id.into(), (most as u64).into()];
    let rows = db.query(&sql, &values)?;
    let mut contents_read = Read::new();
    rows.iter().map(|row| read(db, row, &mut contents_read)).collect()
}

pub(super) fn unfinished(db: &mut dyn Session, player: &str) -> Result<u64, StoreError> {
    let sql = "SELECT COUNT(*) FROM games WHERE status <> 'over' AND id IN \
               (SELECT game FROM seats WHERE player = $1)";
    db.first(sql, &[player.into()])?.map_or(Ok(0), |row| row.count(0))
}

pub(super) fn ids(
    db: &mut dyn Session,
    after: &str,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = db.query(sql, &[after.into(), (most as u64).into()])?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub(super) fn due(db: &mut dyn Session, now: u64, most: usize) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND deadline <= $1 \
               AND status = 'running' ORDER BY deadline, id LIMIT $2";
    let rows = db.query(sql, &[now.into(), (most as u64).into()])?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub(super) fn unsettled(db: &mut dyn Session, most: usize) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND status = 'over' \
               ORDER BY deadline, id LIMIT $1";
    let rows = db.query(sql, &[(most as u64).into()])?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub(super) fn command(
    db: &mut dyn Session,
    game: &str,
    client_id: &str,
) -> Result<Option<StoredCommand>, StoreError> {
    let sql = "SELECT seat, revision, next FROM log WHERE game = $1 AND client_id = $2";
    let row = db.first(sql, &[game.into(), client_id.into()])?;
    row.map(|row| Ok(StoredCommand { seat: row.seat(0)?, from: row.count(1)?, to: row.count(2)? }))
        .transpose()
}

/// The events of an append as the body of its row: one line each.
pub(super) fn body(append: &Append) -> Result<String, StoreError> {
    if append.events.is_empty() || append.events.iter().any(|event| event.contains('\n')) {
        let message = "an append has no events, or one of more than a line";
        return Err(StoreError::Damaged(message.to_string()));
    }
    Ok(append.events.join("\n"))
}

/// Why a log could not be continued.
fn refused(db: &mut dyn Session, append: &Append) -> Result<Appended, StoreError> {
    if let Some(key) = &append.command
        && let Some(stored) = command(db, &append.game, &key.client_id)?
    {
        return Ok(Appended::Before(stored));
    }
    let sql = "SELECT revision FROM games WHERE id = $1";
    let row = db.first(sql, &[append.game.as_str().into()])?;
    Ok(match row {
        Some(row) => Appended::Conflict(row.count(0)?),
        None => Appended::Missing,
    })
}

/// Continues a log. Everything that can refuse comes with the first change.
pub(super) fn append(db: &mut dyn Session, append: &Append) -> Result<Appended, StoreError> {
    let body = body(append)?;
    let to = append.expected + append.events.len() as u64;
    let head = &append.head;
    let client_id = append.command.as_ref().map(|key| key.client_id.as_str());
    let changed = db.execute(
        "UPDATE games SET revision = $1, status = $2, to_move = $3, deadline = $4, updated = $5, \
         chain = $6, bytes = bytes + $7 WHERE id = $8 AND revision = $9 AND NOT EXISTS \
         (SELECT 1 FROM log WHERE game = $8 AND client_id = $10)",
        &[
            to.into(),
            head.status.name().into(),
            head.to_move.into(),
            head.deadline.into(),
            head.updated.into(),
            head.chain.as_str().into(),
            (body.len() as u64).into(),
            append.game.as_str().into(),
            append.expected.into(),
            client_id.into(),
        ],
    )?;
    if changed == 0 {
        return refused(db, append);
    }
    let values = [
        append.game.as_str().into(),
        append.expected.into(),
        to.into(),
        append.command.as_ref().map(|key| key.seat).into(),
        client_id.into(),
        Value::Text(body),
    ];
    let sql = "INSERT INTO log (game, revision, next, seat, client_id, body) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    db.execute(sql, &values)?;
    Ok(Appended::Stored(to))
}

pub(super) fn entries(
    db: &mut dyn Session,
    game: &str,
    from: u64,
    to: u64,
) -> Result<Vec<LogEntry>, StoreError> {
    // The entry with the first event may begin before it.
    let sql = "SELECT revision, next, seat, client_id, body FROM log \
               WHERE game = $1 AND revision >= \
               (SELECT COALESCE(MAX(revision), 0) FROM log WHERE game = $1 AND revision <= $2) \
               AND revision < $3 ORDER BY revision";
    let mut found: Vec<LogEntry> = Vec::new();
    for row in db.query(sql, &[game.into(), from.into(), to.into()])? {
        let (revision, next) = (row.count(0)?, row.count(1)?);
        let command = match row.optional_text(3)? {
            Some(client_id) => Some(CommandKey { client_id, seat: row.seat(2)? }),
            None => None,
        };
        let events = row.text(4)?.split('\n').map(str::to_string).collect();
        let entry = LogEntry { revision, command, events };
        let continues = found.last().map_or(revision <= from, |last| last.next() == revision);
        if !continues || entry.next() != next {
            let message = format!("the log of a game has a gap or too much at event {revision}");
            return Err(StoreError::Damaged(message));
        }
        found.push(entry);
    }
    // The last entry before the range, if nothing comes after it.
    found.retain(|entry| entry.next() > from);
    Ok(found)
}

pub(super) fn take_seat(
    db: &mut dyn Session,
    game: &str,
    seat: u8,
    player: &str,
    name: &str,
) -> Result<bool, StoreError> {
    let sql = "UPDATE seats SET player = $1, name = $2 WHERE game = $3 AND seat = $4 \
               AND player IS NULL AND bot IS NULL \
               AND EXISTS (SELECT 1 FROM games WHERE id = seats.game AND status = 'open')";
    Ok(db.execute(sql, &[player.into(), name.into(), game.into(), seat.into()])? > 0)
}

pub(super) fn add_chat(
    db: &mut dyn Session,
    game: &str,
    seat: u8,
    at: u64,
    text: &str,
) -> Result<u64, StoreError> {
    // Lines of one game are numbered one after another.
    let sql = "UPDATE games SET bytes = bytes + $1 WHERE id = $2";
    let locked = db.execute(sql, &[(text.len() as u64).into(), game.into()])?;
    if locked == 0 {
        return Err(StoreError::Taken);
    }
    let sql = "SELECT COALESCE(MAX(number) + 1, 0) FROM chat WHERE game = $1";
    let number = db.first(sql, &[game.into()])?.map_or(Ok(0), |row| row.count(0))?;
    let sql = "INSERT INTO chat (game, number, at, seat, body) VALUES ($1, $2, $3, $4, $5)";
    db.execute(sql, &[game.into(), number.into(), at.into(), seat.into(), text.into()])?;
    Ok(number)
}

pub(super) fn chat(
    db: &mut dyn Session,
    game: &str,
    from: u64,
    most: usize,
) -> Result<Vec<ChatLine>, StoreError> {
    let sql = "SELECT number, at, seat, body FROM chat WHERE game = $1 AND number >= $2 \
               ORDER BY number LIMIT $3";
    let rows = db.query(sql, &[game.into(), from.into(), (most as u64).into()])?;
    let line = |row: &Row| {
        let (number, at) = (row.count(0)?, row.count(1)?);
        Ok(ChatLine { number, at, seat: row.seat(2)?, text: row.text(3)? })
    };
    rows.iter().map(line).collect()
}
