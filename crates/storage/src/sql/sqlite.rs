//! SQLite, in one file.

use super::{Database, Row, Session, Value, group_commit, migrations, rollback};
use crate::{DatabaseError, Space, StoreError};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Memory for pages of the connection that writes, in KiB.
const WRITER_CACHE: i64 = 16 << 10;
/// Pages of the log (16 MB) after which it is copied into the database. Pages that change often are
/// copied less often than with SQLite's default of 1,000.
const CHECKPOINT: i64 = 4_000;
/// How long a lock of another connection is waited for.
pub(super) const BUSY_WAIT: Duration = Duration::from_secs(10);
/// Connections that only read.
const READERS: usize = 4;

/// A store in one SQLite file. The log is written ahead (WAL) and synced with every change
/// (`synchronous=FULL`), so that what was answered survives a crash of the machine.
pub struct SqliteStore {
    writer: group_commit::GroupWriter,
    readers: Vec<Mutex<Connection>>,
    path: PathBuf,
}

impl SqliteStore {
    /// Opens a file, or makes it, and brings it to the newest schema. A new file can be read and
    /// written by its owner only.
    ///
    /// # Errors
    /// If the file cannot be opened, is no database, or has a newer schema.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        create_private(path).map_err(|error| {
            let message = format!("{}: {error}", path.display());
            StoreError::Database(DatabaseError::caused_by(message, error))
        })?;
        let store = SqliteStore::connect_to_write(path)?;
        store.write(migrations::migrate)?;
        Ok(store)
    }

    fn connect_to_write(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        SqliteStore::connect(path, flags, |connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", "ON")?;
            // What is deleted is overwritten.
            connection.pragma_update(None, "secure_delete", "ON")
        })
    }

    /// Takes a file back to an earlier schema, all steps or none; the schema that it had. No server
    /// may use it.
    ///
    /// # Errors
    /// If a server uses it, there is no such file or no way back, or something would be lost.
    pub fn migrate_back(path: &Path, to: i64) -> Result<i64, StoreError> {
        let _claim = SqliteStore::claim(path)?;
        let store = SqliteStore::connect_to_write(path)?;
        store.write(|session| rollback::migrate_back(session, to))
    }

    /// Opens a file to read it: nothing is created, migrated or changed. A server may be writing to
    /// it meanwhile.
    ///
    /// # Errors
    /// If there is no such file, it is no database of games, or it has another schema.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let store = SqliteStore::connect(path, flags, |_| Ok(()))?;
        store.read(migrations::check)?;
        Ok(store)
    }

    /// Claims a file for one server, until the answer is dropped or the process ends. Another server
    /// over the same file would not see what this one has in memory.
    ///
    /// # Errors
    /// If another server has claimed it.
    pub fn claim(path: &Path) -> Result<std::fs::File, StoreError> {
        let mut name = path.as_os_str().to_owned();
        name.push(".server");
        let claim = PathBuf::from(name);
        let at = |error: std::io::Error| {
            let message = format!("{}: {error}", claim.display());
            StoreError::Database(DatabaseError::caused_by(message, error))
        };
        create_private(&claim).map_err(at)?;
        let file = std::fs::File::options().write(true).open(&claim).map_err(at)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(std::fs::TryLockError::Error(error)) => Err(at(error)),
            Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::database(
                "another server is using this file; stop it, or use PostgreSQL for several servers",
            )),
        }
    }

    fn connect(
        path: &Path,
        flags: OpenFlags,
        prepare: impl Fn(&Connection) -> Result<(), rusqlite::Error>,
    ) -> Result<SqliteStore, StoreError> {
        let connect = || -> Result<Connection, rusqlite::Error> {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(BUSY_WAIT)?;
            prepare(&connection)?;
            connection.set_prepared_statement_cache_capacity(64);
            Ok(connection)
        };
        let failed = |error| match fault(error) {
            StoreError::Database(error) => StoreError::Database(error.at(path.display())),
            other => other,
        };
        let writer = connect().map_err(failed)?;
        writer.pragma_update(None, "cache_size", -WRITER_CACHE).map_err(failed)?;
        writer.pragma_update(None, "wal_autocheckpoint", CHECKPOINT).map_err(failed)?;
        // Copies of pages for savepoints need not survive a crash: they never go to a file.
        writer.pragma_update(None, "temp_store", "MEMORY").map_err(failed)?;
        let writer = group_commit::GroupWriter::new(writer);
        let readers = (0..READERS).map(|_| connect().map(Mutex::new)).collect::<Result<_, _>>();
        Ok(SqliteStore { writer, readers: readers.map_err(failed)?, path: path.to_path_buf() })
    }

    /// Writes a copy of everything, as of one moment, into a new file. Others may go on writing
    /// meanwhile.
    ///
    /// # Errors
    /// If the file is there already, cannot be written, or is not sound afterwards.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let failed_at =
            |reason: String| StoreError::database(format!("{}: {reason}", to.display()));
        if to.exists() {
            return Err(failed_at("the file exists already; choose another name".to_string()));
        }
        let path = to.to_str().ok_or_else(|| failed_at("the name is not UTF-8".to_string()))?;
        create_private(to).map_err(|error| failed_at(error.to_string()))?;
        let failed = |error: rusqlite::Error| {
            let message = format!("{}: {error}", to.display());
            StoreError::Database(DatabaseError::caused_by(message, error))
        };
        self.reader().execute("VACUUM INTO ?1", [path]).map_err(failed)?;
        let copy = Connection::open_with_flags(to, OpenFlags::SQLITE_OPEN_READ_ONLY);
        let copy = copy.map_err(failed)?;
        let check = "PRAGMA integrity_check";
        let sound: String = copy.query_row(check, [], |row| row.get(0)).map_err(failed)?;
        if sound != "ok" {
            return Err(failed_at(sound));
        }
        // What is on disk is on disk: the copy must survive what the original survives.
        let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| failed_at(error.to_string()))
    }

    /// A reader that is free, or else the first.
    fn reader(&self) -> MutexGuard<'_, Connection> {
        let free = self.readers.iter().find_map(|reader| reader.try_lock().ok());
        free.unwrap_or_else(|| self.readers[0].lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Makes an empty file that only its owner can read, unless there is one.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// What is left on the device of a file for this process.
#[cfg(unix)]
fn free_bytes(path: &Path) -> std::io::Result<Option<u64>> {
    let device = rustix::fs::statvfs(path)?;
    Ok(Some(device.f_bavail.saturating_mul(device.f_frsize)))
}

/// What is left on the device of a file for this process.
#[cfg(not(unix))]
fn free_bytes(_: &Path) -> std::io::Result<Option<u64>> {
    Ok(None)
}

pub(super) fn fault(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => StoreError::Taken,
        // The message names columns, never the values in them.
        _ => StoreError::Database(DatabaseError::caused_by(error.to_string(), error)),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl Session for &Connection {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
        let mut statement = self.prepare_cached(sql).map_err(fault)?;
        statement.execute(rusqlite::params_from_iter(values)).map_err(fault)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let mut statement = self.prepare_cached(sql).map_err(fault)?;
        let columns = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(values)).map_err(fault)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(fault)? {
            let value = |column: usize| -> Result<Value, StoreError> {
                Ok(match row.get_ref(column).map_err(fault)? {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => Value::Int(number),
                    ValueRef::Text(text) => Value::Text(
                        String::from_utf8(text.to_vec())
                            .map_err(|_| StoreError::Damaged("a text is not UTF-8".to_string()))?,
                    ),
                    _ => return Err(StoreError::Damaged("a column of another type".to_string())),
                })
            };
            found.push(Row((0..columns).map(value).collect::<Result<_, _>>()?));
        }
        Ok(found)
    }

    fn script(&mut self, sql: &str) -> Result<(), StoreError> {
        self.execute_batch(sql).map_err(fault)
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn clock(&self) -> &'static str {
        "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)"
    }
}

impl Database for SqliteStore {
    fn read<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(&mut &*self.reader())
    }

    fn write<T>(
        &self,
        work: impl Fn(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.writer.write(work)
    }

    /// The file and the log that is written ahead; what is left on their device.
    fn space(&self) -> Result<Space, StoreError> {
        let failed = |error: std::io::Error| {
            let message = format!("{}: {error}", self.path.display());
            StoreError::Database(DatabaseError::caused_by(message, error))
        };
        let mut log = self.path.as_os_str().to_owned();
        log.push("-wal");
        let file = std::fs::metadata(&self.path).map_err(failed)?.len();
        let log = match std::fs::metadata(Path::new(&log)) {
            Ok(log) => log.len(),
            // There is none until something is written.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
            Err(error) => return Err(failed(error)),
        };
        let free = free_bytes(&self.path).map_err(failed)?;
        Ok(Space { used: Some(file.saturating_add(log)), free })
    }

    /// The log that is written ahead still has the pages from before the deletion.
    fn scrub(&self) -> Result<(), StoreError> {
        self.writer.truncate_log()
    }
}
