//! The store over SQL: one small trait after the other.

use super::{Database, Row, Session, Value, games, leases};
use crate::{Append, Appended, ChatLine, GameRecord, InviteRecord, PlayerRecord, RatingRecord};
use crate::{ChatStore, GameStore, InviteStore, LeaseStore, PlayerStore, RatingStore};
use crate::{GameProgress, Settlement, Store, StoreError, StoredCommand};

fn player(
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
        "DELETE FROM players WHERE id = $1",
    ] {
        db.execute(sql, &[id.into()])?;
    }
    Ok(())
}

fn rating(row: &Row) -> Result<RatingRecord, StoreError> {
    Ok(RatingRecord {
        player: row.text(0)?,
        variant: row.text(1)?,
        rating: row.number(2)?,
        games: row.count(3)?,
    })
}

fn settle(
    db: &mut dyn Session,
    game: &str,
    variant: &str,
    players: &[String],
    work: &dyn Fn(&[Option<RatingRecord>]) -> Settlement,
) -> Result<bool, StoreError> {
    let sql = "UPDATE games SET deadline = NULL WHERE id = $1 AND status = 'over'";
    db.execute(sql, &[game.into()])?;
    let sql = "INSERT INTO rated (game) VALUES ($1) ON CONFLICT (game) DO NOTHING";
    if db.execute(sql, &[game.into()])? == 0 {
        return Ok(false);
    }
    // Two games of one player must not settle over each other.
    let mut sorted: Vec<&String> = players.iter().collect();
    sorted.sort();
    for player in sorted {
        db.execute(
            "UPDATE players SET created = created WHERE id = $1",
            &[player.as_str().into()],
        )?;
    }
    let mut present = Vec::with_capacity(players.len());
    for player in players {
        let sql = "SELECT player, variant, rating, games FROM ratings \
                   WHERE player = $1 AND variant = $2";
        let row = db.first(sql, &[player.as_str().into(), variant.into()])?;
        present.push(row.as_ref().map(rating).transpose()?);
    }
    let settlement = work(&present);
    for rating in &settlement.ratings {
        let sql = "INSERT INTO ratings (player, variant, rating, games) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (player, variant) DO UPDATE SET rating = excluded.rating, \
                   games = excluded.games";
        let values = [
            rating.player.as_str().into(),
            rating.variant.as_str().into(),
            Value::Int(rating.rating),
            rating.games.into(),
        ];
        db.execute(sql, &values)?;
    }
    for (player, kind, amount) in &settlement.won {
        let sql = "INSERT INTO inventory (player, kind, amount) VALUES ($1, $2, $3) \
                   ON CONFLICT (player, kind) DO UPDATE SET amount = inventory.amount + \
                   excluded.amount";
        db.execute(sql, &[player.as_str().into(), kind.as_str().into(), (*amount).into()])?;
    }
    Ok(true)
}

impl<D: Database> GameStore for D {
    fn create_game(&self, game: &GameRecord) -> Result<(), StoreError> {
        self.write(|db| games::create(db, game))
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

    fn events(&self, game: &str, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::events(db, game, from, most))
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

    fn unfinished_games_of(&self, player: &str) -> Result<u64, StoreError> {
        self.read(|db| games::unfinished(db, player))
    }

    fn game_ids(&self, after: &str, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::ids(db, after, most))
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
        let values = [
            player.id.as_str().into(),
            player.name.as_str().into(),
            player.login.as_deref().into(),
            player.password.as_deref().into(),
            player.created.into(),
        ];
        let sql = "INSERT INTO players (id, name, login, password, created) \
                   VALUES ($1, $2, $3, $4, $5)";
        self.write(|db| db.execute(sql, &values).map(|_| ()))
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
        match self.write(|db| db.execute(sql, &values))? {
            0 => Err(StoreError::Taken),
            _ => Ok(()),
        }
    }

    fn delete_player(&self, id: &str) -> Result<(), StoreError> {
        self.write_idempotent(|db, _| forget(db, id))
    }

    fn add_token(&self, hash: &str, player: &str, created: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO tokens (hash, player, created) VALUES ($1, $2, $3)";
        let values = [hash.into(), player.into(), created.into()];
        self.write(|db| db.execute(sql, &values).map(|_| ()))
    }

    fn token_owner(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.read(|db| {
            let row = db.first("SELECT player FROM tokens WHERE hash = $1", &[hash.into()])?;
            row.map(|row| row.text(0)).transpose()
        })
    }

    fn revoke_token(&self, hash: &str) -> Result<(), StoreError> {
        self.write(|db| {
            db.execute("DELETE FROM tokens WHERE hash = $1", &[hash.into()]).map(|_| ())
        })
    }

    fn revoke_tokens(&self, player: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM tokens WHERE player = $1";
        self.write(|db| db.execute(sql, &[player.into()]).map(|_| ()))
    }
}

impl<D: Database> InviteStore for D {
    fn add_invite(&self, invite: &InviteRecord) -> Result<(), StoreError> {
        let sql = "INSERT INTO invites (hash, game, seat, expires) VALUES ($1, $2, $3, $4)";
        let values = [
            invite.hash.as_str().into(),
            invite.game.as_str().into(),
            invite.seat.into(),
            invite.expires.into(),
        ];
        self.write(|db| db.execute(sql, &values).map(|_| ()))
    }

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
}

impl<D: Database> ChatStore for D {
    fn add_chat(&self, game: &str, seat: u8, at: u64, text: &str) -> Result<u64, StoreError> {
        self.write(|db| games::add_chat(db, game, seat, at, text))
    }

    fn chat(&self, game: &str, from: u64, most: usize) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|db| games::chat(db, game, from, most))
    }
}

impl<D: Database> RatingStore for D {
    fn ratings(&self, player: &str) -> Result<Vec<RatingRecord>, StoreError> {
        let sql = "SELECT player, variant, rating, games FROM ratings WHERE player = $1 \
                   ORDER BY variant";
        self.read(|db| db.query(sql, &[player.into()])?.iter().map(rating).collect())
    }

    fn inventory(&self, player: &str) -> Result<Vec<(String, u64)>, StoreError> {
        let sql = "SELECT kind, amount FROM inventory WHERE player = $1 ORDER BY kind";
        self.read(|db| {
            let rows = db.query(sql, &[player.into()])?;
            rows.iter().map(|row| Ok((row.text(0)?, row.count(1)?))).collect()
        })
    }

    fn unsettled(&self, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::unsettled(db, most))
    }

    fn settle(
        &self,
        game: &str,
        variant: &str,
        players: &[String],
        work: &dyn Fn(&[Option<RatingRecord>]) -> Settlement,
    ) -> Result<bool, StoreError> {
        self.write_idempotent(|db, _| settle(db, game, variant, players, work))
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
