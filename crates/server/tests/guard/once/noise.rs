//! Noise on sockets: random, cut off, huge, binary, deep, slow. The server says what is wrong,
//! closes the socket, forgets it, and goes on.

use crate::common::{Client, TestServer, generous, id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use tilewright_server::{Config, Limits};
use tilewright_storage::MemoryStore;
use tokio_tungstenite::tungstenite::Message;

/// Sockets of each kind; `TILEWRIGHT_NOISE` changes it.
fn how_many() -> usize {
    std::env::var("TILEWRIGHT_NOISE").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = 1 + (self.next() as usize) % most;
        (0..length).map(|_| self.next() as u8).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(b' ' + byte % 95)).collect()
}

/// Noise after, or instead of, the first message.
fn noise(kind: &str, random: &mut Random) -> Message {
    match kind {
        "random text" => Message::text(text(&random.bytes(2000))),
        "cut off" => {
            let hello = json!({ "type": "hello", "token": "tw_x", "after": 3 }).to_string();
            Message::text(hello[..1 + (random.next() as usize) % (hello.len() - 1)].to_string())
        }
        "binary" => Message::binary(random.bytes(2000)),
        "deep" => {
            let depth = 200 + (random.next() as usize) % 1500;
            Message::text("[".repeat(depth) + &"]".repeat(depth))
        }
        "wrong types" => {
            let kinds = [
                json!({ "type": 1 }),
                json!({ "type": "hello", "after": -1 }),
                json!([]),
                json!({ "type": "hello", "token": 5 }),
                json!(null),
                json!({ "type": "fly" }),
                json!({ "type": "hello", "more": 1 }),
                json!({ "type": "ping" }),
            ];
            Message::text(kinds[(random.next() as usize) % kinds.len()].to_string())
        }
        "bad tokens" => {
            let token = text(&random.bytes(300));
            Message::text(json!({ "type": "hello", "token": token }).to_string())
        }
        "huge" => Message::text("x".repeat(4097 + (random.next() as usize) % 100_000)),
        other => panic!("{other}"),
    }
}

const KINDS: [&str; 7] =
    ["random text", "cut off", "binary", "deep", "wrong types", "bad tokens", "huge"];

fn open_sockets(client: &mut Client) -> u64 {
    let text = client.send("GET", "/metrics", b"").1;
    let line = text.lines().find(|line| line.starts_with("tilewright_sockets ")).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

fn wait_until_closed(client: &mut Client) {
    for _ in 0..400 {
        if open_sockets(client) == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{} sockets are still open", open_sockets(client));
}

fn table() -> (TestServer, Client, String) {
    let limits = Limits { sockets_each: 1000, ..generous().limits };
    let config = Config { limits, ..Config::default() };
    let server = TestServer::with(Arc::new(MemoryStore::new()), config);
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }], "words": "free" });
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    (server, ann, game)
}

#[test]
fn noise_is_answered_and_forgotten() {
    let (server, mut ann, game) = table();
    let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
    let mut random = Random(0x6e6f_6973_6521);
    for kind in KINDS {
        for number in 0..how_many() {
            let message = noise(kind, &mut random);
            // As the first message, or as the second.
            let first = number % 2 == 0;
            let reply = server.runtime.block_on(async {
                let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.unwrap();
                if !first {
                    let hello = json!({ "type": "hello", "token": ann.token }).to_string();
                    socket.send(Message::text(hello)).await.unwrap();
                    socket.next().await.unwrap().unwrap();
                }
                let _ = socket.send(message.clone()).await;
                let mut reply = None;
                let all = async {
                    while let Some(Ok(message)) = socket.next().await {
                        if let Message::Text(text) = message {
                            let value: Value = serde_json::from_str(&text).unwrap();
                            reply = Some(value);
                            // A ping in the right place is no noise.
                            if reply.as_ref().unwrap()["type"] == "pong" {
                                break;
                            }
                        }
                    }
                };
                tokio::time::timeout(Duration::from_secs(20), all).await.expect("an answer");
                reply
            });
            let reply = reply.unwrap_or(Value::Null);
            let fine = reply["type"] == "error" && reply["error"]["message"].as_str().unwrap().len() > 8
                || reply["type"] == "pong" && !first
                // A message beyond the bound breaks the protocol below: the socket is just closed.
                || kind == "huge";
            assert!(fine, "{kind}, first: {first}: {message:?}: {reply}");
        }
    }
    wait_until_closed(&mut ann);
    assert_eq!(ann.get("/healthz").0, 200);
    assert!(!server.log.lock().unwrap().iter().any(|line| line.contains("\"status\":5")));
}

/// A socket as bare bytes.
fn bare(server: &TestServer, game: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    let head = format!(
        "GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[test]
fn frames_that_are_none_close_the_socket() {
    let (server, mut ann, game) = table();
    let mut random = Random(0x66_7261_6d65);
    for _ in 0..how_many() {
        let mut stream = bare(&server, &game);
        let _ = stream.write_all(&random.bytes(500));
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    wait_until_closed(&mut ann);
    assert_eq!(ann.get("/healthz").0, 200);
}

#[test]
fn who_says_nothing_or_only_half_is_closed() {
    let (server, mut ann, game) = table();
    let half: [&[u8]; 3] = [
        // Nothing; half a frame; the first frame of a message that never ends.
        b"",
        b"\x81\xfe\x00",
        b"\x01\x82\x00\x00\x00\x00ab",
    ];
    let mut streams: Vec<TcpStream> = half.iter().map(|_| bare(&server, &game)).collect();
    for (stream, bytes) in streams.iter_mut().zip(half) {
        stream.write_all(bytes).unwrap();
    }
    for stream in &mut streams {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("the server closes within 25 s");
        assert!(String::from_utf8_lossy(&rest).contains("send a hello first"));
    }
    wait_until_closed(&mut ann);
}

#[test]
fn many_pings_are_too_many() {
    let (server, mut ann, game) = table();
    let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
    let last = server.runtime.block_on(async {
        let (mut socket, _) = tokio_tungstenite::connect_async(&address).await.unwrap();
        socket.send(Message::text(json!({ "type": "hello" }).to_string())).await.unwrap();
        for _ in 0..100 {
            if socket.send(Message::text(json!({ "type": "ping" }).to_string())).await.is_err() {
                break;
            }
        }
        let mut last = Value::Null;
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            last = serde_json::from_str(&text).unwrap();
        }
        last
    });
    assert_eq!(last["error"]["code"], "limit", "{last}");
    wait_until_closed(&mut ann);
}
