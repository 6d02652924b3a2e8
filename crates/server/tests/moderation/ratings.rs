//! Ratings cannot be farmed.

use crate::common::{Client, TestServer};
use crate::{command, game, me};
use serde_json::{Value, json};

/// Swaps the first tile of the rack.
fn swap(client: &mut Client, path: &str) {
    let view = client.ok("GET", path, None);
    let tile = view["view"]["seat"]["rack"][0].clone();
    let swap =
        json!({ "type": "move", "move": { "actions": [{ "swap_rack": { "tiles": [tile] } }] } });
    let (status, answer) = command(client, path, swap);
    assert_eq!(status, 200, "{answer}");
}

/// A game that the second loses: everybody makes some moves, then the second resigns.
fn lose(winner: &mut Client, loser: &mut Client, moves: usize) -> String {
    let path = game(winner, loser);
    for _ in 0..moves {
        let view = winner.ok("GET", &path, None);
        let first = view["game"]["your_turn"] == true;
        let order = if first { [true, false] } else { [false, true] };
        for own in order {
            swap(if own { &mut *winner } else { &mut *loser }, &path);
        }
    }
    assert_eq!(command(loser, &path, json!({ "type": "resign" })).0, 200);
    path.rsplit('/').next().unwrap().to_string()
}

fn rating(client: &mut Client) -> Option<i64> {
    let id = me(client);
    let ratings = client.ok("GET", &format!("/api/v1/players/{id}/ratings"), None);
    ratings["ratings"][0]["rating"].as_i64()
}

#[test]
fn fresh_guests_raise_no_rating() {
    let server = TestServer::new();
    let mut farmer = server.account("Farmer");
    for number in 0..5 {
        let mut guest = server.guest(&format!("Guest {number}"));
        let game = lose(&mut farmer, &mut guest, 3);
        assert_eq!(server.store.unrated(&game).unwrap().as_deref(), Some("guest"));
    }
    assert_eq!(rating(&mut farmer), None);
    let log = server.log.lock().unwrap().concat();
    assert!(log.contains("the game is not rated"), "each refusal is logged");
}

#[test]
fn fresh_accounts_raise_a_rating_a_little_and_the_moderators_know() {
    let server = TestServer::new();
    let mut farmer = server.account("Farmer");
    let mut reasons = Vec::new();
    for number in 0..6 {
        let mut account = server.account(&format!("Account {number}"));
        let game = lose(&mut farmer, &mut account, 3);
        reasons.push(server.store.unrated(&game).unwrap().unwrap());
        server.pass_time(61_000);
    }
    let gained = rating(&mut farmer).unwrap() - 1500;
    assert!((1..50).contains(&gained), "{gained} points, {reasons:?}");
    assert_eq!(reasons[0], "");
    assert_eq!(reasons.last().map(String::as_str), Some("farm"));
    let reports = server.store.reports(true, 10).unwrap();
    let farmer = me(&mut farmer);
    let about: Vec<_> =
        reports.iter().map(|report| (report.kind.name(), report.player.as_deref())).collect();
    assert_eq!(about, [("farm", Some(farmer.as_str()))], "once");
}

#[test]
fn a_game_with_hardly_a_move_is_not_rated() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    for (moves, reason) in [(0, "few_moves"), (2, "few_moves"), (3, "")] {
        let game = lose(&mut ann, &mut bob, moves);
        assert_eq!(server.store.unrated(&game).unwrap().as_deref(), Some(reason), "{moves}");
    }
    assert_eq!((rating(&mut ann), rating(&mut bob)), (Some(1516), Some(1484)));
    // A game against a bot has its reason too.
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }] });
    let made: Value = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", crate::id(&made));
    crate::wait("the turn", || command(&mut ann, &path, json!({ "type": "resign" })).0 != 409);
    let unrated = server.store.unrated(&crate::id(&made)).unwrap();
    assert_eq!(unrated.as_deref(), Some("settings"));
}
