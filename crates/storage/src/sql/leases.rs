//! Leases: which server works on a game; and the progress of many games.

use super::{Row, Session, Value};
use crate::{GameProgress, StoreError};

/// Rows of leases that ended so long ago are forgotten, in milliseconds.
const FORGET: i64 = 3_600_000;
/// The most games of one statement.
const CHUNK: usize = 1024;

/// Takes or keeps a lease. One that has expired, or that was for an earlier revision, is free.
pub(super) fn take(
    db: &mut dyn Session,
    game: &str,
    revision: u64,
    holder: &str,
    millis: u64,
) -> Result<bool, StoreError> {
    let now = db.clock();
    let sql = format!(
        "INSERT INTO leases (game, revision, holder, expires) VALUES ($1, $2, $3, {now} + $4) \
         ON CONFLICT (game) DO UPDATE SET revision = excluded.revision, \
         holder = excluded.holder, expires = excluded.expires \
         WHERE leases.expires <= {now} OR leases.revision < excluded.revision \
         OR (leases.holder = excluded.holder AND leases.revision = excluded.revision)"
    );
    Ok(db.execute(&sql, &[game.into(), revision.into(), holder.into(), millis.into()])? > 0)
}

/// Gives back what a holder has, and forgets what nobody has had for long.
pub(super) fn release(db: &mut dyn Session, holder: &str) -> Result<(), StoreError> {
    let now = db.clock();
    db.execute("DELETE FROM leases WHERE holder = $1", &[holder.into()])?;
    let sql = format!("DELETE FROM leases WHERE expires < {now} - $1");
    db.execute(&sql, &[Value::Int(FORGET)]).map(|_| ())
}

/// How far games are, as few statements as can be. Unknown games are left out.
pub(super) fn progress(
    db: &mut dyn Session,
    games: &[String],
) -> Result<Vec<GameProgress>, StoreError> {
    let mut found = Vec::with_capacity(games.len());
    for chunk in games.chunks(CHUNK) {
        // A few sizes only, so that statements can be kept: the last game fills the rest.
        let mut values: Vec<Value> = chunk.iter().map(|game| game.as_str().into()).collect();
        if let Some(last) = values.last().cloned() {
            values.resize(chunk.len().next_power_of_two(), last);
        }
        let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
        let sql = format!(
            "SELECT id, revision, \
             (SELECT COUNT(*) FROM seats WHERE seats.game = games.id AND player IS NOT NULL), \
             (SELECT COALESCE(MAX(number) + 1, 0) FROM chat WHERE chat.game = games.id), \
             COALESCE((SELECT changes FROM rematches WHERE rematches.game = games.id), 0) \
             FROM games WHERE id IN ({})",
            places.join(", ")
        );
        let progress = |row: &Row| {
            let (game, revision) = (row.text(0)?, row.count(1)?);
            let (players, talk, rematch) = (row.count(2)?, row.count(3)?, row.count(4)?);
            Ok(GameProgress { game, revision, players, talk, rematch })
        };
        let rows = db.query(&sql, &values)?;
        found.extend(rows.iter().map(progress).collect::<Result<Vec<_>, StoreError>>()?);
    }
    Ok(found)
}
