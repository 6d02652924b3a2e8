//! The `tilewright` command: what the binary runs, and what the book documents.

#![deny(missing_docs)]
// Text goes through `output`, which escapes control characters.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "server")]
mod admin;
mod alphabet;
mod analyze;
mod arguments;
mod autoplay;
mod completions;
mod convert;
mod deadline;
mod endgame;
mod gcg;
mod lab;
mod lexicon;
#[cfg(feature = "server")]
mod loadtest;
#[cfg(feature = "server")]
mod mail;
mod matches;
#[cfg(feature = "server")]
mod moderate;
mod moves;
#[cfg(feature = "server")]
mod oidc;
mod output;
mod perft;
mod players;
mod position;
mod progress;
mod render;
mod replay;
#[cfg(feature = "server")]
mod restore;
mod score;
mod script;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod settings;
mod train;
mod ucgi;
mod variant;

use clap::{CommandFactory, Parser, Subcommand};
use output::{Failure, Output, one_line, warn};
#[cfg(feature = "server")]
pub use settings::{Setting, check_config, settings};
use std::borrow::Cow;
use std::ffi::OsString;
use std::process::ExitCode;
use tilewright::render::Theme;

/// Play, analyse and serve word-board games on any board, by any rules.
#[derive(Parser)]
#[command(name = "tilewright", version, about, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 success, 1 a move is not legal or a check failed, 2 wrong usage.\nA variant is a shipped name (see `tilewright variant list`) or a file ending in .toml."
)]
struct Arguments {
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand)]
enum Commands {
    /// Analyse a recorded game: show the best moves of every turn and what the played moves lost.
    Analyze(analyze::AnalyzeArguments),
    /// Test a variant in many bot games: balance, length, board use, risks.
    Lab(lab::LabArguments),
    /// List, show, check and create variants.
    #[command(subcommand)]
    Variant(variant::VariantCommand),
    /// Build, inspect, query and convert lexicons.
    #[command(subcommand)]
    Lexicon(lexicon::LexiconCommand),
    /// Check and score a move in a position you describe.
    Score(score::ScoreArguments),
    /// List the best legal moves in a position you describe or give as CGP.
    Moves(moves::MovesArguments),
    /// Solve endgames (positions with an empty bag): the value and the best line of play.
    Endgame(endgame::EndgameArguments),
    /// Count all plays in each position and sum their scores.
    Perft(perft::PerftArguments),
    /// Let bots play many games and summarise the results.
    Autoplay(autoplay::AutoplayArguments),
    /// Let two bots play a match; every bag is played twice with the sides swapped.
    Match(matches::MatchArguments),
    /// Train a bot for a variant by self-play.
    Train(train::TrainArguments),
    /// Draw a board, or the animated breakdown of a move, as SVG.
    Render(render::RenderArguments),
    /// Replay a GCG file, a game log or a game script and check every score.
    Replay(replay::ReplayArguments),
    /// Convert a game: a game log to GCG, or a GCG to a game log.
    Convert(convert::ConvertArguments),
    /// Run the game server: HTTP, WebSocket and a page to play on.
    #[cfg(feature = "server")]
    Serve(Box<serve::ServeArguments>),
    /// Load-test a game server: moves per second, latency, sockets, memory.
    #[cfg(feature = "server")]
    Loadtest(loadtest::LoadtestArguments),
    /// Speak UCGI on standard input and output, so that a front end can drive the engine.
    Ucgi(ucgi::UcgiArguments),
    /// Verify, back up and export the database of a server.
    #[cfg(feature = "server")]
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Print shell completions.
    Completions(completions::CompletionArguments),
}

/// Every command with its flags.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Checks that a command line is valid; the error says what is wrong with it.
pub fn check_line(line: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    match Arguments::try_parse_from(arguments::expand(line)) {
        Ok(_) => Ok(()),
        Err(error) if !error.use_stderr() => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns what `tilewright render` draws with these arguments, in the given theme.
pub fn picture(line: impl IntoIterator<Item = OsString>, theme: Theme) -> Result<String, String> {
    let read = Arguments::try_parse_from(arguments::expand(line));
    match read.map_err(|error| error.to_string())?.command {
        Commands::Render(command) => {
            render::draw(&command, theme).map_err(|failure| failure.message)
        }
        _ => Err("not a `tilewright render` command".to_string()),
    }
}

/// Prints help, or what is wrong with the arguments.
fn report_usage(error: &clap::Error) {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let hostile = |text: &String| matches!(one_line(text), Cow::Owned(_));
    let hostile: Vec<String> = arguments.filter(hostile).collect();
    if hostile.is_empty() {
        // A closed pipe is no failure: `tilewright --help | head -1` must exit normally.
        let _ = error.print();
    } else {
        // The message of the parser quotes arguments.
        warn(&format!("{}: `{}`; see `tilewright --help`", error.kind(), hostile.join("` `")));
    }
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments::expand(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            report_usage(&error);
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let output = Output { json: arguments.json };
    let result = match arguments.command {
        Commands::Analyze(command) => analyze::run(&command, &output),
        Commands::Lab(command) => lab::run(&command, &output),
        Commands::Variant(command) => variant::run(command, &output),
        Commands::Lexicon(command) => lexicon::run(command, &output),
        Commands::Score(command) => score::run(&command, &output),
        Commands::Moves(command) => moves::run(&command, &output),
        Commands::Endgame(command) => endgame::run(&command, &output),
        Commands::Perft(command) => perft::run(&command, &output),
        Commands::Autoplay(command) => autoplay::run(&command, &output),
        Commands::Match(command) => matches::run(&command, &output),
        Commands::Train(command) => train::run(&command, &output),
        Commands::Render(command) => render::run(&command, &output),
        Commands::Replay(command) => replay::run(&command, &output),
        Commands::Convert(command) => convert::run(&command, &output),
        #[cfg(feature = "server")]
        Commands::Serve(command) => serve::run(&command),
        #[cfg(feature = "server")]
        Commands::Loadtest(command) => loadtest::run(&command, &output),
        Commands::Ucgi(command) => ucgi::run(&command, &output),
        #[cfg(feature = "server")]
        Commands::Admin(command) => admin::run(&command, &output),
        Commands::Completions(command) => completions::run(&command),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(failure) => output.fail(&failure),
    }
}

/// What a command returns: an exit status, or a failure to report.
type CommandResult = Result<u8, Failure>;
