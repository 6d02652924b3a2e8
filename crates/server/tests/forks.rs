//! A game over HTTP is decided in place: no copy of its state is made for a move.
//!
//! The counter is one for the process, so this file has one test.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, generous, id, public};
use serde_json::{Value, json};
use tilewright::game::{GameState, NewGame};

fn words() -> Value {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(here.join("../lexicon/data/en-small.txt")).unwrap();
    json!({ "list": text })
}

/// Plays until the game is over; the number of moves that were sent.
fn play_to_the_end(players: &mut [Client], game: &str) -> usize {
    let path = format!("/api/v1/games/{game}");
    let mut sent = 0;
    for turn in 0.. {
        let view = players[0].ok("GET", &path, None);
        let state = public(&view);
        if !state["result"].is_null() {
            break;
        }
        let seat = state["to_move"].as_u64().unwrap() as usize;
        let Some(player) = players.get_mut(seat) else {
            // A bot is thinking.
            std::thread::sleep(std::time::Duration::from_millis(5));
            continue;
        };
        let hints = player.ok("GET", &format!("{path}/hints"), None);
        let command = match hints["moves"].get(0) {
            Some(found) => json!({ "type": "move", "move": found["move"] }),
            None => json!({ "type": "pass" }),
        };
        let refused = json!({ "client_id": format!("r{turn}"), "revision": state["revision"],
            "command": { "type": "challenge" } });
        assert_eq!(player.post(&format!("{path}/commands"), refused).0, 422);
        let body = json!({ "client_id": format!("c{turn}"), "revision": state["revision"],
            "command": command });
        player.ok("POST", &format!("{path}/commands"), Some(body));
        sent += 1;
    }
    sent
}

#[test]
fn no_game_state_is_copied_on_the_path_of_a_move() {
    let server = TestServer::one(generous());
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = |seats: Value| {
        json!({ "variant": { "shipped": "classic" }, "seats": seats, "words": words(),
            "hints": true })
    };
    let mut players = [ann, bob];
    // Racks without a word end a game early: then another is played.
    let (mut between, mut with_bot) = (0, 0);
    for _ in 0..20 {
        let [ann, bob] = &mut players;
        let made = ann.ok("POST", "/api/v1/games", Some(settings(json!(["me", "open"]))));
        let game = id(&made);
        let code = made["invites"][0]["code"].as_str().unwrap();
        bob.ok("POST", &format!("/api/v1/games/{game}/join"), Some(json!({ "invite": code })));
        let bot = settings(json!(["me", { "bot": "expert" }]));
        let solo = id(&ann.ok("POST", "/api/v1/games", Some(bot)));
        between += play_to_the_end(&mut players, &game);
        with_bot += play_to_the_end(&mut players[..1], &solo);
        if between > 10 && with_bot > 5 {
            break;
        }
    }
    assert!(between > 10 && with_bot > 5, "{between} and {with_bot} moves");
    assert_eq!(GameState::forks(), 0, "copies of game states");
    // The counter counts.
    let ruleset = tilewright::Variant::shipped("classic").unwrap();
    let ruleset = ruleset.ruleset(&Default::default()).unwrap();
    let new_game = NewGame::with_rng_seed(std::sync::Arc::new(ruleset), 2, 1);
    new_game.start().unwrap().0.fork();
    assert_eq!(GameState::forks(), 1);
}
