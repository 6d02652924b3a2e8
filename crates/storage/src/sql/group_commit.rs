//! Changes of many threads in one SQLite transaction with one sync.
//!
//! A change that finds others waiting behind it leaves the commit to the last of them. Each is
//! made whole or not at all on its own (a savepoint), and answered when all are on disk.

use super::Session;
use crate::StoreError;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The most changes of one transaction.
const MOST: usize = 64;

/// How long the end of readers is waited for before the log is emptied.
const READERS_WAIT: Duration = Duration::from_millis(500);

type Outcome = Arc<OnceLock<Result<(), StoreError>>>;

/// The connection that writes, and the transaction that is open on it.
struct Group {
    connection: Connection,
    /// Changes in the open transaction.
    changes: usize,
    /// Whether a transaction is open.
    open: bool,
    /// What becomes of it.
    outcome: Outcome,
}

/// A connection that writes for many threads.
pub(super) struct GroupWriter {
    group: Mutex<Group>,
    /// Threads that are about to join the open transaction.
    coming: AtomicUsize,
    done: Condvar,
}

impl GroupWriter {
    pub fn new(connection: Connection) -> GroupWriter {
        let outcome = Outcome::default();
        let group = Group { connection, changes: 0, open: false, outcome };
        GroupWriter { group: Mutex::new(group), coming: AtomicUsize::new(0), done: Condvar::new() }
    }

    /// Changes something; the answer comes when it is on disk.
    pub fn write<T>(
        &self,
        work: impl FnOnce(&mut dyn Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.coming.fetch_add(1, Ordering::SeqCst);
        let mut group = self.group.lock().unwrap_or_else(PoisonError::into_inner);
        // Later writers find this change made, or made and committed.
        let others = self.coming.fetch_sub(1, Ordering::SeqCst) > 1;
        let answer = group.change(work);
        let outcome = group.outcome.clone();
        if !others || group.changes >= MOST {
            group.finish();
            self.done.notify_all();
        } else if matches!(answer, Ok(Ok(_))) {
            group = self.wait(group, &outcome);
        }
        drop(group);
        match answer {
            Err(panic) => resume_unwind(panic),
            Ok(Err(error)) => Err(error),
            Ok(Ok(answer)) => match outcome.get() {
                Some(Ok(())) => Ok(answer),
                Some(Err(error)) => Err(error.clone()),
                None => Err(StoreError::database("a transaction was not finished")),
            },
        }
    }

    /// Copies the log that is written ahead into the database and empties it, unless somebody keeps
    /// reading for longer than [`READERS_WAIT`]; then it happens later.
    pub fn truncate_log(&self) -> Result<(), StoreError> {
        let mut group = self.group.lock().unwrap_or_else(PoisonError::into_inner);
        group.finish();
        self.done.notify_all();
        let wait = |time| group.connection.busy_timeout(time).map_err(super::sqlite::fault);
        wait(READERS_WAIT)?;
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let done = group.connection.query_row(sql, (), |_| Ok(()));
        wait(super::sqlite::BUSY_WAIT)?;
        done.map_err(super::sqlite::fault)
    }

    fn wait<'a>(
        &self,
        mut group: MutexGuard<'a, Group>,
        outcome: &Outcome,
    ) -> MutexGuard<'a, Group> {
        while outcome.get().is_none() {
            group = self.done.wait(group).unwrap_or_else(PoisonError::into_inner);
        }
        group
    }
}

