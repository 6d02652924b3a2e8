//! Variant files: reading, checking, writing and playing them.
//!
//! The input is a file, or, after a first byte that no text has, changes of a shipped file: of its
//! lines, or of its settings as data.

use crate::bytes::Bytes;
use crate::json;
use crate::material::check_game;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use tilewright_game::{Game, NewGame};
use tilewright_rules::PluginRegistry;
use tilewright_variants::{Level, ShippedOnly, Variant, lint, lint_text};
use tilewright_variants::{shipped_ids, shipped_source};

/// The first byte of changes to the lines of a shipped file.
const LINES_CHANGED: u8 = 0xFF;
/// The first byte of changes to the settings of a shipped file.
const SETTINGS_CHANGED: u8 = 0xFE;
/// The most changes.
const MOST_CHANGES: u8 = 6;

/// Values that tend to matter.
const VALUES: [&str; 44] = [
    "0",
    "1",
    "2",
    "15",
    "16",
    "17",
    "64",
    "65",
    "255",
    "256",
    "4096",
    "4097",
    "65535",
    "65536",
    "-1",
    "-9223372036854775808",
    "9223372036854775807",
    "18446744073709551616",
    "0.1",
    "inf",
    "nan",
    "true",
    "false",
    "\"\"",
    "\"A\"",
    "\"?\"",
    "\"ñ\"",
    "\"7,7\"",
    "\"East\"",
    "[]",
    "{}",
    "[[\"A\", 1, 1]]",
    "[\"A\"]",
    "\"both\"",
    "\"free\"",
    "\"hex\"",
    "\"cube\"",
    "\"graph\"",
    "\"rect\"",
    "{ fixed = 9223372036854775807 }",
    "{ points = -9223372036854775808 }",
    "{ overtime = -9223372036854775808 }",
    "\"hexagon\"",
    "1979-05-27",
];

/// Lines that tend to matter.
const LINES: [&str; 24] = [
    "diagonals = true",
    "depth = 3",
    "mask = \"diamond\"",
    "mask = \"hexagon\"",
    "width = 1",
    "height = 1",
    "players = [1, 8]",
    "extends = \"hex\"",
    "[rules.stacking]",
    "enabled = true",
    "enabled = false",
    "max_height = 16",
    "size = 64",
    "[rules.actions]",
    "slide = true",
    "rotate = true",
    "[start_word]",
    "words = [\"AB\"]",
    "axis = \"East\"",
    "generate = { seed = 1, kinds = [\"double-word\", \"mimic\"], per_kind = 60 }",
    "blanks = [[\"?\", 2, 0]]",
    "[[plugins]]",
    "name = \"score_bonus\"",
    "config = { bonus = 5 }",
];

/// Tries one input.
pub fn check(data: &[u8]) {
    match data.split_first() {
        Some((&LINES_CHANGED, rest)) => check_text(&changed(rest)),
        Some((&SETTINGS_CHANGED, rest)) => check_settings(rest),
        _ => check_text(&String::from_utf8_lossy(data)),
    }
}

/// A shipped file with some lines changed.
fn changed(data: &[u8]) -> String {
    let mut bytes = Bytes::new(data);
    let ids: Vec<&str> = shipped_ids().collect();
    let source = |place: usize| shipped_source(ids[place]).unwrap_or_default();
    let mut lines: Vec<String> =
        source(bytes.below(ids.len())).lines().map(str::to_owned).collect();
    for _ in 0..bytes.byte() % MOST_CHANGES {
        if lines.is_empty() {
            break;
        }
        let at = bytes.below(lines.len());
        match bytes.byte() % 8 {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.insert(at, LINES[bytes.below(LINES.len())].to_owned()),
            3 => {
                let from: Vec<&str> = source(bytes.below(ids.len())).lines().collect();
                lines.insert(at, from[bytes.below(from.len())].to_owned());
            }
            4 => {
                let to = bytes.below(lines.len());
                lines.swap(at, to);
            }
            5 => {
                let text = bytes.text(24);
                lines[at] = replaced(&lines[at], bytes.byte(), &text);
            }
            _ => {
                let value = VALUES[bytes.below(VALUES.len())];
                lines[at] = replaced(&lines[at], bytes.byte(), value);
            }
        }
    }
    lines.join("\n")
}

