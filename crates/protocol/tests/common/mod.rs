//! What the tests share: asking an engine, and starting games.

#![allow(dead_code, reason = "every test file uses its own part")]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde_json::{Value, json};
use std::path::Path;
use tilewright_protocol::Engine;
use tilewright_variants::Variant;

/// A small word list for the language of a variant.
pub fn words(variant: &str) -> Value {
    let variant = Variant::shipped(variant).unwrap();
    if variant.tiles().alphabet().len() < 3 {
        return json!({ "list": "AA\nAB\nBA\nBB\nABA\nBAB\nAAB\nABBA" });
    }
    let id = variant.lexicon().unwrap_or("en");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../lexicon/data", "../../fixtures/words"];
    let file = places.map(|place| here.join(place).join(format!("{id}-small.txt")));
    let file = file.iter().find(|file| file.is_file()).unwrap();
    json!({ "list": std::fs::read_to_string(file).unwrap() })
}

pub fn ask(engine: &Engine, call: Value) -> Value {
    let request = json!({ "v": 1, "call": call }).to_string();
    let bytes = engine.handle(request.as_bytes());
    assert_eq!(bytes, engine.handle(request.as_bytes()), "the same request, other bytes");
    serde_json::from_slice(&bytes).unwrap()
}

pub fn answer(engine: &Engine, call: Value) -> Value {
    let response = ask(engine, call);
    assert!(response.get("error").is_none(), "{}", response["error"]);
    response["answer"].clone()
}

pub fn error(engine: &Engine, call: Value) -> (String, String) {
    let fault = ask(engine, call)["error"].clone();
    (fault["code"].as_str().unwrap().to_string(), fault["message"].as_str().unwrap().to_string())
}

pub fn start(engine: &Engine, variant: &str, players: u8, seed: u64) -> Value {
    let call = json!({ "op": "new", "variant": { "shipped": variant }, "players": players,
        "seed": { "number": seed }, "words": words(variant) });
    answer(engine, call)["game"].clone()
}
