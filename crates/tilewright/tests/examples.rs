//! The worked examples, from one table through one check.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilewright::rules::spec::DictionaryMode;
use tilewright::rules::{PluginSpec, score, validate};
use tilewright::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/examples")
}

fn read_json(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder().join(name)).unwrap()).unwrap()
}

fn texts<'a>(case: &'a Value, key: &str) -> Vec<&'a str> {
    case[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn variant(name: &str) -> Variant {
    match name.strip_suffix(".toml") {
        None => Variant::shipped(name).unwrap(),
        Some(_) => {
            let text = std::fs::read_to_string(folder().join(name)).unwrap();
            Variant::from_toml(&text, &variants::ShippedOnly).unwrap()
        }
    }
}

fn ruleset(case: &Value) -> Ruleset {
    let registry = PluginRegistry::default();
    let mut ruleset = variant(case["variant"].as_str().unwrap()).ruleset(&registry).unwrap();
    for premium in texts(case, "premium") {
        let (cell, kind) = premium.split_once('=').unwrap();
        let cell = ruleset.topology().find_cell(cell).unwrap();
        let kind: PremiumKind = kind.parse().unwrap();
        ruleset = ruleset.with_premium(cell, Some(kind).filter(|k| *k != PremiumKind::Regular));
    }
    for name in texts(case, "plugin") {
        let spec = PluginSpec { name: name.to_string(), config: Value::Null };
        ruleset = ruleset.with_plugin(registry.create(&spec).unwrap());
    }
    if case["dictionary"] == "free" {
        ruleset = ruleset
            .with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free)
            .unwrap();
    }
    ruleset
}

/// One placement of the table: `X,Y=T`, `?e` for a blank.
fn placement(text: &str) -> DraftTile {
    let (cell, tile) = text.split_once('=').unwrap();
    DraftTile::parse(CellLabel::parse(cell), tile)
}

fn check(case: &Value) {
    let title = format!("example {}: {}", case["example"], case["title"]);
    if let Some(script) = case["replay"].as_str() {
        return check_script(&title, &read_json(script));
    }
    let ruleset = ruleset(case);
    if case["show"].is_object() {
        return check_board(&title, &ruleset, &case["show"]);
    }
    let mut board = Board::new(ruleset.topology().clone());
    for text in texts(case, "on") {
        let (cell, tile) = text.split_once('=').unwrap();
        let cell = ruleset.topology().find_cell(cell).unwrap();
        let kind = ruleset.tiles().find(tile).unwrap();
        board.put(cell, ruleset.tiles().plain_tile(kind).unwrap());
        board.set_premium_used(cell, true);
    }
    let mut draft = MoveDraft::new(texts(case, "place").into_iter().map(placement).collect());
    if let [square, word] = texts(case, "notation")[..] {
        assert_eq!(square, "8H", "the library has no notation; the table's one square is known");
        let cells = (7..).map(|x| format!("{x},7"));
        draft.placements = cells
            .zip(word.chars())
            .map(|(cell, tile)| placement(&format!("{cell}={tile}")))
            .collect();
    }
    let rack: TileCounts = (draft.placements.iter())
        .map(|tile| match &tile.tile {
            rules::TileRef::Named(name) => ruleset.tiles().find(name).unwrap(),
            rules::TileRef::Kind(kind) => *kind,
        })
        .collect();
    let dictionary = ruleset.checks_words().then(|| lexicon_for(&ruleset).unwrap());
    let position =
        Position { dictionary: dictionary.as_deref(), ..Position::new(&ruleset, &board, &rack) };
    match validate(&position, &draft) {
        Err(violations) => assert_eq!(violations.rules(), texts(case, "rules"), "{title}"),
        Ok(validated) => check_account(&title, case, &score(&position, &validated)),
    }
}

