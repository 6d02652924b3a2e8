//! Sessions are listed, expire, and can be revoked.

use crate::PASSWORD;
use crate::common::{Client, TestServer, generous, setup};
use crate::{account, sign_in};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};

const DAY: u64 = 86_400_000;

fn sessions(client: &mut Client) -> Vec<Value> {
    let list = client.ok("GET", "/api/v1/sessions", None);
    list["sessions"].as_array().unwrap().clone()
}

/// Whether a token stops working; other servers may cache it for three seconds.
pub fn ends(client: &mut Client) -> bool {
    let began = Instant::now();
    loop {
        match client.get("/api/v1/me").0 {
            401 if setup() != crate::common::Setup::Cluster => return true,
            401 if began.elapsed() > Duration::from_secs(4) => return true,
            _ if began.elapsed() > Duration::from_secs(8) => return false,
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

#[test]
fn sessions_are_listed_and_revoked_one_by_one_or_all_others() {
    let server = TestServer::new();
    let mut ann = account(&server, "Ann");
    server.pass_time(1000);
    let long = "x".repeat(500);
    let mut phone = sign_in(&server, "Ann", "a long password", "Phone").unwrap();
    let mut other = sign_in(&server, "Ann", "a long password", &long).unwrap();
    let found = sessions(&mut phone);
    assert_eq!(found.len(), 3);
    let current: Vec<&Value> = found.iter().filter(|one| one["current"] == true).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["device"], "Phone");
    assert_eq!(found[2]["created"].as_u64().unwrap() + 1000, current[0]["created"]);
    let longest = found.iter().map(|one| one["device"].as_str().unwrap().len()).max();
    assert_eq!(longest, Some(120));
    // Nobody else can revoke it, or learn that it exists.
    let path = format!("/api/v1/sessions/{}", current[0]["id"].as_str().unwrap());
    let mut bob = account(&server, "Bob");
    assert_eq!(bob.delete(&path).0, 404);
    assert_eq!(phone.get("/api/v1/me").0, 200);
    assert_eq!(ann.delete(&path).0, 204);
    assert!(ends(&mut phone));
    assert_eq!(ann.delete(&path).0, 404, "it is gone");
    assert_eq!(ann.delete("/api/v1/sessions").0, 204);
    assert!(ends(&mut other));
    assert_eq!(sessions(&mut ann).len(), 1);
    assert_eq!(sessions(&mut bob).len(), 1, "not those of others");
}

#[test]
fn sessions_expire_by_disuse_and_those_of_accounts_by_age() {
    let limits = Limits { session_idle_days: 10, session_days: 25, ..generous().limits };
    let server = TestServer::config(Config { limits, ..generous() });
    let (mut ann, mut gil) = (account(&server, "Ann"), server.guest("Gil"));
    let mut idle = sign_in(&server, "Ann", "a long password", "Tablet").unwrap();
    for day in (0..24).step_by(8) {
        assert_eq!((ann.get("/api/v1/me").0, gil.get("/api/v1/me").0), (200, 200), "day {day}");
        // That a session is used is noted in the background.
        let now = server.time.load(std::sync::atomic::Ordering::SeqCst);
        let began = Instant::now();
        while sessions(&mut gil)[0]["used"] != now
            || !sessions(&mut ann).iter().any(|one| one["used"] == now)
        {
            assert!(began.elapsed() < Duration::from_secs(10), "the use is not noted");
            std::thread::sleep(Duration::from_millis(20));
        }
        server.pass_time(8 * DAY);
    }
    assert_eq!(idle.get("/api/v1/me").0, 401, "unused for more than ten days");
    assert_eq!(sessions(&mut ann).len(), 1, "an expired session is not shown");
    assert_eq!(ann.get("/api/v1/me").0, 200);
    server.pass_time(DAY);
    assert_eq!(ann.get("/api/v1/me").0, 401, "25 days old");
    assert_eq!(gil.get("/api/v1/me").0, 200, "a guest cannot sign in again");
    server.pass_time(10 * DAY);
    assert_eq!(gil.get("/api/v1/me").0, 401);
}

#[test]
fn a_guest_who_becomes_an_account_gets_a_new_token_and_the_old_ones_end() {
    let server = TestServer::new();
    let mut guest = server.guest("Ann");
    let id = guest.ok("GET", "/api/v1/me", None)["id"].clone();
    let asked = json!({ "name": "Ann", "password": "a long password" });
    let made = guest.ok("POST", "/api/v1/players", Some(asked));
    let mut account = Client::new(server.address);
    account.token = made["token"].as_str().map(str::to_string);
    assert_ne!(guest.token, account.token);
    assert_eq!(account.ok("GET", "/api/v1/me", None)["id"], id);
    assert!(ends(&mut guest), "the token of the guest");
    assert_eq!(sessions(&mut account).len(), 1);
}

#[test]
fn a_new_password_needs_the_old_one_and_ends_other_sessions() {
    let server = TestServer::new();
    let mut ann = account(&server, "Ann");
    let mut phone = sign_in(&server, "Ann", "a long password", "Phone").unwrap();
    let path = "/api/v1/me/password";
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    assert_eq!(ann.post(path, change("wrong", "a new password")).0, 403);
    assert_eq!(ann.post(path, change("a long password", "short")).0, 400);
    assert_eq!(phone.get("/api/v1/me").0, 200, "nothing has changed");
    assert_eq!(ann.post(path, change("a long password", "a new password")).0, 204);
    assert!(ends(&mut phone));
    assert_eq!(ann.get("/api/v1/me").0, 200, "the session that changed it stays");
    assert!(sign_in(&server, "Ann", "a long password", "x").is_none());
    assert!(sign_in(&server, "Ann", "a new password", "x").is_some());
    let mut guest = server.guest("Gil");
    assert_eq!(guest.post(path, change("", "a new password")).0, 409, "a guest has none");
}

#[test]
fn a_new_name_signs_in_from_then_on_and_is_nobody_elses() {
    let server = TestServer::new();
    let mut ann = account(&server, "Ann");
    account(&server, "Bea");
    let path = "/api/v1/me/name";
    let name = |name: &str| json!({ "name": name });
    assert_eq!(ann.post(path, name("Bea")).0, 409, "taken");
    assert_eq!(ann.post(path, name("")).0, 400, "no name");
    let (status, info) = ann.post(path, name("Anna"));
    assert_eq!(
        (status, info["name"].as_str(), info["guest"].as_bool()),
        (200, Some("Anna"), Some(false))
    );
    assert_eq!(ann.ok("GET", "/api/v1/me", None)["name"], "Anna");
    assert!(sign_in(&server, "Ann", PASSWORD, "x").is_none(), "the old name is free");
    assert!(sign_in(&server, "Anna", PASSWORD, "x").is_some());
    account(&server, "Ann");
    assert_eq!(ann.post(path, name("anna")).0, 200, "another spelling of one's own name");
    // A guest has any name, and stays a guest.
    let mut guest = server.guest("Gil");
    let (status, info) = guest.post(path, name("Anna"));
    assert_eq!((status, info["guest"].as_bool()), (200, Some(true)));
    assert!(sign_in(&server, "Anna", PASSWORD, "x").is_some(), "the account is still the account");
}

#[test]
fn a_long_list_of_games_is_read_page_by_page() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    let seats = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"] });
    for _ in 0..3 {
        server.pass_time(5);
        ann.ok("POST", "/api/v1/games", Some(seats.clone()));
    }
    let list = ann.ok("GET", "/api/v1/games", None)["games"].clone();
    let first = &list[0];
    let path = format!(
        "/api/v1/games?before={}&id={}",
        first["updated"].as_u64().unwrap(),
        first["id"].as_str().unwrap()
    );
    let rest = ann.ok("GET", &path, None)["games"].clone();
    assert_eq!(rest.as_array().unwrap()[..], list.as_array().unwrap()[1..]);
    assert_eq!(ann.get("/api/v1/games?before=x").0, 400);
}

#[test]
fn the_sessions_of_one_player_are_bounded() {
    let server = TestServer::new();
    let mut first = account(&server, "Ann");
    let mut last = None;
    for _ in 0..50 {
        server.pass_time(1);
        last = sign_in(&server, "Ann", "a long password", "x");
    }
    let mut last = last.unwrap();
    assert_eq!(sessions(&mut last).len(), 50);
    assert!(ends(&mut first), "the one unused for longest");
}
