//! Analyses, runs of the lab and previews by a view, over every shipped variant.

#![allow(clippy::unwrap_used)]

mod common;

use common::{answer, error, start, words};
use serde_json::{Value, json};
use tilewright_protocol::Engine;
use tilewright_variants::{Variant, shipped_ids};

/// Lets bots take turns; after every play of a seat, `look` gets the game before and the move.
fn play_on(
    engine: &Engine,
    mut game: Value,
    turns: usize,
    mut look: impl FnMut(&Value, u64, &Value),
) -> Value {
    for _ in 0..turns {
        let view = answer(engine, json!({ "op": "view", "game": game }));
        let public = &view["view"]["spectator"]["game"];
        if !public["result"].is_null() {
            break;
        }
        let seat = public["to_move"].as_u64().unwrap();
        let best = json!({ "op": "best", "game": game, "seat": seat, "level": "beginner" });
        let command = answer(engine, best)["command"].clone();
        if command["type"] == "move" {
            look(&game, seat, &command["move"]);
        }
        let call = json!({ "op": "submit", "game": game, "submission": { "command": command } });
        game = answer(engine, call)["game"].clone();
    }
    game
}

#[test]
fn a_view_is_enough_for_a_preview() {
    let engine = Engine::new();
    for (index, id) in shipped_ids().enumerate() {
        let (least, most) = Variant::shipped(id).unwrap().players();
        let players = 2.clamp(least, most);
        let game = start(&engine, id, players, 90 + index as u64);
        let mut compared = 0;
        play_on(&engine, game, 6, |game, seat, moved| {
            let view =
                answer(&engine, json!({ "op": "view", "game": game, "viewer": { "seat": seat } }));
            let seen = |moved: &Value| {
                answer(
                    &engine,
                    json!({ "op": "preview_seen", "variant": game["variant"],
                    "words": game["words"], "view": view["view"]["seat"], "move": moved }),
                )
            };
            let known = |moved: &Value| {
                answer(
                    &engine,
                    json!({ "op": "preview", "game": game, "seat": seat, "move": moved }),
                )
            };
            assert_eq!(seen(moved), known(moved), "{id}");
            // A move that is not legal has the same reasons.
            let mut less = moved.clone();
            less["actions"].as_array_mut().unwrap().pop();
            assert_eq!(seen(&less), known(&less), "{id}");
            compared += 1;
        });
        assert!(compared > 0, "{id}");
    }
}

#[test]
fn a_view_of_another_game_is_refused() {
    let engine = Engine::new();
    let game = start(&engine, "classic", 2, 3);
    let view = answer(&engine, json!({ "op": "view", "game": game, "viewer": { "seat": 0 } }));
    let view = view["view"]["seat"].clone();
    let faults = [
        ("/rack", json!(["A", "Y", "?", "?", "?"]), "more tiles `?`"),
        ("/rack", json!(["A", "Œ"]), "no tile `Œ`"),
        ("/game/used_premiums", json!(["99,99"]), "no cell `99,99`"),
        (
            "/game/board",
            json!([{ "cell": "7,7", "tiles": [{ "cell": "7,7", "tile": "A" },
            { "cell": "7,7", "tile": "B" }] }]),
            "more than 1 tiles",
        ),
        (
            "/game/board",
            json!([{ "cell": "7,7", "tiles": [{ "cell": "7,7", "tile": "?" }] }]),
            "shows no letter",
        ),
    ];
    for (place, value, part) in faults {
        let mut view = view.clone();
        *view.pointer_mut(place).unwrap() = value;
        let call = json!({ "op": "preview_seen", "variant": { "shipped": "classic" }, "view": view,
            "move": { "actions": [] } });
        let (code, message) = error(&engine, call);
        assert!(code == "bad_request" && message.contains(part), "{code}: {message}");
    }
}

