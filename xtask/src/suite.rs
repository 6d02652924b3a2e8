//! `cargo xtask test`: the steps one after the other, and the table.

use crate::Context;
use crate::options::TestOptions;
use crate::report::{Row, StepError, summary, table};
use crate::steps::{BUILD, STEPS, Step};
use std::time::{Duration, Instant};

/// Runs the steps that were asked for; true if none failed.
pub(crate) fn run(context: &Context, options: &TestOptions) -> bool {
    let chosen = choose(STEPS, options);
    if options.list {
        for step in chosen {
            println!("{:<13} {}", step.name, step.about);
        }
        return true;
    }
    let rows = run_steps(&chosen, context, options);
    println!("{}", summary(&rows, context.paint));
    !rows.iter().any(|row| matches!(row.outcome, Err(StepError::Failed(_))))
}

fn choose<'a>(steps: &'a [Step], options: &TestOptions) -> Vec<&'a Step> {
    let wanted =
        |step: &&Step| options.only.is_empty() || options.only.iter().any(|name| name == step.name);
    steps.iter().filter(wanted).collect()
}

fn run_steps(steps: &[&Step], context: &Context, options: &TestOptions) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(steps.len());
    for step in steps {
        let build_failed = rows.iter().any(|row| row.name == BUILD && row.outcome.is_err());
        if step.needs_build && build_failed {
            let outcome = Err(StepError::Missing("the build failed".to_owned()));
            rows.push(Row { name: step.name, outcome, elapsed: Duration::ZERO });
            continue;
        }
        println!("\n{}", context.paint.bold(&format!("==> {}: {}", step.name, step.about)));
        let started = Instant::now();
        let outcome = (step.run)(context, options).map_err(|error| error.judged(context.ci));
        let row = Row { name: step.name, outcome, elapsed: started.elapsed() };
        println!("{}", table(std::slice::from_ref(&row), "step", context.paint)[2]);
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Checked, Paint};

    const fn step(
        name: &'static str,
        needs_build: bool,
        run: fn(&Context, &TestOptions) -> Checked,
    ) -> Step {
        Step { name, about: "", needs_build, run }
    }

    fn pass(_: &Context, _: &TestOptions) -> Checked {
        Ok(Vec::new())
    }

    fn fail(_: &Context, _: &TestOptions) -> Checked {
        Err(StepError::Failed("planted".to_owned()))
    }

    /// Runs the steps and writes each outcome as one letter: passed, failed, skipped.
    fn outcomes(steps: &[Step], options: &TestOptions) -> String {
        let context = Context { root: ".".into(), ci: false, paint: Paint::plain() };
        run_steps(&choose(steps, options), &context, options)
            .iter()
            .map(|row| match row.outcome {
                Ok(_) => 'p',
                Err(StepError::Failed(_)) => 'f',
                Err(StepError::Missing(_)) => 's',
            })
            .collect()
    }

    #[test]
    fn a_failure_stops_the_rest_only_if_it_is_the_build() {
        let all = TestOptions::default();
        let table: [(&[Step], &str); 3] = [
            (&[step("a", false, fail), step(BUILD, false, pass), step("b", true, pass)], "fpp"),
            (&[step("a", false, pass), step(BUILD, false, fail), step("b", true, pass)], "pfs"),
            (&[step(BUILD, false, fail), step("b", false, pass), step("c", true, fail)], "fps"),
        ];
        for (steps, expected) in table {
            assert_eq!(outcomes(steps, &all), expected);
        }
    }

    #[test]
    fn only_the_named_steps_run() {
        let options = TestOptions { only: vec!["b".to_owned()], ..TestOptions::default() };
        let steps = [step("a", false, fail), step("b", true, pass)];
        assert_eq!(outcomes(&steps, &options), "p");
    }
}
