//! The app: everything that one server has.

use crate::addresses::limited_as;
use crate::cluster::Cluster;
use crate::completion::Completion;
use crate::config::{Config, Limits};
use crate::limits::{Limiter, Rate};
use crate::listener::{Limited, Peer, listen};
use crate::mail::Mailer;
use crate::metrics::{Metrics, PoolLabels, count};
use crate::news::News;
use crate::pools::{Pools, Work, caller, on_behalf_of};
use crate::quarantine::Quarantine;
use crate::readiness::{self, Readiness};
use crate::reply::Refusal;
use crate::request_ids::RequestIds;
use crate::shares::Shares;
use crate::tables::Table;
use crate::tls::Tls;
use crate::token_cache::TokenCache;
use crate::trace::{self, Kind, Traces};
use crate::webhook::Notifier;
use crate::writer::Writer;
use crate::{connections, deadlines, otlp, retention, routes};
use axum::extract::ConnectInfo;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tilewright_protocol::{Budget, Engine};
use tilewright_storage::{Store, StoreError};
use tokio::sync::{broadcast, watch};
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

/// A clock that never goes back and has no jumps; it begins with the process.
pub fn monotonic_clock() -> Clock {
    let began = Instant::now();
    Arc::new(move || began.elapsed().as_millis() as u64)
}

/// What a server takes the time from.
#[derive(Clone)]
pub struct Clocks {
    /// The time of day, for games and what is stored. It may jump.
    pub wall: Clock,
    /// The time since some moment, for limits. It never goes back.
    pub monotonic: Clock,
}

