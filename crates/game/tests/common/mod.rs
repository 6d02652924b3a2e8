//! Games as scripts: what is done, what is refused, and what must then be true.
//!
//! A line is a step or, after `?`, a question. Steps: `0 play 7,7=C 8,7=A`, `0 swap A B`, `1 pass`,
//! `1 challenge`, `1 resign`, `tick`, `racks CAT DOG` (replaces all racks, `-` is an empty one),
//! `switch no_gaps off`, `undo`, `redo`. A step may begin with `@seconds`, and with `no rule, rule:`
//! if these rules must refuse it.
#![allow(dead_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use tilewright_game::{
    Command, Event, Fact, Game, GameLog, NewGame, Rejection, Submission, repeat, replay,
};
use tilewright_lexicon::{Dictionary, WordSet};
use tilewright_rules::{Action, CellLabel, PluginRegistry, Points, Ruleset, UserMove};
use tilewright_tiles::Seed;
use tilewright_variants::{ShippedOnly, Variant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What the variants of all cases have in common.
    #[serde(default)]
    pub base: toml::Table,
    pub case: Vec<Case>,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    /// What differs from `classic`, as a variant file says it.
    #[serde(default)]
    pub variant: toml::Table,
    pub players: Option<u8>,
    pub seed: Option<u64>,
    pub start_word: Option<String>,
    /// The word list; without it words are free.
    pub dictionary: Option<Vec<String>>,
    pub script: String,
}

/// Runs every script of a table and lists all that fail.
pub fn check_table(name: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/rules").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut table: Table =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for case in &mut table.case {
        let own = std::mem::replace(&mut case.variant, table.base.clone());
        merge(&mut case.variant, own);
    }
    assert!(table.case.len() >= least, "{name} has {} cases", table.case.len());
    let faults: Vec<String> = (table.case.iter())
        .filter_map(|case| Some(format!("- {}: {}", case.name, check(case).err()?)))
        .collect();
    assert!(faults.is_empty(), "{name}: {} cases fail\n{}", faults.len(), faults.join("\n"));
}

/// Tables merge key by key, everything else is replaced.
fn merge(into: &mut toml::Table, from: toml::Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => merge(old, new),
            (_, value) => drop(into.insert(key, value)),
        }
    }
}

/// The variant of a case: `classic` with changes, free words unless there is a list.
pub fn ruleset(case: &Case) -> Arc<Ruleset> {
    let mut file = toml::Table::new();
    file.insert("format".into(), 1.into());
    file.insert("id".into(), "case".into());
    file.insert("name".into(), "Case".into());
    file.insert("extends".into(), "classic".into());
    file.extend(case.variant.clone());
    if case.dictionary.is_none() {
        let table = |table: &mut toml::Table, key: &str| {
            table.entry(key).or_insert_with(|| toml::Table::new().into()).as_table().cloned()
        };
        let mut rules = table(&mut file, "rules").unwrap();
        let mut words = table(&mut rules, "word_validation").unwrap();
        words.insert("dictionary".into(), "free".into());
        rules.insert("word_validation".into(), words.into());
        file.insert("rules".into(), rules.into());
    }
    let text = toml::to_string(&file).unwrap();
    let variant = Variant::from_toml(&text, &ShippedOnly).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Arc::new(variant.ruleset(&PluginRegistry::default()).unwrap())
}

pub fn game(case: &Case) -> Game {
    let rules = ruleset(case);
    let players = case.players.unwrap_or(2);
    let mut new_game = NewGame::with_rng_seed(rules.clone(), players, case.seed.unwrap_or(1));
    new_game.start_word = case.start_word.clone();
    new_game.now = Some(0);
    new_game.dictionary = case.dictionary.as_ref().map(|words| {
        let set = WordSet::from_words(rules.tiles().alphabet(), words).unwrap();
        Box::new(set) as Box<dyn Dictionary>
    });
    Game::new(new_game).unwrap()
}

/// Runs the script of a case.
pub fn check(case: &Case) -> Result<(), String> {
    let mut game = game(case);
    for (number, line) in (1..).zip(case.script.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if !line.is_empty() {
            run(&mut game, line).map_err(|why| format!("line {number} `{line}`: {why}"))?;
        }
    }
    decided_again(case, &game)
}

