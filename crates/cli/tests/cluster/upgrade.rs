//! The version before and this one: over one database at the same time, one after the other, and back
//! again, as docs/upgrades.md describes it. Every acknowledged command is in the log, once.
//!
//! `cargo xtask upgrade-test` builds the version before and runs these tests.

use super::database::Database;
use super::nodes::{Directory, Nodes};
use super::{meanwhile, nats, postgres_server, settle};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const NEW: &str = env!("CARGO_BIN_EXE_tilewright");

/// The program of the version before.
fn previous() -> String {
    std::env::var("TILEWRIGHT_PREVIOUS").expect("cargo xtask upgrade-test sets TILEWRIGHT_PREVIOUS")
}

/// Runs a command for operators.
fn admin(program: &str, arguments: &[&str], database: &str) {
    let mut command = Command::new(program);
    command.arg("admin").args(arguments).args(["--database", database]);
    let done = command.output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    println!(
        "{} {}: {}",
        if program == NEW { "new" } else { "old" },
        arguments.join(" "),
        said.trim()
    );
    assert!(done.status.success(), "{arguments:?}: {said}");
}

/// Waits until this many more commands were acknowledged, while games are still played.
fn more(count: usize, acked: &AtomicUsize, done: &AtomicBool) {
    let (since, before) = (Instant::now(), acked.load(Ordering::SeqCst));
    while acked.load(Ordering::SeqCst) < before + count {
        assert!(!done.load(Ordering::SeqCst), "the games are over before the upgrade is");
        assert!(since.elapsed() < Duration::from_secs(180), "games do not go on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs the program of the version before; cargo xtask upgrade-test"]
fn two_versions_side_by_side_play_the_same_games() {
    let old = previous();
    let url = postgres_server::database().expect("PostgreSQL is installed");
    let nats = nats::Nats::start().expect("nats-server is installed");
    let directory = Directory::new("upgrade");
    let nats = nats.url();
    let nodes = Nodes::start_program(&old, 2, &url, Some(&nats), &directory.0, &[]);
    let record = meanwhile(&nodes, 8, 16, |acked, done| {
        more(50, acked, done);
        admin(NEW, &["migrate"], &url);
        // Both servers are old, the schema is new.
        more(200, acked, done);
        nodes.replace(0, NEW);
        // One is old, one is new.
        more(300, acked, done);
        nodes.replace(1, NEW);
    });
    let acked = settle(&record, &Database::Postgres(url.clone()), &url);
    println!("side by side: {} games, {acked} commands acknowledged", record.len());
    (0..2).for_each(|node| nodes.terminate(node));
}

/// Upgrades one server, goes back, and upgrades again; games are played with every version.
fn there_and_back(database: &Database, url: &str, name: &str) {
    let old = previous();
    let directory = Directory::new(name);
    let nodes = Nodes::start_program(&old, 1, url, None, &directory.0, &[]);
    let schema = database.schema();
    let play = || meanwhile(&nodes, 4, 4, |_, _| ());
    let mut record = play();
    nodes.replace(0, NEW);
    assert!(database.schema() >= schema);
    record.extend(play());
    nodes.terminate(0);
    admin(NEW, &["migrate", "--to", &schema.to_string()], url);
    assert_eq!(database.schema(), schema);
    admin(&old, &["verify"], url);
    nodes.replace(0, &old);
    record.extend(play());
    nodes.replace(0, NEW);
    record.extend(play());
    let acked = settle(&record, database, url);
    println!("{name}: {} games, {acked} commands acknowledged", record.len());
    nodes.terminate(0);
}

#[test]
#[ignore = "needs the program of the version before; cargo xtask upgrade-test"]
fn the_way_back_over_sqlite_keeps_every_game() {
    let directory = Directory::new("back-file");
    let file = directory.0.join("games.db");
    let url = file.display().to_string();
    there_and_back(&Database::Sqlite(file), &url, "back-sqlite");
}

#[test]
#[ignore = "needs the program of the version before; cargo xtask upgrade-test"]
fn the_way_back_over_postgres_keeps_every_game() {
    let url = postgres_server::database().expect("PostgreSQL is installed");
    there_and_back(&Database::Postgres(url.clone()), &url, "back-postgres");
}
