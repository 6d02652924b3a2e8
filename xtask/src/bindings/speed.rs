//! `cargo xtask bench bindings`: the same calls in Rust and through every binding, timed.

use super::workshop::{StepError, Workshop, as_installed};
use super::{c, godot, python, unity, wasm};
use crate::Context;
use std::process::{Command, Stdio};

/// The calls that are timed, in the order of their requests.
const CALLS: [&str; 5] =
    ["smallest call", "view", "preview", "count all plays", "all plays written out"];
/// Two calls that differ by finding all plays: both read the game and go through its log.
const WITHOUT: usize = 1;
const WITH: usize = 3;

/// Gives the program that times the frames of a file, built for users.
type Timer = fn(&Workshop<'_>) -> Result<Command, StepError>;

const TIMERS: [(&str, Timer); 6] = [
    ("Rust", rust),
    ("C", c::timer),
    ("Node", wasm::timer),
    ("Python", python::timer),
    ("Mono", unity::timer),
    ("Godot", godot::timer),
];

fn conformance(workshop: &Workshop<'_>, arguments: &[&str]) -> Command {
    let mut cargo = workshop.cargo(&["run", "--quiet", "--locked"]);
    cargo.args(["--package", "tilewright-conformance", "--"]).args(arguments);
    cargo
}

fn rust(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    Ok(conformance(workshop, &["time"]))
}

/// Runs a timer: microseconds, one for each call.
fn times(mut command: Command, requests: &str) -> Result<Vec<f64>, StepError> {
    let output = as_installed(command.arg(requests)).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| StepError::Missing(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let times: Vec<f64> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
    match output.status.success() && times.len() == CALLS.len() {
        true => Ok(times),
        false => Err(StepError::Failed(format!("no times, but: {text}"))),
    }
}

/// Prints the table; false if Node is too slow or a binding could not be timed.
pub(crate) fn bench(context: &Context) -> Result<bool, String> {
    let workshop = Workshop::new(context, true)?;
    let requests = workshop.file("timed.bin");
    let made = workshop.run(&mut conformance(&workshop, &["timed", &requests]));
    made.map_err(|error| error.to_string())?;
    let mut rows: Vec<(&str, Vec<f64>)> = Vec::new();
    let mut well = true;
    // All are built before the first is timed: files that are still being written slow it down.
    let built = TIMERS.map(|(name, timer)| (name, timer(&workshop)));
    for (name, timer) in built {
        match timer.and_then(|command| times(command, &requests)) {
            Ok(times) => rows.push((name, times)),
            Err(error) => {
                well = false;
                eprintln!("error: {name}: {error}");
            }
        }
    }
    println!("\nmicroseconds of processor time for a call, and beside Rust");
    print!("{:<8}", "");
    CALLS.iter().for_each(|call| print!("{call:>28}"));
    println!();
    let of = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1.clone());
    let native = of("Rust").ok_or("Rust could not be timed")?;
    for (name, times) in &rows {
        print!("{name:<8}");
        for (time, native) in times.iter().zip(&native) {
            print!("{:>28}", format!("{time:.2} ({:.2})", time / native));
        }
        println!();
    }
    if let (Some(node), Some(rust)) = (of("Node"), of("Rust")) {
        let (node, rust) = (node[WITH] - node[WITHOUT], rust[WITH] - rust[WITHOUT]);
        println!(
            "\nfinding all plays: {rust:.1} in Rust, {node:.1} in Node; target: twice at most"
        );
        well &= node <= 2.0 * rust;
    }
    Ok(well)
}
