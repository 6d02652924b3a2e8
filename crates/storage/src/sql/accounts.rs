//! What belongs to accounts, over SQL.

use super::{Database, Row, Session, sessions, store};
use crate::{CodePurpose, CodeRecord, CodeStore, EmailChange, EmailRecord, EmailStore};
use crate::{IdentityRecord, IdentityStore, PlayerRecord, SignInAddressStore, StoreError};

const CODE: &str = "hash, purpose, player, topic, data, created, expires";
const EMAIL: &str = "player, address, folded, verified";
const IDENTITY: &str = "issuer, subject, player, created";

fn code(row: &Row) -> Result<CodeRecord, StoreError> {
    let purpose = row.text(1)?;
    let unknown = || StoreError::Damaged(format!("a code for `{purpose}`"));
    Ok(CodeRecord {
        hash: row.text(0)?,
        purpose: CodePurpose::from_name(&purpose).ok_or_else(unknown)?,
        player: row.optional_text(2)?,
        topic: row.text(3)?,
        data: row.text(4)?,
        created: row.count(5)?,
        expires: row.count(6)?,
    })
}

fn email(row: &Row) -> Result<EmailRecord, StoreError> {
    Ok(EmailRecord {
        player: row.text(0)?,
        address: row.text(1)?,
        folded: row.text(2)?,
        verified: row.count(3)?,
    })
}

fn identity(row: &Row) -> Result<IdentityRecord, StoreError> {
    Ok(IdentityRecord {
        issuer: row.text(0)?,
        subject: row.text(1)?,
        player: row.text(2)?,
        created: row.count(3)?,
    })
}

fn find_code(
    db: &mut dyn Session,
    hash: &str,
    purpose: CodePurpose,
    now: u64,
) -> Result<Option<CodeRecord>, StoreError> {
    let sql = format!("SELECT {CODE} FROM codes WHERE hash = $1 AND purpose = $2 AND expires > $3");
    let values = [hash.into(), purpose.name().into(), now.into()];
    db.first(&sql, &values)?.as_ref().map(code).transpose()
}

/// Uses a code: of many, one deletes it.
fn take_code(
    db: &mut dyn Session,
    hash: &str,
    purpose: CodePurpose,
    now: u64,
) -> Result<Option<CodeRecord>, StoreError> {
    let Some(found) = find_code(db, hash, purpose, now)? else { return Ok(None) };
    let deleted = db.execute("DELETE FROM codes WHERE hash = $1", &[hash.into()])?;
    Ok((deleted > 0).then_some(found))
}

/// Ends the codes of a player for resetting the password.
pub(super) fn end_reset_codes(db: &mut dyn Session, player: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM codes WHERE player = $1 AND purpose = $2";
    db.execute(sql, &[player.into(), CodePurpose::ResetPassword.name().into()]).map(|_| ())
}

/// Ends the codes of a player for addresses and passwords. Those for addresses still count.
fn end_address_codes(db: &mut dyn Session, player: &str, now: u64) -> Result<(), StoreError> {
    end_reset_codes(db, player)?;
    let sql = "UPDATE codes SET expires = $1 WHERE player = $2 AND purpose = $3 AND expires > $1";
    let purpose = CodePurpose::VerifyEmail.name();
    db.execute(sql, &[now.into(), player.into(), purpose.into()]).map(|_| ())
}

/// The statements that forget a player.
pub(super) const FORGET: [&str; 4] = [
    "DELETE FROM codes WHERE player = $1",
    "DELETE FROM emails WHERE player = $1",
    "DELETE FROM identities WHERE player = $1",
    "DELETE FROM sign_in_addresses WHERE player = $1",
];

fn find_email(
    db: &mut dyn Session,
    condition: &str,
    value: &str,
) -> Result<Option<EmailRecord>, StoreError> {
    let sql = format!("SELECT {EMAIL} FROM emails WHERE {condition}");
    db.first(&sql, &[value.into()])?.as_ref().map(email).transpose()
}

fn link(db: &mut dyn Session, identity: &IdentityRecord) -> Result<(), StoreError> {
    let sql = format!("INSERT INTO identities ({IDENTITY}) VALUES ($1, $2, $3, $4)");
    let values = [
        identity.issuer.as_str().into(),
        identity.subject.as_str().into(),
        identity.player.as_str().into(),
        identity.created.into(),
    ];
    db.execute(&sql, &values).map(|_| ())
}

