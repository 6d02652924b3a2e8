//! A client of NATS: the part of its protocol that notices between servers need.
//!
//! One subject, plain text, at most once. Every error ends the connection; it is opened
//! again after a pause. While there is none, messages are dropped: the log has everything.

use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::{Instant, interval, timeout};

/// The largest line or message that is read.
const MOST: u64 = 64 << 10;
/// How long it may take to get a connection going.
const CONNECT: Duration = Duration::from_secs(5);
/// How often the other side is asked whether it is there.
const PING: Duration = Duration::from_secs(5);
/// After so much silence it is not.
const SILENCE: Duration = Duration::from_secs(12);
/// The shortest and the longest pause before a new connection.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(3)];

/// The address of a NATS server.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    port: u16,
    /// User and password, or a token alone.
    user: Option<(String, Option<String>)>,
}

impl std::fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nats://{}:{}", self.host, self.port)
    }
}

/// Why an address is none of a NATS server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NatsAddressError;

impl std::fmt::Display for NatsAddressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "write it as nats://HOST:PORT, nats://USER:PASSWORD@HOST:PORT or \
             nats://TOKEN@HOST:PORT; connections are not encrypted",
        )
    }
}

impl NatsAddress {
    /// Reads `nats://[USER:PASSWORD@]HOST[:PORT]`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(url: &str) -> Result<NatsAddress, NatsAddressError> {
        let rest = url.strip_prefix("nats://").ok_or(NatsAddressError)?;
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
        Ok(NatsAddress { host: host.to_string(), port, user })
    }

    /// The first words to the server.
    fn hello(&self) -> String {
        let text = |text: &str| {
            let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{quoted}\"")
        };
        let user = match &self.user {
            None => String::new(),
            Some((user, Some(password))) => {
                format!(",\"user\":{},\"pass\":{}", text(user), text(password))
            }
            Some((token, None)) => format!(",\"auth_token\":{}", text(token)),
        };
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "CONNECT {{\"verbose\":false,\"pedantic\":false,\"echo\":false,\"protocol\":1,\
             \"lang\":\"rust\",\"name\":\"tilewright\",\"version\":\"{version}\"{user}}}\r\n"
        )
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
    let mut pause = PAUSES[0];
    loop {
        let began = Instant::now();
        let ended = converse(&address, subject, &mut outgoing, &incoming).await;
        let Err(error) = ended else { return };
        if incoming.send(BusEvent::Down(error)).await.is_err() {
            return;
        }
        // A connection that has worked for a while is tried again soon.
        let lasted = began.elapsed() > CONNECT;
        pause = if lasted { PAUSES[0] } else { (pause * 2).min(PAUSES[1]) };
        let until = Instant::now() + pause;
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(until) => break,
                dropped = outgoing.recv() => if dropped.is_none() { return },
            }
        }
    }
}

fn wrong(what: &str) -> std::io::Error {
    std::io::Error::other(what)
}

type Reader = BufReader<tokio::net::tcp::OwnedReadHalf>;

/// One line, without its end.
async fn line(reader: &mut Reader) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(MOST).read_until(b'\n', &mut bytes).await?;
    let text = bytes.strip_suffix(b"\r\n").ok_or_else(|| wrong("a line has no end"))?;
    String::from_utf8(text.to_vec()).map_err(|_| wrong("a line is not UTF-8"))
}

