//! `tilewright serve`: the game server.

use crate::CommandResult;
use crate::mail::{MailArguments, mail, secret};
use crate::oidc::oidc;
use crate::output::{Failure, announce, one_line, read_file, warn};
use crate::settings::{ConfigFile, HOST, JwtFile, LogFormatName, PORT, WEBHOOK_SECRET};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tilewright_server::{
    App, Collector, Config, Jwt, JwtSettings, Lag, LogFormat, NatsAddress, Tls, Webhook,
};
use tilewright_server::{PublicUrl, init_logging, listen, serve, system_clock};
use tilewright_storage::{MemoryStore, SqliteStore, Store};

/// The largest configuration file.
const MAX_CONFIG: u64 = 1 << 20;
/// How long the last lines of the log may take.
const LAST_LINES: Duration = Duration::from_secs(1);
/// How long work that was cancelled is waited for.
const LAST_WORK: Duration = Duration::from_millis(500);
/// The exit status if the process had to be ended.
const NOT_STOPPED: i32 = 1;

/// The settings of the server.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright serve\n  tilewright serve --port 8080 --database games.db\n  tilewright serve --database memory --quiet\n  tilewright serve --database postgres://tilewright@db/games --nats nats://bus:4222\n  tilewright serve --jwt-jwks https://id.example.org/keys --jwt-issuer https://id.example.org --jwt-audience games\n  tilewright serve --metrics-address 127.0.0.1:9100\n\nFlags override environment variables, which override the configuration file, which overrides\nthe defaults. The configuration file is TOML:\n\n  port = 8080\n  database = \"/var/lib/tilewright/games.db\"\n  origins = [\"https://play.example.org\"]\n  [limits]\n  requests_per_minute = 600\n\nThe book lists all keys with their defaults under Configuration. The log goes to standard error,\none JSON object per line. /healthz reports that the process is up, /readyz that the database\ncan be written.\n\nCtrl-C or SIGTERM stops the server after it has answered running requests."
)]
pub struct ServeArguments {
    /// The address to listen on [default: 127.0.0.1, which only this machine can reach].
    #[arg(long, env = "TILEWRIGHT_HOST", value_name = "ADDRESS")]
    host: Option<std::net::IpAddr>,
    /// The port; 0 selects a free one [default: 4747].
    #[arg(long, env = "TILEWRIGHT_PORT")]
    port: Option<u16>,
    /// Where to store games: a SQLite file, postgres://USER@HOST/DATABASE (several servers can share
    /// it), or `memory` to store nothing [default: tilewright/games.db in your data folder].
    #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL|memory")]
    database: Option<String>,
    /// Allow pages from this origin to use the API; may be repeated.
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// Threads for bots [default: half of the CPUs].
    #[arg(long, env = "TILEWRIGHT_BOT_THREADS", value_name = "NUMBER")]
    bot_threads: Option<usize>,
    /// Post a notification to this address when it is a player's turn and when a game ends.
    #[arg(long, env = "TILEWRIGHT_WEBHOOK", value_name = "URL")]
    webhook: Option<String>,
    /// Encrypt connections with the certificate in this PEM file; needs --tls-key. Both files are
    /// read again when they change.
    #[arg(long, env = "TILEWRIGHT_TLS_CERTIFICATE", value_name = "FILE")]
    tls_certificate: Option<PathBuf>,
    /// The PEM file with the private key of the certificate.
    #[arg(long, env = "TILEWRIGHT_TLS_KEY", value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// A NATS server through which servers that share a database notify each other of moves, as
    /// nats://HOST:PORT, or tls://HOST:PORT for encrypted connections; without it they poll the
    /// database four times a second.
    #[arg(long, env = "TILEWRIGHT_NATS", value_name = "URL")]
    nats: Option<String>,
    /// Accept JSON Web Tokens signed with the secret in this file (HS256, at least 32 bytes).
    #[arg(long, env = "TILEWRIGHT_JWT_SECRET_FILE", value_name = "FILE", help_heading = "Sign-in")]
    jwt_secret_file: Option<String>,
    /// Accept JSON Web Tokens signed with a key of this JSON Web Key Set (RS256, ES256 or EdDSA);
    /// reloaded every five minutes.
    #[arg(long, env = "TILEWRIGHT_JWT_JWKS", value_name = "FILE|URL", help_heading = "Sign-in")]
    jwt_jwks: Option<String>,
    /// The required issuer of tokens (iss).
    #[arg(long, env = "TILEWRIGHT_JWT_ISSUER", value_name = "TEXT", help_heading = "Sign-in")]
    jwt_issuer: Option<String>,
    /// The required audience of tokens (aud).
    #[arg(long, env = "TILEWRIGHT_JWT_AUDIENCE", value_name = "TEXT", help_heading = "Sign-in")]
    jwt_audience: Option<String>,
    /// The claim that holds the player's public name [default: name].
    #[arg(long, env = "TILEWRIGHT_JWT_NAME_CLAIM", value_name = "CLAIM", help_heading = "Sign-in")]
    jwt_name_claim: Option<String>,
    /// Send traces to this collector of OpenTelemetry, as OTLP over HTTP (JSON): http://HOST:4318.
    #[arg(long, env = "TILEWRIGHT_OTLP", value_name = "URL")]
    otlp: Option<String>,
    /// Where players reach this server, for links in mails and for sign-in with providers:
    /// https://HOST/PATH.
    #[arg(long, env = "TILEWRIGHT_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    #[command(flatten)]
    mail: MailArguments,
    /// Serve /metrics on this address and port [default: on the server's port, for this machine
    /// only].
    #[arg(long, env = "TILEWRIGHT_METRICS_ADDRESS", value_name = "ADDRESS:PORT")]
    metrics_address: Option<std::net::SocketAddr>,
    /// Trusted proxies begin every connection with a header of the PROXY protocol; needs
    /// `trusted_proxies` in the configuration file.
    #[arg(long, env = "TILEWRIGHT_PROXY_PROTOCOL")]
    proxy_protocol: bool,
    /// The configuration file.
    #[arg(long, env = "TILEWRIGHT_CONFIG", value_name = "FILE")]
    config: Option<String>,
    /// How lines of the log look [default: json].
    #[arg(long, env = "TILEWRIGHT_LOG_FORMAT", value_enum, value_name = "FORMAT")]
    log_format: Option<LogFormatName>,
    /// Do not log.
    #[arg(long)]
    quiet: bool,
}

