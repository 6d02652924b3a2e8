//! What was answered is there after the writer was killed.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append, game};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tilewright_storage::{Append, Appended, CommandKey, GameStore, SqliteStore};

const FILE: &str = "TILEWRIGHT_CRASH_TEST_FILE";
const KILLS: usize = 20;

/// The writer, in a process of its own: it appends until it is killed and says so each time.
#[test]
#[ignore = "started by the test below, in a process that is killed"]
fn writer() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let store = SqliteStore::open(&path).unwrap();
    if store.game("g").unwrap().is_none() {
        store.create_game(&game("g", &["ann"]), &[]).unwrap();
    }
    let mut out = std::io::stdout();
    // Should nobody kill it, it ends by itself.
    for _ in 0..20_000 {
        let expected = store.game("g").unwrap().unwrap().revision;
        let (first, second) = (format!("event {expected}"), format!("event {}", expected + 1));
        let key = CommandKey { client_id: format!("client {expected}"), seat: 0 };
        let sent = Append { command: Some(key), ..append("g", expected, &[&first, &second]) };
        assert_eq!(store.append(&[sent]).unwrap(), [Appended::Stored(expected + 2)]);
        writeln!(out, "stored {}", expected + 2).unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn nothing_that_was_answered_is_lost_when_the_writer_is_killed() {
    let stores = Stores::new("crash");
    let mut answered = 0u64;
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writer", "--ignored", "--nocapture"])
            .env(FILE, stores.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let told = lines.map_while(Result::ok).filter_map(|line| {
            line.rsplit_once("stored ").and_then(|(_, number)| number.trim().parse::<u64>().ok())
        });
        for (count, number) in told.enumerate() {
            answered = number;
            if count >= 3 + kill * 7 % 11 {
                break;
            }
        }
        // SIGKILL: no destructor runs, nothing is flushed.
        child.kill().unwrap();
        child.wait().unwrap();
        let store = SqliteStore::open(&stores.path()).unwrap();
        let revision = store.game("g").unwrap().unwrap().revision;
        let events = store.events("g", 0, usize::MAX >> 1).unwrap();
        assert!(revision >= answered && answered > 0, "{answered} answered, {revision} there");
        assert_eq!(events.len() as u64, revision, "a command is stored whole or not at all");
        assert!(events.iter().zip(0..).all(|(body, number)| *body == format!("event {number}")));
        assert_eq!(
            store.command("g", &format!("client {}", revision - 2)).unwrap().unwrap().to,
            revision
        );
    }
    assert!(answered > KILLS as u64 * 4);
}
