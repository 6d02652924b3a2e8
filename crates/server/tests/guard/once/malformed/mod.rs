//! Ten thousand malformed requests of each kind: every one is refused with a reason, none makes
//! the server fail, hang or forget anything.

mod kinds;
mod wire;

use self::kinds::{KINDS, Kind, Place, Random};
use self::wire::{Answer, Wire};
use crate::common::{TestServer, generous, id};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tilewright_server::{Config, Jwt, JwtSettings, Limits};
use tilewright_storage::MemoryStore;

/// How many of each kind; `TILEWRIGHT_MALFORMED` changes it.
fn how_many() -> usize {
    std::env::var("TILEWRIGHT_MALFORMED").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

fn server() -> TestServer {
    let secret = Some(b"a secret of at least thirty-two bytes".to_vec());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let jwt = runtime.block_on(Jwt::open(JwtSettings { secret, ..JwtSettings::default() }));
    let most = 100_000_000;
    let limits = Limits {
        body: 16 << 10,
        requests_per_minute: most,
        guests_per_minute: most,
        sign_ins_per_minute: most,
        previews_per_minute: most,
        engine_calls_per_minute: most,
        chat_per_minute: most,
        ..generous().limits
    };
    let config = Config { limits, jwt: Some(jwt.unwrap()), ..Config::default() };
    TestServer::with(Arc::new(MemoryStore::new()), config)
}

/// What is wrong with an answer.
fn fault(kind: &Kind, answer: &Answer) -> Option<String> {
    if !kind.statuses.contains(&answer.status) {
        return Some(format!("status {}, not one of {:?}", answer.status, kind.statuses));
    }
    if kind.below_http {
        return None;
    }
    let Ok(body) = serde_json::from_slice::<Value>(&answer.body) else {
        return Some("the answer is no JSON".to_string());
    };
    let message = body["error"]["message"].as_str().unwrap_or_default();
    if !body["error"]["code"].is_string() || !(8..2000).contains(&message.len()) {
        return Some(format!("the message is {message:?}"));
    }
    None
}

#[test]
fn ten_thousand_malformed_requests_of_each_kind() {
    let server = server();
    let mut ann = server.guest("Ann");
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"], "words": "free" });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let invite = json!({ "invite": made["invites"][0]["code"] });
    server.guest("Bob").ok("POST", &format!("/api/v1/games/{game}/join"), Some(invite));
    let place = Place { game: game.clone(), token: ann.token.clone().unwrap() };
    let before = server.store.events(&game, 0, 1000).unwrap();
    let number = how_many();
    for kind in KINDS {
        let began = Instant::now();
        // Two connections, each with many requests under way.
        std::thread::scope(|scope| {
            for half in 0..2u64 {
                let (place, address) = (&place, server.address);
                scope.spawn(move || {
                    let mut random = Random::new(0x7469_6c65 + half);
                    let mut wire = Wire::new(address, kind.closes);
                    let mut left = number / 2;
                    while left > 0 {
                        let part = left.min(if kind.closes { 1 } else { 64 });
                        left -= part;
                        let sent: Vec<Vec<u8>> =
                            (0..part).map(|_| (kind.make)(&mut random, place)).collect();
                        for (request, answer) in sent.iter().zip(wire.exchange(&sent)) {
                            if let Some(fault) = fault(kind, &answer) {
                                let request: String =
                                    String::from_utf8_lossy(request).chars().take(1500).collect();
                                let body = String::from_utf8_lossy(&answer.body);
                                panic!(
                                    "{}: {fault}\n{request}\n→ {} {body}",
                                    kind.name, answer.status
                                );
                            }
                        }
                    }
                });
            }
        });
        println!("{:28} {number} in {:.1} s", kind.name, began.elapsed().as_secs_f64());
    }
    // Nothing has happened, and the server is there.
    assert!(server.store.events(&game, 0, 1000).unwrap() == before);
    assert_eq!(ann.get("/healthz").0, 200);
    assert_eq!(ann.get(&format!("/api/v1/games/{game}")).0, 200);
    let failed =
        server.log.lock().unwrap().iter().filter(|line| line.contains("\"status\":5")).count();
    assert_eq!(failed, 0);
}
