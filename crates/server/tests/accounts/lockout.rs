//! Strangers who guess passwords do not lock the owner out.

use crate::common::{Client, TestServer, generous};
use crate::{PASSWORD, account};
use serde_json::json;
use tilewright_server::{Config, Limits};

/// A client behind the proxy of the test.
fn from(server: &TestServer, address: &str) -> Client {
    let mut client = Client::new(server.address);
    client.extra = format!("X-Forwarded-For: {address}\r\n");
    client
}

fn attempt(client: &mut Client, password: &str) -> u16 {
    client.post("/api/v1/sessions", json!({ "name": "Ann", "password": password })).0
}

#[test]
fn strangers_use_up_their_own_allowance_and_not_the_owners() {
    let limits = Limits { sign_ins_per_minute: 4, ..generous().limits };
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    // What one server counts.
    let server = TestServer::one(Config { limits, trusted_proxies, ..generous() });
    let mut ann = account(&server, "Ann");
    let player = ann.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string();
    let mut home = from(&server, "198.51.100.1");
    assert_eq!(attempt(&mut home, PASSWORD), 200, "from here she has signed in before");
    server.pass_time(60_000);
    // Many strangers, each from an address of its own.
    let tries: Vec<u16> = (0..8)
        .map(|number| attempt(&mut from(&server, &format!("203.0.113.{number}")), "guess"))
        .collect();
    assert_eq!(tries, [401, 401, 401, 401, 429, 429, 429, 429]);
    assert_eq!(attempt(&mut home, PASSWORD), 200, "the owner at a known address");
    let mut roaming = from(&server, "192.0.2.77");
    assert_eq!(attempt(&mut roaming, PASSWORD), 429, "a new address counts as a stranger");
    roaming.token = ann.token.take();
    assert_eq!(attempt(&mut roaming, PASSWORD), 200, "a session proves who it is");
    roaming.token = None;
    assert_eq!(attempt(&mut roaming, PASSWORD), 200, "and the address is known now");
    // A known address can guess no more often than any other.
    let guesses: Vec<u16> = (0..4).map(|_| attempt(&mut home, "guess")).collect();
    assert_eq!(guesses, [401, 401, 401, 429]);
    // Another account is not affected, and an unknown name behaves like a known one.
    server.pass_time(60_000);
    let unknown: Vec<u16> = (0..6)
        .map(|number| {
            let mut client = from(&server, &format!("203.0.113.{number}"));
            let asked = json!({ "name": "Nobody", "password": "guess" });
            client.post("/api/v1/sessions", asked).0
        })
        .collect();
    assert_eq!(unknown, [401, 401, 401, 401, 429, 429]);
    let stored = server.store.address_uses(&player).unwrap();
    assert_eq!(stored.len(), 3, "where she made the account, home, and roaming");
}
