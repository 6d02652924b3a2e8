//! Expensive variants: no operation of the engine takes more than its budget.
//!
//! The first eight bytes of the input are the number of the variant.

use std::sync::OnceLock;
use tilewright_bench::expensive::{most_steps, small_limits, try_everything};
use tilewright_protocol::Engine;

/// Tries one input.
pub fn check(data: &[u8]) {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| Engine::with_limits(small_limits()));
    let mut number = [0; 8];
    number.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
    let number = u64::from_le_bytes(number);
    for outcome in try_everything(engine, number, &mut |_, run| run()) {
        let (name, steps) = (outcome.name, outcome.steps);
        let most = most_steps(engine.limits(), name);
        assert!(steps <= most, "variant {number}: {name} took {steps} steps of {most}");
        let code = outcome.refused.as_deref();
        assert_ne!(code, Some("internal"), "variant {number}: {name}");
    }
}
