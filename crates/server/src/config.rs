//! Configuration.

use crate::nats::NatsAddress;
use axum::http::Uri;

/// What one server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// Open connections; others wait.
    pub connections: usize,
    /// Open connections of one address; trusted proxies have no such bound.
    pub connections_each: usize,
    /// Seconds for the head of a request; an idle connection is closed after as many.
    pub idle_seconds: u64,
    /// Seconds for the body of a request.
    pub body_seconds: u64,
    /// Seconds in which a client must take something of what is sent to it.
    pub write_seconds: u64,
    /// Requests that are answered at the same time.
    pub in_flight: usize,
    /// Requests of one address that are answered at the same time.
    pub in_flight_each: usize,
    /// Bodies of one address that are read at the same time.
    pub bodies_each: usize,
    /// Bytes of bodies that are read at the same time.
    pub body_bytes: usize,
    /// Bytes of bodies of one address that are read at the same time.
    pub body_bytes_each: usize,
    /// Requests of one player, or of one address without a player, in a minute.
    pub requests_per_minute: u32,
    /// New guests and accounts of one address in a minute.
    pub guests_per_minute: u32,
    /// Attempts to sign in, of one address, and for one account of all addresses from which its
    /// owner has not signed in before, in a minute.
    pub sign_ins_per_minute: u32,
    /// Mails with codes for one address, or one account, in an hour.
    pub mails_per_hour: u32,
    /// Previews and hints of one player in a minute: each reveals whether something is a word.
    pub previews_per_minute: u32,
    /// Simple calls of the stateless engine from one address in a minute; heavy ones count as
    /// several (see `Call::weight`).
    pub engine_calls_per_minute: u32,
    /// Lines of talk of one player in a minute.
    pub chat_per_minute: u32,
    /// Reports of one player in a minute.
    pub reports_per_minute: u32,
    /// Seeks that one player places or takes in a minute; one address may do four times as many.
    pub seeks_per_minute: u32,
    /// Open seeks of one player.
    pub seeks_per_player: u64,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets of one player or one address.
    pub sockets_each: usize,
    /// Games of one player that have not ended.
    pub games_per_player: u64,
    /// Bytes that the games of one player may take in the store.
    pub stored_bytes_per_player: u64,
    /// Bytes that one address may have stored in a day.
    pub stored_bytes_per_day: u64,
    /// Games that are kept in memory.
    pub games_in_memory: usize,
    /// About how many bytes these games may take.
    pub game_bytes_in_memory: usize,
    /// Seconds for which a bot may think about a turn; then it plays what it has found, or passes.
    pub bot_seconds: u64,
    /// Seconds in which the server stops, whatever is under way.
    pub shutdown_seconds: u64,
    /// Days for which an invitation is good.
    pub invite_days: u64,
    /// Days without use after which a guest without running games is removed; 0 for never.
    pub guest_days: u64,
    /// Days after which an expired invitation is removed; 0 for never.
    pub expired_invite_days: u64,
    /// Days without use after which a session expires; 0 for never.
    pub session_idle_days: u64,
    /// Days after which a session of an account expires in any case; 0 for never.
    pub session_days: u64,
    /// Moves that every seat must have made for a game to be rated.
    pub rating_moves: u32,
    /// Days for which rated games count for the limits of ratings.
    pub rating_period_days: u64,
    /// Rated games of two players with each other in that period.
    pub rated_games_per_pair: u64,
    /// Days for which an account is new: gains from it are limited.
    pub rating_new_days: u64,
    /// Rated games until which an account is new.
    pub rating_new_games: u64,
    /// Opponents in the period below which gains from all of them are limited.
    pub rating_opponents: u64,
    /// Points that a player can gain in the period from opponents who are new, never win, or are
    /// few.
    pub rating_doubtful_points: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 2 << 20,
            connections: 12_000,
            connections_each: 512,
            idle_seconds: 30,
            body_seconds: 20,
            write_seconds: 20,
            in_flight: 512,
            in_flight_each: 128,
            bodies_each: 64,
            body_bytes: 256 << 20,
            body_bytes_each: 32 << 20,
            requests_per_minute: 1200,
            guests_per_minute: 30,
            sign_ins_per_minute: 10,
            mails_per_hour: 5,
            previews_per_minute: 300,
            engine_calls_per_minute: 1200,
            chat_per_minute: 30,
            reports_per_minute: 5,
            seeks_per_minute: 30,
            seeks_per_player: 5,
            sockets: 10_000,
            sockets_each: 16,
            games_per_player: 200,
            stored_bytes_per_player: 64 << 20,
            stored_bytes_per_day: 512 << 20,
            games_in_memory: 20_000,
            game_bytes_in_memory: 256 << 20,
            bot_seconds: 10,
            shutdown_seconds: 8,
            invite_days: 14,
            guest_days: 180,
            expired_invite_days: 30,
            session_idle_days: 90,
            session_days: 365,
            rating_moves: 3,
            rating_period_days: 30,
            rated_games_per_pair: 40,
            rating_new_days: 7,
            rating_new_games: 5,
            rating_opponents: 3,
            rating_doubtful_points: 40,
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
    /// Threads for calls of the stateless engine; 0 takes one.
    pub engine_threads: usize,
    /// Proxies whose `X-Forwarded-For` and `Forwarded` count.
    pub trusted_proxies: Vec<crate::AddressRange>,
    /// Whether these proxies begin every connection with a header of the PROXY protocol.
    pub proxy_protocol: bool,
    /// Whether other servers use the same store.
    pub shared: bool,
    /// The service that is notified whose turn it is.
    pub webhook: Option<Webhook>,
    /// The NATS server through which servers notify each other; without it they poll.
    pub nats: Option<NatsAddress>,
    /// The collector of traces, if they are recorded.
    pub otlp: Option<crate::Collector>,
    /// Where /metrics is answered; without an address, on the server's own, for this machine.
    pub metrics_address: Option<std::net::SocketAddr>,
    /// How much network lag of moves is compensated.
    pub lag: Lag,
    /// The certificate of this server, if it encrypts connections itself.
    pub tls: Option<crate::Tls>,
    /// The operator's keys, if players may sign in with the operator's tokens.
    pub jwt: Option<crate::Jwt>,
    /// How mail is sent, if it is.
    pub mail: Option<crate::Mail>,
    /// Providers with which players can sign in.
    pub oidc: Option<crate::Oidc>,
}

/// A service of the operator that is notified whose turn it is.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Where it is.
    pub(crate) url: Uri,
    /// The key of the signatures.
    pub(crate) secret: String,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.url)
    }
}

/// Not an address for notifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookError;

impl std::fmt::Display for WebhookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write it as https://HOST/PATH or http://HOST:PORT/PATH")
    }
}

impl Webhook {
    /// Reads `https://HOST:PORT/PATH`, or the same with `http://`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(url: &str, secret: &str) -> Result<Webhook, WebhookError> {
        let url: Uri = url.parse().map_err(|_| WebhookError)?;
        let authority = url.authority().ok_or(WebhookError)?;
        let known = matches!(url.scheme_str(), Some("http" | "https"));
        let has_user = authority.as_str().contains('@');
        let bad_port =
            authority.as_str().len() > authority.host().len() && authority.port_u16().is_none();
        if !known || has_user || bad_port || authority.host().is_empty() {
            return Err(WebhookError);
        }
        Ok(Webhook { url, secret: secret.to_string() })
    }
}
