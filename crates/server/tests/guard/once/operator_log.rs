//! What fails reaches the operator's log, with its cause, the request and the game; the sender
//! learns only what it may know.

use crate::common::{Client, TestServer, generous, id};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_server::{Config, Jwt, JwtSettings, Webhook};
use tilewright_storage::{GameStore, MemoryStore, SqliteStore};

/// Waits for a line of the log that holds a text.
fn line(server: &TestServer, text: &str) -> Value {
    let began = Instant::now();
    loop {
        let log = server.log.lock().unwrap().clone();
        if let Some(line) = log.iter().find(|line| line.contains(text)) {
            return serde_json::from_str(line).unwrap();
        }
        assert!(began.elapsed() < Duration::from_secs(20), "no {text:?} in {log:#?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A game of one, running.
fn game(client: &mut Client) -> String {
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    id(&client.ok("POST", "/api/v1/games", Some(settings)))
}

fn request_id(client: &Client) -> String {
    let found = client.headers.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("x-request-id").then(|| value.trim().to_string())
    });
    found.unwrap_or_else(|| panic!("no id in {}", client.headers))
}

#[test]
fn a_store_that_fails_is_logged_with_its_own_words() {
    let directory = std::env::temp_dir().join(format!("tilewright-log-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("games.db");
    let store = Arc::new(SqliteStore::open(&path).unwrap());
    let server = TestServer::with(store, generous());
    let mut ann = server.guest("Ann");
    let game = game(&mut ann);
    // Somebody drops a table behind the server's back.
    rusqlite::Connection::open(&path).unwrap().execute_batch("DROP TABLE chat").unwrap();
    let (status, answer) = ann.get(&format!("/api/v1/games/{game}/chat"));
    assert_eq!(status, 503, "{answer}");
    assert!(!answer.to_string().contains("chat"), "the sender does not learn it: {answer}");
    let found = line(&server, "no such table: chat");
    assert_eq!(found["level"], "ERROR");
    assert_eq!(found["span"]["request"], request_id(&ann));
    assert_eq!(found["span"]["game"], game.as_str());
    assert!(found["span"]["player"].is_string(), "{found}");
    drop(server);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_log_that_does_not_replay_is_logged_with_the_reason() {
    let store = Arc::new(MemoryStore::new());
    let mut server = TestServer::with(store.clone(), generous());
    let mut ann = server.guest("Ann");
    let game = game(&mut ann);
    let mut record = store.game(&game).unwrap().unwrap();
    let mut events = store.events(&game, 0, 1000).unwrap();
    // A second server finds a log in which the first event comes twice.
    events.push(events[0].clone());
    let other = Arc::new(MemoryStore::new());
    record.revision = 0;
    other.create_game(&record, &[]).unwrap();
    let head = record.head.clone();
    let append =
        tilewright_storage::Append { game: game.clone(), expected: 0, events, command: None, head };
    other.append(&[append]).unwrap();
    server.stop();
    let server = TestServer::with(other, generous());
    let mut eve = Client::new(server.address);
    let (status, answer) = eve.get(&format!("/api/v1/games/{game}"));
    assert_eq!((status, &answer["error"]["code"]), (500, &json!("internal")));
    let found = line(&server, "the stored game is damaged: event ");
    assert_eq!(found["span"]["request"], request_id(&eve));
    assert_eq!(found["span"]["game"], game.as_str());
}

#[test]
fn a_damaged_secret_is_an_error_and_no_seed() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::with(store.clone(), generous());
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"],
        "words": "free", "auto_start": false });
    let made = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let mut record = store.game(&made).unwrap().unwrap();
    record.id = "damaged".to_string();
    record.secret = format!("xx{}", &record.secret[2..]);
    store.create_game(&record, &[]).unwrap();
    let (status, answer) = ann.post("/api/v1/games/damaged/start", json!(null));
    assert_eq!(status, 500, "{answer}");
    assert_eq!(store.revision("damaged").unwrap(), Some(0), "it has not started");
    let found = line(&server, "the stored game is damaged");
    assert_eq!(found["span"]["game"], "damaged");
    assert!(!found.to_string().contains(&record.secret[2..]), "{found}");
}

#[test]
fn a_webhook_that_fails_is_logged_with_status_request_and_game() {
    let receiver = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/turns", receiver.local_addr().unwrap());
    let webhook = Some(Webhook::parse(&url, "key").unwrap());
    let server = TestServer::one(Config { webhook, ..generous() });
    std::thread::spawn(move || {
        for stream in receiver.incoming() {
            let mut stream = stream.unwrap();
            let mut part = [0; 4096];
            let _read = stream.read(&mut part).unwrap();
            let body = "the queue is full";
            let answer = format!(
                "HTTP/1.1 500 Internal Server Error\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    let mut ann = server.guest("Ann");
    let game = game(&mut ann);
    let request = request_id(&ann);
    let found = line(&server, "status 500 Internal Server Error: the queue is full");
    assert_eq!((&found["game"], &found["span"]["request"]), (&json!(game), &json!(request)));
}

#[test]
fn a_key_set_that_cannot_be_reached_is_logged_with_the_request_and_the_game() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // The address answers once, and is down from then on.
    let host = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/keys", host.local_addr().unwrap());
    // The public key of RFC 8037, appendix A.
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    let key = json!({ "kty": "OKP", "crv": "Ed25519", "x": x, "kid": "ed" });
    let body = json!({ "keys": [key] }).to_string();
    let once = std::thread::spawn(move || {
        let (mut stream, _) = host.accept().unwrap();
        let _read = stream.read(&mut [0; 4096]).unwrap();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + &body).as_bytes()).unwrap();
    });
    let settings = JwtSettings { jwks: Some(url.clone()), ..JwtSettings::default() };
    let jwt = runtime.block_on(Jwt::open(settings)).unwrap();
    once.join().unwrap();
    let server = TestServer::one(Config { jwt: Some(jwt), ..generous() });
    // A key that nobody has makes the server look for new ones, at most every 15 seconds.
    std::thread::sleep(Duration::from_secs(16));
    let mut eve = Client::new(server.address);
    // {"alg":"RS256","kid":"other"}.{}.
    eve.token = Some("eyJhbGciOiJSUzI1NiIsImtpZCI6Im90aGVyIn0.e30.AAAA".to_string());
    assert_eq!(eve.get("/api/v1/games/some/events").0, 401);
    let found = line(&server, &url);
    assert_eq!(found["level"], "WARN");
    assert!(found["error"].as_str().unwrap().contains("refused"), "{found}");
    assert_eq!(found["span"]["request"], request_id(&eve));
    assert_eq!(found["span"]["game"], "some");
}

#[test]
fn the_id_of_a_request_is_the_clients_own_if_it_has_one() {
    let server = TestServer::one(generous());
    let mut client = Client::new(server.address);
    client.get("/healthz");
    let (first, _) = (request_id(&client), client.get("/healthz"));
    assert_ne!(first, request_id(&client));
    let found = line(&server, &format!("\"request\":\"{first}\""));
    assert_eq!((&found["status"], &found["span"]["route"]), (&json!(200), &json!("/healthz")));
    for (own, kept) in [("abc-1.2_3", true), ("a b", false), (&*"x".repeat(65), false)] {
        client.extra = format!("X-Request-Id: {own}\r\n");
        client.get("/healthz");
        assert_eq!(request_id(&client) == own, kept, "{own}");
    }
}
