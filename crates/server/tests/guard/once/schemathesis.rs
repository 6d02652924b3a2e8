//! Schemathesis, which makes requests up from the OpenAPI document, finds nothing: no 5xx, no
//! status, header, media type or answer that the document does not have, no nonsense accepted.
//!
//! `cargo xtask test --only api` installs it and runs this. By hand, with an installed one:
//! `TILEWRIGHT_SCHEMATHESIS=schemathesis cargo test -p tilewright-server --test guard schemathesis`.
//! `TILEWRIGHT_SCHEMATHESIS_SECONDS`, `TILEWRIGHT_SCHEMATHESIS_EXAMPLES` and
//! `TILEWRIGHT_SCHEMATHESIS_SEED` change how long, how much and what.

use crate::common::{TestServer, generous, id};
use serde_json::json;
use std::process::Command;
use std::sync::Arc;
use tilewright_server::{Config, Limits};
use tilewright_storage::MemoryStore;

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,negative_data_rejection,\
    unsupported_method,ignored_auth";

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}

#[test]
fn schemathesis_finds_nothing() {
    let Ok(program) = std::env::var("TILEWRIGHT_SCHEMATHESIS") else {
        println!("TILEWRIGHT_SCHEMATHESIS is not set: `cargo xtask test --only api` sets it");
        return;
    };
    let examples = setting("TILEWRIGHT_SCHEMATHESIS_EXAMPLES", "8");
    let seed = setting("TILEWRIGHT_SCHEMATHESIS_SEED", "1");
    let limits = Limits {
        games_per_player: 1_000_000,
        chat_per_minute: 1_000_000,
        previews_per_minute: 1_000_000,
        ..generous().limits
    };
    let config = Config { limits, ..Config::default() };
    let server = TestServer::with(Arc::new(MemoryStore::new()), config);
    let mut ann = server.guest("Ann");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }], "hints": true });
    let game = id(&ann.ok("POST", "/api/v1/games", Some(settings)));
    let directory = std::env::temp_dir().join(format!("tilewright-api-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    // Once as a player in a game, once as anybody with ids out of thin air.
    let player = format!("Authorization: Bearer {}", ann.token.clone().unwrap());
    let passes = [
        (format!("[parameters]\n\"path.id\" = \"{game}\"\n"), vec!["--header", player.as_str()]),
        (String::new(), vec![]),
    ];
    for (number, (config, more)) in passes.into_iter().enumerate() {
        let file = directory.join(format!("{number}.toml"));
        std::fs::write(&file, config).unwrap();
        let document = format!("http://{}/api/v1/openapi.json", server.address);
        // One worker: with threads, Python's parser of its own sources fails now and then
        // ("AST constructor recursion depth mismatch").
        let ended = Command::new(&program)
            .current_dir(&directory)
            .arg("--config-file")
            .arg(&file)
            .args(["run", &document, "--checks", CHECKS, "--seed", &seed, "--workers", "1"])
            .args(["--max-examples", &examples, "--request-timeout", "30"])
            .args(["--max-time", &setting("TILEWRIGHT_SCHEMATHESIS_SECONDS", "25")])
            // Who leaves cannot ask anything more; a socket is no request.
            .args(["--exclude-method", "DELETE", "--exclude-path", "/api/v1/games/{id}/live"])
            .args(["--warnings", "off"])
            .args(&more)
            .status()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(ended.success(), "{program} found something");
    }
    let log = server.log.lock().unwrap().clone();
    let micros = |line: &String| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        value["micros"].as_u64().unwrap_or(0)
    };
    let slowest = log.iter().max_by_key(|line| micros(line)).unwrap();
    println!("{} requests, the slowest: {slowest}", log.len());
    assert!(log.len() > 200);
    assert!(!log.iter().any(|line| line.contains("\"status\":5")));
    let _ = std::fs::remove_dir_all(directory);
}
