//! PostgreSQL: a database that several servers can share.

mod batch;
mod pool;
mod prepared;
mod tls;

use super::{Database, Row, Session, Value, games, migrations, retry, rollback};
use crate::{Append, Appended, DatabaseError, Space, StoreError};
use batch::{APPEND, Columns};
use pool::{Backoff, Failure, Pool};
use postgres::error::SqlState;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use postgres::{Client, Transaction};
use prepared::{Connected, Prepared};
use std::collections::BTreeSet;
use std::error::Error;
use tls::Address;

/// The number of the lock under which one server after another brings the schema up to date.
const MIGRATION_LOCK: i64 = 0x7469_6c65;

/// A store in PostgreSQL. Every change is on disk when it is answered (`synchronous_commit=on`).
/// A database that restarts is waited for, some seconds long; a change whose fate is unknown,
/// because the connection was lost while it was made durable, is looked up in the log.
pub struct PostgresStore {
    pool: Pool,
}

impl PostgresStore {
    /// Connects to `postgres://USER:PASSWORD@HOST:PORT/DATABASE` and brings it to the newest
    /// schema. `sslmode` (`disable`, which is the default, `prefer`, `require`, `verify-ca` or
    /// `verify-full`) says how connections are encrypted, and `sslrootcert` names a file with the
    /// authorities that are trusted instead of those of this machine.
    ///
    /// # Errors
    /// If the address cannot be read, the database cannot be reached or is not the one that the
    /// address names, or its schema is newer.
    pub fn open(url: &str) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore { pool: Pool::new(Address::parse(url)?) };
        store.write_idempotent(|session, _| {
            session.query("SELECT pg_advisory_xact_lock($1)", &[Value::Int(MIGRATION_LOCK)])?;
            migrations::migrate(session)
        })?;
        Ok(store)
    }

    /// Takes a database back to an earlier schema, all steps or none; the schema that it had. Stop
    /// its servers first.
    ///
    /// # Errors
    /// As for [`PostgresStore::open`], or if there is no way back, or something would be lost.
    pub fn migrate_back(url: &str, to: i64) -> Result<i64, StoreError> {
        let store = PostgresStore { pool: Pool::new(Address::parse(url)?) };
        store.write(|session| {
            session.query("SELECT pg_advisory_xact_lock($1)", &[Value::Int(MIGRATION_LOCK)])?;
            rollback::migrate_back(session, to)
        })
    }

    /// Connects to a database to read it: nothing is created, migrated or changed.
    ///
    /// # Errors
    /// As for [`PostgresStore::open`], or if the schema is another.
    pub fn open_read_only(url: &str) -> Result<PostgresStore, StoreError> {
        let mut address = Address::parse(url)?;
        let options = address.config.get_options().unwrap_or_default();
        let options = format!("{options} -c default_transaction_read_only=on");
        address.config.options(&options);
        let store = PostgresStore { pool: Pool::new(address) };
        store.read(migrations::check)?;
        Ok(store)
    }

    /// Does something in a transaction until it is done, refused, or has taken too long.
    fn transact<T>(
        &self,
        kind: Kind,
        work: impl Fn(&mut dyn Session, bool) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (mut backoff, mut uncertain) = (Backoff::new(), false);
        loop {
            let outcome = self.pool.with(|Connected { client, prepared }| {
                let transaction = begin(client, kind).map_err(classify)?;
                let mut session = Conversation { transaction, prepared, failure: None };
                let answer = work(&mut session, uncertain);
                let Conversation { transaction, failure, .. } = session;
                let answer = answer.map_err(|error| failure.unwrap_or(Failure::Refused(error)))?;
                transaction.commit().map_err(|error| during_commit(classify(error)))?;
                Ok(answer)
            });
            let (retry, error) = match outcome {
                Ok(answer) => return Ok(answer),
                Err(Failure::Refused(error)) => return Err(error),
                Err(Failure::Conflict(error)) => (backoff.after_conflict(), error),
                Err(Failure::Lost(error)) => (backoff.after_loss(), error),
                Err(Failure::Uncertain(error)) => {
                    uncertain = true;
                    (kind != Kind::Write && backoff.after_loss(), error)
                }
            };
            if !retry {
                let place = match uncertain {
                    true => {
                        "the connection to PostgreSQL was lost; the change may be stored or not"
                    }
                    false => "PostgreSQL cannot be reached, or is too busy",
                };
                return Err(StoreError::Database(error.at(place)));
            }
        }
    }
}

impl PostgresStore {
    /// The games of which the first append was stored, all of them by one statement, which is a
    /// transaction of its own.
    fn append_together(&self, appends: &[Append]) -> Result<BTreeSet<String>, Failure> {
        let columns = Columns::new(appends).map_err(Failure::Refused)?;
        self.pool.with(|connected| {
            let statement = connected.statement(APPEND).map_err(classify)?;
            let rows = connected.client.query(&statement, &columns.parameters());
            let rows = rows.map_err(classify)?;
            rows.iter().map(|row| row.try_get(0).map_err(classify)).collect()
        })
    }
}

/// What a transaction is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It reads; all of what is read is of one moment.
    Read,
    /// It changes something.
    Write,
    /// It changes something, and can be done twice.
    Idempotent,
    /// It changes something that may be lost with the machine, and can be done twice.
    WithoutSync,
}

