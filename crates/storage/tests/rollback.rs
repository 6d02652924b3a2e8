//! The way back to an earlier schema, and the servers that still know it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append};
use tilewright_storage::{GameStore, MIGRATIONS, SqliteStore, StoreError, StoredCommand};

/// The oldest schema to which there is a way back.
const OLDEST: i64 = 5;

const ROWS: &str = "INSERT INTO schema_version VALUES (5);
    INSERT INTO games VALUES ('old', 'ann', 1, '{}', 's', 3, 'running', 0, NULL, 1);
    INSERT INTO events VALUES ('old', 0, 'a'), ('old', 1, 'b'), ('old', 2, 'c');
    INSERT INTO commands VALUES ('old', 'x', 1, 1, 3)";

fn old_schema() -> String {
    let steps = MIGRATIONS[..OLDEST as usize].join(";");
    format!("CREATE TABLE schema_version (version BIGINT NOT NULL); {steps}; {ROWS}")
}

fn message(refused: Result<i64, StoreError>) -> String {
    refused.unwrap_err().to_string()
}

#[test]
fn every_new_schema_has_a_way_back_that_keeps_every_event_and_command() {
    let stores = Stores::new("back");
    let path = stores.path();
    rusqlite::Connection::open(&path).unwrap().execute_batch(&old_schema()).unwrap();
    for round in 0..2 {
        let store = SqliteStore::open(&path).unwrap();
        let more = [format!("d{round}"), format!("e{round}")];
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        store.append(&[append("old", 3 + 2 * round, &more)]).unwrap();
        drop(store);
        let found = MIGRATIONS.len() as i64;
        assert_eq!(SqliteStore::migrate_back(&path, OLDEST), Ok(found));
        assert_eq!(SqliteStore::migrate_back(&path, OLDEST), Ok(OLDEST));
        let connection = rusqlite::Connection::open(&path).unwrap();
        let mut read = connection.prepare("SELECT body FROM events ORDER BY revision").unwrap();
        let bodies: Vec<String> =
            read.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert_eq!(bodies[..5], ["a", "b", "c", "d0", "e0"]);
        assert_eq!(bodies.len() as u64, 5 + 2 * round);
        let commands =
            "SELECT seat, from_revision, to_revision FROM commands WHERE client_id = 'x'";
        let command = connection.query_row(commands, [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        });
        assert_eq!(command.unwrap(), (1, 1, 3));
    }
    let store = SqliteStore::open(&path).unwrap();
    let events = store.events("old", 0, 9).unwrap();
    assert_eq!(events, ["a", "b", "c", "d0", "e0", "d1", "e1"]);
    let command = StoredCommand { seat: 1, from: 1, to: 3 };
    assert_eq!(store.command("old", "x").unwrap(), Some(command));
}

#[test]
fn a_way_back_that_does_not_exist_is_refused_and_changes_nothing() {
    let stores = Stores::new("no-way-back");
    let path = stores.path();
    drop(SqliteStore::open(&path).unwrap());
    let known = MIGRATIONS.len() as i64;
    let refused = message(SqliteStore::migrate_back(&path, OLDEST - 1));
    assert!(refused.contains("no way back from schema 5"), "{refused}");
    let refused = message(SqliteStore::migrate_back(&path, known + 1));
    assert!(refused.contains("which is before"), "{refused}");
    let claim = SqliteStore::claim(&path).unwrap();
    let refused = message(SqliteStore::migrate_back(&path, OLDEST));
    assert!(refused.contains("another server"), "{refused}");
    drop(claim);
    assert!(SqliteStore::open_read_only(&path).is_ok(), "the schema is what it was");
}