/// Every command of the log leads to the same events if it is decided again.
fn decided_again(case: &Case, played: &Game) -> Result<(), String> {
    let mut state = game(case).state().fork();
    let commands: Vec<&[Event]> = played.events().chunk_by(|a, b| a.command == b.command).collect();
    for events in &commands[1..] {
        state = repeat(state, events).map_err(|fault| fault.to_string())?;
    }
    match state.canonical_bytes() == played.state().canonical_bytes() {
        true => Ok(()),
        false => Err("the log is decided to another state".to_string()),
    }
}

pub fn run(game: &mut Game, line: &str) -> Result<(), String> {
    if let Some(question) = line.strip_prefix('?') {
        return ask(game, question.trim());
    }
    let (refused, step) = match line.strip_prefix("no ").and_then(|rest| rest.split_once(':')) {
        Some((rules, step)) => (Some(rules), step.trim()),
        None => (None, line),
    };
    let answer = step_of(game, step)?;
    check_books(game)?;
    match (refused, answer) {
        (None, Ok(())) => Ok(()),
        (None, Err(rejection)) => Err(format!("refused: {rejection:?}")),
        (Some(rules), Ok(())) => Err(format!("not refused by {rules}")),
        (Some(rules), Err(rejection)) => {
            let expected: Vec<&str> = rules.split(',').map(str::trim).collect();
            same("refused by", &expected.join(","), &reasons(&rejection).join(","))
        }
    }
}

/// What a rejection says: rule ids, or its kind.
pub fn reasons(rejection: &Rejection) -> Vec<String> {
    match rejection {
        Rejection::Rules(violations) => {
            let mut rules: Vec<String> =
                violations.rules().iter().map(|rule| rule.to_string()).collect();
            rules.dedup();
            rules
        }
        Rejection::Stale { .. } => vec!["stale".to_string()],
        Rejection::Finished => vec!["finished".to_string()],
        Rejection::NoDictionary(_) => vec!["no_dictionary".to_string()],
        Rejection::ForeignScore => vec!["foreign_score".to_string()],
        Rejection::PlaysUnknown(_) => vec!["plays_unknown".to_string()],
        Rejection::Cancelled => vec!["cancelled".to_string()],
        Rejection::TooMuchWork(_) | Rejection::MoveTooLong { .. } => {
            vec!["too_much_work".to_string()]
        }
        Rejection::LogFull { .. } => vec!["log_full".to_string()],
        Rejection::ForeignMove(_) => vec!["foreign_move".to_string()],
        Rejection::Inconsistent(reason) => vec![format!("inconsistent: {reason}")],
    }
}

fn step_of(game: &mut Game, step: &str) -> Result<Result<(), Rejection>, String> {
    let mut words: Vec<&str> = step.split_whitespace().collect();
    let now = match words.first().and_then(|word| word.strip_prefix('@')) {
        Some(seconds) => {
            words.remove(0);
            let seconds: f64 = seconds.parse().map_err(|_| "no time")?;
            Some((seconds * 1000.0) as u64)
        }
        None => None,
    };
    let command = match words.as_slice() {
        ["undo"] => return if game.undo() { Ok(Ok(())) } else { Err("nothing to undo".into()) },
        ["redo"] => return if game.redo() { Ok(Ok(())) } else { Err("nothing to redo".into()) },
        ["racks", racks @ ..] => return deal(game, racks).map(Ok),
        ["tick"] => Command::Tick,
        ["switch", rule, state] => {
            Command::SwitchRule { rule: rule.to_string(), enabled: *state == "on" }
        }
        [seat, action, rest @ ..] => {
            let seat: u8 = seat.parse().map_err(|_| "no such step")?;
            match *action {
                "pass" => Command::Pass { seat },
                "challenge" => Command::Challenge { seat },
                "resign" => Command::Resign { seat },
                "play" => Command::Move { seat, user_move: placements(rest) },
                "swap" => Command::Move { seat, user_move: swap(rest) },
                _ => return Err("no such step".into()),
            }
        }
        _ => return Err("no such step".into()),
    };
    let before = game.state().canonical_bytes();
    let answer = game.submit(&Submission { command, revision: None, now }).map(|_| ());
    let settled = matches!(&answer, Err(Rejection::Rules(v)) if v.rules() == ["time_limit"]);
    if answer.is_err() && !settled && game.state().canonical_bytes() != before {
        return Err("a rejection changed the game".to_string());
    }
    Ok(answer)
}

pub fn placements(texts: &[&str]) -> UserMove {
    let action = |text: &&str| {
        let (cell, tile) = text.split_once('=').unwrap_or_else(|| panic!("`{text}`"));
        let kind_id = tile.to_string();
        Action::PlaceAt { cell: CellLabel::parse(cell), kind_id, as_symbol: None, mark: None }
    };
    UserMove { actions: texts.iter().map(action).collect() }
}