fn begin(client: &mut Client, kind: Kind) -> Result<Transaction<'_>, postgres::Error> {
    if kind == Kind::Read {
        let level = postgres::IsolationLevel::RepeatableRead;
        return client.build_transaction().isolation_level(level).read_only(true).start();
    }
    let mut transaction = client.transaction()?;
    if kind == Kind::WithoutSync {
        transaction.batch_execute("SET LOCAL synchronous_commit TO off")?;
    }
    Ok(transaction)
}

/// The words of the database. A detail could hold a value, so that it is left out.
fn describe(error: postgres::Error) -> DatabaseError {
    let message = match error.as_db_error() {
        Some(reported) => {
            format!("PostgreSQL error {}: {}", reported.code().code(), reported.message())
        }
        // The driver names its cause, such as a refused connection, as the source.
        None => match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        },
    };
    // The driver's own error would show the detail, so that it does not become the source.
    DatabaseError::new(message)
}

/// What an error means for the work that met it.
fn classify(error: postgres::Error) -> Failure {
    const REFUSED: [SqlState; 2] = [SqlState::UNIQUE_VIOLATION, SqlState::FOREIGN_KEY_VIOLATION];
    const CONFLICT: [SqlState; 2] =
        [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
    const GONE: [SqlState; 4] = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    let network = || {
        let source = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
        // A certificate that is not believed now will not be believed later.
        source.is_some_and(|source| {
            !source.get_ref().is_some_and(|cause| cause.is::<rustls::Error>())
        })
    };
    match error.code() {
        Some(code) if REFUSED.contains(code) => Failure::Refused(StoreError::Taken),
        Some(code) if CONFLICT.contains(code) => Failure::Conflict(describe(error)),
        Some(code) if GONE.contains(code) || code.code().starts_with("08") => {
            Failure::Lost(describe(error))
        }
        Some(_) => Failure::Refused(StoreError::Database(describe(error))),
        None if error.is_closed() || network() => Failure::Lost(describe(error)),
        None => Failure::Refused(StoreError::Database(describe(error))),
    }
}

/// What a failure means for a change that was being made durable.
fn during_commit(failure: Failure) -> Failure {
    match failure {
        Failure::Lost(error) => Failure::Uncertain(error),
        definite => definite,
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

/// A transaction that remembers why it failed.
struct Conversation<'a> {
    transaction: Transaction<'a>,
    prepared: &'a mut Prepared,
    failure: Option<Failure>,
}

impl Conversation<'_> {
    fn fault(&mut self, error: postgres::Error) -> StoreError {
        match classify(error) {
            Failure::Refused(error) => error,
            passing => {
                self.failure = Some(passing);
                StoreError::database("PostgreSQL cannot be reached")
            }
        }
    }
}

impl Session for Conversation<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
        let Conversation { transaction, prepared, .. } = self;
        let statement = prepared.within(transaction, sql);
        let changed = statement.and_then(|it| transaction.execute(&it, &parameters(values)));
        let changed = changed.map_err(|error| self.fault(error))?;
        usize::try_from(changed).map_err(|_| StoreError::Damaged(format!("{changed} rows changed")))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let Conversation { transaction, prepared, .. } = self;
        let statement = prepared.within(transaction, sql);
        let rows = statement.and_then(|it| transaction.query(&it, &parameters(values)));
        let rows = rows.map_err(|error| self.fault(error))?;
        let mut value = |row: &postgres::Row, column: usize| {
            row.try_get::<_, Value>(column).map_err(|error| self.fault(error))
        };
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            let values = (0..row.len()).map(|column| value(row, column));
            found.push(Row(values.collect::<Result<_, _>>()?));
        }
        Ok(found)
    }

    fn script(&mut self, sql: &str) -> Result<(), StoreError> {
        self.transaction.batch_execute(sql).map_err(|error| self.fault(error))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn clock(&self) -> &'static str {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    }
}

impl Database for PostgresStore {
    fn read<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact(Kind::Read, |session, _| work(session))
    }

    fn write<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact(Kind::Write, |session, _| work(session))
    }

    fn write_idempotent<T>(
        &self,
        work: impl Fn(&mut dyn Session, bool) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact(Kind::Idempotent, work)
    }

    fn write_without_sync<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transact(Kind::WithoutSync, |session, _| work(session))
    }

    /// What is left on the device, PostgreSQL does not say.
    fn space(&self) -> Result<Space, StoreError> {
        let sql = "SELECT pg_database_size(current_database())";
        let used = self.read(|db| db.first(sql, &[])?.map(|row| row.count(0)).transpose())?;
        Ok(Space { used, free: None })
    }

    fn append(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let one = |db: &mut dyn Session, uncertain: bool, append: &Append| match uncertain {
            false => games::append(db, append),
            true => retry::append(db, append),
        };
        let (mut stored, lost) = match self.append_together(appends) {
            Ok(stored) => (stored, false),
            Err(Failure::Refused(error)) => return Err(error),
            Err(Failure::Conflict(_)) => (BTreeSet::new(), false),
            // It may be there or not; the longer way finds out, and reports what it meets.
            Err(Failure::Lost(_) | Failure::Uncertain(_)) => (BTreeSet::new(), true),
        };
        if stored.is_empty() {
            return self.write_idempotent(|db, uncertain| {
                appends.iter().map(|append| one(db, uncertain || lost, append)).collect()
            });
        }
        let answer = |append: &Append| match stored.remove(&append.game) {
            true => Ok(Appended::Stored(append.expected + append.events.len() as u64)),
            false => self.write_idempotent(|db, uncertain| one(db, uncertain, append)),
        };
        appends.iter().map(answer).collect()
    }
}
