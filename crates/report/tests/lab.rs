//! The lab's sums are the same however the games are shared out, and its pages are whole.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, check_page};
use tilewright_ai::{Budget, Series};
use tilewright_report::lab::{
    Finding, Lab, LabTally, VariantReport, criteria, findings, lab_page, lab_text, run_lab,
};
use tilewright_variants::shipped_ids;

fn run(table: &Table, from: u64, games: u64, threads: usize) -> LabTally {
    let (least, most) = table.ruleset.players();
    let series = Series::new(games, 7).from(from).threads(threads);
    run_lab(
        &table.generator,
        &table.leaves,
        2.clamp(least, most),
        &series,
        &|_| true,
        &Budget::unlimited(),
    )
    .unwrap()
}

fn report(table: &Table, tally: LabTally) -> VariantReport {
    VariantReport::new(&table.ruleset, "small", false, tally)
}

#[test]
fn threads_and_parts_change_nothing() {
    for id in ["classic", "hex", "stacking"] {
        let table = Table::new(id);
        let whole = run(&table, 0, 40, 1);
        assert_eq!(run(&table, 0, 40, 2), whole, "{id}");
        let mut parts = run(&table, 17, 23, 1);
        parts.merge(&run(&table, 0, 17, 2));
        assert_eq!(parts, whole, "{id}");
        let mut none = LabTally::default();
        none.merge(&whole);
        assert_eq!(none, whole, "{id}");
        let json = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<LabTally>(&json).unwrap(), whole);
    }
}

/// What is counted twice is the same twice.
fn check_sums(id: &str, tally: &LabTally, tiles: u64) {
    let games = tally.games;
    assert_eq!(tally.lengths.values().sum::<u64>(), games, "{id}: lengths");
    assert_eq!(tally.ends.values().sum::<u64>(), games, "{id}: ends");
    let turns: i64 = tally.lengths.iter().map(|(turns, count)| turns * *count as i64).sum();
    assert_eq!(turns as u64, tally.turns, "{id}: turns");
    let plays: u64 = tally.plays.values().sum();
    assert_eq!(plays + tally.swaps + tally.passes, tally.turns, "{id}: kinds of turns");
    assert_eq!(tally.play_score.count, plays, "{id}: plays");
    let placed: u64 = tally.kinds.iter().map(|kind| kind.placed).sum();
    assert_eq!(tally.cells.iter().sum::<u64>(), placed, "{id}: tiles placed");
    assert_eq!(tally.play_tiles.sum as u64, placed, "{id}: tiles of plays");
    assert!(tally.premiums.iter().zip(&tally.cells).all(|(used, placed)| used <= placed), "{id}");
    for seat in &tally.seats {
        assert_eq!(seat.scores.values().sum::<u64>(), games, "{id}: scores");
        assert_eq!(seat.score.count, games, "{id}: scores");
    }
    let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
    assert_eq!(wins + tally.ties, games, "{id}: wins");
    // Every tile of every game is on the board, on a rack or in the bag.
    let left: u64 = tally.kinds.iter().map(|kind| kind.left + kind.undrawn).sum();
    assert!(placed + left <= tiles * games, "{id}: {placed} + {left} of {tiles} × {games}");
    assert!(placed + left >= (tiles - 20) * games, "{id}: {placed} + {left} of {tiles} × {games}");
}

#[test]
fn every_variant_has_a_report() {
    for id in shipped_ids() {
        let table = Table::new(id);
        let tally = run(&table, 0, 6, 2);
        check_sums(id, &tally, table.ruleset.tiles().full_bag().len() as u64);
        let lab = Lab::new(7, vec![report(&table, tally)]);
        let page = lab_page(&lab, &[&table.ruleset]);
        check_page(&page);
        let text = lab_text(&lab, &[&table.ruleset]);
        assert!(text.contains("6 games") && page.contains("Use of cells"), "{id}");
        let json = serde_json::to_string(&lab).unwrap();
        assert_eq!(
            serde_json::from_str::<Lab>(&json).unwrap().variants[0].tally,
            lab.variants[0].tally
        );
    }
}

#[test]
fn two_variants_stand_side_by_side() {
    let tables = ["classic", "hex"].map(Table::new);
    let reports = tables.iter().map(|table| report(table, run(table, 0, 30, 2))).collect();
    let lab = Lab::new(7, reports);
    assert_eq!(lab.differences.len(), lab.variants[0].measures.len());
    for difference in &lab.differences {
        let value = |report: &VariantReport| {
            report.measures.iter().find(|one| one.id == difference.id).unwrap().interval.value
        };
        let expected = value(&lab.variants[1]) - value(&lab.variants[0]);
        assert!((difference.interval.value - expected).abs() < 1e-9, "{}", difference.id);
        let outside = difference.interval.low > 0.0 || difference.interval.high < 0.0;
        assert_eq!(difference.clear, outside, "{}", difference.id);
    }
    let rulesets = [&tables[0].ruleset, &tables[1].ruleset];
    check_page(&lab_page(&lab, &rulesets));
    assert!(lab_text(&lab, &rulesets).contains("against"));
}

/// A house rule under which nothing can be played: both risks are found.
#[test]
fn games_that_never_begin_are_a_warning() {
    let table = Table::with(common::ruleset("classic"), "zzz\n");
    let tally = run(&table, 0, 20, 1);
    assert_eq!((tally.never_began, tally.dead_openings), (20, 20));
    let found = findings(&tally, &table.ruleset, false);
    let warnings: Vec<&str> =
        found.iter().filter(|one| one.warning).map(|one| one.text.as_str()).collect();
    assert!(warnings.iter().any(|text| text.contains("nobody places a tile")), "{warnings:?}");
    assert!(
        warnings.iter().any(|text| text.contains("opening racks have no play")),
        "{warnings:?}"
    );
    let scoreless = "All 20 games ended by turns without score; nobody played out.";
    assert!(warnings.contains(&scoreless), "{warnings:?}");
    let by_passes = Table::with(common::ruleset("wordstockt-en"), "zzz\n");
    let other = findings(&run(&by_passes, 0, 20, 1), &by_passes.ruleset, false);
    assert!(other.iter().any(|one| one.id == "all_passes" && one.warning), "{other:?}");
    // Missing trained values are reported, existing ones are not. Thresholds always are.
    let untrained = |found: &[Finding]| found.iter().any(|one| one.id == "untrained");
    assert!(untrained(&found) && !untrained(&findings(&tally, &table.ruleset, true)));
    let report = VariantReport::new(&table.ruleset, "zzz", false, tally);
    let lab = Lab::new(1, vec![report]);
    let text = lab_text(&lab, &[&table.ruleset]);
    assert!(text.contains("There are no trained values for this variant"), "{text}");
    let page = lab_page(&lab, &[&table.ruleset]);
    for criterion in criteria() {
        assert!(text.contains(&criterion) && page.contains(&criterion), "{criterion}");
    }
}
