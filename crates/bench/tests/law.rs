//! The law of the generator, in positions of every shipped variant. `cargo xtask bench law` checks
//! many more.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use tilewright_bench::law::{Law, Lists, PART, Pace, Scale, check_positions};
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_variants::{ShippedOnly, Variant, shipped_ids};

/// Positions of each variant.
const POSITIONS: usize = 24;

fn ruleset(id: &str) -> Ruleset {
    Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap()
}

#[test]
fn the_generator_finds_the_legal_plays_of_every_variant() {
    let mut faults = Vec::new();
    for (id, seed) in shipped_ids().zip((0..).step_by(100)) {
        let ruleset = ruleset(id);
        let law = Law::new(&ruleset, &Lists::of(&ruleset).unwrap().part).unwrap();
        // Tours of eight positions that come to about as many plays as a game has.
        let pace = Pace { every: 4, ..Pace::of(&ruleset) };
        let report =
            check_positions(&law, &Scale { positions: POSITIONS, each: 8, pace, seed }).unwrap();
        faults.extend(report.examples.iter().map(|example| format!("{id}, {example}")));
        if report.positions != POSITIONS || report.plays < 20 * POSITIONS {
            faults.push(format!("{id}: too little was found: {report:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_part_of_a_list_is_always_the_same_and_has_words_of_all_lengths() {
    let table = [("classic", PART), ("classic-nl", PART), ("german", 690), ("plugin-demo", 30)];
    for (id, least) in table {
        let lists = Lists::of(&ruleset(id)).unwrap();
        let words: Vec<&str> = lists.part.lines().collect();
        assert!((least..=PART).contains(&words.len()), "{id}: {} words", words.len());
        let full: HashSet<&str> = lists.full.lines().map(str::trim).collect();
        assert!(words.iter().all(|word| full.contains(word)), "{id}");
        assert_eq!(lists.part, Lists::of(&ruleset(id)).unwrap().part, "{id}");
        for length in 2..=5 {
            assert!(words.iter().any(|word| word.chars().count() == length), "{id}: {length}");
        }
    }
}

/// Three kinds of A, and blanks that may not be everything: every choice is a play of its own.
const ODD_TILES: &str = r#"
format = 1
id = "odd-tiles"
name = "Odd tiles"
extends = "classic"
[board]
width = 7
height = 7
layout = ["=..'..=", ".-...-.", "..'.'..", "'..*..'", "..'.'..", ".-...-.", "=..'..="]
[tiles]
letters = [["A", 6, 1], ["B", 6, 3], ["C", 6, 4]]
extra = [
  { id = "A*", letter = "A", count = 4, value = 7 },
  { id = "A-", letter = "A", count = 4, value = -2 },
]
blanks = [["?", 2, 0], ["?AB", 3, 2, "AB"], ["?C", 3, 1, "C"]]
[rules.rack_size]
size = 6
"#;

/// Two lines that meet in two cells, and one that lies within another.
const TANGLE: &str = r#"
format = 1
id = "tangle"
name = "Tangle"
lexicon = "en"
[board]
shape = "graph"
[board.premiums]
b = "double-word"
d = "triple-letter"
[board.graph]
origin = "c"
nodes = [
  { name = "a", at = [0, 0] }, { name = "b", at = [2000, 0] }, { name = "c", at = [4000, 0] },
  { name = "d", at = [6000, 0] }, { name = "e", at = [8000, 0] }, { name = "f", at = [3000, 2000] },
  { name = "g", at = [5000, 2000] }, { name = "h", at = [7000, 2000] },
]
edges = [
  { from = "a", to = "b", tag = "row" }, { from = "b", to = "c", tag = "row" },
  { from = "c", to = "d", tag = "row" }, { from = "d", to = "e", tag = "row" },
  { from = "b", to = "f", tag = "arc" }, { from = "f", to = "d", tag = "arc" },
  { from = "d", to = "h", tag = "arc" }, { from = "c", to = "d", tag = "part" },
  { from = "f", to = "g", tag = "part" }, { from = "g", to = "h", tag = "part" },
]
[tiles]
letters = [["A", 8, 1], ["B", 8, 3], ["C", 8, 4]]
blanks = [["?", 2, 0]]
[rules.rack_size]
size = 4
"#;

/// Every second word of two to five letters of three.
fn short_words() -> String {
    let longer = |words: Vec<String>| -> Vec<String> {
        words.iter().flat_map(|word| ["A", "B", "C"].map(|letter| word.clone() + letter)).collect()
    };
    let mut words = longer(vec![String::new()]);
    let mut all = Vec::new();
    for _ in 2..=5 {
        words = longer(words);
        all.extend(words.iter().step_by(2).cloned());
    }
    all.join("\n")
}

/// Checks the law of a variant file with short words.
fn check_file(file: &str) {
    let variant = Variant::from_toml(file, &ShippedOnly).unwrap();
    let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
    let law = Law::new(&ruleset, &short_words()).unwrap();
    let scale = Scale { positions: 60, each: 10, pace: Pace::of(&ruleset), seed: 1 };
    let report = check_positions(&law, &scale).unwrap();
    assert!(report.plays > 1000, "{report:?}");
    assert_eq!(report.faults, 0, "{}", report.examples.join("\n"));
}

#[test]
fn the_law_holds_for_unusual_tiles() {
    check_file(ODD_TILES);
}

#[test]
fn the_law_holds_for_tangled_lines() {
    check_file(TANGLE);
}
