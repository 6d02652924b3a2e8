//! Whole games with a bot, in which everyone asks everything after every turn.

use crate::common::{Client, TestServer, id, public};
use crate::search::{WORDS, leaks, rightful, variant};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tokio_tungstenite::tungstenite::Message;

struct Watcher {
    client: Client,
    known: BTreeSet<String>,
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
        Watcher { client, known: BTreeSet::new(), seat, socket }
    }

    /// Learns from the store what the viewer may know: the truth, not what was answered.
    fn learn(&mut self, server: &TestServer, game: &str) {
        let events = server.store.events(game, 0, 100_000).unwrap();
        self.known.extend(rightful(&events, self.seat));
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
        assert_eq!(
            leaks(&heard, &self.known, &[seed.to_string()]),
            [""; 0],
            "viewer {:?}",
            self.seat
        );
    }
}

fn play(challenges: bool) {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": variant(challenges), "seats": ["me", "open", { "bot": "casual" }],
        "words": { "list": WORDS } });
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
    let (mut all_of_ann, mut pushed_to_ann) = (Vec::new(), Vec::new());
    for turn in 0..24 {
        for watcher in &mut watchers {
            watcher.ask_everything(&game);
        }
        let record = server.store.game(&game).unwrap().unwrap();
        let over = record.head.status == tilewright_storage::GamePhase::Over;
        if over {
            break;
        }
        for watcher in &mut watchers {
            watcher.learn(&server, &game);
            if watcher.seat == Some(0) {
                all_of_ann.extend(watcher.client.heard.iter().cloned());
                let frames = watcher.socket.lock().unwrap().clone();
                pushed_to_ann.extend(frames.into_iter().filter(|text| text.contains("\"view\"")));
            }
            watcher.check(&seed);
        }
        // The player to move does something: play, swap, challenge, pass.
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
    let seed = [seed];
    assert_eq!(leaks(&log, &BTreeSet::new(), &seed), [""; 0], "the log");
    // The search finds a leak: what Ann received is not for a spectator.
    let spectator = &watchers[1].known;
    assert!(!leaks(&all_of_ann, spectator, &seed).is_empty(), "a planted leak is found");
    // The same holds for the views that were pushed to her socket, for each other class.
    for other in [spectator, &watchers[3].known] {
        assert!(!leaks(&pushed_to_ann, other, &seed).is_empty(), "a frame of another class");
    }
}

/// Two tiles on the start cell, or beside what lies there.
pub fn place(state: &Value, rack: &[String]) -> Value {
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
