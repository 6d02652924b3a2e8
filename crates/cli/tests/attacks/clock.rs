//! A clock that jumps: hours and weeks forward and back, several times a second.
//!
//! Needs libfaketime, which `cargo xtask test` installs; it changes what the process sees of the time
//! of day, and leaves the monotonic clock alone.

use crate::harness::{ATTACKER, Server, connect, folder, hold, program};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Where distributions install the library.
const LIBRARIES: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
];

/// How far the clock is from the right time, one after the other.
const JUMPS: [&str; 8] = ["+0", "+3600", "-3600", "+86400", "-86400", "+20d", "-20d", "+7200"];

/// Sets the clock: the file is replaced at once, because the server may be reading it.
fn set_clock(folder: &Path, time: &str) {
    let new = folder.join("time.new");
    std::fs::write(&new, time).unwrap();
    std::fs::rename(new, folder.join("time")).unwrap();
}

fn start(folder: &Path, library: &str) -> Server {
    set_clock(folder, "+0");
    let mut command = Command::new(program());
    command
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", folder.join("time"))
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .env("DONT_FAKE_MONOTONIC", "1");
    let log = std::fs::File::create(folder.join("log")).unwrap();
    Server::start_as(command, folder, folder, Stdio::from(log))
}

/// The date in the head of a response.
async fn date(address: SocketAddr) -> Option<String> {
    let mut stream = connect(address, ATTACKER).await.ok()?;
    let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("date: "))?;
    Some(line.split(' ').take(4).collect::<Vec<_>>().join(" "))
}

#[test]
fn jumps_of_the_clock_keep_nobody_waiting() {
    let Some(library) = LIBRARIES.into_iter().find(|path| Path::new(path).is_file()) else {
        assert!(std::env::var_os("CI").is_none(), "install the package faketime");
        println!("left out: the package faketime is not installed");
        return;
    };
    let folder: PathBuf = folder("clock");
    hold(
        "a clock that jumps",
        || start(&folder, library),
        |address| {
            let folder = folder.clone();
            async move {
                let mut dates = std::collections::BTreeSet::new();
                for jump in JUMPS.iter().cycle() {
                    set_clock(&folder, jump);
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    dates.extend(date(address).await);
                    // The attack ends, which the harness reports, if the clock has never jumped.
                    if *jump == "+7200" && dates.len() < 3 {
                        return;
                    }
                }
            }
        },
    );
}
