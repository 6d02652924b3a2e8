//! Pools: how much work of each kind is done at the same time, on threads that do not serve.
//!
//! Each kind of work has its own pool, so that none can starve another. Work that finds no room
//! waits in a queue, for a while; then it is refused. Addresses take turns, and one address gets a
//! part of the queue.

use crate::addresses::limited_as;
use crate::config::Limits;
use crate::progress::Progress;
use crate::reply::Refusal;
use crate::room::{Permit, Room};
use crate::shares::{NoShare, Share, Shares};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tilewright_protocol::Budget;

tokio::task_local! {
    /// The address for which a task works; none for the server's own work.
    static CALLER: Option<IpAddr>;
}

/// The address for which this task works; the server's own work has none.
pub(crate) fn caller() -> Option<IpAddr> {
    CALLER.try_with(|address| *address).ok().flatten()
}

/// Does work for an address.
pub(crate) fn on_behalf_of<W: Future>(
    address: Option<IpAddr>,
    work: W,
) -> impl Future<Output = W::Output> {
    CALLER.scope(address.map(limited_as), work)
}

/// The bounds of a pool.
#[derive(Clone, Copy)]
pub(crate) struct PoolSize {
    /// How much is done at the same time.
    pub threads: usize,
    /// How much may wait.
    pub queue: usize,
    /// How much of one address is done or waits.
    pub each: usize,
    /// For how long it may wait.
    pub patience: Duration,
    /// After which time without progress a full pool is stuck.
    pub stuck: Duration,
}

/// Room for work of one kind.
pub(crate) struct Pool {
    pub name: &'static str,
    size: PoolSize,
    room: Arc<Room>,
    waiting: AtomicUsize,
    refused: AtomicU64,
    shares: Arc<Shares<IpAddr>>,
    progress: Arc<Progress>,
}

/// A place in a pool.
pub(crate) struct Place {
    _permit: Permit,
    _share: Option<Share<IpAddr>>,
    progress: Arc<Progress>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.progress.note();
    }
}

/// Counts what waits, also if it is given up.
struct Waits<'a>(&'a AtomicUsize);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Place {
    /// Does work here, while another thread serves in the place of this one.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        here(work)
    }
}

/// Does work in a place, if it has one, or else as it is.
pub(crate) fn run_in<T>(place: Option<&Place>, work: impl FnOnce() -> T) -> T {
    match place {
        Some(place) => place.run(work),
        None => work(),
    }
}

impl Pool {
    pub fn new(name: &'static str, size: PoolSize) -> Pool {
        Pool {
            name,
            size,
            room: Room::new(size.threads),
            waiting: AtomicUsize::new(0),
            refused: AtomicU64::new(0),
            shares: Shares::new(usize::MAX, size.each),
            progress: Arc::new(Progress::new()),
        }
    }

    fn place(&self, permit: Permit, share: Option<Share<IpAddr>>) -> Place {
        self.progress.note();
        Place { _permit: permit, _share: share, progress: self.progress.clone() }
    }

    /// How much is done at the same time.
    pub fn size(&self) -> usize {
        self.size.threads.max(1)
    }

    /// Whether all places are taken, and none was given up for so long that nothing will.
    pub fn is_stuck(&self) -> bool {
        self.room.free() == 0 && self.progress.standstill() > self.size.stuck
    }

    /// What is being done, what waits, and what was refused so far.
    pub fn usage(&self) -> (usize, usize, u64) {
        let busy = self.size.threads.max(1) - self.room.free();
        (busy, self.waiting.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed))
    }

    fn refuse(&self, refusal: Refusal) -> Refusal {
        self.refused.fetch_add(1, Ordering::Relaxed);
        refusal
    }

    /// Waits for a place.
    pub async fn enter(&self) -> Result<Place, Refusal> {
        let share = match caller().map(|address| self.shares.take(address)) {
            None => None,
            Some(Ok(share)) => Some(share),
            Some(Err(NoShare::OwnTaken | NoShare::AllTaken)) => {
                return Err(self.refuse(Refusal::too_many(1)));
            }
        };
        let turn = match self.room.enter(caller()) {
            Ok(permit) => return Ok(self.place(permit, share)),
            Err(turn) => turn,
        };
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.waiting);
        if before >= self.size.queue {
            return Err(self.refuse(Refusal::busy()));
        }
        match tokio::time::timeout(self.size.patience, turn).await {
            Ok(Ok(permit)) => Ok(self.place(permit, share)),
            _ => Err(self.refuse(Refusal::busy())),
        }
    }

    /// Does work on another thread.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.enter().await?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(Refusal::given_up)
    }

    /// Does work here, while another thread serves in the place of this one.
    pub async fn run_here<T>(&self, work: impl FnOnce() -> T) -> Result<T, Refusal> {
        Ok(self.enter().await?.run(work))
    }
}

