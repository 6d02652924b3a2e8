//! How far games are, on every store.

use crate::common::{append, game};
use tilewright_storage::{GameProgress, Store};

/// One question is enough for many games.
pub fn one_look_tells_how_far_games_are(store: &dyn Store) {
    assert_eq!(store.progress(&[]).unwrap(), []);
    for (id, sitters) in [("a", ["ann", "", "bot:casual"]), ("b", ["ann", "bob", ""])] {
        store.create_game(&game(id, &sitters), &[]).unwrap();
    }
    store.append(&[append("b", 0, &["x", "y"])]).unwrap();
    store.add_chat("b", 0, 1, "hello").unwrap();
    let ids = ["b", "none", "a"].map(str::to_string);
    let mut found = store.progress(&ids).unwrap();
    found.sort_by(|one, other| one.game.cmp(&other.game));
    let progress = |game: &str, revision, players, talk| GameProgress {
        game: game.to_string(),
        revision,
        players,
        talk,
        rematch: 0,
    };
    assert_eq!(found, [progress("a", 0, 1, 0), progress("b", 2, 2, 1)]);
    let many: Vec<String> = (0..3000).map(|n| format!("n{n}")).chain(ids).collect();
    assert_eq!(store.progress(&many).unwrap().len(), 2);
}
