//! A server of a page, on a free port.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that runs until it is dropped.
pub(crate) struct Server {
    child: Child,
    /// The port that the page speaks of.
    told: String,
    /// The port that it has.
    real: String,
}

impl Server {
    /// Starts what the line says, but on a free port, and waits until it answers.
    pub fn start(mut command: Command, line: &str) -> Result<Server, String> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let place = words.iter().position(|word| *word == "--port");
        let told = match place {
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
        let out = child.stdout.take().ok_or("the server has no output")?;
        let mut first = String::new();
        let read = BufReader::new(out).read_line(&mut first);
        let port = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let port =
            port.and_then(|address| address.rsplit_once(':')).map(|(_, port)| port.to_string());
        let told = told.to_string();
        match (read, port) {
            (Ok(_), Some(real)) => Ok(Server { child, told, real }),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("`{line}` did not start: {first}"))
            }
        }
    }

    /// The lines with the server's real port.
    pub fn addressed(&self, lines: &str) -> String {
        let mut lines = lines.to_string();
        for host in ["127.0.0.1", "localhost"] {
            lines = lines
                .replace(&format!("{host}:{}", self.told), &format!("127.0.0.1:{}", self.real));
        }
        lines
    }
}

impl Drop for Server {
    /// Asks it to stop, and makes it if it does not.
    fn drop(&mut self) {
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
