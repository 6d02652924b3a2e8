//! Ratings of families and their history.

use crate::common::{game, player};
use tilewright_storage::{GainRecord, RatingPoint, RatingRecord, Settlement, Store};

/// A rating whose every number differs.
pub fn rating(player: &str, rating: i64, games: u64) -> RatingRecord {
    RatingRecord {
        player: player.to_string(),
        family: "rect-en".to_string(),
        rating,
        deviation: 82_001,
        volatility: 59_995,
        games,
        won: 3,
        drawn: 2,
        lost: 1,
        at: 77,
    }
}

/// A point of the history of a rating.
pub fn point(player: &str, game: &str, at: u64, rating: i64) -> RatingPoint {
    RatingPoint {
        player: player.to_string(),
        family: "rect-en".to_string(),
        game: game.to_string(),
        at,
        rating,
        deviation: 82_001,
        gained: -7,
    }
}

fn gain(game: &str, at: u64) -> GainRecord {
    GainRecord {
        game: game.to_string(),
        player: "ann".to_string(),
        opponent: "bob".to_string(),
        variant: "classic".to_string(),
        family: "rect-en".to_string(),
        at,
        gained: -7,
        doubtful: false,
    }
}

/// A history is read in parts, and ends with its player.
pub fn points_are_listed_by_time(store: &dyn Store) {
    for id in ["ann", "bob"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    let players = ["ann".to_string(), "bob".to_string()];
    // Two games end at the same time, and the last is settled first.
    for (id, at) in [("d", 30), ("a", 10), ("c", 20), ("b", 20)] {
        store.create_game(&game(id, &["ann", "bob"]), &[]).unwrap();
        let settled = store.settle(id, "rect-en", &players, 0, &|_| Settlement {
            ratings: vec![rating("ann", -1, at), rating("bob", 1, at)],
            points: vec![point("ann", id, at, -1), point("bob", id, at, 1)],
            gains: vec![gain(id, at)],
            ..Settlement::default()
        });
        assert_eq!(settled, Ok(true));
    }
    let other = RatingPoint { family: "hex-en".to_string(), ..point("ann", "e", 15, 9) };
    store.create_game(&game("e", &["ann", "bob"]), &[]).unwrap();
    let settled = store.settle("e", "hex-en", &players, 0, &|known| {
        assert!(known.iter().all(|known| known.rating.is_none()), "another family");
        assert!(known.iter().all(|known| known.recent.is_empty()), "another family");
        Settlement {
            ratings: vec![RatingRecord { family: "hex-en".to_string(), ..rating("ann", 9, 1) }],
            points: vec![other.clone()],
            ..Settlement::default()
        }
    });
    assert_eq!(settled, Ok(true));
    let ratings = store.ratings("ann").unwrap();
    let families: Vec<&str> = ratings.iter().map(|rating| rating.family.as_str()).collect();
    assert_eq!(families, ["hex-en", "rect-en"]);
    assert_eq!(store.ratings("bob").unwrap(), [rating("bob", 1, 20)]);
    let listed = |after, most| {
        let points = store.rating_points("ann", "rect-en", after, most).unwrap();
        points.into_iter().map(|point| point.game).collect::<Vec<_>>()
    };
    assert_eq!(listed(None, 9), ["a", "b", "c", "d"]);
    assert_eq!(listed(None, 2), ["a", "b"]);
    assert_eq!(listed(Some((20, "b")), 9), ["c", "d"]);
    assert_eq!(listed(Some((20, "")), 9), ["b", "c", "d"]);
    assert_eq!(listed(Some((30, "d")), 9), Vec::<String>::new());
    assert_eq!(listed(Some((u64::MAX, "")), 9), Vec::<String>::new());
    assert_eq!(store.rating_points("ann", "hex-en", None, 9).unwrap(), vec![other.clone()]);
    assert_eq!(store.rating_points("ann", "hex-en", Some((0, "")), 9).unwrap(), vec![other]);
    let both = [point("ann", "a", 10, -1), point("bob", "a", 10, 1)];
    assert_eq!(store.rated_by("a").unwrap(), both);
    assert_eq!(store.rated_by("none").unwrap(), []);
    store.delete_player("ann").unwrap();
    assert_eq!(store.ratings("ann").unwrap(), []);
    assert_eq!(listed(None, 9), Vec::<String>::new());
    assert_eq!(store.rated_by("a").unwrap(), [point("bob", "a", 10, 1)]);
}