pub(crate) struct Parts {
    pub config: Config,
    pub engine: Engine,
    pub store: Arc<dyn Store>,
    pub writer: Writer,
    pub tables: Mutex<HashMap<String, Arc<Table>>>,
    /// About how many bytes the tables take.
    pub table_bytes: AtomicUsize,
    pub limiter: Limiter,
    pub token_cache: TokenCache,
    pub metrics: Arc<Metrics>,
    pub clocks: Clocks,
    pub request_ids: RequestIds,
    /// Room for work that takes a while.
    pub pools: Pools,
    /// The work under way, which stopping cancels.
    pub work: Work,
    /// Games that are left alone.
    pub quarantine: Quarantine,
    /// Players whose standing has changed: their sockets look again.
    pub standing: broadcast::Sender<String>,
    /// Players whose lobby has changed: their sockets look again.
    pub news: News,
    /// The last entry of the audit log that took effect here.
    pub audit_seen: tokio::sync::Mutex<Option<u64>>,
    /// Open sockets by player or address.
    pub sockets: Arc<Shares<String>>,
    /// Requests that are answered, by address.
    pub in_flight: Arc<Shares<IpAddr>>,
    /// Bodies that are read, by address.
    pub bodies: Arc<Shares<IpAddr>>,
    /// Bytes of these bodies, by address.
    pub body_bytes: Arc<Shares<IpAddr>>,
    /// Whether this server can do what it is asked for.
    pub readiness: Readiness,
    pub stopping: watch::Sender<bool>,
    /// The other servers over the same store.
    pub cluster: Cluster,
    /// What requests do, for the collector of traces.
    pub traces: Traces,
    /// The way to the operator's service; there once the server runs.
    pub notifier: OnceLock<Notifier>,
    /// The way to the mail server.
    pub mailer: Option<Mailer>,
    /// The key under which addresses of sign-ins are hashed; there once it was needed.
    pub address_key: OnceLock<String>,
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
        App::with_clocks(config, store, Clocks { wall: clock, monotonic: monotonic_clock() })
    }

    /// The same with clocks of the caller's choice.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn with_clocks(
        config: Config,
        store: Arc<dyn Store>,
        clocks: Clocks,
    ) -> std::io::Result<App> {
        let metrics = Arc::new(Metrics::default());
        let limits = &config.limits;
        let mailer = config.mail.clone().map(Mailer::new);
        Ok(App(Arc::new(Parts {
            pools: Pools::new(config.bot_threads.max(1), config.engine_threads.max(1), limits),
            work: Work::default(),
            quarantine: Quarantine::default(),
            standing: broadcast::Sender::new(STANDING_QUEUE),
            news: News::default(),
            audit_seen: tokio::sync::Mutex::default(),
            sockets: Shares::new(limits.sockets, limits.sockets_each),
            in_flight: Shares::new(limits.in_flight, limits.in_flight_each),
            bodies: Shares::new(limits.in_flight, limits.bodies_each),
            body_bytes: Shares::new(
                limits.body_bytes.max(limits.body),
                limits.body_bytes_each.max(limits.body),
            ),
            config,
            engine: Engine::new(),
            writer: Writer::new(store.clone(), metrics.clone())?,
            store,
            tables: Mutex::default(),
            table_bytes: AtomicUsize::new(0),
            limiter: Limiter::default(),
            token_cache: TokenCache::default(),
            metrics,
            clocks,
            request_ids: RequestIds::new()?,
            readiness: Readiness::default(),
            stopping: watch::Sender::new(false),
            cluster: Cluster::new()?,
            traces: Traces::default(),
            notifier: OnceLock::new(),
            mailer,
            address_key: OnceLock::new(),
        })))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0.clocks.wall)()
    }

    /// The time for limits.
    pub(crate) fn monotonic(&self) -> u64 {
        (self.0.clocks.monotonic)()
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
        self.take(kind, key, Rate::per_minute(per_minute), weight.into())
    }

    fn take(&self, kind: &'static str, key: &str, rate: Rate, weight: u64) -> Result<(), Refusal> {
        self.0.limiter.take(kind, key, rate, weight, self.monotonic()).map_err(|seconds| {
            count(&self.0.metrics.limited);
            Refusal::too_many(seconds)
        })
    }

    /// Counts bytes that are about to be stored for the address that asks, or refuses them.
    pub(crate) fn limit_stored(&self, bytes: usize) -> Result<(), Refusal> {
        let Some(address) = caller() else { return Ok(()) };
        let rate = Rate::per_day(self.limits().stored_bytes_per_day);
        self.take("stored", &address.to_string(), rate, bytes as u64)
    }

    /// The same for what is stored in any case.
    pub(crate) fn count_stored(&self, bytes: usize) {
        let Some(address) = caller() else { return };
        let rate = Rate::per_day(self.limits().stored_bytes_per_day);
        let (key, now) = (address.to_string(), self.monotonic());
        self.0.limiter.charge("stored", &key, rate, bytes as u64, now);
    }

    /// Asks the store, off the threads that serve.
    pub(crate) async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let store = self.0.store.clone();
        let mut span = self.0.traces.child("database", Kind::Client);
        let done = self.0.pools.store.run(move || work(&*store)).await;
        if !matches!(done, Ok(Ok(_))) {
            span.fail();
        }
        Ok(done??)
    }

    /// Does something to its end, even if the client disconnects meanwhile.
    pub(crate) async fn run_to_completion<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        let work = on_behalf_of(caller(), trace::within(trace::current(), work));
        let done = Completion::new(work.in_current_span()).await;
        done.map_err(|panic| Refusal::given_up(std::io::Error::other(panic)))?
    }

    /// Does what a player of a game needs, off the threads that serve, a few at a time.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let engine = self.0.engine.clone();
        self.0.pools.play.run(move || work(&engine)).await
    }

    /// Does what a stranger asks of the engine, off the threads that serve, a few at a time. It is
    /// cancelled when nobody waits for it any more, and when the server stops.
    pub(crate) async fn compute_within<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine, &Budget) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let begun = self.0.work.begin();
        let (engine, budget) = (self.0.engine.clone(), begun.budget.clone());
        self.0.pools.engine.run(move || work(&engine, &budget)).await
    }

    /// Reads a message; a long one off the threads that serve.
    pub(crate) async fn read_message<T>(
        &self,
        body: &[u8],
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, Refusal> {
        match body.len() > LONG_MESSAGE {
            true => self.0.pools.play.run_here(|| read(body)).await,
            false => Ok(read(body)),
        }
    }

    /// Brings the gauges up to date.
    pub(crate) fn measure(&self) {
        let (parts, metrics) = (&self.0, &self.0.metrics);
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        metrics.table_bytes.set(number(parts.table_bytes.load(Ordering::Relaxed)));
        metrics.requests_in_flight.set(number(parts.in_flight.taken()));
        metrics.bodies_in_flight.set(number(parts.bodies.taken()));
        metrics.body_bytes_in_flight.set(number(parts.body_bytes.taken()));
        metrics.writer_waiting.set(number(parts.writer.waiting()));
        metrics.notices_waiting.set(number(parts.cluster.waiting()));
        let webhooks = parts.notifier.get().map_or(0, Notifier::waiting);
        metrics.webhooks_waiting.set(number(webhooks));
        metrics.spans_waiting.set(number(parts.traces.waiting()));
        metrics.quarantined.set(number(parts.quarantine.len()));
        for pool in parts.pools.all() {
            let (busy, waiting, refused) = pool.usage();
            let labels = PoolLabels { pool: pool.name };
            metrics.pool_size.get_or_create(&labels).set(number(pool.size()));
            metrics.pool_busy.get_or_create(&labels).set(number(busy));
            metrics.pool_waiting.get_or_create(&labels).set(number(waiting));
            metrics.pool_refused.get_or_create(&labels).set(refused.cast_signed());
        }
    }

    /// How long stopping takes at most.
    pub(crate) fn shutdown_time(&self) -> Duration {
        Duration::from_secs(self.limits().shutdown_seconds.max(1))
    }
}

