//! `tilewright score`

use crate::CommandResult;
use crate::output::{Output, one_line};
use crate::position::PositionArguments;
use clap::Args;
use serde::Serialize;
use tilewright::rules::{score, validate};
use tilewright::{ScoreBreakdown, Violation};

/// The position and the move to score.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright score --place 7,7=R 8,7=E 9,7=A 10,7=D\n  tilewright score --variant stacking-demo --on 7,7=O --place 7,7=N 7,8=E 7,9=T\n  tilewright score --on 7,7=C 8H CAT --json"
)]
pub struct ScoreArguments {
    #[command(flatten)]
    position: PositionArguments,
}

#[derive(Serialize)]
struct Scored<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    breakdown: Option<&'a ScoreBreakdown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<&'a [Violation]>,
}

/// Checks and scores the move.
pub fn run(arguments: &ScoreArguments, output: &Output) -> CommandResult {
    let setup = arguments.position.setup()?;
    let position = setup.position();
    match validate(&position, &setup.draft) {
        Ok(validated) => {
            let account = score(&position, &validated);
            let answer = Scored { ok: true, breakdown: Some(&account), violations: None };
            output.answer(&answer, || format!("{account}\n"));
            Ok(0)
        }
        Err(violations) => {
            let answer = Scored { ok: false, breakdown: None, violations: Some(&violations.0) };
            output.answer(&answer, || {
                let lines = violations.0.iter().map(describe_violation);
                format!("not legal\n{}", lines.collect::<String>())
            });
            Ok(1)
        }
    }
}

/// Describes one violation in a line.
pub fn describe_violation(violation: &Violation) -> String {
    let cells: Vec<String> = violation.cells.iter().map(ToString::to_string).collect();
    let at = if cells.is_empty() { String::new() } else { format!(" [{}]", cells.join(" ")) };
    let line = format!("  {:<18} {}{at}", violation.rule, violation.message);
    format!("{}\n", one_line(&line))
}
