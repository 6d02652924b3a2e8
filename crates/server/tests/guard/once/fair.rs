//! Fair shares of the store, of memory and of connections behind a proxy.

use crate::common::{Client, TestServer, generous, id};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_protocol::Engine;
use tilewright_server::{Config, Limits, verify};
use tilewright_storage::{GameStore, MemoryStore, SqliteStore};

fn limited(change: impl FnOnce(&mut Limits)) -> Config {
    let mut config = generous();
    change(&mut config.limits);
    config
}

fn server(config: Config) -> TestServer {
    TestServer::with(Arc::new(MemoryStore::new()), config)
}

/// Settings of a game with a word list that takes this many bytes as JSON.
fn with_list(letter: char, bytes: usize) -> Value {
    let words = format!("{letter}AT\n").repeat(bytes / 5);
    json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": { "list": words } })
}

/// Sends bytes and reads the answer to its end; empty if the connection is closed.
fn exchange(server: &TestServer, head: &[u8], request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let sent = stream.write_all(&[head, request.as_bytes()].concat());
    let mut answer = Vec::new();
    // A connection that is closed at once may break while it is written to.
    let read = sent.and_then(|()| stream.read_to_end(&mut answer));
    match read {
        Ok(_) => String::from_utf8_lossy(&answer).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("it stays open"),
        Err(_) => String::new(),
    }
}

const GUEST: &str = "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\
                     Connection: close\r\n";

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("closed")
}

#[test]
fn clients_of_the_proxy_protocol_are_limited_one_by_one() {
    let config = Config {
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        proxy_protocol: true,
        ..limited(|limits| limits.guests_per_minute = 2)
    };
    let server = server(config);
    let from = |address: &str| {
        let head = format!("PROXY TCP4 {address} 192.0.2.9 5000 443\r\n");
        // Whom the proxy has named cannot name others.
        let request = format!("{GUEST}X-Forwarded-For: 198.51.100.7\r\n\r\n");
        status(&exchange(&server, head.as_bytes(), &request)).to_string()
    };
    let three = |address: &str| [from(address), from(address), from(address)];
    assert_eq!(three("203.0.113.1"), ["200", "200", "429"]);
    assert_eq!(three("203.0.113.2"), ["200", "200", "429"]);
    let binary = |last: u8| {
        let mut head = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c".to_vec();
        head.extend([203, 0, 113, last, 192, 0, 2, 9, 0, 1, 0, 2]);
        status(&exchange(&server, &head, &format!("{GUEST}\r\n"))).to_string()
    };
    assert_eq!([binary(1), binary(3), binary(3), binary(3)], ["429", "200", "200", "429"]);
    // The proxy's own question, and the counters, which are for this machine only.
    let health = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert_eq!(status(&exchange(&server, b"PROXY UNKNOWN\r\n", health)), "200");
    let metrics = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let named = b"PROXY TCP4 203.0.113.9 192.0.2.9 5000 443\r\n";
    assert_eq!(status(&exchange(&server, named, metrics)), "404");
    // Without a header, or with a broken one, a connection is closed, and the operator is notified.
    for head in ["", "PROXY TCP4 nonsense\r\n", "PROXY TCP9 1.1.1.1 2.2.2.2 1 2\r\n"] {
        assert_eq!(exchange(&server, head.as_bytes(), health), "", "{head}");
    }
    let refused = exchange(&server, b"PROXY UNKNOWN\r\n", metrics);
    assert!(refused.contains("tilewright_proxy_headers_refused_total 3"), "{refused}");
    let log = server.log.lock().unwrap().clone();
    assert!(log.iter().any(|line| line.contains("PROXY protocol header")), "{log:#?}");
}

#[test]
fn only_trusted_proxies_may_use_the_proxy_protocol() {
    let config = Config {
        trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        proxy_protocol: true,
        ..generous()
    };
    let server = server(config);
    let health = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let head = b"PROXY TCP4 203.0.113.1 192.0.2.9 5000 443\r\n";
    assert_eq!(exchange(&server, head, health), "");
    assert_eq!(exchange(&server, b"", health), "");
    // Where it is off, the header is no request.
    let off = self::server(generous());
    assert_ne!(status(&exchange(&off, head, health)), "200");
}

#[test]
fn the_games_of_a_player_take_a_bounded_part_of_the_store() {
    let server = server(limited(|limits| limits.stored_bytes_per_player = 100_000));
    let mut eve = server.guest("Eve");
    // The same list again and again is stored once.
    for _ in 0..20 {
        eve.ok("POST", "/api/v1/games", Some(with_list('C', 40_000)));
    }
    eve.ok("POST", "/api/v1/games", Some(with_list('B', 40_000)));
    let (status, answer) = eve.post("/api/v1/games", with_list('H', 40_000));
    assert_eq!(status, 409, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("100000 bytes"), "{answer}");
    // Others are not concerned, and small games still fit.
    server.guest("Ann").ok("POST", "/api/v1/games", Some(with_list('H', 40_000)));
    let small = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    eve.ok("POST", "/api/v1/games", Some(small));
}

