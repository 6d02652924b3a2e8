//! Contents: texts that are stored once, and the games that use them.

use super::{Row, Session};
use crate::contents::{self, Content, Read};
use crate::{GameRecord, StoreError};

/// Stores what is large in the settings of a game; the settings as they are stored, what they use,
/// and how many bytes were added.
pub(super) fn store(
    db: &mut dyn Session,
    game: &GameRecord,
) -> Result<(String, Vec<Content>, u64), StoreError> {
    let (settings, contents) = contents::split(&game.settings)?;
    let mut bytes = settings.len() as u64;
    let sql = "INSERT INTO contents (hash, body, created) VALUES ($1, $2, $3) \
               ON CONFLICT (hash) DO NOTHING";
    for Content { hash, body } in &contents {
        let values = [hash.as_str().into(), body.as_str().into(), game.created.into()];
        if db.execute(sql, &values)? > 0 {
            bytes += body.len() as u64;
        }
    }
    Ok((settings, contents, bytes))
}

/// Notes what a game uses.
pub(super) fn note_uses(
    db: &mut dyn Session,
    game: &str,
    contents: &[Content],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO content_uses (game, hash) VALUES ($1, $2) \
               ON CONFLICT (game, hash) DO NOTHING";
    contents.iter().try_for_each(|content| {
        db.execute(sql, &[game.into(), content.hash.as_str().into()]).map(|_| ())
    })
}

/// Settings as they were before they were stored.
pub(super) fn whole(
    db: &mut dyn Session,
    stored: String,
    read: &mut Read,
) -> Result<String, StoreError> {
    contents::join(stored, read, |hash| {
        let row = db.first("SELECT body FROM contents WHERE hash = $1", &[hash.into()])?;
        row.map(|row| row.text(0)).transpose()
    })
}

pub(super) fn list(
    db: &mut dyn Session,
    after: &str,
    most: usize,
) -> Result<Vec<Content>, StoreError> {
    let sql = "SELECT hash, body FROM contents WHERE hash > $1 ORDER BY hash LIMIT $2";
    let rows = db.query(sql, &[after.into(), (most as u64).into()])?;
    let content = |row: &Row| Ok(Content { hash: row.text(0)?, body: row.text(1)? });
    rows.iter().map(content).collect()
}

/// Deletes contents that no game uses, and that were first stored before a time.
pub(super) fn delete_unused(
    db: &mut dyn Session,
    before: u64,
    most: usize,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM contents WHERE hash IN (SELECT hash FROM contents WHERE created < $1 \
               AND NOT EXISTS (SELECT 1 FROM content_uses WHERE content_uses.hash = contents.hash) \
               LIMIT $2)";
    Ok(db.execute(sql, &[before.into(), (most as u64).into()])? as u64)
}

/// What the games of a player take, those that the player has made.
pub(super) fn stored_bytes(db: &mut dyn Session, player: &str) -> Result<u64, StoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM games WHERE creator = $1";
    db.first(sql, &[player.into()])?.map_or(Ok(0), |row| row.count(0))
}
