//! Appends to many logs in one statement.
//!
//! The statement stores what can be stored and says what that was. The rest (a command that is
//! stored already, another revision, no such game, a second append to the same game) is rare and
//! is left to the statements that every database knows, which find out what is the matter.

use crate::Append;
use crate::sql::signed;
use postgres::types::ToSql;
use std::collections::BTreeSet;

/// All appends of the arrays, each to another game.
pub(super) const APPEND: &str = "\
WITH new AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], \
    $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[]) \
    AS new (game, expected, revision, status, to_move, deadline, updated, client_id, seat)), \
moved AS (UPDATE games SET revision = new.revision, status = new.status, \
    to_move = new.to_move, deadline = new.deadline, updated = new.updated FROM new \
    WHERE games.id = new.game AND games.revision = new.expected AND NOT EXISTS ( \
    SELECT 1 FROM commands WHERE commands.game = new.game \
    AND commands.client_id = new.client_id) \
    RETURNING games.id AS game, new.expected, new.revision, new.client_id, new.seat), \
logged AS (INSERT INTO events (game, revision, body) \
    SELECT event.game, event.revision, event.body \
    FROM unnest($10::text[], $11::bigint[], $12::text[]) AS event (game, revision, body) \
    WHERE event.game IN (SELECT game FROM moved)), \
known AS (INSERT INTO commands (game, client_id, seat, from_revision, to_revision) \
    SELECT game, client_id, seat, expected, revision FROM moved WHERE client_id IS NOT NULL) \
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
    event_games: Vec<&'a str>,
    event_revisions: Vec<i64>,
    event_bodies: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    /// The first append to each game, sorted: servers that store the same games wait for each
    /// other in the same order.
    pub fn new(appends: &'a [Append]) -> Columns<'a> {
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
            for (revision, body) in (append.expected..).zip(&append.events) {
                columns.event_games.push(&append.game);
                columns.event_revisions.push(signed(revision));
                columns.event_bodies.push(body);
            }
        }
        columns
    }

    /// The parameters in their order.
    pub fn parameters(&self) -> [&(dyn ToSql + Sync); 12] {
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
            &self.event_games,
            &self.event_revisions,
            &self.event_bodies,
        ]
    }
}
