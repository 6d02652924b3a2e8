//! Work that is too much is refused by name, and so is work that was cancelled.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "a test waits before it cancels")]

mod common;

use common::{answer, error};
use serde_json::{Value, json};
use tilewright_game::Game;
use tilewright_lexicon::GraphKind;
use tilewright_protocol::{
    BotLevel, BotTurn, Budget, Engine, FaultCode, Limits, SavedGame, VariantSource, Words,
};

/// A board of 64 by 64 cells with racks of 64 tiles, ten of them blanks.
fn huge() -> Value {
    let letters: Vec<String> = ('A'..='Z').map(|letter| format!("[\"{letter}\", 40, 1]")).collect();
    let letters = letters.join(", ");
    json!({ "toml": format!(
        "format = 1\nid = \"huge\"\nname = \"Huge\"\nextends = \"classic\"\n\
         [board]\nwidth = 64\nheight = 64\nlayout = []\n\
         [tiles]\nletters = [{letters}]\nblanks = [[\"?\", 200, 0]]\n\
         [rules.rack_size]\nsize = 64\n[rules.pass]\nallow_pass = false\n"
    ) })
}

/// An engine whose budgets are spent in a moment.
fn small() -> Engine {
    let mut limits = Limits::default();
    (limits.moves, limits.bot) = (3_000_000, 3_000_000);
    (limits.analysis, limits.lab) = (3_000_000, 3_000_000);
    Engine::with_limits(limits)
}

fn game(engine: &Engine) -> Value {
    let call = json!({ "op": "new", "variant": huge(), "players": 2, "seed": { "number": 4 } });
    answer(engine, call)["game"].clone()
}

#[test]
fn too_much_work_is_refused_with_the_reason_and_the_fix() {
    let engine = small();
    let game = game(&engine);
    let calls = [
        ("the run of the lab", json!({ "op": "lab", "variant": huge(), "games": 200 })),
        ("finding the plays", json!({ "op": "moves", "game": game, "seat": 0, "count": 5 })),
    ];
    for (what, call) in calls {
        let (code, message) = error(&engine, call);
        assert_eq!(code, "too_much_work", "{message}");
        assert!(message.contains(what) && message.contains("3000000 steps;"), "{message}");
    }
}

#[test]
fn a_lab_run_that_will_not_fit_is_refused_after_its_first_game() {
    let mut limits = Limits::default();
    limits.lab = 1_000_000;
    let engine = Engine::with_limits(limits);
    let lab =
        |games: u64| json!({ "op": "lab", "variant": { "shipped": "classic" }, "games": games });
    let (code, message) = error(&engine, lab(200));
    assert_eq!(code, "too_much_work", "{message}");
    let affordable = message.split("; play ").nth(1).unwrap().split(' ').next().unwrap();
    let affordable: u64 = affordable.parse().unwrap();
    assert!(affordable > 0, "{message}");
    answer(&engine, lab(affordable.div_ceil(2)));
}

#[test]
fn a_bot_plays_what_it_has_found_when_its_budget_is_spent() {
    let engine = small();
    let game = game(&engine);
    for level in ["beginner", "expert"] {
        let call = json!({ "op": "best", "game": game, "seat": 0, "level": level });
        let (one, two) = (answer(&engine, call.clone()), answer(&engine, call));
        assert_eq!(one["command"]["type"], "move", "{one}");
        // Steps are counted, not time.
        assert_eq!(one, two);
        let submission = json!({ "command": one["command"] });
        answer(&engine, json!({ "op": "submit", "game": game, "submission": submission }));
    }
}

#[test]
fn a_cancelled_call_ends_with_its_name() {
    let engine = Engine::new();
    let call = json!({ "op": "lab", "variant": huge(), "games": 200 });
    let request = json!({ "v": 1, "call": call }).to_string();
    let budget = Budget::unlimited();
    let response = std::thread::scope(|scope| {
        let answer = scope.spawn(|| engine.handle_within(request.as_bytes(), &budget));
        std::thread::sleep(std::time::Duration::from_millis(300));
        budget.cancel();
        answer.join().unwrap()
    });
    let response: Value = serde_json::from_slice(&response).unwrap();
    assert_eq!(response["error"]["code"], "cancelled", "{response}");
}

