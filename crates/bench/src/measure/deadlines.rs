//! Deadlines: by how much simulations of all variants overrun the time that they are given.

use super::positions::Prepared;
use super::{Plan, Row};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tilewright_ai::{
    Allocation, Chance, Move, Playout, Simulation, SimulationSettings, StaticBot, WinModel,
};
use tilewright_game::Opening;
use tilewright_rules::Ruleset;
use tilewright_tiles::Seed;

/// Positions of all variants together.
const POSITIONS: usize = 1_000;
/// The shortest deadline and how much longer others are, in milliseconds.
const DEADLINES: (u64, usize) = (20, 181);
/// Games are played on with moves that are found in this time.
const MOVE: Duration = Duration::from_millis(5);

fn until(end: Instant) -> impl Fn() -> bool {
    move || Instant::now() >= end
}

/// The overruns of one variant, in milliseconds, and the rollouts made.
fn overruns(id: &str, count: usize, seed: u64) -> Result<(Vec<f64>, u64), String> {
    let Prepared { ruleset, generator, leaves } = Prepared::new(id)?;
    let mut player = StaticBot::new(generator.finder(), leaves);
    let mut chance = Chance::part(seed, 0);
    let (mut found, mut rollouts) = (Vec::new(), 0);
    let mut first = true;
    while found.len() < count {
        let mut playout = start(&ruleset, &mut chance)?;
        for _ in 0..80 {
            if playout.is_over() || found.len() >= count {
                break;
            }
            let outlook = playout.outlook(playout.to_move());
            let (mut plays, _) =
                player.best_plays_until(&outlook, 1, &until(Instant::now() + MOVE));
            // The index for best plays is made by the first search.
            if !first && chance.once_in(4) {
                let time = DEADLINES.0 + chance.below(DEADLINES.1) as u64;
                let settings = SimulationSettings::default()
                    .allocation(Allocation::Even)
                    .rollouts(u64::MAX / 2)
                    .seed(chance.bits());
                let started = Instant::now();
                let end = started + Duration::from_millis(time);
                let (stop, model) = (until(end), WinModel::shipped(&ruleset));
                let mut simulation = Simulation::new(&mut player, &outlook, model, settings, &stop);
                simulation.run(&stop);
                rollouts += simulation.rollouts();
                std::hint::black_box(simulation.into_best());
                let over = Instant::now().saturating_duration_since(end);
                found.push(over.as_secs_f64() * 1e3);
            }
            first = false;
            let turn = plays.pop().map_or(Move::Pass, Move::Play);
            playout.take(&turn, &mut chance);
        }
    }
    Ok((found, rollouts))
}

fn start<'r>(ruleset: &'r Ruleset, chance: &mut Chance) -> Result<Playout<'r>, String> {
    let (least, most) = ruleset.players();
    let players = least + chance.below(usize::from(most.min(4) - least) + 1) as u8;
    let seed = Seed::from_bytes(chance.bytes());
    let opening = Opening::new(ruleset, players, &seed, None).map_err(|e| e.to_string())?;
    Ok(Playout::start(ruleset, players, &opening, chance))
}

/// All variants, with this many other threads at work.
fn measure(plan: &Plan, busy: usize, target: f64) -> Result<Vec<Row>, String> {
    let variants = plan.variants();
    let all = if plan.smoke { variants.len() } else { POSITIONS };
    let over = AtomicBool::new(false);
    let work = || {
        let mut chance = Chance::new(1);
        while !over.load(Ordering::Relaxed) {
            std::hint::black_box(chance.bits());
        }
    };
    let mut rows = Vec::new();
    std::thread::scope(|scope| {
        (0..busy).for_each(|_| drop(scope.spawn(work)));
        let result = of_variants(&variants, all);
        over.store(true, Ordering::Relaxed);
        let (mut overruns, worst, rollouts) = result?;
        overruns.sort_by(f64::total_cmp);
        let share = |hundredth: usize| overruns[(overruns.len() - 1) * hundredth / 100];
        let name =
            format!("overrun with {busy} other threads at work, {} positions", overruns.len());
        let row =
            |what: &str, value: f64| Row::new("deadlines", format!("{name}: {what}"), value, "ms");
        rows.push(row("half are below", share(50)));
        rows.push(row("99 % are below", share(99)).below(target, plan));
        rows.push(row("most", share(100)));
        eprintln!("{rollouts} rollouts");
        for (id, most) in worst.iter().filter(|(_, most)| *most > target / 4.0) {
            rows.push(row(&format!("most of {id}"), *most));
        }
        Ok::<(), String>(())
    })?;
    Ok(rows)
}

type Overruns = (Vec<f64>, Vec<(String, f64)>, u64);

fn of_variants(variants: &[String], all: usize) -> Result<Overruns, String> {
    let (mut overruns_of_all, mut worst, mut rollouts) = (Vec::new(), Vec::new(), 0);
    for (place, id) in variants.iter().enumerate() {
        let count = all * (place + 1) / variants.len() - all * place / variants.len();
        let (found, rolled) = overruns(id, count, place as u64)?;
        worst.push((id.clone(), found.iter().fold(0.0, |most: f64, over| most.max(*over))));
        overruns_of_all.extend(found);
        rollouts += rolled;
    }
    Ok((overruns_of_all, worst, rollouts))
}

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let mut rows = measure(plan, 0, 20.0)?;
    rows.extend(measure(plan, 2, 100.0)?);
    Ok(rows)
}
