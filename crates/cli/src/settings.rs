//! The configuration file of a server, with the flag and the variable of each setting.

use crate::mail::MailEncryptionName;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use tilewright_server::{AddressRange, AddressRangeError, JwtSettings, Lag, LogFormat};

/// The default address to listen on.
pub(crate) const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// The default port.
pub(crate) const PORT: u16 = 4747;
/// The environment variable with the key that signs webhooks.
pub(crate) const WEBHOOK_SECRET: &str = "TILEWRIGHT_WEBHOOK_SECRET";
/// The environment variable with the password for the mail server.
pub(crate) const MAIL_PASSWORD: &str = "TILEWRIGHT_MAIL_PASSWORD";

/// The formats of the log by name.
#[derive(Clone, Copy, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormatName {
    /// One JSON object per line.
    Json,
    /// For people.
    Text,
}

impl LogFormatName {
    pub(crate) fn format(self) -> LogFormat {
        match self {
            LogFormatName::Json => LogFormat::Json,
            LogFormatName::Text => LogFormat::Text,
        }
    }
}

/// A table of the file. A key without a doc comment does not compile.
macro_rules! keys {
    ($(#[$meta:meta])* $name:ident { $(#[doc = $about:literal] $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub(crate) struct $name {
            $(#[doc = $about] pub $field: Option<$type>,)*
        }

        impl $name {
            /// Every key with its meaning.
            pub(super) const KEYS: &[(&str, &str)] = &[$((stringify!($field), $about)),*];
        }
    };
}

mod limits;

pub(crate) use limits::LimitsFile;

keys! {
    /// The configuration file.
    ConfigFile {
        /// The address to listen on; only this machine can reach the default.
        host: IpAddr,
        /// The port; 0 selects a free one.
        port: u16,
        /// Where to store games: a SQLite file, `postgres://…` or `memory`; by default `tilewright/games.db` in your data folder.
        database: String,
        /// Origins of other sites whose pages may use the API.
        origins: Vec<String>,
        /// Threads for bots; by default half of the CPUs.
        bot_threads: usize,
        /// Threads for calls of the stateless engine and hints; by default half of the CPUs.
        engine_threads: usize,
        /// Proxies whose `X-Forwarded-For` and `Forwarded` headers are trusted: addresses, or ranges such as `10.0.0.0/8`.
        trusted_proxies: Vec<String>,
        /// Whether trusted proxies begin every connection with a header of the PROXY protocol (version 1 or 2). Connections without one, and those of others, are closed.
        proxy_protocol: bool,
        /// A NATS server through which servers that share a database notify each other of moves.
        nats: String,
        /// A PEM file with the certificate of this server, to encrypt connections without a proxy; read again when it changes.
        tls_certificate: PathBuf,
        /// A PEM file with the private key of `tls_certificate`.
        tls_key: PathBuf,
        /// Where to post notifications of turns and ends of games: `https://HOST/PATH` or `http://HOST:PORT/PATH`.
        webhook: String,
        /// The key that signs webhooks; required with `webhook`.
        webhook_secret: String,
        /// A collector that receives traces as OTLP over HTTP (JSON): `http://HOST:4318`.
        otlp: String,
        /// The address and port of `/metrics`; by default the server's port, for this machine only.
        metrics_address: SocketAddr,
        /// How lines of the log look: `json`, or `text` for people.
        log_format: LogFormatName,
        /// Where players reach this server, for links in mails and for sign-in with providers: `https://HOST/PATH`.
        public_url: String,
        /// The most network lag compensated per move, in milliseconds.
        lag_per_move: u64,
        /// The most network lag compensated per seat in a game, in milliseconds.
        lag_per_game: u64,
        /// How your own tokens are checked.
        jwt: JwtFile,
        /// How mail is sent.
        mail: MailFile,
        /// Providers with which players can sign in.
        oidc: Vec<OidcFile>,
        /// Limits of this server.
        limits: LimitsFile,
    }
}

keys! {
    /// How the operator's own tokens are checked.
    JwtFile {
        /// A file with the secret of HS256 tokens, at least 32 bytes.
        secret_file: String,
        /// A file or a URL with the public keys, as a JSON Web Key Set.
        jwks: String,
        /// The required issuer (`iss`); by default any.
        issuer: String,
        /// The required audience (`aud`).
        audience: String,
        /// The claim that holds the player's public name.
        name_claim: String,
    }
}

keys! {
    /// How mail is sent.
    MailFile {
        /// The SMTP server, as `HOST` or `HOST:PORT`; without one, the server sends no mail.
        server: String,
        /// How the connection to it is encrypted: `starttls`, `tls`, or `none` for a server on this machine.
        encryption: MailEncryptionName,
        /// The sender of mails, such as `Games <games@example.org>`.
        from: String,
        /// The name to sign in with at the mail server.
        user: String,
        /// The password to sign in with at the mail server.
        password: String,
    }
}

keys! {
    /// A provider with which players can sign in.
    OidcFile {
        /// The id in paths, 1 to 32 letters, digits, `-` or `_`; register `PUBLIC_URL/api/v1/oidc/ID/callback` with the provider.
        id: String,
        /// The name that players see; by default the id.
        name: String,
        /// The issuer, exactly as the provider writes it: `https://HOST/PATH`.
        issuer: String,
        /// The id of this server at the provider.
        client_id: String,
        /// The secret of this server at the provider; public clients have none.
        client_secret: String,
        /// The scopes to ask for besides `openid`; by default `profile`, for the name.
        scopes: Vec<String>,
    }
}

/// The defaults.
fn standard() -> ConfigFile {
    let lag = Lag::default();
    let name_claim = Some(JwtSettings::default().name_claim);
    ConfigFile {
        host: Some(HOST),
        port: Some(PORT),
        log_format: Some(LogFormatName::Json),
        proxy_protocol: Some(false),
        lag_per_move: Some(lag.per_move),
        lag_per_game: Some(lag.per_game),
        jwt: Some(JwtFile { name_claim, ..JwtFile::default() }),
        mail: Some(MailFile {
            encryption: Some(MailEncryptionName::StartTls),
            ..MailFile::default()
        }),
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
    let standard = serde_json::to_value(standard()).expect("settings are plain data");
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
        let variable = variable.or(match id.as_str() {
            "webhook_secret" => Some(WEBHOOK_SECRET),
            "mail_password" => Some(MAIL_PASSWORD),
            "oidc_client_secret" => Some("TILEWRIGHT_OIDC_ID_SECRET"),
            _ => None,
        });
        Setting {
            key: if table.is_empty() { key.to_string() } else { format!("{table}.{key}") },
            about: about.trim().to_string(),
            default,
            flag: flag.and_then(|flag| flag.get_long()).map(|name| format!("--{name}")),
            variable: variable.map(str::to_string),
        }
    };
    let top =
        ConfigFile::KEYS.iter().filter(|(key, _)| !["jwt", "mail", "oidc", "limits"].contains(key));
    let top = top.map(|(key, about)| setting("", key, about));
    let jwt = JwtFile::KEYS.iter().map(|(key, about)| setting("jwt", key, about));
    let limits = LimitsFile::KEYS.iter().map(|(key, about)| setting("limits", key, about));
    let mail = MailFile::KEYS.iter().map(|(key, about)| setting("mail", key, about));
    let oidc = OidcFile::KEYS.iter().map(|(key, about)| setting("oidc", key, about));
    top.chain(jwt).chain(mail).chain(oidc).chain(limits).collect()
}

/// Checks the text of a configuration file; the error says what is wrong with it.
pub fn check_config(text: &str) -> Result<(), String> {
    toml::from_str::<ConfigFile>(text).map_err(|error| error.to_string())?.check()
}

impl ConfigFile {
    /// Checks what its types do not; the error says what is wrong.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.proxies()?;
        if self.proxy_protocol == Some(true) && self.proxies()?.is_empty() {
            let message = "proxy_protocol needs trusted_proxies: the addresses of the proxies";
            return Err(message.to_string());
        }
        if self.engine_threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
            return Err("engine_threads must be 1 to 1024".to_string());
        }
        self.limits.as_ref().map_or(Ok(()), LimitsFile::check)
    }

    /// The trusted proxies.
    pub(crate) fn proxies(&self) -> Result<Vec<AddressRange>, String> {
        let texts = self.trusted_proxies.iter().flatten();
        let parsed = texts.map(|text| {
            text.parse().map_err(|error: AddressRangeError| format!("trusted_proxies: {error}"))
        });
        parsed.collect()
    }
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
        let log_format = find("log_format");
        assert_eq!(log_format.default.as_deref(), Some("json"));
        assert_eq!(log_format.flag.as_deref(), Some("--log-format"));
        assert_eq!(find("limits.body").default.as_deref(), Some("2097152"));
        assert!(all.iter().all(|setting| !setting.about.is_empty()));
    }

    #[test]
    fn every_server_flag_is_a_setting_or_listed_as_an_exception() {
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
    fn values_out_of_range_are_refused_with_the_range() {
        let table = [
            ("[limits]\nbot_seconds = 0\n", "limits.bot_seconds must be 1 to 600 (found 0)"),
            ("[limits]\nshutdown_seconds = 4000\n", "limits.shutdown_seconds must be 1 to 3600"),
            ("[limits]\nbodies_each = 0\n", "limits.bodies_each must be at least 1 (found 0)"),
            ("engine_threads = 0\n", "engine_threads must be 1 to 1024"),
            ("proxy_protocol = true\n", "proxy_protocol needs trusted_proxies"),
            ("trusted_proxies = [\"10.0.0.0/99\"]\n", "trusted_proxies: `10.0.0.0/99` is no range"),
        ];
        for (text, part) in table {
            let error = check_config(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn unknown_keys_of_a_configuration_file_are_refused() {
        assert_eq!(check_config("port = 8080\n[limits]\nbody = 1000\n"), Ok(()));
        assert!(check_config("prot = 8080\n").is_err());
        assert_eq!(check_config("trusted_proxies = [\"10.0.0.0/8\", \"::1\"]\n"), Ok(()));
        assert_eq!(check_config("log_format = \"text\"\n"), Ok(()));
        assert!(check_config("log_format = \"xml\"\n").is_err());
    }
}
