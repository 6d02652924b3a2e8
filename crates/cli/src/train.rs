//! `tilewright train`

use crate::CommandResult;
use crate::output::{Failure, Output, read_file, warn};
use crate::players::TableArguments;
use crate::progress::Progress;
use clap::Args;
use serde_json::json;
use std::path::Path;
use tilewright::ai::{TrainedValues, Training, TrainingPlan};

/// The largest checkpoint.
const MOST_BYTES: u64 = 1 << 28;
/// A checkpoint is saved this many times in a round.
const CHECKPOINTS: u64 = 10;

/// The variant to train for.
#[derive(Args)]
#[command(
    after_help = "The values are saved as JSON with the variant's content hash; bots refuse values trained for other\nrules. During training, a checkpoint is kept next to the file. Run the same command again to resume.\nThe result does not depend on threads or interruptions.\n\nExamples:\n  tilewright train classic\n  tilewright train my-rules.toml --games 5000 --out my-rules.json\n  tilewright match static:my-rules.json plain --variant my-rules.toml\n  tilewright train my-rules.toml --leaves my-rules.json --out with-openings.json"
)]
pub struct TrainArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(value_name = "NAME|FILE")]
    variant: String,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
    /// Games per round.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Rounds; each uses the values of the previous one. A last round trains opening values.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// The seed; the same seed gives the same values.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the leave values of this file and train only opening values.
    #[arg(long, value_name = "FILE")]
    leaves: Option<String>,
    /// How many threads [default: one per CPU].
    #[arg(long)]
    threads: Option<usize>,
    /// The output file [default: ID.leaves.json in the current folder, where ID is the variant's id].
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// Trains.
pub fn run(arguments: &TrainArguments, output: &Output) -> CommandResult {
    if arguments.games == 0 || arguments.rounds == 0 {
        return Err(Failure::usage("--games and --rounds must be at least 1"));
    }
    let table = TableArguments {
        variant: arguments.variant.clone(),
        lexicon: arguments.lexicon.clone(),
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let threads = table.threads();
    let table = table.table()?;
    let out = arguments.out.clone();
    let out = out.unwrap_or_else(|| format!("{}.leaves.json", table.ruleset().id()));
    let part = format!("{out}.part");
    let plan = TrainingPlan {
        lexicon: table.lexicon.clone(),
        seed: arguments.seed,
        games: arguments.games,
        rounds: arguments.rounds,
    };
    let mut training = begin(&part, &table, &plan, arguments.leaves.as_deref())?;
    let (before, total) = training.progress();
    let progress = Progress::new("games", total);
    let step = (arguments.games / CHECKPOINTS).max(1);
    while !training.is_done() {
        let (done, _) = training.progress();
        let report = |more: u64| {
            progress.at(done + more);
            true
        };
        let tally = training.go_on(&table.generator, step, threads, &report);
        let tally = tally.map_err(Failure::usage)?;
        if tally.unfinished > 0 {
            warn(&format!("{} games did not end and were stopped", tally.unfinished));
        }
        save(&part, &training.checkpoint())?;
    }
    progress.finish();
    save(&out, &training.values().write())?;
    // The next training would resume from a leftover checkpoint.
    std::fs::remove_file(&part)
        .map_err(|error| Failure::usage(format!("{part}: {error}; delete this checkpoint")))?;
    let (seconds, played) = (progress.seconds(), total - before);
    let answer = json!({
        "ok": true, "variant": table.ruleset().id(), "out": out, "games": played,
        "seconds": seconds, "tiles": training.values().tiles,
    });
    output.answer(&answer, || {
        let mut tiles: Vec<_> = training.values().tiles.iter().collect();
        tiles.sort_by_key(|(_, value)| std::cmp::Reverse(**value));
        let shown = tiles.iter().map(|(id, value)| format!("{id} {:.1}", f64::from(**value) / 1e3));
        let shown = shown.collect::<Vec<_>>().join("  ");
        format!("{shown}\n{played} games in {seconds:.1} s; values saved as {out}")
    });
    Ok(0)
}

/// Resumes training from its checkpoint, or starts a new one.
fn begin(
    part: &str,
    table: &crate::players::Table,
    plan: &TrainingPlan,
    leaves: Option<&str>,
) -> Result<Training, Failure> {
    if !Path::new(part).exists() {
        if let Some(path) = leaves {
            let fail = |error: &dyn std::fmt::Display| Failure::usage(format!("{path}: {error}"));
            let values = TrainedValues::read(&read_file(path, MOST_BYTES)?);
            let values = values.map_err(|error| fail(&error))?;
            let training = Training::of_openings(table.ruleset(), plan.clone(), values);
            return training.map_err(|error| fail(&error));
        }
        return Ok(Training::new(table.ruleset(), plan.clone()));
    }
    let text = read_file(part, MOST_BYTES)?;
    let training = Training::resume(&text, table.ruleset(), plan);
    let training = training.map_err(|error| Failure::usage(format!("{part}: {error}")))?;
    let (done, total) = training.progress();
    warn(&format!("resuming from {part}: {done} of {total} games played"));
    Ok(training)
}

/// Writes a file atomically.
fn save(path: &str, text: &str) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::usage(format!("{path}: {error}"));
    let temporary = format!("{path}.new");
    std::fs::write(&temporary, text).map_err(fail)?;
    std::fs::rename(&temporary, path).map_err(fail)
}
