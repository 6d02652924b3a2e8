//! Readiness: whether this server can do what it is asked for. The store is written to, and pools
//! and the writer are asked whether they are stuck.

use crate::app::App;
use crate::logging::chain;
use crate::reply::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tilewright_storage::StoreError;

/// For how long an answer is good: everybody may ask, as often as they like.
const FRESH: Duration = Duration::from_secs(1);
/// How long the store may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How often the server asks itself.
const PERIOD: Duration = Duration::from_secs(15);

/// Why a server is not ready.
#[derive(Clone)]
enum Fault {
    /// The store cannot be written.
    Store(StoreError),
    /// The store does not answer.
    Silent,
    /// A pool is stuck, or the writer.
    Stuck(&'static str),
}

impl Fault {
    fn refusal(self) -> Refusal {
        match self {
            Fault::Store(error) => {
                Refusal::unavailable("the database cannot be written").caused_by(error)
            }
            Fault::Silent => Refusal::unavailable("the database does not answer"),
            Fault::Stuck(what) => Refusal::unavailable(&format!("{what} is stuck")),
        }
    }

    fn report(&self) -> String {
        match self {
            Fault::Store(error) => chain(error),
            Fault::Silent => "the database does not answer".to_string(),
            Fault::Stuck(what) => format!("{what} is stuck"),
        }
    }
}

/// What was found last, and when.
#[derive(Default)]
struct Last {
    found: Option<(Instant, Option<Fault>)>,
}

/// Whether the server is ready.
#[derive(Default)]
pub(crate) struct Readiness {
    last: tokio::sync::Mutex<Last>,
    /// Whether the store is being asked; one question is enough for a store that hangs.
    asking: Arc<AtomicBool>,
}

/// Asks itself for ever, so that the log and the metrics show it.
pub(crate) async fn run(app: App) {
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut was_ready = true;
    loop {
        period.tick().await;
        let fault = app.fault().await;
        match &fault {
            Some(fault) if was_ready => tracing::error!(error = fault.report(), "not ready"),
            None if !was_ready => tracing::info!("ready again"),
            _ => {}
        }
        was_ready = fault.is_none();
        app.0.metrics.ready.set(i64::from(was_ready));
        let store = app.0.store.clone();
        // It has its own thread: a store that hangs must not take a place of others.
        match tokio::time::timeout(TIMEOUT, tokio::task::spawn_blocking(move || store.space()))
            .await
        {
            Ok(Ok(Ok(space))) => app.0.metrics.set_space(space),
            Ok(Ok(Err(error))) => {
                tracing::warn!(error = chain(&error), "the space of the database is unknown");
            }
            // What is wrong with the store is reported above.
            Ok(Err(_)) | Err(_) => app.0.metrics.set_space(Default::default()),
        }
    }
}

impl App {
    /// Refuses unless the server is ready.
    pub(crate) async fn check_ready(&self) -> Result<(), Refusal> {
        self.fault().await.map_or(Ok(()), |fault| Err(fault.refusal()))
    }

    /// Why the server is not ready, found at most once in a while.
    async fn fault(&self) -> Option<Fault> {
        let mut last = self.0.readiness.last.lock().await;
        if let Some((at, fault)) = &last.found
            && at.elapsed() < FRESH
        {
            return fault.clone();
        }
        let fault = self.find_fault().await;
        last.found = Some((Instant::now(), fault.clone()));
        fault
    }

    async fn find_fault(&self) -> Option<Fault> {
        if let Some(pool) = self.0.pools.all().into_iter().find(|pool| pool.is_stuck()) {
            return Some(Fault::Stuck(pool.name));
        }
        if self.0.writer.is_stuck() {
            return Some(Fault::Stuck("writer"));
        }
        let asking = self.0.readiness.asking.clone();
        if asking.swap(true, Ordering::SeqCst) {
            return Some(Fault::Silent);
        }
        let store = self.0.store.clone();
        let written = tokio::task::spawn_blocking(move || {
            let written = store.check_write();
            asking.store(false, Ordering::SeqCst);
            written
        });
        match tokio::time::timeout(TIMEOUT, written).await {
            Ok(Ok(Ok(()))) => None,
            Ok(Ok(Err(error))) => Some(Fault::Store(error)),
            // A panic of the store leaves the question open.
            Ok(Err(_)) | Err(_) => Some(Fault::Silent),
        }
    }
}
