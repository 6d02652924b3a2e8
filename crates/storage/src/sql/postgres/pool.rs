//! Connections to PostgreSQL: a few of them, made again when they are lost.

use super::prepared::Connected;
use crate::StoreError;
use postgres::{Config, NoTls};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Connections of one server.
const CONNECTIONS: usize = 8;
/// How long a database that went away is waited for.
const PATIENCE: Duration = Duration::from_secs(8);
/// The longest pause between two attempts.
const PAUSE: Duration = Duration::from_millis(500);
/// How long one attempt to connect may take.
const CONNECT: Duration = Duration::from_secs(3);

/// Why work with a connection did not come to its end.
pub(super) enum Trouble {
    /// It was refused; the same again would be refused again.
    Refused(StoreError),
    /// Others were in the way: it can be tried again at once.
    Again,
    /// The connection was lost before anything could become durable.
    Lost,
    /// The connection was lost while the change was made durable: it may be there or not.
    Unknown,
}

/// A pool of connections.
pub(super) struct Pool {
    config: Config,
    /// Connections that nobody uses now; `None` is one that must be made first.
    free: Mutex<Vec<Option<Connected>>>,
    returned: Condvar,
}

impl Pool {
    pub fn new(mut config: Config) -> Pool {
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        let free = Mutex::new((0..CONNECTIONS).map(|_| None).collect());
        Pool { config, free, returned: Condvar::new() }
    }

    fn connect(&self) -> Result<Connected, Trouble> {
        let mut client = self.config.connect(NoTls).map_err(|error| super::trouble(&error))?;
        // Whatever the server's default is: an answer means that the change is on disk.
        let durable = "SET synchronous_commit TO on";
        client.batch_execute(durable).map_err(|error| super::trouble(&error))?;
        Ok(Connected::new(client))
    }

    /// Works with a connection of its own. One that has failed is not used again.
    pub fn with<T>(
        &self,
        work: impl FnOnce(&mut Connected) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
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
            Err(trouble) => (None, Err(trouble)),
        };
        let lost = matches!(outcome, Err(Trouble::Lost | Trouble::Unknown));
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

/// How often and how long something is tried.
pub(super) struct Patience {
    began: Instant,
    pause: Duration,
    hurried: usize,
}

impl Patience {
    pub fn new() -> Patience {
        Patience { began: Instant::now(), pause: Duration::from_millis(10), hurried: 0 }
    }

    /// Whether to try again, for changes that others have got in the way of.
    pub fn hurry(&mut self) -> bool {
        self.hurried += 1;
        self.hurried < 8
    }

    /// Waits for a database that went away; false if it has been too long.
    pub fn wait(&mut self) -> bool {
        if self.began.elapsed() >= PATIENCE {
            return false;
        }
        std::thread::sleep(self.pause);
        self.pause = (self.pause * 2).min(PAUSE);
        true
    }
}
