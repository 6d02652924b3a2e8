//! The operator's log: structured lines, as JSON or for people.
//!
//! Lines are written by a thread of their own. A log that cannot keep up loses lines, which are
//! counted; it never blocks the server, and neither does a panic, which is a line like others.
//! Fields are ids and causes. Bodies of requests, tokens, tiles and seeds are never fields.

use crate::completion;
use std::error::Error;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};
use tracing::Dispatch;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

/// Lines that wait for a slow writer; more are dropped.
const QUEUE: usize = 16_384;
/// The most bytes of these lines.
const QUEUE_BYTES: usize = 8 << 20;
/// How long lines that wait are written when the process ends.
const LAST_LINES: Duration = Duration::from_secs(1);

/// How lines of the log look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// One JSON object a line.
    #[default]
    Json,
    /// For people.
    Text,
}

impl LogFormat {
    /// A log that writes every line at once, as tests want it.
    pub fn dispatch<W>(self, writer: W) -> Dispatch
    where
        W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
    {
        let registry = tracing_subscriber::registry().with(
            Targets::new()
                .with_default(LevelFilter::WARN)
                .with_target("tilewright", LevelFilter::INFO),
        );
        // The layer's own complaints would go to standard error, which may be stuck.
        let layer = tracing_subscriber::fmt::layer().log_internal_errors(false);
        let layer = layer.with_writer(writer);
        match self {
            LogFormat::Json => {
                let json = layer.json().flatten_event(true).with_span_list(false);
                Dispatch::new(registry.with(json))
            }
            LogFormat::Text => Dispatch::new(registry.with(layer.with_ansi(false))),
        }
    }
}

/// Lines that were dropped because their writer was too slow.
static DROPPED: AtomicU64 = AtomicU64::new(0);
/// Lines that wait.
static WAITING: AtomicUsize = AtomicUsize::new(0);
/// Bytes of the lines that wait.
static WAITING_BYTES: AtomicUsize = AtomicUsize::new(0);

/// What the thread of the log is sent.
enum Message {
    Line(Vec<u8>),
    /// Write what waits, answer, and end.
    Stop(SyncSender<()>),
}

/// Hands lines to the thread of the log. A full queue drops the line.
#[derive(Clone)]
struct Lines(SyncSender<Message>);

impl Write for Lines {
    /// The layer writes a whole line at once.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let bytes = WAITING_BYTES.fetch_add(line.len(), Ordering::Relaxed);
        WAITING.fetch_add(1, Ordering::Relaxed);
        let fits = bytes.saturating_add(line.len()) <= QUEUE_BYTES;
        if !fits || self.0.try_send(Message::Line(line.to_vec())).is_err() {
            taken(line);
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line does not wait any more.
fn taken(line: &[u8]) {
    WAITING.fetch_sub(1, Ordering::Relaxed);
    WAITING_BYTES.fetch_sub(line.len(), Ordering::Relaxed);
}

/// Writes lines until it is stopped. A writer that fails loses the line.
fn run(receiver: &Receiver<Message>, mut writer: impl Write) {
    while let Ok(message) = receiver.recv() {
        match message {
            Message::Line(line) => {
                taken(&line);
                if writer.write_all(&line).is_err() {
                    DROPPED.fetch_add(1, Ordering::Relaxed);
                }
            }
            Message::Stop(done) => {
                // There is no log in which a failure could be reported.
                drop(writer.flush());
                match done.send(()) {
                    // Nobody may wait any more.
                    Ok(()) | Err(_) => return,
                }
            }
        }
    }
}

/// Writes the lines that still wait when it is dropped; a writer that is stuck is not waited for.
pub struct LogGuard(SyncSender<Message>);

impl Drop for LogGuard {
    fn drop(&mut self) {
        let (done, stopped) = sync_channel(1);
        let (mut stop, until) = (Message::Stop(done), Instant::now() + LAST_LINES);
        while let Err(TrySendError::Full(back)) = self.0.try_send(stop) {
            if Instant::now() > until {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
            stop = back;
        }
        match stopped.recv_timeout(until.saturating_duration_since(Instant::now())) {
            // An error is a timeout: the lines are lost.
            Ok(()) | Err(_) => {}
        }
    }
}

/// Logs a panic. The hook of the standard library writes to standard error itself, and would wait
/// there for its reader.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let said = completion::message(panic.payload());
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("unnamed");
    let place = panic.location().map(ToString::to_string);
    tracing::error!(error = said, thread, place, "a panic");
}

/// Sends the log of the whole process, panics too, to a writer, on a thread of its own.
///
/// # Errors
/// If no thread can be started, or the process has a log already.
pub fn init_logging(
    format: LogFormat,
    writer: impl Write + Send + 'static,
) -> io::Result<LogGuard> {
    let (sender, receiver) = sync_channel(QUEUE);
    let thread = std::thread::Builder::new().name("log".to_string());
    thread.spawn(move || run(&receiver, writer))?;
    let lines = Lines(sender.clone());
    let dispatch = format.dispatch(move || lines.clone());
    tracing::dispatcher::set_global_default(dispatch).map_err(io::Error::other)?;
    std::panic::set_hook(Box::new(log_panic));
    Ok(LogGuard(sender))
}

/// How many lines of the log were dropped because its writer was too slow.
pub(crate) fn dropped_lines() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

/// How many lines wait to be written.
pub(crate) fn waiting_lines() -> usize {
    WAITING.load(Ordering::Relaxed)
}

/// An error and its causes, in one line.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        // Some errors repeat their cause.
        if !text.ends_with(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_storage::{DatabaseError, StoreError};

    #[test]
    fn a_chain_names_every_cause_once() {
        let disk = io::Error::other("no space left");
        let error = StoreError::Database(DatabaseError::caused_by("cannot write", disk));
        assert_eq!(chain(&error), "the database: cannot write: no space left");
        let disk = io::Error::other("no space left");
        let error = StoreError::Database(DatabaseError::caused_by("it: no space left", disk));
        assert_eq!(chain(&error), "the database: it: no space left");
    }

    /// A writer that waits for a permission before every line.
    struct Slow(Receiver<()>, std::sync::mpsc::Sender<Vec<u8>>);

    impl Write for Slow {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.send(line.to_vec()).map_err(io::Error::other)?;
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_cannot_keep_up_drops_lines_and_counts_them() {
        let (allow, allowed) = std::sync::mpsc::channel();
        let (written, found) = std::sync::mpsc::channel();
        let (sender, receiver) = sync_channel(2);
        let thread = std::thread::spawn(move || run(&receiver, Slow(allowed, written)));
        let (mut lines, before) = (Lines(sender.clone()), dropped_lines());
        for _ in 0..10 {
            // Never blocks, although nothing is written.
            assert_eq!(lines.write(b"line\n").unwrap(), 5);
        }
        let dropped = dropped_lines() - before;
        // Two wait, and the thread may hold one.
        assert!((7..=8).contains(&dropped), "{dropped}");
        for _ in 0..10 {
            allow.send(()).unwrap();
        }
        drop(LogGuard(sender));
        thread.join().unwrap();
        assert_eq!(found.iter().count() as u64, 10 - dropped);
    }
}