fn check_account(title: &str, case: &Value, account: &ScoreBreakdown) {
    assert_eq!(serde_json::to_value(&account.total).unwrap(), case["total"], "{title}");
    if let Some(words) = case["words"].as_array() {
        let found: Vec<Value> =
            (account.words.iter()).map(|word| serde_json::json!([word.text, word.score])).collect();
        assert_eq!(found, *words, "{title}");
    }
    if let Some(letters) = case["letters"].as_array() {
        let found: Vec<Value> = (account.words[0].letters.iter())
            .map(|letter| serde_json::to_value(&letter.value).unwrap())
            .collect();
        assert_eq!(found, *letters, "{title}");
    }
    if let Some(axis) = case["axis"].as_str() {
        assert_eq!(account.words[0].axis.name(), axis, "{title}");
    }
    assert_eq!(account.bingo_awarded, case["bingo"] == true, "{title}");
    let stacked = case["stack_contributions"].as_u64().unwrap_or(0);
    assert_eq!(account.stack_contributions.len() as u64, stacked, "{title}");
    let plugins = account.plugins.iter().fold(Points::ZERO, |sum, line| sum.add(&line.points));
    assert_eq!(plugins, case["plugin_points"].as_i64().unwrap_or(0), "{title}");
}

fn check_board(title: &str, ruleset: &Ruleset, expected: &Value) {
    for (kind, count) in expected.as_object().unwrap() {
        let wanted: Option<PremiumKind> = kind.parse().ok();
        let found = ruleset.premiums().iter().filter(|premium| **premium == wanted).count();
        assert_eq!(found as u64, count.as_u64().unwrap(), "{title}: {kind}");
    }
}

fn check_script(title: &str, script: &Value) {
    let ruleset = Arc::new(ruleset(script));
    let players = script["players"].as_u64().unwrap() as u8;
    let mut new_game =
        NewGame::with_rng_seed(ruleset.clone(), players, script["seed"].as_u64().unwrap_or(0));
    new_game.start_word = script["start_word"].as_str().map(String::from);
    new_game.dictionary = ruleset.checks_words().then(|| lexicon_for(&ruleset).unwrap());
    let mut game = Game::new(new_game).unwrap();
    for turn in script["turns"].as_array().unwrap() {
        let seat = game.state().to_move();
        let mut lay = |seat: u8, tiles: &str| {
            game.command(Command::ArrangeRack { seat, tiles: tiles.to_string() }).unwrap();
        };
        for rack in turn["racks"].as_array().into_iter().flatten() {
            lay(rack[0].as_u64().unwrap() as u8, rack[1].as_str().unwrap());
        }
        turn["rack"].as_str().into_iter().for_each(|tiles| lay(seat, tiles));
        let draft = MoveDraft::new(texts(turn, "place").into_iter().map(placement).collect());
        let user_move = UserMove::from_draft(&game.state().position(seat), &draft);
        let events = game.command(Command::Move { seat, user_move }).unwrap();
        let played = events.iter().find_map(|event| match &event.fact {
            Fact::Played { score, .. } => Some(serde_json::to_value(&score.total).unwrap()),
            _ => None,
        });
        assert_eq!(played, Some(turn["score"].clone()), "{title}");
        game.state().check_ledger().unwrap();
    }
    let scores: Vec<Points> = (0..players).map(|seat| game.state().score(seat)).collect();
    assert_eq!(serde_json::to_value(scores).unwrap(), script["expect"]["scores"], "{title}");
    let result = game.state().result().expect("the game is over");
    if script["expect"]["winners"].is_array() {
        let winners = serde_json::to_value(&result.winners).unwrap();
        assert_eq!(winners, script["expect"]["winners"], "{title}");
    }
}

#[test]
fn all_worked_examples_hold() {
    let table = read_json("examples.json");
    let cases = table.as_array().unwrap();
    let numbers: std::collections::BTreeSet<u64> =
        cases.iter().filter_map(|case| case["example"].as_u64()).collect();
    assert_eq!(numbers.into_iter().collect::<Vec<_>>(), (1..=22).collect::<Vec<_>>());
    cases.iter().for_each(check);
}
