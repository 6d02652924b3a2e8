//! What moderators and admins do.

use crate::common::{Client, TestServer, generous, id};
use crate::{command, game, me, socket, staff, wait};
use serde_json::{Value, json};
use std::sync::Arc;
use tilewright_protocol::Engine;
use tilewright_protocol::api::{GameAction, PlayerAction, Role as RoleName};
use tilewright_server::{Operator, verify};
use tilewright_storage::{Role, SqliteStore};

fn act(client: &mut Client, what: &str, id: &str, action: Value) -> (u16, Value) {
    client.post(&format!("/api/v1/admin/{what}/{id}"), action)
}

fn sign_in(server: &TestServer, name: &str) -> (u16, Value) {
    let asked = json!({ "name": name, "password": "a long password" });
    Client::new(server.address).post("/api/v1/sessions", asked)
}

#[test]
fn a_ban_closes_everything_at_once_and_tells_why() {
    let server = TestServer::one(generous());
    let mut moderator = staff(&server, "Mod", Role::Moderator);
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let (bob_id, path) = (me(&mut bob), game(&mut ann, &mut bob));
    let heard = socket(&server, &path, bob.token.as_deref());
    let until = server.time.load(std::sync::atomic::Ordering::SeqCst) + 86_400_000;
    let ban = json!({ "type": "ban", "reason": "insults", "until": until,
        "appeal": "write to appeals@example.org" });
    assert_eq!(act(&mut moderator, "players", &bob_id, ban.clone()).0, 204);
    // The token is checked again every ten seconds anyway; this is faster.
    let began = std::time::Instant::now();
    wait("the socket to close", || heard.lock().unwrap().last() == Some(&Value::Null));
    assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(bob.get("/api/v1/me").0, 401);
    let (status, refused) = sign_in(&server, "Bob");
    let message = refused["error"]["message"].as_str().unwrap();
    assert_eq!(status, 403);
    for part in ["insults", "2023-11-15", "appeals@example.org"] {
        assert!(message.contains(part), "{message}");
    }
    // The game goes on: the opponent can play, and the log is sound.
    assert_eq!(ann.ok("GET", &path, None)["game"]["status"], "running");
    assert_eq!(command(&mut ann, &path, json!({ "type": "resign" })).0, 200);
    let found = verify(&Engine::new(), &*server.store, |_| {}).unwrap();
    assert_eq!(found.faults, []);
    // A ban ends by itself, or by a moderator.
    server.pass_time(86_400_000);
    assert_eq!(sign_in(&server, "Bob").0, 200);
    let forever = json!({ "type": "ban", "reason": "again" });
    assert_eq!(act(&mut moderator, "players", &bob_id, forever).0, 204);
    assert_eq!(sign_in(&server, "Bob").0, 403);
    let unban = json!({ "type": "unban", "reason": "appealed" });
    assert_eq!(act(&mut moderator, "players", &bob_id, unban.clone()).0, 204);
    assert_eq!(act(&mut moderator, "players", &bob_id, unban).0, 409);
    assert_eq!(sign_in(&server, "Bob").0, 200);
    assert_eq!(act(&mut moderator, "players", &bob_id, ban).0, 400, "until is in the past");
    let audit = moderator.ok("GET", "/api/v1/admin/audit?after=1", None);
    let actions: Vec<&str> = (audit["entries"].as_array().unwrap().iter())
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["player.ban", "player.ban", "player.unban"]);
    assert_eq!(audit["entries"][0]["subject"], bob_id.as_str());
    assert_eq!(audit["entries"][0]["actor"], me(&mut moderator).as_str());
}

