//! The store over SQL: one small trait after the other.

use super::{Database, Session, accounts, contents, games, leases, sessions};
use crate::{Append, Appended, ChatLine, Content, GameRecord, InviteRecord, PlayerRecord};
use crate::{ChatStore, GameStore, InviteStore, LeaseStore, PlayerStore};
use crate::{GameProgress, GuestPage, LogEntry, Space, Store, StoreError, StoredCommand};

pub(super) fn player(
    db: &mut dyn Session,
    condition: &str,
    value: &str,
) -> Result<Option<PlayerRecord>, StoreError> {
    let sql = format!("SELECT id, name, login, password, created FROM players WHERE {condition}");
    let row = db.first(&sql, &[value.into()])?;
    row.map(|row| {
        Ok(PlayerRecord {
            id: row.text(0)?,
            name: row.text(1)?,
            login: row.optional_text(2)?,
            password: row.optional_text(3)?,
            created: row.count(4)?,
        })
    })
    .transpose()
}

fn forget(db: &mut dyn Session, id: &str) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM chat WHERE EXISTS (SELECT 1 FROM seats WHERE seats.game = chat.game \
         AND seats.seat = chat.seat AND seats.player = $1)",
        "UPDATE seats SET name = 'gone' WHERE player = $1",
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM ratings WHERE player = $1",
        "DELETE FROM inventory WHERE player = $1",
        "DELETE FROM gains WHERE player = $1",
        "DELETE FROM blocks WHERE player = $1",
        "DELETE FROM blocks WHERE other = $1",
        "DELETE FROM reports WHERE reporter = $1",
        "DELETE FROM reports WHERE player = $1",
        "DELETE FROM sanctions WHERE player = $1",
        "DELETE FROM roles WHERE player = $1",
        "DELETE FROM seeks WHERE player = $1",
    ] {
        db.execute(sql, &[id.into()])?;
    }
    for sql in accounts::FORGET.into_iter().chain(["DELETE FROM players WHERE id = $1"]) {
        db.execute(sql, &[id.into()])?;
    }
    Ok(())
}

/// Stores a new player.
pub(super) fn add_player(db: &mut dyn Session, player: &PlayerRecord) -> Result<(), StoreError> {
    let values = [
        player.id.as_str().into(),
        player.name.as_str().into(),
        player.login.as_deref().into(),
        player.password.as_deref().into(),
        player.created.into(),
    ];
    let sql = "INSERT INTO players (id, name, login, password, created) \
               VALUES ($1, $2, $3, $4, $5)";
    db.execute(sql, &values).map(|_| ())
}

fn add_invite(db: &mut dyn Session, invite: &InviteRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO invites (hash, game, seat, expires) VALUES ($1, $2, $3, $4)";
    let values = [
        invite.hash.as_str().into(),
        invite.game.as_str().into(),
        invite.seat.into(),
        invite.expires.into(),
    ];
    db.execute(sql, &values).map(|_| ())
}

impl<D: Database> GameStore for D {
    fn create_game(&self, game: &GameRecord, invites: &[InviteRecord]) -> Result<(), StoreError> {
        self.write(|db| {
            games::create(db, game)?;
            invites.iter().try_for_each(|invite| add_invite(db, invite))
        })
    }

    fn create_games(&self, games: &[GameRecord]) -> Result<(), StoreError> {
        self.write(|db| games.iter().try_for_each(|game| games::create(db, game)))
    }

    fn game(&self, id: &str) -> Result<Option<GameRecord>, StoreError> {
        self.read(|db| games::find(db, id))
    }

    fn revision(&self, id: &str) -> Result<Option<u64>, StoreError> {
        self.read(|db| {
            let row = db.first("SELECT revision FROM games WHERE id = $1", &[id.into()])?;
            row.map(|row| row.count(0)).transpose()
        })
    }

    fn append(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        Database::append(self, appends)
    }

    fn entries(&self, game: &str, from: u64, to: u64) -> Result<Vec<LogEntry>, StoreError> {
        self.read(|db| games::entries(db, game, from, to))
    }

