//! Output of the commands: text, JSON and errors.

use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

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
            print(&line.expect("results are plain data with string keys"));
        } else {
            print(text().trim_end());
        }
    }

    /// Reports a failure.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        if self.json {
            let line = serde_json::json!({ "ok": false, "error": failure.message });
            print(&line.to_string());
        }
        eprintln!("tilewright: {}", failure.message);
        ExitCode::from(failure.status)
    }
}

/// Prints a line. If that fails, for example because a disk is full, the program ends with an
/// error: a result that is lost is no success.
pub fn print(text: &str) {
    if let Err(failure) = print_bytes(format!("{text}\n").as_bytes()) {
        eprintln!("tilewright: {}", failure.message);
        std::process::exit(failure.status.into());
    }
}

/// Writes bytes to standard output. A closed pipe is no failure, so `tilewright variant list |
/// head` works.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
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
    let metadata = std::fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if metadata.len() > limit {
        return Err(fail(format!(
            "the file is too large: {} bytes, at most {limit}",
            metadata.len()
        )));
    }
    std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))
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
