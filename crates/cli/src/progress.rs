//! A progress bar on the terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often the bar is redrawn.
const EVERY: Duration = Duration::from_millis(100);
const WIDTH: u64 = 30;

/// A progress bar on standard error, if that is a terminal.
pub struct Progress {
    what: &'static str,
    total: u64,
    started: Instant,
    /// When the bar was last drawn; `None` if standard error is not a terminal.
    drawn: Mutex<Option<Instant>>,
}

impl Progress {
    /// A bar from 0 to `total`.
    pub fn new(what: &'static str, total: u64) -> Progress {
        let drawn = std::io::stderr().is_terminal().then(Instant::now);
        Progress { what, total, started: Instant::now(), drawn: Mutex::new(drawn) }
    }

    /// Shows that `done` are done. May be called from any thread.
    pub fn at(&self, done: u64) {
        let Ok(mut drawn) = self.drawn.try_lock() else { return };
        let Some(last) = *drawn else { return };
        if last.elapsed() < EVERY && done < self.total {
            return;
        }
        *drawn = Some(Instant::now());
        let filled = (WIDTH * done / self.total.max(1)) as usize;
        let bar = "#".repeat(filled) + &".".repeat(WIDTH as usize - filled.min(WIDTH as usize));
        let rate = done as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let line = format!("[{bar}] {done}/{} {} {rate:.1}/s", self.total, self.what);
        // A bar that cannot be drawn is no reason to stop the work.
        let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if self.drawn.lock().is_ok_and(|drawn| drawn.is_some()) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
