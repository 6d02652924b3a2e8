//! The real server, started like an operator would: two scripted players play whole games over HTTP
//! and WebSocket; the games are exported, replayed to the same totals, backed up and verified.
//!
//! `TILEWRIGHT_SERVER=ADDRESS:PORT` plays against a running server, such as the one of
//! `cargo xtask serve`.

#![cfg(feature = "server")]
#![allow(clippy::unwrap_used)]

#[path = "../../storage/tests/common/certificates.rs"]
mod certificates;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tilewright"))
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("server-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A running server, stopped on drop.
struct Server {
    child: Option<Child>,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, &[])
    }

    fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let mut child = program()
            .envs(variables.iter().copied())
            .args(["serve", "--port", "0", "--quiet"])
            .args(arguments)
            .env_remove("TILEWRIGHT_DATABASE")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.split_once("http://").unwrap_or_else(|| panic!("said {line:?}")).1;
        let address = rest.split('/').next().unwrap().to_string();
        Server { child: Some(child), address }
    }

    /// The server that the environment names, or a new one.
    fn any(arguments: &[&str]) -> Server {
        match std::env::var("TILEWRIGHT_SERVER") {
            Ok(address) => Server { child: None, address },
            Err(_) => Server::start(arguments),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Sends one request on a new connection. Returns the status, the head and the body.
fn ask(address: &str, token: &str, method: &str, path: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let auth =
        if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{auth}Content-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), head.to_string(), body.to_string())
}

type Socket = WebSocketStream<MaybeTlsStream<AsyncStream>>;

/// A scripted player: moves by HTTP, receives events by WebSocket.
struct Player {
    address: String,
    token: String,
    socket: Option<Socket>,
    /// The last revision it has received.
    heard: u64,
}

impl Player {
    fn new(address: &str, name: &str) -> Player {
        let mut player =
            Player { address: address.to_string(), token: String::new(), socket: None, heard: 0 };
        player.token = player.ok("POST", "/api/v1/guests", json!({ "name": name }))["token"]
            .as_str()
            .unwrap()
            .to_string();
        player
    }

    fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, text) = ask(&self.address, &self.token, method, path, &body);
        assert_eq!(status, 200, "{method} {path}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    }

    async fn listen(&mut self, path: &str) {
        let address = format!("ws://{}{path}/live", self.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        let hello = json!({ "type": "hello", "token": self.token, "after": 0 }).to_string();
        socket.send(Message::text(hello)).await.unwrap();
        self.socket = Some(socket);
    }

    /// Receives events up to a revision; every event once and in order.
    async fn hear(&mut self, revision: u64) -> Vec<Value> {
        let mut events = Vec::new();
        while self.heard < revision {
            let next =
                tokio::time::timeout(Duration::from_secs(30), self.socket.as_mut().unwrap().next());
            let message = next.await.expect("the socket sends it in time").unwrap().unwrap();
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert!(message["type"] != "error", "{message}");
            if message["type"] != "events" {
                continue;
            }
            for event in message["events"].as_array().unwrap() {
                assert_eq!(event["index"].as_u64(), Some(self.heard));
                self.heard += 1;
                events.push(event.clone());
            }
        }
        events
    }
}

/// Plays a whole game by hints; the path of the game.
async fn play(address: &str, variant: &str) -> (String, Player) {
    let mut players = [Player::new(address, "Ann"), Player::new(address, "Bob")];
    let settings =
        json!({ "variant": { "shipped": variant }, "seats": ["me", "open"], "hints": true });
    let made = players[0].ok("POST", "/api/v1/games", settings);
    let path = format!("/api/v1/games/{}", made["game"]["id"].as_str().unwrap());
    players[1].ok("POST", &format!("{path}/join"), json!({ "invite": made["invites"][0]["code"] }));
    for player in &mut players {
        player.listen(&path).await;
    }
    let mut view = players[0].ok("GET", &path, Value::Null)["view"]["seat"]["game"].clone();
    let mut plays = 0;
    for turn in 0..400 {
        if !view["result"].is_null() {
            assert!(plays > 3, "{variant}: {plays} plays");
            let [ann, _] = players;
            return (path, ann);
        }
        let revision = view["revision"].as_u64().unwrap();
        for player in &mut players {
            player.hear(revision).await;
        }
        let player = &players[view["to_move"].as_u64().unwrap() as usize];
        let hints = player.ok("GET", &format!("{path}/hints"), Value::Null);
        let command = match hints["moves"].get(0) {
            Some(best) => json!({ "type": "move", "move": best["move"] }),
            None => json!({ "type": "pass" }),
        };
        plays += u32::from(command["type"] == "move");
        let sent =
            json!({ "client_id": format!("t{turn}"), "revision": revision, "command": command });
        let answer = player.ok("POST", &format!("{path}/commands"), sent);
        view = answer["view"]["seat"]["game"].clone();
    }
    panic!("{variant}: the game has no end");
}

/// Replays a file with the command line and returns its JSON.
fn replayed(file: &std::path::Path) -> Value {
    let output = program().args(["replay", file.to_str().unwrap(), "--json"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said: Value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text} {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(said["ok"], true, "{said}");
    said
}

fn admin(arguments: &[&str]) -> Value {
    let output = program().arg("admin").args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

#[test]
fn a_mistyped_database_is_not_created() {
    let folder = folder("mistyped");
    let wrong = folder.join("gmaes.db");
    let named = wrong.display().to_string();
    let copy = folder.join("copy.db").display().to_string();
    for arguments in [&["verify"][..], &["export"], &["backup", &copy]] {
        let arguments = [&["admin"], arguments, &["--database", &named]].concat();
        let output = program().args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("no such database"), "{arguments:?}: {said}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
fn a_second_server_over_one_file_is_refused() {
    let folder = folder("second");
    let database = folder.join("games.db").display().to_string();
    let server = Server::any(&["--database", &database]);
    if server.child.is_none() {
        return; // A server elsewhere is tested, with a database of its own.
    }
    let arguments = ["serve", "--port", "0", "--database", &database];
    let second = program().args(arguments).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("another server is using this file"), "{said}");
}

#[test]
fn whole_games_over_the_network_are_exported_and_replayed() {
    let folder = folder("games");
    let database = folder.join("games.db").display().to_string();
    let server = Server::any(&["--database", &database]);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut totals = Vec::new();
    for variant in ["classic", "hex", "stacking"] {
        let (path, ann) = runtime.block_on(play(&server.address, variant));
        let view = ann.ok("GET", &path, Value::Null);
        let result = view["view"]["seat"]["game"]["result"].clone();
        assert!(result["rule"].is_string(), "{variant}: {result}");
        // The export replays to the same totals, here and in the stateless engine.
        let export = ann.ok("GET", &format!("{path}/export.json"), Value::Null);
        let file = folder.join(format!("{variant}.json"));
        std::fs::write(&file, export["snapshot"].to_string()).unwrap();
        let said = replayed(&file);
        assert_eq!((&said["scores"], &said["finished"]), (&result["scores"], &json!(true)));
        let call = json!({ "v": 1, "call": { "op": "verify", "game": export } });
        let verified = ann.ok("POST", "/api/v1/engine", call);
        assert!(!verified.to_string().contains("error"), "{verified}");
        let (status, _, gcg) = ask(&server.address, "", "GET", &format!("{path}/export.gcg"), "");
        if status == 200 {
            let file = folder.join(format!("{variant}.gcg"));
            std::fs::write(&file, gcg).unwrap();
            replayed(&file);
        }
        totals.push((path, result["scores"].clone()));
    }
    assert!(!totals.is_empty());
    if server.child.is_none() {
        return;
    }
    // While the server runs: a copy, a verification, and exports of the copy.
    let copy = folder.join("copy.db").display().to_string();
    assert_eq!(admin(&["backup", "--database", &database, &copy])["games"], totals.len());
    for database in [&database, &copy] {
        let found = admin(&["verify", "--database", database]);
        assert_eq!((&found["ok"], &found["games"]), (&json!(true), &json!(totals.len())));
    }
    let lines = folder.join("games.jsonl");
    let to = lines.display().to_string();
    assert_eq!(admin(&["export", "--database", &copy, "--to", &to])["written"], totals.len());
    for line in std::fs::read_to_string(&lines).unwrap().lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let file = folder.join("one.json");
        std::fs::write(&file, game["game"]["snapshot"].to_string()).unwrap();
        let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
        let expected = &totals.iter().find(|(known, _)| *known == path).unwrap().1;
        assert_eq!(&replayed(&file)["scores"], expected);
    }
    let to = folder.join("gcg").display().to_string();
    let written = admin(&["export", "--database", &copy, "--gcg", "--to", &to]);
    let files = std::fs::read_dir(folder.join("gcg")).unwrap().count();
    assert_eq!(written["written"], files);
    assert!(files > 0);
    let id = totals[0].0.rsplit('/').next().unwrap();
    assert_eq!(admin(&["export", "--database", &copy, "--game", id])["id"], id);
    let refused =
        program().args(["admin", "backup", "--database", &database, &copy]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "an existing file is not overwritten");
    let refused = program()
        .args(["admin", "backup", "--database", "postgres://x/y", "z.db"])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("pg_dump"));
}

#[test]
fn metrics_are_served_on_a_separate_address() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start(&["--database", "memory", "--metrics-address", &free.to_string()]);
    assert_eq!(ask(&server.address, "", "GET", "/metrics", "").0, 404);
    let (status, _, text) = ask(&free.to_string(), "", "GET", "/metrics", "");
    assert!(status == 200 && text.contains("tilewright_requests_total"), "{text}");
    assert_eq!(ask(&free.to_string(), "", "GET", "/api/v1/variants", "").0, 404);
    assert_eq!(ask(&free.to_string(), "", "GET", "/healthz", "").0, 200);
}

#[test]
fn webhooks_are_posted_over_https() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let folder = folder("webhook");
    certificates::make(&folder).unwrap();
    let certificate = CertificateDer::from_pem_file(folder.join("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(folder.join("server.key")).unwrap();
    let config = ServerConfig::builder_with_provider(std::sync::Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(std::sync::Arc::new(config));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let receiver = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}/turns", receiver.local_addr().unwrap().port());
        let authority = folder.join("authority.pem").display().to_string();
        let variables =
            [("SSL_CERT_FILE", authority.as_str()), ("TILEWRIGHT_WEBHOOK_SECRET", "key")];
        let server = Server::start_with(&["--database", "memory", "--webhook", &url], &variables);
        let (_, _, guest) = ask(&server.address, "", "POST", "/api/v1/guests", r#"{"name":"Ann"}"#);
        let guest: Value = serde_json::from_str(&guest).unwrap();
        let token = guest["token"].as_str().unwrap();
        let game = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
        let (_, _, game) = ask(&server.address, token, "POST", "/api/v1/games", &game.to_string());
        let game: Value = serde_json::from_str(&game).unwrap();
        let heard = async {
            let (stream, _) = receiver.accept().await.unwrap();
            let mut stream = acceptor.accept(stream).await.unwrap();
            let mut text = String::new();
            let mut part = [0; 4096];
            while !text.contains('}') {
                let count = stream.read(&mut part).await.unwrap();
                text += std::str::from_utf8(&part[..count]).unwrap();
            }
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
            text
        };
        let text = tokio::time::timeout(Duration::from_secs(30), heard).await.unwrap();
        assert!(text.starts_with("POST /turns ") && text.contains("sha256="), "{text}");
        assert!(text.contains(game["game"]["id"].as_str().unwrap()), "{text}");
    });
}
