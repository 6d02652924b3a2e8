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
    play_and_resign(winner, loser, &path, moves);
    path.rsplit('/').next().unwrap().to_string()
}

fn play_and_resign(winner: &mut Client, loser: &mut Client, path: &str, moves: usize) {
    for _ in 0..moves {
        let view = winner.ok("GET", path, None);
        let first = view["game"]["your_turn"] == true;
        let order = if first { [true, false] } else { [false, true] };
        for own in order {
            swap(if own { &mut *winner } else { &mut *loser }, path);
        }
    }
    assert_eq!(command(loser, path, json!({ "type": "resign" })).0, 200);
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
    // 1500 ± 15.5, in whole points.
    assert_eq!((rating(&mut ann), rating(&mut bob)), (Some(1515), Some(1484)));
    // A game against a bot has its reason too.
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }] });
    let made: Value = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", crate::id(&made));
    crate::wait("the turn", || command(&mut ann, &path, json!({ "type": "resign" })).0 != 409);
    let unrated = server.store.unrated(&crate::id(&made)).unwrap();
    assert_eq!(unrated.as_deref(), Some("settings"));
}

#[test]
fn a_profile_and_a_history_show_what_games_have_changed() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let players = [me(&mut ann), me(&mut bob)];
    let public = |of: &str| format!("/api/v1/players/{}/{of}", players[0]);
    let (profile, history) = (public("profile"), public("ratings/history"));
    let mut anyone = Client::new(server.address);
    let fresh = anyone.ok("GET", &profile, None);
    assert_eq!((&fresh["ratings"], &fresh["won"]), (&json!([]), &json!(0)));
    let points = |client: &mut Client, query: &str| {
        let found = client.ok("GET", &format!("{history}?{query}"), None);
        assert_eq!(found["more"], false);
        found["points"].as_array().unwrap().clone()
    };
    assert_eq!(points(&mut anyone, "family=rect-en"), [Value::Null; 0]);

    // Ann wins twice, and loses once. The socket of the last game receives the changes.
    let mut games = vec![lose(&mut ann, &mut bob, 3)];
    server.pass_time(1_000);
    games.push(lose(&mut bob, &mut ann, 3));
    server.pass_time(86_400_000);
    let path = game(&mut ann, &mut bob);
    games.push(path.rsplit('/').next().unwrap().to_string());
    let heard = crate::socket(&server, &path, None);
    play_and_resign(&mut ann, &mut bob, &path, 3);
    let ended = |message: &Value| message["game"]["status"] == "over";
    crate::wait("the end on the socket", || heard.lock().unwrap().iter().any(ended));
    let end = heard.lock().unwrap().iter().find(|message| ended(message)).unwrap().clone();

    let listed = points(&mut anyone, "family=rect-en");
    let found: Vec<&str> = listed.iter().map(|point| point["game"].as_str().unwrap()).collect();
    assert_eq!(found, games);
    let mut before = 1500;
    for point in &listed {
        let (rating, change) =
            (point["rating"].as_i64().unwrap(), point["change"].as_i64().unwrap());
        assert_eq!(rating - change, before, "{listed:?}");
        assert_eq!(point["provisional"], true);
        before = rating;
    }
    assert!(listed[0]["change"].as_i64() > Some(0) && listed[1]["change"].as_i64() < Some(0));
    let (at, game) = (listed[0]["at"].as_u64().unwrap(), &games[0]);
    assert_eq!(points(&mut anyone, &format!("family=rect-en&after={at}&id={game}")), listed[1..]);
    assert_eq!(points(&mut anyone, "family=hex-en"), [Value::Null; 0]);
    for query in ["", "?family=classic", "?family=rect-en&after=x", "?family=rect-en&x=1"] {
        assert_eq!(anyone.get(&format!("{history}{query}")).0, 400, "{query}");
    }

    let shown = anyone.ok("GET", &profile, None);
    assert_eq!(shown["player"], json!({ "id": players[0], "name": "Ann", "guest": false }));
    assert_eq!(shown["since"], fresh["since"]);
    assert_eq!((&shown["won"], &shown["drawn"], &shown["lost"]), (&json!(2), &json!(0), &json!(1)));
    let own = &shown["ratings"][0];
    assert_eq!((&own["family"], &own["games"]), (&json!("rect-en"), &json!(3)));
    assert_eq!((&own["rating"], &own["provisional"]), (&listed[2]["rating"], &json!(true)));
    assert_eq!(*own, ann.ok("GET", &public("ratings"), None)["ratings"][0]);

    // The result of the game has the changes of both, and so has every later look at it.
    let changes = &end["game"]["rating_changes"];
    assert_eq!(changes[0]["seat"], 0);
    assert_eq!(
        (&changes[0]["rating"], &changes[0]["change"]),
        (&own["rating"], &listed[2]["change"])
    );
    assert!(changes[1]["change"].as_i64() < Some(0), "{changes}");
    assert_eq!(anyone.ok("GET", &path, None)["game"]["rating_changes"], *changes);
    let list = ann.ok("GET", "/api/v1/games", None);
    assert_eq!(list["games"][0]["rating_changes"], Value::Null, "lists do without");

    // A guest has a profile too; and the lobby knows the rating of the family.
    let mut guest = server.guest("Gil");
    let guest = format!("/api/v1/players/{}/profile", me(&mut guest));
    assert_eq!(anyone.ok("GET", &guest, None)["player"]["guest"], true);
    let seek = ann.ok("POST", "/api/v1/lobby/seeks", Some(json!({ "variant": "classic" })));
    assert_eq!(seek["player_rating"], own["rating"]);
    let range = json!({ "variant": "hex", "rating": { "most": 1499 } });
    let seek = ann.ok("POST", "/api/v1/lobby/seeks", Some(range));
    assert_eq!(seek["player_rating"], Value::Null);
    let seeks = bob.ok("GET", "/api/v1/lobby/seeks", None);
    assert_eq!(seeks["seeks"].as_array().unwrap().len(), 1, "Bob has 1500 with hexagons");
}
