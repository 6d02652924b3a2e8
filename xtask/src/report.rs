//! What a step came to, and the table at the end.

use std::io::IsTerminal;
use std::time::Duration;

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was checked and is well, but for what the notes say.
    Passed(Vec<String>),
    /// A fault was found; the reason in a few words.
    Failed(String),
    /// Nothing was checked; the reason in a few words.
    Skipped(String),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        match result {
            Ok(()) => Self::Passed(Vec::new()),
            Err(reason) => Self::Failed(reason),
        }
    }
}

/// One row of the table.
pub(crate) struct Row {
    /// The step's name.
    pub step: &'static str,
    /// What it came to.
    pub outcome: Outcome,
    /// How long it took.
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

/// The table, the way to run failed steps again, and last the line that counts.
pub(crate) fn summary(rows: &[Row], paint: Paint) -> String {
    let mut lines = vec![String::new(), paint.bold("step          result     time          notes")];
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for row in rows {
        let (result, notes) = match &row.outcome {
            Outcome::Passed(notes) => {
                passed += 1;
                (paint.green("passed "), notes.join("; "))
            }
            Outcome::Failed(reason) => {
                failed += 1;
                (paint.red("FAILED "), reason.clone())
            }
            Outcome::Skipped(reason) => {
                skipped += 1;
                (paint.yellow("skipped"), reason.clone())
            }
        };
        let line = format!("{:<13} {result}    {:<13} {notes}", row.step, spoken(row.elapsed));
        lines.push(line.trim_end().to_owned());
    }
    lines.push(String::new());
    for row in rows.iter().filter(|row| matches!(row.outcome, Outcome::Failed(_))) {
        lines.push(format!("to run it again: cargo xtask test --only {}", row.step));
    }
    let skipped_part = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    lines.push(format!("{passed} passed, {failed} failed{skipped_part}"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(step: &'static str, outcome: Outcome) -> Row {
        Row { step, outcome, elapsed: Duration::from_millis(1250) }
    }

    #[test]
    fn the_last_line_counts_steps() {
        let passed = || row("fmt", Outcome::Passed(vec![]));
        let failed = || row("clippy", Outcome::Failed("a lint".into()));
        let skipped = || row("deny", Outcome::Skipped("no tool".into()));
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
            row("deny", Outcome::Passed(vec!["advisories not checked".into()])),
            row("clippy", Outcome::Failed("a lint".into())),
        ];
        let text = summary(&rows, Paint::plain());
        for part in ["advisories not checked", "a lint", "1.2 s", "--only clippy"] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
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