#[test]
fn roles_bound_what_staff_may_do() {
    let server = TestServer::new();
    let mut admin = staff(&server, "Boss", Role::Admin);
    let mut moderator = staff(&server, "Mod", Role::Moderator);
    let mut other = staff(&server, "Other", Role::Moderator);
    let (mut ann, mut guest) = (server.account("Ann"), server.guest("Guest"));
    let (ann_id, guest_id, other_id) = (me(&mut ann), me(&mut guest), me(&mut other));
    let grant = |role: &str| json!({ "type": "grant", "role": role, "reason": "trusted" });
    let ban = json!({ "type": "ban", "reason": "no" });
    let delete = json!({ "type": "delete", "reason": "no" });
    // Moderators neither grant nor delete, nor act on those who have a role, nor on themselves.
    assert_eq!(act(&mut moderator, "players", &ann_id, grant("admin")).0, 403);
    assert_eq!(act(&mut moderator, "players", &ann_id, delete.clone()).0, 403);
    assert_eq!(act(&mut moderator, "players", &other_id, ban.clone()).0, 403);
    let own = me(&mut moderator);
    assert_eq!(act(&mut moderator, "players", &own, ban.clone()).0, 409);
    assert_eq!(act(&mut moderator, "players", "nobody", ban.clone()).0, 404);
    // Those without a role find nothing, whatever they ask.
    for client in [&mut ann, &mut guest, &mut Client::new(server.address)] {
        let nothing = client.get("/api/v1/admin/nothing").1["error"]["code"].clone();
        for path in ["players?name=Ann", "reports", "quarantine", "audit", "players/x"] {
            let (status, refused) = client.get(&format!("/api/v1/admin/{path}"));
            assert_eq!((status, &refused["error"]["code"]), (404, &nothing), "{path}");
        }
        assert_eq!(act(client, "players", &other_id, ban.clone()).0, 404);
    }
    // Admins do all that, but a guest has no role.
    assert_eq!(act(&mut admin, "players", &guest_id, grant("moderator")).0, 409);
    assert_eq!(act(&mut admin, "players", &ann_id, grant("moderator")).0, 204);
    assert_eq!(ann.get("/api/v1/admin/reports").0, 200);
    assert_eq!(act(&mut admin, "players", &ann_id, grant("player")).0, 204);
    assert_eq!(ann.get("/api/v1/admin/reports").0, 404);
    assert_eq!(act(&mut admin, "players", &other_id, ban).0, 204);
    assert_eq!(act(&mut admin, "players", &ann_id, delete).0, 204);
    assert!(server.store.player(&ann_id).unwrap().is_none());
    assert_eq!(admin.get(&format!("/api/v1/admin/players/{ann_id}")).0, 404);
    let found = admin.ok("GET", "/api/v1/admin/players?name=uest", None);
    assert_eq!(found["players"][0]["id"], guest_id.as_str());
    assert_eq!(admin.get("/api/v1/admin/players").0, 400);
}

#[test]
fn who_is_muted_by_a_moderator_cannot_chat() {
    let server = TestServer::new();
    let mut moderator = staff(&server, "Mod", Role::Moderator);
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let (bob_id, path) = (me(&mut bob), game(&mut ann, &mut bob));
    let chat = format!("{path}/chat");
    bob.ok("POST", &chat, Some(json!({ "text": "rude words" })));
    let subject = json!({ "chat": { "game": path.rsplit('/').next(), "number": 0 } });
    let report = json!({ "subject": subject, "text": "he is rude" });
    assert_eq!(ann.post("/api/v1/reports", report).0, 204);
    let reports = moderator.ok("GET", "/api/v1/admin/reports", None);
    let report = &reports["reports"][0];
    assert_eq!((&report["line"], &report["player"]), (&json!("rude words"), &json!(bob_id)));
    let mute = json!({ "type": "mute", "reason": "rude" });
    assert_eq!(act(&mut moderator, "players", &bob_id, mute).0, 204);
    let (status, refused) = bob.post(&chat, json!({ "text": "more" }));
    assert_eq!(status, 403);
    assert!(refused["error"]["message"].as_str().unwrap().contains("rude"));
    let settle = format!("/api/v1/admin/reports/{}", report["id"].as_str().unwrap());
    assert_eq!(moderator.post(&settle, json!({ "note": "muted" })).0, 204);
    assert_eq!(moderator.post(&settle, json!({ "note": "muted" })).0, 409);
    let open = moderator.ok("GET", "/api/v1/admin/reports", None);
    assert_eq!(open["reports"], json!([]));
    let settled = moderator.ok("GET", "/api/v1/admin/reports?settled=true", None);
    assert_eq!(settled["reports"][0]["settled"]["note"], "muted");
    let unmute = json!({ "type": "unmute", "reason": "calm again" });
    assert_eq!(act(&mut moderator, "players", &bob_id, unmute).0, 204);
    bob.ok("POST", &chat, Some(json!({ "text": "sorry" })));
}

