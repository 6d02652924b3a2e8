//! What the configuration file of a server can say, and where each setting comes from.

use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tilewright_server::{JwtSettings, Lag, Limits};

/// The address that servers listen on unless told otherwise.
pub(crate) const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// The port that servers listen on unless told otherwise.
pub(crate) const PORT: u16 = 4747;
/// The variable with the key of the notifications' signatures.
pub(crate) const WEBHOOK_SECRET: &str = "TILEWRIGHT_WEBHOOK_SECRET";

/// A part of the file; a key without a line that explains it does not compile.
macro_rules! keys {
    ($(#[$meta:meta])* $name:ident { $(#[doc = $about:literal] $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub(crate) struct $name {
            $(#[doc = $about] pub $field: Option<$type>,)*
        }

        impl $name {
            /// Every key with what it means.
            const KEYS: &[(&str, &str)] = &[$((stringify!($field), $about)),*];
        }
    };
}

keys! {
    /// What a configuration file can say.
    ConfigFile {
        /// The address to listen on; only this machine can reach the default.
        host: IpAddr,
        /// The port; 0 takes a free one.
        port: u16,
        /// Where games are kept: a SQLite file, `postgres://…` or `memory`; `tilewright/games.db` among the user's data unless given.
        database: String,
        /// Other sites whose pages may use the API.
        origins: Vec<String>,
        /// Threads on which bots think; half of the machine's unless given.
        bot_threads: usize,
        /// A NATS server through which servers over one database tell each other of moves.
        nats: String,
        /// A service of your own that is told whose turn it is: `http://HOST:PORT/PATH`.
        webhook: String,
        /// The key of its signatures.
        webhook_secret: String,
        /// Where `/metrics` is answered; without one on the server's own port, for this machine only.
        metrics_address: SocketAddr,
        /// The most that a move gets back for its way, in milliseconds.
        lag_per_move: u64,
        /// The most that a seat gets back in a game, in milliseconds.
        lag_per_game: u64,
        /// How tokens of your own are checked.
        jwt: JwtFile,
        /// What one server allows.
        limits: LimitsFile,
    }
}

keys! {
    /// How tokens of the operator are checked.
    JwtFile {
        /// A file with the secret of tokens with HS256, at least 32 bytes.
        secret_file: String,
        /// A file or an address with the public keys of tokens.
        jwks: String,
        /// Who must have issued them; anybody unless given.
        issuer: String,
        /// For whom they must be.
        audience: String,
        /// The claim with the name that others see.
        name_claim: String,
    }
}

keys! {
    /// Limits that differ from the defaults.
    LimitsFile {
        /// The largest body of a request, in bytes.
        body: usize,
        /// Open connections; others wait.
        connections: usize,
        /// Seconds for the head of a request, and for idle connections.
        idle_seconds: u64,
        /// Seconds for the body of a request.
        body_seconds: u64,
        /// Seconds in which a client must take something of what it is sent.
        write_seconds: u64,
        /// Requests that are answered at the same time.
        in_flight: usize,
        /// Requests of one player, or of one address without a token, in a minute.
        requests_per_minute: u32,
        /// New guests and accounts of one address in a minute.
        guests_per_minute: u32,
        /// Attempts to sign in, of one address or to one name, in a minute.
        sign_ins_per_minute: u32,
        /// Previews and hints of one player in a minute: each can tell whether something is a word.
        previews_per_minute: u32,
        /// Simple calls of the stateless engine from one address in a minute; a search, an analysis or a game of the lab counts as several.
        engine_calls_per_minute: u32,
        /// Lines of talk of one player in a minute.
        chat_per_minute: u32,
        /// Open sockets.
        sockets: usize,
        /// Open sockets of one player or one address.
        sockets_each: usize,
        /// Unfinished games of one player.
        games_per_player: u64,
        /// Games that are kept in memory.
        games_in_memory: usize,
        /// Days for which an invitation is good.
        invite_days: u64,
    }
}

/// Goes over all limits, so that one that is missing in the file does not compile.
macro_rules! every_limit {
    ($use:ident) => {
        $use!(
            body,
            connections,
            idle_seconds,
            body_seconds,
            write_seconds,
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
        )
    };
}

impl LimitsFile {
    /// The limits, with the defaults where the file is silent.
    pub(crate) fn limits(&self) -> Limits {
        let standard = Limits::default();
        macro_rules! take {
            ($($name:ident),*) => { Limits { $($name: self.$name.unwrap_or(standard.$name)),* } };
        }
        every_limit!(take)
    }

    fn standard() -> LimitsFile {
        let limits = Limits::default();
        macro_rules! tell {
            ($($name:ident),*) => { LimitsFile { $($name: Some(limits.$name)),* } };
        }
        every_limit!(tell)
    }
}

/// What holds where flags, environment and file are silent.
fn standard() -> ConfigFile {
    let lag = Lag::default();
    let name_claim = Some(JwtSettings::default().name_claim);
    ConfigFile {
        host: Some(HOST),
        port: Some(PORT),
        lag_per_move: Some(lag.per_move),
        lag_per_game: Some(lag.per_game),
        jwt: Some(JwtFile { name_claim, ..JwtFile::default() }),
        limits: Some(LimitsFile::standard()),
        ..ConfigFile::default()
    }
}

/// One setting of a server, for the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The key in the configuration file, with its table: `limits.body`.
    pub key: String,
    /// What it means.
    pub about: String,
    /// The default, if it is a fixed value.
    pub default: Option<String>,
    /// The flag: `--port`.
    pub flag: Option<String>,
    /// The environment variable.
    pub variable: Option<String>,
}

