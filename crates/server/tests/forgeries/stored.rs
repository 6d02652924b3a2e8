//! A stored game, read and written without the store's own code.

use rusqlite::{Connection, params};
use std::path::Path;
use tilewright_protocol::api;

/// A row of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub seat: Option<i64>,
    pub client_id: Option<String>,
    pub events: Vec<String>,
}

/// A game with its log.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    pub id: String,
    pub created: i64,
    pub updated: i64,
    pub settings: String,
    pub secret: String,
    pub revision: i64,
    pub status: String,
    pub to_move: i64,
    pub chain: String,
    pub seats: i64,
    pub rows: Vec<Row>,
}

impl Stored {
    pub fn read(path: &Path, game: &str) -> Stored {
        let database = Connection::open(path).unwrap();
        let sql = "SELECT seat, client_id, body FROM log WHERE game = ?1 ORDER BY revision";
        let mut statement = database.prepare(sql).unwrap();
        let rows = statement.query_map([game], |row| {
            let body: String = row.get(2)?;
            let events = body.lines().map(str::to_string).collect();
            Ok(Row { seat: row.get(0)?, client_id: row.get(1)?, events })
        });
        let rows = rows.unwrap().map(Result::unwrap).collect();
        let sql = "SELECT created, updated, settings, secret, revision, status, to_move, chain, \
                   (SELECT COUNT(*) FROM seats WHERE game = id) FROM games WHERE id = ?1";
        let read = database.query_row(sql, [game], |row| {
            Ok(Stored {
                id: game.to_string(),
                created: row.get(0)?,
                updated: row.get(1)?,
                settings: row.get(2)?,
                secret: row.get(3)?,
                revision: row.get(4)?,
                status: row.get(5)?,
                to_move: row.get(6)?,
                chain: row.get(7)?,
                seats: row.get(8)?,
                rows,
            })
        });
        read.unwrap()
    }

    pub fn write(&self, path: &Path) {
        let database = Connection::open(path).unwrap();
        database.execute("DELETE FROM log WHERE game = ?1", [&self.id]).unwrap();
        let mut revision = 0;
        for Row { seat, client_id, events } in &self.rows {
            let next = revision + events.len() as i64;
            let sql = "INSERT INTO log (game, revision, next, seat, client_id, body) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let values = params![self.id, revision, next, seat, client_id, events.join("\n")];
            database.execute(sql, values).unwrap();
            revision = next;
        }
        let sql = "UPDATE games SET created = ?2, updated = ?3, settings = ?4, secret = ?5, \
                   revision = ?6, status = ?7, to_move = ?8, chain = ?9 WHERE id = ?1";
        let values = params![
            self.id,
            self.created,
            self.updated,
            self.settings,
            self.secret,
            self.revision,
            self.status,
            self.to_move,
            self.chain
        ];
        database.execute(sql, values).unwrap();
        let sql = "DELETE FROM seats WHERE game = ?1 AND seat >= ?2";
        database.execute(sql, params![self.id, self.seats]).unwrap();
    }

    /// What a forger can do who knows how the hash is computed.
    pub fn compute_hash(&mut self) {
        let mut revision = 0;
        self.chain = api::begin_chain(&self.id, &self.settings, &self.secret);
        for row in &self.rows {
            let seat = row.seat.map(|seat| u8::try_from(seat).unwrap());
            let sender = seat.zip(row.client_id.as_deref());
            self.chain = api::continue_chain(&self.chain, revision, sender, &row.events);
            revision += row.events.len() as u64;
        }
    }

    /// The revision that the rows add up to.
    pub fn recount(&mut self) {
        self.revision = self.rows.iter().map(|row| row.events.len() as i64).sum();
    }

    /// The place of the nth event of a type: (row, event).
    pub fn find(&self, kind: &str, nth: usize) -> (usize, usize) {
        let needle = format!("\"fact\":{{\"type\":\"{kind}\"");
        let events = self.rows.iter().enumerate().flat_map(|(place, row)| {
            row.events.iter().enumerate().map(move |(index, event)| (place, index, event))
        });
        let mut found = events.filter(|(_, _, event)| event.contains(&needle));
        let (row, event, _) = found.nth(nth).unwrap_or_else(|| panic!("no event {nth} of {kind}"));
        (row, event)
    }

    /// The nth event of a type.
    pub fn event(&mut self, kind: &str, nth: usize) -> &mut String {
        let (row, event) = self.find(kind, nth);
        &mut self.rows[row].events[event]
    }
}

/// Adds to the first number of a field.
pub fn add(event: &mut String, field: &str, by: i64) {
    let start = event.find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("{field}: {event}"))
        + field.len()
        + 3;
    let digits = |c: char| c == '-' || c.is_ascii_digit();
    let end = event[start..].find(|c| !digits(c)).map_or(event.len(), |length| start + length);
    let number: i64 = event[start..end].parse().unwrap();
    event.replace_range(start..end, &(number + by).to_string());
}

/// Replaces the first occurrence of a text.
pub fn change(event: &mut String, from: &str, to: &str) {
    assert!(event.contains(from), "{from}: {event}");
    *event = event.replacen(from, to, 1);
}
