//! Real servers are killed while many games are played: every acknowledged command is in the log, once.
//!
//! These tests start processes, PostgreSQL and NATS, and take minutes: `cargo xtask test --only
//! services` runs them. `TILEWRIGHT_KILL_WAVES=3` plays three times as long.

#![cfg(all(feature = "postgres", target_os = "linux"))]
#![allow(clippy::unwrap_used)]

#[path = "../../storage/tests/common/certificates.rs"]
mod certificates;
#[path = "cluster/check.rs"]
mod check;
#[path = "cluster/database.rs"]
mod database;
#[path = "cluster/http.rs"]
mod http;
#[path = "../../server/tests/common/nats.rs"]
#[allow(dead_code)]
mod nats;
#[path = "cluster/nodes.rs"]
mod nodes;
#[path = "cluster/play.rs"]
mod play;
#[path = "../../storage/tests/common/postgres.rs"]
mod postgres_server;
#[path = "cluster/syncs.rs"]
mod syncs;
#[path = "cluster/upgrade.rs"]
mod upgrade;

use check::{ClientRecord, faults};
use database::Database;
use nodes::{Directory, Nodes};
use play::Play;
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many times over the games are played.
fn waves() -> usize {
    std::env::var("TILEWRIGHT_KILL_WAVES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Plays games while a disturbance runs. The disturbance can read the number of acknowledged
/// commands and runs until the games are done.
fn meanwhile(
    nodes: &Nodes,
    threads: usize,
    games_each: usize,
    disturb: impl FnOnce(&AtomicUsize, &AtomicBool) + Send,
) -> BTreeMap<String, ClientRecord> {
    let (acked, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (acked, done) = (&acked, &done);
        scope.spawn(move || disturb(acked, done));
        let play = Play { ports: &nodes.ports, acked };
        // The disturbance ends even if the games fail.
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            play::run(&play, threads, games_each)
        }));
        done.store(true, Ordering::SeqCst);
        played.unwrap_or_else(|fault| std::panic::resume_unwind(fault))
    })
}

/// Compares the clients' records with the store, and replays every game.
fn settle(records: &BTreeMap<String, ClientRecord>, database: &Database, url: &str) -> usize {
    let stored = database.games();
    let mut found = Vec::new();
    for (game, record) in records {
        let faults = match stored.get(game) {
            Some(stored) => faults(record, stored),
            None => vec!["there is no such game".to_string()],
        };
        found.extend(faults.into_iter().map(|fault| format!("{game}: {fault}")));
    }
    assert_eq!(found, [""; 0]);
    let program = env!("CARGO_BIN_EXE_tilewright");
    let verified = Command::new(program).args(["admin", "verify", "--database", url]).output();
    let verified = verified.unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    records.values().map(|record| record.acked.len()).sum()
}

#[test]
#[ignore = "minutes; cargo xtask test --only services"]
fn three_servers_over_postgres_and_nats_are_killed_again_and_again() {
    let url = postgres_server::database().expect("PostgreSQL is installed");
    let mut nats = nats::Nats::encrypted().expect("nats-server is installed");
    let directory = Directory::new("three");
    let nodes =
        Nodes::start(3, &postgres_server::encrypted(&url), Some(&nats.url()), &directory.0, &[]);
    for wave in 0..waves() {
        let (mut kills, mut crashes, mut restarts) = (0, 0, 0);
        let began = Instant::now();
        let record = meanwhile(&nodes, 25, 20, |acked, done| {
            while !done.load(Ordering::SeqCst) {
                // Every three seconds, and sooner where games are played faster.
                let (since, before) = (Instant::now(), acked.load(Ordering::SeqCst));
                while since.elapsed() < Duration::from_secs(3)
                    && acked.load(Ordering::SeqCst) < before + 400
                    && !done.load(Ordering::SeqCst)
                {
                    std::thread::sleep(Duration::from_millis(20));
                }
                let node = (kills * 7 + kills / 3) % 3;
                nodes.kill(node);
                nodes.run(node);
                kills += 1;
                let stored = acked.load(Ordering::SeqCst);
                if crashes == 0 && stored > 500 {
                    postgres_server::crash();
                    crashes += 1;
                } else if restarts == 0 && crashes == 1 && stored > 1000 {
                    nats.kill();
                    assert!(nats.run());
                    restarts += 1;
                }
            }
        });
        (0..3).for_each(|node| nodes.ready(node));
        let acked = settle(&record, &Database::Postgres(url.clone()), &url);
        let seconds = began.elapsed().as_secs();
        println!(
            "wave {wave}: {} games, {acked} commands acknowledged, {kills} servers killed, \
             PostgreSQL crashed {crashes}x, NATS restarted {restarts}x, {seconds} s",
            record.len()
        );
        assert_eq!((record.len(), crashes, restarts), (500, 1, 1));
        assert!(kills >= 4 && acked > 2000);
    }
}

#[test]
#[ignore = "minutes; cargo xtask test --only services"]
fn one_server_over_sqlite_is_killed_twenty_times() {
    let directory = Directory::new("one");
    let file = directory.0.join("games.db");
    let url = file.display().to_string();
    let nodes = Nodes::start(1, &url, None, &directory.0, &[]);
    let (mut kills, mut record) = (0, BTreeMap::new());
    let began = Instant::now();
    while kills < 20 {
        record.extend(meanwhile(&nodes, 25, 20, |acked, done| {
            let mut next = 120;
            while !done.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
                if acked.load(Ordering::SeqCst) >= next {
                    nodes.kill(0);
                    nodes.run(0);
                    nodes.ready(0);
                    kills += 1;
                    next = acked.load(Ordering::SeqCst) + 120;
                }
            }
        }));
    }
    let acked = settle(&record, &Database::Sqlite(file), &url);
    let (games, seconds) = (record.len(), began.elapsed().as_secs());
    println!("{games} games, {acked} commands acknowledged, {kills} kills, {seconds} s");
}

#[test]
#[ignore = "minutes; cargo xtask test --only services"]
fn a_rolling_restart_loses_nothing() {
    let url = postgres_server::database().expect("PostgreSQL is installed");
    let nats = nats::Nats::encrypted().expect("nats-server is installed");
    let directory = Directory::new("rolling");
    let nodes =
        Nodes::start(3, &postgres_server::encrypted(&url), Some(&nats.url()), &directory.0, &[]);
    let mut restarted = 0;
    let record = meanwhile(&nodes, 8, 10, |_, done| {
        while !done.load(Ordering::SeqCst) || restarted < 3 {
            let node = restarted % 3;
            nodes.terminate(node);
            nodes.run(node);
            nodes.ready(node);
            restarted += 1;
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    let acked = settle(&record, &Database::Postgres(url.clone()), &url);
    let games = record.len();
    println!("{games} games, {acked} commands acknowledged, {restarted} servers restarted");
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    (0..3).for_each(|node| nodes.terminate(node));
    // The row by which servers find out whether they can write belongs to none of them.
    let sql = "SELECT COUNT(*) FROM leases WHERE holder <> '#ready'";
    let leases = client.query_one(sql, &[]).unwrap();
    assert_eq!(leases.get::<_, i64>(0), 0, "servers that stopped hold nothing");
}
