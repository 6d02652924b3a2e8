//! Clients that play many games at the same time through any server, and record the responses.

use super::check::{Acked, ClientRecord};
use super::http::{Connection, ask};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A game that ends after a dozen turns.
const VARIANT: &str = "format = 1\nid = \"brief\"\nname = \"Brief\"\nextends = \"classic\"\n\
    players = [2, 2]\n[tiles]\nletters = [[\"A\", 12, 1], [\"B\", 8, 2], [\"C\", 8, 3]]\n\
    blanks = []\n[rules.rack_size]\nsize = 5\n";
const WORDS: &str = "AB\nBA\nCAB\nABA\nCAC\nBAA\nAA\nBACA\nCABA\nABACA";

/// How long one game may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// Settings shared by all clients.
pub struct Play<'a> {
    pub ports: &'a [u16],
    pub acked: &'a AtomicUsize,
}

/// One thread: some players and their games.
struct Client<'a> {
    play: &'a Play<'a>,
    connections: Vec<Connection>,
    random: u64,
    tokens: [String; 2],
}

struct Game {
    path: String,
    /// Whether the second seat is a player's too.
    both: bool,
    turn: usize,
    record: ClientRecord,
    /// A command whose outcome is unknown: it is retried before anything else.
    pending: Option<(usize, Value)>,
    over: bool,
}

impl Client<'_> {
    fn next(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (self.random >> 33) as usize % below
    }

    /// Sends a request to any server, once.
    fn once(
        &mut self,
        player: usize,
        method: &str,
        path: &str,
        body: &str,
    ) -> Option<(u16, Value)> {
        let node = self.next(self.play.ports.len());
        let token = Some(self.tokens[player].as_str()).filter(|token| !token.is_empty());
        let token = token.map(str::to_string);
        let port = self.play.ports[node];
        ask(&mut self.connections[node], port, method, path, token.as_deref(), body)
    }

    /// Sends a request to one server after the other until one responds.
    fn ask(&mut self, player: usize, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let began = Instant::now();
        loop {
            match self.once(player, method, path, &body) {
                Some((status, answer)) if status < 500 && status != 429 => return (status, answer),
                _ => std::thread::sleep(Duration::from_millis(30)),
            }
            assert!(began.elapsed() < PATIENCE, "nobody answers {method} {path}");
        }
    }

    fn ok(&mut self, player: usize, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(player, method, path, body);
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    fn game(&mut self, both: bool) -> Game {
        let second = if both { json!("open") } else { json!({ "bot": "beginner" }) };
        let settings = json!({ "variant": { "toml": VARIANT }, "words": { "list": WORDS },
            "seats": ["me", second], "hints": true });
        let made = self.ok(0, "POST", "/api/v1/games", &settings);
        let path = format!("/api/v1/games/{}", made["game"]["id"].as_str().unwrap());
        if both {
            let invite = json!({ "invite": made["invites"][0]["code"] });
            self.ok(1, "POST", &format!("{path}/join"), &invite);
        }
        let (turn, record, pending) = (0, ClientRecord::default(), None);
        Game { path, both, turn, record, pending, over: false }
    }

    /// A step of a game: at most one command.
    fn step(&mut self, game: &mut Game) {
        let (player, command) = match game.pending.take() {
            Some(pending) => pending,
            None => {
                let view = self.ok(0, "GET", &game.path, &Value::Null);
                if view["game"]["status"] == "over" {
                    game.over = true;
                    return;
                }
                let player = usize::from(view["game"]["your_turn"] != true);
                if player == 1 && !game.both {
                    return;
                }
                let hints = self.ok(player, "GET", &format!("{}/hints", game.path), &Value::Null);
                let command = match hints["moves"].get(0) {
                    Some(found) => json!({ "type": "move", "move": found["move"] }),
                    None => json!({ "type": "pass" }),
                };
                game.turn += 1;
                let (client_id, revision) = (format!("c{}", game.turn), &view["game"]["revision"]);
                let command =
                    json!({ "client_id": client_id, "revision": revision, "command": command });
                (player, command)
            }
        };
        let client_id = command["client_id"].as_str().unwrap().to_string();
        let path = format!("{}/commands", game.path);
        match self.once(player, "POST", &path, &command.to_string()) {
            Some((200, answer)) => {
                let events = answer["events"].as_array().unwrap().iter();
                game.record.acked.push(Acked {
                    client_id,
                    seat: player as u64,
                    revision: answer["revision"].as_u64().unwrap(),
                    events: events.map(|event| event["index"].as_u64().unwrap()).collect(),
                });
                self.play.acked.fetch_add(1, Ordering::SeqCst);
            }
            Some((status, _)) if status < 500 && status != 429 => {
                game.record.refused.push(client_id)
            }
            // Stored or not: retry the same command, perhaps on another server.
            _ => game.pending = Some((player, command)),
        }
    }
}

/// One thread: creates games and plays them to the end. Returns the records by game.
fn thread(play: &Play<'_>, number: usize, games: usize) -> BTreeMap<String, ClientRecord> {
    let connections = play.ports.iter().map(|_| None).collect();
    let random = number as u64 * 7_919 + 1;
    let mut client = Client { play, connections, random, tokens: Default::default() };
    for player in 0..2 {
        let name = json!({ "name": format!("P{number}-{player}") });
        let token = client.ok(player, "POST", "/api/v1/guests", &name)["token"].clone();
        client.tokens[player] = token.as_str().unwrap().to_string();
    }
    let mut games: Vec<Game> = (0..games).map(|game| client.game(game % 2 == 0)).collect();
    let began = Instant::now();
    while games.iter().any(|game| !game.over) {
        for game in games.iter_mut().filter(|game| !game.over) {
            client.step(game);
        }
        assert!(began.elapsed() < PATIENCE, "the games end");
        std::thread::sleep(Duration::from_millis(5));
    }
    games
        .into_iter()
        .map(|game| (game.path.rsplit('/').next().unwrap().to_string(), game.record))
        .collect()
}

/// Plays games to their ends, many at the same time.
pub fn run(play: &Play<'_>, threads: usize, games_each: usize) -> BTreeMap<String, ClientRecord> {
    std::thread::scope(|scope| {
        let start = |number| scope.spawn(move || thread(play, number, games_each));
        let threads: Vec<_> = (0..threads).map(start).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}
