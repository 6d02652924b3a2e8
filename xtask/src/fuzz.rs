//! Fuzzing: with cargo-fuzz on a nightly toolchain, or else with each target's own driver.

use crate::Context;
use crate::options::{FuzzOptions, TestOptions};
use crate::process::{ensure_subcommand, output};
use crate::report::{Checked, StepError};
use crate::tidy::metadata;
use std::process::Command;

/// Where the fuzz targets are declared.
const MANIFEST: &str = "fuzz/Cargo.toml";
/// An input that takes longer than this many seconds counts as a finding.
const INPUT_TIMEOUT: &str = "-timeout=25";

/// The ways to run a target.
enum Driver {
    /// cargo-fuzz with this toolchain: guided by coverage, with the address sanitizer.
    Guided(String),
    /// The target's own random driver, on any toolchain.
    Standalone,
}

/// `cargo xtask fuzz`.
pub(crate) fn command(context: &Context, options: &FuzzOptions) -> Result<bool, String> {
    let known = targets(context)?;
    if let Some(unknown) = options.targets.iter().find(|name| !known.contains(name)) {
        return Err(format!("there is no fuzz target `{unknown}`; there are {}", known.join(", ")));
    }
    let chosen = if options.targets.is_empty() { known } else { options.targets.clone() };
    let (driver, note) = driver(context);
    if let Some(note) = note {
        println!("{}", context.paint.yellow(&format!("note: {note}")));
    }
    run_all(context, &driver, &chosen, options.seconds)?;
    println!("{} without a finding", chosen.join(", "));
    Ok(true)
}

/// The short run of every target that belongs to the checks.
pub(crate) fn smoke(context: &Context, options: &TestOptions) -> Checked {
    let targets = targets(context).map_err(StepError::Missing)?;
    let (driver, note) = driver(context);
    run_all(context, &driver, &targets, if options.quick { 5 } else { 10 })?;
    Ok(note.into_iter().collect())
}

/// The targets that the manifest declares.
fn targets(context: &Context) -> Result<Vec<String>, String> {
    let metadata = metadata(context, MANIFEST)?;
    let targets = metadata["packages"][0]["targets"].as_array().map_or(&[][..], Vec::as_slice);
    let binaries = targets.iter().filter(|target| target["kind"][0] == "bin");
    let names: Vec<String> =
        binaries.filter_map(|target| target["name"].as_str()).map(str::to_owned).collect();
    if names.is_empty() { Err(format!("{MANIFEST} declares no target")) } else { Ok(names) }
}

/// The best driver that this machine has, and what is lost if it is not the best one.
fn driver(context: &Context) -> (Driver, Option<String>) {
    let standalone = |reason: String| {
        (Driver::Standalone, Some(format!("fuzzed without guidance by coverage: {reason}")))
    };
    let listed = output(&mut context.command("rustup", &["toolchain", "list"]));
    let Some(toolchain) = listed.as_deref().and_then(nightly_of) else {
        return standalone("no nightly toolchain (rustup toolchain install nightly)".to_owned());
    };
    if let Err(reason) = ensure_subcommand(context, "fuzz") {
        return standalone(reason);
    }
    let build = ["fuzz", "build", "--fuzz-dir", "fuzz"];
    match context.run(&mut cargo_of(context, toolchain, &build)) {
        Ok(()) => (Driver::Guided(toolchain.to_owned()), None),
        Err(reason) => standalone(reason),
    }
}

/// The cargo of another toolchain; needs rustup's `cargo` on the path.
fn cargo_of(context: &Context, toolchain: &str, arguments: &[&str]) -> Command {
    let mut command = context.command("cargo", &[&format!("+{toolchain}")]);
    command.args(arguments);
    command
}

/// The nightly toolchain in the output of `rustup toolchain list`, an undated one if there is one.
fn nightly_of(listing: &str) -> Option<&str> {
    listing
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name == "nightly" || name.starts_with("nightly-"))
        // Dates begin with a digit, which sorts before the letters of a platform.
        .max()
}

/// Runs every target, also after a finding; the error names those that failed.
fn run_all(
    context: &Context,
    driver: &Driver,
    targets: &[String],
    seconds: u32,
) -> Result<(), String> {
    let mut failed = Vec::new();
    for target in targets {
        println!("{}", context.paint.bold(&format!("--- {target}, {seconds} s")));
        if let Err(reason) = run_one(context, driver, target, seconds) {
            println!("{}", context.paint.red(&reason));
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("findings, or no run, in {} (see fuzz/artifacts)", failed.join(", ")))
    }
}

fn run_one(context: &Context, driver: &Driver, target: &str, seconds: u32) -> Result<(), String> {
    let time = seconds.to_string();
    match driver {
        Driver::Guided(toolchain) => {
            let limit = format!("-max_total_time={time}");
            let corpus = format!("fuzz/corpus/{target}");
            let seeds = format!("fuzz/seeds/{target}");
            let mut arguments = vec!["fuzz", "run", "--fuzz-dir", "fuzz", target];
            if context.root.join(&seeds).is_dir() {
                // New inputs go to the first directory; the seeds are only read.
                let directory = context.root.join(&corpus);
                std::fs::create_dir_all(&directory)
                    .map_err(|error| format!("{corpus} cannot be made: {error}"))?;
                arguments.extend([corpus.as_str(), seeds.as_str()]);
            }
            arguments.extend(["--", limit.as_str(), INPUT_TIMEOUT, "-print_final_stats=1"]);
            context.run(&mut cargo_of(context, toolchain, &arguments))
        }
        Driver::Standalone => {
            let mut arguments = vec!["run", "--release", "--manifest-path", MANIFEST];
            if context.root.join("fuzz/Cargo.lock").is_file() {
                arguments.push("--locked");
            }
            arguments.extend(["--features", "standalone", "--bin", target]);
            arguments.extend(["--", "--seconds", time.as_str()]);
            context.run(&mut context.cargo(&arguments))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nightly_toolchain_is_picked_from_the_listing() {
        let table = [
            ("", None),
            ("stable-x86_64-unknown-linux-gnu (active, default)\n", None),
            ("no installed toolchains\n", None),
            ("stable\nnightly-x86_64-apple-darwin\n", Some("nightly-x86_64-apple-darwin")),
            ("nightly-aarch64-a (default)\nnightly-2026-01-01-b\n", Some("nightly-aarch64-a")),
            ("nightly-2026-01-01-b\nmy-nightly\n", Some("nightly-2026-01-01-b")),
        ];
        for (listing, expected) in table {
            assert_eq!(nightly_of(listing), expected, "{listing}");
        }
    }
}