    fn command(&self, game: &str, client_id: &str) -> Result<Option<StoredCommand>, StoreError> {
        self.read(|db| games::command(db, game, client_id))
    }

    fn due(&self, now: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::due(db, now, most))
    }

    fn games_of(&self, player: &str, most: usize) -> Result<Vec<GameRecord>, StoreError> {
        self.read(|db| games::of_player(db, player, most))
    }

    fn games_after(
        &self,
        player: &str,
        (updated, id): (u64, &str),
        most: usize,
    ) -> Result<Vec<GameRecord>, StoreError> {
        self.read(|db| games::of_player_after(db, player, updated, id, most))
    }

    fn unfinished_games_of(&self, player: &str) -> Result<u64, StoreError> {
        self.read(|db| games::unfinished(db, player))
    }

    fn game_ids(&self, after: &str, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::ids(db, after, most))
    }

    fn stored_bytes(&self, player: &str) -> Result<u64, StoreError> {
        self.read(|db| contents::stored_bytes(db, player))
    }

    fn contents(&self, after: &str, most: usize) -> Result<Vec<Content>, StoreError> {
        self.read(|db| contents::list(db, after, most))
    }

    fn delete_contents(&self, before: u64, most: usize) -> Result<u64, StoreError> {
        self.write_idempotent(|db, _| contents::delete_unused(db, before, most))
    }

    fn take_seat(
        &self,
        game: &str,
        seat: u8,
        player: &str,
        name: &str,
    ) -> Result<bool, StoreError> {
        self.write(|db| games::take_seat(db, game, seat, player, name))
    }
}

impl<D: Database> PlayerStore for D {
    fn create_player(&self, player: &PlayerRecord) -> Result<(), StoreError> {
        self.write(|db| add_player(db, player))
    }

    fn player(&self, id: &str) -> Result<Option<PlayerRecord>, StoreError> {
        self.read(|db| player(db, "id = $1", id))
    }

    fn player_by_login(&self, login: &str) -> Result<Option<PlayerRecord>, StoreError> {
        self.read(|db| player(db, "login = $1", login))
    }

    fn register_player(&self, player: &PlayerRecord) -> Result<(), StoreError> {
        let values = [
            player.name.as_str().into(),
            player.login.as_deref().into(),
            player.password.as_deref().into(),
            player.id.as_str().into(),
        ];
        let sql = "UPDATE players SET name = $1, login = $2, password = $3 \
                   WHERE id = $4 AND login IS NULL";
        self.write(|db| match db.execute(sql, &values)? {
            0 => Err(StoreError::Taken),
            _ => sessions::revoke(db, &player.id, None),
        })
    }

    fn change_password(
        &self,
        id: &str,
        old: &str,
        new: &str,
        keep: Option<&str>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE players SET password = $1 WHERE id = $2 AND password = $3";
        self.write(|db| {
            let changed = db.execute(sql, &[new.into(), id.into(), old.into()])? > 0;
            if changed {
                sessions::revoke(db, id, keep)?;
                accounts::end_reset_codes(db, id)?;
            }
            Ok(changed)
        })
    }

    fn rename_player(&self, id: &str, name: &str, login: Option<&str>) -> Result<(), StoreError> {
        let sql = match login {
            Some(_) => {
                "UPDATE players SET name = $1, login = $2 WHERE id = $3 AND login IS NOT NULL"
            }
            None => "UPDATE players SET name = $1, login = $2 WHERE id = $3 AND login IS NULL",
        };
        self.write(|db| match db.execute(sql, &[name.into(), login.into(), id.into()])? {
            0 => Err(StoreError::Taken),
            _ => Ok(()),
        })
    }

    fn delete_player(&self, id: &str) -> Result<(), StoreError> {
        self.write_idempotent(|db, _| forget(db, id))?;
        self.scrub()
    }

