//! Words cannot be looked up without end; pages of other sites get nothing.

use crate::common::{TestServer, generous, id};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use tilewright_server::{Config, Limits, routes};
use tilewright_storage::MemoryStore;

#[test]
fn a_preview_tells_about_words_only_so_often() {
    let limits =
        Limits { previews_per_minute: 10, engine_calls_per_minute: 5, ..generous().limits };
    let config = Config { limits, ..Config::default() };
    let server = TestServer::with(Arc::new(MemoryStore::new()), config);
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }], "hints": true });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    let word = json!({ "move": { "actions": [{ "place": { "x": 7, "y": 7, "kind_id": "A" } }] } });
    // Previews and hints are counted together, in all games of the player.
    let ask = |ann: &mut crate::common::Client, hint: bool| match hint {
        true => ann.get(&format!("{path}/hints")),
        false => ann.post(&format!("{path}/preview"), word.clone()),
    };
    for number in 0..10 {
        assert_eq!(ask(&mut ann, number % 2 == 0).0, 200);
    }
    for hint in [true, false] {
        let (status, answer) = ask(&mut ann, hint);
        assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("limit")));
        assert!(ann.headers.to_lowercase().contains("retry-after: 6\r\n"), "{}", ann.headers);
    }
    // Another player is not concerned; time heals.
    let (status, _) = server.guest("Eve").post(&format!("{path}/preview"), word.clone());
    assert_eq!(status, 403);
    server.pass_time(6_000);
    assert_eq!((ask(&mut ann, false).0, ask(&mut ann, false).0), (200, 429));
    // The stateless engine looks words up too: by address, with or without a token.
    let call = json!({ "v": 1, "call": { "op": "words", "variant": { "shipped": "classic" },
        "query": { "check": { "words": ["CAT"] } } } });
    let statuses: Vec<u16> = (0..7).map(|_| ann.post("/api/v1/engine", call.clone()).0).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    ann.token = None;
    assert_eq!(ann.post("/api/v1/engine", call).0, 429);
    // Games of the lab weigh more than a simple call: a whole minute's worth is gone at once.
    let lab = json!({ "v": 1, "call": { "op": "lab", "variant": { "shipped": "sprint-diagonal" },
        "games": 2 } });
    server.pass_time(60_000);
    let statuses: Vec<u16> = (0..2).map(|_| ann.post("/api/v1/engine", lab.clone()).0).collect();
    assert_eq!(statuses, [200, 429]);
    assert!(ann.headers.to_lowercase().contains("retry-after: "));
}

/// The head of an answer to a request with headers.
fn head(server: &TestServer, method: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    String::from_utf8_lossy(&text).split("\r\n\r\n").next().unwrap().to_lowercase()
}

#[test]
fn only_pages_of_known_origins_may_use_the_api() {
    let origins = vec!["https://play.example.org".to_string()];
    let server = TestServer::with(Arc::new(MemoryStore::new()), Config { origins, ..generous() });
    let table = [
        ("https://play.example.org", true),
        ("https://evil.example.org", false),
        ("http://play.example.org", false),
        ("https://play.example.org:8443", false),
        ("https://play.example.org.evil.org", false),
        ("https://PLAY.example.org", false),
        ("null", false),
        ("*", false),
    ];
    for (origin, allowed) in table {
        for (method, path) in
            [("GET", "/api/v1/variants"), ("OPTIONS", "/api/v1/games"), ("GET", "/nowhere")]
        {
            let preflight = "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n";
            let head = head(&server, method, path, &format!("Origin: {origin}\r\n{preflight}"));
            let allows = head.contains(&format!("access-control-allow-origin: {origin}\r\n"));
            assert_eq!(allows, allowed, "{origin} {path}: {head}");
            assert_eq!(head.contains("access-control-"), allowed, "{origin}: {head}");
            assert_eq!(head.contains("vary: origin"), allowed, "{head}");
            // No cookies are used, so no credentials are ever allowed; and no star.
            assert!(!head.contains("allow-credentials") && !head.contains("allow-origin: *"));
        }
    }
    assert!(
        !head(&TestServer::new(), "GET", "/", "Origin: https://play.example.org\r\n")
            .contains("access-control")
    );
}

#[test]
fn every_answer_is_locked_down() {
    let server = TestServer::new();
    let expected = [
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "content-security-policy: default-src 'none'",
        "cache-control: ",
    ];
    let paths = routes().iter().filter(|route| route.method == "get").map(|route| route.path);
    for path in paths.chain(["/nowhere"]) {
        let head = head(&server, "GET", path, "");
        for line in expected {
            assert!(head.contains(line), "{path} without {line}: {head}");
        }
        let policy = head.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
        for source in policy.split(';').filter(|part| part.contains("script-src")) {
            // The engine in the page is a WebAssembly module; scripts as text are not allowed.
            let source = source.replace("'wasm-unsafe-eval'", "");
            assert!(
                !source.contains("unsafe-inline")
                    && !source.contains("unsafe-eval")
                    && !source.contains('*'),
                "{source}"
            );
        }
        for part in ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
    }
}

#[test]
fn counters_are_for_this_machine() {
    let server = TestServer::new();
    assert!(head(&server, "GET", "/metrics", "").starts_with("http/1.1 200"));
    for header in ["X-Forwarded-For: 203.0.113.7\r\n", "Forwarded: for=203.0.113.7\r\n"] {
        assert!(head(&server, "GET", "/metrics", header).starts_with("http/1.1 404"));
    }
}

#[test]
fn log_lines_are_json_with_known_fields() {
    let server = TestServer::new();
    let mut ann = server.guest("Ann");
    ann.get("/api/v1/me");
    ann.get("/nowhere");
    ann.send("M-SEARCH", "/api/v1/games", b"");
    let log = server.log.lock().unwrap().clone();
    assert!(log.len() >= 4);
    for line in log {
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        let all_of = |value: &Value, known: &[&str]| {
            value.as_object().unwrap().keys().all(|key| known.contains(&key.as_str()))
        };
        let known = ["level", "message", "micros", "span", "status", "target", "timestamp"];
        assert!(all_of(&value, &known), "{line}");
        let known = ["game", "method", "name", "player", "request", "route"];
        assert!(all_of(&value["span"], &known), "{line}");
        assert!(!line.contains("nowhere") && !line.contains("tw_"), "{line}");
    }
}
