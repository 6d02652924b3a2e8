//! Notices between servers over NATS: one subject, at most once.
//!
//! The client connects again by itself. While there is no connection, messages are dropped: the
//! log has everything.

use async_nats::connection::State;
use async_nats::{ConnectOptions, Event};
use futures_util::StreamExt;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How long it may take to get a connection going.
const CONNECT: Duration = Duration::from_secs(5);
/// How often the other side is asked whether it is there.
const PING: Duration = Duration::from_secs(5);
/// The shortest and the longest pause before a new connection.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(3)];

/// The address of a NATS server, and what a client needs to be let in.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    port: u16,
    /// User and password, or a token alone.
    user: Option<(String, Option<String>)>,
    /// Whether connections must be encrypted.
    tls: bool,
    /// A file with the authorities that are trusted, beside those of this machine.
    ca: Option<PathBuf>,
    /// A file with credentials (JWT and key).
    credentials: Option<PathBuf>,
}

impl std::fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place())
    }
}

/// Why an address is none of a NATS server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NatsAddressError;

impl std::fmt::Display for NatsAddressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "write it as nats://HOST:PORT, or tls://HOST:PORT for encrypted connections, with \
             USER:PASSWORD@ or TOKEN@ before the host and ?ca=FILE or ?credentials=FILE at the end, \
             as needed",
        )
    }
}

impl NatsAddress {
    /// Reads `nats://[USER:PASSWORD@]HOST[:PORT][?ca=FILE&credentials=FILE]`, or the same with
    /// `tls://`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(url: &str) -> Result<NatsAddress, NatsAddressError> {
        let (tls, rest) = match (url.strip_prefix("nats://"), url.strip_prefix("tls://")) {
            (Some(rest), _) => (false, rest),
            (None, Some(rest)) => (true, rest),
            (None, None) => return Err(NatsAddressError),
        };
        let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let (mut ca, mut credentials) = (None, None);
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("ca", file)) => ca = Some(PathBuf::from(file)),
                Some(("credentials", file)) => credentials = Some(PathBuf::from(file)),
                _ => return Err(NatsAddressError),
            }
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (user, authority) = match rest.rsplit_once('@') {
            Some((user, authority)) => (Some(user), authority),
            None => (None, rest),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| NatsAddressError)?),
            None => (authority, 4222),
        };
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || host.contains('/') || !plain(rest) {
            return Err(NatsAddressError);
        }
        let user = user.map(|user| match user.split_once(':') {
            Some((user, password)) => (user.to_string(), Some(password.to_string())),
            None => (user.to_string(), None),
        });
        Ok(NatsAddress { host: host.to_string(), port, user, tls, ca, credentials })
    }

    /// The address without secrets.
    fn place(&self) -> String {
        let scheme = if self.tls { "tls" } else { "nats" };
        format!("{scheme}://{}:{}", self.host, self.port)
    }

    /// How to connect.
    async fn options(&self) -> std::io::Result<ConnectOptions> {
        let mut options = match &self.credentials {
            Some(file) => ConnectOptions::with_credentials_file(file).await?,
            None => ConnectOptions::new(),
        };
        options = match &self.user {
            Some((user, Some(password))) => {
                options.user_and_password(user.clone(), password.clone())
            }
            Some((token, None)) => options.token(token.clone()),
            None => options,
        };
        if let Some(file) = &self.ca {
            options = options.add_root_certificates(file.clone());
        }
        Ok(options
            .name("tilewright")
            .no_echo()
            .require_tls(self.tls)
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                let doubled =
                    PAUSES[0] * 2u32.saturating_pow(u32::try_from(attempts.min(8)).unwrap_or(8));
                doubled.min(PAUSES[1])
            }))
    }
}

/// What happens on a connection.
pub(crate) enum BusEvent {
    /// There is a connection.
    Up,
    /// There is none any more, or none could be made.
    Down(std::io::Error),
    /// A message.
    Message(Vec<u8>),
}

