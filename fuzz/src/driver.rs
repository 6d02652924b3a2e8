//! The targets' own driver: changes the seeds at random for a while. It runs on any toolchain, is
//! not guided by coverage, and always makes the same inputs in the same order.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The longest input.
const LONGEST: usize = 16 << 10;
/// An input that takes longer than this is a finding.
const SLOWEST: Duration = Duration::from_secs(25);
/// Bytes that tend to matter.
const TELLING: &[u8] = b"\0\xFF\x7F\x80 \n\"'[]{},:#=-+.?|0129eE*/";

/// Runs a target: `--seconds N`, or files to be tried one by one.
pub fn run(target: &str, check: fn(&[u8])) -> ExitCode {
    let mut seconds = 10;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--seconds" {
            match arguments.next().and_then(|number| number.parse().ok()) {
                Some(number) => seconds = number,
                None => return usage(target),
            }
        } else if argument.starts_with('-') {
            return usage(target);
        } else {
            files.push(PathBuf::from(argument));
        }
    }
    if !files.is_empty() {
        return try_files(&files, check);
    }
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = read_seeds(&home.join("seeds").join(target));
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let start = Instant::now();
    let (mut executions, mut slowest) = (0u64, Duration::ZERO);
    while start.elapsed() < Duration::from_secs(seconds) || (executions as usize) < seeds.len() {
        let input = match seeds.get(executions as usize) {
            Some(seed) => seed.clone(),
            None => random.input(&seeds),
        };
        let begun = Instant::now();
        if std::panic::catch_unwind(|| check(&input)).is_err() {
            return keep(home, target, &input, "a panic");
        }
        let taken = begun.elapsed();
        slowest = slowest.max(taken);
        if taken > SLOWEST {
            return keep(home, target, &input, &format!("{} s for one input", taken.as_secs()));
        }
        executions += 1;
    }
    let rate = executions as f64 / start.elapsed().as_secs_f64().max(0.001);
    println!(
        "{target}: {executions} executions from {} seeds, {rate:.0} a second, the slowest {} ms",
        seeds.len(),
        slowest.as_millis()
    );
    ExitCode::SUCCESS
}

fn usage(target: &str) -> ExitCode {
    eprintln!("usage: {target} [--seconds N | FILE...]");
    ExitCode::from(2)
}

fn try_files(files: &[PathBuf], check: fn(&[u8])) -> ExitCode {
    for file in files {
        match std::fs::read(file) {
            Ok(input) => check(&input),
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                return ExitCode::from(2);
            }
        }
        println!("{}: nothing found", file.display());
    }
    ExitCode::SUCCESS
}

fn read_seeds(directory: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Keeps the input of a finding where cargo-fuzz keeps its own.
fn keep(home: &Path, target: &str, input: &[u8], what: &str) -> ExitCode {
    let name = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let directory = home.join("artifacts").join(target);
    let path = directory.join(format!("crash-{name:016x}"));
    let kept = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, input));
    match kept {
        Ok(()) => eprintln!("{target}: {what}; the input is {}", path.display()),
        Err(error) => eprintln!("{target}: {what}; the input could not be kept: {error}"),
    }
    ExitCode::FAILURE
}

/// A small generator (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, size: usize) -> usize {
        (self.next() % size.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        match self.below(3) {
            0 => TELLING[self.below(TELLING.len())],
            _ => (self.next() >> 32) as u8,
        }
    }

    /// A changed seed, or now and then bytes out of nothing.
    fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        if seeds.is_empty() || self.below(8) == 0 {
            let length = self.below(200);
            return (0..length).map(|_| self.byte()).collect();
        }
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(8) {
            let other = &seeds[self.below(seeds.len())];
            self.change(&mut input, other);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(input.len() + 1);
        let end = (at + 1 + self.below(16)).min(input.len());
        match self.below(7) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.byte(),
            2 => input.insert(at, self.byte()),
            3 => drop(input.drain(at..end)),
            4 => {
                let again = input[at..end].to_vec();
                input.splice(at..at, again);
            }
            5 => {
                let from = self.below(other.len() + 1);
                let to = (from + self.below(64)).min(other.len());
                input.splice(at..end, other[from..to].iter().copied());
            }
            _ => {
                let digits = input.iter().skip(at).position(u8::is_ascii_digit);
                let number = (self.next() >> self.below(64)).to_string();
                if let Some(place) = digits {
                    input.splice(at + place..at + place + 1, number.into_bytes());
                }
            }
        }
    }
}
