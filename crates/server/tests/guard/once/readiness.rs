//! A server whose store cannot write is not ready, and says so in its answer, log and metrics.

use crate::common::{Client, TestServer, generous};
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_storage::SqliteStore;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("tilewright-ready-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        folder
    }

    fn server(&self) -> (TestServer, Connection) {
        let path = self.0.join("games.db");
        let server = TestServer::with(Arc::new(SqliteStore::open(&path).unwrap()), generous());
        (server, Connection::open(path).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

fn ready(server: &TestServer) -> (u16, String) {
    let (status, answer) = Client::new(server.address).get("/readyz");
    (status, answer.to_string())
}

/// Asks until the status is the expected one.
fn wait_for(server: &TestServer, expected: u16) -> String {
    let began = Instant::now();
    loop {
        let (status, answer) = ready(server);
        if status == expected {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{status}, not {expected}: {answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_store_that_reads_but_cannot_write_is_not_ready() {
    let folder = Folder::new("broken");
    let (server, other) = folder.server();
    assert_eq!(ready(&server).0, 200);
    other.execute_batch("ALTER TABLE leases RENAME TO elsewhere").unwrap();
    let answer = wait_for(&server, 503);
    assert!(answer.contains("cannot be written"), "{answer}");
    assert!(!answer.contains("leases"), "the words of the database are not for everybody");
    let log = server.log.lock().unwrap().clone();
    assert!(log.iter().any(|line| line.contains("no such table: leases")), "{log:#?}");
    assert_eq!(Client::new(server.address).get("/healthz").0, 200, "the process is there");
    other.execute_batch("ALTER TABLE elsewhere RENAME TO leases").unwrap();
    wait_for(&server, 200);
}

#[test]
fn a_store_that_hangs_is_not_ready_and_is_asked_once() {
    let folder = Folder::new("hangs");
    let (server, other) = folder.server();
    assert_eq!(ready(&server).0, 200);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = wait_for(&server, 503);
    assert!(answer.contains("does not answer"), "{answer}");
    // It is not asked again until it has answered, so that nothing piles up.
    let began = Instant::now();
    let answers: Vec<u16> = (0..50).map(|_| ready(&server).0).collect();
    assert!(answers.iter().all(|status| *status == 503), "{answers:?}");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    other.execute_batch("ROLLBACK").unwrap();
    wait_for(&server, 200);
}

#[test]
fn the_metrics_show_the_database_and_the_queues() {
    let folder = Folder::new("metrics");
    let (server, _other) = folder.server();
    let began = Instant::now();
    loop {
        let text = Client::new(server.address).send("GET", "/metrics", b"").1;
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
            line.map(|value| value.parse::<f64>().unwrap())
        };
        // The server finds it out by itself, soon after its start.
        if value("tilewright_database_bytes").is_some() && value("tilewright_ready") == Some(1.0) {
            assert!(value("tilewright_database_bytes") > Some(10_000.0));
            #[cfg(unix)]
            assert!(value("tilewright_database_free_bytes") > Some(0.0));
            assert!(value("tilewright_connections") >= Some(1.0));
            for name in ["writer", "notices", "webhooks"] {
                assert_eq!(value(&format!("tilewright_{name}_waiting")), Some(0.0), "{name}");
            }
            assert!(value("tilewright_pool_size{pool=\"store\"}") > Some(1.0));
            #[cfg(target_os = "linux")]
            for name in ["open_fds", "max_fds", "threads", "start_time_seconds"] {
                assert!(value(&format!("process_{name}")) > Some(0.0), "{name}");
            }
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{text}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