#[test]
fn a_list_whose_graph_is_too_large_is_refused() {
    let mut limits = Limits::default();
    (limits.word_list, limits.word_list_bytes) = (100_000, 50_000);
    let engine = Engine::with_limits(limits);
    let word = |seed: usize, length: usize| -> String {
        (0..length)
            .map(|place| char::from(b'A' + (seed * 7 + place * place * 3) as u8 % 26))
            .collect()
    };
    let check = |list: String| {
        let query = json!({ "check": { "words": ["AB"] } });
        json!({ "op": "words", "variant": { "shipped": "classic" }, "words": { "list": list },
            "query": query })
    };
    let many = (0..30).map(|seed| word(seed, 60)).collect::<Vec<_>>().join("\n");
    let (code, message) = error(&engine, check(many));
    assert_eq!(code, "too_much_work", "{message}");
    assert!(message.contains("send fewer or shorter words"), "{message}");
    let few = (0..26).map(|seed| word(seed, 12)).collect::<Vec<_>>().join("\n");
    answer(&engine, check(few));
}

#[test]
fn a_cancelled_word_list_is_not_built_and_not_kept() {
    let resources = Engine::new().resources().clone();
    let source = VariantSource::Shipped("classic".to_string());
    let loaded = resources.variant(&source, &Words::Variant).unwrap();
    let words = Words::List("AB\nBA\nABBA".to_string());
    let gone = Budget::unlimited();
    gone.cancel();
    let level = BotLevel::Beginner;
    let refused = [
        resources.lexicon_within(&loaded, &words, &gone).err(),
        resources.dictionary_within(&loaded, &words, &gone).err(),
        resources.bots_within(&loaded, &words, level, &gone).err(),
    ];
    // With the list at hand, the words that a beginner knows are still to be built.
    assert!(resources.lexicon(&loaded, &words).is_ok());
    let bots = resources.bots_within(&loaded, &words, level, &gone).err();
    for fault in refused.into_iter().chain([bots]) {
        assert_eq!(fault.unwrap().code, FaultCode::Cancelled);
    }
    assert!(resources.bots(&loaded, &words, level).is_ok());
}

#[test]
fn a_cancelled_bot_makes_no_move() {
    let engine = Engine::new();
    let call = json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
        "seed": { "number": 4 }, "words": { "list": "AB\nBA\nABBA" } });
    let saved = answer(&engine, call)["game"].clone();
    let saved: SavedGame = serde_json::from_value(saved).unwrap();
    let loaded = engine.resources().variant(&saved.variant, &saved.words).unwrap();
    let open = Game::from_snapshot(loaded.ruleset.clone(), saved.snapshot).unwrap();
    let (loaded, words, state) = (&*loaded, &saved.words, open.state());
    let turn = BotTurn { loaded, words, state, seat: 0, level: BotLevel::Expert, seed: 1 };
    assert!(engine.choose_within(&turn, &Budget::unlimited()).is_ok());
    let gone = Budget::unlimited();
    gone.cancel();
    let fault = engine.choose_within(&turn, &gone).err().unwrap();
    assert_eq!(fault.code, FaultCode::Cancelled, "{fault}");
}

#[test]
fn words_in_any_order_are_looked_up_in_a_graph_of_sorted_letters() {
    let engine = Engine::new();
    let words = json!({ "list": "ABBA\nCABS" });
    for (rule, kind, valid) in [
        ("anagram_words = true", GraphKind::Anagrams, [true, true, false]),
        ("anagram_words = false", GraphKind::Words, [true, false, false]),
    ] {
        let toml = format!(
            "format = 1\nid = \"any-order\"\nname = \"Any order\"\nextends = \"classic\"\n\
             [rules.word_validation]\n{rule}\n"
        );
        let source = VariantSource::Toml(toml.clone());
        let list = serde_json::from_value(words.clone()).unwrap();
        let loaded = engine.resources().variant(&source, &list).unwrap();
        let found = engine.resources().look_up_within(&loaded, &list, &Budget::unlimited());
        assert_eq!(found.unwrap().kind(), kind);
        let query = json!({ "check": { "words": ["ABBA", "BABA", "BABB"] } });
        let call = json!({ "op": "words", "variant": { "toml": toml }, "words": words,
            "query": query });
        let verdicts = answer(&engine, call)["verdicts"].clone();
        let verdicts: Vec<Value> = (0..3).map(|word| verdicts[word]["valid"].clone()).collect();
        assert_eq!(json!(verdicts), json!(valid), "{rule}");
    }
}
