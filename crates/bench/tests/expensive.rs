//! No operation of the engine takes more steps, time or memory than it may, on any variant, however
//! expensive.
//!
//! The variants come from a generator, by number. `TILEWRIGHT_EXPENSIVE=2000` tries that many
//! instead of 60, `TILEWRIGHT_EXPENSIVE_FROM=5000` begins with another number. `cargo xtask bench
//! expensive` tries 2,000 in release mode.

#![allow(clippy::unwrap_used)]

use std::time::Duration;
use tilewright_bench::expensive::{Checked, Guard, OPERATIONS, check_variant, small_limits};
use tilewright_protocol::Engine;

/// How many variants are tried, unless the environment says otherwise.
const VARIANTS: u64 = 60;
/// The test is split into parts that run side by side.
const PARTS: u64 = 2;
const GUARD: Guard = Guard { longest: Duration::from_secs(30), most_memory: 1 << 20 };

fn setting(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: no number")))
}

fn try_part(part: u64) {
    let from = setting("TILEWRIGHT_EXPENSIVE_FROM", 0);
    let to = from + setting("TILEWRIGHT_EXPENSIVE", VARIANTS);
    println!("variants {from} to {to}, part {part} of {PARTS}");
    let engine = Engine::with_limits(small_limits());
    let mut checked = Checked::default();
    for number in (from..to).skip(part as usize).step_by(PARTS as usize) {
        if let Err(fault) = check_variant(&engine, number, GUARD, &mut checked) {
            panic!("{fault}; TILEWRIGHT_EXPENSIVE_FROM={number} TILEWRIGHT_EXPENSIVE=1 repeats it");
        }
    }
    for (name, seen) in &checked.operations {
        println!("{name:>12}: {seen:?}");
    }
    println!("{} of {} variants can be played", checked.playable, checked.variants);
    if to - from < VARIANTS {
        return;
    }
    // Everything was tried, the budgets bite, and they leave something to be answered.
    for name in OPERATIONS {
        assert!(checked.operations.contains_key(name), "{name} was never tried");
    }
    assert!(checked.playable * 2 > checked.variants, "most variants cannot be played");
    let of = |name: &str| checked.operations[name];
    for name in ["lab", "moves", "analyze"] {
        assert!(of(name).refused > 0, "{name} is never too much");
    }
    for name in ["moves", "preview", "render", "variant", "words", "submit"] {
        assert!(of(name).refused < of(name).calls, "{name} is always too much");
    }
    assert_eq!(of("best").refused, 0, "a bot always answers");
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
