//! Sessions over SQL.

use super::{Database, Row, Session};
use crate::{SessionRecord, SessionStore, StoreError};

const COLUMNS: &str = "hash, player, created, used, device";
/// The last used first.
const ORDER: &str = "CASE WHEN used > created THEN used ELSE created END DESC, hash";

fn session(row: &Row) -> Result<SessionRecord, StoreError> {
    Ok(SessionRecord {
        hash: row.text(0)?,
        player: row.text(1)?,
        created: row.count(2)?,
        used: row.count(3)?,
        device: row.text(4)?,
    })
}

/// Revokes all sessions of a player, except one.
pub(super) fn revoke(
    db: &mut dyn Session,
    player: &str,
    keep: Option<&str>,
) -> Result<(), StoreError> {
    // No hash is empty.
    let sql = "DELETE FROM tokens WHERE player = $1 AND hash <> $2";
    db.execute(sql, &[player.into(), keep.unwrap_or_default().into()]).map(|_| ())
}

fn add(db: &mut dyn Session, session: &SessionRecord, most: usize) -> Result<(), StoreError> {
    let sql = format!("INSERT INTO tokens ({COLUMNS}) VALUES ($1, $2, $3, $4, $5)");
    let values = [
        session.hash.as_str().into(),
        session.player.as_str().into(),
        session.created.into(),
        session.used.into(),
        session.device.as_str().into(),
    ];
    db.execute(&sql, &values)?;
    let sql = format!(
        "DELETE FROM tokens WHERE player = $1 AND hash <> $2 AND hash NOT IN \
         (SELECT hash FROM tokens WHERE player = $1 AND hash <> $2 ORDER BY {ORDER} LIMIT $3)"
    );
    let others = most.saturating_sub(1) as u64;
    let values = [session.player.as_str().into(), session.hash.as_str().into(), others.into()];
    db.execute(&sql, &values).map(|_| ())
}

impl<D: Database> SessionStore for D {
    fn add_session(&self, session: &SessionRecord, most: usize) -> Result<(), StoreError> {
        self.write(|db| add(db, session, most))
    }

    fn session(&self, hash: &str) -> Result<Option<SessionRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM tokens WHERE hash = $1");
        self.read(|db| db.first(&sql, &[hash.into()])?.as_ref().map(session).transpose())
    }

    fn sessions(&self, player: &str) -> Result<Vec<SessionRecord>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM tokens WHERE player = $1 ORDER BY {ORDER}");
        self.read(|db| db.query(&sql, &[player.into()])?.iter().map(session).collect())
    }

    fn touch_session(&self, hash: &str, used: u64) -> Result<(), StoreError> {
        let sql = "UPDATE tokens SET used = $1 WHERE hash = $2";
        self.write_without_sync(|db| db.execute(sql, &[used.into(), hash.into()]).map(|_| ()))
    }

    fn revoke_session(&self, hash: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM tokens WHERE hash = $1";
        self.write(|db| db.execute(sql, &[hash.into()]).map(|_| ()))
    }

    fn delete_sessions(&self, used: u64, made: u64, most: usize) -> Result<u64, StoreError> {
        let sql = "DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens \
                   JOIN players ON players.id = tokens.player \
                   WHERE (used > 0 AND used < $1 AND tokens.created < $1) \
                   OR (tokens.created < $2 AND login IS NOT NULL) LIMIT $3)";
        let values = [used.into(), made.into(), (most as u64).into()];
        self.write(|db| Ok(db.execute(sql, &values)? as u64))
    }

    fn revoke_sessions(&self, player: &str, keep: Option<&str>) -> Result<(), StoreError> {
        self.write(|db| revoke(db, player, keep))
    }
}
