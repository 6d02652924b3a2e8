//! A full disk: reads and health go on, writes are refused in time, and nothing that was acknowledged
//! is lost.
//!
//! The server gets a small disk of its own (a mount that only it sees), or, where mounts are not
//! allowed, a limit of the size of its files.

use crate::harness::{
    GIVES_UP, LASTS, Person, SLOWEST, STOPS, Server, folder, fresh_address, program, quiet_game,
    retried,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The size of the disk: enough for an empty database and its log.
const SIZE: &str = "8m";

/// How a disk is filled and emptied.
enum Disk {
    /// By a large file on the mount of the server.
    Mount(PathBuf),
    /// By a limit of the size of files.
    Limit(u32),
}

impl Disk {
    fn fill(&self) {
        match self {
            Disk::Mount(ballast) => {
                let full = std::fs::write(ballast, vec![0; 64 << 20]);
                assert!(full.is_err(), "the disk is larger than it should be");
            }
            Disk::Limit(process) => limit(*process, "1"),
        }
    }

    fn empty(&self) {
        match self {
            Disk::Mount(ballast) => std::fs::remove_file(ballast).unwrap(),
            Disk::Limit(process) => limit(*process, "unlimited"),
        }
    }
}

fn limit(process: u32, size: &str) {
    let size = format!("--fsize={size}:unlimited");
    let limited = Command::new("prlimit").args(["--pid", &process.to_string(), &size]).status();
    assert!(limited.unwrap().success());
}

/// Whether a process can get a mount of its own, and by which arguments of `unshare`.
fn unshare() -> Option<&'static str> {
    let can = |how: &&str| {
        let mount = ["sh", "-c", "mount -t tmpfs -o size=1m tmpfs /tmp"];
        let tried = Command::new("unshare").arg(how).args(mount).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    };
    ["-m", "-rm"].into_iter().find(can)
}

/// A server with a disk of its own.
fn start(folder: &Path) -> (Server, Disk) {
    // The log goes elsewhere: what a full disk does to it is another test.
    let log = Stdio::from(std::fs::File::create(folder.join("log")).unwrap());
    let data = folder.join("data");
    std::fs::create_dir_all(&data).unwrap();
    let how = unshare();
    let command = match how {
        Some(how) => {
            let mut command = Command::new("unshare");
            let mount = format!("mount -t tmpfs -o size={SIZE} tmpfs \"$0\"; exec \"$@\"");
            command.args([how, "sh", "-c", &mount]).arg(&data).arg(program());
            command
        }
        None => {
            // What exceeds the limit is an error, not the end of the process.
            let mut command = Command::new("sh");
            command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(program());
            command
        }
    };
    // `sh` and `unshare` become the server: the process stays the same.
    let server = Server::start_as(command, folder, &data, log);
    let disk = match how {
        Some(_) => {
            // The mount as the server sees it.
            let root = PathBuf::from(format!("/proc/{}/root", server.id()));
            let data = data.canonicalize().unwrap();
            Disk::Mount(root.join(data.strip_prefix("/").unwrap()).join("ballast"))
        }
        None => Disk::Limit(server.id()),
    };
    (server, disk)
}

/// How long a request took, and the status; 0 if nothing came.
async fn timed(person: &Person, method: &str, path: &str, body: Value) -> (Duration, u16) {
    let began = Instant::now();
    match tokio::time::timeout(GIVES_UP, person.ask(method, path, body)).await {
        Ok(Ok((status, _))) => (began.elapsed(), status),
        _ => (GIVES_UP, 0),
    }
}

fn pass(turn: u64, revision: u64) -> Value {
    json!({ "client_id": format!("turn {turn}"), "revision": revision,
        "command": { "type": "pass" } })
}

/// One more turn; the revision after it, or the status.
async fn turn(player: &Person, path: &str, turn: u64, revision: u64) -> Result<u64, u16> {
    let sent = player.ask("POST", &format!("{path}/commands"), pass(turn, revision)).await;
    match sent {
        Ok((200, sent)) => Ok(sent["revision"].as_u64().unwrap()),
        Ok((status, _)) => Err(status),
        Err(_) => Err(0),
    }
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[(times.len() * 99).div_ceil(100) - 1]
}

async fn attack(server: &Server, disk: &Disk) -> Result<(), String> {
    let address = server.address;
    let player = Person::guest(address, fresh_address()).await;
    let (game, mut revision) = player.create(quiet_game()).await.unwrap();
    let path = format!("/api/v1/games/{game}");
    for number in 0..20 {
        revision = turn(&player, &path, number, revision).await.unwrap();
    }
    disk.fill();
    let (mut times, mut refused) = (Vec::new(), 0);
    let until = Instant::now() + LASTS;
    while Instant::now() < until {
        let guest = Person::new(address, fresh_address());
        let sign_in = timed(&guest, "POST", "/api/v1/guests", json!({})).await;
        let a_move = timed(&player, "POST", &format!("{path}/commands"), pass(99, revision)).await;
        let view = timed(&player, "GET", &path, Value::Null).await;
        let health = timed(&guest, "GET", "/healthz", Value::Null).await;
        assert_eq!((view.1, health.1), (200, 200), "reading needs no room");
        for (time, status) in [sign_in, a_move] {
            assert!(
                status == 200 || status >= 500,
                "a full disk is no fault of the client: {status}"
            );
            refused += usize::from(status >= 500);
            times.push(time);
        }
        times.extend([view.0, health.0]);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(refused > 0, "the disk was never full");
    // With room everything goes on where it was; the last command may have been stored.
    disk.empty();
    let until = Instant::now() + GIVES_UP;
    let next = loop {
        match turn(&player, &path, 99, revision).await {
            Ok(next) => break next,
            Err(status) => assert!(Instant::now() < until, "still refused with {status}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(next > revision);
    turn(&player, &path, 100, next).await.unwrap();
    disk.fill();
    let slowest = p99(times);
    println!("a full disk: p99 of all answers {slowest:.0?}, {refused} writes refused");
    if slowest > SLOWEST {
        return Err(format!("a full disk: others wait for {slowest:?}"));
    }
    Ok(())
}

#[test]
fn a_full_disk_keeps_nobody_waiting_and_loses_nothing() {
    retried(|| {
        let (mut server, disk) = start(&folder("disk"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(attack(&server, &disk))?;
        let stopped = server.terminate();
        match stopped <= STOPS {
            true => Ok(()),
            false => Err(format!("a full disk: SIGTERM takes {stopped:?}")),
        }
    });
}
