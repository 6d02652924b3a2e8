//! Measures the engine against its targets, plays many games of every variant and compares the
//! move generator with the referee.

mod allocations;
mod measure;

use measure::{Plan, Row};
use std::process::ExitCode;

const USAGE: &str = "\
usage: tilewright-bench [--smoke] [--json] [NAME…]

Measures the engine and compares with the targets; the exit status is 1 if one is missed.

  --smoke   a short run: few repetitions, one game of each variant, generous targets
  --json    the figures as JSON on standard output; progress goes to standard error
  --peer-results FILE
            figures of other engines measured on the same machine: a JSON object of numbers,
            whose names are those in BENCHMARKS.md; the table then has the ratios
  NAME      only these: score, allocations, fold, premiums, oracle, generate, bots,
            endgames, simulate, deadlines, expensive, wins, selfplay, law; with ids of variants, wins,
            deadlines, selfplay and law are for these alone (by default selfplay)";

fn main() -> ExitCode {
    let mut plan = Plan::default();
    let mut json = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--peer-results" => {
                let file = arguments.next().ok_or("name a file".to_string());
                if let Err(reason) = file.and_then(|file| plan.add_peers(&file)) {
                    eprintln!("tilewright-bench: --peer-results: {reason}");
                    return ExitCode::from(2);
                }
            }
            "--smoke" => plan.smoke = true,
            "--json" => json = true,
            "--help" | "-h" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            name if plan.add(name) => {}
            other => {
                eprintln!("tilewright-bench: unknown argument `{other}`\n\n{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    match plan.run() {
        Ok(rows) => {
            let text = if json { as_json(&rows) } else { as_table(&rows) };
            println!("{text}");
            let met = rows.iter().all(|row| row.met != Some(false));
            if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(reason) => {
            eprintln!("tilewright-bench: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn verdict(row: &Row) -> &'static str {
    match row.met {
        Some(true) => "met",
        Some(false) => "MISSED",
        None => "",
    }
}

fn as_table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.what.chars().count()).fold(0, usize::max);
    let mut text = String::new();
    for row in rows {
        let (name, what, shown) = (row.name, &row.what, row.shown());
        let target = row.target.as_deref().unwrap_or("");
        let line = format!("{name:<12} {what:<width$}  {shown:>14}  {target:<14} {}", verdict(row));
        text.push('\n');
        text.push_str(line.trim_end());
    }
    text
}

fn as_json(rows: &[Row]) -> String {
    let rows: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            serde_json::json!({
                "name": row.name,
                "what": row.what,
                "value": row.value,
                "unit": row.unit,
                "target": row.target,
                "met": row.met,
            })
        })
        .collect();
    serde_json::json!({ "rows": rows }).to_string()
}
