//! Generating plays: exactly those of the oracle, and how fast.

use super::positions::Positions;
use super::{Plan, Row};
use std::sync::Arc;
use tilewright_ai::shipped_leaves;
use tilewright_bench::clock::thread_time;
use tilewright_movegen::{AnyFinder, LeaveValues, Leaves, NoLeaves};
use tilewright_rules::Position;
use tilewright_tiles::TileCounts;

/// The files of the oracle: variant, list, file.
const ORACLE: [(&str, &str, &str); 6] = [
    ("classic", "en", "classic-en.tsv"),
    ("super-21", "en", "super21-en.tsv"),
    ("feud", "en", "feud-en.tsv"),
    ("punctured.toml", "en", "punctured-en.tsv"),
    ("classic-nl", "nl", "classic-nl.tsv"),
    ("clabbers", "en", "clabbers-en.tsv"),
];

/// Other boards, whose plays should not cost much more than those of the classic one.
const OTHERS: [&str; 5] = ["hex", "tower-3d", "ring", "stacking", "super-21"];

/// Every row of the oracle.
pub(crate) fn oracle_rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let (mut rows, mut wrong) = (0, 0);
    for (variant, list, file) in ORACLE {
        let positions = Positions::oracle(variant, list, file)?;
        let mut finder = positions.generator.finder();
        let step = if plan.smoke { 12 } else { 1 };
        for index in (0..positions.all.len()).step_by(step) {
            let found = finder.summary(&positions.position(index));
            let found =
                format!("{}\t{}\t{}\t{}", found.plays, found.sum, found.best, found.squares);
            rows += 1;
            wrong += usize::from(positions.answers[index] != found);
        }
    }
    let row = |what: &str, value: usize| Row::new("oracle", what, value as f64, "");
    Ok(vec![row("positions counted", rows), row("of them with another answer", wrong).equals(0.0)])
}

/// Does something for all positions, some times over: the least mean time in microseconds.
fn mean_time(count: usize, rounds: usize, mut each: impl FnMut(usize)) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = thread_time();
        (0..count).for_each(&mut each);
        best = best.min((thread_time() - start) / 1e3 / count.max(1) as f64);
    }
    best
}

/// All plays of all positions, each from scratch: the mean time, and the plays of all.
fn all_plays(positions: &Positions, finder: &mut AnyFinder<'_>, rounds: usize) -> (f64, u64) {
    let mut plays = vec![0; positions.all.len()];
    let mean = mean_time(positions.all.len(), rounds, |index| {
        finder.reset();
        plays[index] = finder.summary(&positions.position(index)).plays;
    });
    (mean, plays.iter().sum())
}

/// The best play of all positions, each from scratch: the mean time.
fn best_play(
    positions: &Positions,
    finder: &mut AnyFinder<'_>,
    rounds: usize,
    values: &dyn LeaveValues,
) -> f64 {
    mean_time(positions.all.len(), rounds, |index| {
        finder.reset();
        std::hint::black_box(finder.best(&positions.position(index), 1, values));
    })
}

/// The lines and cross words of all positions, each from scratch: the mean time. Without tiles,
/// there is nothing else to do.
fn looking(positions: &Positions, finder: &mut AnyFinder<'_>, rounds: usize) -> f64 {
    let none = TileCounts::new();
    mean_time(positions.all.len(), rounds, |index| {
        finder.reset();
        let position = Position { rack: &none, ..positions.position(index) };
        std::hint::black_box(finder.summary(&position));
    })
}

/// The classic positions of the oracle, beside other engines, and other boards beside them.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let (variant, list, file) = ORACLE[0];
    let positions = Positions::oracle(variant, list, file)?;
    let rounds = if plan.smoke { 1 } else { 10 };
    let mut finder = positions.generator.finder();
    let (mean, plays) = all_plays(&positions, &mut finder, rounds);
    let per_play = mean * 1e3 * positions.all.len() as f64 / plays as f64;
    let leaves: Arc<Leaves> =
        Arc::new(shipped_leaves(&positions.ruleset).ok_or("there are no values for classic")?);
    let looking = looking(&positions, &mut finder, rounds);
    let by_score = best_play(&positions, &mut finder, rounds, &NoLeaves);
    let by_equity = best_play(&positions, &mut finder, rounds, &*leaves);
    let row = |what: &str, value, unit| Row::new("generate", what, value, unit);
    let mut rows = vec![
        row("all plays of a classic position, mean", mean, "µs"),
        row("plays a second", 1e3 / per_play, "M"),
        row("one play", per_play, "ns"),
        row("lines and cross words of a position, mean", looking, "µs"),
        row("best play by score, mean", by_score, "µs"),
        row("best play by equity, mean", by_equity, "µs"),
    ];
    let beside = |key: &str, what: &str, ours: f64, faster: bool| -> Option<Row> {
        let theirs = plan.peer(key)?;
        let ratio = if faster { theirs / ours } else { ours / theirs };
        Some(row(&format!("{what} ({theirs} µs)"), ratio, "×"))
    };
    rows.extend(beside("magpie_all_plays_us_mean", "all plays: faster than MAGPIE", mean, true));
    rows.extend(beside("wolges_all_plays_us_mean", "all plays: faster than wolges", mean, true));
    let best = "best play by equity: time beside MAGPIE's";
    rows.extend(beside("magpie_best_us_mean", best, by_equity, false));
    rows.extend(beside(
        "magpie_best_wmp_us_mean",
        &format!("{best} with a word map"),
        by_equity,
        false,
    ));
    let table = format!("{best} with word map and rack table");
    rows.extend(beside("magpie_best_rit_us_mean", &table, by_equity, false));
    rows.extend(beside(
        "wolges_best_us_mean",
        "best play by equity: time beside wolges'",
        by_equity,
        false,
    ));
    for id in OTHERS {
        let positions = Positions::played(id, "en", if plan.smoke { 1 } else { 20 })?;
        let mut finder = positions.generator.finder();
        let (mean, plays) = all_plays(&positions, &mut finder, rounds);
        let cost = mean * 1e3 * positions.all.len() as f64 / plays as f64;
        rows.push(row(&format!("{id}: plays a second"), 1e3 / cost, "M"));
        let dearer = row(&format!("{id}: a play beside a classic one"), cost / per_play, "×");
        rows.push(dearer.below(2.0, plan));
    }
    Ok(rows)
}
