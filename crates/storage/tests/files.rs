//! Databases in files: damaged, newer, read-only, private, and without traces.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append, game, player};
use tilewright_storage::{
    GameStore, MIGRATIONS, PlayerRecord, PlayerStore, SqliteStore, Store, StoreError,
};

#[test]
fn a_deleted_player_is_in_no_file_any_more() {
    let stores = Stores::new("deleted");
    let store = SqliteStore::open(&stores.path()).unwrap();
    let secret = |id: &str| PlayerRecord { name: format!("Zanzibar {id}"), ..player(id, Some(id)) };
    for number in 0..200 {
        store.create_player(&secret(&format!("p{number}"))).unwrap();
        let other =
            PlayerRecord { name: "Somebody".to_string(), ..player(&format!("q{number}"), None) };
        store.create_player(&other).unwrap();
    }
    let found = || {
        let read = |ending: &str| {
            std::fs::read(format!("{}{ending}", stores.path().display())).unwrap_or_default()
        };
        let bytes = [read(""), read("-wal"), read("-shm")].concat();
        bytes.windows(8).filter(|window| window == b"Zanzibar").count()
    };
    assert!(found() >= 200);
    (0..200).for_each(|number| store.delete_player(&format!("p{number}")).unwrap());
    assert_eq!(found(), 0);
}

#[test]
fn a_damaged_log_is_not_read() {
    for (number, damage) in [
        "UPDATE log SET body = 'a' WHERE revision = 0",
        "UPDATE log SET next = 3 WHERE revision = 0",
        "UPDATE log SET revision = 1 WHERE revision = 0",
        "DELETE FROM log WHERE revision = 2",
        "DELETE FROM log WHERE revision = 0",
    ]
    .into_iter()
    .enumerate()
    {
        let stores = Stores::new(&format!("damaged-{number}"));
        let store = SqliteStore::open(&stores.path()).unwrap();
        store.create_game(&game("g", &["ann"]), &[]).unwrap();
        for (revision, events) in [(0, ["a", "b"]), (2, ["c", "d"]), (4, ["e", "f"])] {
            store.append(&[append("g", revision, &events)]).unwrap();
        }
        assert_eq!(store.events("g", 0, 99).unwrap(), ["a", "b", "c", "d", "e", "f"]);
        assert_eq!(store.events("g", 3, 2).unwrap(), ["d", "e"]);
        let connection = rusqlite::Connection::open(stores.path()).unwrap();
        assert_eq!(connection.execute(damage, []).unwrap(), 1, "{damage}");
        let read = store.events("g", 0, 99);
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{damage}: {read:?}");
    }
}

#[test]
fn an_event_of_two_lines_is_refused() {
    let stores = Stores::new("lines");
    let store = SqliteStore::open(&stores.path()).unwrap();
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    let refused = store.append(&[append("g", 0, &["a\nb"])]);
    assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    assert_eq!(store.revision("g").unwrap(), Some(0));
}

#[test]
fn reading_creates_and_changes_nothing() {
    let stores = Stores::new("read-only");
    let path = stores.path();
    assert!(SqliteStore::open_read_only(&path).is_err());
    assert!(!path.exists(), "a mistyped path stays free");
    // A database of an earlier schema is not migrated.
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch("CREATE TABLE schema_version (version BIGINT NOT NULL)").unwrap();
    old.execute("INSERT INTO schema_version VALUES (5)", []).unwrap();
    MIGRATIONS[..5].iter().for_each(|step| old.execute_batch(step).unwrap());
    let known = MIGRATIONS.len() as i64;
    let refused = SqliteStore::open_read_only(&path).map(|_| ());
    assert_eq!(refused, Err(StoreError::Older { found: 5, known }));
    drop(old);
    // A server writes, a reader reads.
    let writes = SqliteStore::open(&path).unwrap();
    let reads = SqliteStore::open_read_only(&path).unwrap();
    writes.create_game(&game("g", &["ann"]), &[]).unwrap();
    assert_eq!(reads.game_ids("", 9).unwrap(), ["g"]);
    assert!(reads.create_game(&game("h", &["ann"]), &[]).is_err());
    writes.check_write().unwrap();
    assert!(reads.check_write().is_err());
    let space = writes.space().unwrap();
    assert!(space.used.is_some_and(|bytes| bytes > 10_000), "{space:?}");
    #[cfg(unix)]
    assert!(space.free.is_some_and(|bytes| bytes > 0), "{space:?}");
    let copy = path.with_extension("copy");
    reads.backup(&copy).unwrap();
    assert_eq!(SqliteStore::open_read_only(&copy).unwrap().game_ids("", 9).unwrap(), ["g"]);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&copy.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_new_database_is_private_and_has_one_server() {
    let stores = Stores::new("claim");
    let path = stores.path();
    drop(SqliteStore::open(&path).unwrap());
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    let claim = SqliteStore::claim(&path).unwrap();
    let Err(StoreError::Database(error)) = SqliteStore::claim(&path) else { panic!("two servers") };
    assert!(error.to_string().contains("another server"), "{error}");
    drop(claim);
    SqliteStore::claim(&path).unwrap();
}

#[test]
fn a_newer_database_is_refused() {
    let stores = Stores::new("newer");
    drop(SqliteStore::open(&stores.path()).unwrap());
    let connection = rusqlite::Connection::open(stores.path()).unwrap();
    connection.execute("UPDATE schema_version SET version = 99", []).unwrap();
    let refused = SqliteStore::open(&stores.path()).map(|_| ());
    let known = MIGRATIONS.len() as i64;
    assert_eq!(refused, Err(StoreError::Newer { found: 99, known }));
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let stores = Stores::new("damaged");
    std::fs::write(stores.path(), "this is no database, it only looks like a file").unwrap();
    assert!(matches!(SqliteStore::open(&stores.path()), Err(StoreError::Database(_))));
}
