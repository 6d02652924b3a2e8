//! Games between static players: how many a second, on one thread and on two.

use super::generate::generator;
use super::{Plan, Row};
use std::sync::Arc;
use std::time::Instant;
use tilewright_ai::{Bot, Series, StaticBot, Tally, run_series, shipped_leaves};
use tilewright_movegen::{Generator, Leaves};
use tilewright_rules::PluginRegistry;
use tilewright_variants::Variant;

/// Plays a series and gives the games per second.
fn games(
    generator: &Generator,
    leaves: &Arc<Leaves>,
    series: &Series,
) -> Result<(f64, Tally), String> {
    let make = || -> Vec<Box<dyn Bot + '_>> {
        let bot = |_| -> Box<dyn Bot + '_> {
            Box::new(StaticBot::new(generator.finder(), leaves.clone()))
        };
        (0..2).map(bot).collect()
    };
    let started = Instant::now();
    let tally = run_series(generator.ruleset(), series, &make, &|_| true);
    let tally = tally.map_err(|error| error.to_string())?;
    Ok((tally.games as f64 / started.elapsed().as_secs_f64(), tally))
}

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let generator = generator(&ruleset, "en")?;
    let leaves = shipped_leaves(&ruleset).ok_or("no values for classic come along")?;
    let leaves = Arc::new(leaves);
    let (count, rounds) = if plan.smoke { (16, 1) } else { (3_000, 5) };
    let mut best = [0.0_f64; 2];
    let mut tallies = Vec::new();
    for _ in 0..rounds {
        for (threads, best) in (1..).zip(&mut best) {
            let series = Series { games: count, from: 0, seed: 1, threads, same_deals: false };
            let (rate, tally) = games(&generator, &leaves, &series)?;
            *best = best.max(rate);
            tallies.push(tally);
        }
    }
    let alike = tallies.iter().all(|tally| *tally == tallies[0]);
    let row = |what: &str, value: f64, unit| Row::new("bots", what, value, unit);
    Ok(vec![
        row("games per second, static equity, one thread", best[0], ""),
        row("games per second, static equity, two threads", best[1], ""),
        row("two threads against one", best[1] / best[0].max(1e-9), "×"),
        row("runs with other games than the first", f64::from(u8::from(!alike)), "").equals(0.0),
    ])
}