/// A line with one of its values replaced: all after the `=`, or one number or string in it.
fn replaced(line: &str, which: u8, value: &str) -> String {
    let Some((key, old)) = line.split_once('=') else {
        return value.to_owned();
    };
    let parts: Vec<&str> = old.split_inclusive([',', '[', ']', '{', '}', '=']).collect();
    if which == 0 || parts.len() < 2 {
        return format!("{key}= {value}");
    }
    let chosen = usize::from(which) % parts.len();
    let mut line = format!("{key}=");
    for (place, part) in parts.iter().enumerate() {
        let end = part.trim_end_matches([',', '[', ']', '{', '}', '=']).len();
        line += if place == chosen { value } else { &part[..end] };
        line += &part[end..];
    }
    line
}

fn check_text(text: &str) {
    let variant = match Variant::from_toml(text, &ShippedOnly) {
        Ok(variant) => variant,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let lints = lint_text(text, &ShippedOnly);
            assert!(lints.iter().any(|lint| lint.level == Level::Error), "read fails, lint passes");
            return;
        }
    };
    check_variant(&variant);
}

/// A shipped variant with some settings changed, as no file could be that is not well written.
fn check_settings(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(mut value) = bytes.pick(flattened()).cloned() else { return };
    for _ in 0..bytes.byte() % MOST_CHANGES {
        // Board and tiles are long; the rules get their share.
        let rules = if bytes.once_in(2) { value.get_mut("rules") } else { None };
        match rules {
            Some(rules) => json::change(rules, &mut bytes),
            None => json::change(&mut value, &mut bytes),
        }
    }
    let Ok(file) = serde_json::from_value(value) else { return };
    match Variant::from_file(file) {
        Ok(variant) => check_variant(&variant),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The shipped variants as data.
fn flattened() -> &'static [Value] {
    static FLATTENED: OnceLock<Vec<Value>> = OnceLock::new();
    FLATTENED.get_or_init(|| {
        let flatten = |id| {
            let variant = Variant::shipped(id).expect("a shipped variant is read");
            serde_json::to_value(variant.file()).expect("a variant is written")
        };
        shipped_ids().map(flatten).collect()
    })
}

fn check_variant(variant: &Variant) {
    let lints = lint(variant);
    let sound = lints.iter().all(|lint| lint.level != Level::Error);

    let written = variant.to_toml();
    let again = match Variant::from_toml(&written, &ShippedOnly) {
        Ok(again) => again,
        Err(error) => panic!("what was written is not read: {error}\n{written}"),
    };
    assert_eq!(again.hash(), variant.hash(), "{written}");
    assert_eq!(again.to_toml(), written);
    assert_eq!(lint(&again), lints, "{written}");
    let json = variant.to_json();
    let file = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    let from_json = Variant::from_file(file).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(from_json.hash(), variant.hash(), "{json}");

    let ruleset = match variant.ruleset(&PluginRegistry::default()) {
        Ok(ruleset) => Arc::new(ruleset),
        Err(error) => return assert!(!sound, "no complaint, yet no ruleset: {error}"),
    };
    assert_eq!(ruleset.hash(), variant.hash());
    if !sound {
        return;
    }
    let (fewest, most) = ruleset.players();
    for players in [fewest, most] {
        let new_game = NewGame::with_rng_seed(ruleset.clone(), players, 7);
        let game = match Game::new(new_game) {
            Ok(game) => game,
            Err(error) => panic!("no complaint, yet no game for {players}: {error}\n{written}"),
        };
        check_game(&game);
    }
}
