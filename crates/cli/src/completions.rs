//! Shell completions.

use crate::{Arguments, CommandResult};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// The shell to complete for.
#[derive(Args)]
pub struct CompletionArguments {
    /// The shell.
    shell: Shell,
}

/// Prints the completions.
pub fn run(arguments: &CompletionArguments) -> CommandResult {
    let mut command = Arguments::command();
    generate(arguments.shell, &mut command, "tilewright", &mut std::io::stdout());
    Ok(0)
}