#[test]
fn a_way_back_that_would_lose_data_is_refused_and_changes_nothing() {
    let stores = Stores::new("losing");
    let path = stores.path();
    drop(SqliteStore::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    let rows = "INSERT INTO players VALUES ('p', 'P', 'p', NULL, 1);
        INSERT INTO emails VALUES ('p', 'p@example.org', 'p@example.org', 1)";
    connection.execute_batch(rows).unwrap();
    let refused = message(SqliteStore::migrate_back(&path, OLDEST));
    assert!(refused.contains("no place for 1 addresses of mail"), "{refused}");
    assert!(SqliteStore::open_read_only(&path).is_ok(), "the schema is what it was");
    connection.execute("DELETE FROM emails", []).unwrap();
    drop(connection);
    assert_eq!(SqliteStore::migrate_back(&path, OLDEST), Ok(MIGRATIONS.len() as i64));
}

/// What a server of schema 5 does to continue logs.
#[cfg(feature = "postgres")]
const OLD_APPEND: &str = "
    WITH new AS (SELECT 'old'::text AS game, 3::bigint AS expected, 5::bigint AS revision),
    moved AS (UPDATE games SET revision = new.revision, updated = 7 FROM new
        WHERE games.id = new.game AND games.revision = new.expected AND NOT EXISTS (
        SELECT 1 FROM commands WHERE commands.game = new.game AND commands.client_id = 'y')
        RETURNING games.id AS game, new.expected, new.revision),
    logged AS (INSERT INTO events (game, revision, body)
        SELECT event.game, event.revision, event.body
        FROM unnest(ARRAY['old', 'old'], ARRAY[3, 4], ARRAY['d', 'e'])
        AS event (game, revision, body) WHERE event.game IN (SELECT game FROM moved)),
    known AS (INSERT INTO commands (game, client_id, seat, from_revision, to_revision)
        SELECT game, 'y', 0, expected, revision FROM moved)
    SELECT game FROM moved";

#[cfg(feature = "postgres")]
#[test]
fn servers_of_the_version_before_go_on_over_a_new_schema() {
    use tilewright_storage::PostgresStore;
    let Some(url) = common::postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let mut old = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    old.batch_execute(&old_schema()).unwrap();
    let store = PostgresStore::open(&url).unwrap();
    let events = "SELECT body FROM events WHERE game = 'old' AND revision >= $1 ORDER BY revision";
    let read = |old: &mut postgres::Client| -> Vec<String> {
        old.query(events, &[&1i64]).unwrap().iter().map(|row| row.get(0)).collect()
    };
    assert_eq!(read(&mut old), ["b", "c"]);
    // The same command is stored once.
    assert_eq!(old.query(OLD_APPEND, &[]).unwrap().len(), 1);
    assert_eq!(old.query(OLD_APPEND, &[]).unwrap().len(), 0);
    assert_eq!(store.events("old", 0, 9).unwrap(), ["a", "b", "c", "d", "e"]);
    let command = StoredCommand { seat: 0, from: 3, to: 5 };
    assert_eq!(store.command("old", "y").unwrap(), Some(command));
    let record = store.game("old").unwrap().unwrap();
    assert_eq!((record.revision, record.chained_from), (5, 5));
    assert_eq!(record.head.chain, "", "the chain begins again behind it");
    store.append(&[append("old", 5, &["f", "g"])]).unwrap();
    assert_eq!(read(&mut old), ["b", "c", "d", "e", "f", "g"]);
    drop(store);
    let known = MIGRATIONS.len() as i64;
    assert_eq!(PostgresStore::migrate_back(&url, OLDEST), Ok(known));
    assert_eq!(read(&mut old), ["b", "c", "d", "e", "f", "g"]);
    let store = PostgresStore::open(&url).unwrap();
    assert_eq!(store.events("old", 4, 9).unwrap(), ["e", "f", "g"]);
    // A new database needs no bridge.
    let fresh = common::postgres::database().unwrap();
    drop(PostgresStore::open(&fresh).unwrap());
    let mut client = postgres::Client::connect(&fresh, postgres::NoTls).unwrap();
    assert!(client.query("SELECT 1 FROM events", &[]).is_err());
}
