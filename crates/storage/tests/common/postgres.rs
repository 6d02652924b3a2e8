//! A PostgreSQL of its own for a test process: made from scratch, stopped when the process ends.

#![allow(dead_code)]

use super::certificates;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A fresh database in it; `None` if PostgreSQL is not installed.
pub fn database() -> Option<String> {
    static SERVER: OnceLock<Option<u16>> = OnceLock::new();
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let port = (*SERVER.get_or_init(start))?;
    let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::SeqCst));
    let admin = format!("host=127.0.0.1 port={port} user=postgres dbname=postgres");
    let mut client = postgres::Client::connect(&admin, postgres::NoTls).unwrap();
    client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
    Some(format!("postgres://postgres@127.0.0.1:{port}/{name}"))
}

/// Kills the server as a crash does, and starts it again.
pub fn crash() {
    let script = r#""$BIN/pg_ctl" -D "$DIR/data" -m immediate -w -l "$DIR/log" restart"#;
    let done = as_owner(script)
        .env("BIN", programs().unwrap())
        .env("DIR", directory())
        .current_dir(Path::new("/"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(done.is_ok_and(|status| status.success()), "PostgreSQL starts again");
}

/// The file with the authority that has signed the server's certificate, which is for `localhost`.
pub fn authority() -> PathBuf {
    directory().join("authority.pem")
}

/// The address of a database, for connections that are encrypted and verified in full.
pub fn encrypted(url: &str) -> String {
    let named = url.replace("127.0.0.1", "localhost");
    format!("{named}?sslmode=verify-full&sslrootcert={}", authority().display())
}

fn directory() -> PathBuf {
    std::env::temp_dir().join(format!("tilewright-pg-{}", std::process::id()))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

/// A script run by the owner of the database.
fn as_owner(script: &str) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command.args(["-c", script]);
    command
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> =
        versions.flatten().map(|entry| entry.path().join("bin")).collect();
    found.retain(|directory| directory.join("initdb").is_file());
    found.sort();
    found.pop()
}

/// Starts a server that watches this process and stops after it.
fn start() -> Option<u16> {
    let programs = programs()?;
    let port = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let directory = directory();
    let script = r#"set -e
        "$BIN/initdb" -D "$DIR/data" -A trust -U postgres --no-sync --encoding=UTF8 --locale=C
        cat "$DIR/server.key" >"$DIR/private.key"
        chmod 600 "$DIR/private.key"
        echo "ssl = on
        ssl_cert_file = '$DIR/server.pem'
        ssl_key_file = '$DIR/private.key'" >>"$DIR/data/postgresql.conf"
        "$BIN/postgres" -D "$DIR/data" -c listen_addresses=127.0.0.1 -p "$PORT" -k "$DIR" &
        while [ -d "/proc/$WATCH" ]; do sleep 0.2; done
        "$BIN/pg_ctl" -D "$DIR/data" -m immediate -w stop || true
        rm -rf "$DIR""#;
    std::fs::create_dir_all(&directory).ok()?;
    certificates::make(&directory).unwrap();
    // It refuses to run as root.
    if is_root() && !Command::new("chown").arg("postgres").arg(&directory).status().ok()?.success()
    {
        return None;
    }
    let mut command = as_owner(script);
    command
        .env("BIN", &programs)
        .env("DIR", &directory)
        .env("PORT", port.to_string())
        .env("WATCH", std::process::id().to_string())
        .current_dir(Path::new("/"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let admin = format!("host=127.0.0.1 port={port} user=postgres dbname=postgres");
    let began = Instant::now();
    while postgres::Client::connect(&admin, postgres::NoTls).is_err() {
        if began.elapsed() > Duration::from_secs(30) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Some(port)
}
