//! A client with a connection of its own.

use super::setups::{Setup, setup};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A client with a connection of its own.
pub struct Client {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
    pub token: Option<String>,
    /// Every body that came back.
    pub heard: Vec<String>,
    pub headers: String,
    /// Header lines that go with every request.
    pub extra: String,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            connection: None,
            token: None,
            heard: Vec::new(),
            headers: String::new(),
            extra: String::new(),
        }
    }

    pub fn get(&mut self, path: &str) -> (u16, Value) {
        self.ask("GET", path, None)
    }

    pub fn delete(&mut self, path: &str) -> (u16, Value) {
        self.ask("DELETE", path, None)
    }

    pub fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        self.ask("POST", path, Some(body))
    }

    /// The answer, which must be a success.
    pub fn ok(&mut self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.ask(method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let (status, text) = self.send(method, path, body.as_bytes());
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (status, value)
    }

    /// Sends a request and reads its answer.
    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, String) {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        head += &self.extra;
        head += "\r\n";
        for attempt in 0..2 {
            if self.connection.is_none() {
                let stream = TcpStream::connect(self.address).unwrap();
                stream.set_nodelay(true).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
                self.connection = Some(BufReader::new(stream));
            }
            let connection = self.connection.as_mut().unwrap();
            let mut bytes = head.clone().into_bytes();
            bytes.extend_from_slice(body);
            let sent = connection.get_mut().write_all(&bytes);
            match (sent, read_response(connection), attempt) {
                (_, Some((status, headers, text)), _) => {
                    // Of several servers, each request goes to another one.
                    let closed = headers.to_lowercase().contains("connection: close");
                    if closed || setup() == Setup::Cluster {
                        self.connection = None;
                    }
                    self.headers = headers;
                    self.heard.push(text.clone());
                    return (status, text);
                }
                (_, None, 0) => self.connection = None,
                _ => panic!("{method} {path}: no answer"),
            }
        }
        unreachable!()
    }
}

fn read_response(connection: &mut BufReader<TcpStream>) -> Option<(u16, String, String)> {
    let mut headers = String::new();
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        headers += &line;
    }
    let status = headers.split_whitespace().nth(1)?.parse().ok()?;
    let length = headers.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0)];
    connection.read_exact(&mut body).ok()?;
    Some((status, headers, String::from_utf8_lossy(&body).into_owned()))
}