/// The settings for the operator's own tokens; `None` without a key.
fn jwt_settings(arguments: &ServeArguments, file: JwtFile) -> Result<Option<JwtSettings>, Failure> {
    let (flags, defaults) = (arguments, JwtSettings::default());
    let secret = match flags.jwt_secret_file.as_ref().or(file.secret_file.as_ref()) {
        // Editors add a newline at the end of the file.
        Some(path) => Some(read_file(path, MAX_CONFIG)?.trim_end().as_bytes().to_vec()),
        None => None,
    };
    let jwks = flags.jwt_jwks.clone().or(file.jwks);
    let issuer = flags.jwt_issuer.clone().or(file.issuer);
    let audience = flags.jwt_audience.clone().or(file.audience);
    let name_claim = flags.jwt_name_claim.clone().or(file.name_claim);
    if secret.is_none() && jwks.is_none() {
        if issuer.is_some() || audience.is_some() || name_claim.is_some() {
            let message = "the --jwt options need a key: add --jwt-secret-file or --jwt-jwks";
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
    let file: ConfigFile = toml::from_str(&read_file(path, MAX_CONFIG)?).map_err(bad)?;
    file.check().map_err(|error| Failure::usage(format!("{path}: {error}")))?;
    Ok(file)
}

/// The default database; `None` if the user has no data folder.
fn default_database() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").or_else(|| std::env::var_os("LOCALAPPDATA"));
    let data = data.map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty())?;
        Some(Path::new(&home).join(".local/share"))
    });
    Some(data?.join("tilewright").join("games.db"))
}

