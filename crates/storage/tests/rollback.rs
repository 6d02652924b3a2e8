//! The way back to an earlier schema, and the servers that still know it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append};
use std::sync::Arc;
use tilewright_storage::{
    GainRecord, GameStore, MIGRATIONS, RatingPoint, RatingRecord, Settlement, SqliteStore, Store,
    StoreError, StoredCommand,
};

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

/// A database of schema 12: ratings by variant, gains, and an open seek.
fn rated_by_variant() -> String {
    let steps = MIGRATIONS[..12].join(";");
    format!(
        "CREATE TABLE schema_version (version BIGINT NOT NULL); {steps};
        INSERT INTO schema_version VALUES (12);
        INSERT INTO players VALUES ('ann', 'Ann', 'ann', NULL, 5), ('bob', 'Bob', 'bob', NULL, 6);
        INSERT INTO ratings VALUES ('ann', 'classic', 1600000, 3), ('ann', 'ring', 1400000, 1),
            ('ann', 'hex', 1700000, 40), ('bob', 'wordstockt', 1450000, 2),
            ('bob', 'own-variant', 1, 1), ('left', 'classic', 1500000, 9);
        INSERT INTO gains VALUES ('g', 'ann', 'bob', 'ring', 70, 16000, 0),
            ('h', 'ann', 'bob', 'classic', 60, 16000, 0);
        INSERT INTO seeks VALUES ('s', 'ann', '', 'hex', '', 0, 0, 0, '', -1, 0, 9, 1, 900, NULL,
            NULL)"
    )
}

/// Ratings by variant become ratings of families and back, and no player loses their rating.
fn ratings_go_on(
    open: &dyn Fn() -> Arc<dyn Store>,
    back: &dyn Fn() -> Result<i64, StoreError>,
    by_variant: &mut dyn FnMut() -> Vec<(String, i64, i64)>,
) {
    let rating = |player: &str, family: &str, rating, deviation, games, at| RatingRecord {
        player: player.to_string(),
        family: family.to_string(),
        rating,
        deviation,
        volatility: 60_000,
        games,
        won: 0,
        drawn: 0,
        lost: 0,
        at,
    };
    let store = open();
    // (1600 · 3 + 1400) / 4 = 1550; the deviation is 350 − 12 · 4 = 302, and 110 after many games.
    let carried = [
        rating("ann", "hex-en", 1_700_000, 110_000, 40, 5),
        rating("ann", "rect-en", 1_550_000, 302_000, 4, 70),
    ];
    assert_eq!(store.ratings("ann").unwrap(), carried);
    let carried = [rating("bob", "rect-nl", 1_450_000, 326_000, 2, 6)];
    assert_eq!(store.ratings("bob").unwrap(), carried, "only shipped variants have a family");
    assert_eq!(store.ratings("left").unwrap(), []);
    let seeks = store.seeks_of("ann", 100).unwrap();
    assert_eq!((seeks[0].seek.family.as_str(), seeks[0].rating), ("hex-en", Some(1_700_000)));
    // The gains of all variants of a family count together. A game follows, in another variant.
    store.create_game(&common::game("new", &["ann", "bob"]), &[]).unwrap();
    let players = ["ann".to_string()];
    let settled = store.settle("new", "rect-en", &players, 0, &|known| {
        assert_eq!(known[0].recent.len(), 2);
        let after = rating("ann", "rect-en", 1_580_000, 290_000, 5, 80);
        let (player, game) = ("ann".to_string(), "new".to_string());
        let point = RatingPoint {
            player: player.clone(),
            family: "rect-en".to_string(),
            game: game.clone(),
            at: 80,
            rating: 1_580_000,
            deviation: 290_000,
            gained: 30_000,
        };
        let gain = |opponent: &str| GainRecord {
            game: game.clone(),
            player: player.clone(),
            opponent: opponent.to_string(),
            variant: "classic".to_string(),
            family: "rect-en".to_string(),
            at: 80,
            gained: 15_000,
            doubtful: false,
        };
        let gains = vec![gain("bob"), gain("cid")];
        Settlement { ratings: vec![after], points: vec![point], gains, ..Settlement::default() }
    });
    assert_eq!(settled, Ok(true));
    drop(store);
    assert_eq!(back(), Ok(MIGRATIONS.len() as i64));
    let row = |variant: &str, rating, games| (variant.to_string(), rating, games);
    let rows = [row("classic", 1_580_000, 4), row("hex", 1_700_000, 40), row("ring", 1_400_000, 1)];
    assert_eq!(by_variant(), rows, "what was played since has the rating of its family");
    let store = open();
    let again = rating("ann", "rect-en", 1_544_000, 290_000, 5, 80);
    assert_eq!(store.ratings("ann").unwrap()[1], again);
    store.delete_player("ann").unwrap();
    assert_eq!(store.ratings("ann").unwrap(), []);
}

#[test]
fn ratings_go_on_in_families_and_back() {
    let stores = Stores::new("families");
    let path = stores.path();
    let connect = || rusqlite::Connection::open(&path).unwrap();
    connect().execute_batch(&rated_by_variant()).unwrap();
    ratings_go_on(
        &|| Arc::new(SqliteStore::open(&path).unwrap()),
        &|| SqliteStore::migrate_back(&path, 12),
        &mut || {
            let connection = connect();
            let mut read = connection.prepare(ANNS_RATINGS).unwrap();
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            read.query_map([], row).unwrap().map(Result::unwrap).collect()
        },
    );
}

const ANNS_RATINGS: &str =
    "SELECT variant, rating, games FROM ratings WHERE player = 'ann' ORDER BY variant";

#[cfg(feature = "postgres")]
#[test]
fn ratings_go_on_in_families_and_back_over_postgres() {
    use tilewright_storage::PostgresStore;
    let Some(url) = common::postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    client.batch_execute(&rated_by_variant()).unwrap();
    // What servers of the version before do while the new schema is there.
    drop(PostgresStore::open(&url).unwrap());
    client
        .batch_execute(
            "INSERT INTO players VALUES ('dan', 'Dan', 'dan', NULL, 5);
            INSERT INTO family_ratings VALUES ('dan', 'rect-en', 1, 1, 1, 1, 1, 0, 0, 1);
            INSERT INTO rating_points VALUES ('dan', 'rect-en', 1, 'g', 1, 1, 1);
            INSERT INTO ratings (player, variant, rating, games) VALUES ('dan', 'ring', 1, 1);
            INSERT INTO gains (game, player, opponent, variant, at, gained, doubtful)
                VALUES ('k', 'dan', 'ann', 'classic', 1, 1, 0);
            DELETE FROM ratings WHERE player = 'dan'; DELETE FROM gains WHERE player = 'dan';
            DELETE FROM players WHERE id = 'dan'",
        )
        .unwrap();
    for table in ["family_ratings", "rating_points"] {
        let sql = format!("SELECT 1 FROM {table} WHERE player = 'dan'");
        assert!(client.query(&sql, &[]).unwrap().is_empty(), "{table}");
    }
    ratings_go_on(
        &|| Arc::new(PostgresStore::open(&url).unwrap()),
        &|| PostgresStore::migrate_back(&url, 12),
        &mut || {
            let rows = client.query(ANNS_RATINGS, &[]).unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
        },
    );
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