pub fn swap(tiles: &[&str]) -> UserMove {
    let tiles = tiles.iter().map(|tile| tile.to_string()).collect();
    UserMove { actions: vec![Action::SwapRack { tiles }] }
}

/// Replaces all racks.
fn deal(game: &mut Game, racks: &[&str]) -> Result<(), String> {
    let empty = racks.iter().map(|_| "-");
    let seats = (0u8..).zip(empty).chain((0u8..).zip(racks.iter().copied()));
    for (seat, rack) in seats {
        let tiles = rack.trim_matches('-').to_string();
        let command = Command::ArrangeRack { seat, tiles };
        game.command(command).map_err(|rejection| format!("{rejection:?}"))?;
    }
    Ok(())
}

/// After every step: each tile in one place, and the log replays to the same state.
pub fn check_books(game: &Game) -> Result<(), String> {
    game.state().check_ledger().map_err(|fault| format!("{fault:?}"))?;
    let GameLog { secret_seed, .. } = game.log();
    let seed = secret_seed.map(|seed| Seed::from_hex(&seed).unwrap());
    let state = replay(game.ruleset(), seed.as_ref(), game.events()).map_err(|e| e.to_string())?;
    match state.canonical_bytes() == game.state().canonical_bytes() {
        true => Ok(()),
        false => Err("the log replays to another state".to_string()),
    }
}

fn ask(game: &Game, question: &str) -> Result<(), String> {
    let state = game.state();
    let words: Vec<&str> = question.split_whitespace().collect();
    let (subject, rest) = words.split_first().ok_or("what?")?;
    let expected = rest.join(" ");
    let seat = |text: &&str| text.parse::<u8>().unwrap_or_else(|_| panic!("`{question}`"));
    let seats = 0..state.players();
    let join = |parts: Vec<String>| parts.join(" ");
    let result = || state.result().ok_or("the game is not over");
    let points = |points: &Points| points.to_string();
    let found = match *subject {
        "turn" => state.to_move().to_string(),
        "scores" => join(seats.map(|seat| points(&state.score(seat))).collect()),
        "racks" => join(seats.map(|seat| rack(game, seat)).collect()),
        "rack" => format!("{} {}", rest[0], rack(game, seat(&rest[0]))),
        "lengths" => join(seats.map(|seat| state.rack(seat).len().to_string()).collect()),
        "bag" => state.bag_len().to_string(),
        "tiles" => state.board.occupied().to_string(),
        "pending" => state.challengeable_seat().map_or("none".into(), |seat| seat.to_string()),
        "running" => state.result().map_or(String::new(), |result| result.rule.clone()),
        "over" => result()?.rule.clone(),
        "winners" => join(result()?.winners.iter().map(u8::to_string).collect()),
        "final" => join(result()?.scores.iter().map(points).collect()),
        "lines" => join(
            (result()?.adjustments.iter())
                .map(|line| format!("{}:{}:{}", line.seat, line.reason, line.points))
                .collect(),
        ),
        "consumed" => join(
            (result()?.premiums_consumed.iter()).map(|(kind, n)| format!("{kind}:{n}")).collect(),
        ),
        "used" => {
            let cell = state.ruleset().topology().find_cell(rest[0]).unwrap();
            format!("{} {}", rest[0], state.board.premium_used(cell))
        }
        "bank" => join(state.clocks().bank.iter().map(i64::to_string).collect()),
        "facts" => {
            let last = game.events().last().map_or(0, |event| event.command);
            let events = game.events().iter().filter(|event| event.command == last);
            join(events.map(|event| name(&event.fact)).collect())
        }
        _ => return Err("no such question".into()),
    };
    same(subject, &expected, &found)
}

fn rack(game: &Game, seat: u8) -> String {
    let tiles = game.ruleset().tiles();
    let rack = game.state().rack(seat);
    let text: String = rack.tiles().map(|kind| tiles.kind(kind).id.to_string()).collect();
    if text.is_empty() { "-".to_string() } else { text }
}

/// A fact's name as JSON writes it.
pub fn name(fact: &Fact) -> String {
    let value = serde_json::to_value(fact).unwrap();
    value["type"].as_str().unwrap_or_default().to_string()
}

pub fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &T,
    found: &T,
) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected:?}, got {found:?}")),
    }
}
