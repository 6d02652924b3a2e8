//! A log that cannot be written stops nobody.

use crate::harness::{ATTACKER, Person, Server, folder, repeat, run};
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
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut server = Server::start_with(&folder("full"), Stdio::from(full));
    run("a log on a full device", &mut server, chatter).check();
}

#[test]
fn a_log_to_a_closed_pipe_stops_nobody() {
    let mut server = Server::start_with(&folder("closed"), Stdio::piped());
    drop(server.stderr());
    run("a log to a closed pipe", &mut server, chatter).check();
}

#[test]
fn a_log_to_a_stalled_pipe_stops_nobody() {
    let mut server = Server::start_with(&folder("stalled"), Stdio::piped());
    // Nobody reads it, and it stays open.
    let pipe = server.stderr();
    run("a log to a stalled pipe", &mut server, chatter).check();
    drop(pipe);
}
