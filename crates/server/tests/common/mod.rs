//! A server on this machine, and clients that talk to it.

#![allow(clippy::unwrap_used, dead_code)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilewright_server::{App, Config, Limits, Log, serve};
use tilewright_storage::{MemoryStore, Store};
use tokio::sync::oneshot;

/// A running server; it stops when it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    pub store: Arc<dyn Store>,
    pub log: Arc<Mutex<Vec<String>>>,
    /// What the server's clock shows; it stands still.
    pub time: Arc<AtomicU64>,
    pub runtime: tokio::runtime::Runtime,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
}

pub fn generous() -> Config {
    let limits = Limits {
        requests_per_minute: 1_000_000,
        guests_per_minute: 10_000,
        sign_ins_per_minute: 10_000,
        previews_per_minute: 10_000,
        engine_calls_per_minute: 100_000,
        ..Limits::default()
    };
    Config { limits, ..Config::default() }
}

impl TestServer {
    pub fn new() -> TestServer {
        TestServer::with(Arc::new(MemoryStore::new()), generous())
    }

    pub fn with(store: Arc<dyn Store>, config: Config) -> TestServer {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = log.clone();
        let time = Arc::new(AtomicU64::new(1_700_000_000_000));
        let shown = time.clone();
        let app = App::new(
            config,
            store.clone(),
            Arc::new(move || shown.load(Ordering::SeqCst)),
            Log::new(move |line| lines.lock().unwrap().push(line.to_string())),
        )
        .unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let done = runtime.spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            serve(app, listener, stopped).await.unwrap();
        });
        TestServer { address, store, log, time, runtime, stop: Some(stop), done: Some(done) }
    }

    pub fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(self.address);
        let (status, answer) = client.post("/api/v1/guests", json!({ "name": name }));
        assert_eq!(status, 200, "{answer}");
        client.token = answer["token"].as_str().map(str::to_string);
        client
    }

    pub fn pass_time(&self, millis: u64) {
        self.time.fetch_add(millis, Ordering::SeqCst);
    }

    /// Stops as on a signal, and waits for the end.
    pub fn stop(&mut self) {
        if let (Some(stop), Some(done)) = (self.stop.take(), self.done.take()) {
            let _ = stop.send(());
            let ended = self
                .runtime
                .block_on(async { tokio::time::timeout(Duration::from_secs(10), done).await });
            ended.expect("the server stops").unwrap();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}

/// A client with a connection of its own.
pub struct Client {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
    pub token: Option<String>,
    /// Every body that came back.
    pub heard: Vec<String>,
    pub headers: String,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, connection: None, token: None, heard: Vec::new(), headers: String::new() }
    }

    pub fn get(&mut self, path: &str) -> (u16, Value) {
        self.ask("GET", path, None)
    }

    pub fn delete(&mut self, path: &str) -> (u16, Value) {
        self.ask("DELETE", path, None)
    }

    pub fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        self.ask("POST", path, Some(body))
    }

    /// The answer, which must be a success.
    pub fn ok(&mut self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.ask(method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let (status, text) = self.send(method, path, body.as_bytes());
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (status, value)
    }

    /// Sends a request and reads its answer.
    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, String) {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        head += "\r\n";
        for attempt in 0..2 {
            if self.connection.is_none() {
                let stream = TcpStream::connect(self.address).unwrap();
                stream.set_nodelay(true).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
                self.connection = Some(BufReader::new(stream));
            }
            let connection = self.connection.as_mut().unwrap();
            let mut bytes = head.clone().into_bytes();
            bytes.extend_from_slice(body);
            let sent = connection.get_mut().write_all(&bytes);
            match (sent, read_response(connection), attempt) {
                (_, Some((status, headers, text)), _) => {
                    if headers.to_lowercase().contains("connection: close") {
                        self.connection = None;
                    }
                    self.headers = headers;
                    self.heard.push(text.clone());
                    return (status, text);
                }
                (_, None, 0) => self.connection = None,
                _ => panic!("{method} {path}: no answer"),
            }
        }
        unreachable!()
    }
}

fn read_response(connection: &mut BufReader<TcpStream>) -> Option<(u16, String, String)> {
    let mut headers = String::new();
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        headers += &line;
    }
    let status = headers.split_whitespace().nth(1)?.parse().ok()?;
    let length = headers.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0)];
    connection.read_exact(&mut body).ok()?;
    Some((status, headers, String::from_utf8_lossy(&body).into_owned()))
}

/// The id of a game in an answer.
pub fn id(answer: &Value) -> String {
    answer["game"]["id"].as_str().unwrap().to_string()
}

/// What a game's public part says.
pub fn public(view: &Value) -> Value {
    let seat = view["view"]["seat"]["game"].clone();
    if seat.is_null() { view["view"]["spectator"]["game"].clone() } else { seat }
}
