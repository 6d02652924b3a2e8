//! `tilewright score`

use crate::Answer;
use crate::output::Output;
use crate::position::PositionArguments;
use clap::Args;
use serde::Serialize;
use tilewright::rules::{Direction, WordEffect, WordScore, score, validate};
use tilewright::{ScoreBreakdown, Violation};

/// A position and a move to be scored.
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
pub fn run(arguments: &ScoreArguments, output: &Output) -> Answer {
    let scene = arguments.position.scene()?;
    let position = scene.position();
    match validate(&position, &scene.draft) {
        Ok(validated) => {
            let account = score(&position, &validated);
            let answer = Scored { ok: true, breakdown: Some(&account), violations: None };
            output.answer(&answer, || describe(&account));
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

/// One failed rule, as a line.
pub fn describe_violation(violation: &Violation) -> String {
    let cells: Vec<String> = violation.cells.iter().map(ToString::to_string).collect();
    let at = if cells.is_empty() { String::new() } else { format!(" [{}]", cells.join(" ")) };
    format!("  {:<18} {}{at}\n", violation.rule, violation.message)
}

/// The account, one line for each word, bonus and plugin.
pub fn describe(account: &ScoreBreakdown) -> String {
    let mut text = String::new();
    for word in &account.words {
        text.push_str(&describe_word(word));
    }
    for line in account.bonuses.iter().chain(&account.plugins) {
        text.push_str(&format!("{:<16} {} ({})\n", line.label, line.points, line.source));
    }
    text.push_str(&format!("{:<16} {}\n", "total", account.total));
    text
}

fn describe_word(word: &WordScore) -> String {
    let letters: Vec<String> = word
        .letters
        .iter()
        .map(|letter| match letter.steps.as_slice() {
            [] => letter.value.to_string(),
            steps => {
                let premiums: Vec<String> =
                    steps.iter().map(|step| step.premium.to_string()).collect();
                format!("{} ({} {})", letter.value, letter.base, premiums.join(", "))
            }
        })
        .collect();
    let mut sum = String::new();
    for step in &word.steps {
        let premium = step.premium.map(|premium| format!(" {premium}")).unwrap_or_default();
        let part = match &step.effect {
            WordEffect::Sum => letters.join(" + "),
            WordEffect::Product => letters.join(" × "),
            WordEffect::Power(power) => format!(" ^{power}"),
            WordEffect::AddStack(points) => format!(" + {points} beneath"),
            WordEffect::Multiply(factor) => format!(" ×{factor}{premium}"),
            WordEffect::Add(points) => format!(" + {points}{premium}"),
        };
        sum.push_str(&format!("{part} = {}", step.value));
    }
    let direction = match word.direction {
        Direction::Forward => "",
        Direction::Backward => ", backward",
    };
    let main = if word.main { ", main word" } else { "" };
    format!("{:<16} {sum} ({}{direction}{main})\n", word.text, word.axis)
}
