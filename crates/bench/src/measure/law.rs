//! The law of the generator, in many positions of every variant.

use super::{Plan, Row};
use tilewright_bench::law::{Law, Lists, Pace, Report, Scale, check_positions};
use tilewright_rules::PluginRegistry;
use tilewright_variants::Variant;

/// Positions of each variant with about 3,000 words, and with the full list.
const POSITIONS: (usize, usize) = (300, 16);

/// What was found with a part of the list, and with all of it.
#[derive(Default)]
struct Both {
    part: Report,
    full: Report,
}

fn check(id: &str, place: usize, plan: &Plan) -> Result<Both, String> {
    let variant = Variant::shipped(id).map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|error| error.to_string())?;
    let lists = Lists::of(&ruleset)?;
    let pace = Pace::of(&ruleset);
    // Other seeds than those of the tests.
    let seed = 1_000_000 * (1 + place as u64);
    let (part, full) = if plan.smoke { (6, 0) } else { POSITIONS };
    let scale = Scale { positions: part, each: 30, pace, seed };
    let part = check_positions(&Law::new(&ruleset, &lists.part)?, &scale)?;
    let scale = Scale { positions: full, each: 8, pace: Pace { every: 4, ..pace }, seed };
    let full = match full {
        0 => Report::default(),
        _ => check_positions(&Law::new(&ruleset, &lists.full)?, &scale)?,
    };
    Ok(Both { part, full })
}

/// Checks the law in all variants; the first faults of each are printed.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variants = plan.variants();
    let mut all = Both::default();
    for (place, id) in variants.iter().enumerate() {
        let both = check(id, place, plan).map_err(|reason| format!("{id}: {reason}"))?;
        print_result(&format!("{:>2}/{} {id}", place + 1, variants.len()), &both);
        all.part.add(both.part);
        all.full.add(both.full);
    }
    let row = |what: &str, value: usize| Row::new("law", what, value as f64, "");
    let mut rows = vec![row("plays at fault", all.part.faults + all.full.faults).equals(0.0)];
    for (list, report) in [("about 3,000 words", all.part), ("full lists", all.full)] {
        if report.positions > 0 {
            rows.push(row(&format!("positions with {list}"), report.positions));
            rows.push(row("legal plays in them, each found once", report.plays));
        }
    }
    Ok(rows)
}

fn print_result(id: &str, both: &Both) {
    for (list, report) in [("part", &both.part), ("full", &both.full)] {
        let Report { positions, plays, faults, examples } = report;
        if *positions > 0 {
            eprintln!("  {id}, {list}: {positions} positions, {plays} plays, {faults} at fault");
        }
        examples.iter().for_each(|example| eprintln!("    {example}"));
    }
}
