//! Requests over one connection that is kept open.

use crate::LoadError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::time::Duration;
use tilewright_protocol::api;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How often a request other than a move is sent to a server that is busy.
const BUSY_TRIES: u32 = 20;
/// The largest answer.
const MAX_ANSWER: usize = 16 << 20;

/// A connection to a server.
pub(crate) struct Connection {
    address: SocketAddr,
    stream: Option<TcpStream>,
    sent: Vec<u8>,
    heard: Vec<u8>,
}

/// An answer: its status and where its body begins and ends.
struct Head {
    status: u16,
    body: usize,
    end: usize,
}

impl Connection {
    pub fn new(address: SocketAddr) -> Connection {
        Connection { address, stream: None, sent: Vec::new(), heard: Vec::new() }
    }

    /// Closes the connection; the next request opens another.
    pub fn hang_up(&mut self) {
        self.stream = None;
    }

    /// Asks, and gives the status and the body.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &[u8],
    ) -> Result<(u16, &[u8]), LoadError> {
        loop {
            let reused = self.stream.is_some();
            let asked = self.exchange(method, path, token, body);
            let failed = match tokio::time::timeout(TIMEOUT, asked).await {
                Ok(Ok(head)) => return Ok((head.status, &self.heard[head.body..head.end])),
                Ok(Err(error)) => error.to_string(),
                Err(_) => format!("no answer in {} s", TIMEOUT.as_secs()),
            };
            self.stream = None;
            // A server may close what was idle for long: commands can be sent again.
            if !(reused && self.heard.is_empty()) {
                return Err(LoadError(format!("{method} {path}: {failed}")));
            }
        }
    }

    /// Asks for a message; anything but success is an error.
    pub async fn get<A: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
    ) -> Result<A, LoadError> {
        self.read("GET", path, token, &[]).await
    }

    /// Sends a message and reads another; anything but success is an error.
    pub async fn post<A: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &impl Serialize,
    ) -> Result<A, LoadError> {
        self.read("POST", path, token, &api::write(body)).await
    }

    async fn read<A: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &[u8],
    ) -> Result<A, LoadError> {
        let mut tries = 1;
        let answer = loop {
            let (status, answer) = self.ask(method, path, token, body).await?;
            match status {
                200 => break answer.to_vec(),
                // The server asks to come again in a second.
                503 if tries < BUSY_TRIES => tries += 1,
                _ => return Err(refused(method, path, status, answer)),
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        };
        api::read(&answer).map_err(|fault| LoadError(format!("{method} {path}: {fault}")))
    }

    async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &[u8],
    ) -> std::io::Result<Head> {
        use std::io::Write;
        let stream = match &mut self.stream {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address).await?;
                stream.set_nodelay(true)?;
                self.stream.insert(stream)
            }
        };
        self.sent.clear();
        self.heard.clear();
        write!(self.sent, "{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address)?;
        if let Some(token) = token {
            write!(self.sent, "Authorization: Bearer {token}\r\n")?;
        }
        write!(self.sent, "Content-Length: {}\r\n\r\n", body.len())?;
        self.sent.extend_from_slice(body);
        stream.write_all(&self.sent).await?;
        loop {
            if stream.read_buf(&mut self.heard).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(head) = read_head(&self.heard)? {
                while self.heard.len() < head.end {
                    if stream.read_buf(&mut self.heard).await? == 0 {
                        return Err(std::io::ErrorKind::UnexpectedEof.into());
                    }
                }
                return Ok(head);
            }
        }
    }
}

/// What a refusal says, in short.
pub(crate) fn refused(method: &str, path: &str, status: u16, body: &[u8]) -> LoadError {
    let said: String = String::from_utf8_lossy(body).chars().take(200).collect();
    LoadError(format!("{method} {path}: status {status}: {said}"))
}

fn read_head(heard: &[u8]) -> std::io::Result<Option<Head>> {
    let bad = |what: &str| std::io::Error::other(format!("the answer is not HTTP: {what}"));
    let Some(body) = heard.windows(4).position(|bytes| bytes == b"\r\n\r\n").map(|at| at + 4)
    else {
        return if heard.len() > 16 << 10 { Err(bad("its head has no end")) } else { Ok(None) };
    };
    let head = std::str::from_utf8(&heard[..body]).map_err(|_| bad("its head is not a text"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| bad("it has no status"))?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let length = length.filter(|length| *length <= MAX_ANSWER);
    let length = match (length, status) {
        (Some(length), _) => length,
        (None, 204) => 0,
        (None, _) => return Err(bad("it has no length that can be")),
    };
    Ok(Some(Head { status, body, end: body + length }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let whole = b"HTTP/1.1 200 OK\r\nContent-Type: text\r\nContent-length: 5\r\n\r\nhello";
        let head = read_head(whole).unwrap().unwrap();
        assert_eq!((head.status, &whole[head.body..head.end]), (200, &b"hello"[..]));
        for cut in 0..whole.len() - 5 {
            assert!(read_head(&whole[..cut]).unwrap().is_none(), "{cut}");
        }
        for bad in ["HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 x\r\n\r\n", "\r\n\r\n"] {
            assert!(read_head(bad.as_bytes()).is_err(), "{bad:?}");
        }
        assert_eq!(read_head(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap().unwrap().status, 204);
    }
}
