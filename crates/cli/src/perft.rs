//! `tilewright perft`

use crate::output::{Failure, Output, one_line, print, print_document, read_file};
use crate::position::load_variant;
use crate::{CommandResult, lexicon};
use clap::Args;
use serde_json::json;
use tilewright::notation::Cgp;
use tilewright::{Generator, PluginRegistry, Position};

/// The positions to count.
#[derive(Args)]
#[command(
    after_help = "POSITIONS is a text file: CGP in the first tab-separated column; `#` lines are skipped.\nThe output has one line per position: CGP, plays, sum of scores, best score, sum of squared scores."
)]
pub struct PerftArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    variant: String,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
    /// The file of positions.
    positions: String,
}

/// Counts the plays of every position.
pub fn run(arguments: &PerftArguments, output: &Output) -> CommandResult {
    let variant = load_variant(&arguments.variant)?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    let named = arguments.lexicon.as_deref().or(variant.lexicon());
    let named = named.ok_or_else(|| Failure::usage("name a word list with --lexicon FILE"))?;
    let words = lexicon::load(named, ruleset.tiles())?;
    let generator = Generator::with(&ruleset, words).map_err(Failure::usage)?;
    let text = read_file(&arguments.positions, 1 << 30)?;
    for (number, line) in text.lines().enumerate() {
        let cgp_text = line.split('\t').next().unwrap_or("").trim();
        if cgp_text.is_empty() || cgp_text.starts_with('#') {
            continue;
        }
        let cgp = Cgp::parse(cgp_text, &ruleset).map_err(|error| {
            Failure::usage(format!("{}: line {}: {error}", arguments.positions, number + 1))
        })?;
        let (board, rack) = (cgp.to_board(&ruleset), cgp.rack());
        let position = Position::new(&ruleset, &board, &rack);
        let found = generator.summary(&position);
        if output.json {
            let row = json!({
                "cgp": cgp_text, "plays": found.plays, "sum": found.sum, "best": found.best,
                "squares": found.squares,
            });
            print_document(&row.to_string());
        } else {
            let (plays, sum) = (found.plays, found.sum);
            let cgp_text = one_line(cgp_text);
            print(&format!("{cgp_text}\t{plays}\t{sum}\t{}\t{}", found.best, found.squares));
        }
    }
    Ok(0)
}