/// A message that takes about a millisecond to read, in bytes.
const LONG_MESSAGE: usize = 32 << 10;
/// How long the last spans of traces are waited for.
const LAST_SPANS: Duration = Duration::from_millis(700);
/// Changes of standing that wait for a socket; one that misses some looks again anyway.
const STANDING_QUEUE: usize = 64;
/// Connections to the address of operators.
const OPERATORS: usize = 64;

/// Serves until `stop` is done; then requests under way are finished, sockets are closed, bots
/// that think make their move, and leases are released. All that takes no longer than
/// [`Limits::shutdown_seconds`]: after half of the time work is cancelled, and in the end it is
/// not waited for.
///
/// # Errors
/// If the listener fails, or the certificate cannot be used.
pub async fn serve(
    app: App,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    if let Some(webhook) = app.0.config.webhook.clone() {
        app.0.notifier.get_or_init(|| Notifier::new(webhook));
    }
    let tracing = app.0.config.otlp.clone().and_then(|collector| {
        let metrics = &app.0.metrics;
        let spans = app.0.traces.open(metrics.spans_dropped.clone())?;
        let counters = (metrics.spans_sent.clone(), metrics.spans_dropped.clone());
        let instance = app.0.cluster.name().to_string();
        Some(tokio::spawn(otlp::run(collector, instance, spans, counters)))
    });
    app.connect();
    let clock = tokio::spawn(deadlines::run(app.clone()));
    let cleaning = tokio::spawn(retention::run(app.clone()));
    let checking = tokio::spawn(readiness::run(app.clone()));
    let keys = app.0.config.jwt.clone().map(|jwt| tokio::spawn(jwt.refresh()));
    let seconds = |seconds: u64| Duration::from_secs(seconds.max(1));
    let limits = app.limits();
    let (idle, write) = (seconds(limits.idle_seconds), seconds(limits.write_seconds));
    let operators = match app.0.config.metrics_address {
        None => None,
        Some(address) => {
            let listener = listen(address)?;
            let listener = Limited::new(listener, (OPERATORS, OPERATORS), write, &[]);
            let router = routes::operators(app.clone());
            Some(tokio::spawn(connections::serve(
                listener,
                None,
                router,
                idle,
                std::future::pending(),
            )))
        }
    };
    let router = routes::router(app.clone());
    let (stopping, stopped) = (app.clone(), app.clone());
    let most = (limits.connections, limits.connections_each);
    let mut listener = Limited::new(listener, most, write, &app.0.config.trusted_proxies);
    listener.open = app.0.metrics.connections.clone();
    let refused = &app.0.metrics.proxy_headers_refused;
    listener.proxy_protocol = app.0.config.proxy_protocol.then(|| refused.clone());
    let encryption = app.0.config.tls.as_ref().map(Tls::open).transpose()?;
    listener.encrypted = encryption.is_some();
    let served = connections::serve(listener, encryption, router, idle, async move {
        stop.await;
        tracing::info!("stopping");
        stopping.0.stopping.send_replace(true);
    });
    // Requests under way are finished; one that never ends does not keep the server.
    let mut stop_signal = stopped.0.stopping.subscribe();
    let began = OnceLock::new();
    let late = async {
        // An error means that the app is gone, which is as good as stopping.
        drop(stop_signal.wait_for(|stopping| *stopping).await);
        let began = *began.get_or_init(tokio::time::Instant::now);
        tokio::time::sleep_until(began + stopped.shutdown_time() * 3 / 4).await;
    };
    let cancelling = tokio::spawn(cancel_late(app.clone()));
    tokio::select! {
        () = served => {}
        () = late => {}
    }
    clock.abort();
    cleaning.abort();
    checking.abort();
    keys.into_iter().chain(operators).for_each(|task| task.abort());
    let began = *began.get_or_init(tokio::time::Instant::now);
    stopped.wind_down(began + stopped.shutdown_time() * 7 / 8).await;
    if let Some(tracing) = tracing {
        // The last spans are worth a moment, and no more.
        let until = tokio::time::Instant::now() + LAST_SPANS;
        while stopped.0.traces.waiting() > 0 && tokio::time::Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tracing.abort();
    }
    cancelling.abort();
    stopped.0.work.cancel_all();
    Ok(())
}

/// Cancels all work when half of the time to stop is over.
async fn cancel_late(app: App) {
    let mut stopping = app.0.stopping.subscribe();
    drop(stopping.wait_for(|stopping| *stopping).await);
    tokio::time::sleep(app.shutdown_time() / 2).await;
    app.0.work.cancel_all();
}

/// The address from which a request comes.
pub(crate) fn address(info: Option<&ConnectInfo<Peer>>) -> String {
    info.map_or_else(|| "unknown".to_string(), |info| limited_as(info.0.client).to_string())
}
