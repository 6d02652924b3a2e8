//! Honest ratings, blocks and reports between players, and what moderators do.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod conduct;
mod ratings;

use common::{Client, TestServer, id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilewright_storage::{AuditRecord, Change, Role};
use tokio_tungstenite::tungstenite::Message;

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

/// A new account with a role, as an operator gives it.
fn staff(server: &TestServer, name: &str, role: Role) -> Client {
    let mut client = server.account(name);
    let player = me(&mut client);
    let entry = AuditRecord {
        number: 0,
        at: 0,
        actor: "operator".to_string(),
        action: "player.grant".to_string(),
        subject: player.clone(),
        reason: "test".to_string(),
    };
    let change = Change::Role { player, role: Some(role) };
    server.store.record(&change, &entry).unwrap().unwrap();
    client
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a socket hears; the last is null when it is closed.
fn socket(server: &TestServer, path: &str, token: Option<&str>) -> Arc<Mutex<Vec<Value>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let keep = heard.clone();
    let address = format!("ws://{}{path}/live", server.address);
    let hello = json!({ "type": "hello", "token": token }).to_string();
    let connected = server.runtime.block_on(tokio_tungstenite::connect_async(address));
    let (mut socket, _) = connected.unwrap();
    server.runtime.spawn(async move {
        socket.send(Message::text(hello)).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                keep.lock().unwrap().push(serde_json::from_str(&text).unwrap());
            }
        }
        keep.lock().unwrap().push(Value::Null);
    });
    wait("a welcome", || !heard.lock().unwrap().is_empty());
    heard
}
