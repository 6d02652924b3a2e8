//! Series of games do not depend on threads or on how they are split.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use tilewright_ai::{Bot, ScoreBot, Series, StaticBot, Tally, run_series};
use tilewright_movegen::{Generator, Leaves};
use tilewright_rules::Ruleset;

fn play(ruleset: &Ruleset, generator: &Generator, players: usize, series: &Series) -> Tally {
    let leaves = Arc::new(Leaves::zero(ruleset.tiles().kinds().len()));
    let make = || {
        let bot = |place: usize| -> Box<dyn Bot + '_> {
            match place % 2 {
                0 => Box::new(StaticBot::new(generator.finder(), leaves.clone())),
                _ => Box::new(ScoreBot::new(generator.finder())),
            }
        };
        (0..players).map(bot).collect()
    };
    run_series(ruleset, series, &make, &|_| true).unwrap()
}

#[test]
fn results_do_not_depend_on_threads_or_parts() {
    for (id, players) in [("classic", 2), ("stacking", 3), ("super-21", 8), ("daily-9", 1)] {
        let (ruleset, generator) = common::generator(id);
        for same_deals in [false, true] {
            let series = Series::new(21, 5).same_deals(same_deals);
            let whole = play(&ruleset, &generator, players, &series);
            assert_eq!((whole.games, whole.unfinished), (21, 0), "{id}");
            for threads in [2, 5] {
                let other = play(&ruleset, &generator, players, &series.threads(threads));
                assert_eq!(other, whole, "{id}, {threads} threads");
            }
            let mut merged = play(&ruleset, &generator, players, &series.games(10));
            let rest = series.games(11).from(10);
            merged.merge(&play(&ruleset, &generator, players, &rest));
            assert_eq!(merged, whole, "{id}, in two parts");
            let text = serde_json::to_string(&merged).unwrap();
            assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), whole, "{id}, as JSON");
        }
    }
}

#[test]
fn another_seed_gives_other_games() {
    let (ruleset, generator) = common::generator("classic");
    let series = Series::new(4, 5);
    let one = play(&ruleset, &generator, 2, &series);
    assert_ne!(one, play(&ruleset, &generator, 2, &series.seed(6)));
}

#[test]
fn a_series_stops_when_progress_returns_false() {
    let (ruleset, generator) = common::generator("classic");
    let make = || -> Vec<Box<dyn Bot + '_>> {
        (0..2).map(|_| Box::new(ScoreBot::new(generator.finder())) as Box<dyn Bot>).collect()
    };
    let series = Series::new(10_000, 5).threads(2);
    let tally = run_series(&ruleset, &series, &make, &|done| done < 20).unwrap();
    assert!((20..200).contains(&tally.games), "{} games", tally.games);
}
