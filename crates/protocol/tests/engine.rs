//! The engine over bytes: whole games of every shipped variant, and everything around them.

#![allow(clippy::unwrap_used)]

mod common;

use common::{answer, error, start, words};
use serde_json::{Value, json};
use tilewright_game::{Command, NewGame};
use tilewright_protocol::{BotLevel, BotTurn, Engine, MAX_REQUEST, PictureOptions, VariantSource};
use tilewright_protocol::{Words, thumbnail};
use tilewright_variants::{Variant, shipped_ids};

#[test]
fn small_pictures_of_boards_are_small_and_have_every_cell() {
    let engine = Engine::new();
    for id in shipped_ids() {
        let source = VariantSource::Shipped(id.to_string());
        let loaded = engine.resources().variant(&source, &Words::Free).unwrap();
        let svg = thumbnail(&loaded.ruleset, None, &PictureOptions::default());
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{id}");
        assert_eq!(svg.matches("h0").count(), loaded.ruleset.topology().cell_count(), "{id}");
        assert!(svg.len() < 8_000, "{id}: {} bytes", svg.len());
        assert!(!svg.contains("<text"), "{id}");
    }
}

#[test]
fn bots_finish_games_of_every_variant() {
    let engine = Engine::new();
    for (index, id) in shipped_ids().enumerate() {
        let (least, most) = Variant::shipped(id).unwrap().players();
        let players = 2.clamp(least, most);
        let mut game = start(&engine, id, players, index as u64);
        let levels = ["beginner", "expert"];
        let mut turns = 0;
        let result = loop {
            let view = answer(&engine, json!({ "op": "view", "game": game }));
            let public = &view["view"]["spectator"]["game"];
            if !public["result"].is_null() {
                break public["result"].clone();
            }
            let seat = public["to_move"].as_u64().unwrap();
            let level = levels[seat as usize % 2];
            let best = json!({ "op": "best", "game": game, "seat": seat, "level": level });
            let command = answer(&engine, best)["command"].clone();
            if command["type"] == "move" && command["move"]["actions"][0].get("swap_rack").is_none()
            {
                let preview =
                    json!({ "op": "preview", "game": game, "seat": seat, "move": command["move"] });
                let preview = answer(&engine, preview);
                assert_eq!(preview["legal"], true, "{id}: {preview}");
            }
            let submission = json!({ "command": command, "revision": public["revision"] });
            let call = json!({ "op": "submit", "game": game, "submission": submission,
                "viewer": { "seat": seat } });
            let done = answer(&engine, call);
            assert!(!done["events"].as_array().unwrap().is_empty());
            game = done["game"].clone();
            turns += 1;
            assert!(turns < 400, "{id} does not end");
        };
        assert!(!result["winners"].as_array().unwrap().is_empty() || players == 1, "{id}");
        let verified = answer(&engine, json!({ "op": "verify", "game": game }));
        assert_eq!(verified["ok"], true, "{id}: {verified}");
        let stale = json!({ "op": "submit", "game": game, "submission": { "command": { "type": "pass", "seat": 0 } } });
        assert_eq!(error(&engine, stale).0, "finished");
        for account in [false, true] {
            let picture =
                answer(&engine, json!({ "op": "render", "game": game, "account": account }));
            assert!(picture["svg"].as_str().unwrap().starts_with("<svg"), "{id}");
        }
    }
}

#[test]
fn moves_are_legal_and_scored_alike_everywhere() {
    let engine = Engine::new();
    for id in shipped_ids() {
        let game = start(&engine, id, Variant::shipped(id).unwrap().players().0, 3);
        let seat = answer(&engine, json!({ "op": "view", "game": game }))["view"]["spectator"]["game"]["to_move"].clone();
        let moves =
            answer(&engine, json!({ "op": "moves", "game": game, "seat": seat, "count": 5 }));
        for found in moves["moves"].as_array().unwrap() {
            let call =
                json!({ "op": "preview", "game": game, "seat": seat, "move": found["move"] });
            let preview = answer(&engine, call);
            assert_eq!(preview["breakdown"]["total"], found["score"], "{id}: {found}");
        }
    }
}

