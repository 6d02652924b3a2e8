//! As much of HTTP as one page on this machine needs.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const MOST_HEADER: usize = 16 << 10;
const MOST_BODY: usize = 64 << 10;

/// A request.
pub struct Request {
    /// `GET` or `POST`.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// The body.
    pub body: String,
}

/// A response.
pub struct Response {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Response {
    /// A page.
    pub fn html(body: &str) -> Response {
        Response { status: 200, kind: "text/html; charset=utf-8", body: body.to_string() }
    }

    /// A picture.
    pub fn svg(body: String) -> Response {
        Response { status: 200, kind: "image/svg+xml", body }
    }

    /// Data.
    pub fn json(body: serde_json::Value) -> Response {
        Response { status: 200, kind: "application/json", body: body.to_string() }
    }

    /// A message.
    pub fn text(status: u16, body: String) -> Response {
        Response { status, kind: "text/plain; charset=utf-8", body }
    }
}

/// Reads one request.
pub fn read(connection: &mut TcpStream) -> Result<Request, String> {
    let bad = |error: std::io::Error| error.to_string();
    connection.set_read_timeout(Some(Duration::from_secs(5))).map_err(bad)?;
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        let count = connection.read(&mut chunk).map_err(bad)?;
        if count == 0 || bytes.len() + count > MOST_HEADER + MOST_BODY {
            return Err("the request is cut short or too long".to_string());
        }
        bytes.extend_from_slice(&chunk[..count]);
    };
    let header = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = header.lines();
    let mut first = lines.next().unwrap_or("").split_whitespace();
    let (method, target) = (first.next().unwrap_or(""), first.next().unwrap_or(""));
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse::<usize>().ok())
        .unwrap_or(0);
    if length > MOST_BODY {
        return Err(format!("the body has {length} bytes, the bound is {MOST_BODY}"));
    }
    while bytes.len() < head + 4 + length {
        let count = connection.read(&mut chunk).map_err(bad)?;
        if count == 0 {
            return Err("the body is cut short".to_string());
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
    Ok(Request {
        method: method.to_string(),
        path: target.split('?').next().unwrap_or("").to_string(),
        body: String::from_utf8_lossy(&bytes[head + 4..head + 4 + length]).into_owned(),
    })
}

/// Writes one response and closes the connection.
pub fn write(connection: &mut TcpStream, response: &Response) -> std::io::Result<()> {
    let reason = if response.status == 200 { "OK" } else { "Error" };
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        response.status,
        response.kind,
        response.body.len()
    );
    connection.write_all(head.as_bytes())?;
    connection.write_all(response.body.as_bytes())
}
