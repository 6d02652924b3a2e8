//! Traces for a collector: one from a command over the store to the server that is notified of it,
//! and no harm from a collector that hangs.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, generous, id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilewright_server::{Collector, Config, NatsAddress};
use tilewright_storage::{MemoryStore, Store};
use tokio_tungstenite::tungstenite::Message;

/// A collector on this machine that keeps every span.
struct Collected {
    address: SocketAddr,
    spans: Arc<Mutex<Vec<Value>>>,
}

impl Collected {
    fn new() -> Collected {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, spans) =
            (listener.local_addr().unwrap(), Arc::<Mutex<Vec<Value>>>::default());
        let kept = spans.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut reader = BufReader::new(stream);
                let (mut head, mut length) = (String::new(), 0);
                loop {
                    let mut line = String::new();
                    if reader.read_line(&mut line).unwrap() == 0 || line == "\r\n" {
                        break;
                    }
                    let lower = line.to_lowercase();
                    if let Some(value) = lower.strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    head += &lower;
                }
                assert!(head.starts_with("post /v1/traces http/1.1"), "{head}");
                assert!(head.contains("content-type: application/json"), "{head}");
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                let body: Value = serde_json::from_slice(&body).unwrap();
                let resource = &body["resourceSpans"][0];
                assert_eq!(
                    resource["resource"]["attributes"][0]["value"]["stringValue"],
                    "tilewright"
                );
                let found = resource["scopeSpans"][0]["spans"].as_array().unwrap();
                kept.lock().unwrap().extend(found.iter().cloned());
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
                // The server may have gone away by now.
                let _ = reader.get_mut().write_all(answer.as_bytes());
            }
        });
        Collected { address, spans }
    }

    fn config(&self) -> Config {
        let otlp = Some(Collector::parse(&format!("http://{}", self.address)).unwrap());
        Config { otlp, ..generous() }
    }

    /// Waits for a span that fits.
    fn wait_for(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let spans = self.spans.lock().unwrap().clone();
            if let Some(span) = spans.iter().find(|span| fits(span)) {
                return span.clone();
            }
            assert!(began.elapsed() < Duration::from_secs(30), "no {what} in {spans:#?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The span of a name within another one.
    fn child(&self, parent: &Value, name: &str) -> Value {
        let span = self.wait_for(name, |span| {
            span["name"] == name && span["parentSpanId"] == parent["spanId"]
        });
        assert_eq!(span["traceId"], parent["traceId"]);
        let nanos = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
        assert!(nanos(&span["startTimeUnixNano"]) <= nanos(&span["endTimeUnixNano"]));
        span
    }
}

/// Just enough of NATS to pass messages of one subject on between servers.
fn bus() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    let subscribers = Arc::<Mutex<Vec<(usize, String, TcpStream)>>>::default();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().map_while(Result::ok).enumerate() {
            let subscribers = subscribers.clone();
            // A connection that breaks ends its thread.
            std::thread::spawn(move || converse(number, stream, &subscribers));
        }
    });
    url
}

fn converse(
    number: usize,
    mut stream: TcpStream,
    subscribers: &Mutex<Vec<(usize, String, TcpStream)>>,
) -> std::io::Result<()> {
    let info = r#"{"server_id":"x","version":"2.10.0","host":"127.0.0.1","port":1,"max_payload":1048576,"proto":1,"client_id":1}"#;
    stream.write_all(format!("INFO {info}\r\n").as_bytes())?;
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["PING"] => stream.write_all(b"PONG\r\n")?,
            ["SUB", _, sid] => {
                subscribers.lock().unwrap().push((number, sid.to_string(), stream.try_clone()?));
            }
            ["PUB", subject, length] => {
                let mut payload = vec![0; length.parse::<usize>().unwrap() + 2];
                reader.read_exact(&mut payload)?;
                for (owner, sid, other) in subscribers.lock().unwrap().iter_mut() {
                    if *owner != number {
                        let head = format!("MSG {subject} {sid} {length}\r\n");
                        other.write_all(&[head.as_bytes(), &payload].concat())?;
                    }
                }
            }
            _ => {}
        }
    }
}

const COMMANDS: &str = "POST /api/v1/games/{id}/commands";

fn attribute<'a>(span: &'a Value, key: &str) -> &'a Value {
    let all = span["attributes"].as_array().unwrap();
    all.iter().find(|entry| entry["key"] == key).map_or(&Value::Null, |entry| &entry["value"])
}

