//! Values of openings, held against a count over the whole board that shares no code with them.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_ai::{
    Bot, Chance, Move, Openings, Playout, StaticBot, TrainedValues, Training, TrainingPlan,
};
use tilewright_board::PremiumKind;
use tilewright_game::Opening;
use tilewright_movegen::Leaves;
use tilewright_rules::{Board, Ruleset};
use tilewright_tiles::Seed;
use tilewright_variants::shipped_ids;

fn plan() -> TrainingPlan {
    TrainingPlan { lexicon: "en".to_string(), seed: 3, games: 1, rounds: 1 }
}

/// Values that differ from each other, for all premiums of a variant.
fn values(ruleset: &Ruleset) -> TrainedValues {
    let mut values = Training::new(ruleset, plan()).values().clone();
    let name = |premium: &Option<PremiumKind>| match premium {
        Some(kind) if *kind != PremiumKind::Regular => kind.to_string(),
        _ => "plain".to_string(),
    };
    for name in ruleset.premiums().iter().map(name) {
        let next = values.openings.len() as i32;
        let row = |band: usize| (1 + next) * 1009 + (band as i32) * (47 + next);
        values.openings.entry(name).or_insert_with(|| std::array::from_fn(row));
    }
    values
}

/// What a whole board counts for: every free cell on every line, read as a row of cells.
fn count(ruleset: &Ruleset, board: &Board, values: &BTreeMap<String, [i32; 6]>) -> i64 {
    let topology = ruleset.topology();
    let mut sum = 0;
    for cell in topology.cell_ids().filter(|cell| !board.is_occupied(*cell)) {
        let premium = ruleset.premium(cell).filter(|kind| *kind != PremiumKind::Regular);
        let (name, furthest) = match premium {
            Some(kind) => (kind.to_string(), 7),
            None => ("plain".to_string(), 1),
        };
        for axis in topology.axis_ids() {
            let walk = |ahead: bool| -> Vec<bool> {
                let step = |at: &_| match ahead {
                    true => topology.next(*at, axis),
                    false => topology.previous(*at, axis),
                };
                let cells = std::iter::successors(step(&cell), step).take(furthest + 1);
                cells.map(|at| board.is_occupied(at)).collect()
            };
            let (ahead, behind) = (walk(true), walk(false));
            let distance = |walk: &[bool]| walk.iter().position(|tile| *tile).unwrap_or(99) + 1;
            // Of two tiles at the same distance, the one ahead counts.
            let nearest = if distance(&behind) < distance(&ahead) { &behind } else { &ahead };
            let far = distance(nearest);
            if far > furthest {
                continue;
            }
            let band = if far == 1 {
                0
            } else if far <= 3 {
                1
            } else {
                2
            };
            let word = nearest.get(far).copied().unwrap_or(false);
            sum += i64::from(values[&name][if word { 3 + band } else { band }]);
        }
    }
    sum
}

#[test]
fn features_of_a_play_equal_the_difference_of_the_board() {
    for id in shipped_ids() {
        let (ruleset, generator) = common::generator(id);
        let values = values(&ruleset);
        let openings = values.openings(&ruleset).unwrap().unwrap();
        let leaves = Arc::new(Leaves::zero(ruleset.tiles().kinds().len()));
        let mut bot = StaticBot::new(generator.finder(), leaves);
        let (mut chance, mut compared) = (Chance::new(7), 0);
        let opening = Opening::new(&ruleset, ruleset.players().0, &Seed::from_number(7), None);
        let opening = opening.unwrap();
        let mut game = Playout::start(&ruleset, ruleset.players().0, &opening, &mut chance);
        for _ in 0..24 {
            let outlook = game.outlook(game.to_move());
            for play in bot.best_plays(&outlook, 6) {
                let mut after = game.board().clone();
                play.placements.iter().for_each(|placed| after.put(placed.cell, placed.tile));
                let whole = |board: &Board| count(&ruleset, board, &values.openings);
                let gained = whole(&after) - whole(game.board());
                assert_eq!(
                    openings.value(game.board(), &play.placements),
                    gained,
                    "{id}: {play:?}"
                );
                compared += 1;
            }
            let turn = bot.choose(&game.outlook(game.to_move()));
            game.take(&turn, &mut chance);
        }
        assert!(compared > 0, "{id}");
    }
}

#[test]
fn a_bot_with_opening_values_plays_the_best_sum() {
    let (ruleset, generator) = common::generator("classic");
    let values = values(&ruleset);
    let openings: Arc<Openings> = Arc::new(values.openings(&ruleset).unwrap().unwrap());
    let leaves = Arc::new(Leaves::zero(ruleset.tiles().kinds().len()));
    let mut without = StaticBot::new(generator.finder(), leaves.clone());
    let mut with = StaticBot::new(generator.finder(), leaves).with_openings(Some(openings.clone()));
    let (mut chance, mut differ) = (Chance::new(2), 0);
    let opening = Opening::new(&ruleset, 2, &Seed::from_number(2), None).unwrap();
    let mut game = Playout::start(&ruleset, 2, &opening, &mut chance);
    while !game.bag().is_empty() && !game.is_over() {
        let outlook = game.outlook(game.to_move());
        let plays = without.best_plays(&outlook, 12);
        let worth = |placements: &[_]| openings.value(game.board(), placements);
        let best = plays.iter().map(|play| play.equity + worth(&play.placements)).max();
        let chosen = with.best_plays(&outlook, 1);
        assert_eq!(chosen.first().map(|play| play.equity), best);
        let first = plays.first().map(|play| &play.placements);
        differ += usize::from(chosen.first().map(|play| &play.placements) != first);
        let turn = chosen.into_iter().next().map_or(Move::Pass, Move::Play);
        game.take(&turn, &mut chance);
    }
    assert!(differ > 0, "values as large as these change some choices");
}

#[test]
fn values_of_unknown_premiums_are_refused() {
    let ruleset = common::ruleset("classic");
    let mut values = values(&ruleset);
    assert!(values.openings(&common::ruleset("feud")).is_err());
    let read = TrainedValues::read(&values.write()).unwrap();
    assert_eq!(read, values);
    values.openings.insert("no-such-premium".to_string(), [0; 6]);
    let refused = values.openings(&ruleset).unwrap_err().to_string();
    assert!(refused.contains("no-such-premium"), "{refused}");
    // A file from before openings were trained says nothing of them.
    let old = Training::new(&ruleset, plan()).values().write();
    let (head, _) = old.split_once(",\n  \"openings\"").unwrap();
    let old = format!("{head}\n}}\n").replacen("\"format\": 2", "\"format\": 1", 1);
    assert!(TrainedValues::read(&old).unwrap().openings(&ruleset).unwrap().is_none());
}
