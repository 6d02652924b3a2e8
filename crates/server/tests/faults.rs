//! Retries, races, bad requests, limits, accounts, and the document of the API.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, generous, id, public, short_games_count};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tilewright_server::{Config, Limits, openapi_json, routes};

/// A running game of Ann and Bob with free words.
fn table(server: &TestServer) -> (Client, Client, String) {
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"], "words": "free" });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    (ann, bob, path)
}

fn revision(client: &mut Client, path: &str) -> u64 {
    client.ok("GET", path, None)["game"]["revision"].as_u64().unwrap()
}

#[test]
fn a_command_that_is_sent_twice_is_done_once() {
    let server = TestServer::new();
    let (mut ann, mut bob, path) = table(&server);
    let commands = format!("{path}/commands");
    let first = revision(&mut ann, &path);
    let sent = json!({ "client_id": "a", "revision": first, "command": { "type": "pass" } });
    let done = ann.ok("POST", &commands, Some(sent.clone()));
    let again = ann.ok("POST", &commands, Some(sent.clone()));
    assert_eq!(
        (done["repeated"].as_bool(), again["repeated"].as_bool()),
        (Some(false), Some(true))
    );
    assert_eq!((&done["events"], &done["revision"]), (&again["events"], &again["revision"]));
    let (status, answer) = bob.post(&commands, sent);
    assert_eq!(status, 409, "another seat's id: {answer}");
    let stale = json!({ "client_id": "b", "revision": first, "command": { "type": "pass" } });
    let (status, answer) = bob.post(&commands, stale);
    assert_eq!((status, answer["error"]["code"].as_str()), (409, Some("stale")));
    assert_eq!(answer["view"]["seat"]["seat"], 1, "the response has the sender's present view");
    assert_eq!(answer["error"]["revision"], done["revision"]);
    for bad in ["", "#own", &"x".repeat(65)] {
        let sent = json!({ "client_id": bad, "revision": 1, "command": { "type": "pass" } });
        assert_eq!(bob.post(&commands, sent).0, 400);
    }
}

