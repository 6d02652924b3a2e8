//! Generating all plays of the oracle's positions.

use super::{Plan, Row};
use std::path::Path;
use tilewright_lexicon::{Lexicon, Mode, WordList, shipped};
use tilewright_movegen::{AnyFinder, Generator, LeaveValues, Leaves, NoLeaves};
use tilewright_notation::Cgp;
use tilewright_rules::{Board, PluginRegistry, Position, Ruleset, Switches};
use tilewright_tiles::TileCounts;
use tilewright_variants::Variant;

/// Positions of a variant.
pub(crate) struct Positions {
    pub generator: Generator,
    pub ruleset: Ruleset,
    pub all: Vec<(Board, TileCounts)>,
    switches: Switches,
}

impl Positions {
    /// The positions of a file of the oracle.
    pub fn oracle(variant: &Variant, list: &str, file: &str) -> Result<Positions, String> {
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
        let generator = generator(&ruleset, list)?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle").join(file);
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        let mut all = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let cgp = line.split('\t').next().unwrap_or("");
            let cgp = Cgp::parse(cgp, &ruleset).map_err(|error| error.to_string())?;
            all.push((cgp.to_board(&ruleset), cgp.rack()));
        }
        Ok(Positions { generator, ruleset, all, switches: Switches::new() })
    }

    pub fn position(&self, index: usize) -> Position<'_> {
        let (board, rack) = &self.all[index];
        Position {
            ruleset: &self.ruleset,
            board,
            rack,
            dictionary: None,
            switches: &self.switches,
            revision: 0,
        }
    }
}

/// A generator for a variant with a shipped list.
pub(crate) fn generator(ruleset: &Ruleset, list: &str) -> Result<Generator, String> {
    let text = shipped::text(list).ok_or("no such list")?.map_err(|error| error.to_string())?;
    let words = WordList::read(text.as_bytes(), ruleset.tiles().alphabet(), Mode::Skip);
    let words = words.map_err(|error| error.to_string())?;
    let lexicon = Lexicon::build(&words, Generator::graph_kind(ruleset));
    Generator::new(ruleset, &lexicon.map_err(|e| e.to_string())?).map_err(|e| e.to_string())
}

/// The time this thread has run, in nanoseconds.
pub(crate) fn thread_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0.0)
}

/// All plays of all positions, some times over: the best mean time of a position in microseconds,
/// and the number of plays.
fn all_plays(positions: &Positions, finder: &mut AnyFinder<'_>, rounds: usize) -> (f64, u64) {
    let mut best = f64::INFINITY;
    let mut plays = 0;
    for _ in 0..rounds {
        let start = thread_time();
        plays = 0;
        for index in 0..positions.all.len() {
            finder.forget();
            plays += finder.summary(&positions.position(index)).plays;
        }
        best = best.min((thread_time() - start) / 1e3 / positions.all.len() as f64);
    }
    (best, plays)
}

/// The best play of all positions, some times over: the best mean time of a position in
/// microseconds.
fn best_play(
    positions: &Positions,
    finder: &mut AnyFinder<'_>,
    rounds: usize,
    values: &dyn LeaveValues,
) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = thread_time();
        for index in 0..positions.all.len() {
            finder.forget();
            std::hint::black_box(finder.best(&positions.position(index), 1, values));
        }
        best = best.min((thread_time() - start) / 1e3 / positions.all.len() as f64);
    }
    best
}

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let positions = Positions::oracle(&variant, "en", "classic-en.tsv")?;
    let mut finder = positions.generator.finder();
    let (mean, plays) = all_plays(&positions, &mut finder, if plan.smoke { 1 } else { 20 });
    let per_second = plays as f64 / (mean * positions.all.len() as f64);
    let rounds = if plan.smoke { 1 } else { 20 };
    let mut leaves = Leaves::zero(positions.ruleset.tiles().kinds().len());
    for (id, value) in [
        ("?", 25_000),
        ("S", 8_000),
        ("Q", -7_000),
        ("Z", 3_000),
        ("X", 3_500),
        ("U", -5_000),
        ("V", -5_500),
        ("W", -3_800),
        ("E", 2_000),
        ("R", 1_000),
        ("I", -2_000),
        ("O", -2_500),
    ] {
        if let Some(kind) = positions.ruleset.tiles().find(id) {
            leaves.set_single(kind, value);
            leaves.set_pair(kind, kind, -3_000);
        }
    }
    let by_score = best_play(&positions, &mut finder, rounds, &NoLeaves);
    let by_equity = best_play(&positions, &mut finder, rounds, &leaves);
    Ok(vec![
        Row::new("generate", "best play by score, mean", by_score, "µs"),
        Row::new("generate", "best play by equity, mean", by_equity, "µs"),
        Row::new("generate", "all plays of a position, mean", mean, "µs"),
        Row::new("generate", "plays per second", per_second, "M"),
    ])
}
