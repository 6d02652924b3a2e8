//! A server of the load test's own.

use crate::output::Failure;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// Limits that let one machine be many players. Those of other servers stay as they are.
const CONFIG: &str = "[limits]
connections = 100000
in_flight = 20000
requests_per_minute = 100000000
guests_per_minute = 100000000
sign_ins_per_minute = 100000000
sockets = 100000
sockets_each = 100000
games_per_player = 1000000
";

/// A server that is gone when this is dropped, with what belongs to it.
pub struct Spawned {
    /// Where its games are.
    pub database: String,
    directory: PathBuf,
    child: Option<Child>,
}

impl Spawned {
    /// Makes a directory for the configuration and, where no database is named, for the games.
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

    /// Starts the server and gives its address.
    pub fn start(&mut self) -> Result<SocketAddr, Failure> {
        let failed = |error: &dyn ToString| {
            Failure::finding(format!("the server does not start: {}", error.to_string()))
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
        if let Some(output) = child.stdout.take() {
            let _ = BufReader::new(output).read_line(&mut line);
        }
        self.child = Some(child);
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        address.ok_or_else(|| failed(&"it does not say where it is"))
    }

    /// Stops the server without a warning. Whether its games are still there.
    pub fn stop(&mut self) -> bool {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        self.database != "memory"
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
