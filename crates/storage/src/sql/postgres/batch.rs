//! Appends to many logs in one statement.
//!
//! The statement stores what can be stored and says what that was. The rest (a command that is
//! stored already, another revision, no such game, a second append to the same game) is rare and
//! is left to the statements that every database knows, which find out what is the matter.

use crate::sql::{games, signed};
use crate::{Append, StoreError};
use postgres::types::ToSql;
use std::collections::BTreeSet;

/// All appends of the arrays, each to another game.
pub(super) const APPEND: &str = "\
WITH new AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], \
    $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::text[], $11::text[]) \
    AS new (game, expected, revision, status, to_move, deadline, updated, client_id, seat, body, \
    chain)), \
moved AS (UPDATE games SET revision = new.revision, status = new.status, \
    to_move = new.to_move, deadline = new.deadline, updated = new.updated, chain = new.chain, \
    bytes = games.bytes + octet_length(new.body) FROM new \
    WHERE games.id = new.game AND games.revision = new.expected AND NOT EXISTS ( \
    SELECT 1 FROM log WHERE log.game = new.game AND log.client_id = new.client_id) \
    RETURNING games.id AS game, new.expected, new.revision, new.client_id, new.seat, new.body), \
logged AS (INSERT INTO log (game, revision, next, seat, client_id, body) \
    SELECT game, expected, revision, seat, client_id, body FROM moved) \
SELECT game FROM moved";

/// The arrays of the statement.
#[derive(Default)]
pub(super) struct Columns<'a> {
    games: Vec<&'a str>,
    expected: Vec<i64>,
    revisions: Vec<i64>,
    statuses: Vec<&'static str>,
    to_move: Vec<i64>,
    deadlines: Vec<Option<i64>>,
    updated: Vec<i64>,
    client_ids: Vec<Option<&'a str>>,
    seats: Vec<Option<i64>>,
    bodies: Vec<String>,
    chains: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    /// The first append to each game, sorted: servers that store the same games wait for each
    /// other in the same order.
    ///
    /// # Errors
    /// If an append cannot be written as a row.
    pub fn new(appends: &'a [Append]) -> Result<Columns<'a>, StoreError> {
        let mut seen = BTreeSet::new();
        let mut first: Vec<&Append> =
            appends.iter().filter(|append| seen.insert(append.game.as_str())).collect();
        first.sort_by(|a, b| a.game.cmp(&b.game));
        let mut columns = Columns::default();
        for append in first {
            let to = append.expected + append.events.len() as u64;
            columns.games.push(&append.game);
            columns.expected.push(signed(append.expected));
            columns.revisions.push(signed(to));
            columns.statuses.push(append.head.status.name());
            columns.to_move.push(append.head.to_move.into());
            columns.deadlines.push(append.head.deadline.map(signed));
            columns.updated.push(signed(append.head.updated));
            columns.client_ids.push(append.command.as_ref().map(|key| key.client_id.as_str()));
            columns.seats.push(append.command.as_ref().map(|key| key.seat.into()));
            columns.bodies.push(games::body(append)?);
            columns.chains.push(&append.head.chain);
        }
        Ok(columns)
    }

    /// The parameters in their order.
    pub fn parameters(&self) -> [&(dyn ToSql + Sync); 11] {
        [
            &self.games,
            &self.expected,
            &self.revisions,
            &self.statuses,
            &self.to_move,
            &self.deadlines,
            &self.updated,
            &self.client_ids,
            &self.seats,
            &self.bodies,
            &self.chains,
        ]
    }
}
