//! The `tilewright` command: what the binary runs, and what the book says of it.

#![deny(missing_docs)]

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
mod matches;
mod moves;
mod output;
mod perft;
mod players;
mod position;
mod progress;
mod render;
mod replay;
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
use output::{Failure, Output};
#[cfg(feature = "server")]
pub use settings::{Setting, check_config, settings};
use std::ffi::OsString;
use std::process::ExitCode;
use tilewright::render::Theme;

/// Word-board games on every board, by every rule.
#[derive(Parser)]
#[command(name = "tilewright", version, about, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 fine, 1 not legal or not clean, 2 wrong usage.\nA variant is a shipped name (see `tilewright variant list`) or a file ending in .toml."
)]
struct Arguments {
    /// Answer in JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand)]
enum Commands {
    /// Analyse a recorded game: the best moves of every turn, and what the played ones lost.
    Analyze(analyze::AnalyzeArguments),
    /// Try a variant out in many games between bots: balance, length, use of the board, risks.
    Lab(lab::LabArguments),
    /// List, show, check and make variants.
    #[command(subcommand)]
    Variant(variant::VariantCommand),
    /// Build, inspect, ask and convert lexicons.
    #[command(subcommand)]
    Lexicon(lexicon::LexiconCommand),
    /// Check and score one move on a position given by hand.
    Score(score::ScoreArguments),
    /// List the best legal moves of a position given by hand or as CGP.
    Moves(moves::MovesArguments),
    /// Solve positions in which the bag is empty: the value and the best line of play.
    Endgame(endgame::EndgameArguments),
    /// Count the plays of positions and add their scores up.
    Perft(perft::PerftArguments),
    /// Let bots play many games and add them up.
    Autoplay(autoplay::AutoplayArguments),
    /// Let two bots play a match with sides swapped.
    Match(matches::MatchArguments),
    /// Train a bot for a variant by self-play.
    Train(train::TrainArguments),
    /// Draw a board, or the animated breakdown of a move, as SVG.
    Render(render::RenderArguments),
    /// Replay a GCG file, a game log or a game script and check every score in it.
    Replay(replay::ReplayArguments),
    /// Write a game in another form: a game log as GCG, or a GCG as a game log.
    Convert(convert::ConvertArguments),
    /// Run the game server: HTTP, WebSocket and a page to play on.
    #[cfg(feature = "server")]
    Serve(serve::ServeArguments),
    /// Find out how much a game server can take: moves, latencies, sockets, growth.
    #[cfg(feature = "server")]
    Loadtest(loadtest::LoadtestArguments),
    /// Let a front end drive the engine: UCGI on standard input and output.
    Ucgi(ucgi::UcgiArguments),
    /// Look after the database of a server.
    #[cfg(feature = "server")]
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Print shell completions.
    Completions(completions::CompletionArguments),
}

/// Every command with its flags, as the parser knows them.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Whether a command line can be read; the error says what is wrong with it.
pub fn check_line(line: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    match Arguments::try_parse_from(arguments::expand(line)) {
        Ok(_) => Ok(()),
        Err(error) if !error.use_stderr() => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// What `tilewright render` draws with these arguments, in a theme of one's own.
pub fn picture(line: impl IntoIterator<Item = OsString>, theme: Theme) -> Result<String, String> {
    let read = Arguments::try_parse_from(arguments::expand(line));
    match read.map_err(|error| error.to_string())?.command {
        Commands::Render(command) => {
            render::draw(&command, theme).map_err(|failure| failure.message)
        }
        _ => Err("only `tilewright render` draws".to_string()),
    }
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments::expand(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
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

/// What a command answers: an exit status, or a failure to be told.
type Answer = Result<u8, Failure>;