/// An open store.
pub struct Opened {
    /// The store.
    pub store: Arc<dyn Store>,
    /// Where it is, for people.
    pub place: String,
    /// Whether other servers can share it.
    pub shared: bool,
}

#[cfg(feature = "postgres")]
fn open_postgres(url: &str) -> Result<Opened, Failure> {
    let store = tilewright_storage::PostgresStore::open(url);
    let store = store.map_err(|error| Failure::usage(format!("--database: {error}")))?;
    Ok(Opened { store: Arc::new(store), place: "PostgreSQL".to_string(), shared: true })
}

#[cfg(feature = "postgres")]
fn read_postgres(url: &str) -> Result<Opened, Failure> {
    let store = tilewright_storage::PostgresStore::open_read_only(url);
    let store = store.map_err(|error| Failure::usage(format!("--database: {error}")))?;
    Ok(Opened { store: Arc::new(store), place: "PostgreSQL".to_string(), shared: true })
}

#[cfg(not(feature = "postgres"))]
fn read_postgres(url: &str) -> Result<Opened, Failure> {
    open_postgres(url)
}

#[cfg(not(feature = "postgres"))]
fn open_postgres(_: &str) -> Result<Opened, Failure> {
    Err(Failure::usage("--database: this program was built without PostgreSQL; use a SQLite file"))
}

/// The kinds of database that `--database` can name.
pub enum Database<'a> {
    /// Nothing is stored.
    Memory,
    /// A SQLite file.
    Sqlite(PathBuf),
    /// The address of a PostgreSQL database.
    Postgres(&'a str),
}

impl Database<'_> {
    /// Reads the value of `--database`.
    pub fn parse(database: Option<&str>) -> Result<Database<'_>, Failure> {
        Ok(match database {
            Some("memory") => Database::Memory,
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Database::Postgres(url)
            }
            Some(path) => {
                Database::Sqlite(PathBuf::from(path.strip_prefix("sqlite:").unwrap_or(path)))
            }
            None => Database::Sqlite(default_database().ok_or_else(|| {
                let message = "no data folder: neither HOME, XDG_DATA_HOME nor LOCALAPPDATA is set; \
                               name a file with --database";
                Failure::usage(message)
            })?),
        })
    }
}

/// Opens the store that `--database` names to read it: nothing is created, migrated or changed.
pub fn open_read_only(database: Option<&str>) -> Result<Opened, Failure> {
    let path = match Database::parse(database)? {
        Database::Sqlite(path) => path,
        Database::Postgres(url) => return read_postgres(url),
        Database::Memory => {
            let message = "--database memory: there is nothing to read; name a file or an address";
            return Err(Failure::usage(message));
        }
    };
    if !path.is_file() {
        let message = format!("{}: no such database; name it with --database", path.display());
        return Err(Failure::usage(message));
    }
    let failed = |error| Failure::usage(format!("{}: {error}", path.display()));
    let store = SqliteStore::open_read_only(&path).map_err(failed)?;
    Ok(Opened { store: Arc::new(store), place: path.display().to_string(), shared: false })
}

/// Takes the database that `--database` names back to an earlier schema; the schema that it had.
pub fn migrate_back(database: Option<&str>, to: i64) -> Result<i64, Failure> {
    let path = match Database::parse(database)? {
        Database::Sqlite(path) => path,
        Database::Postgres(url) => return postgres_back(url, to),
        Database::Memory => {
            let message =
                "--database memory: there is nothing to migrate; name a file or an address";
            return Err(Failure::usage(message));
        }
    };
    if !path.is_file() {
        let message = format!("{}: no such database; name it with --database", path.display());
        return Err(Failure::usage(message));
    }
    let failed = |error| Failure::finding(format!("{}: {error}", path.display()));
    SqliteStore::migrate_back(&path, to).map_err(failed)
}

#[cfg(feature = "postgres")]
fn postgres_back(url: &str, to: i64) -> Result<i64, Failure> {
    let back = tilewright_storage::PostgresStore::migrate_back(url, to);
    back.map_err(|error| Failure::finding(format!("--database: {error}")))
}

