//! Blocks, mutes and reports.

use crate::common::{TestServer, generous, id};
use crate::{game, me, socket, wait};
use serde_json::json;
use tilewright_server::{Config, Limits};

#[test]
fn a_blocked_player_cannot_join_or_chat() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let (ann_id, bob_id) = (me(&mut ann), me(&mut bob));
    let running = game(&mut ann, &mut bob);
    let block = format!("/api/v1/players/{bob_id}/block");
    assert_eq!(ann.post(&block, json!({ "kind": "block" })).0, 204);
    let blocks = ann.ok("GET", "/api/v1/me/blocks", None);
    assert_eq!(blocks["blocks"][0]["player"], bob_id.as_str());
    let said = bob.post(&format!("{running}/chat"), json!({ "text": "hello" }));
    assert_eq!(said.0, 403, "{}", said.1);
    // Neither joins the other's games.
    for (maker, joiner) in [(&mut ann, &mut bob)] {
        let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"] });
        let made = maker.ok("POST", "/api/v1/games", Some(settings.clone()));
        let join = format!("/api/v1/games/{}/join", id(&made));
        let invite = json!({ "invite": made["invites"][0]["code"] });
        assert_eq!(joiner.post(&join, invite.clone()).0, 403);
        let other = joiner.ok("POST", "/api/v1/games", Some(settings));
        let invited = json!({ "invite": other["invites"][0]["code"] });
        let join_other = format!("/api/v1/games/{}/join", id(&other));
        assert_eq!(maker.post(&join_other, invited).0, 403);
        assert_eq!(maker.delete(&block).0, 204);
        assert_eq!(joiner.post(&join, invite).0, 200);
    }
    assert_eq!(bob.post(&format!("{running}/chat"), json!({ "text": "hello" })).0, 200);
    // Nobody blocks themselves, or somebody who does not exist.
    let own = format!("/api/v1/players/{ann_id}/block");
    assert_eq!(ann.post(&own, json!({ "kind": "mute" })).0, 409);
    assert_eq!(ann.post("/api/v1/players/nobody/block", json!({ "kind": "mute" })).0, 404);
}

#[test]
fn who_is_muted_is_not_heard() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let bob_id = me(&mut bob);
    let path = game(&mut ann, &mut bob);
    let heard = socket(&server, &path, ann.token.as_deref());
    let at_bob = socket(&server, &path, bob.token.as_deref());
    let chat = format!("{path}/chat");
    bob.ok("POST", &chat, Some(json!({ "text": "before" })));
    let has = |heard: &std::sync::Mutex<Vec<serde_json::Value>>, text: &str| {
        heard.lock().unwrap().iter().any(|message| message.to_string().contains(text))
    };
    wait("the first line", || has(&heard, "before"));
    assert_eq!(
        ann.post(&format!("/api/v1/players/{bob_id}/block"), json!({ "kind": "mute" })).0,
        204
    );
    // The socket looks again when it is asked to; until then lines may still come. In a cluster
    // that takes some seconds.
    let mut number = 0;
    wait("the mute", || {
        server.pass_time(61_000);
        number += 1;
        let line = format!("line {number} of bob");
        bob.ok("POST", &chat, Some(json!({ "text": line })));
        ann.ok("POST", &chat, Some(json!({ "text": format!("after {number}") })));
        wait("own lines", || has(&heard, &format!("after {number}")));
        wait("the lines at Bob's", || has(&at_bob, &line));
        !has(&heard, &line)
    });
    let lines = ann.ok("GET", &chat, None);
    assert!(!lines.to_string().contains("before") && lines.to_string().contains("after 1"));
    assert!(bob.ok("GET", &chat, None).to_string().contains("before"));
    assert_eq!(ann.delete(&format!("/api/v1/players/{bob_id}/block")).0, 204);
    assert!(ann.ok("GET", &chat, None).to_string().contains("before"));
}

#[test]
fn reports_are_made_once_and_a_few_at_a_time() {
    let limits = Limits { reports_per_minute: 4, ..generous().limits };
    let server = TestServer::one(Config { limits, ..generous() });
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann"), server.guest("Bob"), server.guest("Eve"));
    let bob_id = me(&mut bob);
    let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"],
        "spectators": false });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let path = format!("/api/v1/games/{game}");
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    bob.ok("POST", &format!("{path}/chat"), Some(json!({ "text": "you are a fool" })));
    let report = |subject: serde_json::Value| json!({ "subject": subject, "text": "rude" });
    let line = json!({ "chat": { "game": game, "number": 0 } });
    let place = "/api/v1/reports";
    for (subject, status) in [
        (line.clone(), 204),
        (line.clone(), 409),
        (json!({ "player": bob_id }), 204),
        (json!({ "game": game }), 204),
        (json!({ "player": "nobody" }), 429),
    ] {
        assert_eq!(ann.post(place, report(subject.clone())).0, status, "{subject}");
    }
    server.pass_time(61_000);
    let missing = json!({ "chat": { "game": game, "number": 7 } });
    assert_eq!(ann.post(place, report(missing)).0, 404);
    assert_eq!(ann.post(place, report(json!({ "player": "nobody" }))).0, 404);
    assert_eq!(ann.post(place, json!({ "subject": line, "text": "" })).0, 400);
    // Nobody reports what they cannot see, or themselves.
    assert_eq!(eve.post(place, report(line)).0, 404);
    assert_eq!(eve.post(place, report(json!({ "game": game }))).0, 404);
    assert_eq!(bob.post(place, report(json!({ "player": bob_id }))).0, 409);
    let kinds: Vec<&str> =
        server.store.reports(true, 10).unwrap().iter().map(|one| one.kind.name()).collect();
    let mut kinds = kinds;
    kinds.sort_unstable();
    assert_eq!(kinds, ["chat", "game", "player"]);
}
