//! Whether every operation on a variant keeps its bounds.

use super::{Outcome, most_steps, try_everything};
use crate::clock::thread_time;
use std::collections::BTreeMap;
use std::time::Duration;
use tilewright_protocol::Engine;

/// Every operation of the engine, by the names of [`Outcome::name`]; `pass` and `submit` are the same
/// call.
pub const OPERATIONS: [&str; 20] = [
    "analyze",
    "best",
    "events",
    "gcg",
    "lab",
    "moves",
    "new",
    "pass",
    "premiums",
    "preview",
    "preview_seen",
    "redo",
    "render",
    "submit",
    "undo",
    "variant",
    "variants",
    "verify",
    "view",
    "words",
];

/// The bounds that are no steps.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// No operation may run longer, on any machine: a guard against work that counts no steps. Other
    /// work on the machine does not count.
    pub longest: Duration,
    /// The most memory of the whole process, in KiB.
    pub most_memory: u64,
}

/// What was seen of one operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// How often it was asked for.
    pub calls: u64,
    /// How often it was refused as too much work.
    pub refused: u64,
    /// The longest time.
    pub longest: Duration,
    /// The variant that took it.
    pub slowest: u64,
    /// The most steps.
    pub steps: u64,
    /// The longest time of a step, in nanoseconds.
    pub step: f64,
    /// The variant that took it.
    pub dearest: u64,
}

/// What takes less is too short to say how long a step is.
const MEASURED: Duration = Duration::from_millis(20);

/// What was seen of all operations.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// By operation.
    pub operations: BTreeMap<&'static str, Seen>,
    /// The variants that were tried.
    pub variants: u64,
    /// Those that could be played.
    pub playable: u64,
}

/// The most memory that this process ever had, in KiB, where the system reports it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Tries every operation on the variant of a number.
///
/// # Errors
/// If one took more steps, time or memory than it may, or the engine itself failed. The message names
/// the variant and the operation.
pub fn check_variant(
    engine: &Engine,
    number: u64,
    guard: Guard,
    checked: &mut Checked,
) -> Result<(), String> {
    let mut times = Vec::new();
    let outcomes = try_everything(engine, number, &mut |run| {
        let start = thread_time();
        run();
        times.push(Duration::from_nanos((thread_time() - start) as u64));
    });
    checked.variants += 1;
    checked.playable += u64::from(outcomes.iter().any(|outcome| outcome.name == "view"));
    for (Outcome { name, steps, refused, message }, time) in outcomes.into_iter().zip(times) {
        let at = format!("variant {number}: {name}");
        let most = most_steps(engine.limits(), name);
        if steps > most {
            return Err(format!("{at} took {steps} steps of {most}"));
        }
        if time > guard.longest {
            return Err(format!("{at} took {time:?}, the bound is {:?}", guard.longest));
        }
        if let Some(code) = &refused
            && ["internal", "bad_request", "too_large", "version"].contains(&code.as_str())
        {
            let message = message.as_deref().unwrap_or("no message");
            return Err(format!("{at} failed with `{code}`: {message}"));
        }
        let seen = checked.operations.entry(name).or_default();
        seen.calls += 1;
        seen.refused += u64::from(refused.as_deref() == Some("too_much_work"));
        seen.steps = seen.steps.max(steps);
        if time > seen.longest {
            (seen.longest, seen.slowest) = (time, number);
        }
        let step = time.as_nanos() as f64 / steps.max(1) as f64;
        if time > MEASURED && step > seen.step {
            (seen.step, seen.dearest) = (step, number);
        }
    }
    match peak_memory() {
        Some(peak) if peak > guard.most_memory => {
            Err(format!("variant {number}: the process has {peak} KiB"))
        }
        _ => Ok(()),
    }
}
