//! A server started by a page, on a free port.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that runs until it is dropped.
pub(crate) struct Server {
    child: Child,
    /// The port shown on the page.
    shown: String,
    /// The real port.
    real: String,
}

impl Server {
    /// Runs the command on a free port and waits until the server is ready.
    pub fn start(mut command: Command, line: &str) -> Result<Server, String> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let place = words.iter().position(|word| *word == "--port");
        let shown = match place {
            Some(place) if place + 1 < words.len() => {
                let port = words.remove(place + 1);
                words.remove(place);
                port
            }
            _ => "4747",
        };
        let line = format!("exec {} --port 0", words.join(" "));
        let child = command.args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child =
            child.stderr(Stdio::null()).spawn().map_err(|error| format!("{line}: {error}"))?;
        let out = child.stdout.take().expect("standard output is piped");
        let mut first = String::new();
        let read = BufReader::new(out).read_line(&mut first);
        let port = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let port =
            port.and_then(|address| address.rsplit_once(':')).map(|(_, port)| port.to_string());
        // From here on, dropping the server stops it.
        let mut server = Server { child, shown: shown.to_string(), real: String::new() };
        read.map_err(|error| format!("`{line}` did not start: {error}"))?;
        server.real = port.ok_or_else(|| format!("`{line}` printed no address: {first}"))?;
        Ok(server)
    }

    /// Replaces the port shown on the page with the real one.
    pub fn addressed(&self, lines: &str) -> String {
        let mut lines = lines.to_string();
        for host in ["127.0.0.1", "localhost"] {
            lines = lines
                .replace(&format!("{host}:{}", self.shown), &format!("127.0.0.1:{}", self.real));
        }
        lines
    }
}

impl Drop for Server {
    /// Sends SIGTERM, and kills the server if it does not stop within ten seconds.
    fn drop(&mut self) {
        let id = self.child.id().to_string();
        if let Err(error) = Command::new("kill").args(["-TERM", &id]).status() {
            eprintln!("kill -TERM {id}: {error}");
        }
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            eprintln!("cannot stop the server {id}: {error}");
        }
    }
}
