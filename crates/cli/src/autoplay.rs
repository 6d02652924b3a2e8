//! `tilewright autoplay`

use crate::CommandResult;
use crate::output::{Failure, Output, note, one_line};
use crate::players::{SimulationArguments, Style, Table, TableArguments};
use crate::progress::Progress;
use clap::Args;
use serde_json::json;
use tilewright::ai::{Series, Tally, run_series};

/// The games and their players.
#[derive(Args)]
#[command(
    after_help = "Players take turns moving first. The games depend on the variant, the word list, the players and the\nseed, not on the number of threads.\n\nExamples:\n  tilewright autoplay --games 1000\n  tilewright autoplay --variant hex --games 200 --players static,score --json"
)]
pub struct AutoplayArguments {
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    simulation: SimulationArguments,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The players: a level (beginner, casual, skilled, strong, expert), static (score plus trained
    /// leave and opening values), static:FILE (values from a file), static+endgame (searches near
    /// the end), leaves (static without opening values), plain (no trained values), score (highest
    /// score), sim or sim:N (simulation with N rollouts per turn) [default: two static players].
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    players: Vec<String>,
}

/// Lets bots play.
pub fn run(arguments: &AutoplayArguments, output: &Output) -> CommandResult {
    let table = arguments.table.table()?.with_simulation(&arguments.simulation);
    let (least, most) = table.ruleset().players();
    let names = match arguments.players.is_empty() {
        true => vec!["static".to_string(); usize::from(2.clamp(least, most))],
        false => arguments.players.clone(),
    };
    if !(usize::from(least)..=usize::from(most)).contains(&names.len()) {
        let (id, count) = (table.ruleset().id(), names.len());
        return Err(Failure::usage(format!(
            "--players: {id} needs {least} to {most} players ({count} given)"
        )));
    }
    let styles = names.iter().map(|name| table.style(name)).collect::<Result<Vec<_>, _>>()?;
    let series =
        Series::new(arguments.games, arguments.table.seed).threads(arguments.table.threads());
    let progress = Progress::new("games", series.games);
    let tally = play(&table, &styles, &series, &progress)?;
    let seconds = progress.seconds();
    if !output.json {
        let rate = tally.games as f64 / seconds.max(1e-9);
        note(&format!("{} games in {seconds:.2} s: {rate:.1} games per second", tally.games));
    }
    let answer = json!({
        "variant": table.ruleset().id(), "ruleset": table.ruleset().hash().to_string(),
        "lexicon": table.lexicon, "seed": series.seed, "players": names, "result": tally,
    });
    output.answer(&answer, || describe(&names, &tally));
    Ok(0)
}

/// Plays a series and shows its progress.
pub fn play(
    table: &Table,
    styles: &[Style],
    series: &Series,
    progress: &Progress,
) -> Result<Tally, Failure> {
    let make = || styles.iter().map(|style| table.bot(style)).collect();
    let report = |done| {
        progress.at(done);
        true
    };
    let tally = run_series(table.ruleset(), series, &make, &report).map_err(Failure::usage);
    progress.finish();
    tally
}

/// Describes a result in words.
pub fn describe(names: &[String], tally: &Tally) -> String {
    let mut text = String::new();
    let (turns, _) = tally.mean_turns();
    let range = tally.turns_range.map(|(least, most)| format!(" ({least} to {most})"));
    let or_dash = |best: Option<i64>| best.map_or("-".to_string(), |best| best.to_string());
    let ends: Vec<String> =
        tally.ends.iter().map(|(end, n)| one_line(&format!("{end} {n}")).into_owned()).collect();
    let games = tally.games.max(1) as f64;
    text.push_str(&format!("games        {}\n", tally.games));
    let range = range.as_deref().unwrap_or("");
    text.push_str(&format!("turns        {turns:.1} per game{range}\n"));
    text.push_str(&format!("ended by     {}\n", ends.join(", ")));
    let first = 100.0 * tally.first_wins as f64 / games;
    text.push_str(&format!("first mover  wins {first:.1} %, {} ties\n", tally.ties));
    for (place, (name, player)) in names.iter().zip(&tally.players).enumerate() {
        let ((rate, width), (score, error)) = (player.win_rate(), tally.mean_score(place));
        text.push_str(&format!("{}. {name:<10} wins {:.1} % ± {:.1}, score {score:.1} ± {error:.1}, bingos {:.2}, exchanges {:.2}, passes {:.2} per game, best game {}, best play {}\n",
            place + 1,
            100.0 * rate,
            100.0 * width,
            player.full_racks as f64 / games,
            player.swaps as f64 / games,
            player.passes as f64 / games,
            or_dash(player.best_game),
            or_dash(player.best_play),));
    }
    for (name, player) in names.iter().zip(&tally.players).filter(|(_, one)| one.refused > 0) {
        text.push_str(&format!(
            "! the rules rejected {} moves of {name}, which became passes\n",
            player.refused
        ));
    }
    if names.len() > 1 {
        let (spread, error) = tally.mean_spread();
        text.push_str(&format!("{} leads by {spread:.2} ± {error:.2} points per game\n", names[0]));
    }
    text
}
