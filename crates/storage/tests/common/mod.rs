//! Stores and records for tests.

#![allow(clippy::unwrap_used, dead_code)]

pub mod accounts;
#[cfg(feature = "postgres")]
mod certificates;
#[cfg(feature = "postgres")]
pub mod postgres;

use std::path::PathBuf;
use std::sync::Arc;
use tilewright_storage::{
    Append, GameHead, GamePhase, GameRecord, MemoryStore, PlayerRecord, SeatHolder, SeatRecord,
    SqliteStore, Store,
};

/// Fresh stores of every kind; their files are removed in the end.
pub struct Stores {
    directory: PathBuf,
}

impl Stores {
    pub fn new(name: &str) -> Stores {
        let id = std::process::id();
        let directory = std::env::temp_dir().join(format!("tilewright-store-{id}-{name}"));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        Stores { directory }
    }

    pub fn path(&self) -> PathBuf {
        self.directory.join("games.db")
    }

    pub fn all(&self) -> Vec<(&'static str, Arc<dyn Store>)> {
        let sqlite = SqliteStore::open(&self.path()).unwrap();
        #[allow(unused_mut)]
        let mut all: Vec<(&'static str, Arc<dyn Store>)> =
            vec![("memory", Arc::new(MemoryStore::new())), ("sqlite", Arc::new(sqlite))];
        #[cfg(feature = "postgres")]
        match postgres::database() {
            Some(url) => {
                let store = tilewright_storage::PostgresStore::open(&url).unwrap();
                all.push(("postgres", Arc::new(store)));
            }
            None => eprintln!("no PostgreSQL on this machine: its part of the suite is left out"),
        }
        all
    }
}

impl Drop for Stores {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

pub fn head(status: GamePhase, deadline: Option<u64>) -> GameHead {
    GameHead { status, to_move: 0, deadline, updated: 1, chain: format!("{status:?}") }
}

/// A game; sitters are players by id, `bot:LEVEL`, or nobody.
pub fn game(id: &str, sitters: &[&str]) -> GameRecord {
    let seat = |holder: &&str| SeatRecord {
        holder: match (holder.strip_prefix("bot:"), holder.is_empty()) {
            (Some(level), _) => SeatHolder::Bot(level.to_string()),
            (None, true) => SeatHolder::Nobody,
            (None, false) => SeatHolder::Player(holder.to_string()),
        },
        name: format!("name of {holder}"),
    };
    GameRecord {
        id: id.to_string(),
        creator: "ann".to_string(),
        created: 5,
        settings: "{\"variant\":1}".to_string(),
        secret: "00ff".to_string(),
        revision: 0,
        chained_from: 0,
        head: head(GamePhase::Open, None),
        seats: sitters.iter().map(seat).collect(),
    }
}

pub fn append(game: &str, expected: u64, events: &[&str]) -> Append {
    Append {
        game: game.to_string(),
        expected,
        events: events.iter().map(ToString::to_string).collect(),
        command: None,
        head: head(GamePhase::Running, None),
    }
}

pub fn player(id: &str, login: Option<&str>) -> PlayerRecord {
    PlayerRecord {
        id: id.to_string(),
        name: format!("Player {id}"),
        login: login.map(str::to_string),
        password: login.map(|login| format!("hash of {login}")),
        created: 3,
    }
}
