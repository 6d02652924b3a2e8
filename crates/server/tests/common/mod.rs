//! Servers on this machine, and clients that talk to them.
//!
//! `TILEWRIGHT_TEST_SETUP` chooses where games are kept and how many servers there are: `memory`
//! (the default), `sqlite`, `postgres`, or `cluster`: three servers over one PostgreSQL and NATS,
//! in which every request goes to another server. Tests need not know.

#![allow(clippy::unwrap_used, dead_code)]

#[path = "../../../storage/tests/common/certificates.rs"]
pub mod certificates;
mod client;
pub mod nats;
pub mod setups;

pub use client::Client;
pub use setups::{Place, Setup, setup};

use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilewright_server::{App, Clock, Clocks, Config, Limits, LogFormat, NatsAddress, serve};
use tilewright_storage::Store;
use tokio::sync::oneshot;

/// Running servers; they stop when this is dropped.
pub struct TestServer {
    /// Where to ask; of several servers any may answer.
    pub address: SocketAddr,
    /// The servers one by one.
    pub nodes: Vec<SocketAddr>,
    pub store: Arc<dyn Store>,
    pub log: Arc<Mutex<Vec<String>>>,
    /// What the servers' clock shows; it stands still.
    pub time: Arc<AtomicU64>,
    /// What their clock for limits shows.
    monotonic: Arc<AtomicU64>,
    pub runtime: tokio::runtime::Runtime,
    running: Vec<Running>,
    config: Config,
    place: Option<Place>,
}

/// A writer that keeps lines.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log of this process: every line that the servers have written.
fn captured_log() -> Arc<Mutex<Vec<String>>> {
    static LOG: std::sync::OnceLock<Lines> = std::sync::OnceLock::new();
    let lines = LOG.get_or_init(|| {
        let lines = Lines::default();
        let writer = lines.clone();
        let dispatch = LogFormat::Json.dispatch(move || writer.clone());
        tracing::dispatcher::set_global_default(dispatch).unwrap();
        lines
    });
    lines.0.clone()
}

/// One of the servers.
struct Running {
    stop: oneshot::Sender<()>,
    done: tokio::task::JoinHandle<()>,
}

pub fn generous() -> Config {
    let limits = Limits {
        requests_per_minute: 1_000_000,
        guests_per_minute: 10_000,
        sign_ins_per_minute: 10_000,
        previews_per_minute: 10_000,
        engine_calls_per_minute: 100_000,
        seeks_per_minute: 100_000,
        // All clients of a test have the same address.
        connections_each: 100_000,
        in_flight_each: 100_000,
        bodies_each: 100_000,
        body_bytes: 1 << 40,
        body_bytes_each: 1 << 40,
        stored_bytes_per_player: 1 << 40,
        stored_bytes_per_day: 1 << 40,
        ..Limits::default()
    };
    Config { limits, ..Config::default() }
}

/// A server on which games are rated that hardly have a move.
pub fn short_games_count() -> Config {
    let config = generous();
    Config { limits: Limits { rating_moves: 0, ..config.limits }, ..config }
}

impl TestServer {
    /// The servers of the set-up.
    pub fn new() -> TestServer {
        TestServer::config(generous())
    }

    /// The servers of the set-up with a configuration of their own.
    pub fn config(config: Config) -> TestServer {
        TestServer::at(Place::new(), config)
    }

    /// The servers of the set-up over something that outlives them: see `restart`.
    pub fn lasting() -> TestServer {
        TestServer::at(Place::lasting(), generous())
    }

    /// One server, whatever the set-up: for what each server counts for itself.
    pub fn one(config: Config) -> TestServer {
        let place = Place::new();
        let mut server = TestServer::start(vec![place.open()], config);
        server.place = Some(place);
        server
    }

    /// One server over a store.
    pub fn with(store: Arc<dyn Store>, config: Config) -> TestServer {
        TestServer::start(vec![store], config)
    }

    fn at(place: Place, mut config: Config) -> TestServer {
        let count = if setup() == Setup::Cluster { 3 } else { 1 };
        config.shared |= matches!(place, Place::Url(_));
        if setup() == Setup::Cluster {
            config.nats = Some(NatsAddress::parse(&nats::shared()).unwrap());
        }
        let mut server = TestServer::start((0..count).map(|_| place.open()).collect(), config);
        server.place = Some(place);
        server
    }

