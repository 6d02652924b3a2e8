//! PostgreSQL: a database that several servers can share.

use super::{Database, Row, Session, Value, migrations};
use crate::StoreError;
use postgres::error::SqlState;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use postgres::{Client, Config, NoTls, Transaction};
use std::error::Error;
use std::sync::{Condvar, Mutex, PoisonError};

/// Connections of one server.
const CONNECTIONS: usize = 8;
/// How often a change is tried that other changes have got in the way of.
const ATTEMPTS: usize = 8;
/// The number of the lock under which one server after another brings the schema up to date.
const MIGRATION_LOCK: i64 = 0x7469_6c65;

/// A store in PostgreSQL. Every change is on disk when it is answered (`synchronous_commit=on`).
pub struct PostgresStore {
    config: Config,
    /// Connections that nobody uses now; `None` is one that must be made first.
    free: Mutex<Vec<Option<Client>>>,
    returned: Condvar,
}

impl PostgresStore {
    /// Connects to `postgres://USER:PASSWORD@HOST:PORT/DATABASE` and brings it to the newest
    /// schema. Connections are not encrypted: use a local socket, a private network or a tunnel.
    ///
    /// # Errors
    /// If the address cannot be read, the database cannot be reached, or its schema is newer.
    pub fn open(url: &str) -> Result<PostgresStore, StoreError> {
        // The address may hold a password: it is never repeated.
        let bad = |_| StoreError::Database("the address cannot be read".to_string());
        let config: Config = url.parse().map_err(bad)?;
        let free = Mutex::new((0..CONNECTIONS).map(|_| None).collect());
        let store = PostgresStore { config, free, returned: Condvar::new() };
        store.write(|session| {
            session.query("SELECT pg_advisory_xact_lock($1)", &[Value::Int(MIGRATION_LOCK)])?;
            migrations::migrate(session)
        })?;
        Ok(store)
    }

    fn connect(&self) -> Result<Client, StoreError> {
        let mut client = self.config.connect(NoTls).map_err(|error| fault(&error))?;
        client.batch_execute("SET synchronous_commit TO on").map_err(|error| fault(&error))?;
        Ok(client)
    }

    /// Works with a connection of its own. One that has failed is not used again.
    fn with_client<T>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let lock = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = lock();
        let slot = loop {
            match free.pop() {
                Some(slot) => break slot,
                None => free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(free);
        let mut client = match slot.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.connect(),
        };
        let outcome = match &mut client {
            Ok(client) => work(client),
            Err(error) => Err(error.clone()),
        };
        lock().push(client.ok().filter(|client| !client.is_closed()));
        self.returned.notify_one();
        outcome
    }
}

/// What a change asks for that must be tried again.
const AGAIN: &str = "try again";

fn fault(error: &postgres::Error) -> StoreError {
    match error.code() {
        Some(code)
            if [SqlState::UNIQUE_VIOLATION, SqlState::FOREIGN_KEY_VIOLATION].contains(code) =>
        {
            StoreError::Taken
        }
        Some(code)
            if [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED]
                .contains(code) =>
        {
            StoreError::Database(AGAIN.to_string())
        }
        // The code says enough; a message could hold a value.
        Some(code) => StoreError::Database(format!("PostgreSQL error {}", code.code())),
        None => StoreError::Database("PostgreSQL cannot be reached".to_string()),
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) if *kind == Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
            Value::Int(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::TEXT, Type::VARCHAR].contains(kind)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT4 => Value::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Box<dyn Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::TEXT, Type::VARCHAR, Type::VOID].contains(kind)
    }
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Session for Transaction<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
        let changed = Transaction::execute(self, sql, &parameters(values));
        let changed = changed.map_err(|error| fault(&error))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let rows = Transaction::query(self, sql, &parameters(values));
        let rows = rows.map_err(|error| fault(&error))?;
        let value = |row: &postgres::Row, column: usize| {
            row.try_get::<_, Value>(column).map_err(|error| fault(&error))
        };
        rows.iter()
            .map(|row| (0..row.len()).map(|column| value(row, column)).collect::<Result<_, _>>())
            .map(|values| values.map(Row))
            .collect()
    }

    fn script(&mut self, sql: &str) -> Result<(), StoreError> {
        self.batch_execute(sql).map_err(|error| fault(&error))
    }
}

impl Database for PostgresStore {
    fn read<T>(
        &self,
        work: impl FnOnce(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.with_client(|client| {
            // All of what is read is of one moment.
            let transaction = client
                .build_transaction()
                .isolation_level(postgres::IsolationLevel::RepeatableRead)
                .read_only(true)
                .start();
            work(&mut transaction.map_err(|error| fault(&error))?)
        })
    }

    fn write<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut attempt = 0;
        loop {
            let outcome = self.with_client(|client| {
                let mut transaction = client.transaction().map_err(|error| fault(&error))?;
                let answer = work(&mut transaction)?;
                transaction.commit().map_err(|error| fault(&error))?;
                Ok(answer)
            });
            attempt += 1;
            match outcome {
                Err(StoreError::Database(reason)) if reason == AGAIN && attempt < ATTEMPTS => {}
                outcome => return outcome,
            }
        }
    }
}
