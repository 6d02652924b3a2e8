//! Self-played games of every variant.

use super::{Plan, Row};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tilewright_bench::selfplay::{Effort, GameReport, Table, play};

/// The number of games of each variant.
const GAMES: u64 = 500;

/// What became of the games of a variant.
type VariantOutcome = Result<GameReport, String>;

fn games_of(id: &str, games: u64) -> VariantOutcome {
    let table = Table::shipped(id)?;
    // Less in each turn than in the tests, but in many more games.
    let effort =
        Effort { words: 200, validated: 3, mutated: 2, privacy_every: 6, ..Effort::default() };
    let mut all = GameReport::default();
    for seed in 0..games {
        // Other seeds than those of the tests.
        let report = play(&table, 1_000_000 + seed, &effort).map_err(|fault| fault.to_string())?;
        all.add(&report);
    }
    Ok(all)
}

/// Plays all variants, several at a time; the first fault of each is printed.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let games = if plan.smoke { 1 } else { GAMES };
    let variants = plan.variants();
    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<(usize, VariantOutcome)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(id) = variants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = games_of(id, games);
                    let Ok(mut done) = outcomes.lock() else { return };
                    let place = variants.iter().position(|other| other == id);
                    let place = place.expect("the id is one of these variants");
                    print_result(id, &outcome, done.len() + 1, variants.len());
                    done.push((place, outcome));
                }
            });
        }
    });
    let seconds = started.elapsed().as_secs_f64();
    let mut outcomes = outcomes.into_inner().map_err(|_| "a game panicked")?;
    outcomes.sort_by_key(|(place, _)| *place);
    let mut all = GameReport::default();
    let mut failed = 0;
    for (_, outcome) in &outcomes {
        match outcome {
            Ok(report) => all.add(report),
            Err(_) => failed += 1,
        }
    }
    let played = (variants.len() - failed) as f64 * games as f64;
    let row = |what: &str, value: usize| Row::new("selfplay", what, value as f64, "");
    Ok(vec![
        row("variants with a fault", failed).equals(0.0),
        Row::new("selfplay", "games to their end", played, ""),
        row("moves played", all.plays),
        row("moves compared with the referee", all.compared),
        row("commands rejected as they should be", all.rejected),
        row("pairs of histories that look alike", all.histories),
        Row::new("selfplay", "games per second, all checks included", played / seconds, ""),
    ])
}

fn print_result(id: &str, outcome: &VariantOutcome, done: usize, total: usize) {
    match outcome {
        Ok(all) => {
            eprintln!("  {done:>2}/{total} {id}: {} commands, {} moves", all.commands, all.plays)
        }
        Err(fault) => eprintln!("  {done:>2}/{total} {id}: FAULT: {fault}"),
    }
}
