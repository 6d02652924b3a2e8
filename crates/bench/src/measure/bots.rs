//! Games between static players: how many a second, on one thread and on two.

use super::positions::generator;
use super::{Plan, Row};
use std::sync::Arc;
use std::time::Instant;
use tilewright_ai::{
    Bot, Chance, Move, Playout, Series, StaticBot, Tally, run_series, shipped_leaves,
};
use tilewright_game::Opening;
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

/// The turns of some games, with what they were dealt.
fn recorded(generator: &Generator, leaves: &Arc<Leaves>, games: u64) -> Vec<Vec<Move>> {
    let mut bot = StaticBot::new(generator.finder(), leaves.clone());
    let play = |number| {
        let mut chance = Chance::part(1, number);
        let mut playout = Playout::start(generator.ruleset(), 2, &OPENING, &mut chance);
        let mut turns = Vec::new();
        while !playout.is_over() && turns.len() < 200 {
            turns.push(bot.choose(&playout.outlook(playout.to_move())));
            playout.take(&turns[turns.len() - 1], &mut chance);
        }
        turns
    };
    (0..games).map(play).collect()
}

/// The mean time of a turn of a light game without the search for a move, in microseconds; the
/// start of the game is part of it.
fn light_turn(generator: &Generator, games: &[Vec<Move>], rounds: usize) -> f64 {
    let count = games.iter().map(Vec::len).sum::<usize>().max(1);
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let started = Instant::now();
        for (number, turns) in (0..).zip(games) {
            let mut chance = Chance::part(1, number);
            let mut playout = Playout::start(generator.ruleset(), 2, &OPENING, &mut chance);
            turns.iter().for_each(|turn| playout.take(turn, &mut chance));
            std::hint::black_box(playout.winners());
        }
        best = best.min(started.elapsed().as_secs_f64() * 1e6 / count as f64);
    }
    best
}

/// The first seat moves first, on an empty board.
const OPENING: Opening = Opening { first: 0, placements: Vec::new() };

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let generator = generator(&ruleset, "en")?;
    let leaves = shipped_leaves(&ruleset).ok_or("no values for classic are bundled")?;
    let leaves = Arc::new(leaves);
    let (count, rounds) = if plan.smoke { (16, 1) } else { (3_000, 5) };
    let mut best = [0.0_f64; 2];
    let mut tallies = Vec::new();
    for _ in 0..rounds {
        for (threads, best) in (1..).zip(&mut best) {
            let series = Series::new(count, 1).threads(threads);
            let (rate, tally) = games(&generator, &leaves, &series)?;
            *best = best.max(rate);
            tallies.push(tally);
        }
    }
    let alike = tallies.iter().all(|tally| *tally == tallies[0]);
    let games = recorded(&generator, &leaves, if plan.smoke { 5 } else { 300 });
    let light = light_turn(&generator, &games, if plan.smoke { 2 } else { 20 });
    let row = |what: &str, value: f64, unit| Row::new("bots", what, value, unit);
    let mut rows = vec![
        row("a turn of a light game without the search", light, "µs").below(3.0, plan),
        row("games per second, static equity, one thread", best[0], ""),
        row("games per second, static equity, two threads", best[1], ""),
        row("two threads against one", best[1] / best[0].max(1e-9), "×"),
        row("runs with other games than the first", f64::from(u8::from(!alike)), "").equals(0.0),
    ];
    // The fastest that another engine was measured at, in any of its forms.
    let fastest = |threads: &str| {
        let keys = ["magpie_games_per_s_", "magpie_wmp_games_per_s_", "magpie_rit_games_per_s_"];
        let rates = keys.iter().filter_map(|key| plan.peer(&format!("{key}{threads}")));
        rates.fold(None, |most: Option<f64>, rate| Some(most.map_or(rate, |most| most.max(rate))))
    };
    for (threads, rate) in [("1", best[0]), ("2", best[1])] {
        if let Some(theirs) = fastest(threads) {
            let what = format!("games: faster than MAGPIE, {threads} thread(s) ({theirs} games/s)");
            rows.push(row(&what, rate / theirs, "×"));
        }
    }
    Ok(rows)
}
