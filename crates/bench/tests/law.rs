//! The law of the generator, in positions of every shipped variant. `cargo xtask bench law` checks
//! many more.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use tilewright_bench::law::{Law, Lists, PART, Pace, Scale, survey};
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_variants::{Variant, shipped_ids};

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
        let report = survey(&law, &Scale { positions: POSITIONS, each: 8, pace, seed }).unwrap();
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