#[test]
fn a_game_is_ended_through_its_log_and_not_rated() {
    let server = TestServer::config(crate::common::short_games_count());
    let mut admin = staff(&server, "Boss", Role::Admin);
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let path = game(&mut ann, &mut bob);
    let game_id = path.rsplit('/').next().unwrap().to_string();
    let heard = socket(&server, &path, ann.token.as_deref());
    let file = admin.ok("GET", &format!("/api/v1/admin/games/{game_id}"), None);
    assert_eq!(file["game"]["status"], "running");
    assert!(!file.to_string().contains("rack"), "{file}");
    let end = json!({ "type": "end", "reason": "stalled" });
    assert_eq!(act(&mut admin, "games", &game_id, end.clone()).0, 204);
    wait("the end", || {
        heard.lock().unwrap().iter().any(|message| message.to_string().contains("\"over\""))
    });
    assert_eq!(act(&mut admin, "games", &game_id, end).0, 409);
    assert_eq!(server.store.unrated(&game_id).unwrap().as_deref(), Some("ended"));
    let found = verify(&Engine::new(), &*server.store, |_| {}).unwrap();
    assert_eq!((found.faults, found.games), (Vec::new(), 1));
    let file = admin.ok("GET", &format!("/api/v1/admin/games/{game_id}"), None);
    assert_eq!((&file["game"]["status"], &file["unrated"]), (&json!("over"), &json!("ended")));
    // Deleted, nothing is left, and sockets are closed.
    let delete = json!({ "type": "delete", "reason": "spam" });
    assert_eq!(act(&mut admin, "games", &game_id, delete.clone()).0, 204);
    wait("the socket to close", || heard.lock().unwrap().last() == Some(&Value::Null));
    assert_eq!(ann.get(&path).0, 404);
    assert_eq!(act(&mut admin, "games", &game_id, delete).0, 409);
}

#[test]
fn bots_leave_a_quarantined_game_alone() {
    let server = TestServer::one(generous());
    let mut moderator = staff(&server, "Mod", Role::Moderator);
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"],
        "auto_start": false });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let hold = json!({ "type": "quarantine", "reason": "slow" });
    assert_eq!(act(&mut moderator, "games", &game, hold.clone()).0, 204);
    assert_eq!(act(&mut moderator, "games", "none", hold).0, 409);
    let held = moderator.ok("GET", "/api/v1/admin/quarantine", None);
    assert_eq!(
        (&held["games"][0]["game"], &held["games"][0]["reason"]),
        (&json!(game), &json!("slow"))
    );
    assert_eq!(server.counted("quarantined"), 1);
    let requeue = json!({ "type": "requeue", "reason": "fast again" });
    assert_eq!(act(&mut moderator, "games", &game, requeue.clone()).0, 204);
    assert_eq!(act(&mut moderator, "games", &game, requeue).0, 409);
    assert_eq!(server.counted("quarantined"), 0);
}

#[test]
fn what_an_operator_does_beside_the_server_takes_effect_in_it() {
    let directory =
        std::env::temp_dir().join(format!("tilewright-operator-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let database = directory.join("games.db");
    let open = || Arc::new(SqliteStore::open(&database).unwrap());
    let server = TestServer::with(open(), generous());
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let (ann_id, bob_id) = (me(&mut ann), me(&mut bob));
    let (first, second) = (game(&mut ann, &mut bob), game(&mut ann, &mut bob));
    let heard = socket(&server, &first, bob.token.as_deref());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // Another process, with a store of its own over the same file.
    let operator = Operator::new(open()).unwrap();
    let reason = || "test".to_string();
    let game_id = first.rsplit('/').next().unwrap();
    runtime.block_on(operator.game(game_id, GameAction::End { reason: reason() })).unwrap();
    wait("the end of the game", || ann.ok("GET", &first, None)["game"]["status"] == "over");
    wait("the end at the socket", || {
        heard.lock().unwrap().iter().any(|message| message.to_string().contains("\"over\""))
    });
    let ban = PlayerAction::Ban { reason: reason(), until: None, appeal: String::new() };
    runtime.block_on(operator.player(&bob_id, ban)).unwrap();
    wait("the ban", || bob.get("/api/v1/me").0 == 401);
    wait("the socket to close", || heard.lock().unwrap().last() == Some(&Value::Null));
    let grant = PlayerAction::Grant { role: RoleName::Admin, reason: reason() };
    runtime.block_on(operator.player(&ann_id, grant)).unwrap();
    assert_eq!(ann.get("/api/v1/admin/audit").0, 200);
    let delete = PlayerAction::Delete { reason: reason() };
    runtime.block_on(operator.player(&bob_id, delete)).unwrap();
    wait("the other game to end", || ann.ok("GET", &second, None)["game"]["status"] == "over");
    let refused =
        runtime.block_on(operator.player("nobody", PlayerAction::Revoke { reason: reason() }));
    assert!(refused.unwrap_err().contains("no such player"));
    let found = verify(&Engine::new(), &*server.store, |_| {}).unwrap();
    assert_eq!((found.faults, found.games), (Vec::new(), 2));
    let actors: Vec<String> =
        server.store.audit(0, 100).unwrap().into_iter().map(|entry| entry.actor).collect();
    assert!(!actors.is_empty() && actors.iter().all(|actor| actor == "operator"));
    drop((server, operator));
    std::fs::remove_dir_all(&directory).unwrap();
}
