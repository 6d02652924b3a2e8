//! Requests as bytes, many at a time, and what comes back.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// A connection that is opened again when the server closes it.
pub struct Wire {
    address: SocketAddr,
    /// Whether every request has a connection of its own.
    closes: bool,
    open: Option<BufReader<TcpStream>>,
}

impl Wire {
    pub fn new(address: SocketAddr, closes: bool) -> Wire {
        Wire { address, closes, open: None }
    }

    /// Sends requests one behind the other and reads their answers.
    pub fn exchange(&mut self, requests: &[Vec<u8>]) -> Vec<Answer> {
        let stream = self.open.get_or_insert_with(|| {
            let stream = TcpStream::connect(self.address).unwrap();
            stream.set_nodelay(true).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            BufReader::new(stream)
        });
        // A server that refuses early may not read everything.
        let _ = stream.get_mut().write_all(&requests.concat());
        if self.closes {
            let _ = stream.get_mut().shutdown(Shutdown::Write);
        }
        let answers = requests.iter().map(|_| read(stream)).collect();
        if self.closes {
            self.open = None;
        }
        answers
    }
}

fn read(stream: &mut BufReader<TcpStream>) -> Answer {
    let (mut status, mut length, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        let count = stream.read_until(b'\n', &mut line).expect("an answer within 20 s");
        assert!(count > 0, "the connection was closed without an answer");
        let text = String::from_utf8_lossy(&line);
        if let Some(rest) = text.strip_prefix("HTTP/1.") {
            status = rest.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        }
        if let Some((name, value)) = text.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if text == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the whole body");
    Answer { status, body }
}
