//! Configuration.

use crate::nats::NatsAddress;

/// What one server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// Open connections; others wait.
    pub connections: usize,
    /// Seconds for the head of a request; an idle connection is closed after as many.
    pub idle_seconds: u64,
    /// Seconds for the body of a request.
    pub body_seconds: u64,
    /// Seconds in which a client must take something of what is sent to it.
    pub write_seconds: u64,
    /// Requests that are answered at the same time.
    pub in_flight: usize,
    /// Requests of one player, or of one address without a player, in a minute.
    pub requests_per_minute: u32,
    /// New guests and accounts of one address in a minute.
    pub guests_per_minute: u32,
    /// Attempts to sign in, of one address, in a minute.
    pub sign_ins_per_minute: u32,
    /// Previews and hints of one player in a minute: each reveals whether something is a word.
    pub previews_per_minute: u32,
    /// Simple calls of the stateless engine from one address in a minute; heavy ones count as
    /// several (see `Call::weight`).
    pub engine_calls_per_minute: u32,
    /// Lines of talk of one player in a minute.
    pub chat_per_minute: u32,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets of one player or one address.
    pub sockets_each: usize,
    /// Games of one player that have not ended.
    pub games_per_player: u64,
    /// Games that are kept in memory.
    pub games_in_memory: usize,
    /// Days for which an invitation is good.
    pub invite_days: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 2 << 20,
            connections: 12_000,
            idle_seconds: 30,
            body_seconds: 20,
            write_seconds: 20,
            in_flight: 512,
            requests_per_minute: 1200,
            guests_per_minute: 30,
            sign_ins_per_minute: 10,
            previews_per_minute: 300,
            engine_calls_per_minute: 1200,
            chat_per_minute: 30,
            sockets: 10_000,
            sockets_each: 16,
            games_per_player: 200,
            games_in_memory: 20_000,
            invite_days: 14,
        }
    }
}

/// How much network lag of moves is given back to a player, in milliseconds. The server measures
/// the lag; 0 gives nothing back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    /// The most for one move.
    pub per_move: u64,
    /// The most for all moves of a seat in one game.
    pub per_game: u64,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { per_move: 500, per_game: 15_000 }
    }
}

/// How a server runs.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// What it allows.
    pub limits: Limits,
    /// Origins of other sites whose pages may use the API, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Threads on which bots think; 0 takes one.
    pub bot_threads: usize,
    /// Whether other servers use the same store.
    pub shared: bool,
    /// The service that is notified whose turn it is.
    pub webhook: Option<Webhook>,
    /// The NATS server through which servers notify each other; without it they poll.
    pub nats: Option<NatsAddress>,
    /// Where /metrics is answered; without an address, on the server's own, for this machine.
    pub metrics_address: Option<std::net::SocketAddr>,
    /// How much network lag of moves is compensated.
    pub lag: Lag,
    /// The operator's keys, if players may sign in with the operator's tokens.
    pub jwt: Option<crate::Jwt>,
}

/// A service of the operator that is notified whose turn it is.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The path.
    pub path: String,
    /// The key of the signatures.
    pub secret: String,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://{}:{}{}", self.host, self.port, self.path)
    }
}

/// Not an address for notifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookError;

impl std::fmt::Display for WebhookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write it as http://HOST:PORT/PATH; for https put a proxy between")
    }
}

impl Webhook {
    /// Reads `http://HOST:PORT/PATH`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(url: &str, secret: &str) -> Result<Webhook, WebhookError> {
        let rest = url.strip_prefix("http://").ok_or(WebhookError)?;
        let (authority, path) =
            rest.split_once('/').map_or((rest, ""), |(host, path)| (host, path));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| WebhookError)?),
            None => (authority, 80),
        };
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || !plain(host) || !plain(path) {
            return Err(WebhookError);
        }
        let (host, path) = (host.to_string(), format!("/{path}"));
        Ok(Webhook { host, port, path, secret: secret.to_string() })
    }
}
