//! Reads the database without the store's own code.

use super::check::Stored;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub enum Database {
    Postgres(String),
    Sqlite(PathBuf),
}

/// Every statement gives texts and numbers in this order.
type Row = (String, String, [i64; 3]);

const GAMES: &str = "SELECT id, status, revision, revision, revision FROM games";
const EVENTS: &str = "SELECT game, body, revision, next, next FROM log ORDER BY game, revision";
const COMMANDS: &str =
    "SELECT game, client_id, seat, revision, next FROM log WHERE client_id IS NOT NULL";

impl Database {
    fn rows(&self, sql: &str) -> Vec<Row> {
        match self {
            Database::Postgres(url) => {
                let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
                let rows = client.query(sql, &[]).unwrap();
                let row = |row: &postgres::Row| {
                    (row.get(0), row.get(1), [row.get(2), row.get(3), row.get(4)])
                };
                rows.iter().map(row).collect()
            }
            Database::Sqlite(path) => {
                let connection = rusqlite::Connection::open(path).unwrap();
                let mut statement = connection.prepare(sql).unwrap();
                let rows = statement.query_map([], |row| {
                    Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?, row.get(4)?]))
                });
                rows.unwrap().map(Result::unwrap).collect()
            }
        }
    }

    /// The number of the schema.
    pub fn schema(&self) -> i64 {
        self.rows("SELECT '', '', version, version, version FROM schema_version")[0].2[0]
    }

    /// All games.
    pub fn games(&self) -> BTreeMap<String, Stored> {
        let mut games: BTreeMap<String, Stored> = BTreeMap::new();
        let mut revisions = BTreeMap::new();
        for (game, status, [revision, ..]) in self.rows(GAMES) {
            revisions.insert(game.clone(), revision as usize);
            games.insert(game, Stored { over: status == "over", ..Stored::default() });
        }
        for (game, body, [revision, next, _]) in self.rows(EVENTS) {
            let stored = games.get_mut(&game).unwrap();
            assert_eq!(stored.events.len() as i64, revision, "{game} has no gap");
            stored.events.extend(body.lines().map(|event| serde_json::from_str(event).unwrap()));
            assert_eq!(stored.events.len() as i64, next, "{game} has whole commands");
        }
        for (game, stored) in &games {
            assert_eq!(stored.events.len(), revisions[game], "{game}");
        }
        for (game, id, [seat, from, to]) in self.rows(COMMANDS) {
            let command = (seat as u64, from as u64, to as u64);
            assert!(games.get_mut(&game).unwrap().commands.insert(id, command).is_none());
        }
        games
    }
}
