//! `tilewright lab`

use crate::CommandResult;
use crate::output::{Failure, Output, note, write_file};
use crate::players::{Table, TableArguments};
use crate::progress::Progress;
use clap::Args;
use std::sync::Arc;
use tilewright::Ruleset;
use tilewright::ai::{Budget, Series, shipped_leaves};
use tilewright::movegen::{LeaveValues, Leaves};
use tilewright::report::lab::{Lab, LabTally, VariantReport, lab_page, lab_text, run_lab};

/// The variant to test.
#[derive(Args)]
#[command(
    after_help = "The static player plays against itself. The games depend on the seed and their number, not on the\nnumber of threads.\n\nExamples:\n  tilewright lab classic --games 2000\n  tilewright lab my-rules.toml --games 1000 --html report.html\n  tilewright lab classic --against my-rules.toml --games 1000 --html report.html"
)]
pub struct LabArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(value_name = "VARIANT")]
    variant: String,
    /// Compare with this variant.
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,
    /// How many games to play per variant.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// How many players [default: 2, or the nearest number that the variant allows].
    #[arg(long)]
    players: Option<u8>,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
    /// The seed of the games; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads [default: one per CPU]. The games do not depend on it.
    #[arg(long)]
    threads: Option<usize>,
    /// Write an HTML page with charts and heat maps.
    #[arg(long, value_name = "OUT.html")]
    html: Option<String>,
}

/// Tests a variant.
pub fn run(arguments: &LabArguments, output: &Output) -> CommandResult {
    let names = std::iter::once(&arguments.variant).chain(&arguments.against);
    let tables = names.map(|name| arguments.table(name)).collect::<Result<Vec<_>, _>>()?;
    let mut reports = Vec::new();
    for table in &tables {
        reports.push(arguments.report(table, output)?);
    }
    let lab = Lab::new(arguments.seed, reports);
    let rulesets: Vec<&Ruleset> = tables.iter().map(Table::ruleset).collect();
    if let Some(path) = &arguments.html {
        write_file(Some(path), &lab_page(&lab, &rulesets))?;
    }
    if output.json || arguments.html.as_deref() != Some("-") {
        output.answer(&lab, || lab_text(&lab, &rulesets));
    }
    Ok(0)
}

impl LabArguments {
    fn table(&self, variant: &str) -> Result<Table, Failure> {
        self.table_arguments(variant).table()
    }

    fn table_arguments(&self, variant: &str) -> TableArguments {
        TableArguments {
            variant: variant.to_string(),
            lexicon: self.lexicon.clone(),
            seed: self.seed,
            threads: self.threads,
        }
    }

    fn players(&self, ruleset: &Ruleset) -> Result<u8, Failure> {
        let (least, most) = ruleset.players();
        let players = self.players.unwrap_or(2.clamp(least, most));
        if (least..=most).contains(&players) {
            return Ok(players);
        }
        let id = ruleset.id();
        Err(Failure::usage(format!("--players {players}: {id} needs {least} to {most} players")))
    }

    fn report(&self, table: &Table, output: &Output) -> Result<VariantReport, Failure> {
        let ruleset = table.ruleset();
        let players = self.players(ruleset)?;
        let trained = shipped_leaves(ruleset);
        let is_trained = trained.is_some();
        let none = || Leaves::zero(ruleset.tiles().kinds().len());
        let leaves: Arc<dyn LeaveValues + Send + Sync> = Arc::new(trained.unwrap_or_else(none));
        let series = Series::new(self.games, self.seed).threads(self.table_arguments("").threads());
        let progress = Progress::new("games", series.games);
        let report = |done| {
            progress.at(done);
            true
        };
        let tally =
            run_lab(&table.generator, &leaves, players, &series, &report, &Budget::unlimited());
        progress.finish();
        let tally: LabTally = tally.map_err(Failure::usage)?;
        if !output.json {
            let (games, seconds) = (tally.games, progress.seconds());
            note(&format!("{}: {games} games in {seconds:.1} s", ruleset.id()));
        }
        Ok(VariantReport::new(ruleset, &table.lexicon, is_trained, tally))
    }
}
