//! A log that cannot be written stops nobody.

use crate::harness::{ATTACKER, Person, Server, folder, hold, repeat};
use serde_json::Value;
use std::fs::OpenOptions;
use std::net::SocketAddr;
use std::process::Stdio;

/// Requests that are logged.
async fn chatter(address: SocketAddr) {
    repeat(4, move |_| async move {
        let _ = Person::new(address, ATTACKER).ask("GET", "/app.js", Value::Null).await;
    })
    .await;
}

#[test]
fn a_log_on_a_full_device_stops_nobody() {
    let start = || {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        Server::start_with(&folder("full"), Stdio::from(full))
    };
    hold("a log on a full device", start, chatter);
}

#[test]
fn a_log_to_a_closed_pipe_stops_nobody() {
    let start = || {
        let mut server = Server::start_with(&folder("closed"), Stdio::piped());
        drop(server.stderr());
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
