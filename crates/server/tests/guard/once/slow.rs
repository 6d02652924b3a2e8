//! Slow clients: heads and bodies that trickle, connections that are idle, receivers that do not
//! read. None of them keeps anything from anybody else.

use crate::common::{Client, TestServer, generous, id};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};
use tilewright_storage::MemoryStore;
use tokio_tungstenite::tungstenite::Message;

/// A server without much patience.
fn server() -> TestServer {
    let limits = Limits { idle_seconds: 2, body_seconds: 2, write_seconds: 2, ..generous().limits };
    TestServer::with(Arc::new(MemoryStore::new()), Config { limits, ..Config::default() })
}

fn connect(server: &TestServer) -> TcpStream {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Sends bytes one by one, slowly, until the server has had enough; what it said, and after how
/// long.
fn trickle(mut stream: TcpStream, bytes: &[u8]) -> (String, Duration) {
    let began = Instant::now();
    let mut reader = stream.try_clone().unwrap();
    let heard = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = reader.read_to_end(&mut text);
        (String::from_utf8_lossy(&text).into_owned(), began.elapsed())
    });
    for byte in bytes.iter().cycle().take(200) {
        if heard.is_finished() || stream.write_all(&[*byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    heard.join().unwrap()
}

#[test]
fn heads_that_trickle_are_cut_off() {
    let server = server();
    let (slow, others) = std::thread::scope(|scope| {
        let all: Vec<_> = (0..50)
            .map(|_| {
                scope.spawn(|| {
                    trickle(
                        connect(&server),
                        b"GET / HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaa",
                    )
                })
            })
            .collect();
        // Everybody else is answered meanwhile.
        let mut client = server.guest("Ann");
        let began = Instant::now();
        let answers = (0..50).filter(|_| client.get("/api/v1/me").0 == 200).count();
        assert!(began.elapsed() < Duration::from_secs(10));
        (all.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>(), answers)
    });
    assert_eq!(others, 50);
    for (_, time) in slow {
        assert!(time < Duration::from_secs(10), "{time:?}");
    }
}

#[test]
fn idle_connections_are_closed() {
    let server = server();
    for first in ["", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"] {
        let mut stream = connect(&server);
        stream.write_all(first.as_bytes()).unwrap();
        let began = Instant::now();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert_eq!(text.contains("200 OK"), !first.is_empty());
        assert!(began.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn bodies_that_trickle_are_refused() {
    let server = server();
    let mut stream = connect(&server);
    let head = "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let (said, time) = trickle(stream, b" ");
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    assert!(said.contains("timeout while reading the request body"), "{said}");
    assert!(time < Duration::from_secs(10), "{time:?}");
}

#[test]
fn receivers_that_do_not_read_are_given_up() {
    let server = server();
    let mut client = server.guest("Ann");
    // Many answers are asked for, and none is read.
    let mut stream = connect(&server);
    let ask = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400);
    let began = Instant::now();
    stream.set_write_timeout(Some(Duration::from_secs(15))).unwrap();
    while stream.write_all(&ask).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(30), "the server takes it for ever");
    }
    assert_eq!(client.get("/healthz").0, 200);
}

#[test]
fn sockets_that_do_not_read_are_given_up() {
    let server = server();
    let mut ann = server.guest("Ann");
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"], "words": "free" });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let mut bob = server.guest("Bob");
    bob.ok(
        "POST",
        &format!("/api/v1/games/{game}/join"),
        Some(json!({ "invite": made["invites"][0]["code"] })),
    );
    let address = format!("ws://{}/api/v1/games/{game}/live", server.address);
    // Talk is for players.
    let hello = json!({ "type": "hello", "token": bob.token });
    // One that reads and one that does not, with a small window.
    let (mut reader, mut sleeper) = server.runtime.block_on(async {
        let (mut reader, _) = tokio_tungstenite::connect_async(&address).await.unwrap();
        reader.send(Message::text(hello.to_string())).await.unwrap();
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4 << 10).unwrap();
        let stream = socket.connect(server.address).await.unwrap();
        let (mut sleeper, _) = tokio_tungstenite::client_async(&address, stream).await.unwrap();
        sleeper.send(Message::text(hello.to_string())).await.unwrap();
        (reader, sleeper)
    });
    let heard = Arc::new(AtomicUsize::new(0));
    let counter = heard.clone();
    let listening = server.runtime.spawn(async move {
        while let Some(Ok(message)) = reader.next().await {
            if message.to_text().is_ok_and(|text| text.contains("\"talk\"")) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    let sockets = |client: &mut Client| {
        let text = client.send("GET", "/metrics", b"").1;
        let line = text.lines().find(|line| line.starts_with("tilewright_sockets ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let began = Instant::now();
    let text = "\u{1d535}".repeat(500);
    // Talk until the buffers between are full and the patience is over.
    let mut said = 0;
    while said < 10 || sockets(&mut ann) > 1 {
        server.pass_time(40_000);
        for _ in 0..20 {
            let path = format!("/api/v1/games/{game}/chat");
            assert_eq!(ann.post(&path, json!({ "text": text })).0, 200);
            said += 1;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "the socket is still open");
    }
    // Who reads has heard it, and is still there.
    assert!(heard.load(Ordering::SeqCst) > 0 && !listening.is_finished());
    listening.abort();
    let _ = server.runtime.block_on(sleeper.close(None));
}
