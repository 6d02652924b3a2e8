//! Several servers over one store: any of them serves any game.

#![allow(clippy::unwrap_used)]

mod common;

use common::nats::Nats;
use common::{Client, TestServer, generous, id, public};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilewright_server::{Config, NatsAddress};
use tilewright_storage::{MemoryStore, SqliteStore, Store};
use tokio_tungstenite::tungstenite::Message;

/// Stores that several servers can use at the same time, each as often as there are servers.
fn shared(count: usize) -> Vec<(&'static str, Vec<Arc<dyn Store>>)> {
    let memory: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut all = vec![("memory", vec![memory; count])];
    let directory = std::env::temp_dir().join(format!("tilewright-nodes-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let sqlite =
        || Arc::new(SqliteStore::open(&directory.join("games.db")).unwrap()) as Arc<dyn Store>;
    all.push(("sqlite", (0..count).map(|_| sqlite()).collect()));
    #[cfg(feature = "postgres")]
    match common::setups::postgres::database() {
        Some(url) => {
            let store = || {
                Arc::new(tilewright_storage::PostgresStore::open(&url).unwrap()) as Arc<dyn Store>
            };
            all.push(("postgres", (0..count).map(|_| store()).collect()));
        }
        None => eprintln!("no PostgreSQL on this machine: its part is left out"),
    }
    all
}

fn listen(server: &TestServer, game: &str) -> Arc<Mutex<Vec<u64>>> {
    listen_at(server, server.address, game)
}

/// The numbers of the events that a socket at a server hears.
fn listen_at(server: &TestServer, node: std::net::SocketAddr, game: &str) -> Arc<Mutex<Vec<u64>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let keep = heard.clone();
    let address = format!("ws://{node}/api/v1/games/{game}/live");
    let (mut socket, _) =
        server.runtime.block_on(tokio_tungstenite::connect_async(address)).unwrap();
    server.runtime.spawn(async move {
        socket
            .send(Message::text(json!({ "type": "hello", "after": 0 }).to_string()))
            .await
            .unwrap();
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let message: Value = serde_json::from_str(&text).unwrap();
            let events = message["events"].as_array().cloned().unwrap_or_default();
            keep.lock()
                .unwrap()
                .extend(events.iter().map(|event| event["index"].as_u64().unwrap()));
        }
    });
    heard
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_clock_that_another_server_enforced_is_answered_with_the_view() {
    let stores = shared(2).into_iter().next().unwrap().1;
    let (store, config) = (stores[0].clone(), Config { shared: true, ..generous() });
    let servers: Vec<TestServer> =
        stores.into_iter().map(|store| TestServer::with(store, config.clone())).collect();
    let mut ann = servers[0].guest("Ann");
    let mut elsewhere = Client::new(servers[1].address);
    elsewhere.token = ann.token.clone();
    for round in 0..8 {
        let settings = json!({ "variant": { "shipped": "wordstockt-speed" }, "seats": ["me", "open"],
            "words": { "list": "aa\nab" } });
        let made = ann.ok("POST", "/api/v1/games", Some(settings));
        let game = id(&made);
        let path = format!("/api/v1/games/{game}");
        let invite = json!({ "invite": made["invites"][0]["code"] });
        servers[0].guest("Bob").ok("POST", &format!("{path}/join"), Some(invite));
        let before = elsewhere.ok("GET", &path, None)["game"]["revision"].as_u64().unwrap();
        servers[0].pass_time(61_000);
        wait("the clock", || store.game(&game).unwrap().unwrap().revision > before);
        // The second server still has the old revision, and now its clock says the same.
        servers[1].pass_time(61_000);
        let (status, answer) = match round % 2 {
            0 => elsewhere.get(&path),
            _ => {
                let late = json!({ "client_id": "late", "revision": before, "command": { "type": "pass" } });
                elsewhere.post(&format!("{path}/commands"), late)
            }
        };
        assert_eq!(status, if round % 2 == 0 { 200 } else { 409 }, "{answer}");
        assert!(answer["view"]["seat"].is_object(), "round {round}: {answer}");
    }
}

#[test]
fn any_server_serves_any_game() {
    for (kind, stores) in shared(3) {
        let kept = stores.clone();
        let config = Config { shared: true, ..generous() };
        let servers: Vec<TestServer> =
            stores.into_iter().map(|store| TestServer::with(store, config.clone())).collect();
        let words = include_str!("../../lexicon/data/en-small.txt");
        let mut ann = servers[0].guest("Ann");
        let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }, { "bot": "expert" }],
            "words": { "list": words }, "hints": true });
        let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
        let path = format!("/api/v1/games/{game}");
        let heard: Vec<_> = servers.iter().map(|server| listen(server, &game)).collect();
        let mut turn = 0;
        let end = loop {
            // Every request goes to another server, and every fourth command is sent to two.
            let at = |step: usize| {
                let mut client = Client::new(servers[(turn + step) % 3].address);
                client.token = ann.token.clone();
                client
            };
            let view = at(0).ok("GET", &path, None);
            if view["game"]["status"] == "over" {
                break public(&view)["revision"].as_u64().unwrap();
            }
            if view["game"]["your_turn"] == false {
                // Bots of a server that somebody else has woken are looked for after a while.
                servers.iter().for_each(|server| server.pass_time(200));
                std::thread::sleep(Duration::from_millis(5));
                turn += 1;
                continue;
            }
            let hints = at(1).ok("GET", &format!("{path}/hints"), None);
            let command = match hints["moves"].get(0) {
                Some(found) => json!({ "type": "move", "move": found["move"] }),
                None => json!({ "type": "pass" }),
            };
            let sent = json!({ "client_id": format!("t{turn}"), "revision": view["game"]["revision"], "command": command });
            let (status, answer) = at(2).post(&format!("{path}/commands"), sent.clone());
            assert!(matches!(status, 200 | 409), "{kind}: {status} {answer}");
            if turn % 4 == 0 && status == 200 {
                let again = at(1).ok("POST", &format!("{path}/commands"), Some(sent));
                assert_eq!(
                    (&again["repeated"], &again["revision"]),
                    (&json!(true), &answer["revision"]),
                    "{kind}"
                );
            }
            turn += 1;
            assert!(turn < 20_000, "{kind}");
        };
        for (number, heard) in heard.iter().enumerate() {
            wait(&format!("{kind}: events at server {number}"), || {
                heard.lock().unwrap().len() as u64 >= end
            });
            assert_eq!(*heard.lock().unwrap(), (0..end).collect::<Vec<_>>(), "{kind}");
        }
        drop(servers);
        drop(kept);
    }
}

