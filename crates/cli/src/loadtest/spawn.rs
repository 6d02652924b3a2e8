//! The load test's own server.

use crate::output::{Failure, warn};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// Limits that let one machine act as many players.
const CONFIG: &str = "[limits]
connections = 100000
connections_each = 100000
in_flight = 20000
in_flight_each = 20000
bodies_each = 20000
body_bytes = 4000000000
body_bytes_each = 4000000000
stored_bytes_per_player = 1000000000000
stored_bytes_per_day = 1000000000000
requests_per_minute = 100000000
guests_per_minute = 100000000
sign_ins_per_minute = 100000000
sockets = 100000
sockets_each = 100000
games_per_player = 1000000
";

/// A server process. Dropping this kills it and deletes its temporary files.
pub struct Spawned {
    /// The value of `--database`.
    pub database: String,
    directory: PathBuf,
    child: Option<Child>,
}

impl Spawned {
    /// Creates a folder for the configuration and, unless a database is given, for the games.
    pub fn prepare(database: Option<&str>) -> Result<Spawned, Failure> {
        let name = format!("tilewright-loadtest-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let failed =
            |error: std::io::Error| Failure::usage(format!("{}: {error}", directory.display()));
        std::fs::create_dir_all(&directory).map_err(failed)?;
        std::fs::write(directory.join("loadtest.toml"), CONFIG).map_err(failed)?;
        let own = directory.join("games.db").display().to_string();
        let database = database.map_or(own, str::to_string);
        Ok(Spawned { database, directory, child: None })
    }

    /// Starts the server and returns its address.
    pub fn start(&mut self) -> Result<SocketAddr, Failure> {
        let failed = |error: &dyn ToString| {
            Failure::finding(format!("the server did not start: {}", error.to_string()))
        };
        let program = std::env::current_exe().map_err(|error| failed(&error))?;
        let mut child = Command::new(program)
            .args(["serve", "--quiet", "--host", "127.0.0.1", "--port", "0", "--database"])
            .arg(&self.database)
            .arg("--config")
            .arg(self.directory.join("loadtest.toml"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut line = String::new();
        let output = child.stdout.take().expect("standard output is piped");
        // From here on, dropping `self` stops the server.
        self.child = Some(child);
        BufReader::new(output).read_line(&mut line).map_err(|error| failed(&error))?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| failed(&format!("it printed no address: {line}")))?;
        address.parse().map_err(|error| failed(&format!("{address}: {error}")))
    }

    /// Kills the server. Returns whether its games survive it.
    pub fn stop(&mut self) -> bool {
        if let Some(mut child) = self.child.take()
            && let Err(error) = child.kill().and_then(|()| child.wait())
        {
            warn(&format!("cannot stop the server: {error}"));
        }
        self.database != "memory"
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        self.stop();
        if let Err(error) = std::fs::remove_dir_all(&self.directory) {
            warn(&format!("{}: {error}", self.directory.display()));
        }
    }
}
