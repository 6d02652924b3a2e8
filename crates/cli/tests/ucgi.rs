//! `ucgi`: the binary is driven through pipes.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long a response may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn words() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lexicon/data/en-small.txt")
}

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .arg("ucgi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Waits for a line; others may only be information.
    fn expect(&self, pattern: &str) {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no answer, expected {pattern}"));
            if matches(pattern, &line) {
                return;
            }
            assert!(line.starts_with("info "), "expected {pattern}, got {line}");
        }
    }

    /// The engine exits normally.
    fn end(mut self) {
        drop(self.input.take());
        let output = self.child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("panicked"), "{errors}");
    }
}

/// Whether a line is what a pattern says; `*` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, "")) => line.starts_with(head),
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            let mut places = rest.char_indices().map(|(at, _)| at);
            places.any(|at| matches(tail, &rest[at..]))
        }),
    }
}

#[test]
fn a_session_follows_the_transcript() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/ucgi/session.txt");
    let words = words().to_str().unwrap().to_string();
    let mut engine = Engine::start(&[]);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            engine.send(format!("{}\n", sent.replace("{words}", &words)).as_bytes());
        } else if let Some(expected) = line.strip_prefix("< ") {
            engine.expect(expected);
        }
    }
    engine.end();
}

#[test]
fn stop_ends_a_search_immediately() {
    let mut engine = Engine::start(&["--lexicon", words().to_str().unwrap()]);
    engine.send(b"position startpos moves rack.AEINRST\nisready\n");
    engine.expect("readyok");
    for _ in 0..3 {
        engine.send(b"go infinite\n");
        std::thread::sleep(Duration::from_millis(50));
        let before = Instant::now();
        engine.send(b"stop\n");
        engine.expect("bestmove *");
        assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    }
    // A front end that goes away ends the engine, even while it thinks.
    engine.send(b"go infinite\n");
    engine.end();
}

/// After any hostile line, the engine still responds.
#[test]
fn the_engine_survives_hostile_lines() {
    let mut engine = Engine::start(&["--lexicon", words().to_str().unwrap()]);
    let long = format!("position cgp {}\n", "15/".repeat(100_000));
    let moves = format!("position startpos moves {}\n", "pass ".repeat(5_000));
    let racks = "15/15/15/15/15/15/15/7A7/15/15/15/15/15/15/15";
    let lines: Vec<Vec<u8>> = vec![
        vec![b'x'; 1 << 20],
        b"\n\r\n\r\r\n\0\0\0\n".to_vec(),
        b"\xFF\xFE\xFA position \xC3\x28\n".to_vec(),
        long.into_bytes(),
        moves.into_bytes(),
        b"go depth 0\n".to_vec(),
        b"go depth 99999999999999999999 nodes -1 movetime\n".to_vec(),
        b"stop\n".to_vec(),
        b"position cgp\nposition moves\nposition startpos moves moves moves\n".to_vec(),
        format!("position cgp {racks} ZZZZZZZ/QQQQQQQ 99999999999999999999/-5 4294967295\ngo nodes 20\nstop\n").into_bytes(),
        format!("position cgp {racks} AEST/ 1/2/3/4/5/6/7/8/9 0\ngo nodes 20\n").into_bytes(),
        format!("position cgp {racks} AEST/ -1/-2 -1\n").into_bytes(),
        format!("position cgp {racks} ??????? 0/0 0 moves ex.99 ex.??? rack.? h8.A rack.{}\n", "A".repeat(5_000)).into_bytes(),
        b"position startpos moves h8.[ h8.[A h8.]A h8..... rack. ex.. aa1.A 1.A a.A h8.\xE2\x98\x83\n".to_vec(),
        b"setoption name Variant value ../../../etc/passwd\nisready\n".to_vec(),
        b"setoption name Lexicon value /dev/null\nisready\n".to_vec(),
        b"setoption\nsetoption name\nsetoption value\nsetoption name value value value\n".to_vec(),
        b"setoption name Candidates value 0\nsetoption name Seed value -3\n".to_vec(),
    ];
    for line in lines {
        engine.send(&line);
        engine.send(b"\nstop\nisready\n");
        loop {
            let line = engine.lines.recv_timeout(PATIENCE).expect("an answer");
            if line == "readyok" {
                break;
            }
        }
    }
    engine.send(b"quit\n");
    engine.end();
}