/// Keeps a connection for ever: passes messages on from `outgoing`, and what is received to
/// `incoming`. Ends when nobody listens or sends any more.
pub(crate) async fn run(
    address: NatsAddress,
    subject: &'static str,
    mut outgoing: Receiver<Vec<u8>>,
    incoming: Sender<BusEvent>,
) {
    while let Err(error) = converse(&address, subject, &mut outgoing, &incoming).await {
        if incoming.send(BusEvent::Down(error)).await.is_err() {
            return;
        }
        tokio::time::sleep(PAUSES[1]).await;
    }
}

/// Works with one client, which connects as often as needed. `Ok` if nobody needs it any more.
async fn converse(
    address: &NatsAddress,
    subject: &'static str,
    outgoing: &mut Receiver<Vec<u8>>,
    incoming: &Sender<BusEvent>,
) -> std::io::Result<()> {
    let (events, mut happened) = channel(64);
    let options = address.options().await?.event_callback(move |event| {
        // A connection that changes faster than anybody looks is looked at later.
        drop(events.try_send(event));
        std::future::ready(())
    });
    let client = options.connect(address.place()).await.map_err(std::io::Error::other)?;
    let subscribed = client.subscribe(subject).await;
    let mut messages = subscribed.map_err(std::io::Error::other)?;
    loop {
        tokio::select! {
            message = outgoing.recv() => {
                let Some(message) = message else { return Ok(()) };
                if client.connection_state() == State::Connected {
                    let sent = client.publish(subject, message.into()).await;
                    sent.map_err(std::io::Error::other)?;
                }
            }
            message = messages.next() => {
                let Some(message) = message else {
                    return Err(std::io::Error::other("the subscription has ended"));
                };
                if incoming.send(BusEvent::Message(message.payload.into())).await.is_err() {
                    return Ok(());
                }
            }
            event = happened.recv() => {
                let change = match event {
                    Some(Event::Connected) => BusEvent::Up,
                    Some(Event::Disconnected) => {
                        BusEvent::Down(std::io::Error::other("the connection was lost"))
                    }
                    Some(Event::ClientError(error)) => {
                        BusEvent::Down(std::io::Error::other(error.to_string()))
                    }
                    Some(Event::ServerError(error)) => {
                        BusEvent::Down(std::io::Error::other(error.to_string()))
                    }
                    Some(Event::Closed) | None => {
                        return Err(std::io::Error::other("the client has stopped"));
                    }
                    Some(_) => continue,
                };
                let down = matches!(change, BusEvent::Down(_));
                // An error of a connection that goes on is not the end of it.
                if down && client.connection_state() == State::Connected {
                    continue;
                }
                if incoming.send(change).await.is_err() {
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let read = |url: &str| NatsAddress::parse(url).map(|a| (a.host.clone(), a.port, a.user));
        assert_eq!(read("nats://h"), Ok(("h".to_string(), 4222, None)));
        assert_eq!(read("nats://h:1/"), Ok(("h".to_string(), 1, None)));
        let user = Some(("u".to_string(), Some("p@:".to_string())));
        assert_eq!(read("nats://u:p@:@h:1"), Ok(("h".to_string(), 1, user)));
        let token = Some(("t".to_string(), None));
        assert_eq!(read("nats://t@h"), Ok(("h".to_string(), 4222, token)));
        let tls = NatsAddress::parse("tls://h?ca=/a.pem&credentials=/c.creds").unwrap();
        assert!(tls.tls && tls.ca == Some("/a.pem".into()));
        assert_eq!(tls.credentials, Some("/c.creds".into()));
        for bad in [
            "",
            "h:1",
            "http://h",
            "tls://h?x=1",
            "nats://",
            "nats://h:x",
            "nats://h/x",
            "nats://h o",
        ] {
            assert_eq!(NatsAddress::parse(bad), Err(NatsAddressError), "{bad}");
        }
        let secret = NatsAddress::parse("nats://u:secret@h").map(|a| format!("{a:?}"));
        assert_eq!(secret, Ok("nats://h:4222".to_string()));
    }
}