/// Three servers over one store in memory.
fn three(config: Config) -> TestServer {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    TestServer::start(vec![store; 3], Config { shared: true, bot_threads: 1, ..config })
}

fn bots(levels: &[&str]) -> Value {
    let seats: Vec<Value> = levels.iter().map(|level| json!({ "bot": level })).collect();
    let words = include_str!("../../lexicon/data/en-small.txt");
    json!({ "variant": { "shipped": "classic" }, "seats": seats, "words": { "list": words } })
}

#[test]
fn a_bot_waits_for_the_lease_that_somebody_else_has() {
    let servers = three(generous());
    let mut ann = servers.guest("Ann");
    let mut settings = bots(&["strong", "strong"]);
    settings["seats"][0] = json!("me");
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let path = format!("/api/v1/games/{game}");
    let revision = || servers.store.revision(&game).unwrap().unwrap();
    // Ann passes when it is her turn; the answer is how many events that took.
    let mut pass = |before: &dyn Fn(u64)| {
        let mut now = Value::Null;
        wait("Ann's turn", || {
            now = ann.ok("GET", &path, None)["game"].clone();
            now["your_turn"] == true
        });
        let now = now["revision"].as_u64().unwrap();
        before(now);
        let command = json!({ "type": "pass" });
        let sent = json!({ "client_id": format!("{now}"), "revision": now, "command": command });
        let sent = ann.ok("POST", &format!("{path}/commands"), Some(sent));
        sent["revision"].as_u64().unwrap() - now
    };
    let events = pass(&|_| {});
    let refused = servers.counted("leases_refused_total");
    pass(&|now| assert!(servers.store.lease(&game, now + events, "somebody", 60_000).unwrap()));
    let waiting = revision();
    wait("a server that asks for the lease", || {
        servers.pass_time(4_000);
        servers.counted("leases_refused_total") >= refused + 3
    });
    assert_eq!(revision(), waiting, "nobody moves for the bot");
    servers.store.release("somebody").unwrap();
    wait("the bot", || {
        servers.pass_time(4_000);
        revision() > waiting
    });
}

#[test]
fn every_turn_of_a_bot_is_thought_about_once() {
    let servers = three(generous());
    let mut ann = servers.guest("Ann");
    let games: Vec<String> = (0..24)
        .map(|_| id(&ann.ok("POST", "/api/v1/games", Some(bots(&["strong", "casual"])))))
        .collect();
    let over = |game: &String| {
        let record = servers.store.game(game).unwrap().unwrap();
        record.head.status == tilewright_storage::GamePhase::Over
    };
    wait("the bots", || {
        // Every game is always overdue: all servers want to look after it all the time.
        servers.pass_time(4_000);
        games.iter().all(over)
    });
    let (thought, stored) =
        (servers.counted("bot_turns_thought_total"), servers.counted("bot_moves_total"));
    assert_eq!(thought, stored, "turns thought about and turns stored");
    assert!(stored > 100);
    let checked =
        tilewright_server::verify(&tilewright_protocol::Engine::new(), &*servers.store, |_| {})
            .unwrap();
    assert_eq!((checked.games, &checked.faults[..]), (24, &[][..]));
}

