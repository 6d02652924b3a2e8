//! The result of a step, and the table at the end.

use std::fmt;
use std::io::IsTerminal;
use std::time::Duration;

/// Why a step has not passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StepError {
    /// It found a fault.
    Failed(String),
    /// It could not run: something is missing and could not be installed.
    Missing(String),
}

impl StepError {
    /// In automated runs, what is missing is a failure.
    pub fn judged(self, ci: bool) -> StepError {
        match self {
            StepError::Missing(reason) if ci => StepError::Failed(reason),
            other => other,
        }
    }
}

impl From<String> for StepError {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Failed(reason) => out.write_str(reason),
            StepError::Missing(reason) => write!(out, "missing: {reason}"),
        }
    }
}

/// The result of a step: notes on what it did or left out, or why it has not passed.
pub(crate) type Checked = Result<Vec<String>, StepError>;

/// One row of the table.
pub(crate) struct Row {
    pub name: &'static str,
    pub outcome: Checked,
    pub elapsed: Duration,
}

/// Writes in colour if the reader is a terminal.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    coloured: bool,
}

impl Paint {
    /// Coloured if standard output is a terminal and `NO_COLOR` is not set.
    pub fn for_stdout() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { coloured: wanted && std::io::stdout().is_terminal() }
    }

    /// Never coloured.
    #[cfg(test)]
    pub const fn plain() -> Self {
        Self { coloured: false }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// For headings.
    pub fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// For what matters less.
    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// For success.
    pub fn green(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// For failure.
    pub fn red(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    /// For what could not be checked.
    pub fn yellow(self, text: &str) -> String {
        self.wrap("33", text)
    }
}

/// A duration as people say it.
pub(crate) fn spoken(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 59.95 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

/// A table of results, line by line.
pub(crate) fn table(rows: &[Row], first: &str, paint: Paint) -> Vec<String> {
    let heading = format!("{first:<13} result     time          notes");
    let lines = rows.iter().map(|row| {
        let (result, notes) = match &row.outcome {
            Ok(notes) => (paint.green("passed "), notes.join("; ")),
            Err(StepError::Failed(reason)) => (paint.red("FAILED "), first_line(reason)),
            Err(StepError::Missing(reason)) => (paint.yellow("skipped"), first_line(reason)),
        };
        let line = format!("{:<13} {result}    {:<13} {notes}", row.name, spoken(row.elapsed));
        line.trim_end().to_owned()
    });
    [String::new(), paint.bold(&heading)].into_iter().chain(lines).collect()
}

fn first_line(reason: &str) -> String {
    reason.lines().next().unwrap_or(reason).to_owned()
}

/// What the output of a failed step said, if its reason has more than one line.
fn excerpt(row: &Row) -> Option<String> {
    let Err(StepError::Failed(reason)) = &row.outcome else { return None };
    let (_, rest) = reason.split_once('\n')?;
    Some(format!("\n--- from the output of {} ---\n{rest}", row.name))
}

/// What failed steps printed, the table, the way to run failed steps again, and last the line that
/// counts.
pub(crate) fn summary(rows: &[Row], paint: Paint) -> String {
    let mut lines: Vec<String> = rows.iter().filter_map(excerpt).collect();
    lines.extend(table(rows, "step", paint));
    lines.push(String::new());
    let failed = || rows.iter().filter(|row| matches!(row.outcome, Err(StepError::Failed(_))));
    lines.extend(
        failed().map(|row| format!("to run it again: cargo xtask test --only {}", row.name)),
    );
    let passed = rows.iter().filter(|row| row.outcome.is_ok()).count();
    let skipped = match rows.len() - passed - failed().count() {
        0 => String::new(),
        skipped => format!(", {skipped} skipped"),
    };
    lines.push(format!("{passed} passed, {} failed{skipped}", failed().count()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, outcome: Checked) -> Row {
        Row { name, outcome, elapsed: Duration::from_millis(1250) }
    }

    #[test]
    fn the_last_line_counts_steps() {
        let passed = || row("fmt", Ok(vec![]));
        let failed = || row("clippy", Err(StepError::Failed("a lint".into())));
        let skipped = || row("deny", Err(StepError::Missing("no tool".into())));
        let table = [
            (vec![], "0 passed, 0 failed"),
            (vec![passed()], "1 passed, 0 failed"),
            (vec![passed(), failed(), passed()], "2 passed, 1 failed"),
            (vec![failed(), skipped()], "0 passed, 1 failed, 1 skipped"),
        ];
        for (rows, expected) in table {
            let text = summary(&rows, Paint::plain());
            assert_eq!(text.lines().last(), Some(expected));
        }
    }

    #[test]
    fn reasons_and_notes_are_in_the_table() {
        let rows = [
            row("deny", Ok(vec!["advisories not checked".into()])),
            row("clippy", Err(StepError::Failed("a lint".into()))),
        ];
        let text = summary(&rows, Paint::plain());
        for part in ["advisories not checked", "a lint", "1.2 s", "--only clippy"] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
    }

    #[test]
    fn the_output_of_a_failure_stands_above_the_table() {
        let rows = [row("services", Err(StepError::Failed("it ended\ntest a ... FAILED".into())))];
        let text = summary(&rows, Paint::plain());
        let (above, table) = text.split_once("step  ").expect("the table has a heading");
        assert!(above.contains("from the output of services ---\ntest a ... FAILED"), "{text}");
        assert!(table.contains("it ended") && !table.contains("test a"), "{text}");
    }

    #[test]
    fn durations_are_readable() {
        let table =
            [(40, "0.0 s"), (1_250, "1.2 s"), (59_990, "1 min 00 s"), (125_000, "2 min 05 s")];
        for (milliseconds, expected) in table {
            assert_eq!(spoken(Duration::from_millis(milliseconds)), expected);
        }
    }
}
