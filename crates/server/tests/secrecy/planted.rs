//! The search finds what is planted.

use crate::search::{leaks, names, rightful};
use serde_json::json;
use std::collections::BTreeSet;

const SEED: &str = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210";

/// A log in which seat 0 has drawn two tiles and placed one of them.
fn log() -> Vec<String> {
    [
        json!({ "command": 0, "fact": { "type": "drew", "seat": 0, "tiles": ["ZXA", "QJB"] } }),
        json!({ "command": 0, "fact": { "type": "drew", "seat": 1, "tiles": ["ZXC", "QJD"] } }),
        json!({ "command": 1, "fact": { "type": "played", "seat": 0, "placements": [{ "tile": "ZXA" }] } }),
    ]
    .iter()
    .map(ToString::to_string)
    .collect()
}

#[test]
fn planted_leaks_are_found() {
    let secrets = [SEED.to_string(), "tw_token_of_ann".to_string()];
    let (nobody, ann) = (rightful(&log(), None), rightful(&log(), Some(0)));
    assert_eq!(nobody, BTreeSet::from(["ZXA".to_string()]));
    assert_eq!(ann, BTreeSet::from(["ZXA".to_string(), "QJB".to_string()]));
    let bag: Vec<String> = names().into_iter().rev().collect();
    let unseen = |order: &[String]| {
        let tiles: Vec<_> = order.iter().map(|t| json!({ "tile": t, "count": 1 })).collect();
        json!({ "view": { "spectator": { "unseen": tiles } } }).to_string()
    };
    let table = [
        // Who reads it, what, and whether it is a leak.
        (
            &nobody,
            "a rack in an error",
            json!({ "error": { "message": "QJB is not yours" } }).to_string(),
            true,
        ),
        (&ann, "the own rack", json!({ "rack": ["QJB"] }).to_string(), false),
        (&ann, "another rack", json!({ "rack": ["QJD"] }).to_string(), true),
        (&nobody, "a seed in an event", json!({ "fact": { "seed": SEED } }).to_string(), true),
        (&nobody, "a seed in capitals", SEED.to_uppercase(), true),
        (&nobody, "half a seed", format!("x={}", &SEED[32..]), true),
        (&nobody, "a seed as numbers", "[0,17,34,51,68,85,102,119,136]".to_string(), true),
        (
            &nobody,
            "the bag's order in the log",
            format!("{{\"event\":\"draw\",\"bag\":{bag:?}}}"),
            true,
        ),
        (&nobody, "the bag's order as the unseen tiles", unseen(&bag), true),
        (&nobody, "the unseen tiles", unseen(&names()), false),
        (&nobody, "a tile in a header", "HTTP/1.1 200 OK\r\nX-Debug: zxc\r\n".to_string(), true),
        (&nobody, "a tile on a board", json!({ "board": ["ZXA"] }).to_string(), false),
        (&nobody, "a tile in a picture", "<text>QJD</text>".to_string(), true),
        (&nobody, "another's token", "Bearer tw_token_of_ann".to_string(), true),
        (&nobody, "a counter", "tilewright_requests_total 5".to_string(), false),
    ];
    for (known, what, text, leak) in table {
        assert_eq!(!leaks([&text], known, &secrets).is_empty(), leak, "{what}: {text}");
    }
}
