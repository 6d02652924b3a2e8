//! Whole games over HTTP and sockets.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, id, public};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// A small word list for the language of a variant.
fn words(variant: &str) -> Value {
    let variant = tilewright::Variant::shipped(variant).unwrap();
    if variant.tiles().alphabet().len() < 3 {
        return json!({ "list": "AA\nAB\nBA\nBB\nABA\nBAB\nAAB\nABBA" });
    }
    let id = variant.lexicon().unwrap_or("en");
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../lexicon/data", "../../fixtures/words"];
    let file = places.map(|place| here.join(place).join(format!("{id}-small.txt")));
    let file = file.iter().find(|file| file.is_file()).unwrap();
    json!({ "list": std::fs::read_to_string(file).unwrap() })
}

/// A socket that keeps what it hears.
fn socket(server: &TestServer, game: &str, hello: Value) -> Arc<Mutex<Vec<Value>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let keep = heard.clone();
    let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
    let (mut socket, _) =
        server.runtime.block_on(tokio_tungstenite::connect_async(address)).unwrap();
    server.runtime.spawn(async move {
        socket.send(Message::text(hello.to_string())).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                keep.lock().unwrap().push(serde_json::from_str(&text).unwrap());
            }
        }
    });
    wait("a welcome", || !heard.lock().unwrap().is_empty());
    heard
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The best hint as a command, or a pass.
fn best(client: &mut Client, game: &str) -> Value {
    let hints = client.ok("GET", &format!("/api/v1/games/{game}/hints"), None);
    match hints["moves"].get(0) {
        Some(found) => json!({ "type": "move", "move": found["move"] }),
        None => json!({ "type": "pass" }),
    }
}

fn indices(heard: &[Value]) -> Vec<u64> {
    let events = heard.iter().filter(|message| message["type"] == "events");
    events
        .flat_map(|message| message["events"].as_array().unwrap())
        .map(|event| event["index"].as_u64().unwrap())
        .collect()
}

#[test]
fn a_typo_in_a_word_list_fails_when_the_game_is_made() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    let file =
        "format = 1\nid = \"own\"\nname = \"Own\"\nextends = \"classic\"\nlexicon = \"enn\"\n";
    let settings = [
        json!({ "variant": { "shipped": "classic" }, "words": { "shipped": "enn" } }),
        json!({ "variant": { "toml": file } }),
    ];
    for mut settings in settings {
        settings["seats"] = json!(["me", { "bot": "casual" }]);
        let (status, answer) = ann.post("/api/v1/games", settings);
        let error = &answer["error"];
        assert_eq!((status, error["code"].as_str()), (422, Some("words")), "{answer}");
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with("the word list `enn` is not loaded"), "{message}");
    }
    assert_eq!(ann.ok("GET", "/api/v1/games", None)["games"], json!([]), "nothing was stored");
}

