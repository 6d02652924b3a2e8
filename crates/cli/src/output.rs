//! Output of the commands: text, JSON and errors.

use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;
pub use tilewright::report::terminal::one_line;
use tilewright::report::terminal::{escaped_document, printable};

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong and how to fix it.
    pub message: String,
    /// The exit status: 1 for a failed check, 2 for wrong usage.
    pub status: u8,
}

impl Failure {
    /// Wrong usage.
    pub fn usage(message: impl Display) -> Failure {
        Failure { message: message.to_string(), status: 2 }
    }

    /// A failed check.
    pub fn finding(message: impl Display) -> Failure {
        Failure { message: message.to_string(), status: 1 }
    }
}

/// How results are printed.
pub struct Output {
    /// Print JSON.
    pub json: bool,
}

impl Output {
    /// Prints a result as JSON or as text.
    pub fn answer(&self, json: &impl Serialize, text: impl FnOnce() -> String) {
        if self.json {
            let line = serde_json::to_string(json);
            print_document(&line.expect("results are plain data with string keys"));
        } else {
            print(text().trim_end());
        }
    }

    /// Reports a failure.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        if self.json {
            let line = serde_json::json!({ "ok": false, "error": failure.message });
            print_document(&line.to_string());
        }
        warn(&failure.message);
        ExitCode::from(failure.status)
    }
}

/// Prints text for people. Control characters are escaped; texts from data that belong on one
/// line go through [`one_line`] before they come here. If printing fails, for example because a
/// disk is full, the program ends with an error: a result that is lost is no success.
pub fn print(text: &str) {
    write_line(&printable(text));
}

/// Prints JSON or TOML; see [`print`]. Escapes keep its strings what they are.
pub fn print_document(text: &str) {
    write_line(&escaped_document(text));
}

fn write_line(text: &str) {
    if let Err(failure) = write_all(format!("{text}\n").as_bytes()) {
        warn(&failure.message);
        std::process::exit(failure.status.into());
    }
}

/// Prints text for people that nobody needs: if it cannot be written, the program goes on.
pub fn announce(text: &str) {
    if let Err(failure) = write_all(format!("{}\n", printable(text)).as_bytes()) {
        warn(&failure.message);
    }
}

/// Prints a line for people on standard error, after the name of the program.
pub fn warn(message: &str) {
    note(&format!("tilewright: {message}"));
}

/// Prints a line for people on standard error.
pub fn note(line: &str) {
    // There is nowhere left to report that standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", one_line(line));
}

/// Writes a file to standard output: as it is, unless a terminal would have to show it.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    match std::io::stdout().is_terminal() {
        true => write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes()),
        false => write_all(bytes),
    }
}

/// A closed pipe is no failure, so `tilewright variant list | head` works.
fn write_all(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::finding(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Reads a text file of at most `limit` bytes.
pub fn read_file(path: &str, limit: u64) -> Result<String, Failure> {
    let fail = |reason: String| Failure::usage(format!("{path}: {reason}"));
    let file = std::fs::File::open(path).map_err(|error| fail(error.to_string()))?;
    let mut bytes = Vec::new();
    // A pipe or a device has no length to ask for.
    let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > limit {
        return Err(fail(format!("the file is too large: at most {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| fail("the file is not UTF-8 text".to_string()))
}

/// Writes a text file, or to standard output if the path is `-` or missing.
pub fn write_file(path: Option<&str>, text: &str) -> Result<(), Failure> {
    match path {
        None | Some("-") => {
            print(text.trim_end());
            Ok(())
        }
        Some(path) => {
            std::fs::write(path, text).map_err(|error| Failure::usage(format!("{path}: {error}")))
        }
    }
}

/// Writes a binary file.
pub fn write_bytes(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::usage(format!("{path}: {error}")))
}
