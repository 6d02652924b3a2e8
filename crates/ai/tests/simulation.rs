//! Properties of simulations on every variant.

#![allow(clippy::unwrap_used)]

mod common;

use std::cell::Cell;
use std::sync::Arc;
use tilewright_ai::{
    Allocation, Bot, Chance, Evaluation, Move, Never, NoDraws, Outlook, Playout, Simulation,
    SimulationBot, SimulationSettings, StaticBot, WinModel,
};
use tilewright_game::Opening;
use tilewright_movegen::{Generator, LeaveValues, Leaves};
use tilewright_rules::{Position, Ruleset};
use tilewright_tiles::{Seed, TileCounts};
use tilewright_variants::shipped_ids;

/// Some values, so that leaves matter.
fn leaves(ruleset: &Ruleset) -> Arc<Leaves> {
    let mut leaves = Leaves::zero(ruleset.tiles().kinds().len());
    for kind in ruleset.tiles().kind_ids() {
        leaves.set_single(kind, 4_000 - 900 * i32::from(kind.0 % 10));
        leaves.set_pair(kind, kind, -3_000);
    }
    Arc::new(leaves)
}

/// Shows some positions of a game between static players.
fn each_position(
    id: &str,
    seed: u64,
    mut see: impl FnMut(&Playout<'_>, &Generator, &Arc<Leaves>, u32),
) {
    let (ruleset, generator) = common::generator(id);
    let leaves = leaves(&ruleset);
    let (least, most) = ruleset.players();
    let players = 2.clamp(least, most);
    let mut chance = Chance::part(seed, 0);
    let opening = Opening::new(&ruleset, players, &Seed::from_number(seed), None).unwrap();
    let mut playout = Playout::start(&ruleset, players, &opening, &mut chance);
    let mut player = StaticBot::new(generator.finder(), leaves.clone());
    for number in 0..60 {
        if playout.is_over() {
            break;
        }
        see(&playout, &generator, &leaves, number);
        let turn = player.choose(&playout.outlook(playout.to_move()));
        playout.take(&turn, &mut chance);
    }
}

#[test]
fn replies_equal_the_best_plays_of_the_whole_board() {
    let mut compared = 0;
    for id in shipped_ids() {
        each_position(id, 3, |playout, generator, leaves, number| {
            if number % 3 > 0 {
                return;
            }
            let seat = playout.to_move();
            let outlook = playout.outlook(seat);
            let before = outlook.position();
            let mut finder = generator.finder();
            let mut afters = Vec::new();
            for play in finder.best(&before, 6, &**leaves) {
                let mut after = playout.clone();
                after.take(&Move::Play(play), &mut NoDraws);
                let Some(view) = finder.board_after(&before, after.board()) else { return };
                afters.push((after, view));
            }
            for world in 0..4 {
                let imagined = outlook.imagine(&mut Chance::part(7, world));
                let rack: TileCounts = *imagined.rack((seat + 1) % playout.players());
                for count in [1, 4] {
                    let Some(known) = finder.known_plays(&before, &rack, count, &**leaves) else {
                        return;
                    };
                    for (after, view) in &mut afters {
                        let found = finder.reply(view, &known);
                        let position = Position { rack: &rack, board: after.board(), ..before };
                        let mut fresh = generator.finder();
                        let best = fresh.best(&position, 1, &**leaves).pop();
                        assert_eq!(found, best, "{id} {number}");
                        compared += 1;
                    }
                }
                for (after, view) in &afters {
                    finder.move_to(view);
                    let position = Position { rack: &rack, board: after.board(), ..before };
                    let mut fresh = generator.finder();
                    let best = fresh.best(&position, 3, &**leaves);
                    assert_eq!(finder.best(&position, 3, &**leaves), best, "{id} {number}");
                }
            }
        });
    }
    assert!(compared > 2_000, "{compared}");
}

fn evaluations(
    playout: &Playout<'_>,
    player: &mut StaticBot<'_>,
    settings: &SimulationSettings,
) -> Vec<Evaluation> {
    let outlook = playout.outlook(playout.to_move());
    let settings = settings.clone();
    let mut simulation = Simulation::new(player, &outlook, WinModel::default(), settings, &Never);
    simulation.run(&Never);
    simulation.evaluations()
}

#[test]
fn the_same_seed_gives_the_same_results() {
    for id in shipped_ids() {
        each_position(id, 5, |playout, generator, leaves, number| {
            if number % 8 != 2 {
                return;
            }
            let mut player = StaticBot::new(generator.finder(), leaves.clone());
            let even = Allocation::Even;
            let settings = SimulationSettings::default().plays(3).rollouts(24).allocation(even);
            let found = evaluations(playout, &mut player, &settings);
            // What the player has seen before does not matter.
            let mut fresh = StaticBot::new(generator.finder(), leaves.clone());
            assert_eq!(found, evaluations(playout, &mut fresh, &settings), "{id}");
            let rollouts = found[0].rollouts;
            // With nothing hidden, one world is all.
            let open = playout.bag().is_empty() && playout.players() < 3;
            let expected = if open { 1 } else { 24 / found.len() as u64 };
            assert_eq!(rollouts, expected, "{id}");
            for evaluation in &found {
                assert_eq!(evaluation.rollouts, rollouts);
                assert!((0.0..=1.0).contains(&evaluation.win.mean), "{id} {evaluation:?}");
                assert!(evaluation.plies.iter().all(|ply| ply.rollouts <= rollouts));
            }
        });
    }
}

/// A rollout written out: an imagined game, the candidate, a turn of every other seat and one
/// more, then the lead with the tiles that are kept.
#[test]
fn a_rollout_equals_a_game_between_static_bots() {
    each_position("classic", 8, |playout, generator, leaves, number| {
        if number > 12 {
            return;
        }
        let outlook = playout.outlook(playout.to_move());
        let (own, other) = (outlook.seat, 1 - outlook.seat);
        let mut player = StaticBot::new(generator.finder(), leaves.clone());
        let even = Allocation::Even;
        let settings =
            SimulationSettings::default().plays(4).swaps(0).rollouts(3000).allocation(even);
        let found = evaluations(playout, &mut player, &settings);
        let mut alone = StaticBot::new(generator.finder(), leaves.clone());
        for evaluation in found.iter().take(2) {
            let (mut sum, count) = (0.0, 600);
            for world in 0..count {
                let mut chance = Chance::part(99, world);
                let mut game = outlook.imagine(&mut chance);
                let mut kept = [0; 2];
                for ply in 0..3 {
                    let seat = game.to_move();
                    let turn = match ply {
                        0 => evaluation.turn.clone(),
                        _ => alone.choose(&game.outlook(seat)),
                    };
                    let mut left = *game.rack(seat);
                    let tiles: Vec<_> = match &turn {
                        Move::Play(play) => play.placements.iter().map(|p| p.tile.kind).collect(),
                        Move::Swap(tiles) => tiles.to_vec(),
                        Move::Pass => Vec::new(),
                    };
                    assert!(left.take_all(&tiles));
                    let left: Vec<_> = left.tiles().collect();
                    kept[usize::from(seat)] = leaves.value(&left);
                    game.take(&turn, &mut chance);
                }
                let score = |seat: u8| game.score(seat).as_i64().unwrap() as f64;
                let leave = |seat: u8| kept[usize::from(seat)] as f64 / 1000.0;
                sum += score(own) + leave(own) - score(other) - leave(other);
            }
            let mean = sum / count as f64;
            let distance = (mean - evaluation.spread.mean).abs();
            // Both have errors; they are of a size.
            let error = evaluation.spread.error * (1.0 + (750.0_f64 / 600.0).sqrt());
            assert!(distance < 4.0 * error, "{mean} {:?}", evaluation.spread);
        }
    });
}

#[test]
fn a_simulation_stops_when_stop_is_due() {
    for id in shipped_ids() {
        each_position(id, 2, |playout, generator, leaves, number| {
            let outlook: Outlook<'_> = playout.outlook(playout.to_move());
            // Also at the end of a game, where every candidate may end it.
            let limits: &[u32] = if number < 2 { &[0, 1, 30, 300] } else { &[40] };
            for most in limits.iter().copied() {
                let polls = Cell::new(0);
                let stop = || {
                    polls.set(polls.get() + 1);
                    polls.get() > most
                };
                let model = WinModel::default();
                let settings = SimulationSettings::default()
                    .allocation(Allocation::Even)
                    .rollouts(u64::MAX / 2);
                let finder = generator.finder();
                let mut bot = SimulationBot::new(finder, leaves.clone(), model, settings);
                let turn = bot.choose_until(&outlook, &stop);
                // Once due, it is polled only a few more times.
                assert!(polls.get() <= most + 3, "{id}: {} after {most}", polls.get());
                let mut copy = playout.clone();
                copy.take(&turn, &mut Chance::new(1));
            }
        });
    }
}
