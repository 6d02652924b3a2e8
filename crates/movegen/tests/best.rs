//! The best plays found by upper bounds are the best of all plays.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList, shipped};
use tilewright_movegen::{Generator, LeaveValues, Leaves, OwnedPlay, Play};
use tilewright_notation::Cgp;
use tilewright_rules::{PluginRegistry, Position, Ruleset};
use tilewright_tiles::KindId;
use tilewright_variants::Variant;

/// Values that differ for all tiles and pairs.
fn leaves(ruleset: &Ruleset, scale: i32) -> Leaves {
    let kinds = ruleset.tiles().kinds().len();
    let mut leaves = Leaves::zero(kinds);
    for one in 0..kinds as i32 {
        leaves.set_single(KindId(one as u8), (one * 7919 % 9001 - 4000) * scale);
        for other in 0..=one {
            let value = ((one * 131 + other * 517) % 2003 - 1000) * scale;
            leaves.set_pair(KindId(one as u8), KindId(other as u8), value);
        }
    }
    leaves
}

fn check(variant: &str, list: &str, file: &str, step: usize) {
    let variant = Variant::shipped(variant).unwrap();
    let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
    let text = shipped::text(list).unwrap().unwrap();
    let words = WordList::read(text.as_bytes(), ruleset.tiles().alphabet(), Mode::Skip).unwrap();
    let lexicon = Lexicon::build(&words, GraphKind::Words).unwrap();
    let generator = Generator::new(&ruleset, &lexicon).unwrap();
    let mut finder = generator.finder();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    // A sample of the positions; all of them with `ORACLE_ALL=1`.
    let rows: Vec<&str> = rows.step_by(step).collect();
    for (number, row) in rows.iter().enumerate() {
        let cgp = Cgp::parse(row.split('\t').next().unwrap(), &ruleset).unwrap();
        let (board, rack) = (cgp.to_board(&ruleset), cgp.rack());
        let position = Position::new(&ruleset, &board, &rack);
        let values = leaves(&ruleset, number as i32 % 3);
        let mut all: Vec<OwnedPlay> = Vec::new();
        finder.all_plays(&position, &mut |play: &Play<'_>| {
            let placements = play.placements();
            let mut leave = rack;
            placements.iter().for_each(|placement| assert!(leave.take(placement.tile.kind)));
            let leave: Vec<KindId> = leave.tiles().collect();
            let equity = play.small_points().unwrap() * 1000 + values.value(&leave);
            all.push(OwnedPlay { placements, points: play.points(), equity });
        });
        all.sort();
        for count in [1, 2, 15] {
            let best = finder.best(&position, count, &values);
            assert_eq!(best, all[..count.min(all.len())], "{row}, the best {count}");
        }
    }
}

fn share(step: usize) -> usize {
    if std::env::var_os("ORACLE_ALL").is_some() { 1 } else { step }
}

#[test]
fn best_plays_of_the_classic_game() {
    check("classic", "en", "classic-en.tsv", share(9));
}

#[test]
fn best_plays_on_a_large_board() {
    check("super-21", "en", "super21-en.tsv", share(9));
}

#[test]
fn best_plays_with_other_premiums() {
    check("feud", "en", "feud-en.tsv", share(9));
}

#[test]
fn best_plays_of_the_dutch_game() {
    check("classic-nl", "nl", "classic-nl.tsv", share(20));
}

#[test]
fn filled_leave_values_equal_single_look_ups() {
    let ruleset = Variant::shipped("classic").unwrap().ruleset(&PluginRegistry::default()).unwrap();
    let leaves = leaves(&ruleset, 1);
    let rack: Vec<KindId> = [3u8, 3, 9, 26, 0, 14, 9].map(KindId).to_vec();
    let mut values = vec![0; 1 << rack.len()];
    leaves.fill(&rack, &mut values);
    for (leave, value) in values.iter().enumerate() {
        let is_kept = |(place, _): &(usize, &KindId)| leave >> place & 1 == 1;
        let tiles: Vec<KindId> = rack.iter().enumerate().filter(is_kept).map(|(_, k)| *k).collect();
        assert_eq!(*value, leaves.value(&tiles), "{leave:b}");
    }
}
