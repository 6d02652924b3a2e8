//! A log that cannot be written stops nobody.

use crate::harness::{ATTACKER, Person, Server, folder, hold, repeat};
use serde_json::Value;
use std::fs::OpenOptions;
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Requests that are logged.
async fn chatter(address: SocketAddr) {
    repeat(4, move |_| async move {
        let _ = Person::new(address, ATTACKER).ask("GET", "/app.js", Value::Null).await;
    })
    .await;
}

/// Waits until the server has counted lines that it could not write.
fn check_drops(server: &Server) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let operator = Person::new(server.address, "127.0.0.1".parse().unwrap());
        let began = Instant::now();
        loop {
            let (_, text) = operator.ask("GET", "/metrics", Value::Null).await.unwrap();
            let text = text.as_str().unwrap();
            let name = "tilewright_log_lines_dropped_total ";
            let dropped = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            if dropped != "0" {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(10), "no line is counted as dropped");
        }
    });
}

#[test]
fn a_log_on_a_full_device_stops_nobody() {
    let start = || {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let server = Server::start_with(&folder("full"), Stdio::from(full));
        check_drops(&server);
        server
    };
    hold("a log on a full device", start, chatter);
}

#[test]
fn a_log_to_a_closed_pipe_stops_nobody() {
    let start = || {
        let mut server = Server::start_with(&folder("closed"), Stdio::piped());
        drop(server.stderr());
        check_drops(&server);
        server
    };
    hold("a log to a closed pipe", start, chatter);
}

#[test]
fn a_log_to_a_stalled_pipe_stops_nobody() {
    // Nobody reads it, and it stays open as long as the server runs.
    let start = || Server::start_with(&folder("stalled"), Stdio::piped());
    hold("a log to a stalled pipe", start, chatter);
}

#[test]
fn a_full_standard_output_stops_nobody() {
    let folder = folder("full-output");
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["serve", "--quiet", "--port", &port.to_string(), "--database"])
        .arg(folder.join("games.db"))
        .stdout(Stdio::from(full))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert_eq!(child.try_wait().unwrap(), None, "the server has ended");
        assert!(began.elapsed() < Duration::from_secs(20), "the server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