#[test]
fn undo_and_redo_come_back_to_the_same_bytes() {
    let engine = Engine::new();
    let game = start(&engine, "classic", 2, 5);
    let best = json!({ "op": "best", "game": game, "seat": 0, "level": "strong" });
    let command = answer(&engine, best)["command"].clone();
    let played = answer(
        &engine,
        json!({ "op": "submit", "game": game, "submission": { "command": command } }),
    );
    let undone = answer(&engine, json!({ "op": "undo", "game": played["game"] }));
    assert_eq!(undone["game"]["snapshot"]["cursor"], game["snapshot"]["cursor"]);
    let again = answer(&engine, json!({ "op": "redo", "game": undone["game"] }));
    assert_eq!(again["game"], played["game"]);
    let conflict = json!({ "op": "redo", "game": again["game"] });
    assert_eq!(error(&engine, conflict).0, "conflict");
}

#[test]
fn previews_list_every_violation_and_free_words_accept_any() {
    let engine = Engine::new();
    let place =
        |x: i32, y: i32, tile: &str| json!({ "place": { "x": x, "y": y, "kind_id": tile } });
    for (list, legal) in [(json!("free"), true), (json!({ "list": "read\nreed" }), false)] {
        let call = json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
            "seed": { "number": 1 }, "words": list });
        let game = answer(&engine, call)["game"].clone();
        let arrange = json!({ "type": "arrange_rack", "seat": 0, "tiles": "XQZVWRT" });
        let call = json!({ "op": "submit", "game": game, "submission": { "command": arrange } });
        let game = answer(&engine, call)["game"].clone();
        let actions = vec![place(7, 7, "X"), place(8, 7, "Q"), place(9, 7, "Z")];
        let call =
            json!({ "op": "preview", "game": game, "seat": 0, "move": { "actions": actions } });
        let preview = answer(&engine, call);
        assert_eq!(preview["legal"], legal, "{preview}");
        let actions = vec![place(0, 0, "X"), place(2, 1, "E")];
        let call =
            json!({ "op": "preview", "game": game, "seat": 0, "move": { "actions": actions } });
        let broken = answer(&engine, call)["violations"].as_array().unwrap().len();
        assert!(broken >= 3, "line, start and rack");
    }
}

#[test]
fn a_word_list_that_does_not_exist_fails_when_the_game_is_made() {
    let engine = Engine::new();
    let new = |toml: &str, words: Value| {
        let text =
            format!("format = 1\nid = \"own\"\nname = \"Own\"\nextends = \"classic\"\n{toml}");
        json!({ "op": "new", "variant": { "toml": text }, "players": 2,
            "seed": { "number": 1 }, "words": words })
    };
    let challenged = "lexicon = \"enn\"\n[rules.challenge]\nenable_challenges = true\n";
    let free = "lexicon = \"enn\"\n[rules.word_validation]\ndictionary = \"free\"\n";
    for (toml, words) in [
        ("lexicon = \"enn\"\n", json!("variant")),
        // Words that are looked up only in a challenge are needed too.
        (challenged, json!("variant")),
        (free, json!({ "shipped": "enn" })),
    ] {
        let (code, message) = error(&engine, new(toml, words));
        assert_eq!(code, "words");
        assert!(
            message.starts_with("the word list `enn` is not loaded (loaded: en, nl)"),
            "{message}"
        );
    }
    // No list is needed where every word is accepted.
    answer(&engine, new(free, json!("variant")));
    answer(&engine, new(challenged, json!("free")));
}

