//! The part of a program's output that explains why it failed.

use std::collections::VecDeque;
use std::fmt;

/// How many lines are kept of each kind.
const LINES: usize = 24;
/// How many lines after a telling one are kept with it.
const FOLLOWING: usize = 4;

/// The first lines that report a failure, with what follows them, and the last lines of all.
#[derive(Default)]
pub(crate) struct Excerpt {
    telling: Vec<String>,
    following: usize,
    last: VecDeque<String>,
}

impl Excerpt {
    /// Adds a line of the output.
    pub fn add(&mut self, line: &str) {
        if tells(line) {
            self.following = FOLLOWING + 1;
        }
        if self.following > 0 && self.telling.len() < LINES {
            self.following -= 1;
            self.telling.push(line.to_owned());
        }
        if self.last.len() == LINES {
            self.last.pop_front();
        }
        self.last.push_back(line.to_owned());
    }
}

/// Whether a line of a compiler, a test runner or a panic reports a failure.
fn tells(line: &str) -> bool {
    let text = line.trim_start();
    let starts = ["error", "Error", "FAIL ", "not ok ", "✘", "✖", "AssertionError", "Traceback"];
    starts.iter().any(|start| text.starts_with(start))
        || text.ends_with("... FAILED")
        || text.contains("panicked at")
}

impl fmt::Display for Excerpt {
    /// Each line on a line of its own, after a line break.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last: Vec<&String> = self.last.iter().collect();
        let lines = match self.telling.is_empty() {
            true => last,
            false => self.telling.iter().collect(),
        };
        lines.iter().try_for_each(|line| write!(out, "\n{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(lines: &[&str]) -> String {
        let mut excerpt = Excerpt::default();
        lines.iter().for_each(|line| excerpt.add(line));
        excerpt.to_string()
    }

    #[test]
    fn lines_that_report_a_failure_are_kept_with_the_next_ones() {
        let mut lines =
            vec!["test races::clicks ... FAILED", "thread panicked at x.rs:3", "left: 1"];
        lines.extend(["all is well"; 100]);
        let text = excerpt(&lines);
        assert!(text.starts_with("\ntest races::clicks ... FAILED\nthread panicked"), "{text}");
        assert!(text.lines().count() < 10, "{text}");
    }

    #[test]
    fn without_such_lines_the_last_ones_are_kept() {
        let lines: Vec<String> = (0..100).map(|line| line.to_string()).collect();
        let text = excerpt(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.ends_with("\n99"), "{text}");
    }
}