#[test]
fn two_players_finish_a_game_that_replays_to_the_same_totals() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"],
        "words": words("classic"), "hints": true });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    assert_eq!(made["game"]["status"], "open");
    let path = |end: &str| format!("/api/v1/games/{game}/{end}");
    let early = socket(&server, &game, json!({ "type": "hello", "token": ann.token, "after": 0 }));
    let (status, _) = ann.post(&path("start"), json!(null));
    assert_eq!(status, 409, "a seat is free");
    let code = made["invites"][0]["code"].as_str().unwrap();
    assert_eq!(bob.post(&path("join"), json!({ "invite": "0000" })).0, 404);
    let joined = bob.ok("POST", &path("join"), Some(json!({ "invite": code })));
    assert_eq!(
        (joined["game"]["status"].as_str(), joined["game"]["your_seat"].as_u64()),
        (Some("running"), Some(1))
    );
    let mut late = server.guest("Late");
    assert_eq!(late.post(&path("join"), json!({ "invite": code })).0, 409, "the seat is taken");
    assert_eq!(late.post(&path("preview"), json!({ "move": { "actions": [] } })).0, 403);
    let watching = socket(&server, &game, json!({ "type": "hello" }));
    let mut players = [ann, bob];
    let mut turns = 0;
    let result = loop {
        let view = players[0].ok("GET", &format!("/api/v1/games/{game}"), None);
        let state = public(&view);
        if !state["result"].is_null() {
            break state["result"].clone();
        }
        let seat = state["to_move"].as_u64().unwrap() as usize;
        let list = players[seat].ok("GET", "/api/v1/games", None);
        assert_eq!(list["games"][0]["your_turn"], true);
        assert_eq!(
            players[1 - seat].ok("GET", "/api/v1/games", None)["games"][0]["your_turn"],
            false
        );
        let command = best(&mut players[seat], &game);
        if command["type"] == "move" {
            let preview = players[seat].ok(
                "POST",
                &path("preview"),
                Some(json!({ "move": command["move"] })),
            );
            assert_eq!(preview["legal"], true);
        }
        let sent = json!({ "client_id": format!("turn {turns}"), "revision": state["revision"], "command": command });
        let (status, _) = players[1 - seat].post(&path("commands"), sent.clone());
        assert_eq!(status, 422, "out of turn");
        let done = players[seat].ok("POST", &path("commands"), Some(sent));
        assert_eq!(done["repeated"], false);
        turns += 1;
        assert!(turns < 300);
    };
    let end = public(&players[0].ok("GET", &format!("/api/v1/games/{game}"), None))["revision"]
        .as_u64()
        .unwrap();
    for heard in [&early, &watching] {
        wait("all events", || indices(&heard.lock().unwrap()).last() == Some(&(end - 1)));
    }
    assert_eq!(indices(&early.lock().unwrap()), (0..end).collect::<Vec<_>>());
    // A socket that comes later goes on where it stopped.
    let resumed = socket(&server, &game, json!({ "type": "hello", "after": 7 }));
    wait("the rest", || indices(&resumed.lock().unwrap()).len() as u64 == end - 7);
    assert_eq!(indices(&resumed.lock().unwrap()), (7..end).collect::<Vec<_>>());
    let export = players[0].ok("GET", &path("export.json"), None);
    let engine = |client: &mut Client, op: &str| {
        let call = json!({ "v": 1, "call": { "op": op, "game": export } });
        client.ok("POST", "/api/v1/engine", Some(call))["answer"].clone()
    };
    let replayed = engine(&mut players[0], "view");
    assert_eq!(public(&replayed)["result"], result);
    assert_eq!(engine(&mut players[0], "verify")["ok"], true);
    let gcg = players[0].send("GET", &path("export.gcg"), b"").1;
    assert!(gcg.contains("#player1 Ann"), "{gcg}");
    let again = players[1].ok("POST", &path("rematch"), Some(json!(null)));
    assert_eq!(again["game"]["rematch"]["seats"], json!([1]), "it waits for the other player");
    let again = players[0].ok("POST", &path("rematch"), Some(json!(null)));
    assert_eq!(
        (again["game"]["your_seat"].as_u64(), again["game"]["status"].as_str()),
        (Some(1), Some("running"))
    );
}

/// The messages that are not the welcome.
fn updates(heard: &Arc<Mutex<Vec<Value>>>) -> Vec<Value> {
    heard.lock().unwrap().iter().skip(1).cloned().collect()
}

#[test]
fn a_move_is_one_request_and_one_frame_for_each_viewer() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"],
        "words": words("classic"), "hints": true });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    let invite = json!({ "invite": made["invites"][0]["code"] });
    bob.ok("POST", &format!("{path}/join"), Some(invite));
    let viewers = [ann.token.clone(), bob.token.clone(), None, None];
    let hello = |token: &Option<String>| json!({ "type": "hello", "token": token });
    let sockets: Vec<_> =
        viewers.iter().map(|token| socket(&server, &id(&made), hello(token))).collect();
    let mut players = [ann, bob];
    let mut revision = players[0].ok("GET", &path, None)["game"]["revision"].as_u64().unwrap();
    for turn in 0..4 {
        let seat = turn % 2;
        let resigns = turn == 3;
        let command = match resigns {
            true => json!({ "type": "resign" }),
            false => best(&mut players[seat], &id(&made)),
        };
        let sent =
            json!({ "client_id": format!("{turn}"), "revision": revision, "command": command });
        let answer = players[seat].ok("POST", &format!("{path}/commands"), Some(sent));
        for socket in &sockets {
            wait("a frame", || updates(socket).len() > turn);
        }
        // Nothing else follows.
        std::thread::sleep(Duration::from_millis(100));
        let from = revision;
        revision = answer["revision"].as_u64().unwrap();
        for (viewer, (token, socket)) in viewers.iter().zip(&sockets).enumerate() {
            let heard = updates(socket);
            assert_eq!(heard.len(), turn + 1, "viewer {viewer}: one frame for each move");
            let frame = &heard[turn];
            assert_eq!((&frame["type"], &frame["revision"]), (&json!("events"), &json!(revision)));
            let mut client = Client::new(server.address);
            client.token = token.clone();
            let events = client.ok("GET", &format!("{path}/events?after={from}"), None);
            assert_eq!(frame["events"], events["events"], "viewer {viewer}");
            let shown = client.ok("GET", &path, None);
            assert_eq!(frame["view"], shown["view"], "viewer {viewer}");
            // The game from outside is sent when its status changes.
            let game = if resigns { shown["game"].clone() } else { Value::Null };
            assert_eq!(frame["game"], game, "viewer {viewer}");
            if viewer == seat {
                for field in ["revision", "events", "view", "game", "now"] {
                    assert_eq!(answer[field], frame[field], "{field}");
                }
            }
        }
        assert_eq!(updates(&sockets[2]), updates(&sockets[3]), "spectators see the same");
        let rack = |viewer: usize| updates(&sockets[viewer])[turn]["view"]["seat"]["rack"].clone();
        assert!(rack(0).is_array() && rack(1).is_array() && rack(2).is_null());
    }
    // Who comes back late gets the view with the last of the events.
    let late = socket(&server, &id(&made), json!({ "type": "hello", "after": 3 }));
    wait("the rest", || !updates(&late).is_empty());
    assert_eq!(updates(&late)[0]["view"], updates(&sockets[2])[3]["view"]);
}

