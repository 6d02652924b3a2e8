//! Expensive variants: how long the operations of the engine take on them at most.

use super::{Plan, Row};
use std::time::Duration;
use tilewright_bench::expensive::{Checked, Guard, Seen, check_variant, peak_memory, small_limits};
use tilewright_protocol::Engine;

/// The variants that are tried, with budgets that are spent soon.
const VARIANTS: u64 = 2_000;
const GUARD: Guard = Guard { longest: Duration::from_secs(10), most_memory: 1 << 20 };

/// Tries every operation on many variants; the longest time of each operation.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variants = if plan.smoke { 20 } else { VARIANTS };
    // Other variants than those of the tests.
    let from = 1_000_000;
    let engine = Engine::with_limits(small_limits());
    let mut checked = Checked::default();
    for number in from..from + variants {
        check_variant(&engine, number, GUARD, &mut checked)?;
    }
    let longest = |(name, seen): (&&'static str, &Seen)| {
        let what = format!(
            "the longest `{name}` of {} ({} refused), variant {}",
            seen.calls, seen.refused, seen.slowest
        );
        Row::new("expensive", what, seen.longest.as_secs_f64() * 1e3, "ms")
    };
    let step = |(name, seen): (&&'static str, &Seen)| {
        let what = format!("the longest step of `{name}`, variant {}", seen.dearest);
        (seen.step > 0.0).then(|| Row::new("expensive", what, seen.step, "ns"))
    };
    let operations = &checked.operations;
    let variants = format!("variants that could be played, of {}", checked.variants);
    let mut rows = vec![Row::new("expensive", variants, checked.playable as f64, "")];
    rows.extend(operations.iter().map(longest));
    rows.extend(operations.iter().filter_map(step));
    if let Some(peak) = peak_memory() {
        rows.push(Row::new(
            "expensive",
            "the most memory of the process",
            peak as f64 / 1024.0,
            "MiB",
        ));
    }
    Ok(rows)
}