    fn idle_guests(&self, before: u64, after: &str, most: usize) -> Result<GuestPage, StoreError> {
        let sql = "SELECT id, CASE WHEN created < $1 \
                   AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.player = guests.id \
                   AND (tokens.used >= $1 OR tokens.created >= $1)) \
                   AND NOT EXISTS (SELECT 1 FROM seats JOIN games ON games.id = seats.game \
                   WHERE seats.player = guests.id AND games.status = 'running') \
                   THEN CAST(1 AS BIGINT) ELSE 0 END \
                   FROM (SELECT id, created FROM players WHERE login IS NULL AND id > $2 \
                   ORDER BY id LIMIT $3) AS guests ORDER BY id";
        let values = [before.into(), after.into(), (most as u64).into()];
        self.read(|db| {
            let rows = db.query(sql, &values)?;
            let last = rows.last().filter(|_| rows.len() == most);
            let next = last.map(|row| row.text(0)).transpose()?;
            let mut idle = Vec::new();
            for row in &rows {
                if row.number(1)? == 1 {
                    idle.push(row.text(0)?);
                }
            }
            Ok(GuestPage { idle, next })
        })
    }
}

impl<D: Database> InviteStore for D {
    fn invite(&self, hash: &str) -> Result<Option<InviteRecord>, StoreError> {
        let sql = "SELECT hash, game, seat, expires FROM invites WHERE hash = $1";
        self.read(|db| {
            let row = db.first(sql, &[hash.into()])?;
            row.map(|row| {
                let (hash, game) = (row.text(0)?, row.text(1)?);
                Ok(InviteRecord { hash, game, seat: row.seat(2)?, expires: row.count(3)? })
            })
            .transpose()
        })
    }

    fn delete_invites(&self, expired: u64, most: usize) -> Result<u64, StoreError> {
        let sql = "DELETE FROM invites WHERE hash IN \
                   (SELECT hash FROM invites WHERE expires < $1 LIMIT $2)";
        let values = [expired.into(), (most as u64).into()];
        self.write(|db| Ok(db.execute(sql, &values)? as u64))
    }
}

impl<D: Database> ChatStore for D {
    fn add_chat(&self, game: &str, seat: u8, at: u64, text: &str) -> Result<u64, StoreError> {
        self.write(|db| games::add_chat(db, game, seat, at, text))
    }

    fn chat(&self, game: &str, from: u64, most: usize) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|db| games::chat(db, game, from, most))
    }
}

impl<D: Database> LeaseStore for D {
    fn lease(
        &self,
        game: &str,
        revision: u64,
        holder: &str,
        millis: u64,
    ) -> Result<bool, StoreError> {
        self.write_without_sync(|db| leases::take(db, game, revision, holder, millis))
    }

    fn release(&self, holder: &str) -> Result<(), StoreError> {
        self.write_without_sync(|db| leases::release(db, holder))
    }

    fn progress(&self, games: &[String]) -> Result<Vec<GameProgress>, StoreError> {
        self.read(|db| leases::progress(db, games))
    }
}

impl<D: Database> Store for D {
    fn ping(&self) -> Result<(), StoreError> {
        self.read(|db| db.query("SELECT 1", &[]).map(|_| ()))
    }

    fn check_write(&self) -> Result<(), StoreError> {
        self.write_without_sync(|db| leases::take(db, "#ready", 0, "#ready", 1).map(|_| ()))
    }

    fn space(&self) -> Result<Space, StoreError> {
        Database::space(self)
    }

    fn secret(&self, name: &str, candidate: &str) -> Result<String, StoreError> {
        self.write_idempotent(|db, _| {
            let sql = "INSERT INTO secrets (name, secret) VALUES ($1, $2) \
                       ON CONFLICT (name) DO NOTHING";
            db.execute(sql, &[name.into(), candidate.into()])?;
            let row = db.first("SELECT secret FROM secrets WHERE name = $1", &[name.into()])?;
            row.map_or(Ok(candidate.to_string()), |row| row.text(0))
        })
    }
}