#[test]
fn a_game_of_a_dead_server_is_taken_over_when_its_lease_ends() {
    let servers = three(generous());
    let mut ann = servers.guest("Ann");
    let mut settings = bots(&["casual"]);
    settings["seats"] = json!(["me", { "bot": "casual" }]);
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let path = format!("/api/v1/games/{game}");
    let began = Instant::now();
    assert!(servers.store.lease(&game, 1_000_000, "dead", 2_000).unwrap());
    let revision = ann.ok("GET", &path, None)["game"]["revision"].clone();
    let sent = json!({ "client_id": "a", "revision": revision, "command": { "type": "pass" } });
    ann.ok("POST", &format!("{path}/commands"), Some(sent));
    wait("the bot", || {
        servers.pass_time(1_000);
        ann.ok("GET", &path, None)["game"]["your_turn"] == true
    });
    assert!(began.elapsed() >= Duration::from_secs(2), "the lease was honoured");
    assert_eq!(servers.counted("bot_moves_total"), 1);
}

#[test]
fn hints_come_through_nats_and_games_go_on_without_it() {
    hints_come_through(Nats::start());
}

#[test]
fn hints_come_through_an_encrypted_connection() {
    hints_come_through(Nats::encrypted());
}

fn hints_come_through(nats: Option<Nats>) {
    let Some(mut nats) = nats else {
        eprintln!("nats-server is not installed: this test is left out");
        return;
    };
    let address = NatsAddress::parse(&nats.url()).ok();
    let servers = three(Config { nats: address, ..generous() });
    wait("NATS", || servers.counted("nats_up") == 3);
    let mut ann = servers.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let path = format!("/api/v1/games/{game}");
    let heard: Vec<_> =
        servers.nodes.iter().map(|node| listen_at(&servers, *node, &game)).collect();
    let mut turn = 0;
    let mut pass = |what: &str| {
        let revision = ann.ok("GET", &path, None)["game"]["revision"].clone();
        turn += 1;
        let sent = json!({ "client_id": format!("{turn}"), "revision": revision, "command": { "type": "pass" } });
        let (status, answer) = ann.post(&format!("{path}/commands"), sent);
        assert_eq!(status, 200, "{what}: {answer}");
        let end = answer["revision"].as_u64().unwrap();
        for heard in &heard {
            wait(what, || heard.lock().unwrap().last() == Some(&(end - 1)));
            assert_eq!(*heard.lock().unwrap(), (0..end).collect::<Vec<_>>(), "{what}");
        }
    };
    pass("with NATS");
    assert!(servers.counted("hints_sent_total") >= 1 && servers.counted("hints_heard_total") >= 2);
    nats.kill();
    wait("no NATS", || servers.counted("nats_up") == 0);
    pass("without NATS");
    assert!(nats.run());
    wait("NATS again", || servers.counted("nats_up") == 3);
    pass("with NATS again");
}

#[test]
fn a_stranger_that_says_it_is_nats_is_not_believed() {
    let Some(nats) = Nats::encrypted() else {
        eprintln!("nats-server is not installed: this test is left out");
        return;
    };
    let url = nats.url();
    let (unverified, _) = url.split_once('?').unwrap();
    // Nobody here knows the authority; the certificate is for another name; the connection is not
    // encrypted; the password is wrong.
    let refused = [
        (unverified.to_string(), "certificate"),
        (url.replace("localhost", "127.0.0.1"), "certificate"),
        (unverified.replace("tls://", "nats://"), "certificate"),
        (url.replace(":wright@", ":wrong@"), "authorization"),
    ];
    let memory = || Arc::new(MemoryStore::new());
    let log = TestServer::with(memory(), generous()).log.clone();
    for (url, reason) in refused {
        let before = log.lock().unwrap().len();
        let address = NatsAddress::parse(&url).unwrap();
        let server = TestServer::with(memory(), Config { nats: Some(address), ..generous() });
        let told = |line: &String| line.contains("NATS") && line.to_lowercase().contains(reason);
        wait(&url, || log.lock().unwrap().iter().skip(before).any(told));
        assert_eq!(server.counted("nats_up"), 0, "{url}");
    }
}

#[test]
fn a_server_that_stops_tells_its_sockets_to_go_elsewhere() {
    let mut server = TestServer::one(generous());
    let mut ann = server.guest("Ann");
    let game = id(&ann.ok("POST", "/api/v1/games", Some(bots(&["beginner", "beginner"]))));
    let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
    let closed = Arc::new(Mutex::new(None));
    let keep = closed.clone();
    let (mut socket, _) =
        server.runtime.block_on(tokio_tungstenite::connect_async(address)).unwrap();
    server.runtime.spawn(async move {
        socket.send(Message::text(json!({ "type": "hello" }).to_string())).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Close(frame) = message {
                *keep.lock().unwrap() = frame.map(|frame| u16::from(frame.code));
            }
        }
    });
    std::thread::sleep(Duration::from_millis(100));
    server.stop();
    wait("the close", || *closed.lock().unwrap() == Some(1001));
}
