//! Simulations: rollouts a second, on the classic positions of the oracle.

use super::positions::Positions;
use super::{Plan, Row};
use std::sync::Arc;
use tilewright_ai::{
    Allocation, Never, Outlook, Simulation, SimulationSettings, StaticBot, WinModel, shipped_leaves,
};
use tilewright_bench::clock::thread_time;
use tilewright_rules::{Board, GameStatus, Ruleset};
use tilewright_tiles::TileCounts;

/// Positions with fewer tiles in the bag are left out where rollouts are to have two turns: with
/// an empty bag they go on to the end of the game.
const FULL_BAG: usize = 21;
/// Rollouts of one position.
const ROLLOUTS: u64 = 1_000;

/// The standing of a position in which nobody has scored.
fn standing(ruleset: &Ruleset, board: &Board, rack: &TileCounts) -> GameStatus {
    let mut status = GameStatus::at_start(2, 0);
    let all = ruleset.tiles().full_bag().len();
    let unseen = all.saturating_sub(board.tiles().len() + rack.len());
    let other = unseen.min(usize::from(ruleset.spec().rack_size.size));
    status.seats[0].rack_len = rack.len();
    status.seats[1].rack_len = other;
    status.bag_len = unseen - other;
    status
}

/// What some simulations came to.
#[derive(Default)]
struct Run {
    positions: usize,
    rollouts: u64,
    turns: u64,
    settled: usize,
    seconds: f64,
}

fn simulate(
    positions: &Positions,
    step: usize,
    fewest: usize,
    settings: &SimulationSettings,
) -> Result<Run, String> {
    let ruleset = positions.generator.ruleset();
    let leaves = Arc::new(shipped_leaves(ruleset).ok_or("no values for classic are bundled")?);
    let mut player = StaticBot::new(positions.generator.finder(), leaves);
    let mut run = Run::default();
    for (board, rack) in positions.all.iter().step_by(step) {
        let status = standing(ruleset, board, rack);
        if status.bag_len < fewest {
            continue;
        }
        let outlook =
            Outlook { ruleset, board, seat: 0, rack, status: &status, last_placer: Some(1) };
        let model = WinModel::shipped(ruleset);
        let started = thread_time();
        let mut simulation =
            Simulation::new(&mut player, &outlook, model, settings.clone(), &Never);
        simulation.run(&Never);
        run.seconds += (thread_time() - started) / 1e9;
        run.positions += 1;
        run.rollouts += simulation.rollouts();
        run.settled += usize::from(simulation.is_settled());
        for evaluation in simulation.evaluations() {
            run.turns += evaluation.plies.iter().map(|ply| ply.rollouts).sum::<u64>();
        }
    }
    Ok(run)
}

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let positions = Positions::oracle("classic", "en", "classic-en.tsv")?;
    let step = if plan.smoke { 100 } else { 4 };
    let even = SimulationSettings::default()
        .rollouts(ROLLOUTS)
        .to_the_end(Some(0))
        .allocation(Allocation::Even);
    let race = even.clone().allocation(SimulationSettings::default().allocation);
    let usual = SimulationSettings::default().rollouts(ROLLOUTS);
    // The index for best plays is made before anything is timed.
    simulate(&positions, 200, FULL_BAG, &even.clone().rollouts(20))?;
    let mut rows = Vec::new();
    let runs = [
        ("two turns, all candidates alike", &even, FULL_BAG, Some(18_000.0)),
        ("two turns, a race", &race, FULL_BAG, Some(18_000.0)),
        ("as by default, to the end of the game where that is near", &usual, 0, None),
    ];
    for (what, settings, fewest, target) in runs {
        let run = simulate(&positions, step, fewest, settings)?;
        let rate = run.rollouts as f64 / run.seconds.max(1e-9);
        let turns = run.turns as f64 / run.rollouts.max(1) as f64;
        let what = format!(
            "rollouts a second, one thread: {what} ({} positions, {turns:.2} turns each, {} settled)",
            run.positions, run.settled
        );
        let row = Row::new("simulate", what, rate, "");
        rows.push(match target {
            Some(target) => row.above(target, plan),
            None => row,
        });
    }
    Ok(rows)
}
