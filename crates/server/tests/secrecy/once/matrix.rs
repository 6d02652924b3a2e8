//! Every operation and every message, as every kind of viewer, in every phase of a game.

use crate::cases::{everything, socket_messages};
use crate::common::{Client, TestServer, generous, id, public};
use crate::games::place;
use crate::search::{WORDS, leaks, names, rightful, variant};
use crate::tokens::{by_secret, signed};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilewright_server::{Config, Jwt, JwtSettings, Mail, MailEncryption, MailSettings};
use tilewright_storage::{AuditRecord, Change, GamePhase, MemoryStore, Role};
use tokio_tungstenite::tungstenite::Message;

const JWT_SECRET: &str = "a secret of the operator that nobody may ever read";

const MAIL_PASSWORD: &str = "a password for the mail server";

/// A token of the operator for a subject, good for the year in which the test's clock stands.
fn jwt(subject: &str) -> String {
    let head = json!({ "alg": "HS256", "typ": "JWT" });
    let claims = json!({ "sub": subject, "name": "Joe", "exp": 1_900_000_000u64 });
    signed(&head, &claims, by_secret(JWT_SECRET.as_bytes()))
}

fn server() -> TestServer {
    let settings =
        JwtSettings { secret: Some(JWT_SECRET.as_bytes().to_vec()), ..JwtSettings::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let jwt = Some(runtime.block_on(Jwt::open(settings)).unwrap());
    // Nobody receives mail there: what goes out is what is searched.
    let mail = MailSettings {
        server: "127.0.0.1:1".to_string(),
        encryption: MailEncryption::None,
        credentials: Some(("games".to_string(), MAIL_PASSWORD.to_string())),
        from: "games@example.org".to_string(),
        public_url: None,
    };
    let mail = Some(Mail::open(mail).unwrap());
    TestServer::with(Arc::new(MemoryStore::new()), Config { jwt, mail, ..generous() })
}

/// Somebody who asks.
struct Viewer {
    name: &'static str,
    client: Client,
    player: String,
    /// Whether it is the one who made the game.
    creator: bool,
    socket: Arc<Mutex<Vec<String>>>,
    /// The game's variant as it was sent, with all its tiles: the same for everybody, always.
    variant: Option<String>,
}

impl Viewer {
    fn new(server: &TestServer, name: &'static str) -> Viewer {
        let mut client = match name {
            "anonymous" => Client::new(server.address),
            "signed in by the operator" => {
                let mut client = Client::new(server.address);
                client.token = Some(jwt("joe"));
                client
            }
            "moderator" => {
                let mut client = server.account(name);
                let player = client.get("/api/v1/me").1["id"].as_str().unwrap().to_string();
                let entry = AuditRecord {
                    number: 0,
                    at: 0,
                    actor: "operator".to_string(),
                    action: "player.grant".to_string(),
                    subject: player.clone(),
                    reason: "test".to_string(),
                };
                let grant = Change::Role { player, role: Some(Role::Moderator) };
                server.store.record(&grant, &entry).unwrap().unwrap();
                assert_eq!(client.get("/api/v1/admin/reports").0, 200);
                client
            }
            name => server.guest(name),
        };
        let player = client.get("/api/v1/me").1["id"].as_str().unwrap_or("nobody").to_string();
        client.heard.clear();
        let socket = Arc::default();
        Viewer {
            name,
            client,
            player,
            creator: name == "creator without a seat",
            socket,
            variant: None,
        }
    }

    /// Listens to a socket, and says everything that can be said there.
    fn listen(&self, server: &TestServer, path: &str) {
        let keep = self.socket.clone();
        let address = format!("ws://{}{path}", server.address);
        let hello = json!({ "type": "hello", "token": self.client.token, "after": 0 }).to_string();
        server.runtime.block_on(async move {
            // The connection may be refused: that is an answer too.
            let Ok((mut stream, _)) = tokio_tungstenite::connect_async(address).await else {
                return;
            };
            let mut texts = vec![hello];
            texts.extend(socket_messages().iter().map(ToString::to_string));
            for text in texts {
                if stream.send(Message::text(text)).await.is_err() {
                    break;
                }
            }
            let all = async {
                while let Some(Ok(message)) = stream.next().await {
                    if let Message::Text(text) = message {
                        keep.lock().unwrap().push(text.to_string());
                    }
                }
            };
            // The second hello closes the socket.
            tokio::time::timeout(Duration::from_secs(20), all).await.expect("the socket is closed");
        });
    }

    /// Asks everything; all that comes back, headers too.
    fn ask(&mut self, server: &TestServer, game: &str, last: bool) -> Vec<String> {
        let (_, view) = self.client.get(&format!("/api/v1/games/{game}"));
        let own = view["view"]["seat"]["rack"][0].as_str().map(str::to_string);
        let revision = view["game"]["revision"].as_u64().unwrap_or(0);
        let mut heard = std::mem::take(&mut self.client.heard);
        if last {
            heard.clear();
        }
        for ask in everything(game, &self.player, revision, own.as_deref()) {
            if ask.last != last {
                continue;
            }
            let body = if ask.body.is_null() { String::new() } else { ask.body.to_string() };
            let (status, text) = self.client.send(&ask.method, &ask.path, body.as_bytes());
            assert!(status < 500, "{} {} {}: {status} {text}", self.name, ask.method, ask.path);
            heard.push(self.client.headers.clone());
            match status == 200 && ask.path.ends_with("/variant") {
                true => self.variant = Some(text),
                false => heard.push(text),
            }
        }
        self.client.heard.clear();
        if !last {
            self.listen(server, &format!("/api/v1/games/{game}/live"));
            self.listen(server, "/api/v1/lobby/live");
        }
        heard.append(&mut self.socket.lock().unwrap());
        heard
    }
}

const VIEWERS: [&str; 9] = [
    "anonymous",
    "spectator",
    "seat 0",
    "seat 1",
    "creator without a seat",
    "stranger",
    "signed in by the operator",
    "invited but not joined",
    "moderator",
];

struct Table {
    server: TestServer,
    game: String,
    private: bool,
    viewers: Vec<Viewer>,
    /// What nobody may read: seeds, tokens, codes.
    secrets: Vec<String>,
    /// The variant as it was sent first.
    variant: Option<String>,
}

impl Table {
    fn viewer(&mut self, name: &str) -> &mut Viewer {
        self.viewers.iter_mut().find(|viewer| viewer.name == name).unwrap()
    }

    fn seat_of(name: &str) -> Option<u8> {
        name.strip_prefix("seat ").map(|seat| seat.parse().unwrap())
    }

    /// Everyone asks everything; nothing comes out that may not.
    fn check(&mut self, phase: &str) {
        // The bounds of a minute are not what is tested here.
        self.server.pass_time(61_000);
        let record = self.server.store.game(&self.game).unwrap().unwrap();
        let events = self.server.store.events(&self.game, 0, 100_000).unwrap();
        let over = record.head.status == GamePhase::Over;
        for viewer in &mut self.viewers {
            let seat = Table::seat_of(viewer.name).filter(|_| !events.is_empty());
            let sees = !self.private || viewer.creator || Table::seat_of(viewer.name).is_some();
            let mut known = BTreeSet::new();
            if sees {
                known = rightful(&events, seat);
                if over {
                    // The whole log, its seed, and the variant with all its tiles.
                    known.extend(names());
                }
            }
            let seed_is_told = over && sees;
            let secrets: Vec<String> = (self.secrets.iter())
                .filter(|secret| !(seed_is_told && **secret == record.secret))
                .cloned()
                .collect();
            let heard = viewer.ask(&self.server, &self.game, false);
            if let Some(variant) = viewer.variant.take() {
                assert!(sees, "{phase}, {}: a variant of a private game", viewer.name);
                assert_eq!(*self.variant.get_or_insert(variant.clone()), variant, "{phase}");
                assert_eq!(leaks([&variant], &names().into_iter().collect(), &secrets), [""; 0]);
            }
            assert!(heard.len() > 40, "{phase}, {}: everything is answered", viewer.name);
            let found = leaks(&heard, &known, &secrets);
            assert_eq!(found, [""; 0], "{phase}, {}", viewer.name);
            if seat.is_some() {
                // The search is not blind: what this seat hears, a stranger may not.
                assert!(over || !leaks(&heard, &rightful(&events, None), &secrets).is_empty());
            }
        }
    }

    fn check_log(&self) {
        let log = self.server.log.lock().unwrap().clone();
        assert!(log.len() > 500);
        assert_eq!(leaks(&log, &BTreeSet::new(), &self.secrets), [""; 0], "the log");
    }

    /// The seat to move does something.
    fn act(&mut self, command: impl Fn(&Value, &[String]) -> Value) {
        let path = format!("/api/v1/games/{}", self.game);
        let game = self.server.store.game(&self.game).unwrap().unwrap();
        let viewer = self.viewer(&format!("seat {}", game.head.to_move));
        let view = viewer.client.ok("GET", &path, None);
        let rack: Vec<String> = (view["view"]["seat"]["rack"].as_array().unwrap().iter())
            .map(|tile| tile.as_str().unwrap().to_string())
            .collect();
        let state = public(&view);
        let revision = state["revision"].as_u64().unwrap();
        let sent = json!({ "client_id": format!("c{revision}"), "revision": revision,
            "command": command(&state, &rack) });
        viewer.client.ok("POST", &format!("{path}/commands"), Some(sent));
        viewer.client.heard.clear();
    }
}

fn table(private: bool) -> Table {
    let server = server();
    let mut viewers: Vec<Viewer> = VIEWERS.iter().map(|name| Viewer::new(&server, name)).collect();
    let settings = json!({ "variant": variant(true), "seats": ["open", "open"],
        "words": { "list": WORDS }, "hints": true, "spectators": !private });
    let maker = viewers.iter_mut().find(|viewer| viewer.creator).unwrap();
    let made = maker.client.ok("POST", "/api/v1/games", Some(settings));
    maker.client.heard.clear();
    let codes = made["invites"].as_array().unwrap().iter();
    let codes: Vec<String> =
        codes.map(|invite| invite["code"].as_str().unwrap().to_string()).collect();
    let game = id(&made);
    let mut secrets = vec![server.store.game(&game).unwrap().unwrap().secret];
    secrets.extend(viewers.iter().filter_map(|viewer| viewer.client.token.clone()));
    secrets.extend(codes);
    secrets.push(JWT_SECRET.to_string());
    secrets.push(MAIL_PASSWORD.to_string());
    Table { server, game, private, viewers, secrets, variant: None }
}

fn whole_matrix(private: bool) {
    let mut table = table(private);
    let codes: Vec<String> = table.secrets.iter().rev().skip(2).take(2).rev().cloned().collect();
    table.check("open");
    for (seat, code) in codes.iter().enumerate() {
        let path = format!("/api/v1/games/{}/join", table.game);
        let viewer = table.viewer(&format!("seat {seat}"));
        viewer.client.ok("POST", &path, Some(json!({ "invite": code })));
        viewer.client.heard.clear();
    }
    table.check("running");
    table.act(place);
    let events = table.server.store.events(&table.game, 0, 1000).unwrap();
    assert!(events.iter().any(|event| event.contains("\"challengeable\":true")));
    table.check("while a challenge is possible");
    table.act(|_, _| json!({ "type": "challenge" }));
    table.check("after a challenge");
    table.act(|_, rack| {
        json!({ "type": "move", "move": { "actions": [{ "swap_rack": { "tiles": [rack[0]] } }] } })
    });
    table.check("after a swap");
    table.act(|_, _| json!({ "type": "resign" }));
    table.check("after the end");
    table.check_log();
    // Leaving, at last, tells nothing either.
    for viewer in &mut table.viewers {
        let heard = viewer.ask(&table.server, &table.game, true);
        assert_eq!(leaks(&heard, &BTreeSet::new(), &table.secrets), [""; 0], "{}", viewer.name);
    }
}

#[test]
fn every_viewer_in_every_phase_of_a_public_game() {
    whole_matrix(false);
}

#[test]
fn every_viewer_in_every_phase_of_a_private_game() {
    whole_matrix(true);
}

#[test]
fn the_puzzle_of_the_day_keeps_its_seed_until_the_day_is_over() {
    let mut table = table(false);
    let ann = table.viewer("seat 0");
    let begun = ann.client.ok("POST", "/api/v1/daily", None);
    ann.client.heard.clear();
    let daily = id(&begun);
    let record = table.server.store.game(&daily).unwrap().unwrap();
    let mut secrets = table.secrets.clone();
    secrets.push(record.secret.clone());
    secrets.push(table.server.store.secret("daily", "none").unwrap());
    for over in [false, true] {
        if over {
            let revision = table.server.store.revision(&daily).unwrap();
            let ann = table.viewer("seat 0");
            let resign =
                json!({ "client_id": "r", "revision": revision, "command": { "type": "resign" } });
            ann.client.ok("POST", &format!("/api/v1/games/{daily}/commands"), Some(resign));
        }
        table.server.pass_time(61_000);
        for viewer in &mut table.viewers {
            let heard = viewer.ask(&table.server, &daily, false);
            assert_eq!(
                leaks(&heard, &BTreeSet::new(), &secrets),
                [""; 0],
                "{over} {}",
                viewer.name
            );
            let path = format!("/api/v1/games/{daily}");
            if viewer.name != "seat 0" {
                assert_eq!(viewer.client.get(&path), viewer.client.get("/api/v1/games/none"));
            }
        }
    }
    // The next day everything can be verified.
    table.server.pass_time(86_400_000);
    let ann = table.viewer("seat 0");
    let path = format!("/api/v1/games/{daily}");
    let exported = ann.client.ok("GET", &format!("{path}/export.json"), None);
    assert!(exported.to_string().contains(&record.secret));
    let view = ann.client.ok("GET", &path, None);
    assert_eq!(public(&view)["result"]["seed"], record.secret.as_str());
    table.check_log();
}
