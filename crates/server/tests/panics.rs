//! A panic is a line of the log, and waits for nobody who reads it.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use tilewright_server::{LogFormat, init_logging};

/// Makes this test the process whose standard error nobody reads.
const CHILD: &str = "TILEWRIGHT_TEST_PANICS";
/// More than a pipe holds, and more than the queue.
const LINES: usize = 40_000;

/// Fills the log until its writer is stuck, then panics on a thread.
fn child() {
    let _log = init_logging(LogFormat::Json, std::io::stderr()).unwrap();
    for number in 0..LINES {
        tracing::info!(target: "tilewright_server", number, "a line of a log that nobody reads");
    }
    let panicked = std::thread::spawn(|| panic!("planted")).join();
    assert!(panicked.is_err());
    println!("alive");
}

#[test]
fn a_panic_does_not_wait_for_a_log_that_is_stuck() {
    if std::env::var_os(CHILD).is_some() {
        return child();
    }
    let name = "a_panic_does_not_wait_for_a_log_that_is_stuck";
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture"])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It stays open, and nobody reads it.
    let stuck = process.stderr.take();
    let (line, lines) = mpsc::channel();
    let out = BufReader::new(process.stdout.take().unwrap());
    std::thread::spawn(move || {
        for found in out.lines().map_while(Result::ok) {
            if line.send(found).is_err() {
                return;
            }
        }
    });
    let mut alive = false;
    while let Ok(found) = lines.recv_timeout(Duration::from_secs(30)) {
        if found.contains("alive") {
            alive = true;
            break;
        }
    }
    process.kill().unwrap();
    process.wait().unwrap();
    drop(stuck);
    assert!(alive, "the panic waits for its reader");
}
