//! `tilewright variant show` shows everything in a variant file.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const RECT: &str = r#"
format = 1
id = "every-field"
name = "Every field"
description = "Every field of the format."
language = "pt-BR"
lexicon = "nl"
players = [2, 3]

[board]
shape = "rect"
width = 5
height = 7
diagonals = true
mask = "ring:2"
layout = ["=    ", " '   ", "     ", "     ", "     ", "     ", "g    "]
legend = { g = "factorial" }
premiums = { "1,0" = "mimic" }
generate = { seed = 1, kinds = ["power"], per_kind = 4 }

[tiles]
letters = [["A", 11, 1], ["N", 12, 2], ["Z", 13, 3]]
blanks = [["?an", 2, 0, "AN"]]
extra = [{ id = "A*", letter = "A", count = 4, value = 9 }]
aliases = { "Ä" = "A" }
rotations = [["N", "Z"]]
categories = { vowels = "A" }

[rules.first_move_start]
cells = ["1,3"]

[[plugins]]
name = "score_bonus"
config = { bonus = 5 }

[start_word]
axis = "South"
words = ["ANAZ"]
through = "0,3"
"#;

/// The text that shows each field of the format.
const SHOWN: &[(&str, &str)] = &[
    ("id", "(every-field)"),
    ("name", "Every field ("),
    ("description", "Every field of the format."),
    ("language", "pt-BR"),
    ("lexicon", "words      nl"),
    ("players", "2 to 3"),
    ("board.shape", "cells, rect, "),
    ("board.width", "5 by 7"),
    ("board.height", "5 by 7"),
    ("board.diagonals", "NorthEast"),
    ("board.mask", "mask ring:2"),
    ("board.layout", "1 triple-word"),
    ("board.legend", "1 factorial"),
    ("board.premiums", "1 mimic"),
    ("board.generate", "4 power"),
    ("tiles.letters", "11A·1 12N·2 13Z·3"),
    ("tiles.blanks", "?an stands for A N"),
    ("tiles.extra", "4A*·9"),
    ("tiles.aliases", "{ Ä = \"A\" }"),
    ("tiles.rotations", "[[\"N\",\"Z\"]]"),
    ("tiles.categories", "{ vowels = \"A\" }"),
    ("plugins", "name = \"score_bonus\""),
    ("start_word", "through = \"0,3\""),
];

/// Exceptions: the version is always 1, a file is shown together with what it extends, and the rest
/// belongs to other boards (see the second test).
const OTHERWISE: [&str; 5] = ["format", "extends", "board.depth", "board.graph", "rules"];

fn shown(variant: &str) -> String {
    let program = env!("CARGO_BIN_EXE_tilewright");
    let output = Command::new(program).args(["variant", "show", variant]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn schema() -> Value {
    serde_json::from_str(&tilewright::variants::schema_json()).unwrap()
}

fn fields<'s>(schema: &'s Value, table: &str) -> Vec<&'s String> {
    let properties = match table {
        "" => &schema["properties"],
        _ => &schema["$defs"][table]["properties"],
    };
    properties.as_object().unwrap_or_else(|| panic!("no table {table}")).keys().collect()
}

#[test]
fn every_field_of_a_file_is_shown() {
    let path = std::env::temp_dir().join(format!("every-field-{}.toml", std::process::id()));
    std::fs::write(&path, RECT).unwrap();
    let text = shown(path.to_str().unwrap());
    std::fs::remove_file(&path).unwrap();
    for (field, shown) in SHOWN {
        assert!(text.contains(shown), "{field}: `{shown}` is not in\n{text}");
    }
    let schema = schema();
    let mut all: Vec<String> = fields(&schema, "").into_iter().cloned().collect();
    for (table, definition) in [("board", "BoardTable"), ("tiles", "TilesTable")] {
        all.retain(|field| field != table);
        all.extend(fields(&schema, definition).iter().map(|field| format!("{table}.{field}")));
    }
    for field in all {
        let known = SHOWN.iter().any(|(shown, _)| *shown == field);
        assert!(known || OTHERWISE.contains(&field.as_str()), "`{field}` is not shown");
    }
    assert!(shown("tower-3d").contains("cube, 9 by 9 by 3"));
    assert!(shown("graph-demo").contains("71 cells, graph, axes"));
}

#[test]
fn every_setting_of_every_rule_is_shown() {
    let schema = schema();
    let rules = serde_json::to_value(tilewright::rules::spec::RulesSpec::default()).unwrap();
    let rules = rules.as_object().unwrap();
    assert_eq!(fields(&schema, "RulesSpec").len(), rules.len());
    for variant in tilewright::shipped_ids() {
        let text = shown(variant);
        // Each rule is a line with its id and a sentence, and a line with its settings.
        let mut blocks: BTreeMap<&str, String> = BTreeMap::new();
        let mut current = "";
        for line in text.split_once("\n\n").unwrap().1.split_once("\n\n").unwrap().1.lines() {
            let (mark, rest) = line.split_at(2);
            assert!(["  ", "- "].contains(&mark), "{variant}: {line}");
            if !rest.starts_with(' ') {
                current = rest.split(' ').next().unwrap();
                assert!(rest.ends_with('.'), "{variant}: no sentence: {line}");
            }
            blocks.entry(current).or_default().push_str(&format!("{rest}, "));
        }
        for (rule, settings) in rules {
            let block = blocks.get(rule.as_str());
            let block = block.unwrap_or_else(|| panic!("{variant}: `{rule}` is not shown"));
            for setting in settings.as_object().unwrap().keys().filter(|key| *key != "enabled") {
                let shown = block.contains(&format!(" {setting} = "))
                    || block.contains(&format!(" {setting} not set"));
                assert!(shown, "{variant}: `{rule}.{setting}` is not in {block}");
            }
        }
    }
}
