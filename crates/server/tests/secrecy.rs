//! Nobody learns what they may not know: every byte that goes out is searched for hidden tiles
//! and seeds.
//!
//! The variant of this test has forty kinds of tiles, one of each, with names that occur nowhere
//! else. So a name in an answer is a tile, and it can be told whether its reader may know it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, id, public};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tokio_tungstenite::tungstenite::Message;

fn names() -> Vec<String> {
    let letters: Vec<char> = ('A'..='T').collect();
    ["ZX", "QJ"]
        .iter()
        .flat_map(|first| letters.iter().map(move |l| format!("{first}{l}")))
        .collect()
}

fn variant(challenges: bool) -> Value {
    let letters: Vec<String> = names().iter().map(|name| format!("[\"{name}\", 1, 2]")).collect();
    let text = format!(
        "format = 1\nid = \"names\"\nname = \"Names\"\nextends = \"classic\"\nplayers = [2, 3]\n\
         [tiles]\nletters = [{}]\nblanks = []\n[rules.rack_size]\nsize = 5\n\
         [rules.bingo_bonus]\namount = {{ fixed = 50 }}\n[rules.challenge]\nenable_challenges = {challenges}\n\
         [rules.word_validation]\nenabled = true\n",
        letters.join(", ")
    );
    json!({ "toml": text })
}

/// The names in a text, without the lists of unseen tiles, which tell everyone the same.
fn mentioned(text: &str) -> BTreeSet<String> {
    fn without_unseen(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("unseen");
                map.values_mut().for_each(without_unseen);
            }
            Value::Array(items) => items.iter_mut().for_each(without_unseen),
            _ => {}
        }
    }
    let text = match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            without_unseen(&mut value);
            value.to_string()
        }
        Err(_) => text.to_string(),
    };
    let text = text.to_uppercase();
    names().into_iter().filter(|name| text.contains(name.as_str())).collect()
}

/// What a viewer has learned rightfully: own tiles, and tiles that came to the board.
#[derive(Default)]
struct Knowledge(BTreeSet<String>);

/// Tiles in texts that the viewer may not know.
fn leaks(heard: &[String], known: &Knowledge, seed: &str) -> Vec<String> {
    let mut found = Vec::new();
    for text in heard {
        let unknown: Vec<_> = mentioned(text).difference(&known.0).cloned().collect();
        if !unknown.is_empty() {
            found.push(format!("{unknown:?} in {text}"));
        }
        if text.to_lowercase().contains(&seed.to_lowercase()) {
            found.push(format!("the seed in {text}"));
        }
    }
    found
}

struct Watcher {
    client: Client,
    known: Knowledge,
    seat: Option<u8>,
    socket: Arc<Mutex<Vec<String>>>,
}

impl Watcher {
    fn new(server: &TestServer, client: Client, game: &str, seat: Option<u8>) -> Watcher {
        let socket = Arc::new(Mutex::new(Vec::new()));
        let keep = socket.clone();
        let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
        let (mut stream, _) =
            server.runtime.block_on(tokio_tungstenite::connect_async(address)).unwrap();
        let hello = json!({ "type": "hello", "token": client.token, "after": 0 }).to_string();
        server.runtime.spawn(async move {
            stream.send(Message::text(hello)).await.unwrap();
            while let Some(Ok(message)) = stream.next().await {
                if let Message::Text(text) = message {
                    keep.lock().unwrap().push(text.to_string());
                }
            }
        });
        Watcher { client, known: Knowledge::default(), seat, socket }
    }

    /// Learns from the store what the viewer may know: the truth, not what was answered.
    fn learn(&mut self, server: &TestServer, game: &str) {
        for text in server.store.events(game, 0, 100_000).unwrap() {
            let event: Value = serde_json::from_str(&text).unwrap();
            let fact = &event["fact"];
            let own = self.seat.is_some() && fact["seat"].as_u64() == self.seat.map(u64::from);
            let public = matches!(fact["type"].as_str(), Some("played" | "set_up" | "challenged"));
            if own || public {
                self.known.0.extend(mentioned(&text));
            }
        }
    }

    /// Asks everything that can be asked about a game.
    fn ask_everything(&mut self, game: &str) {
        let path = format!("/api/v1/games/{game}");
        for end in [
            "",
            "/events",
            "/events?after=3",
            "/chat",
            "/board.svg",
            "/account.svg",
            "/hints",
            "/export.json",
            "/export.gcg",
        ] {
            self.client.send("GET", &format!("{path}{end}"), b"");
        }
        for address in ["/api/v1/games", "/api/v1/me", "/metrics", "/healthz"] {
            self.client.send("GET", address, b"");
        }
        let wrong = json!({ "client_id": "w", "revision": 0, "command": { "type": "pass" } });
        self.client.post(&format!("{path}/commands"), wrong);
        let everywhere =
            json!({ "move": { "actions": [{ "place": { "x": 0, "y": 0, "kind_id": "?" } }] } });
        self.client.post(&format!("{path}/preview"), everywhere);
        for call in ["join", "start", "rematch"] {
            self.client.post(&format!("{path}/{call}"), json!({ "invite": "x" }));
        }
    }

