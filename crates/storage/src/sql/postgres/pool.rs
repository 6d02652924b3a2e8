//! Connections to PostgreSQL: a few of them, made again when they are lost.

use super::prepared::Connected;
use super::tls::Address;
use crate::{DatabaseError, StoreError};
use postgres::NoTls;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Connections of one server.
const CONNECTIONS: usize = 8;
/// How long an unreachable database is retried.
const RETRY_FOR: Duration = Duration::from_secs(8);
/// The longest pause between two attempts.
const MAX_BACKOFF: Duration = Duration::from_millis(500);
/// Conflicts with other transactions after which it is given up.
const MAX_CONFLICTS: usize = 8;
/// How long one attempt to connect may take.
const CONNECT: Duration = Duration::from_secs(3);

/// Why work with a connection has failed, and so whether a retry makes sense.
pub(super) enum Failure {
    /// The database has refused it, and would refuse a retry.
    Refused(StoreError),
    /// It conflicts with another transaction: retry at once.
    Conflict(DatabaseError),
    /// The connection was lost before anything could become durable.
    Lost(DatabaseError),
    /// The connection was lost during the commit: the change is durable or not.
    Uncertain(DatabaseError),
}

/// A pool of connections.
pub(super) struct Pool {
    address: Address,
    /// Connections that nobody uses now; `None` is one that must be made first.
    free: Mutex<Vec<Option<Connected>>>,
    returned: Condvar,
}

impl Pool {
    pub fn new(mut address: Address) -> Pool {
        if address.config.get_connect_timeout().is_none() {
            address.config.connect_timeout(CONNECT);
        }
        let free = Mutex::new((0..CONNECTIONS).map(|_| None).collect());
        Pool { address, free, returned: Condvar::new() }
    }

    fn connect(&self) -> Result<Connected, Failure> {
        let Address { config, tls } = &self.address;
        let client = match tls {
            Some(tls) => config.connect(tls.clone()),
            None => config.connect(NoTls),
        };
        let mut client = client.map_err(super::classify)?;
        // The server's default may differ, but an answer means that the change is on disk.
        let durable = "SET synchronous_commit TO on";
        client.batch_execute(durable).map_err(super::classify)?;
        Ok(Connected::new(client))
    }

    /// Works with a connection of its own. One that has failed is not used again.
    pub fn with<T>(
        &self,
        work: impl FnOnce(&mut Connected) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let lock = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = lock();
        let slot = loop {
            match free.pop() {
                Some(slot) => break slot,
                None => free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(free);
        let client = match slot.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.connect(),
        };
        let (slot, outcome) = match client {
            Ok(mut client) => {
                let outcome = work(&mut client);
                (Some(client), outcome)
            }
            Err(failure) => (None, Err(failure)),
        };
        let lost = matches!(outcome, Err(Failure::Lost(_) | Failure::Uncertain(_)));
        let mut free = lock();
        let idle: Vec<Connected> = match lost {
            // What one connection has met, the idle ones will meet too.
            true => free.iter_mut().filter_map(Option::take).collect(),
            false => Vec::new(),
        };
        let (kept, gone) = match slot.filter(|client| !client.is_closed()) {
            Some(client) if !lost => (Some(client), None),
            gone => (None, gone),
        };
        free.push(kept);
        drop(free);
        self.returned.notify_one();
        // To close a connection may take a moment: nobody waits for it.
        drop((idle, gone));
        outcome
    }
}

/// How often and how long a transaction is retried.
pub(super) struct Backoff {
    began: Instant,
    pause: Duration,
    conflicts: usize,
}

impl Backoff {
    pub fn new() -> Backoff {
        Backoff { began: Instant::now(), pause: Duration::from_millis(10), conflicts: 0 }
    }

    /// Whether to retry after a conflict with another transaction.
    pub fn after_conflict(&mut self) -> bool {
        self.conflicts += 1;
        self.conflicts < MAX_CONFLICTS
    }

    /// Waits before the next attempt to reach the database; false if it has been too long.
    pub fn after_loss(&mut self) -> bool {
        if self.began.elapsed() >= RETRY_FOR {
            return false;
        }
        std::thread::sleep(self.pause);
        self.pause = (self.pause * 2).min(MAX_BACKOFF);
        true
    }
}