#[test]
fn views_and_events_of_others_hold_no_hidden_tile() {
    let engine = Engine::new();
    let game = start(&engine, "classic", 2, 9);
    for viewer in [json!("spectator"), json!({ "seat": 0 })] {
        let events = answer(&engine, json!({ "op": "events", "game": game, "viewer": viewer }));
        let text = events.to_string();
        let own = usize::from(viewer != json!("spectator"));
        assert_eq!(text.matches("\"own\"").count(), own, "{text}");
        let view =
            answer(&engine, json!({ "op": "view", "game": game, "viewer": viewer })).to_string();
        assert_eq!(view.matches("\"rack\"").count(), own, "{view}");
        let seed = game["snapshot"]["log"]["secret_seed"].as_str().unwrap();
        assert!(!text.contains(seed) && !view.contains(seed));
    }
}

#[test]
fn words_are_looked_up_in_the_variants_own_list() {
    let engine = Engine::new();
    let ask = |query: Value| {
        answer(
            &engine,
            json!({ "op": "words", "variant": { "shipped": "classic" }, "query": query }),
        )
    };
    let checked = ask(json!({ "check": { "words": ["read", "XZQ", "it's"] } }));
    let valid: Vec<_> =
        checked["verdicts"].as_array().unwrap().iter().map(|v| v["valid"] == true).collect();
    assert_eq!(valid, [true, false, false]);
    let found = ask(json!({ "anagrams": { "letters": "DARE", "limit": 2 } }));
    assert_eq!(found["found"]["words"].as_array().unwrap().len(), 2);
    assert_eq!(found["found"]["more"], true);
    let found = ask(json!({ "pattern": { "pattern": "RE?D", "limit": 100 } }));
    assert!(found["found"]["words"].as_array().unwrap().contains(&json!("READ")));
    let hooks = ask(json!({ "hooks": { "word": "READ" } }));
    assert!(hooks["hooks"]["front"].as_array().unwrap().contains(&json!("B")));
    let why = ask(json!({ "explain": { "word": "RAED" } }));
    assert_eq!(why["explained"]["valid"], false);
    assert!(why["explained"]["anagrams"].as_array().unwrap().contains(&json!("READ")));
}

#[test]
fn variants_are_listed_described_and_taken_inline() {
    let engine = Engine::new();
    let list = answer(&engine, json!({ "op": "variants" }));
    assert_eq!(list["variants"].as_array().unwrap().len(), shipped_ids().len());
    for id in shipped_ids() {
        let described = answer(&engine, json!({ "op": "variant", "variant": { "shipped": id } }));
        assert_eq!(described["summary"]["id"], id);
        // The whole file, sent back, is the same variant.
        let again = json!({ "op": "variant", "variant": { "toml": described["toml"] } });
        assert_eq!(
            answer(&engine, again)["summary"]["ruleset"],
            described["summary"]["ruleset"],
            "{id}"
        );
    }
    let toml = "format = 1\nid = \"long\"\nname = \"Long\"\nextends = \"classic\"\n[rules.rack_size]\nsize = 9\n";
    let call = json!({ "op": "new", "variant": { "toml": toml }, "players": 2, "seed": { "number": 1 },
        "words": "free", "viewer": { "seat": 1 } });
    let game = answer(&engine, call);
    assert_eq!(game["view"]["seat"]["rack"].as_array().unwrap().len(), 9);
    let toml = toml.replace("size = 9", "size = 0");
    let call =
        json!({ "op": "new", "variant": { "toml": toml }, "players": 2, "seed": { "number": 1 } });
    assert_eq!(error(&engine, call).0, "variant");
}

