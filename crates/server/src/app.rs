//! The app: everything that one server has.

use crate::cluster::Cluster;
use crate::config::{Config, Limits};
use crate::limits::Limiter;
use crate::listener::{Limited, Peer};
use crate::metrics::{Metrics, count};
use crate::reply::Refusal;
use crate::request_ids::RequestIds;
use crate::tables::Table;
use crate::token_cache::TokenCache;
use crate::webhook::Notifier;
use crate::writer::Writer;
use crate::{connections, deadlines, routes};
use axum::extract::ConnectInfo;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tilewright_protocol::Engine;
use tilewright_storage::{Store, StoreError};
use tokio::sync::{Semaphore, watch};
use tracing::Instrument;

/// The time, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The clock of the machine.
pub fn system_clock() -> Clock {
    Arc::new(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        // A clock that has not been set shows the beginning of its time.
        let now = now.unwrap_or(Duration::ZERO);
        u64::try_from(now.as_millis()).expect("the year is not beyond five hundred million")
    })
}

pub(crate) struct Parts {
    pub config: Config,
    pub engine: Engine,
    pub store: Arc<dyn Store>,
    pub writer: Writer,
    pub tables: Mutex<HashMap<String, Arc<Table>>>,
    pub limiter: Limiter,
    pub token_cache: TokenCache,
    pub metrics: Arc<Metrics>,
    pub clock: Clock,
    pub request_ids: RequestIds,
    /// Room for thinking bots, and for other work that takes a while.
    pub thinkers: Arc<Semaphore>,
    /// Open sockets by player or address.
    pub sockets: Mutex<HashMap<String, usize>>,
    pub stopping: watch::Sender<bool>,
    /// The other servers over the same store.
    pub cluster: Cluster,
    /// The way to the operator's service; there once the server runs.
    pub notifier: OnceLock<Notifier>,
}

/// A server. Copies share everything.
#[derive(Clone)]
pub struct App(pub(crate) Arc<Parts>);

impl App {
    /// A server over a store.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(config: Config, store: Arc<dyn Store>, clock: Clock) -> std::io::Result<App> {
        let metrics = Arc::new(Metrics::default());
        let thinkers = Arc::new(Semaphore::new(config.bot_threads.max(1)));
        Ok(App(Arc::new(Parts {
            config,
            engine: Engine::new(),
            writer: Writer::new(store.clone(), metrics.clone())?,
            store,
            tables: Mutex::default(),
            limiter: Limiter::default(),
            token_cache: TokenCache::default(),
            metrics,
            clock,
            request_ids: RequestIds::new()?,
            thinkers,
            sockets: Mutex::default(),
            stopping: watch::Sender::new(false),
            cluster: Cluster::new()?,
            notifier: OnceLock::new(),
        })))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0.clock)()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.config.limits
    }

    /// Takes a permission, or refuses with the time to wait.
    pub(crate) fn limit(
        &self,
        kind: &'static str,
        key: &str,
        per_minute: u32,
    ) -> Result<(), Refusal> {
        self.limit_weighed(kind, key, per_minute, 1)
    }

    /// The same for work that counts as several.
    pub(crate) fn limit_weighed(
        &self,
        kind: &'static str,
        key: &str,
        per_minute: u32,
        weight: u32,
    ) -> Result<(), Refusal> {
        self.0.limiter.take(kind, key, per_minute, weight, self.now()).map_err(|seconds| {
            count(&self.0.metrics.limited);
            Refusal::too_many(seconds)
        })
    }

    /// Asks the store, off the threads that serve.
    pub(crate) async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let store = self.0.store.clone();
        let done = tokio::task::spawn_blocking(move || work(&*store)).await;
        Ok(done.map_err(Refusal::given_up)??)
    }

    /// Does something to its end, even if the client disconnects meanwhile.
    pub(crate) async fn run_to_completion<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        tokio::spawn(work.in_current_span()).await.map_err(Refusal::given_up)?
    }

    /// Does work that takes a while, off the threads that serve, a few at a time.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.0.thinkers.clone().acquire_owned().await;
        let permit = permit.expect("nobody closes the semaphore");
        let engine = self.0.engine.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&engine)
        });
        done.await.map_err(Refusal::given_up)
    }
}

/// How long requests under way may take when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(20);
/// Connections to the address of operators.
const OPERATORS: usize = 64;

/// Serves until `stop` is done; then requests under way are finished, sockets are closed, bots
/// that think make their move, and leases are released.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    app: App,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    if let Some(webhook) = app.0.config.webhook.clone() {
        app.0.notifier.get_or_init(|| Notifier::new(webhook));
    }
    app.connect();
    let clock = tokio::spawn(deadlines::run(app.clone()));
    let keys = app.0.config.jwt.clone().map(|jwt| tokio::spawn(jwt.refresh()));
    let seconds = |seconds: u64| Duration::from_secs(seconds.max(1));
    let limits = app.limits();
    let (idle, write) = (seconds(limits.idle_seconds), seconds(limits.write_seconds));
    let operators = match app.0.config.metrics_address {
        None => None,
        Some(address) => {
            let listener = tokio::net::TcpListener::bind(address).await?;
            let listener = Limited::new(listener, OPERATORS, write);
            let router = routes::operators(app.clone());
            Some(tokio::spawn(connections::serve(listener, router, idle, std::future::pending())))
        }
    };
    let router = routes::router(app.clone());
    let (stopping, stopped) = (app.clone(), app.clone());
    let listener = Limited::new(listener, app.limits().connections, write);
    let served = connections::serve(listener, router, idle, async move {
        stop.await;
        tracing::info!("stopping");
        stopping.0.stopping.send_replace(true);
    });
    // Requests under way are finished; one that never ends does not keep the server.
    let mut stop_signal = stopped.0.stopping.subscribe();
    let late = async {
        // An error means that the app is gone, which is as good as stopping.
        drop(stop_signal.wait_for(|stopping| *stopping).await);
        tokio::time::sleep(LAST_REQUESTS).await;
    };
    tokio::select! {
        () = served => {}
        () = late => {}
    }
    clock.abort();
    keys.into_iter().chain(operators).for_each(|task| task.abort());
    stopped.wind_down().await;
    Ok(())
}

/// The address from which a request comes.
pub(crate) fn address(info: Option<&ConnectInfo<Peer>>) -> String {
    info.map_or_else(|| "unknown".to_string(), |info| info.0.0.ip().to_string())
}