#[test]
fn turns_of_every_variant_are_analysed() {
    let engine = Engine::new();
    for (index, id) in shipped_ids().enumerate() {
        let (least, most) = Variant::shipped(id).unwrap().players();
        let players = 2.clamp(least, most);
        let game = start(&engine, id, players, 40 + index as u64);
        let game = play_on(&engine, game, 3, |_, _, _| {});
        let events = game["snapshot"]["log"]["events"].as_array().unwrap();
        let is_turn = |event: &&(usize, &Value)| {
            ["played", "swapped", "passed"].contains(&event.1["fact"]["type"].as_str().unwrap())
        };
        let turns: Vec<_> = events.iter().enumerate().collect();
        let turns: Vec<_> = turns.iter().filter(is_turn).collect();
        let (event, fact) = turns.last().unwrap();
        let call = json!({ "op": "analyze", "game": game, "event": event, "best": 3,
            "rollouts": 8, "seed": 5 });
        let turn = answer(&engine, call)["turn"].clone();
        assert_eq!(turn["number"], turns.len(), "{id}");
        assert_eq!(turn["seat"], fact["fact"]["seat"], "{id}");
        assert_eq!(turn["played"]["played"], true, "{id}");
        let best = turn["best"].as_array().unwrap();
        assert!(!best.is_empty() && best.len() <= 3, "{id}");
        for one in best {
            let win = one["judged"]["win"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&win), "{id}: {win}");
            assert_eq!(one["kind"] == "play", one.get("tiles").is_some(), "{id}: {one}");
        }
    }
}

#[test]
fn parts_of_a_lab_run_are_the_whole() {
    let engine = Engine::new();
    let ask = |variant: &str, games: u64, earlier: Value| {
        let mut call = json!({ "op": "lab", "variant": { "shipped": variant },
            "words": words(variant), "games": games, "seed": 11 });
        if !earlier.is_null() {
            call["earlier"] = earlier;
        }
        answer(&engine, call)["report"].clone()
    };
    for id in ["classic", "hex", "tower-3d"] {
        let whole = ask(id, 5, Value::Null);
        let part = ask(id, 2, Value::Null);
        let parts = ask(id, 3, part["tally"].clone());
        assert_eq!(parts, whole, "{id}");
        assert_eq!(whole["tally"]["games"], 5, "{id}");
        assert_eq!(ask(id, 0, whole["tally"].clone()), whole, "{id}");
    }
}

#[test]
fn work_is_bounded() {
    let engine = Engine::new();
    let game = play_on(&engine, start(&engine, "classic", 2, 3), 1, |_, _, _| {});
    let event = game["snapshot"]["log"]["events"].as_array().unwrap().iter();
    let event = event.clone().position(|event| event["fact"]["type"] == "played").unwrap();
    let analyze = |field: &str, value: u64| {
        let mut call = json!({ "op": "analyze", "game": game, "event": event });
        call[field] = json!(value);
        error(&engine, call)
    };
    for (field, value, part) in [
        ("best", 0, "1 to 50"),
        ("best", 51, "1 to 50"),
        ("rollouts", 2_001, "2001 rollouts"),
        ("nodes", 100_001, "100001 positions"),
        ("event", 0, "event 0 is no turn"),
        ("event", u64::MAX, "is no turn"),
    ] {
        let (_, message) = analyze(field, value);
        assert!(message.contains(part), "{field}: {message}");
    }
    let lab = |field: &str, value: Value| {
        let mut call = json!({ "op": "lab", "variant": { "shipped": "classic" }, "games": 0 });
        call[field] = value;
        error(&engine, call).1
    };
    assert!(lab("games", json!(201)).contains("201 games"));
    assert!(lab("players", json!(9)).contains("is for 1 to"));
    let call = json!({ "op": "lab", "variant": { "shipped": "classic" }, "games": 0 });
    let empty = answer(&engine, call)["report"]["tally"].clone();
    let faults = [
        ("/seats", json!([]), ""),
        ("/seats", json!([empty["seats"][0]]), "1 seats"),
        ("/cells", json!(vec![0; 226]), "more cells"),
        ("/games", json!(u64::MAX), "counts up to"),
        ("/seats/0/score/count", json!(u64::MAX), "counts up to"),
        ("/kinds/0/placed", json!(u64::MAX), "counts up to"),
        ("/plays", json!({ "9223372036854775807": 1 }), "9223372036854775807"),
        ("/lengths", json!({ "many": 1 }), "not a whole number"),
    ];
    for (place, value, part) in faults {
        let mut tally = empty.clone();
        *tally.pointer_mut(place).unwrap() = value;
        if part.is_empty() {
            let call = json!({ "op": "lab", "variant": { "shipped": "classic" }, "games": 0,
                "earlier": tally });
            answer(&engine, call);
        } else {
            let message = lab("earlier", tally);
            assert!(message.contains(part), "{place}: {message}");
        }
    }
}