#[cfg(not(feature = "postgres"))]
fn postgres_back(url: &str, _: i64) -> Result<i64, Failure> {
    open_postgres(url).map(|_| 0)
}

/// Claims the file that `--database` names for this server; the answer is kept while it runs.
fn claim(database: Option<&str>) -> Result<Option<std::fs::File>, Failure> {
    let Database::Sqlite(path) = Database::parse(database)? else { return Ok(None) };
    create_folder(&path)?;
    let failed = |error| Failure::usage(format!("{}: {error}", path.display()));
    SqliteStore::claim(&path).map(Some).map_err(failed)
}

/// Opens the store that `--database` names.
pub fn open(database: Option<&str>) -> Result<Opened, Failure> {
    let path = match Database::parse(database)? {
        Database::Sqlite(path) => path,
        Database::Postgres(url) => return open_postgres(url),
        Database::Memory => {
            let store = Arc::new(MemoryStore::new());
            return Ok(Opened { store, place: "memory".to_string(), shared: false });
        }
    };
    create_folder(&path)?;
    let store = SqliteStore::open(&path).map_err(|error| unusable(&path, &error))?;
    Ok(Opened { store: Arc::new(store), place: path.display().to_string(), shared: false })
}

/// A file that cannot be used as a database.
fn unusable(path: &Path, error: &dyn ToString) -> Failure {
    let (path, error) = (path.display(), error.to_string());
    Failure::usage(format!("{path}: {error}; name another file with --database"))
}

/// Makes the folder of a database.
fn create_folder(path: &Path) -> Result<(), Failure> {
    match path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder).map_err(|error| unusable(path, &error)),
        None => Ok(()),
    }
}

