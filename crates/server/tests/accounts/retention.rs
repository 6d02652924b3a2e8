//! What nobody uses is removed after a while, and nothing else.

use crate::account;
use crate::common::{Client, TestServer, generous, id};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};
use tilewright_storage::{CodePurpose, CodeRecord};

const DAY: u64 = 86_400_000;

fn server() -> TestServer {
    let limits = Limits {
        guest_days: 30,
        expired_invite_days: 20,
        session_idle_days: 300,
        ..generous().limits
    };
    TestServer::config(Config { limits, ..generous() })
}

fn player(client: &mut Client) -> String {
    client.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string()
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(15), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn idle_guests_and_old_invitations_are_removed() {
    let server = server();
    let (mut idle, mut playing, mut ann) =
        (server.guest("Idle"), server.guest("Playing"), account(&server, "Ann"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"] });
    let made = playing.ok("POST", "/api/v1/games", Some(settings.clone()));
    let join = json!({ "invite": made["invites"][0]["code"] });
    ann.ok("POST", &format!("/api/v1/games/{}/join", id(&made)), Some(join));
    // Nobody joins the game of the idle guest, who goes with it.
    let open = idle.ok("POST", "/api/v1/games", Some(settings));
    let code = open["invites"][0]["code"].as_str().unwrap().to_string();
    let ids = [player(&mut idle), player(&mut playing), player(&mut ann)];
    let there = || ids.each_ref().map(|id| server.store.player(id).unwrap().is_some());
    server.pass_time(20 * DAY);
    let mut newer = server.guest("Newer");
    let newer = player(&mut newer);
    server.pass_time(15 * DAY);
    wait("the idle guest is removed", || !there()[0]);
    assert_eq!(there(), [false, true, true]);
    assert!(server.store.player(&newer).unwrap().is_some(), "15 days are not 30");
    let game = server.store.game(&id(&open)).unwrap().unwrap();
    assert_eq!(game.seats[0].name, "gone");
    // The invitation expired after 14 days, and goes 20 days later.
    let hash = {
        use sha2::Digest;
        let digest = sha2::Sha256::digest(code.as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    wait("the invitation is removed", || server.store.invite(&hash).unwrap().is_none());
    // The line follows the last deletion.
    let logged = |text: &str| server.log.lock().unwrap().iter().any(|line| line.contains(text));
    wait("the removal is logged", || logged("removed what has expired"));
}

#[test]
fn expired_codes_and_unused_addresses_of_sign_ins_are_removed() {
    let server = server();
    let mut ann = account(&server, "Ann");
    let ann = player(&mut ann);
    let now = server.time.load(Ordering::SeqCst);
    let code = |hash: &str, expires: u64| CodeRecord {
        hash: hash.to_string(),
        purpose: CodePurpose::VerifyEmail,
        player: Some(ann.clone()),
        topic: hash.to_string(),
        data: String::new(),
        created: now,
        expires,
    };
    for (hash, expires) in [("old", now + DAY), ("good", now + 400 * DAY)] {
        assert!(server.store.add_code(&code(hash, expires), 0, 9).unwrap());
    }
    assert_eq!(server.store.address_uses(&ann).unwrap().len(), 1, "where she made the account");
    server.pass_time(301 * DAY);
    wait("the code is removed", || server.store.codes_of(&ann).unwrap().len() == 1);
    assert_eq!(server.store.codes_of(&ann).unwrap()[0].hash, "good");
    wait("the address is removed", || server.store.address_uses(&ann).unwrap().is_empty());
}

#[test]
fn a_clock_that_jumps_removes_nobody() {
    let server = server();
    let mut guest = server.guest("Gil");
    let id = player(&mut guest);
    server.time.fetch_add(400 * DAY, Ordering::SeqCst);
    // The monotonic clock goes on as it should.
    server.pass_time(3_600_000);
    let jumped = || server.log.lock().unwrap().iter().any(|line| line.contains("has jumped"));
    wait("the jump is logged", jumped);
    assert!(server.store.player(&id).unwrap().is_some());
}