/// Lets another thread serve while this one works, where the runtime has several.
pub(crate) fn here<T>(work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// The pools of a server.
pub(crate) struct Pools {
    /// Hashing passwords.
    pub passwords: Pool,
    /// The database.
    pub store: Pool,
    /// What players of games need: reading large messages, checking settings, large boards.
    pub play: Pool,
    /// Turns of bots.
    pub bots: Pool,
    /// Calls of the stateless engine, and hints.
    pub engine: Pool,
}

impl Pools {
    pub fn new(bot_threads: usize, engine_threads: usize, limits: &Limits) -> Pools {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let half = (cores / 2).max(1);
        let seconds = Duration::from_secs;
        let pool = |name, threads: usize, queue, each, patience, stuck| {
            let (patience, stuck) = (seconds(patience), seconds(stuck));
            Pool::new(name, PoolSize { threads, queue, each, patience, stuck })
        };
        // A call of the engine takes half a minute at most, a bot as long as it may.
        let bots_stuck = limits.bot_seconds.saturating_mul(2).saturating_add(60);
        let (all, each) = (limits.in_flight, limits.in_flight_each);
        Pools {
            passwords: pool("passwords", half, (all / 8).max(1), (each / 16).max(1), 5, 30),
            // The database retries its connection for eight seconds.
            store: pool("store", 64, all.saturating_mul(8), each.saturating_mul(4), 10, 30),
            play: pool("play", cores.max(2), all, each, 5, 60),
            // Bots that wait belong to games, which are bounded.
            bots: pool(
                "bots",
                bot_threads,
                usize::MAX,
                usize::MAX,
                u64::from(u32::MAX),
                bots_stuck,
            ),
            engine: pool("engine", engine_threads, (all / 8).max(1), (each / 16).max(1), 5, 120),
        }
    }

    pub fn all(&self) -> [&Pool; 5] {
        [&self.passwords, &self.store, &self.play, &self.bots, &self.engine]
    }
}

#[derive(Default)]
struct Started {
    stopped: bool,
    next: u64,
    budgets: HashMap<u64, Budget>,
}

/// The budgets of all work under way, so that it can be cancelled.
#[derive(Clone, Default)]
pub(crate) struct Work(Arc<Mutex<Started>>);

impl Work {
    fn lock(&self) -> MutexGuard<'_, Started> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins work; it is cancelled when the answer is dropped, and when the server stops.
    pub fn begin(&self) -> Cancelling {
        let budget = Budget::unlimited();
        let mut started = self.lock();
        if started.stopped {
            budget.cancel();
        }
        let number = started.next;
        started.next += 1;
        started.budgets.insert(number, budget.clone());
        Cancelling { work: self.clone(), number, budget }
    }

    /// Cancels all work, also what begins later.
    pub fn cancel_all(&self) {
        let mut started = self.lock();
        started.stopped = true;
        started.budgets.values().for_each(Budget::cancel);
    }
}

/// Cancels its work when it is dropped.
pub(crate) struct Cancelling {
    work: Work,
    number: u64,
    pub budget: Budget,
}

impl Drop for Cancelling {
    fn drop(&mut self) {
        self.budget.cancel();
        self.work.lock().budgets.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize, queue: usize, each: usize, millis: u64) -> Arc<Pool> {
        let patience = Duration::from_millis(millis);
        let stuck = Duration::from_millis(100);
        Arc::new(Pool::new("test", PoolSize { threads, queue, each, patience, stuck }))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_waits_for_a_place_and_then_gives_up() {
        let pool = pool(1, 1, 8, 50);
        let place = pool.enter().await.ok().unwrap();
        let refused = pool.run(|| 1).await.err().unwrap();
        assert_eq!((refused.status.as_u16(), refused.retry_after), (503, Some(1)));
        // One waits, so that there is no room in the queue.
        let waiting = {
            let pool = pool.clone();
            tokio::spawn(async move { pool.run(|| 2).await.ok() })
        };
        while pool.usage().1 == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 3).await.err().unwrap().status.as_u16(), 503);
        drop(place);
        assert_eq!(waiting.await.unwrap(), Some(2));
        assert_eq!(pool.usage(), (0, 0, 2));
        assert_eq!(pool.run_here(|| 4).await.ok(), Some(4));
    }

    #[tokio::test]
    async fn a_full_pool_in_which_nothing_ends_is_stuck() {
        let pool = pool(2, 4, 4, 50);
        let first = pool.enter().await.ok().unwrap();
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert!(!pool.is_stuck(), "a place is free");
        let second = pool.enter().await.ok().unwrap();
        assert!(!pool.is_stuck(), "one has just begun");
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert!(pool.is_stuck());
        drop(first);
        assert!(!pool.is_stuck());
        drop(second);
    }

    #[tokio::test]
    async fn one_address_gets_a_part() {
        let pool = pool(4, 4, 1, 50);
        let from = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let first = on_behalf_of(from(1), pool.enter()).await.ok();
        let second = on_behalf_of(from(1), pool.enter()).await.err().unwrap();
        assert_eq!(second.status.as_u16(), 429);
        assert!(on_behalf_of(from(2), pool.enter()).await.is_ok());
        drop(first);
        assert!(on_behalf_of(from(1), pool.enter()).await.is_ok());
    }

    #[test]
    fn work_is_cancelled_by_its_caller_and_by_the_end() {
        let work = Work::default();
        let (first, second) = (work.begin(), work.begin());
        let (ended, kept) = (first.budget.clone(), second.budget.clone());
        drop(first);
        assert!(ended.ended().is_some() && kept.ended().is_none());
        work.cancel_all();
        assert!(kept.ended().is_some() && work.begin().budget.ended().is_some());
        drop(second);
        assert!(work.lock().budgets.is_empty());
    }
}