/// A bot that takes other words for words than the game does: its choice is refused, and that is
/// reported beside what it does instead.
#[test]
fn a_bot_choice_that_the_rules_refuse_is_reported() {
    let engine = Engine::new();
    for id in shipped_ids() {
        let source = VariantSource::Shipped(id.to_string());
        let loaded = engine.resources().variant(&source, &Words::Variant).unwrap();
        if !loaded.ruleset.checks_words() {
            continue;
        }
        let (least, most) = loaded.ruleset.players();
        let alphabet = loaded.ruleset.tiles().alphabet();
        let letters: Vec<_> = alphabet.all().iter().map(|letter| alphabet.upper(letter)).collect();
        let pairs =
            letters.iter().flat_map(|one| letters.iter().map(move |two| format!("{one}{two}\n")));
        let own: String = pairs.collect();
        let bot_turn = |words: &Words, game_words: &Words| {
            let (state, _) = NewGame {
                dictionary: engine.resources().dictionary(&loaded, game_words).unwrap(),
                ..NewGame::with_rng_seed(loaded.ruleset.clone(), 2.clamp(least, most), 1)
            }
            .start()
            .unwrap();
            let seat = state.to_move();
            let turn = BotTurn {
                loaded: &loaded,
                words,
                state: &state,
                seat,
                level: BotLevel::Expert,
                seed: 1,
            };
            engine.choose(&turn).unwrap()
        };
        let (own, other) = (Words::List(own), Words::List(letters[0].repeat(6)));
        assert_eq!(bot_turn(&own, &own).refused, None, "{id}");
        let choice = bot_turn(&own, &other);
        let reason = choice.refused.unwrap_or_else(|| panic!("{id}: {:?}", choice.command));
        assert!(reason.contains("word_validation"), "{id}: {reason}");
        assert!(!matches!(choice.command, Command::Move { .. }), "{id}: {:?}", choice.command);
    }
}

#[test]
fn a_bot_decides_for_the_seat_to_move_only() {
    let engine = Engine::new();
    let game = start(&engine, "classic", 2, 1);
    let best = |seat| json!({ "op": "best", "game": game, "seat": seat, "level": "expert" });
    assert!(answer(&engine, best(0))["refused"].is_null());
    let (code, message) = error(&engine, best(1));
    assert_eq!((&*code, &*message), ("conflict", "it is the turn of seat 0, not of seat 1"));
}

#[test]
fn a_game_on_squares_becomes_gcg() {
    let engine = Engine::new();
    let game = start(&engine, "classic", 2, 5);
    let best = json!({ "op": "best", "game": game, "seat": 0, "level": "expert" });
    let command = answer(&engine, best)["command"].clone();
    let played = answer(
        &engine,
        json!({ "op": "submit", "game": game, "submission": { "command": command } }),
    );
    let call = json!({ "op": "gcg", "game": played["game"], "players": ["Ann", "Bo B"] });
    let text = answer(&engine, call)["text"].as_str().unwrap().to_string();
    assert!(text.contains("#player1 Ann Ann") && text.contains("#player2 BoB Bo B"), "{text}");
}