#[test]
fn a_spectator_who_takes_a_seat_is_sent_the_updates_of_that_seat() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"],
        "words": words("classic") });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    let heard = socket(&server, &id(&made), json!({ "type": "hello", "token": bob.token }));
    let invite = json!({ "invite": made["invites"][0]["code"] });
    let joined = bob.ok("POST", &format!("{path}/join"), Some(invite));
    let sent = json!({ "client_id": "1", "revision": joined["game"]["revision"],
        "command": { "type": "pass" } });
    let answer = ann.ok("POST", &format!("{path}/commands"), Some(sent));
    wait("the pass", || {
        heard.lock().unwrap().last().is_some_and(|last| last["revision"] == answer["revision"])
    });
    let heard = updates(&heard);
    assert_eq!(heard[0]["your_seat"], 1, "{}", heard[0]);
    let end = answer["revision"].as_u64().unwrap();
    assert_eq!(indices(&heard), (0..end).collect::<Vec<_>>());
    assert_eq!(heard.last().unwrap()["view"], bob.ok("GET", &path, None)["view"]);
    for update in heard.iter().filter(|update| update["type"] == "events") {
        assert!(update["view"]["spectator"].is_null(), "{update}");
    }
}

#[test]
fn bots_finish_games_of_every_variant() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    let levels = ["casual", "expert", "beginner"];
    let games: Vec<(String, String)> = tilewright::shipped_ids()
        .enumerate()
        .map(|(index, variant)| {
            let (least, most) = tilewright::Variant::shipped(variant).unwrap().players();
            let seats: Vec<Value> = (0..(2 + index as u8 % 2).clamp(least, most))
                .map(|seat| json!({ "bot": levels[usize::from(seat)] }))
                .collect();
            let settings = json!({ "variant": { "shipped": variant }, "seats": seats, "words": words(variant) });
            (variant.to_string(), id(&ann.ok("POST", "/api/v1/games", Some(settings))))
        })
        .collect();
    for (variant, game) in games {
        let mut last = Value::Null;
        wait(&variant, || {
            last = ann.ok("GET", &format!("/api/v1/games/{game}"), None);
            last["game"]["status"] == "over"
        });
        let export = ann.ok("GET", &format!("/api/v1/games/{game}/export.json"), None);
        let call = json!({ "v": 1, "call": { "op": "view", "game": export } });
        let view = ann.ok("POST", "/api/v1/engine", Some(call))["answer"].clone();
        assert_eq!(public(&view)["result"], public(&last)["result"], "{variant}");
    }
    let checked =
        tilewright_server::verify(&tilewright_protocol::Engine::new(), &*server.store, |_| {})
            .unwrap();
    assert_eq!((checked.games, &checked.faults[..]), (33, &[][..]));
    assert!(checked.plays > 300);
    assert_eq!(server.counted("games_ended_total"), 33);
}

#[test]
fn a_restarted_server_goes_on_with_every_game() {
    let mut server = TestServer::lasting();
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }],
        "words": words("classic"), "hints": true });
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let bots = json!({ "variant": { "shipped": "classic" }, "seats": [{ "bot": "expert" }, { "bot": "casual" }],
        "words": words("classic") });
    let watched = id(&ann.ok("POST", "/api/v1/games", Some(bots)));
    let mut turn = 0;
    for _ in 0..3 {
        for _ in 0..2 {
            let path = format!("/api/v1/games/{game}");
            let mut view = Value::Null;
            wait("my turn", || {
                view = ann.ok("GET", &path, None);
                view["game"]["your_turn"] == true || view["game"]["status"] == "over"
            });
            if view["game"]["status"] == "over" {
                break;
            }
            let command = best(&mut ann, &game);
            let sent = json!({ "client_id": format!("t{turn}"), "revision": view["game"]["revision"], "command": command });
            ann.ok("POST", &format!("{path}/commands"), Some(sent));
            turn += 1;
        }
        server.restart();
        // Bots that were interrupted are looked for after a while.
        server.pass_time(10_000);
        let token = ann.token.clone();
        ann = Client::new(server.address);
        ann.token = token;
    }
    wait("the bots", || {
        server.pass_time(5_000);
        ann.ok("GET", &format!("/api/v1/games/{watched}"), None)["game"]["status"] == "over"
    });
    assert!(turn > 3);
}

