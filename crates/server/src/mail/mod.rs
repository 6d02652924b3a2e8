//! Mail: codes and notices for the owners of accounts, over SMTP.
//!
//! A mail is never sent while a request waits: a bounded number of them is under way, each is tried
//! several times, and what cannot be delivered is in the log with its cause. So the time of an
//! answer says nothing about whether an address is known.

mod letters;
mod queue;

pub(crate) use letters::Letter;
pub(crate) use queue::{Mailer, Outgoing};

use crate::public_url::is_loopback;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use std::time::Duration;

/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How the connection to the mail server is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailEncryption {
    /// From the first byte (usually port 465).
    Tls,
    /// After `STARTTLS`, which must succeed (usually port 587).
    StartTls,
    /// Not at all, which only a server on this machine may ask for.
    None,
}

impl MailEncryption {
    /// The usual port.
    pub fn port(self) -> u16 {
        match self {
            MailEncryption::Tls => 465,
            MailEncryption::StartTls => 587,
            MailEncryption::None => 25,
        }
    }
}

/// How mail is sent. It has no `Debug`: passwords stay out of logs.
#[derive(Clone)]
pub struct MailSettings {
    /// The mail server: `HOST`, or `HOST:PORT`.
    pub server: String,
    /// How the connection to it is encrypted.
    pub encryption: MailEncryption,
    /// The name and the password to sign in with there.
    pub credentials: Option<(String, String)>,
    /// The sender: `games@example.org`, or `Games <games@example.org>`.
    pub from: String,
    /// Where players reach this server, for links: `https://games.example.org`.
    pub public_url: Option<crate::PublicUrl>,
}

/// Why mail cannot be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailError(String);

impl std::fmt::Display for MailError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MailError {}

/// The way to the mail server. Copies share it.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: Option<crate::PublicUrl>,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mail(..)")
    }
}

/// The parts of `HOST:PORT`, `[IPv6]:PORT`, or either without a port.
fn host_and_port(server: &str) -> Option<(&str, Option<u16>)> {
    let plain = |host: &str| !host.is_empty() && !host.contains(['/', '@', ' ', '[', ']']);
    if let Some(rest) = server.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        let port = match port {
            "" => None,
            port => Some(port.strip_prefix(':')?.parse().ok()?),
        };
        return host.parse::<std::net::Ipv6Addr>().is_ok().then_some((host, port));
    }
    match server.split_once(':') {
        None => plain(server).then_some((server, None)),
        Some((host, port)) => plain(host).then_some((host, Some(port.parse().ok()?))),
    }
}

impl Mail {
    /// Prepares to send; nothing is connected yet.
    ///
    /// # Errors
    /// If a setting cannot be used.
    pub fn open(settings: MailSettings) -> Result<Mail, MailError> {
        let bad = |message: String| MailError(message);
        let MailSettings { server, encryption, credentials, from, public_url } = settings;
        let (host, port) = host_and_port(&server)
            .ok_or_else(|| bad(format!("server must be HOST or HOST:PORT (found {server})")))?;
        let parameters = || {
            TlsParameters::new(host.to_string())
                .map_err(|error| bad(format!("certificates cannot be used: {error}")))
        };
        let tls = match encryption {
            MailEncryption::Tls => Tls::Wrapper(parameters()?),
            MailEncryption::StartTls => Tls::Required(parameters()?),
            MailEncryption::None if is_loopback(host) => Tls::None,
            MailEncryption::None => {
                let message = "encryption `none` is only for a mail server on this machine";
                return Err(bad(format!("{message} (found {host}); use `starttls` or `tls`")));
            }
        };
        let from: Mailbox =
            from.parse().map_err(|error| bad(format!("from is no address ({from}): {error}")))?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host);
        let builder = builder.port(port.unwrap_or(encryption.port())).tls(tls);
        let builder = builder.timeout(Some(TIMEOUT));
        let builder = match credentials {
            Some((user, password)) => builder.credentials(Credentials::new(user, password)),
            None => builder,
        };
        Ok(Mail { transport: builder.build(), from, public_url })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(server: &str, encryption: MailEncryption, from: &str) -> MailSettings {
        let (server, from) = (server.to_string(), from.to_string());
        MailSettings { server, encryption, credentials: None, from, public_url: None }
    }

    #[test]
    fn settings_that_cannot_be_used_are_refused_with_the_reason() {
        use MailEncryption::{None, StartTls};
        let from = "Games <games@example.org>";
        let table = [
            ("", StartTls, from, "server must be HOST or HOST:PORT"),
            ("smtp://example.org", StartTls, from, "server must be HOST or HOST:PORT"),
            ("example.org:x", StartTls, from, "server must be HOST or HOST:PORT"),
            ("[::1", None, from, "server must be HOST or HOST:PORT"),
            ("example.org", None, from, "only for a mail server on this machine"),
            ("localhost", None, "nobody", "from is no address (nobody)"),
        ];
        for (server, encryption, from, part) in table {
            let error = Mail::open(settings(server, encryption, from)).map(|_| ()).unwrap_err();
            assert!(error.to_string().contains(part), "{server}: {error}");
        }
        for server in ["localhost", "127.0.0.1:2525", "[::1]:25"] {
            assert!(Mail::open(settings(server, None, from)).is_ok(), "{server}");
        }
    }
}
