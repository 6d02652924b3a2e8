//! Expensive variants: no operation of the engine takes more than its budget.
//!
//! The first eight bytes of the input are the number of the variant.

use std::sync::OnceLock;
use std::time::Duration;
use tilewright_bench::expensive::{Checked, Guard, check_variant, small_limits};
use tilewright_protocol::{Engine, Limits};

/// Sanitizers slow everything down and take memory of their own.
const GUARD: Guard = Guard { longest: Duration::from_secs(20), most_memory: 4 << 20 };

/// A step takes about ten times as long with sanitizers, so an operation may take a tenth as many:
/// all operations on a variant have to fit into the time that a fuzzer gives an input.
fn limits() -> Limits {
    let mut limits = small_limits();
    for limit in [
        &mut limits.call,
        &mut limits.moves,
        &mut limits.bot,
        &mut limits.analysis,
        &mut limits.lab,
    ] {
        *limit /= 10;
    }
    limits
}

/// Tries one input.
pub fn check(data: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| Engine::with_limits(limits()));
    let mut number = [0; 8];
    number.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
    let number = u64::from_le_bytes(number);
    if let Err(fault) = check_variant(engine, number, GUARD, &mut Checked::default()) {
        panic!("{fault}");
    }
}
