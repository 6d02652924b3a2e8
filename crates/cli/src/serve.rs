//! `tilewright serve`: the game server.

use crate::Answer;
use crate::output::{Failure, print, read_file};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilewright_server::{App, Config, Limits, Log, NatsAddress, Webhook, serve, system_clock};
use tilewright_storage::{MemoryStore, SqliteStore, Store};

/// The largest configuration file.
const MAX_CONFIG: u64 = 1 << 20;

/// Where to serve, and how.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright serve\n  tilewright serve --port 8080 --database games.db\n  tilewright serve --database memory --quiet\n  tilewright serve --database postgres://tilewright@db/games --nats nats://bus:4222\n\nWhat is not given by a flag comes from the environment, then from the configuration file, then\nfrom the defaults. A configuration file is TOML:\n\n  port = 8080\n  database = \"/var/lib/tilewright/games.db\"\n  origins = [\"https://play.example.org\"]\n  [limits]\n  requests_per_minute = 600\n\nCtrl-C or SIGTERM stops the server after the requests under way are answered."
)]
pub struct ServeArguments {
    /// The address to listen on; only this machine can reach the default.
    #[arg(long, env = "TILEWRIGHT_HOST", value_name = "ADDRESS")]
    host: Option<std::net::IpAddr>,
    /// The port; 0 takes a free one [default: 4747].
    #[arg(long, env = "TILEWRIGHT_PORT")]
    port: Option<u16>,
    /// Where games are kept: a SQLite file, postgres://USER@HOST/DATABASE (which several servers
    /// can share), or `memory` to forget them in the end [default: tilewright/games.db among
    /// the user's data].
    #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL|memory")]
    database: Option<String>,
    /// The origin of another site whose pages may use the API; can be given several times.
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// Threads on which bots think [default: half of the machine's].
    #[arg(long, env = "TILEWRIGHT_BOT_THREADS", value_name = "NUMBER")]
    bot_threads: Option<usize>,
    /// A service of your own that is told whose turn it is, by plain HTTP.
    #[arg(long, env = "TILEWRIGHT_WEBHOOK", value_name = "http://HOST:PORT/PATH")]
    webhook: Option<String>,
    /// A NATS server through which servers over one database tell each other of moves; without
    /// it they look at the database four times a second.
    #[arg(long, env = "TILEWRIGHT_NATS", value_name = "nats://HOST:PORT")]
    nats: Option<String>,
    /// A configuration file.
    #[arg(long, env = "TILEWRIGHT_CONFIG", value_name = "FILE")]
    config: Option<String>,
    /// Write no log to standard error.
    #[arg(long)]
    quiet: bool,
}

/// What a configuration file can say.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ConfigFile {
    host: Option<std::net::IpAddr>,
    port: Option<u16>,
    database: Option<String>,
    origins: Vec<String>,
    bot_threads: Option<usize>,
    nats: Option<String>,
    webhook: Option<String>,
    webhook_secret: Option<String>,
    limits: LimitsFile,
}

/// Limits that differ from the defaults.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct LimitsFile {
    body: Option<usize>,
    connections: Option<usize>,
    in_flight: Option<usize>,
    requests_per_minute: Option<u32>,
    guests_per_minute: Option<u32>,
    sign_ins_per_minute: Option<u32>,
    previews_per_minute: Option<u32>,
    engine_calls_per_minute: Option<u32>,
    chat_per_minute: Option<u32>,
    sockets: Option<usize>,
    sockets_each: Option<usize>,
    games_per_player: Option<u64>,
    games_in_memory: Option<usize>,
    invite_days: Option<u64>,
}

impl LimitsFile {
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        macro_rules! take {
            ($($name:ident),*) => { $(limits.$name = self.$name.unwrap_or(limits.$name);)* };
        }
        take!(
            body,
            connections,
            in_flight,
            requests_per_minute,
            guests_per_minute,
            sign_ins_per_minute,
            previews_per_minute,
            engine_calls_per_minute,
            chat_per_minute,
            sockets,
            sockets_each,
            games_per_player,
            games_in_memory,
            invite_days
        );
        limits
    }
}

fn config_file(path: Option<&str>) -> Result<ConfigFile, Failure> {
    let Some(path) = path else { return Ok(ConfigFile::default()) };
    let bad = |error: toml::de::Error| Failure::usage(format!("{path}: {error}"));
    toml::from_str(&read_file(path, MAX_CONFIG)?).map_err(bad)
}