    /// Servers, one for each store; the stores must share what is in them.
    pub fn start(stores: Vec<Arc<dyn Store>>, config: Config) -> TestServer {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let mut server = TestServer {
            address: ([127, 0, 0, 1], 0).into(),
            nodes: Vec::new(),
            store: stores[0].clone(),
            log: captured_log(),
            time: Arc::new(AtomicU64::new(1_700_000_000_000)),
            monotonic: Arc::default(),
            runtime,
            running: Vec::new(),
            config,
            place: None,
        };
        server.launch(stores);
        server
    }

    fn launch(&mut self, stores: Vec<Arc<dyn Store>>) {
        self.nodes.clear();
        self.store = stores[0].clone();
        for store in stores {
            let clock = |shown: &Arc<AtomicU64>| -> Clock {
                let shown = shown.clone();
                Arc::new(move || shown.load(Ordering::SeqCst))
            };
            let clocks = Clocks { wall: clock(&self.time), monotonic: clock(&self.monotonic) };
            let app = App::with_clocks(self.config.clone(), store, clocks).unwrap();
            let listener = self.listen();
            self.nodes.push(listener.local_addr().unwrap());
            let (stop, stopped) = oneshot::channel();
            let done = self.runtime.spawn(async move {
                let stopped = async move {
                    let _ = stopped.await;
                };
                serve(app, listener, stopped).await.unwrap();
            });
            self.running.push(Running { stop, done });
        }
        self.address = match &self.nodes[..] {
            [only] => *only,
            nodes => self.balance(nodes.to_vec()),
        };
    }

    fn listen(&self) -> tokio::net::TcpListener {
        self.runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap()
    }

    /// Passes every connection on to another server.
    fn balance(&self, nodes: Vec<SocketAddr>) -> SocketAddr {
        let listener = self.listen();
        let address = listener.local_addr().unwrap();
        self.runtime.spawn(async move {
            let mut state = 1u64;
            while let Ok((mut client, _)) = listener.accept().await {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let node = nodes[(state >> 33) as usize % nodes.len()];
                tokio::spawn(async move {
                    let Ok(mut server) = tokio::net::TcpStream::connect(node).await else { return };
                    let _ = (client.set_nodelay(true), server.set_nodelay(true));
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        address
    }

    pub fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(self.address);
        let (status, answer) = client.post("/api/v1/guests", json!({ "name": name }));
        assert_eq!(status, 200, "{answer}");
        client.token = answer["token"].as_str().map(str::to_string);
        client
    }

    /// A new account.
    pub fn account(&self, name: &str) -> Client {
        let mut client = Client::new(self.address);
        let asked = json!({ "name": name, "password": "a long password" });
        let made = client.ok("POST", "/api/v1/players", Some(asked));
        client.token = made["token"].as_str().map(str::to_string);
        client
    }

    pub fn pass_time(&self, millis: u64) {
        self.time.fetch_add(millis, Ordering::SeqCst);
        self.monotonic.fetch_add(millis, Ordering::SeqCst);
    }

    /// What the servers have counted together.
    pub fn counted(&self, name: &str) -> u64 {
        let name = format!("tilewright_{name} ");
        let count = |node: &SocketAddr| {
            let text = Client::new(*node).send("GET", "/metrics", b"").1;
            let line = text.lines().find_map(|line| line.strip_prefix(&name)).map(str::to_string);
            line.unwrap_or_else(|| panic!("no {name}in {text}")).parse::<u64>().unwrap()
        };
        self.nodes.iter().map(count).sum()
    }

    /// Stops as on a signal, and waits for the end.
    pub fn stop(&mut self) {
        for Running { stop, done } in self.running.drain(..) {
            let _ = stop.send(());
            let ended = self
                .runtime
                .block_on(async { tokio::time::timeout(Duration::from_secs(10), done).await });
            ended.expect("the server stops").unwrap();
        }
    }

    /// Stops, and starts new servers over the same games. Addresses change.
    pub fn restart(&mut self) {
        self.stop();
        let place = self.place.take().unwrap();
        self.launch((0..self.nodes.len()).map(|_| place.open()).collect());
        self.place = Some(place);
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}

/// The id of a game in an answer.
pub fn id(answer: &Value) -> String {
    answer["game"]["id"].as_str().unwrap().to_string()
}

/// What a game's public part says.
pub fn public(view: &Value) -> Value {
    let seat = view["view"]["seat"]["game"].clone();
    if seat.is_null() { view["view"]["spectator"]["game"].clone() } else { seat }
}
