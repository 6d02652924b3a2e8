//! Connections that remember the statements they have prepared.

use postgres::{Client, Error, Statement, Transaction};
use std::collections::BTreeMap;

/// Statements that one connection keeps.
const MOST: usize = 128;

/// Statements that were prepared on a connection, by their text.
#[derive(Default)]
pub(super) struct Prepared(BTreeMap<String, Statement>);

impl Prepared {
    /// A statement, prepared once for a connection.
    fn get(
        &mut self,
        sql: &str,
        prepare: impl FnOnce() -> Result<Statement, Error>,
    ) -> Result<Statement, Error> {
        if let Some(statement) = self.0.get(sql) {
            return Ok(statement.clone());
        }
        let statement = prepare()?;
        if self.0.len() < MOST {
            self.0.insert(sql.to_string(), statement.clone());
        }
        Ok(statement)
    }

    /// A statement within a transaction.
    pub fn within(
        &mut self,
        transaction: &mut Transaction<'_>,
        sql: &str,
    ) -> Result<Statement, Error> {
        self.get(sql, || transaction.prepare(sql))
    }
}

/// A connection and what was prepared on it.
pub(super) struct Connected {
    pub client: Client,
    pub prepared: Prepared,
}

impl Connected {
    pub fn new(client: Client) -> Connected {
        Connected { client, prepared: Prepared::default() }
    }

    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// A statement outside of transactions.
    pub fn statement(&mut self, sql: &str) -> Result<Statement, Error> {
        self.prepared.get(sql, || self.client.prepare(sql))
    }
}
