//! Large texts of settings are stored once for all games that use them, and what games take is counted.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append, game};
use tilewright_storage::{Content, GameRecord, GameStore, SqliteStore, StoreError};

/// A game with a word list of its own.
fn with_list(id: &str, list: &str) -> GameRecord {
    let settings = format!("{{\"seats\":[\"{id}\"],\"words\":{{\"list\":\"{list}\"}}}}");
    GameRecord { settings, creator: "eve".to_string(), ..game(id, &["ann"]) }
}

#[test]
fn games_with_the_same_list_store_it_once() {
    let stores = Stores::new("contents");
    let (list, other) = ("CAT\\nDOG\\n".repeat(10_000), "DOG\\n".repeat(10_000));
    for (kind, store) in stores.all() {
        let games: Vec<GameRecord> = (0..20).map(|n| with_list(&format!("g{n}"), &list)).collect();
        store.create_games(&games[..10]).unwrap();
        games[10..].iter().for_each(|game| store.create_game(game, &[]).unwrap());
        store.create_game(&with_list("other", &other), &[]).unwrap();
        for game in &games {
            assert!(store.game(&game.id).unwrap().unwrap() == *game, "{kind}");
        }
        let listed = store.games_of("ann", 100).unwrap();
        assert!(listed.len() == 21 && listed.iter().all(|game| game.settings.len() > 10_000));
        let contents = store.contents("", 100).unwrap();
        assert_eq!(contents.len(), 2, "{kind}");
        assert!(contents.iter().all(Content::is_sound));
        assert_eq!(store.contents(&contents[0].hash, 100).unwrap(), contents[1..]);
        // Nobody is charged twice for what is there once.
        let bytes = store.stored_bytes("eve").unwrap();
        let once = (list.len() + other.len()) as u64;
        assert!((once..once + 21 * 200).contains(&bytes), "{kind}: {bytes}, not {once}");
        store.append(&[append("g3", 0, &["event", "another"])]).unwrap();
        store.add_chat("g3", 0, 1, "hello").unwrap();
        let more = store.stored_bytes("eve").unwrap() - bytes;
        assert!((17..=20).contains(&more), "{kind}: {more}");
        assert_eq!(store.stored_bytes("ann").unwrap(), 0, "{kind}");
        // What is used stays.
        assert_eq!(store.delete_contents(u64::MAX, 100).unwrap(), 0, "{kind}");
        assert!(store.game("g3").unwrap().unwrap().settings == games[3].settings);
    }
}

#[test]
fn what_no_game_uses_is_deleted_and_what_is_missing_is_found() {
    let stores = Stores::new("unused");
    let store = SqliteStore::open(&stores.path()).unwrap();
    store.create_game(&with_list("g", &"CAT\\n".repeat(1000)), &[]).unwrap();
    store.create_game(&with_list("h", &"DOG\\n".repeat(1000)), &[]).unwrap();
    let other = rusqlite::Connection::open(stores.path()).unwrap();
    other.pragma_update(None, "foreign_keys", "ON").unwrap();
    // Somebody deletes a game: its list goes with the next round, but not those of others.
    other.execute("DELETE FROM seats WHERE game = 'g'", []).unwrap();
    other.execute("DELETE FROM games WHERE id = 'g'", []).unwrap();
    assert_eq!(store.delete_contents(5, 100).unwrap(), 0, "it is too young");
    assert_eq!(store.delete_contents(6, 100).unwrap(), 1);
    assert_eq!(store.contents("", 9).unwrap().len(), 1);
    // A list that is in use cannot be deleted by mistake.
    assert!(other.execute("DELETE FROM contents", []).is_err());
    other.execute("UPDATE contents SET body = body || 'X'", []).unwrap();
    assert!(!store.contents("", 9).unwrap()[0].is_sound());
    other.pragma_update(None, "foreign_keys", "OFF").unwrap();
    other.execute("DELETE FROM contents", []).unwrap();
    let read = store.game("h").map(|_| ());
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
}

#[test]
fn games_from_before_are_read_as_they_are() {
    let stores = Stores::new("before");
    let store = SqliteStore::open(&stores.path()).unwrap();
    let old = with_list("g", &"CAT\\n".repeat(1000));
    store.create_game(&old, &[]).unwrap();
    // As an earlier schema has stored it.
    let other = rusqlite::Connection::open(stores.path()).unwrap();
    other.execute("UPDATE games SET settings = ?1", [&old.settings]).unwrap();
    assert!(store.game("g").unwrap().unwrap() == old);
}
