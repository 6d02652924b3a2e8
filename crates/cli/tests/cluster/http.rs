//! A minimal HTTP client for tests.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection that is kept for the next request.
pub type Connection = Option<BufReader<TcpStream>>;

/// Sends a request to a server on this machine; `None` if the outcome is unknown.
pub fn ask(
    connection: &mut Connection,
    port: u16,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> Option<(u16, Value)> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => {
            let stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
            stream.set_nodelay(true).ok()?;
            stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
            BufReader::new(stream)
        }
    };
    let token = token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{token}\r\n{body}"
    );
    open.get_mut().write_all(head.as_bytes()).ok()?;
    let (mut status, mut length, mut close) = (0, 0, false);
    for number in 0.. {
        let mut line = String::new();
        if open.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if number == 0 {
            status = line.split(' ').nth(1)?.parse().ok()?;
        } else if line.is_empty() {
            break;
        } else if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        close |= line == "connection: close";
    }
    let mut bytes = vec![0; length];
    open.read_exact(&mut bytes).ok()?;
    *connection = (!close).then_some(open);
    Some((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
}
