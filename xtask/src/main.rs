//! The project's own commands, run as `cargo xtask COMMAND`.
//!
//! A missing tool is installed if that is possible; a step that cannot run says so.

mod api;
mod bindings;
mod deny;
mod docs;
mod excerpt;
mod fuzz;
mod launch;
mod options;
mod process;
mod report;
mod services;
mod steps;
mod suite;
mod tidy;
mod upgrade;
mod web;

use clap::Parser;
use options::{Command, Options};
use report::Paint;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The surroundings of a command.
pub(crate) struct Context {
    /// The top directory of the repository.
    pub root: PathBuf,
    /// Whether this is an automated run, in which a missing tool is a failure.
    pub ci: bool,
    /// How to write in colour, if at all.
    pub paint: Paint,
}

impl Context {
    /// The directory into which cargo builds.
    pub fn target(&self) -> PathBuf {
        let set = std::env::var_os("CARGO_TARGET_DIR").filter(|set| !set.is_empty());
        self.root.join(set.map_or_else(|| PathBuf::from("target"), PathBuf::from))
    }
}

fn main() -> ExitCode {
    let command = Options::parse().command;
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

/// Runs one command; `Ok(false)` means that it has already printed why it failed.
fn run(context: &Context, command: Command) -> Result<bool, String> {
    match command {
        Command::Test(options) => Ok(suite::run(context, &options)),
        Command::Tidy => tidy::step(context).map(|_| true).map_err(|error| error.to_string()),
        Command::Web => web::command(context),
        Command::Docs { open } => docs::command(context, open),
        Command::Serve(options) => launch::serve(context, &options),
        Command::Bench { arguments } => launch::bench(context, &arguments),
        Command::Fuzz(options) => fuzz::command(context, &options),
        Command::UpgradeTest(options) => upgrade::command(context, &options),
        Command::Corpus => bindings::corpus(context),
        Command::Package { names } => bindings::package(context, &names),
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
