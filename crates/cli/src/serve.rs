//! `tilewright serve`: the game server.

use crate::Answer;
use crate::output::{Failure, print, read_file};
use crate::settings::{ConfigFile, HOST, JwtFile, PORT, WEBHOOK_SECRET};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilewright_server::{App, Config, Jwt, JwtSettings, Lag, Log, NatsAddress, Webhook};
use tilewright_server::{serve, system_clock};
use tilewright_storage::{MemoryStore, SqliteStore, Store};

/// The largest configuration file.
const MAX_CONFIG: u64 = 1 << 20;

/// Where to serve, and how.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright serve\n  tilewright serve --port 8080 --database games.db\n  tilewright serve --database memory --quiet\n  tilewright serve --database postgres://tilewright@db/games --nats nats://bus:4222\n  tilewright serve --jwt-jwks https://id.example.org/keys --jwt-issuer https://id.example.org --jwt-audience games\n  tilewright serve --metrics-address 127.0.0.1:9100\n\nWhat is not given by a flag comes from the environment, then from the configuration file, then\nfrom the defaults. A configuration file is TOML:\n\n  port = 8080\n  database = \"/var/lib/tilewright/games.db\"\n  origins = [\"https://play.example.org\"]\n  [limits]\n  requests_per_minute = 600\n\nAll keys with their defaults are in the book, under Configuration. The log goes to standard error, one JSON object a\nline. /healthz says that the process is there, /readyz that the database answers.\n\nCtrl-C or SIGTERM stops the server after the requests under way are answered."
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
    /// A file with the secret of tokens that you issue yourself (JWT, HS256), at least 32 bytes.
    #[arg(long, env = "TILEWRIGHT_JWT_SECRET_FILE", value_name = "FILE", help_heading = "Sign-in")]
    jwt_secret_file: Option<String>,
    /// The public keys of tokens that somebody else issues (JWT, RS256, ES256 or EdDSA), as a JSON
    /// Web Key Set; read again every five minutes.
    #[arg(long, env = "TILEWRIGHT_JWT_JWKS", value_name = "FILE|URL", help_heading = "Sign-in")]
    jwt_jwks: Option<String>,
    /// Who must have issued such tokens (iss).
    #[arg(long, env = "TILEWRIGHT_JWT_ISSUER", value_name = "TEXT", help_heading = "Sign-in")]
    jwt_issuer: Option<String>,
    /// For whom such tokens must be (aud).
    #[arg(long, env = "TILEWRIGHT_JWT_AUDIENCE", value_name = "TEXT", help_heading = "Sign-in")]
    jwt_audience: Option<String>,
    /// The claim with the name that others see [default: name].
    #[arg(long, env = "TILEWRIGHT_JWT_NAME_CLAIM", value_name = "CLAIM", help_heading = "Sign-in")]
    jwt_name_claim: Option<String>,
    /// An address and port of its own for /metrics. Without one, /metrics is answered on the
    /// server's own port, for this machine only.
    #[arg(long, env = "TILEWRIGHT_METRICS_ADDRESS", value_name = "ADDRESS:PORT")]
    metrics_address: Option<std::net::SocketAddr>,
    /// A configuration file.
    #[arg(long, env = "TILEWRIGHT_CONFIG", value_name = "FILE")]
    config: Option<String>,
    /// Write no log to standard error.
    #[arg(long)]
    quiet: bool,
}

/// What a configuration says about tokens of the operator; nothing if there are no keys.
fn jwt_settings(arguments: &ServeArguments, file: JwtFile) -> Result<Option<JwtSettings>, Failure> {
    let (flags, defaults) = (arguments, JwtSettings::default());
    let secret = match flags.jwt_secret_file.as_ref().or(file.secret_file.as_ref()) {
        // A line end after the secret is the editor's.
        Some(path) => Some(read_file(path, MAX_CONFIG)?.trim_end().as_bytes().to_vec()),
        None => None,
    };
    let jwks = flags.jwt_jwks.clone().or(file.jwks);
    let issuer = flags.jwt_issuer.clone().or(file.issuer);
    let audience = flags.jwt_audience.clone().or(file.audience);
    let name_claim = flags.jwt_name_claim.clone().or(file.name_claim);
    if secret.is_none() && jwks.is_none() {
        if issuer.is_some() || audience.is_some() || name_claim.is_some() {
            let message = "tokens need a key: give --jwt-secret-file or --jwt-jwks";
            return Err(Failure::usage(message));
        }
        return Ok(None);
    }
    let name_claim = name_claim.unwrap_or(defaults.name_claim);
    Ok(Some(JwtSettings { secret, jwks, issuer, audience, name_claim }))
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

/// The SQLite file that a name on the command line means; `None` if it means something else.
pub fn sqlite_path(database: Option<&str>) -> Option<PathBuf> {
    match database {
        Some("memory") => None,
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => None,
        Some(path) => Some(PathBuf::from(path.strip_prefix("sqlite:").unwrap_or(path))),
        None => Some(default_database()),
    }
}

/// Opens a store by its name on the command line.
pub fn open(database: Option<&str>) -> Result<Opened, Failure> {
    let path = match (sqlite_path(database), database) {
        (Some(path), _) => path,
        (None, Some(url)) if url != "memory" => return open_postgres(url),
        (None, _) => {
            let store = Arc::new(MemoryStore::new());
            return Ok(Opened { store, place: "memory".to_string(), shared: false });
        }
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
    let port = arguments.port.or(file.port).unwrap_or(PORT);
    let host = arguments.host.or(file.host).unwrap_or(HOST);
    let database = arguments.database.as_deref().or(file.database.as_deref());
    let Opened { store, place, shared } = open(database)?;
    let machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get() / 2);
    let mut origins = file.origins.clone().unwrap_or_default();
    origins.extend(arguments.origins.iter().cloned());
    let webhook = match arguments.webhook.as_deref().or(file.webhook.as_deref()) {
        None => None,
        Some(url) => {
            let secret = std::env::var(WEBHOOK_SECRET).ok().or(file.webhook_secret);
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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::finding)?;
    let jwt = match jwt_settings(arguments, file.jwt.unwrap_or_default())? {
        None => None,
        Some(settings) => {
            let bad = |error| Failure::usage(format!("keys of tokens: {error}"));
            Some(runtime.block_on(Jwt::open(settings)).map_err(bad)?)
        }
    };
    let lag = Lag::default();
    let config = Config {
        shared,
        nats,
        webhook,
        jwt,
        metrics_address: arguments.metrics_address.or(file.metrics_address),
        lag: Lag {
            per_move: file.lag_per_move.unwrap_or(lag.per_move),
            per_game: file.lag_per_game.unwrap_or(lag.per_game),
        },
        limits: file.limits.unwrap_or_default().limits(),
        origins,
        bot_threads: arguments.bot_threads.or(file.bot_threads).unwrap_or_else(machine).max(1),
    };
    // A connection is an open file: as many as the system allows. If it does not, others wait.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let log = if arguments.quiet { Log::silent() } else { Log::stderr() };
    // The store outlives everything that works with it.
    let app = App::new(config, store.clone(), system_clock(), log).map_err(Failure::finding)?;
    runtime.block_on(async move {
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
