//! What the commands print.

use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong and how to mend it.
    pub message: String,
    /// The exit status: 1 for a finding, 2 for wrong usage.
    pub status: u8,
}

impl Failure {
    /// Wrong usage.
    pub fn usage(message: impl Display) -> Failure {
        Failure { message: message.to_string(), status: 2 }
    }

    /// A finding.
    pub fn finding(message: impl Display) -> Failure {
        Failure { message: message.to_string(), status: 1 }
    }
}

/// How the answers are printed.
pub struct Output {
    /// In JSON.
    pub json: bool,
}

impl Output {
    /// Prints the JSON form or the text form of an answer.
    pub fn answer(&self, json: &impl Serialize, text: impl FnOnce() -> String) {
        if self.json {
            match serde_json::to_string(json) {
                Ok(line) => print(&line),
                Err(error) => print(&format!("{{\"error\":\"{error}\"}}")),
            }
        } else {
            print(text().trim_end());
        }
    }

    /// Tells a failure.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        if self.json {
            let line = serde_json::json!({ "ok": false, "error": failure.message });
            print(&line.to_string());
        }
        eprintln!("tilewright: {}", failure.message);
        ExitCode::from(failure.status)
    }
}

/// Prints a line; a closed pipe is no failure.
pub fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Reads a text file of bounded size.
pub fn read_file(path: &str, bound: u64) -> Result<String, Failure> {
    let fail = |reason: String| Failure::usage(format!("{path}: {reason}"));
    let metadata = std::fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if metadata.len() > bound {
        return Err(fail(format!("has {} bytes, the bound is {bound}", metadata.len())));
    }
    std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))
}

/// Writes a file, or to standard output where the path is `-` or missing.
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

/// Writes a file of bytes.
pub fn write_bytes(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::usage(format!("{path}: {error}")))
}