/// Locks the row of a player, so that changes to one account follow each other.
fn lock_player(db: &mut dyn Session, player: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE players SET created = created WHERE id = $1";
    Ok(db.execute(sql, &[player.into()])? > 0)
}

impl<D: Database> CodeStore for D {
    fn add_code(&self, code: &CodeRecord, since: u64, most: usize) -> Result<bool, StoreError> {
        let purpose = code.purpose.name();
        let player: super::Value = code.player.as_deref().into();
        self.write(|db| {
            if most < usize::MAX {
                if let Some(player) = &code.player {
                    lock_player(db, player)?;
                }
                let sql = "SELECT COUNT(*) FROM codes WHERE purpose = $1 AND created >= $2 \
                           AND (topic = $3 OR player = $4)";
                let topic = code.topic.as_str().into();
                let values = [purpose.into(), since.into(), topic, player.clone()];
                let made = db.first(sql, &values)?.map_or(Ok(0), |row| row.count(0))?;
                if made >= most as u64 {
                    return Ok(false);
                }
            }
            let sql = format!("INSERT INTO codes ({CODE}) VALUES ($1, $2, $3, $4, $5, $6, $7)");
            let values = [
                code.hash.as_str().into(),
                purpose.into(),
                player.clone(),
                code.topic.as_str().into(),
                code.data.as_str().into(),
                code.created.into(),
                code.expires.into(),
            ];
            db.execute(&sql, &values).map(|_| true)
        })
    }

    fn code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError> {
        self.read(|db| find_code(db, hash, purpose, now))
    }

    fn take_code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError> {
        self.write(|db| take_code(db, hash, purpose, now))
    }

    fn codes_of(&self, player: &str) -> Result<Vec<CodeRecord>, StoreError> {
        let sql = format!("SELECT {CODE} FROM codes WHERE player = $1 ORDER BY created DESC, hash");
        self.read(|db| db.query(&sql, &[player.into()])?.iter().map(code).collect())
    }

    fn delete_codes(&self, expired: u64, most: usize) -> Result<u64, StoreError> {
        let sql = "DELETE FROM codes WHERE hash IN \
                   (SELECT hash FROM codes WHERE expires < $1 LIMIT $2)";
        let values = [expired.into(), (most as u64).into()];
        self.write(|db| Ok(db.execute(sql, &values)? as u64))
    }
}

impl<D: Database> EmailStore for D {
    fn email(&self, player: &str) -> Result<Option<EmailRecord>, StoreError> {
        self.read(|db| find_email(db, "player = $1", player))
    }

    fn email_by_address(&self, folded: &str) -> Result<Option<EmailRecord>, StoreError> {
        self.read(|db| find_email(db, "folded = $1", folded))
    }

    fn verify_email(&self, hash: &str, now: u64) -> Result<Option<EmailChange>, StoreError> {
        self.write(|db| {
            let found = take_code(db, hash, CodePurpose::VerifyEmail, now)?;
            let Some(code) = found else { return Ok(None) };
            let Some(player) = code.player else { return Ok(None) };
            if !lock_player(db, &player)? {
                return Ok(None);
            }
            let before = find_email(db, "player = $1", &player)?;
            end_address_codes(db, &player, now)?;
            let sql = format!(
                "INSERT INTO emails ({EMAIL}) VALUES ($1, $2, $3, $4) ON CONFLICT (player) \
                 DO UPDATE SET address = excluded.address, folded = excluded.folded, \
                 verified = excluded.verified"
            );
            let email =
                EmailRecord { player, address: code.data, folded: code.topic, verified: now };
            let values = [
                email.player.as_str().into(),
                email.address.as_str().into(),
                email.folded.as_str().into(),
                now.into(),
            ];
            db.execute(&sql, &values)?;
            Ok(Some(EmailChange { before, now: email }))
        })
    }

    fn remove_email(&self, player: &str, now: u64) -> Result<Option<EmailRecord>, StoreError> {
        self.write(|db| {
            let before = find_email(db, "player = $1", player)?;
            end_address_codes(db, player, now)?;
            db.execute("DELETE FROM emails WHERE player = $1", &[player.into()])?;
            Ok(before)
        })
    }

    fn reset_password(
        &self,
        hash: &str,
        now: u64,
        new: &str,
    ) -> Result<Option<String>, StoreError> {
        self.write(|db| {
            let found = take_code(db, hash, CodePurpose::ResetPassword, now)?;
            let Some(player) = found.and_then(|code| code.player) else { return Ok(None) };
            let sql = "UPDATE players SET password = $1 WHERE id = $2 AND password IS NOT NULL";
            if db.execute(sql, &[new.into(), player.as_str().into()])? == 0 {
                return Ok(None);
            }
            sessions::revoke(db, &player, None)?;
            end_reset_codes(db, &player)?;
            Ok(Some(player))
        })
    }
}

