//! The command line.

use crate::steps::STEPS;
use crate::upgrade::PREVIOUS;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

/// The project's own commands
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Test(TestOptions),
    Serve(ServeOptions),
    /// Build the playground into web/dist
    ///
    /// Needs Node 20 or newer. The page's engine needs the target wasm32-unknown-unknown; without it
    /// the page asks the server. `cargo build --release -p tilewright-cli --features web` then makes
    /// a program that contains the page; `cargo xtask serve` does both.
    Web,
    /// Build the book into target/book
    ///
    /// The pages come from docs/, the reference from the code. Every link is checked; `cargo xtask
    /// test --only book` also runs the examples.
    Docs {
        /// Open it in a browser
        #[arg(long)]
        open: bool,
    },
    /// Run the benchmarks, built in release mode
    ///
    /// `cargo xtask bench --help` lists them, `cargo xtask bench --smoke` runs each one briefly.
    /// `cargo xtask bench bindings` times the same calls through the package of every binding.
    #[command(disable_help_flag = true)]
    Bench {
        /// Arguments of the benchmark program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    Fuzz(FuzzOptions),
    UpgradeTest(UpgradeOptions),
    /// Check the project's own rules about its source
    ///
    /// Every fault is printed as `file:line: [check] message`.
    ///
    ///   arrows    crates depend on each other in one direction only
    ///   length    no hand-written source file has more than 500 lines
    ///   words     no marker of unfinished work
    ///   prose     none of the habits that make a sentence hard to read
    ///   names     no file has a name that fits any content
    ///   text      no trailing whitespace, no tab, a newline at the end
    ///   links     relative links in Markdown lead to a file
    ///   geometry  nothing above the board asks which shape it has
    #[command(verbatim_doc_comment)]
    Tidy,
    /// Regenerate the conformance corpus
    ///
    /// Writes the files of fixtures/conformance: requests with the engine's responses. The same
    /// engine writes the same files.
    Corpus,
    /// Make the packages of the bindings, built in release mode
    ///
    ///   c       target/package/tilewright-c-VERSION.tar.gz
    ///   godot   target/package/tilewright-godot-VERSION.zip, for a project's folder
    ///   unity   target/package/com.tilewright.engine, a folder for the package manager
    ///   wasm    target/package/tilewright-engine-VERSION.tgz, for npm
    ///   python  target/package/tilewright-VERSION-cp39-abi3-PLATFORM.whl, for pip
    #[command(verbatim_doc_comment)]
    Package {
        /// The packages [default: all]
        #[arg(value_parser = PossibleValuesParser::new(crate::bindings::packages()))]
        names: Vec<String>,
    },
}

/// Run every check in order and end with a table of results
///
/// A failing step does not stop the others, but after a failed build no step that needs it runs.
/// Missing tools are installed where that is possible; otherwise the step is skipped with its
/// reason, or fails if the variable CI is set. Variables: TILEWRIGHT_BINDINGS=c,wasm limits the step
/// `bindings` to these; TILEWRIGHT_GAMES=100000 makes its leak tests longer; TILEWRIGHT_VALGRIND=all
/// runs the whole corpus through the C library under valgrind (five minutes);
/// TILEWRIGHT_KILL_WAVES=3 kills the servers of the step `services` for three times as long.
#[derive(Args, Debug, Default, PartialEq, Eq)]
pub(crate) struct TestOptions {
    /// Fuzz each target for 5 seconds instead of 10
    #[arg(long)]
    pub quick: bool,
    /// List the steps and what each one does
    #[arg(long)]
    pub list: bool,
    /// Run this step alone (may be repeated)
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(STEPS.iter().map(|step| step.name)))]
    pub only: Vec<String>,
}

/// Build the engine in release mode and play in the browser
#[derive(Args, Debug, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    /// The port to listen on
    #[arg(long, default_value_t = 4747)]
    pub port: u16,
    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
    /// Further arguments of `tilewright serve`
    #[arg(last = true)]
    pub rest: Vec<String>,
}

/// Test the upgrade from the version before, and the way back
///
/// Builds the version before below target/upgrade, in a worktree of its own, and plays games over one
/// database with both versions: side by side over PostgreSQL and NATS, one after the other and back
/// again over SQLite and PostgreSQL. Takes minutes, and the first time as long as a build.
#[derive(Args, Debug, PartialEq, Eq)]
pub(crate) struct UpgradeOptions {
    /// The version before: a tag or a commit
    #[arg(long, value_name = "REVISION", default_value = PREVIOUS)]
    pub from: String,
    /// Keep its source below target/upgrade
    #[arg(long)]
    pub keep: bool,
}

/// Feed generated input to the fuzz targets
///
/// The targets are those of fuzz/Cargo.toml. With a nightly toolchain, coverage guides the search
/// (cargo-fuzz, installed if it is missing); without one, a plain random driver runs. An input that
/// breaks a target is kept below fuzz/artifacts.
#[derive(Args, Debug, PartialEq, Eq)]
pub(crate) struct FuzzOptions {
    /// The targets [default: all]
    pub targets: Vec<String>,
    /// How long each target runs
    // For the fuzzer zero means "without end".
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub seconds: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        Options::try_parse_from(words).map(|options| options.command)
    }

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn clap_accepts_the_definitions() {
        Options::command().debug_assert();
    }

    #[test]
    fn command_lines_are_read() {
        let test = |quick, list, only: &[&str]| {
            Command::Test(TestOptions { quick, list, only: words(only) })
        };
        let serve = |port, no_open, rest: &[&str]| {
            Command::Serve(ServeOptions { port, no_open, rest: words(rest) })
        };
        let fuzz = |targets: &[&str], seconds| {
            Command::Fuzz(FuzzOptions { targets: words(targets), seconds })
        };
        let upgrade =
            |from: &str, keep| Command::UpgradeTest(UpgradeOptions { from: from.to_owned(), keep });
        let table = [
            ("test", test(false, false, &[])),
            ("test --quick --only fmt --only=tidy", test(true, false, &["fmt", "tidy"])),
            ("test --list", test(false, true, &[])),
            ("docs --open", Command::Docs { open: true }),
            ("serve", serve(4747, false, &[])),
            ("serve --port 80 --no-open -- --help", serve(80, true, &["--help"])),
            ("bench --smoke --help", Command::Bench { arguments: words(&["--smoke", "--help"]) }),
            ("fuzz", fuzz(&[], 60)),
            ("fuzz moves --seconds=300", fuzz(&["moves"], 300)),
            ("upgrade-test --from v1 --keep", upgrade("v1", true)),
            ("upgrade-test", upgrade(PREVIOUS, false)),
            ("package c wasm", Command::Package { names: words(&["c", "wasm"]) }),
        ];
        for (line, expected) in table {
            assert_eq!(parse(line).expect(line), expected, "{line}");
        }
        let refused = ["dance", "test --only sleep", "serve --port 70000", "fuzz --seconds 0"];
        for line in refused.into_iter().chain(["tidy --all", "package cobol"]) {
            assert!(parse(line).is_err(), "{line} was accepted");
        }
    }
}
