//! Honest ratings.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod ratings;

use common::{Client, id};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The id of a client's player.
fn me(client: &mut Client) -> String {
    client.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string()
}

/// A running game of two; its path.
fn game(ann: &mut Client, bob: &mut Client) -> String {
    let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    path
}

fn command(client: &mut Client, path: &str, command: Value) -> (u16, Value) {
    let revision = client.ok("GET", path, None)["game"]["revision"].clone();
    let sent = json!({ "client_id": format!("c{revision}"), "revision": revision,
        "command": command });
    client.post(&format!("{path}/commands"), sent)
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