/// Runs the server until it is stopped.
pub fn run(arguments: &ServeArguments) -> CommandResult {
    let file = config_file(arguments.config.as_deref())?;
    let proxy_protocol = arguments.proxy_protocol || file.proxy_protocol == Some(true);
    if proxy_protocol && file.proxies().map_err(Failure::usage)?.is_empty() {
        let message = "--proxy-protocol needs trusted_proxies in the configuration file";
        return Err(Failure::usage(message));
    }
    let port = arguments.port.or(file.port).unwrap_or(PORT);
    let host = arguments.host.or(file.host).unwrap_or(HOST);
    let database = arguments.database.as_deref().or(file.database.as_deref());
    let _claim = claim(database)?;
    let Opened { store, place, shared } = open(database)?;
    let machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get() / 2);
    let mut origins: Vec<String> = file.origins.iter().flatten().cloned().collect();
    origins.extend(arguments.origins.iter().cloned());
    let webhook = match arguments.webhook.as_deref().or(file.webhook.as_deref()) {
        None => None,
        Some(url) => {
            let secret = webhook_secret(file.webhook_secret.clone())?;
            let bad = |error| Failure::usage(format!("--webhook {url}: {error}"));
            Some(Webhook::parse(url, &secret).map_err(bad)?)
        }
    };
    let nats = match arguments.nats.as_deref().or(file.nats.as_deref()) {
        None => None,
        // Do not print the address: it may contain a password.
        Some(url) => Some(
            NatsAddress::parse(url).map_err(|error| Failure::usage(format!("--nats: {error}")))?,
        ),
    };
    let otlp = match arguments.otlp.as_deref().or(file.otlp.as_deref()) {
        None => None,
        Some(url) => Some(
            Collector::parse(url)
                .map_err(|error| Failure::usage(format!("--otlp {url}: {error}")))?,
        ),
    };
    let certificate = arguments.tls_certificate.clone().or(file.tls_certificate.clone());
    let tls = match (certificate, arguments.tls_key.clone().or(file.tls_key.clone())) {
        (None, None) => None,
        (Some(certificate), Some(key)) => Some(Tls::new(certificate, key).map_err(Failure::usage)?),
        _ => {
            let message = "encryption needs two files: give both --tls-certificate and --tls-key";
            return Err(Failure::usage(message));
        }
    };
    if nats.is_some() && !shared {
        let message = "--nats needs a database that servers can share; \
                       add --database postgres://...";
        return Err(Failure::usage(message));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::finding)?;
    let jwt = match jwt_settings(arguments, file.jwt.clone().unwrap_or_default())? {
        None => None,
        Some(settings) => {
            let bad = |error| Failure::usage(format!("--jwt keys: {error}"));
            Some(runtime.block_on(Jwt::open(settings)).map_err(bad)?)
        }
    };
    let public_url = match arguments.public_url.as_deref().or(file.public_url.as_deref()) {
        None => None,
        Some(url) => {
            let bad = |error| Failure::usage(format!("--public-url {url}: {error}"));
            Some(url.parse::<PublicUrl>().map_err(bad)?)
        }
    };
    let mail = mail(&arguments.mail, file.mail.clone().unwrap_or_default(), public_url.clone())?;
    let oidc = oidc(file.oidc.clone().unwrap_or_default(), public_url)?;
    let lag = Lag::default();
    let config = Config {
        shared,
        nats,
        otlp,
        webhook,
        tls,
        jwt,
        mail,
        oidc,
        metrics_address: arguments.metrics_address.or(file.metrics_address),
        lag: Lag {
            per_move: file.lag_per_move.unwrap_or(lag.per_move),
            per_game: file.lag_per_game.unwrap_or(lag.per_game),
        },
        proxy_protocol,
        trusted_proxies: file.proxies().map_err(Failure::usage)?,
        engine_threads: file.engine_threads.unwrap_or_else(machine).max(1),
        limits: file.limits.unwrap_or_default().limits(),
        origins,
        bot_threads: arguments.bot_threads.or(file.bot_threads).unwrap_or_else(machine).max(1),
    };
    let bound = Duration::from_secs(config.limits.shutdown_seconds) + LAST_LINES;
    let stopped = stop_signal(bound).map_err(Failure::finding)?;
    // Every connection is an open file. Without a higher limit, excess connections wait.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        warn(&format!("cannot raise the limit on open files: {error}"));
    }
    let format = arguments.log_format.or(file.log_format);
    let format = format.map_or(LogFormat::default(), LogFormatName::format);
    // What waits is written when this is dropped.
    let _log = match arguments.quiet {
        true => None,
        false => Some(init_logging(format, std::io::stderr()).map_err(Failure::finding)?),
    };
    // The store must outlive everything that uses it.
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let app = App::new(config, store.clone(), system_clock()).map_err(Failure::finding)?;
    let served = runtime.block_on(async move {
        let listener = listen((host, port).into());
        let listener = listener.map_err(|error| {
            Failure::usage(format!("--port {port}: {error}; choose another port"))
        })?;
        let address = listener.local_addr().map_err(Failure::finding)?;
        announce(&format!(
            "Tilewright is at {scheme}://{address}/ (games in {}; Ctrl-C to stop)",
            one_line(&place)
        ));
        let stopped = async move { drop(stopped.await) };
        serve(app, listener, stopped).await.map_err(Failure::finding)?;
        Ok(0)
    });
    // Work that was cancelled has ended, or is not waited for.
    runtime.shutdown_timeout(LAST_WORK);
    served
}

/// Waits for a signal to stop, on a thread that does nothing else. If the process does not end
/// within the bound after it, the thread ends it.
fn stop_signal(bound: Duration) -> std::io::Result<tokio::sync::oneshot::Receiver<()>> {
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("signals".to_string()).spawn(move || {
        runtime.block_on(signalled());
        if stop.send(()).is_err() {
            return;
        }
        std::thread::sleep(bound);
        std::process::exit(NOT_STOPPED);
    })?;
    Ok(stopped)
}

/// The key that signs webhooks, from the environment or the configuration file.
fn webhook_secret(in_file: Option<String>) -> Result<String, Failure> {
    secret(WEBHOOK_SECRET, in_file)?.ok_or_else(|| {
        let message = "--webhook needs a secret, so that the receiver can check signatures";
        Failure::usage(format!("{message}; set {WEBHOOK_SECRET}"))
    })
}

/// Completes when the process is asked to stop.
async fn signalled() {
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
