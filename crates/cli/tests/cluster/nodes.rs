//! Servers as processes: started, killed, started again.

use super::http::ask;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Limits under which a test can play as many games as it wants from one address.
const CONFIG: &str = "[limits]\nrequests_per_minute = 10000000\nguests_per_minute = 1000000\n\
    sign_ins_per_minute = 1000000\npreviews_per_minute = 10000000\ngames_per_player = 1000000\n";

/// A temporary directory, removed on drop.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new(name: &str) -> Directory {
        let name = format!("tilewright-cluster-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("config.toml"), CONFIG).unwrap();
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// Servers over one database.
pub struct Nodes {
    pub ports: Vec<u16>,
    arguments: Vec<String>,
    prefix: Vec<String>,
    /// The program of each server.
    programs: Mutex<Vec<String>>,
    children: Mutex<Vec<Option<Child>>>,
}

impl Nodes {
    /// Starts servers; a prefix is a program that runs them, as strace does.
    pub fn start(
        count: usize,
        database: &str,
        nats: Option<&str>,
        directory: &Path,
        prefix: &[&str],
    ) -> Nodes {
        let program = env!("CARGO_BIN_EXE_tilewright");
        Nodes::start_program(program, count, database, nats, directory, prefix)
    }

    /// The same with another program.
    pub fn start_program(
        program: &str,
        count: usize,
        database: &str,
        nats: Option<&str>,
        directory: &Path,
        prefix: &[&str],
    ) -> Nodes {
        let listeners: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let ports = listeners.iter().map(|l| l.local_addr().unwrap().port()).collect();
        drop(listeners);
        let config = directory.join("config.toml").display().to_string();
        let mut arguments = vec!["serve", "--quiet", "--bot-threads", "1", "--config", &config];
        arguments.extend(["--database", database]);
        if let Some(nats) = nats {
            arguments.extend(["--nats", nats]);
        }
        let arguments = arguments.into_iter().map(str::to_string).collect();
        let prefix = prefix.iter().map(ToString::to_string).collect();
        let children = Mutex::new((0..count).map(|_| None).collect());
        let programs = Mutex::new(vec![program.to_string(); count]);
        let nodes = Nodes { ports, arguments, prefix, programs, children };
        (0..count).for_each(|node| nodes.run(node));
        (0..count).for_each(|node| nodes.ready(node));
        nodes
    }

    /// Starts a stopped server.
    pub fn run(&self, node: usize) {
        let program = self.programs.lock().unwrap()[node].clone();
        let words: Vec<String> = self.prefix.iter().cloned().chain([program]).collect();
        let child = Command::new(&words[0])
            .args(&words[1..])
            .args(&self.arguments)
            .args(["--port", &self.ports[node].to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.children.lock().unwrap()[node] = Some(child);
    }

    /// Stops a server and starts another program in its place.
    #[allow(dead_code, reason = "not every test replaces programs")]
    pub fn replace(&self, node: usize, program: &str) {
        self.terminate(node);
        self.programs.lock().unwrap()[node] = program.to_string();
        self.run(node);
        self.ready(node);
    }

    /// Waits until a server responds.
    pub fn ready(&self, node: usize) {
        let began = Instant::now();
        let mut connection = None;
        let port = self.ports[node];
        while ask(&mut connection, port, "GET", "/readyz", None, "").is_none_or(|(s, _)| s != 200) {
            assert!(began.elapsed() < Duration::from_secs(60), "a server starts");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// SIGKILL: no destructor runs, nothing is flushed.
    pub fn kill(&self, node: usize) {
        let child = self.children.lock().unwrap()[node].take();
        if let Some(mut child) = child {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// SIGTERM: the server finishes running requests.
    pub fn terminate(&self, node: usize) {
        let child = self.children.lock().unwrap()[node].take();
        let Some(mut child) = child else { return };
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(30), "a server stops");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(child.wait().unwrap().success(), "it stops without a fault");
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        (0..self.ports.len()).for_each(|node| self.kill(node));
    }
}
