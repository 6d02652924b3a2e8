//! `tilewright analyze`

use crate::gcg::{self, GcgSource};
use crate::output::{Failure, Output, write_file};
use crate::progress::Progress;
use crate::replay::{self, ReplayArguments};
use crate::{CommandResult, lexicon};
use clap::Args;
use std::sync::Arc;
use tilewright::ai::{EndgameSolver, shipped_leaves};
use tilewright::movegen::{LeaveValues, Leaves};
use tilewright::notation::Gcg;
use tilewright::report::analysis::{
    Analyst, Record, Simulated, Solved, analysis_page, analysis_text,
};
use tilewright::{Generator, Ruleset};

/// The game to analyse.
#[derive(Args)]
#[command(
    after_help = "FILE is a GCG file, a game log or a snapshot (see `tilewright replay`). Equity is the score plus\nthe value of the leave. If the file shows only part of a rack, only plays with the known tiles are\ncompared.\n\nExamples:\n  tilewright analyze game.gcg\n  tilewright analyze game.gcg --best 10 --rollouts 2000 --html game.html\n  tilewright analyze log.json --variant hex --json"
)]
pub struct AnalyzeArguments {
    #[command(flatten)]
    game: ReplayArguments,
    /// How many moves to list per turn.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=200))]
    best: u16,
    /// Also rate moves by this many simulated games per turn: win probability and change of the
    /// lead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    rollouts: Option<u64>,
    /// The most positions to search for an endgame move; 0 turns the search off.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// The seed of the simulations; the same seed gives the same values.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write an HTML page with a board for every turn.
    #[arg(long, value_name = "OUT.html")]
    html: Option<String>,
}

/// A game with its rules and its word list.
struct Source {
    record: Record,
    ruleset: Arc<Ruleset>,
    lexicon: Option<String>,
}

/// Analyses the game.
pub fn run(arguments: &AnalyzeArguments, output: &Output) -> CommandResult {
    let source = source(&arguments.game)?;
    let ruleset = &source.ruleset;
    let named = source.lexicon.as_deref().or(ruleset.lexicon());
    let named = named.ok_or_else(|| Failure::usage("name a word list with --lexicon FILE"))?;
    let words = lexicon::load(named, ruleset.tiles())?;
    let generator = Generator::new(ruleset, &words).map_err(Failure::usage)?;
    let trained = shipped_leaves(generator.ruleset());
    let leaves = trained.clone().unwrap_or_else(|| Leaves::zero(ruleset.tiles().kinds().len()));
    let leaves: Arc<dyn LeaveValues + Send + Sync> = Arc::new(leaves);
    let mut analyst =
        Analyst::new(&generator, &words, leaves.clone()).best(usize::from(arguments.best));
    if arguments.nodes > 0 {
        let solved = Solved::new(&generator, EndgameSolver::MEMORY, arguments.nodes);
        analyst = analyst.evaluator(Box::new(solved));
    }
    if let Some(rollouts) = arguments.rollouts {
        let simulated = Simulated::new(&generator, leaves, rollouts, arguments.seed);
        analyst = analyst.evaluator(Box::new(simulated));
    }
    let progress = Progress::new("turns", source.record.turns.len() as u64);
    let mut analysis = analyst.analyze(&source.record, &mut |done| progress.at(done as u64));
    progress.finish();
    analysis.lexicon = named.to_string();
    analysis.trained = trained.is_some();
    if let Some(path) = &arguments.html {
        write_file(Some(path), &analysis_page(&analysis, &source.record, ruleset))?;
    }
    if output.json || arguments.html.as_deref() != Some("-") {
        output.answer(&analysis, || analysis_text(&analysis));
    }
    Ok(u8::from(analysis.fault.is_some()))
}

fn source(arguments: &ReplayArguments) -> Result<Source, Failure> {
    if !gcg::is_gcg(&arguments.file)? {
        let game = replay::load(arguments)?;
        let (record, ruleset) = (Record::of_game(&game), game.ruleset().clone());
        return Ok(Source { record, ruleset, lexicon: arguments.lexicon.clone() });
    }
    let gcg = Gcg::read(&gcg::read(&arguments.file)?)
        .map_err(|fault| Failure::usage(format!("{}: {fault}", arguments.file)))?;
    let source = GcgSource::new(gcg, arguments)?;
    let played = source.replay();
    let record = Record::of_gcg(&source.gcg, &played, &source.ruleset);
    if record.turns.is_empty()
        && let Some(fault) = &record.fault
    {
        return Err(Failure::finding(format!("{}: {fault}", arguments.file)));
    }
    Ok(Source { record, ruleset: source.ruleset, lexicon: source.lexicon })
}
