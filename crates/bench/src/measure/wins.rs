//! The win model, fitted to games of static bots: the bundled parameters of each
//! variant were made by this.

use super::positions::Prepared;
use super::{Plan, Row};
use tilewright_ai::{Bot, Never, Series, StaticBot, WinSamples, run_observed};

/// Games of a variant; fewer where a game takes long.
fn games(id: &str, plan: &Plan) -> u64 {
    match id {
        _ if plan.smoke => 4,
        "clabbers" => 40,
        "anadrome" => 400,
        _ => 3_000,
    }
}

fn fit(id: &str, plan: &Plan) -> Result<Vec<Row>, String> {
    let Prepared { ruleset, generator, leaves } = Prepared::new(id)?;
    let (least, most) = ruleset.players();
    let make = || -> Vec<Box<dyn Bot + '_>> {
        let bot = |_| -> Box<dyn Bot + '_> {
            Box::new(StaticBot::new(generator.finder(), leaves.clone()))
        };
        (0..2.clamp(least, most)).map(bot).collect()
    };
    let series = Series::new(games(id, plan), 21);
    let watch = || WinSamples::new(&*leaves);
    let seen = run_observed(&ruleset, &series, &make, watch, &|_| true, &Never);
    let (_, seen) = seen.map_err(|error| error.to_string())?;
    let Some(model) = seen.first().and_then(WinSamples::fit) else { return Ok(Vec::new()) };
    let row = |what: &str, value: f64| Row::new("wins", format!("{id}: {what}"), value, "points");
    Ok(vec![row("scale", model.scale), row("tempo", model.tempo)])
}

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for id in plan.variants() {
        rows.extend(fit(&id, plan)?);
    }
    Ok(rows)
}