/// One connection, until it is lost. `Ok` if nobody needs it any more.
async fn converse(
    address: &NatsAddress,
    subject: &str,
    outgoing: &mut Receiver<Vec<u8>>,
    incoming: &Sender<BusEvent>,
) -> std::io::Result<()> {
    let greeted = timeout(CONNECT, async {
        let stream = TcpStream::connect((address.host.as_str(), address.port)).await?;
        stream.set_nodelay(true)?;
        let (reader, mut writer) = stream.into_split();
        let mut reader = BufReader::new(reader);
        if !line(&mut reader).await?.starts_with("INFO ") {
            return Err(wrong("the server does not speak the NATS protocol"));
        }
        let hello = format!("{}SUB {subject} 1\r\nPING\r\n", address.hello());
        writer.write_all(hello.as_bytes()).await?;
        loop {
            match line(&mut reader).await?.as_str() {
                "PONG" => return Ok((reader, writer)),
                refused if refused.starts_with("-ERR") => {
                    return Err(std::io::Error::other(format!("NATS refuses: {refused}")));
                }
                _ => {}
            }
        }
    });
    let (reader, mut writer) = greeted.await.map_err(|_| wrong("timeout while connecting"))??;
    if incoming.send(BusEvent::Up).await.is_err() {
        return Ok(());
    }
    // Reading is a task of its own: a line that is read in part must not be given up.
    let (frames, mut received) = tokio::sync::mpsc::channel(256);
    let listening = tokio::spawn(read_frames(reader, frames));
    let _stop = AbortOnDrop(listening);
    let (mut ping, mut last) = (interval(PING), Instant::now());
    loop {
        let mut out: Vec<u8> = Vec::new();
        tokio::select! {
            message = outgoing.recv() => {
                let Some(message) = message else { return Ok(()) };
                put(&mut out, subject, &message);
                // What waits besides goes along.
                while let Ok(message) = outgoing.try_recv() {
                    put(&mut out, subject, &message);
                }
            }
            frame = received.recv() => {
                last = Instant::now();
                match frame.ok_or_else(|| wrong("the connection was lost"))?? {
                    Frame::Ping => out.extend_from_slice(b"PONG\r\n"),
                    Frame::Nothing => {}
                    Frame::Message(message) => {
                        if incoming.send(BusEvent::Message(message)).await.is_err() {
                            return Ok(());
                        }
                    }
                }
            }
            _ = ping.tick() => {
                if last.elapsed() > SILENCE {
                    return Err(wrong("the server does not answer pings"));
                }
                out.extend_from_slice(b"PING\r\n");
            }
        }
        timeout(CONNECT, writer.write_all(&out))
            .await
            .map_err(|_| wrong("timeout while writing"))??;
    }
}

fn put(out: &mut Vec<u8>, subject: &str, message: &[u8]) {
    out.extend_from_slice(format!("PUB {subject} {}\r\n", message.len()).as_bytes());
    out.extend_from_slice(message);
    out.extend_from_slice(b"\r\n");
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What the server sends.
enum Frame {
    Ping,
    Nothing,
    Message(Vec<u8>),
}

/// Reads until the connection ends or something is not understood.
async fn read_frames(mut reader: Reader, frames: Sender<std::io::Result<Frame>>) {
    loop {
        let frame = read_frame(&mut reader).await;
        let failed = frame.is_err();
        if frames.send(frame).await.is_err() || failed {
            return;
        }
    }
}

async fn read_frame(reader: &mut Reader) -> std::io::Result<Frame> {
    let line = line(reader).await?;
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("PING") => Ok(Frame::Ping),
        Some("PONG" | "+OK" | "INFO") => Ok(Frame::Nothing),
        Some("MSG") => {
            let length: u64 = words
                .next_back()
                .and_then(|length| length.parse().ok())
                .filter(|length| *length <= MOST)
                .ok_or_else(|| wrong("a message has no length, or is too long"))?;
            let mut message = vec![0; length as usize + 2];
            reader.read_exact(&mut message).await?;
            message.truncate(length as usize);
            Ok(Frame::Message(message))
        }
        _ => Err(wrong("unexpected message")),
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
        for bad in ["", "h:1", "tls://h", "nats://", "nats://h:x", "nats://h/x", "nats://h o"] {
            assert_eq!(NatsAddress::parse(bad), Err(NatsAddressError), "{bad}");
        }
        let secret = NatsAddress::parse("nats://u:secret@h").map(|a| format!("{a:?}"));
        assert_eq!(secret, Ok("nats://h:4222".to_string()));
    }
}
