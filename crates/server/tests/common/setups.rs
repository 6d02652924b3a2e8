//! Where the games of a test are kept, and by how many servers they are served.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tilewright_storage::{MemoryStore, SqliteStore, Store};

#[cfg(feature = "postgres")]
use super::certificates;
#[cfg(feature = "postgres")]
#[path = "../../../storage/tests/common/postgres.rs"]
pub mod postgres;

/// The variable that names the set-up.
pub const VARIABLE: &str = "TILEWRIGHT_TEST_SETUP";

/// A set-up. All tests run on each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// One server, games in memory: what `cargo test` does.
    Memory,
    /// One server over a SQLite file.
    Sqlite,
    /// One server over PostgreSQL.
    Postgres,
    /// Three servers over PostgreSQL and NATS; every request goes to another one.
    Cluster,
}

/// The set-up that the environment asks for.
pub fn setup() -> Setup {
    match std::env::var(VARIABLE).as_deref() {
        Err(_) | Ok("memory") => Setup::Memory,
        Ok("sqlite") => Setup::Sqlite,
        Ok("postgres") => Setup::Postgres,
        Ok("cluster") => Setup::Cluster,
        Ok(other) => panic!("{VARIABLE}={other}: say memory, sqlite, postgres or cluster"),
    }
}

/// A place for games that can be opened again and again.
pub enum Place {
    Memory(Arc<MemoryStore>),
    File(PathBuf),
    Url(String),
}

impl Place {
    /// A fresh place of the set-up.
    pub fn new() -> Place {
        match setup() {
            Setup::Memory => Place::Memory(Arc::new(MemoryStore::new())),
            Setup::Sqlite => Place::file(),
            Setup::Postgres | Setup::Cluster => Place::Url(database()),
        }
    }

    /// A fresh place that outlives a process.
    pub fn lasting() -> Place {
        if setup() == Setup::Memory { Place::file() } else { Place::new() }
    }

    fn file() -> Place {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::SeqCst));
        let name = format!("tilewright-server-{process}-{number}");
        let directory = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        Place::File(directory.join("games.db"))
    }

    /// A store over it.
    pub fn open(&self) -> Arc<dyn Store> {
        match self {
            Place::Memory(store) => store.clone(),
            Place::File(path) => Arc::new(SqliteStore::open(path).unwrap()),
            Place::Url(url) => open_postgres(url),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::File(path) = self {
            let _ = std::fs::remove_dir_all(path.parent().unwrap());
        }
    }
}

#[cfg(feature = "postgres")]
pub fn database() -> String {
    postgres::database().expect("PostgreSQL is installed")
}

#[cfg(feature = "postgres")]
fn open_postgres(url: &str) -> Arc<dyn Store> {
    Arc::new(tilewright_storage::PostgresStore::open(url).unwrap())
}

#[cfg(not(feature = "postgres"))]
pub fn database() -> String {
    panic!("{VARIABLE} asks for PostgreSQL: run the tests with --features postgres")
}

#[cfg(not(feature = "postgres"))]
fn open_postgres(_: &str) -> Arc<dyn Store> {
    unreachable!("there is no address without the feature")
}
