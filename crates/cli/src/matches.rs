//! `tilewright match`

use crate::CommandResult;
use crate::autoplay::{describe, play};
use crate::output::{Failure, Output};
use crate::players::{SimulationArguments, TableArguments};
use crate::progress::Progress;
use clap::Args;
use serde_json::json;
use tilewright::ai::Series;

/// The two players and their games.
#[derive(Args)]
#[command(
    after_help = "Each pair of games uses the same bag with the sides swapped.\n\nExamples:\n  tilewright match static score --games 2000\n  tilewright match static plain --variant hex --games 400 --seed 7\n  tilewright match sim static --rollouts 500 --games 100"
)]
pub struct MatchArguments {
    /// The first player: beginner, casual, skilled, strong, expert, static, static:FILE,
    /// static+endgame, leaves, plain, score, sim or sim:N (simulation with N rollouts per turn).
    one: String,
    /// The second player.
    other: String,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    simulation: SimulationArguments,
    /// How many games; an odd number is rounded up.
    #[arg(long, default_value_t = 400)]
    games: u64,
}

/// Plays a match.
pub fn run(arguments: &MatchArguments, output: &Output) -> CommandResult {
    let table = arguments.table.table()?.with_simulation(&arguments.simulation);
    let (least, most) = table.ruleset().players();
    if !(least..=most).contains(&2) {
        let id = table.ruleset().id();
        return Err(Failure::usage(format!(
            "a match has two players; {id} needs {least} to {most}"
        )));
    }
    let names = vec![arguments.one.clone(), arguments.other.clone()];
    let styles = names.iter().map(|name| table.style(name)).collect::<Result<Vec<_>, _>>()?;
    let series = Series::new(arguments.games.div_ceil(2) * 2, arguments.table.seed)
        .threads(arguments.table.threads())
        .same_deals(true);
    let progress = Progress::new("games", series.games);
    let tally = play(&table, &styles, &series, &progress)?;
    let ((rate, width), (spread, error)) = (tally.players[0].win_rate(), tally.mean_spread());
    let answer = json!({
        "variant": table.ruleset().id(), "ruleset": table.ruleset().hash().to_string(),
        "lexicon": table.lexicon, "seed": series.seed, "players": names,
        "win_rate": { "mean": rate, "low": rate - width, "high": rate + width },
        "spread": { "mean": spread, "low": spread - error, "high": spread + error },
        "result": tally,
    });
    output.answer(&answer, || {
        let (low, high) = (100.0 * (rate - width), 100.0 * (rate + width));
        let verdict = format!(
            "{} beats {} in {:.1} % of {} games (95 %: {low:.1} to {high:.1})",
            names[0],
            names[1],
            100.0 * rate,
            tally.games
        );
        format!("{}{verdict}\n", describe(&names, &tally))
    });
    Ok(0)
}
