//! No operation of the engine takes more than its budget, on any variant, however expensive.
//!
//! The variants come from a generator with a fixed seed. `TILEWRIGHT_EXPENSIVE=2000` tries that
//! many instead of 40.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tilewright_bench::expensive::{Outcome, most_steps, small_limits, try_everything};
use tilewright_protocol::Engine;

/// How many variants are tried unless the environment says otherwise.
const VARIANTS: u64 = 40;
/// The test is split into parts that run side by side.
const PARTS: u64 = 2;
/// No operation may take longer, on any machine: a guard against work that counts no steps.
const LONGEST: Duration = Duration::from_secs(30);
/// The most memory of the whole process, in KiB.
const MOST_MEMORY: u64 = 1 << 20;

/// The most memory that this process ever had, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn try_part(part: u64) {
    let variants = std::env::var("TILEWRIGHT_EXPENSIVE").ok();
    let variants = variants.map_or(VARIANTS, |count| count.parse().unwrap());
    let limits = small_limits();
    let engine = Engine::with_limits(limits.clone());
    let mut ended: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for number in (part..variants).step_by(PARTS as usize) {
        let outcomes = try_everything(&engine, number, &mut |name, run| {
            let start = Instant::now();
            run();
            let took = start.elapsed();
            assert!(took < LONGEST, "variant {number}: {name} took {took:?}");
        });
        for Outcome { name, steps, refused } in outcomes {
            let most = most_steps(&limits, name);
            assert!(steps <= most, "variant {number}: {name} took {steps} steps of {most}");
            let code = refused.as_deref();
            assert_ne!(code, Some("internal"), "variant {number}: {name}");
            ended.entry(name).or_default()[usize::from(code == Some("too_much_work"))] += 1;
        }
        if let Some(peak) = peak_memory() {
            assert!(peak < MOST_MEMORY, "variant {number}: {peak} KiB");
        }
    }
    // The budgets bite, and leave something to be answered.
    for name in ["lab", "moves", "analyze"] {
        assert!(ended[name][1] > 0, "{name} is never too much: {ended:?}");
    }
    assert!(ended["moves"][0] > 0, "moves are always too much: {ended:?}");
    assert_eq!(ended["best"][1], 0, "a bot always answers: {ended:?}");
}

macro_rules! parts {
    ($($name:ident: $part:literal,)*) => {
        $(#[test]
        fn $name() {
            try_part($part);
        })*
    };
}

parts! {
    no_operation_takes_more_than_its_budget_1: 0,
    no_operation_takes_more_than_its_budget_2: 1,
}
