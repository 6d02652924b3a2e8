//! Durable means synced: commands sent one after another cost at least one sync each.

use super::http::{Connection, ask};
use super::nodes::{Directory, Nodes};
use super::postgres_server;
use serde_json::{Value, json};
use std::time::Duration;

const COMMANDS: u64 = 40;

/// Games of one seat, and a pass in each of them: one for every step of the iterator, which returns
/// after the answer.
fn commands(port: u16) -> impl Iterator<Item = ()> {
    let mut connection: Connection = None;
    let mut ok = move |method: &str, path: &str, token: Option<&str>, body: Value| {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = ask(&mut connection, port, method, path, token, &body).unwrap();
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let token = ok("POST", "/api/v1/guests", None, json!({}))["token"].clone();
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
    // A pass ends a game of one seat: a game for each command.
    let games: Vec<Value> = (0..COMMANDS)
        .map(|_| ok("POST", "/api/v1/games", token.as_str(), settings.clone()))
        .collect();
    games.into_iter().map(move |made| {
        let path = format!("/api/v1/games/{}/commands", made["game"]["id"].as_str().unwrap());
        let revision = made["game"]["revision"].clone();
        let command =
            json!({ "client_id": "1", "revision": revision, "command": { "type": "pass" } });
        ok("POST", &path, token.as_str(), command);
    })
}

#[test]
#[ignore = "needs strace; cargo xtask test --only services"]
fn sqlite_syncs_every_command() {
    let directory = Directory::new("syncs");
    let trace = directory.0.join("trace");
    let file = directory.0.join("games.db").display().to_string();
    let name = trace.display().to_string();
    // The tracer is a child of what it traces: so the server can be killed as always.
    let prefix = ["strace", "-D", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", &name];
    let nodes = Nodes::start(1, &file, None, &directory.0, &prefix);
    let syncs = || {
        std::thread::sleep(Duration::from_millis(300));
        let text = std::fs::read_to_string(&trace).unwrap();
        // A call that another thread interrupts has a second line, which says that it resumed.
        let call = |line: &&str| line.contains("sync(") && !line.contains("resumed");
        text.lines().filter(call).count() as u64
    };
    let sent = commands(nodes.ports[0]);
    let before = syncs();
    sent.for_each(drop);
    let counted = syncs() - before;
    println!("SQLite: {counted} syncs for {COMMANDS} commands");
    assert!(counted >= COMMANDS, "{counted} syncs for {COMMANDS} commands");
}

#[test]
#[ignore = "needs PostgreSQL; cargo xtask test --only services"]
fn postgres_syncs_every_command() {
    let url = postgres_server::database().expect("PostgreSQL is installed");
    let directory = Directory::new("pg-syncs");
    let nodes = Nodes::start(1, &url, None, &directory.0, &[]);
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    // How much of the log is on disk. The statistics of syncs come seconds later, or not at all.
    let mut flushed = || -> i64 {
        let query = "SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint";
        client.query_one(query, &[]).unwrap().get(0)
    };
    let sent = commands(nodes.ports[0]);
    let mut before = flushed();
    let flushes = sent.filter(|()| {
        let now = flushed();
        std::mem::replace(&mut before, now) < now
    });
    let counted = flushes.count() as u64;
    println!("PostgreSQL: {counted} flushes for {COMMANDS} commands");
    assert_eq!(counted, COMMANDS, "flushes for commands");
}