impl<D: Database> IdentityStore for D {
    fn identity(&self, issuer: &str, subject: &str) -> Result<Option<IdentityRecord>, StoreError> {
        let sql = format!("SELECT {IDENTITY} FROM identities WHERE issuer = $1 AND subject = $2");
        let values = [issuer.into(), subject.into()];
        self.read(|db| db.first(&sql, &values)?.as_ref().map(identity).transpose())
    }

    fn identities(&self, player: &str) -> Result<Vec<IdentityRecord>, StoreError> {
        let sql = format!(
            "SELECT {IDENTITY} FROM identities WHERE player = $1 ORDER BY created, issuer, subject"
        );
        self.read(|db| db.query(&sql, &[player.into()])?.iter().map(identity).collect())
    }

    fn link_identity(&self, identity: &IdentityRecord) -> Result<(), StoreError> {
        self.write(|db| match lock_player(db, &identity.player)? {
            true => link(db, identity),
            false => Err(StoreError::Taken),
        })
    }

    fn unlink_identity(
        &self,
        player: &str,
        issuer: &str,
        subject: &str,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM identities WHERE player = $1 AND issuer = $2 AND subject = $3 \
                   AND (EXISTS (SELECT 1 FROM players WHERE id = $1 AND password IS NOT NULL) \
                   OR (SELECT COUNT(*) FROM identities WHERE player = $1) > 1)";
        let values = [player.into(), issuer.into(), subject.into()];
        self.write(|db| {
            lock_player(db, player)?;
            Ok(db.execute(sql, &values)? > 0)
        })
    }

    fn create_player_with(
        &self,
        player: &PlayerRecord,
        identity: &IdentityRecord,
    ) -> Result<(), StoreError> {
        self.write(|db| {
            store::add_player(db, player)?;
            link(db, identity)
        })
    }

    fn register_with(&self, login: &str, identity: &IdentityRecord) -> Result<(), StoreError> {
        let sql = "UPDATE players SET login = $1 WHERE id = $2 AND login IS NULL";
        self.write(|db| {
            let player = identity.player.as_str();
            if db.execute(sql, &[login.into(), player.into()])? == 0 {
                return Err(StoreError::Taken);
            }
            link(db, identity)?;
            sessions::revoke(db, player, None)
        })
    }
}

impl<D: Database> SignInAddressStore for D {
    fn remember_address(
        &self,
        player: &str,
        hash: &str,
        used: u64,
        most: usize,
    ) -> Result<(), StoreError> {
        let others = most.saturating_sub(1) as u64;
        self.write_without_sync(|db| {
            let sql = "INSERT INTO sign_in_addresses (player, hash, used) VALUES ($1, $2, $3) \
                       ON CONFLICT (player, hash) DO UPDATE SET used = excluded.used";
            db.execute(sql, &[player.into(), hash.into(), used.into()])?;
            let sql = "DELETE FROM sign_in_addresses WHERE player = $1 AND hash <> $2 \
                       AND hash NOT IN (SELECT hash FROM sign_in_addresses WHERE player = $1 \
                       AND hash <> $2 ORDER BY used DESC, hash DESC LIMIT $3)";
            db.execute(sql, &[player.into(), hash.into(), others.into()]).map(|_| ())
        })
    }

    fn knows_address(&self, player: &str, hash: &str) -> Result<bool, StoreError> {
        let sql = "SELECT used FROM sign_in_addresses WHERE player = $1 AND hash = $2";
        self.read(|db| Ok(db.first(sql, &[player.into(), hash.into()])?.is_some()))
    }

    fn address_uses(&self, player: &str) -> Result<Vec<u64>, StoreError> {
        let sql = "SELECT used FROM sign_in_addresses WHERE player = $1 ORDER BY used DESC";
        self.read(|db| db.query(sql, &[player.into()])?.iter().map(|row| row.count(0)).collect())
    }

    fn delete_addresses(&self, used: u64, most: usize) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sign_in_addresses WHERE hash IN \
                   (SELECT hash FROM sign_in_addresses WHERE used < $1 LIMIT $2) AND used < $1";
        let values = [used.into(), (most as u64).into()];
        self.write(|db| Ok(db.execute(sql, &values)? as u64))
    }
}