#[test]
fn bad_requests_get_an_error_that_says_what_and_where() {
    let engine = Engine::new();
    let huge = vec![b' '; MAX_REQUEST + 1];
    let game = start(&engine, "classic", 2, 1);
    let view = |game: &Value| {
        json!({ "v": 1, "id": "x", "call": { "op": "view", "game": game } }).to_string()
    };
    let mut twice = game.clone();
    let first = twice["snapshot"]["log"]["events"][0].clone();
    twice["snapshot"]["log"]["events"].as_array_mut().unwrap().push(first);
    let table: Vec<(Vec<u8>, &str, &str)> = vec![
        (b"".to_vec(), "bad_request", "the text ends too early"),
        (b"[]".to_vec(), "bad_request", ""),
        (b"\xff\xfe".to_vec(), "bad_request", ""),
        (huge, "too_large", "bound"),
        (br#"{"v":2,"call":{"op":"variants"}}"#.to_vec(), "version", "\"v\":1"),
        (br#"{"call":{"op":"variants"}}"#.to_vec(), "version", ""),
        (br#"{"v":1,"call":{"op":"fly"}}"#.to_vec(), "bad_request", "fly"),
        (br#"{"v":1,"call":{"op":"variants"},"more":1}"#.to_vec(), "bad_request", "more"),
        (
            br#"{"v":1,"call":{"op":"variant","variant":{"shipped":"nope"}}}"#.to_vec(),
            "variant",
            "nope",
        ),
        (
            br#"{"v":1,"call":{"op":"variant","variant":{"toml":"format = 9"}}}"#.to_vec(),
            "variant",
            "format",
        ),
        (view(&twice).into_bytes(), "game", "event"),
        (format!("{}1{}", "[".repeat(5000), "]".repeat(5000)).into_bytes(), "bad_request", ""),
    ];
    for (request, code, part) in table {
        let response: Value = serde_json::from_slice(&engine.handle(&request)).unwrap();
        assert_eq!(response["error"]["code"], code, "{response}");
        assert!(response["error"]["message"].as_str().unwrap().contains(part), "{response}");
    }
}

#[test]
fn mutilated_requests_never_panic() {
    let engine = Engine::new();
    let game = start(&engine, "plugin-demo", 2, 1);
    let (variant, words) = (&game["variant"], &game["words"]);
    let viewer = json!({ "seat": 0 });
    let view = answer(&engine, json!({ "op": "view", "game": game, "viewer": viewer }));
    let lab = |games: u64, earlier: &Value| json!({ "op": "lab", "variant": variant, "words": words, "games": games, "earlier": earlier });
    let tally = answer(&engine, lab(1, &Value::Null))["report"]["tally"].clone();
    let found = answer(&engine, json!({ "op": "moves", "game": game, "seat": 0, "count": 3 }));
    let seen = json!({ "op": "preview_seen", "variant": variant, "words": words,
        "view": view["view"]["seat"], "move": found["moves"][0]["move"] });
    let moves = json!({ "op": "moves", "game": game, "seat": 0, "count": 3 });
    for (call, times) in [(moves, 3000), (seen, 1500), (lab(0, &tally), 600)] {
        mutilate(&engine, &json!({ "v": 1, "call": call }).to_string(), times);
    }
}

fn mutilate(engine: &Engine, request: &str, times: usize) {
    let mut state = 1u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..times {
        let mut bytes = request.to_string().into_bytes();
        for _ in 0..=next(3) {
            let at = next(bytes.len());
            match next(3) {
                0 => bytes[at] = b"0123456789\"{}[],:-ABxyz"[next(23)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b'9'),
            }
        }
        let response: Value = serde_json::from_slice(&engine.handle(&bytes)).unwrap();
        assert!(response.get("answer").is_some() != response.get("error").is_some());
    }
}

/// A blank whose id begins like a blank that stands for a letter is still that blank.
#[test]
fn plays_with_blanks_of_two_kinds_are_legal() {
    let engine = Engine::new();
    let blanks = "[[\"?\", 8, 0], [\"?vowel\", 8, 0, \"AEIOU\"]]";
    let toml = format!(
        "format = 1\nid = \"blanks\"\nname = \"Blanks\"\nextends = \"classic\"\n\
         [tiles]\nblanks = {blanks}\n"
    );
    let (mut plain, mut vowels) = (0, 0);
    for seed in 0..12 {
        let call = json!({ "op": "new", "variant": { "toml": toml }, "players": 2,
            "seed": { "number": seed }, "words": words("classic") });
        let game = answer(&engine, call)["game"].clone();
        let found = answer(&engine, json!({ "op": "moves", "game": game, "seat": 0, "count": 60 }));
        for one in found["moves"].as_array().unwrap() {
            let call = json!({ "op": "preview", "game": game, "seat": 0, "move": one["move"] });
            let preview = answer(&engine, call);
            assert_eq!(preview["breakdown"]["total"], one["score"], "{one}: {preview}");
            let text = one["move"].to_string();
            plain += u32::from(text.contains("\"?\""));
            vowels += u32::from(text.contains("\"?vowel\""));
        }
    }
    assert!(plain > 20 && vowels > 20, "{plain} plays with `?`, {vowels} with `?vowel`");
}