#[test]
fn clocks_pass_and_resign_without_anybody_asking() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    for (variant, step, ends) in [
        ("wordstockt-speed", 61_000, "consecutive_passes"),
        ("anadrome", 21 * 86_400_000, "resignation"),
    ] {
        let settings = json!({ "variant": { "shipped": variant }, "seats": ["me", "open"], "words": words(variant) });
        let made = ann.ok("POST", "/api/v1/games", Some(settings));
        let mut bob = server.guest("Bob");
        let path = format!("/api/v1/games/{}", id(&made));
        bob.ok(
            "POST",
            &format!("{path}/join"),
            Some(json!({ "invite": made["invites"][0]["code"] })),
        );
        let before = ann.ok("GET", &path, None)["game"]["revision"].as_u64().unwrap();
        // Nobody asks: the store is looked at, not the server.
        server.pass_time(step);
        let record = || server.store.game(path.rsplit('/').next().unwrap()).unwrap().unwrap();
        wait("the clock", || record().revision > before);
        let late =
            json!({ "client_id": "late", "revision": before, "command": { "type": "pass" } });
        let (status, answer) = ann.post(&format!("{path}/commands"), late);
        assert_eq!(status, 409, "{answer}");
        assert!(answer["view"]["seat"].is_object());
        server.pass_time(step);
        let mut view = Value::Null;
        wait("the end", || {
            view = ann.ok("GET", &path, None);
            view["game"]["status"] == "over"
        });
        assert_eq!(public(&view)["result"]["rule"], ends, "{variant}");
    }
}

#[test]
fn talk_reaches_the_players_and_nobody_else() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "beginner" }], "words": words("classic") });
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let heard = socket(&server, &game, json!({ "type": "hello", "token": ann.token }));
    let watching = socket(&server, &game, json!({ "type": "hello" }));
    wait("the welcome", || {
        !watching.lock().unwrap().is_empty() && !heard.lock().unwrap().is_empty()
    });
    let path = format!("/api/v1/games/{game}/chat");
    ann.ok("POST", &path, Some(json!({ "text": " hello \"there\" " })));
    wait("talk", || {
        heard.lock().unwrap().iter().any(|m| m["type"] == "talk" && m["text"] == "hello \"there\"")
    });
    assert_eq!(ann.ok("GET", &path, None)["lines"][0]["text"], "hello \"there\"");
    for bad in ["", "  ", &"x".repeat(501), "a\u{0}b"] {
        assert_eq!(ann.post(&path, json!({ "text": bad })).0, 400);
    }
    let mut bob = server.guest("Bob");
    assert_eq!(bob.post(&path, json!({ "text": "hello" })).0, 403);
    assert_eq!(bob.get(&path).0, 403, "who watches does not read along");
    assert_eq!(Client::new(server.address).get(&path).0, 403);
    // What comes later has come: the line of talk was not sent to who watches.
    let view = ann.ok("GET", &format!("/api/v1/games/{game}"), None);
    let resign = json!({ "client_id": "r", "revision": view["game"]["revision"], "command": { "type": "resign" } });
    ann.ok("POST", &format!("/api/v1/games/{game}/commands"), Some(resign));
    wait("the end", || watching.lock().unwrap().iter().any(|m| m["type"] == "events"));
    assert!(watching.lock().unwrap().iter().all(|m| m["type"] != "talk"));
    let svg = bob.send("GET", &format!("/api/v1/games/{game}/board.svg?theme=dark"), b"");
    assert!(svg.0 == 200 && svg.1.starts_with("<svg"));
    // "Variant" is the word for games; a choice that is not known is not called one.
    let bad = bob.send("GET", &format!("/api/v1/games/{game}/board.svg?theme=plaid"), b"");
    assert!(bad.0 == 400 && bad.1.contains("`plaid` is not known here; use "), "{bad:?}");
    assert!(!bad.1.contains("variant"), "{bad:?}");
}