impl Group {
    fn run(&self, sql: &str) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(sql).map_err(super::sqlite::fault)?;
        statement.execute(()).map(|_| ()).map_err(super::sqlite::fault)
    }

    /// Makes a change within the open transaction, or opens one. The outer error is a panic.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Session) -> Result<T, StoreError>,
    ) -> std::thread::Result<Result<T, StoreError>> {
        // A savepoint makes SQLite keep a copy of every page that is changed. The first change of
        // a transaction needs none: if it fails, there is nothing else to keep.
        let first = !self.open;
        let begun = if first { self.begin() } else { self.run("SAVEPOINT change") };
        if let Err(error) = begun {
            return Ok(Err(error));
        }
        let answer = catch_unwind(AssertUnwindSafe(|| work(&mut &self.connection)));
        let kept = matches!(answer, Ok(Ok(_)));
        let ended = match (first, kept) {
            (true, true) => Ok(()),
            (true, false) => {
                self.give_up(StoreError::database("nothing was changed"));
                return answer;
            }
            (false, true) => self.run("RELEASE change"),
            (false, false) => {
                self.run("ROLLBACK TO change").and_then(|()| self.run("RELEASE change"))
            }
        };
        if let Err(error) = ended {
            // The content of the transaction is uncertain: nothing of it is kept.
            self.give_up(error.clone());
            return answer.map(|_| Err(error));
        }
        self.changes += usize::from(kept);
        answer
    }

    /// Opens a transaction.
    fn begin(&mut self) -> Result<(), StoreError> {
        self.outcome = Outcome::default();
        self.run("BEGIN IMMEDIATE")?;
        self.open = true;
        Ok(())
    }

    /// Commits what is open.
    fn finish(&mut self) {
        if !self.open {
            return;
        }
        match self.run("COMMIT") {
            Ok(()) => {
                self.settle(Ok(()));
                (self.open, self.changes) = (false, 0);
            }
            Err(error) => self.give_up(error),
        }
    }

    fn give_up(&mut self, error: StoreError) {
        // SQLite may have rolled back by itself.
        let rolled_back = match self.connection.is_autocommit() {
            true => Ok(()),
            false => self.run("ROLLBACK"),
        };
        self.settle(Err(match rolled_back {
            Ok(()) => error,
            Err(second) => StoreError::database(format!("{error}; rolling back failed: {second}")),
        }));
        (self.open, self.changes) = (false, 0);
    }

    /// Decides what became of the open transaction; what was decided first stays.
    fn settle(&self, outcome: Result<(), StoreError>) {
        self.outcome.get_or_init(|| outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer() -> GroupWriter {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (x INTEGER PRIMARY KEY)").unwrap();
        GroupWriter::new(connection)
    }

    fn count(writer: &GroupWriter) -> i64 {
        let rows = writer.write(|db| db.query("SELECT COUNT(*) FROM t", &[])).unwrap();
        rows[0].number(0).unwrap()
    }

    /// Two rows, the second of which may fail.
    fn put(writer: &GroupWriter, first: i64, second: i64) -> Result<usize, StoreError> {
        let sql = "INSERT INTO t (x) VALUES ($1)";
        writer.write(|db| {
            db.execute(sql, &[super::super::Value::Int(first)])?;
            db.execute(sql, &[super::super::Value::Int(second)])
        })
    }

    #[test]
    fn each_change_is_made_whole_or_not_at_all() {
        let writer = writer();
        std::thread::scope(|scope| {
            for thread in 0..8i64 {
                let writer = &writer;
                scope.spawn(move || {
                    for round in 0..50 {
                        let own = 1000 * (thread + 1) + 2 * round;
                        assert_eq!(put(writer, own, own + 1), Ok(1));
                        assert_eq!(put(writer, own + 100_000, own), Err(StoreError::Taken));
                    }
                });
            }
        });
        assert_eq!(count(&writer), 8 * 50 * 2);
    }

    #[test]
    fn a_panic_undoes_its_own_change_only() {
        let writer = writer();
        put(&writer, 1, 2).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            writer.write(|db| -> Result<(), StoreError> {
                db.execute("INSERT INTO t (x) VALUES (3)", &[])?;
                panic!("planted");
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(put(&writer, 5, 6), Ok(1));
        assert_eq!(count(&writer), 4);
    }

    #[test]
    fn changes_that_wait_share_a_transaction() {
        let writer = writer();
        let held = writer.group.lock().unwrap();
        let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let writer = &writer;
                    scope.spawn(move || {
                        let key = 10 * thread;
                        put(writer, key, key + 1).unwrap();
                        writer.group.lock().unwrap().outcome.clone()
                    })
                })
                .collect();
            while writer.coming.load(Ordering::SeqCst) < 4 {
                std::thread::yield_now();
            }
            drop(held);
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(outcomes.iter().all(|outcome| Arc::ptr_eq(outcome, &outcomes[0])));
        assert_eq!(count(&writer), 8);
    }
}