#[test]
fn an_address_stores_a_bounded_number_of_bytes_in_a_day() {
    let server = server(limited(|limits| limits.stored_bytes_per_day = 100_000));
    let mut ann = server.guest("Ann");
    let small = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    let game = ann.ok("POST", "/api/v1/games", Some(small.clone()));
    // Every guest has a share, but the address has one for all of them.
    let statuses: Vec<u16> = ['B', 'C', 'H']
        .iter()
        .map(|letter| server.guest("Eve").post("/api/v1/games", with_list(*letter, 40_000)).0)
        .collect();
    assert_eq!(statuses, [200, 200, 429]);
    let (status, answer) = ann.post("/api/v1/games", with_list('M', 90_000));
    assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("limit")));
    assert!(ann.headers.to_lowercase().contains("retry-after: "));
    // A game that has begun goes on.
    let path = format!("/api/v1/games/{}/commands", id(&game));
    let sent = json!({ "client_id": "1", "revision": game["game"]["revision"],
        "command": { "type": "pass" } });
    ann.ok("POST", &path, Some(sent));
    server.pass_time(86_400_000);
    ann.ok("POST", "/api/v1/games", Some(with_list('M', 90_000)));
}

#[test]
fn the_bodies_of_an_address_take_a_bounded_number_of_bytes() {
    let server = server(limited(|limits| {
        (limits.body, limits.body_bytes_each) = (1 << 20, 3 << 19);
    }));
    let head = |bytes: usize| {
        format!("POST /api/v1/engine HTTP/1.1\r\nHost: x\r\nContent-Length: {bytes}\r\n\r\n")
    };
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.write_all(head(1 << 20).as_bytes()).unwrap();
    let began = Instant::now();
    while server.counted("body_bytes_in_flight") == 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "the body is not read");
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut client = Client::new(server.address);
    let call = json!({ "v": 1, "call": { "op": "variants" } });
    assert_eq!(client.post("/api/v1/engine", call.clone()).0, 200, "a small one fits");
    let mut other = TcpStream::connect(server.address).unwrap();
    other.write_all(head(1 << 20).as_bytes()).unwrap();
    let mut start = [0; 12];
    other.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 429");
    drop(slow);
    let began = Instant::now();
    while server.counted("body_bytes_in_flight") > 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "the bytes are not given back");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn games_that_grow_are_measured_again() {
    let server = server(generous());
    let mut ann = server.guest("Ann");
    let toml = "format = 1\nid = \"quiet\"\nname = \"Quiet\"\nlanguage = \"en\"\nplayers = [1, 4]\n\
        [board]\nshape = \"rect\"\nwidth = 9\nheight = 9\n[tiles]\nletters = [[\"A\", 50, 1]]\n\
        [rules.word_validation]\ndictionary = \"free\"\n\
        [rules.consecutive_passes]\nconsecutive_pass_limit = 1000\n";
    let settings = json!({ "variant": { "toml": toml }, "seats": ["me"], "words": "free" });
    let game = ann.ok("POST", "/api/v1/games", Some(settings));
    let (path, before) =
        (format!("/api/v1/games/{}/commands", id(&game)), server.counted("table_bytes"));
    let mut revision = game["game"]["revision"].as_u64().unwrap();
    for turn in 0..200 {
        let sent = json!({ "client_id": turn.to_string(), "revision": revision,
            "command": { "type": "pass" } });
        revision = ann.ok("POST", &path, Some(sent))["revision"].as_u64().unwrap();
    }
    let grown = server.counted("table_bytes") - before;
    assert!(grown > 200 * 256, "{grown} bytes more for {revision} events");
}

#[test]
fn a_shared_list_is_stored_once_and_an_edited_one_is_found() {
    let folder = std::env::temp_dir().join(format!("tilewright-shared-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.db");
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    let mut server = TestServer::with(store.clone(), generous());
    let mut ann = server.guest("Ann");
    for _ in 0..10 {
        let game = ann.ok("POST", "/api/v1/games", Some(with_list('C', 60_000)));
        let path = format!("/api/v1/games/{}/commands", id(&game));
        let sent = json!({ "client_id": "1", "revision": game["game"]["revision"],
            "command": { "type": "pass" } });
        ann.ok("POST", &path, Some(sent));
    }
    server.stop();
    assert_eq!(store.contents("", 100).unwrap().len(), 1);
    let settings = rusqlite::Connection::open(&path).unwrap();
    let longest: u64 = settings
        .query_row("SELECT MAX(LENGTH(settings)) FROM games", [], |row| row.get(0))
        .unwrap();
    assert!(longest < 1000, "{longest}");
    let sound = verify(&Engine::new(), &*store, |_| {}).unwrap();
    assert_eq!((sound.games, sound.faults), (10, Vec::new()));
    settings.execute("UPDATE contents SET body = replace(body, 'CAT', 'BAT')", []).unwrap();
    let found = verify(&Engine::new(), &*store, |_| {}).unwrap();
    assert!(found.faults[0].0.starts_with("content "), "{:?}", found.faults);
    assert_eq!(found.faults.len(), 11, "the list, and each game that uses it");
    std::fs::remove_dir_all(&folder).unwrap();
}
