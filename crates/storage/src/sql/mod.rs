//! Stores over SQL. The statements are the same for every database.

mod accounts;
mod contents;
mod games;
mod group_commit;
mod leases;
mod lobby;
mod migrations;
mod moderation;
#[cfg(feature = "postgres")]
mod postgres;
mod ratings;
mod rematches;
mod retry;
mod rollback;
mod sessions;
mod sqlite;
mod store;

pub use migrations::MIGRATIONS;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use crate::{Append, Appended, Space, StoreError};

/// A value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Int(signed(number))
    }
}

/// A number as SQL has it, which is signed. What exceeds its range is a bound without effect, such
/// as "all rows" or "for ever": the largest number means the same.
fn signed(number: u64) -> i64 {
    i64::try_from(number.min(i64::MAX.unsigned_abs())).expect("it was bounded above")
}

impl From<u8> for Value {
    fn from(number: u8) -> Value {
        Value::Int(number.into())
    }
}

impl<V: Into<Value>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row, read column by column.
pub struct Row(pub(crate) Vec<Value>);

impl Row {
    fn at(&self, column: usize) -> &Value {
        self.0.get(column).unwrap_or(&Value::Null)
    }

    pub fn text(&self, column: usize) -> Result<String, StoreError> {
        self.optional_text(column)?.ok_or_else(|| damaged(column, "a text"))
    }

    pub fn optional_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        match self.at(column) {
            Value::Text(text) => Ok(Some(text.clone())),
            Value::Null => Ok(None),
            Value::Int(_) => Err(damaged(column, "a text")),
        }
    }

    pub fn number(&self, column: usize) -> Result<i64, StoreError> {
        match self.at(column) {
            Value::Int(number) => Ok(*number),
            _ => Err(damaged(column, "a number")),
        }
    }

    pub fn count(&self, column: usize) -> Result<u64, StoreError> {
        u64::try_from(self.number(column)?).map_err(|_| damaged(column, "a count"))
    }

    pub fn optional_count(&self, column: usize) -> Result<Option<u64>, StoreError> {
        match self.at(column) {
            Value::Null => Ok(None),
            _ => self.count(column).map(Some),
        }
    }

    pub fn seat(&self, column: usize) -> Result<u8, StoreError> {
        u8::try_from(self.number(column)?).map_err(|_| damaged(column, "a seat"))
    }
}

fn damaged(column: usize, wanted: &str) -> StoreError {
    StoreError::Damaged(format!("column {column} is not {wanted}"))
}

/// A conversation with a database. Parameters are `$1`, `$2`, … in order of first appearance.
pub trait Session {
    /// Runs a statement and gives the number of rows it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<usize, StoreError>;
    /// Asks for rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError>;
    /// Runs several statements.
    fn script(&mut self, sql: &str) -> Result<(), StoreError>;
    /// Whether several servers use the database at the same time, perhaps of different versions.
    fn is_shared(&self) -> bool;
    /// The database's own time in milliseconds, as a part of a statement.
    fn clock(&self) -> &'static str;
}

impl dyn Session + '_ {
    /// The first row, if there is one.
    fn first(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>, StoreError> {
        Ok(self.query(sql, values)?.into_iter().next())
    }
}

/// A database.
pub trait Database: Send + Sync {
    /// Reads. The work may be done again.
    fn read<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError>;

    /// Changes something, whole or not at all, and durably. The work may be done again, should
    /// the database ask for it.
    fn write<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError>;

    /// As `write`, for work that may be done twice: its argument says whether an earlier attempt
    /// may have become durable, because the connection was lost at the wrong moment.
    fn write_idempotent<T>(
        &self,
        work: impl Fn(&mut dyn Session, bool) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write(|session| work(session, false))
    }

    /// As `write_idempotent`, for changes that may be lost with the machine.
    fn write_without_sync<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write(work)
    }

    /// Makes sure that what was deleted is in no file any more, as far as the database can.
    fn scrub(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// How much room the data takes, and how much is left.
    fn space(&self) -> Result<Space, StoreError>;

    /// Continues logs. A database may know a faster way than one after another.
    fn append(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        self.write_idempotent(|db, uncertain| match uncertain {
            false => appends.iter().map(|append| games::append(db, append)).collect(),
            true => appends.iter().map(|append| retry::append(db, append)).collect(),
        })
    }
}
