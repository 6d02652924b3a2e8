//! Asking a server, with the little of HTTP that is needed for that.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection to a server's stateless engine.
pub struct Connection {
    reader: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    /// Connects, and waits up to half a minute for a server that is about to start.
    pub fn open(address: &str) -> io::Result<Connection> {
        let started = Instant::now();
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    let reader = BufReader::new(stream);
                    return Ok(Connection { reader, host: address.to_string() });
                }
                Err(error) if started.elapsed() > Duration::from_secs(30) => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// The body of the response to a request, with any status.
    pub fn ask(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let head = format!(
            "POST /api/v1/engine HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            self.host,
            request.len()
        );
        let stream = self.reader.get_mut();
        stream.write_all(&[head.as_bytes(), request].concat())?;
        let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
        let (mut length, mut line) = (None, String::new());
        loop {
            line.clear();
            if self.reader.read_line(&mut line)? == 0 {
                return Err(bad("the server hung up"));
            }
            if line == "\r\n" {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or((&line, ""));
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let mut body = vec![0; length.ok_or_else(|| bad("a response without its length"))?];
        self.reader.read_exact(&mut body)?;
        Ok(body)
    }
}