/// Every setting of `tilewright serve` that a configuration file can hold.
pub fn settings() -> Vec<Setting> {
    let standard = serde_json::to_value(standard()).unwrap_or_default();
    let command = crate::command();
    let serve = command.find_subcommand("serve");
    let setting = |table: &str, key: &str, about: &str| {
        let value = if table.is_empty() { &standard[key] } else { &standard[table][key] };
        let default = match value {
            serde_json::Value::Null => None,
            serde_json::Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let id = if table.is_empty() { key.to_string() } else { format!("{table}_{key}") };
        let flag = serve.and_then(|serve| serve.get_arguments().find(|arg| arg.get_id() == &id));
        let variable = flag.and_then(|flag| flag.get_env()).and_then(|name| name.to_str());
        let variable = variable.or((id == "webhook_secret").then_some(WEBHOOK_SECRET));
        Setting {
            key: if table.is_empty() { key.to_string() } else { format!("{table}.{key}") },
            about: about.trim().to_string(),
            default,
            flag: flag.and_then(|flag| flag.get_long()).map(|name| format!("--{name}")),
            variable: variable.map(str::to_string),
        }
    };
    let top = ConfigFile::KEYS.iter().filter(|(key, _)| !["jwt", "limits"].contains(key));
    let top = top.map(|(key, about)| setting("", key, about));
    let jwt = JwtFile::KEYS.iter().map(|(key, about)| setting("jwt", key, about));
    let limits = LimitsFile::KEYS.iter().map(|(key, about)| setting("limits", key, about));
    top.chain(jwt).chain(limits).collect()
}

/// Whether a text is a configuration file; the error says what is wrong with it.
pub fn check_config(text: &str) -> Result<(), String> {
    toml::from_str::<ConfigFile>(text).map(drop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_its_default_flag_and_variable() {
        let all = settings();
        let find = |key: &str| all.iter().find(|setting| setting.key == key).unwrap();
        let port = find("port");
        assert_eq!(port.default.as_deref(), Some("4747"));
        assert_eq!(port.flag.as_deref(), Some("--port"));
        assert_eq!(port.variable.as_deref(), Some("TILEWRIGHT_PORT"));
        assert_eq!(find("origins").flag.as_deref(), Some("--origin"));
        assert_eq!(find("jwt.jwks").variable.as_deref(), Some("TILEWRIGHT_JWT_JWKS"));
        assert_eq!(find("webhook_secret").variable.as_deref(), Some(WEBHOOK_SECRET));
        assert_eq!(find("limits.body").default.as_deref(), Some("2097152"));
        assert!(all.iter().all(|setting| !setting.about.is_empty()));
    }

    #[test]
    fn every_flag_of_the_server_is_a_setting_or_said_to_be_none() {
        let known: Vec<String> = settings().into_iter().filter_map(|one| one.flag).collect();
        let command = crate::command();
        let serve = command.find_subcommand("serve").unwrap();
        for flag in serve.get_arguments().filter_map(clap::Arg::get_long) {
            let flag = format!("--{flag}");
            let alone = ["--config", "--quiet", "--json", "--help", "--version"];
            assert!(known.contains(&flag) || alone.contains(&flag.as_str()), "{flag}");
        }
    }

    #[test]
    fn a_file_is_checked() {
        assert_eq!(check_config("port = 8080\n[limits]\nbody = 1000\n"), Ok(()));
        assert!(check_config("prot = 8080\n").is_err());
    }
}
