//! The project's own commands, run as `cargo xtask COMMAND`.
//!
//! Everything here uses the standard library alone, so that the commands work on a machine that
//! has only a Rust toolchain. A tool that is missing is installed if that is possible; what could
//! not be checked is said, never passed over in silence.

mod api;
mod bindings;
mod deny;
mod docs;
mod fuzz;
mod help;
mod launch;
mod manifest;
mod options;
mod process;
mod report;
mod services;
mod steps;
mod suite;
mod tidy;
mod web;

use options::{Command, UsageError};
use report::Paint;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What every command is told about its surroundings.
pub(crate) struct Context {
    /// The top directory of the repository.
    pub root: PathBuf,
    /// Whether this is an automated run, in which a missing tool is a failure.
    pub ci: bool,
    /// How to write in colour, if at all.
    pub paint: Paint,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let command = match options::parse(&arguments) {
        Ok(command) => command,
        Err(UsageError(message)) => {
            eprintln!("error: {message}\n\nRun `cargo xtask help` for the commands.");
            return ExitCode::from(2);
        }
    };
    let Some(root) = repository_root() else {
        eprintln!("error: run this inside the repository, as `cargo xtask`");
        return ExitCode::FAILURE;
    };
    let context = Context { root, ci: is_ci(), paint: Paint::for_stdout() };
    match run(&context, command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command; `Ok(false)` means that it has already said why it failed.
fn run(context: &Context, command: Command) -> Result<bool, String> {
    match command {
        Command::Help(topic) => {
            println!("{}", help::text(topic.as_deref()));
            Ok(true)
        }
        Command::Test(options) => Ok(suite::run(context, &options)),
        Command::Tidy => tidy::command(context),
        Command::Web => web::command(context),
        Command::Docs(options) => docs::command(context, &options),
        Command::Serve(options) => launch::serve(context, &options),
        Command::Bench(arguments) => launch::bench(context, &arguments),
        Command::Fuzz(options) => fuzz::command(context, &options),
        Command::Corpus => bindings::corpus(context),
        Command::Package(names) => bindings::package(context, &names),
    }
}

/// Finds the top of the repository: the directory that holds `xtask/`.
fn repository_root() -> Option<PathBuf> {
    let start = match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(directory) => PathBuf::from(directory),
        None => std::env::current_dir().ok()?,
    };
    start.ancestors().find(|path| path.join("xtask/Cargo.toml").is_file()).map(Path::to_path_buf)
}

/// Automated runs set the variable `CI`.
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
