//! Edits of a stored game, each of which `verify` finds: as an edit of the database alone, and by a
//! forger who also computes the hash of the log again.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod edits;
mod stored;

use common::{TestServer, generous, id, public};
use edits::{EDITS, Hash};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use stored::Stored;
use tilewright_protocol::Engine;
use tilewright_server::{Verified, verify};
use tilewright_storage::SqliteStore;

/// A game of two players to its end, with an exchange and a pass, in a database at a path.
fn play(path: &Path) -> String {
    let store = Arc::new(SqliteStore::open(path).unwrap());
    let mut server = TestServer::with(store, generous());
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"],
        "hints": true });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = id(&made);
    let place = format!("/api/v1/games/{game}");
    let invite = json!({ "invite": made["invites"][0]["code"] });
    bob.ok("POST", &format!("{place}/join"), Some(invite));
    let mut players = [ann, bob];
    for turn in 0.. {
        let view = players[0].ok("GET", &place, None);
        let state = public(&view);
        if !state["result"].is_null() {
            break;
        }
        let player = &mut players[state["to_move"].as_u64().unwrap() as usize];
        server.time.fetch_add(1000, Ordering::SeqCst);
        let hints = player.ok("GET", &format!("{place}/hints"), None);
        let best = &hints["moves"][0]["move"];
        let rack = player.ok("GET", &place, None)["view"]["seat"]["rack"].clone();
        let command = match turn {
            4 => json!({ "type": "move",
                "move": { "actions": [{ "swap_rack": { "tiles": [rack[0], rack[1]] } }] } }),
            7 => json!({ "type": "pass" }),
            _ if best.is_null() => json!({ "type": "pass" }),
            _ => json!({ "type": "move", "move": best }),
        };
        let sent = json!({ "client_id": format!("t{turn}"), "revision": state["revision"],
            "command": command });
        player.ok("POST", &format!("{place}/commands"), Some(sent));
    }
    server.stop();
    game
}

fn verified(engine: &Engine, path: &Path) -> Verified {
    verify(engine, &SqliteStore::open(path).unwrap(), |_| {}).unwrap()
}

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let name = format!("tilewright-forgeries-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Where games are kept makes no difference here.
mod once {
    use super::*;

    #[test]
    fn every_planted_edit_is_found() {
        let (folder, engine) = (Folder::new(), Engine::new());
        // Draws differ from run to run; the edits need a game with a winner and adjustments.
        let (path, game) = (0..20)
            .map(|attempt| {
                let path = folder.0.join(format!("games-{attempt}.db"));
                let game = play(&path);
                (path, game)
            })
            .find(|(path, game)| {
                let mut stored = Stored::read(path, game);
                let end = stored.event("ended", 0);
                let won =
                    ["\"winners\":[0]", "\"winners\":[1]"].iter().any(|won| end.contains(won));
                won && end.contains("\"adjustments\":[{")
            })
            .unwrap();
        let untouched = verified(&engine, &path);
        assert_eq!((untouched.games, &untouched.faults[..]), (1, &[][..]));
        let whole = Stored::read(&path, &game);
        // Written back as it is, with the hash computed again, it is still sound.
        let copy = |name: &str, stored: &Stored| {
            let copy = folder.0.join(name);
            std::fs::copy(&path, &copy).unwrap();
            stored.write(&copy);
            verified(&engine, &copy)
        };
        let mut again = whole.clone();
        again.compute_hash();
        assert_eq!(copy("again.db", &again).faults, []);
        assert!(EDITS.len() >= 40, "{}", EDITS.len());
        let mut missed = Vec::new();
        for (number, edit) in EDITS.iter().enumerate() {
            let mut forged = whole.clone();
            (edit.change)(&mut forged);
            assert!(forged != whole, "`{}` changes nothing", edit.name);
            let found = copy(&format!("{number}.db"), &forged).faults;
            if found.is_empty() {
                missed.push(format!("{} (plain)", edit.name));
            }
            if edit.hash == Hash::Either {
                forged.compute_hash();
                let found = copy(&format!("{number}-hashed.db"), &forged).faults;
                match &found[..] {
                    [] => missed.push(format!("{} (hash computed again)", edit.name)),
                    [(_, reason)] => eprintln!("{}: {reason}", edit.name),
                    _ => {}
                }
            }
        }
        assert!(missed.is_empty(), "not found: {missed:#?}");
    }
}
