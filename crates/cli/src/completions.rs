//! Shell completions.

use crate::{Answer, Arguments};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// For which shell.
#[derive(Args)]
pub struct CompletionArguments {
    /// The shell.
    shell: Shell,
}

/// Prints the completions.
pub fn run(arguments: &CompletionArguments) -> Answer {
    let mut command = Arguments::command();
    generate(arguments.shell, &mut command, "tilewright", &mut std::io::stdout());
    Ok(0)
}