/// Where games are kept unless told otherwise.
fn default_database() -> PathBuf {
    let data = std::env::var_os("XDG_DATA_HOME").or_else(|| std::env::var_os("LOCALAPPDATA"));
    let data = data.map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty())?;
        Some(Path::new(&home).join(".local/share"))
    });
    data.unwrap_or_default().join("tilewright").join("games.db")
}

/// An open store.
pub struct Opened {
    /// The store.
    pub store: Arc<dyn Store>,
    /// Where it is, in words.
    pub place: String,
    /// Whether other servers can use it too.
    pub shared: bool,
}

#[cfg(feature = "postgres")]
fn open_postgres(url: &str) -> Result<Opened, Failure> {
    let store = tilewright_storage::PostgresStore::open(url);
    let store = store.map_err(|error| Failure::usage(format!("--database: {error}")))?;
    Ok(Opened { store: Arc::new(store), place: "PostgreSQL".to_string(), shared: true })
}

#[cfg(not(feature = "postgres"))]
fn open_postgres(_: &str) -> Result<Opened, Failure> {
    Err(Failure::usage("--database: this program was built without the feature `postgres`"))
}

/// Opens a store by its name on the command line.
pub fn open(database: Option<&str>) -> Result<Opened, Failure> {
    let path = match database {
        Some("memory") => {
            let store = Arc::new(MemoryStore::new());
            return Ok(Opened { store, place: "memory".to_string(), shared: false });
        }
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            return open_postgres(url);
        }
        Some(path) => PathBuf::from(path.strip_prefix("sqlite:").unwrap_or(path)),
        None => default_database(),
    };
    let failed = |error: &dyn ToString| {
        let (path, error) = (path.display(), error.to_string());
        Failure::usage(format!("{path}: {error}; choose another place with --database"))
    };
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        std::fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    }
    let store = SqliteStore::open(&path).map_err(|error| failed(&error))?;
    Ok(Opened { store: Arc::new(store), place: path.display().to_string(), shared: false })
}

/// Serves until it is stopped.
pub fn run(arguments: &ServeArguments) -> Answer {
    let file = config_file(arguments.config.as_deref())?;
    let port = arguments.port.or(file.port).unwrap_or(4747);
    let host = arguments.host.or(file.host).unwrap_or([127, 0, 0, 1].into());
    let database = arguments.database.as_deref().or(file.database.as_deref());
    let Opened { store, place, shared } = open(database)?;
    let machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get() / 2);
    let mut origins = file.origins.clone();
    origins.extend(arguments.origins.iter().cloned());
    let webhook = match arguments.webhook.as_deref().or(file.webhook.as_deref()) {
        None => None,
        Some(url) => {
            let secret = std::env::var("TILEWRIGHT_WEBHOOK_SECRET").ok().or(file.webhook_secret);
            let bad = |error| Failure::usage(format!("--webhook {url}: {error}"));
            Some(Webhook::parse(url, &secret.unwrap_or_default()).map_err(bad)?)
        }
    };
    let nats = match arguments.nats.as_deref().or(file.nats.as_deref()) {
        None => None,
        // The address may hold a password: it is not repeated.
        Some(url) => Some(
            NatsAddress::parse(url).map_err(|error| Failure::usage(format!("--nats: {error}")))?,
        ),
    };
    if nats.is_some() && !shared {
        let message = "--nats: servers that share no database have nothing to tell each other; \
                       say --database postgres://...";
        return Err(Failure::usage(message));
    }
    let config = Config {
        shared,
        nats,
        webhook,
        limits: file.limits.limits(),
        origins,
        bot_threads: arguments.bot_threads.or(file.bot_threads).unwrap_or_else(machine).max(1),
    };
    let log = if arguments.quiet { Log::silent() } else { Log::stderr() };
    // The store outlives everything that works with it.
    let app = App::new(config, store.clone(), system_clock(), log).map_err(Failure::finding)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(Failure::finding)?.block_on(async move {
        let listener = tokio::net::TcpListener::bind((host, port)).await;
        let listener = listener.map_err(|error| {
            Failure::usage(format!("port {port}: {error}; choose another with --port"))
        })?;
        let address = listener.local_addr().map_err(Failure::finding)?;
        print(&format!("Tilewright is at http://{address}/ (games in {place}; Ctrl-C stops it)"));
        serve(app, listener, stopped()).await.map_err(Failure::finding)?;
        Ok(0)
    })
}

/// Done when the process is asked to stop.
async fn stopped() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
