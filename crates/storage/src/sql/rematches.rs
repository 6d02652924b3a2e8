//! Rematches over SQL.

use super::{Row, Session, Value, games};
use crate::{GameRecord, OfferedRematch, RematchRecord, StoreError};

fn seats(text: &str) -> Result<Vec<u8>, StoreError> {
    let bad = |_| StoreError::Damaged("the seats of a rematch".to_string());
    text.split(',').filter(|seat| !seat.is_empty()).map(|seat| seat.parse().map_err(bad)).collect()
}

fn rematch(row: &Row) -> Result<RematchRecord, StoreError> {
    Ok(RematchRecord {
        seats: seats(&row.text(0)?)?,
        declined: match row.at(1) {
            Value::Null => None,
            _ => Some(row.seat(1)?),
        },
        expires: row.count(2)?,
        game: row.optional_text(3)?,
        changes: row.count(4)?,
    })
}

/// The rematch of a game.
pub(super) fn find(db: &mut dyn Session, game: &str) -> Result<Option<RematchRecord>, StoreError> {
    let sql = "SELECT seats, declined, expires, next, changes FROM rematches WHERE game = $1";
    db.first(sql, &[game.into()])?.as_ref().map(rematch).transpose()
}

/// The rematch of a game, which nobody else changes until the end of the transaction.
fn lock(db: &mut dyn Session, game: &str) -> Result<RematchRecord, StoreError> {
    let sql = "INSERT INTO rematches (game, seats, expires, changes, changed) \
               VALUES ($1, '', 0, 0, 0) ON CONFLICT (game) DO NOTHING";
    db.execute(sql, &[game.into()])?;
    db.execute("UPDATE rematches SET changes = changes WHERE game = $1", &[game.into()])?;
    let missing = || StoreError::Damaged("the rematch of a game is gone".to_string());
    find(db, game)?.ok_or_else(missing)
}

fn store(
    db: &mut dyn Session,
    game: &str,
    now: u64,
    rematch: &RematchRecord,
) -> Result<(), StoreError> {
    let seats: Vec<String> = rematch.seats.iter().map(u8::to_string).collect();
    let sql = "UPDATE rematches SET seats = $1, declined = $2, expires = $3, next = $4, \
               changes = $5, changed = $6 WHERE game = $7";
    let values = [
        Value::Text(seats.join(",")),
        rematch.declined.into(),
        rematch.expires.into(),
        rematch.game.as_deref().into(),
        rematch.changes.into(),
        now.into(),
        game.into(),
    ];
    db.execute(sql, &values).map(|_| ())
}

/// A seat wants a rematch; the game is made when all want it.
pub(super) fn offer(
    db: &mut dyn Session,
    game: &str,
    seat: u8,
    players: &[u8],
    (now, expires): (u64, u64),
    next: &GameRecord,
) -> Result<RematchRecord, StoreError> {
    let mut rematch = lock(db, game)?;
    if rematch.game.is_some() {
        return Ok(rematch);
    }
    rematch.offer(seat, now, expires);
    if rematch.is_wanted_by(players) {
        games::create(db, next)?;
        rematch.game = Some(next.id.clone());
    }
    store(db, game, now, &rematch)?;
    Ok(rematch)
}

/// A seat does not want a rematch.
pub(super) fn decline(
    db: &mut dyn Session,
    game: &str,
    seat: u8,
    now: u64,
) -> Result<Option<RematchRecord>, StoreError> {
    if find(db, game)?.is_none() {
        return Ok(None);
    }
    let mut rematch = lock(db, game)?;
    if !rematch.is_open(now) {
        return Ok(None);
    }
    rematch.declined = Some(seat);
    rematch.count_change(now);
    store(db, game, now, &rematch)?;
    Ok(Some(rematch))
}

/// Rematches that wait for a player.
pub(super) fn offered(
    db: &mut dyn Session,
    player: &str,
    now: u64,
    most: usize,
) -> Result<Vec<OfferedRematch>, StoreError> {
    let sql = "SELECT rematches.game, rematches.seats, rematches.expires, seats.seat \
               FROM rematches JOIN seats ON seats.game = rematches.game \
               WHERE seats.player = $1 AND rematches.expires > $2 AND declined IS NULL \
               AND next IS NULL ORDER BY rematches.changed DESC, rematches.game LIMIT $3";
    let rows = db.query(sql, &[player.into(), now.into(), (most as u64).into()])?;
    let mut offered = Vec::new();
    for row in &rows {
        let (game, wanted, own) = (row.text(0)?, seats(&row.text(1)?)?, row.seat(3)?);
        if wanted.contains(&own) {
            continue;
        }
        let sql = "SELECT seat, name FROM seats WHERE game = $1 ORDER BY seat";
        let mut names = Vec::new();
        for row in &db.query(sql, &[game.as_str().into()])? {
            if wanted.contains(&row.seat(0)?) {
                names.push(row.text(1)?);
            }
        }
        offered.push(OfferedRematch { game, names, expires: row.count(2)? });
    }
    Ok(offered)
}
