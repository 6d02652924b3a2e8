//! Exact endgames: the values of the oracle, and how long they take.

use super::positions::generator;
use super::{Plan, Row};
use tilewright_bench::clock::thread_time;
use tilewright_bench::endgames;
use tilewright_rules::PluginRegistry;
use tilewright_variants::Variant;

/// Rows that took another engine more positions than this are left out of short runs.
const FEW_NODES: u64 = 250_000;

pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let generator = generator(&ruleset, "en")?;
    let (mut solved, mut wrong, mut nodes, mut seconds) = (0, 0, 0, 0.0);
    for (number, row) in endgames::rows()?.iter().enumerate() {
        if plan.smoke && row.nodes > FEW_NODES {
            continue;
        }
        let begin = thread_time();
        let found = endgames::solve(&generator, &row.cgp)?;
        let time = (thread_time() - begin) / 1e9;
        let right = found.exact && found.value == row.value;
        let mark = if right { "" } else { " WRONG" };
        let (value, rate) = (found.value, found.nodes as f64 / time.max(1e-9) / 1e3);
        let nodes_and_depth = format!("{:>8} nodes, depth {:>2}", found.nodes, found.depth);
        eprintln!(
            "  {number:>2}: {value:>4}{mark}, {time:>7.3} s, {nodes_and_depth}, {rate:.0} k/s"
        );
        solved += 1;
        wrong += usize::from(!right);
        nodes += found.nodes;
        seconds += time;
    }
    let row = |what: &str, value: f64, unit| Row::new("endgames", what, value, unit);
    let mut rows = vec![
        row("positions solved", f64::from(solved), ""),
        row("of them with another value", wrong as f64, "").equals(0.0),
        row("nodes", nodes as f64, ""),
        row("thousand nodes a second", nodes as f64 / seconds.max(1e-9) / 1e3, ""),
        row("time for all of them, one thread", seconds, "s"),
    ];
    if let Some(theirs) = plan.peer("magpie_endgames_s").filter(|_| !plan.smoke) {
        let what = format!("endgames: faster than MAGPIE ({theirs} s)");
        rows.push(row(&what, theirs / seconds.max(1e-9), "×"));
    }
    Ok(rows)
}
