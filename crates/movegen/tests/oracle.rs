//! Play counts and score sums on which independent engines agree.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList, shipped};
use tilewright_movegen::MoveGenerator;
use tilewright_notation::Cgp;
use tilewright_rules::{PluginRegistry, Position, Ruleset};
use tilewright_variants::{ShippedOnly, Variant};

/// The tests check every n-th row; all of them with `ORACLE_ALL=1`.
fn share() -> usize {
    if std::env::var_os("ORACLE_ALL").is_some() { 1 } else { 12 }
}

fn graph(ruleset: &Ruleset, list: &str, kind: GraphKind) -> Lexicon {
    let text = shipped::text(list).unwrap().unwrap();
    let list = WordList::read(text.as_bytes(), ruleset.tiles().alphabet(), Mode::Skip).unwrap();
    Lexicon::build(&list, kind).unwrap()
}

fn check(file: &str, variant: &Variant, list: &str, kind: GraphKind) {
    let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
    let Lexicon::Narrow(graph) = graph(&ruleset, list, kind) else { panic!("26 letters") };
    let generator = MoveGenerator::new(&ruleset, &graph).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut checked = 0;
    for row in rows.step_by(share()) {
        let fields: Vec<&str> = row.split('\t').collect();
        let cgp = Cgp::parse(fields[0], &ruleset).unwrap();
        assert_eq!(cgp.write(&ruleset).unwrap(), fields[0]);
        let (board, rack) = (cgp.to_board(&ruleset), cgp.rack());
        let position = Position::new(&ruleset, &board, &rack);
        let found = generator.summary(&position);
        let found = format!("{}\t{}\t{}\t{}", found.plays, found.sum, found.best, found.squares);
        assert_eq!(found, fields[1..5].join("\t"), "{}", fields[0]);
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn plays_of_the_classic_game() {
    check("classic-en.tsv", &Variant::shipped("classic").unwrap(), "en", GraphKind::Words);
}

#[test]
fn plays_of_the_dutch_game() {
    check("classic-nl.tsv", &Variant::shipped("classic-nl").unwrap(), "nl", GraphKind::Words);
}

#[test]
fn plays_on_a_large_board() {
    check("super21-en.tsv", &Variant::shipped("super-21").unwrap(), "en", GraphKind::Words);
}

#[test]
fn plays_with_other_premiums() {
    check("feud-en.tsv", &Variant::shipped("feud").unwrap(), "en", GraphKind::Words);
}

#[test]
fn plays_with_words_in_any_order() {
    check("clabbers-en.tsv", &Variant::shipped("clabbers").unwrap(), "en", GraphKind::Anagrams);
}

#[test]
fn plays_on_a_board_with_holes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle/punctured.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let variant = Variant::from_toml(&text, &ShippedOnly).unwrap();
    check("punctured-en.tsv", &variant, "en", GraphKind::Words);
}