/// A game of one, and the answer to its first command.
fn play(client: &mut Client) -> String {
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    let made = client.ok("POST", "/api/v1/games", Some(settings));
    pass(client, &made);
    id(&made)
}

fn pass(client: &mut Client, made: &Value) {
    let sent = json!({ "client_id": "1", "revision": made["game"]["revision"],
        "command": { "type": "pass" } });
    client.ok("POST", &format!("/api/v1/games/{}/commands", id(made)), Some(sent));
}

#[test]
fn a_command_is_one_trace() {
    let collected = Collected::new();
    let server = TestServer::with(Arc::new(MemoryStore::new()), collected.config());
    let mut ann = server.guest("Ann");
    let game = play(&mut ann);
    let request = collected.wait_for(COMMANDS, |span| span["name"] == COMMANDS);
    assert_eq!((request["kind"].as_u64(), &request["parentSpanId"]), (Some(2), &Value::Null));
    assert_eq!(attribute(&request, "http.response.status_code")["intValue"], "200");
    assert_eq!(attribute(&request, "http.route")["stringValue"], "/api/v1/games/{id}/commands");
    assert_eq!(request["traceId"].as_str().unwrap().len(), 32);
    collected.child(&request, "decide");
    let append = collected.child(&request, "append");
    assert_eq!(attribute(&append, "tilewright.game")["stringValue"], game.as_str());
    // What operators ask is not traced, and nothing secret is recorded.
    Client::new(server.address).get("/healthz");
    let guests = "POST /api/v1/guests";
    collected.wait_for(guests, |span| span["name"] == guests);
    let all = serde_json::to_string(&*collected.spans.lock().unwrap()).unwrap();
    assert!(!all.contains("healthz") && !all.contains("tw_"), "{all}");
    assert!(server.counted("spans_sent_total") > 0);
    assert_eq!(server.counted("spans_dropped_total"), 0);
}

#[test]
fn a_trace_goes_on_at_the_server_that_is_notified() {
    let collected = Collected::new();
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let nats = Some(NatsAddress::parse(&bus()).unwrap());
    let config = Config { shared: true, nats, ..collected.config() };
    let servers =
        [TestServer::with(store.clone(), config.clone()), TestServer::with(store, config)];
    let began = Instant::now();
    while servers.iter().any(|server| server.counted("nats_up") == 0) {
        assert!(began.elapsed() < Duration::from_secs(30), "no NATS");
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut ann = servers[0].guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    // Somebody watches at the other server.
    let address = format!("ws://{}/api/v1/games/{}/live", servers[1].address, id(&made));
    let connected = servers[1].runtime.block_on(tokio_tungstenite::connect_async(address));
    let (mut socket, _) = connected.unwrap();
    servers[1].runtime.block_on(async {
        let hello = json!({ "type": "hello", "after": 0 }).to_string();
        socket.send(Message::text(hello)).await.unwrap();
        // The welcome: from now on it hears everything.
        socket.next().await.unwrap().unwrap();
    });
    pass(&mut ann, &made);
    let request = collected.wait_for(COMMANDS, |span| span["name"] == COMMANDS);
    let notice = collected.child(&request, "notice");
    assert_eq!(notice["kind"].as_u64(), Some(4));
    let refresh = collected.child(&notice, "refresh");
    assert_eq!(refresh["kind"].as_u64(), Some(5));
    collected.child(&refresh, "database");
}

#[test]
fn a_collector_that_hangs_changes_nothing() {
    // Connections are accepted by the system and never answered.
    let hanging = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = hanging.local_addr().unwrap();
    let otlp = Some(Collector::parse(&format!("http://{address}")).unwrap());
    let server = TestServer::with(Arc::new(MemoryStore::new()), Config { otlp, ..generous() });
    let mut ann = server.guest("Ann");
    let began = Instant::now();
    // More spans than the queue holds, in less time than one attempt to send takes.
    while server.counted("spans_dropped_total") == 0 {
        for _ in 0..200 {
            assert_eq!(ann.get("/api/v1/me").0, 200);
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is dropped");
    }
    // A request waits for no collector.
    let fastest = (0..20).map(|_| {
        let began = Instant::now();
        play(&mut server.guest("Bob"));
        began.elapsed()
    });
    assert!(fastest.min().unwrap() < Duration::from_secs(2));
    let log = server.log.lock().unwrap().clone();
    let failures = log.iter().filter(|line| line.contains("the collector of traces has failed"));
    assert!(failures.count() <= 1);
    drop(hanging);
}
