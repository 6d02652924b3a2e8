//! Accounts: sessions, passwords, and what stays of a player.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../tokens/mod.rs"]
mod tokens;

mod deletion;
mod email;
mod lockout;
mod oidc;
mod provider;
mod retention;
mod sessions;
mod smtp;

use common::{Client, TestServer};
use serde_json::json;

const PASSWORD: &str = "a long password";

/// A new account.
fn account(server: &TestServer, name: &str) -> Client {
    let mut client = Client::new(server.address);
    let asked = json!({ "name": name, "password": PASSWORD });
    let made = client.ok("POST", "/api/v1/players", Some(asked));
    client.token = made["token"].as_str().map(str::to_string);
    client
}

/// Signs in as an account from another device.
fn sign_in(server: &TestServer, name: &str, password: &str, device: &str) -> Option<Client> {
    let mut client = Client::new(server.address);
    client.extra = format!("User-Agent: {device}\r\n");
    let asked = json!({ "name": name, "password": password });
    let (status, made) = client.post("/api/v1/sessions", asked);
    client.token = made["token"].as_str().map(str::to_string);
    (status == 200).then_some(client)
}