    fn check(&mut self, seed: &str) {
        let mut heard = std::mem::take(&mut self.client.heard);
        heard.append(&mut self.socket.lock().unwrap());
        assert_eq!(leaks(&heard, &self.known, seed), [""; 0], "viewer {:?}", self.seat);
    }
}

fn play(challenges: bool) {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": variant(challenges), "seats": ["me", "open", { "bot": "casual" }],
        "words": { "list": "ZXAZXB\nZXCZXD\nQJAQJB\nZXAQJA" } });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let path = format!("/api/v1/games/{game}");
    let invite = json!({ "invite": made["invites"][0]["code"] });
    ann.heard.clear();
    let mut watchers = vec![
        Watcher::new(&server, ann, &game, Some(0)),
        Watcher::new(&server, server.guest("Eve"), &game, None),
        Watcher::new(&server, Client::new(server.address), &game, None),
    ];
    bob.ok("POST", &format!("{path}/join"), Some(invite));
    watchers.push(Watcher::new(&server, bob, &game, Some(1)));
    let seed = server.store.game(&game).unwrap().unwrap().secret;
    assert_eq!(seed.len(), 64);
    let mut all_of_ann = Vec::new();
    for turn in 0..24 {
        for watcher in &mut watchers {
            watcher.ask_everything(&game);
        }
        let record = server.store.game(&game).unwrap().unwrap();
        let over = record.head.status == tilewright_storage::GameStatus::Over;
        if over {
            break;
        }
        for watcher in &mut watchers {
            watcher.learn(&server, &game);
            if watcher.seat == Some(0) {
                all_of_ann.extend(watcher.client.heard.iter().cloned());
            }
            watcher.check(&seed);
        }
        // Whoever is to move does something: play, swap, challenge, pass.
        for index in [0, 3] {
            let watcher = &mut watchers[index];
            let view = watcher.client.get(&path).1;
            let state = public(&view);
            if !state["result"].is_null()
                || state["to_move"].as_u64() != watcher.seat.map(u64::from)
            {
                continue;
            }
            let rack: Vec<String> = view["view"]["seat"]["rack"]
                .as_array()
                .unwrap()
                .iter()
                .map(|tile| tile.as_str().unwrap().to_string())
                .collect();
            let command = match turn % 5 {
                0 | 2 if challenges => place(&state, &rack),
                1 if rack.len() > 1 => {
                    json!({ "type": "move", "move": { "actions": [{ "swap_rack": { "tiles": [rack[0], rack[1]] } }] } })
                }
                3 if challenges => json!({ "type": "challenge" }),
                _ => json!({ "type": "pass" }),
            };
            let sent = json!({ "client_id": format!("t{turn}-{index}"), "revision": state["revision"], "command": command });
            let (status, _) = watcher.client.post(&format!("{path}/commands"), sent);
            assert!(status < 500);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let events = server.store.events(&game, 0, 100_000).unwrap();
    let happened = |what: &str| events.iter().any(|event| event.contains(&format!("\"{what}\"")));
    assert!(happened("swapped") && happened("drew") && (happened("played") || !challenges));
    let log = server.log.lock().unwrap().clone();
    assert!(log.len() > 100);
    assert_eq!(leaks(&log, &Knowledge::default(), &seed), [""; 0], "the log");
    // The search finds a leak: what Ann was told is not for a spectator.
    let spectator = &watchers[1].known;
    assert!(!leaks(&all_of_ann, spectator, &seed).is_empty(), "a planted leak is found");
    assert!(!leaks(&[format!("x{seed}")], spectator, &seed).is_empty(), "a planted seed is found");
}

/// Two tiles on the start cell, or beside what lies there.
fn place(state: &Value, rack: &[String]) -> Value {
    let taken: BTreeSet<String> = state["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["cell"].as_str().unwrap().to_string())
        .collect();
    let row = (0..15).find(|y| !taken.contains(&format!("7,{}", (7 + y) % 15))).unwrap_or(0);
    let y = (7 + row) % 15;
    let tiles = rack.iter().take(2).zip(0..);
    let actions: Vec<Value> = tiles
        .map(|(tile, step)| json!({ "place_at": { "cell": format!("{},{y}", 7 + step), "kind_id": tile } }))
        .collect();
    json!({ "type": "move", "move": { "actions": actions } })
}

#[test]
fn nothing_hidden_goes_out_where_words_are_checked() {
    play(false);
}

#[test]
fn nothing_hidden_goes_out_where_words_are_challenged() {
    play(true);
}