#[test]
fn races_have_one_outcome() {
    let server = TestServer::new();
    let (mut ann, _bob, path) = table(&server);
    let commands = format!("{path}/commands");
    for round in 0..10 {
        let view = ann.ok("GET", &path, None);
        let before = view["game"]["revision"].as_u64().unwrap();
        if view["game"]["status"] == "over" {
            break;
        }
        let seat = public(&view)["to_move"].as_u64().unwrap();
        let token = if seat == 0 { ann.token.clone() } else { _bob.token.clone() };
        // The same click four times, and two other clients of the same seat.
        let ids = [
            format!("r{round}"),
            format!("r{round}"),
            format!("r{round}"),
            format!("r{round}"),
            format!("x{round}"),
            format!("y{round}"),
        ];
        let outcomes: Vec<(u16, Value)> = std::thread::scope(|scope| {
            let send = |client_id: String| {
                let (token, commands, address) = (token.clone(), commands.clone(), server.address);
                scope.spawn(move || {
                    let mut client = Client::new(address);
                    client.token = token;
                    client.post(&commands, json!({ "client_id": client_id, "revision": before, "command": { "type": "pass" } }))
                })
            };
            let threads: Vec<_> = ids.into_iter().map(send).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let fresh = outcomes
            .iter()
            .filter(|(status, answer)| *status == 200 && answer["repeated"] == false);
        assert_eq!(fresh.count(), 1, "{outcomes:?}");
        assert!(outcomes.iter().all(|(status, _)| matches!(status, 200 | 409)), "{outcomes:?}");
        let events = ann.ok("GET", &format!("{path}/events?after={before}"), None);
        let passes =
            events["events"].as_array().unwrap().iter().filter(|e| e["fact"]["type"] == "passed");
        assert_eq!(passes.count(), 1);
    }
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    let server = TestServer::new();
    let (mut ann, _bob, path) = table(&server);
    let long = "x".repeat(3 << 20);
    let table: Vec<(&str, String, &str, u16)> = vec![
        ("GET", "/nowhere".into(), "", 404),
        ("PUT", "/api/v1/games".into(), "", 405),
        ("GET", "/api/v1/games/none".into(), "", 404),
        ("GET", format!("/api/v1/games/{}", "x".repeat(500)), "", 404),
        ("POST", "/api/v1/games".into(), "", 400),
        ("POST", "/api/v1/games".into(), "{}", 400),
        ("POST", "/api/v1/games".into(), &long, 413),
        ("POST", "/api/v1/games".into(), r#"{"variant":{"shipped":"none"},"seats":["me"]}"#, 422),
        ("POST", "/api/v1/games".into(), r#"{"variant":{"shipped":"classic"},"seats":[]}"#, 422),
        (
            "POST",
            "/api/v1/games".into(),
            r#"{"variant":{"shipped":"classic"},"seats":["me","me"]}"#,
            400,
        ),
        (
            "POST",
            "/api/v1/games".into(),
            r#"{"variant":{"shipped":"polish"},"seats":["me","open"]}"#,
            422,
        ),
        (
            "POST",
            "/api/v1/games".into(),
            r#"{"variant":{"toml":"format = 1"},"seats":["me"]}"#,
            422,
        ),
        (
            "POST",
            format!("{path}/commands"),
            r#"{"client_id":"a","revision":0,"command":{"type":"fly"}}"#,
            400,
        ),
        (
            "POST",
            format!("{path}/commands"),
            r#"{"client_id":"a","revision":0,"command":{"type":"tick"}}"#,
            400,
        ),
        (
            "POST",
            format!("{path}/commands"),
            r#"{"client_id":"a","revision":-1,"command":{"type":"pass"}}"#,
            400,
        ),
        (
            "POST",
            format!("{path}/preview"),
            r#"{"move":{"actions":[{"place":{"x":1,"y":1}}]}}"#,
            400,
        ),
        ("GET", format!("{path}/events?after=-1"), "", 400),
        ("GET", format!("{path}/events?before=1"), "", 400),
        ("GET", format!("{path}/hints"), "", 403),
        ("GET", format!("{path}/export.json"), "", 409),
        ("GET", format!("{path}/export.gcg"), "", 409),
        ("GET", format!("{path}/live"), "", 400),
        ("GET", format!("{path}/account.svg"), "", 404),
        (
            "POST",
            "/api/v1/sessions".into(),
            r#"{"name":"nobody","password":"wrong password"}"#,
            401,
        ),
        ("POST", "/api/v1/players".into(), r#"{"name":"short","password":"short"}"#, 400),
        ("POST", "/api/v1/guests".into(), "{\"name\":\"a\\u0000b\"}", 400),
    ];
    for (method, path, body, expected) in table {
        let (status, answer) = ann.send(method, &path, body.as_bytes());
        let shown: String = answer.chars().take(300).collect();
        assert_eq!(status, expected, "{method} {path}: {shown}");
        assert!(!answer.is_empty(), "{method} {path} says why");
    }
    let mut state = 7u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let good = json!({ "client_id": "m", "revision": 1, "command": { "type": "move", "move": { "actions": [{ "place": { "x": 7, "y": 7, "kind_id": "A" } }] } } }).to_string();
    for _ in 0..500 {
        let mut bytes = good.clone().into_bytes();
        let at = next(bytes.len());
        bytes[at] = b"0123456789\"{}[],:-AB\xff"[next(21)];
        let (status, _) = ann.send("POST", &format!("{path}/commands"), &bytes);
        assert!(status < 500, "{}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn too_much_is_refused_with_a_time_to_wait() {
    let limits = Limits {
        guests_per_minute: 2,
        previews_per_minute: 3,
        games_per_player: 2,
        chat_per_minute: 1,
        ..generous().limits
    };
    let server = TestServer::one(Config { limits, ..Config::default() });
    let (mut ann, _bob, path) = table(&server);
    let mut client = Client::new(server.address);
    assert_eq!(client.post("/api/v1/guests", json!({})).0, 429);
    assert!(client.headers.to_lowercase().contains("retry-after: 30"), "{}", client.headers);
    server.pass_time(30_000);
    assert_eq!(client.post("/api/v1/guests", json!({})).0, 200);
    let preview = json!({ "move": { "actions": [] } });
    let statuses: Vec<u16> =
        (0..4).map(|_| ann.post(&format!("{path}/preview"), preview.clone()).0).collect();
    assert_eq!(statuses, [200, 200, 200, 429]);
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"], "words": "free" });
    assert_eq!(ann.post("/api/v1/games", settings.clone()).0, 200);
    assert_eq!(ann.post("/api/v1/games", settings).0, 409, "unfinished games are bounded");
}

#[test]
fn accounts_sign_in_and_out_and_leave() {
    let server = TestServer::new();
    let (mut ann, mut bob, path) = table(&server);
    let account = json!({ "name": "Ann Other", "password": "correct horse" });
    let upgraded = ann.ok("POST", "/api/v1/players", Some(account.clone()));
    assert_eq!(upgraded["player"]["guest"], false);
    // The token of the guest has ended.
    ann.token = upgraded["token"].as_str().map(str::to_string);
    assert_eq!(
        upgraded["player"]["id"],
        ann.ok("GET", "/api/v1/me", None)["id"],
        "the same player"
    );
    assert_eq!(
        Client::new(server.address)
            .post("/api/v1/players", json!({ "name": "ann other", "password": "another one" }))
            .0,
        409
    );
    let mut second = Client::new(server.address);
    let wrong = json!({ "name": "Ann Other", "password": "wrong horse" });
    assert_eq!(second.post("/api/v1/sessions", wrong).0, 401);
    second.token =
        second.ok("POST", "/api/v1/sessions", Some(account))["token"].as_str().map(str::to_string);
    assert_eq!(second.ok("GET", "/api/v1/games", None)["games"].as_array().unwrap().len(), 1);
    assert_eq!(second.delete("/api/v1/sessions/current").0, 204);
    let elsewhere_too = || {
        // At once where it was revoked; other servers believe a token for three seconds.
        if common::setup() == common::Setup::Cluster {
            std::thread::sleep(std::time::Duration::from_millis(3_100));
        }
    };
    elsewhere_too();
    for _ in 0..6 {
        assert_eq!(second.get("/api/v1/me").0, 401, "the token is revoked");
    }
    assert_eq!(ann.get("/api/v1/me").0, 200, "the other token is not");
    let export = ann.ok("GET", "/api/v1/me/export", None);
    assert_eq!(export["games"][0]["seat"], 0);
    assert_eq!(ann.delete("/api/v1/me").0, 204);
    elsewhere_too();
    assert_eq!(ann.get("/api/v1/me").0, 401);
    let view = bob.ok("GET", &path, None);
    assert_eq!(view["game"]["status"], "over", "who leaves resigns");
    assert_eq!(view["game"]["seats"][0]["name"], "gone");
    assert_eq!(Client::new(server.address).get("/api/v1/games").0, 401);
}

#[test]
fn games_without_spectators_are_seen_by_their_players_only() {
    let server = TestServer::new();
    let (mut ann, mut eve) = (server.guest("Ann"), server.guest("Eve"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free", "spectators": false });
    let path = format!("/api/v1/games/{}", id(&ann.ok("POST", "/api/v1/games", Some(settings))));
    assert_eq!(ann.get(&path).0, 200);
    for end in ["", "/events", "/chat", "/board.svg", "/account.svg", "/export.json"] {
        assert_eq!(eve.get(&format!("{path}{end}")).0, 404, "{end}");
        assert_eq!(Client::new(server.address).get(&format!("{path}{end}")).0, 404, "{end}");
    }
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let config = Config { origins: vec!["https://play.example".to_string()], ..generous() };
    let server = TestServer::config(config);
    let mut client = Client::new(server.address);
    let paths = [
        "/",
        "/app.js",
        "/app.css",
        "/docs/",
        "/api/v1/variants",
        "/nowhere",
        "/healthz",
        "/readyz",
    ];
    for path in paths {
        client.get(path);
        let headers = client.headers.to_lowercase();
        assert!(headers.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(headers.contains("x-content-type-options: nosniff"), "{path}");
        assert!(!headers.contains("access-control-allow-origin"), "{path}");
    }
}

#[test]
fn the_book_has_a_place_of_its_own() {
    let server = TestServer::new();
    let mut client = Client::new(server.address);
    let (status, page) = client.get("/docs/");
    assert!(status == 200 && page.to_string().contains("book"), "{status}: {page}");
    assert_eq!(client.get("/docs").0, 308);
    assert!(client.headers.to_lowercase().contains("location: /docs/"), "{}", client.headers);
    assert_eq!(client.get("/docs/nowhere.html").0, 404);
}

#[test]
fn the_document_has_every_operation_and_every_operation_answers() {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    let text = document.to_string();
    for part in text.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    for route in routes() {
        let operation = &document["paths"][route.path][route.method];
        assert_eq!(operation["summary"], route.summary);
        assert_eq!(operation["operationId"], route.id);
    }
    let ids: BTreeSet<_> = routes().iter().map(|route| route.id).collect();
    assert_eq!(ids.len(), routes().len(), "every operation has an id of its own");
    // And every route answers.
    let server = TestServer::new();
    let (mut ann, _bob, path) = table(&server);
    for route in routes().iter().filter(|route| route.method != "delete") {
        let address = route.path.replace("/api/v1/games/{id}", &path);
        let (status, _) = ann.send(&route.method.to_uppercase(), &address, b"");
        assert!(status != 405 && status < 500, "{} {address}: {status}", route.method);
        if status == 200 && route.response.contains('/') {
            let documented = format!("content-type: {}", route.response);
            assert!(ann.headers.to_lowercase().contains(&documented), "{address}: {}", ann.headers);
        }
    }
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let begun = ann.ok("POST", "/api/v1/daily", Some(json!(null)));
    let again = ann.ok("POST", "/api/v1/daily", Some(json!(null)));
    assert_eq!(id(&begun), id(&again), "one game a day");
    let other = bob.ok("POST", "/api/v1/daily", Some(json!(null)));
    assert_ne!(id(&begun), id(&other));
    assert_eq!(begun["view"]["seat"]["rack"], other["view"]["seat"]["rack"]);
    assert_eq!(public(&begun)["board"], public(&other)["board"]);
    let path = format!("/api/v1/games/{}", id(&begun));
    assert_eq!(bob.get(&path).0, 404, "nobody looks over the shoulder");
    assert_eq!(ann.get(&format!("{path}/share")).0, 409);
    for turn in 0..5 {
        let revision = revision(&mut ann, &path);
        let sent = json!({ "client_id": format!("{turn}"), "revision": revision, "command": { "type": "pass" } });
        if ann.post(&format!("{path}/commands"), sent).0 != 200 {
            break;
        }
    }
    let share = ann.send("GET", &format!("{path}/share"), b"");
    assert!(share.0 == 200 && share.1.contains("2023-11-14: "), "{}", share.1);
    let daily = bob.ok("GET", "/api/v1/daily", None);
    assert_eq!(
        (daily["finished"].as_u64(), daily["best"][0]["name"].as_str()),
        (Some(1), Some("Ann"))
    );
    server.pass_time(86_400_000);
    let next = ann.ok("POST", "/api/v1/daily", Some(json!(null)));
    assert_ne!(
        next["view"]["seat"]["rack"], begun["view"]["seat"]["rack"],
        "another day, another puzzle"
    );
}

#[test]
fn games_between_players_are_rated_once() {
    let server = TestServer::config(short_games_count());
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    let seen = revision(&mut ann, &path);
    let resign = json!({ "client_id": "r", "revision": seen, "command": { "type": "resign" } });
    bob.ok("POST", &format!("{path}/commands"), Some(resign));
    for (client, rating, won) in [(&mut ann, 1515, 1), (&mut bob, 1484, 0)] {
        let me = client.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string();
        let ratings = client.ok("GET", &format!("/api/v1/players/{me}/ratings"), None);
        assert_eq!(
            ratings["ratings"],
            json!([{
                "family": "rect-en", "shape": "rect", "language": "en", "rating": rating,
                "deviation": 345, "provisional": true, "games": 1,
                "won": won, "drawn": 0, "lost": 1 - won
            }])
        );
        client.ok("GET", "/api/v1/me/inventory", None);
    }
    for end in ["ratings", "profile", "ratings/history?family=rect-en"] {
        assert_eq!(ann.get(&format!("/api/v1/players/nobody/{end}")).0, 404, "{end}");
    }
}

#[test]
fn the_operators_service_is_told_whose_turn_it_is() {
    use std::io::{Read, Write};
    let receiver = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/turns", receiver.local_addr().unwrap());
    let webhook = Some(tilewright_server::Webhook::parse(&url, "key").unwrap());
    let server = TestServer::one(Config { webhook, ..generous() });
    let heard = std::thread::spawn(move || {
        // The first message is refused, and comes again, until those of the end have come.
        let (mut bodies, mut refused) = (Vec::new(), 0);
        while bodies.len() < 3 {
            let (mut stream, _) = receiver.accept().unwrap();
            let mut text = String::new();
            let mut part = [0; 4096];
            while !text.contains("}") {
                let count = stream.read(&mut part).unwrap();
                text += std::str::from_utf8(&part[..count]).unwrap();
            }
            assert!(text.contains("X-Tilewright-Signature: sha256="), "{text}");
            let body: Value = serde_json::from_str(text.split("\r\n\r\n").nth(1).unwrap()).unwrap();
            if body["event"] == "your_turn" && bodies.len() < 2 {
                refused += 1;
                continue;
            }
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
            bodies.push(body);
        }
        assert!(refused > 0, "nothing was refused");
        bodies
    });
    let (mut ann, _bob, path) = table(&server);
    let seen = revision(&mut ann, &path);
    let resign = json!({ "client_id": "r", "revision": seen, "command": { "type": "resign" } });
    ann.ok("POST", &format!("{path}/commands"), Some(resign));
    let bodies = heard.join().unwrap();
    let notified: Vec<_> = bodies
        .iter()
        .map(|b| (b["event"].as_str().unwrap(), b["seat"].as_u64().unwrap()))
        .collect();
    // The message that has to come again does not keep the others.
    assert_eq!(notified[2], ("your_turn", 0), "{notified:?}");
    let ends: BTreeSet<_> = notified[..2].iter().copied().collect();
    assert_eq!(ends, [("game_over", 0), ("game_over", 1)].into());
    for bad in ["x", "http://", "http://x:y/", "ftp://x", "https://user:secret@x/"] {
        assert!(tilewright_server::Webhook::parse(bad, "").is_err(), "{bad}");
    }
}
