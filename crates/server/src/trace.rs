//! Traces: what a request does, and how long each part takes, across servers.
//!
//! A span is recorded when it ends and sent to the operator's collector (`otlp.rs`), if there is
//! one. Recording never waits: spans that find no room in the queue are dropped and counted.

use crate::digest::random;
use crate::metrics::count;
use prometheus_client::metrics::counter::Counter;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tilewright::tiles::hex;
use tokio::sync::mpsc;

/// Spans that may wait; more are dropped.
const QUEUE: usize = 4096;
/// The most attributes of a span.
const MOST_ATTRIBUTES: usize = 8;
/// The longest text of an attribute.
const LONGEST: usize = 128;

tokio::task_local! {
    /// The span in which a task works, if it is traced.
    static CURRENT: Option<Context>;
}

/// What names a span: its trace, and its place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Context {
    pub trace: [u8; 16],
    pub span: [u8; 8],
}

impl Context {
    /// As W3C writes it (`traceparent`).
    pub fn header(self) -> String {
        format!("00-{}-{}-01", hex::encode(&self.trace), hex::encode(&self.span))
    }

    /// Reads what [`Context::header`] has written.
    pub fn parse(text: &str) -> Option<Context> {
        let rest = text.strip_prefix("00-")?;
        let (trace, rest) = rest.split_once('-')?;
        let (span, _flags) = rest.split_once('-')?;
        let trace: [u8; 16] = bytes(trace)?;
        let span: [u8; 8] = bytes(span)?;
        (trace != [0; 16] && span != [0; 8]).then_some(Context { trace, span })
    }
}

/// Bytes of hexadecimal digits.
fn bytes<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let plain = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    if digits.len() != 2 * N || !digits.as_bytes().iter().all(plain) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(0..) {
        *byte = u8::from_str_radix(digits.get(2 * pair..2 * pair + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// The span in which this task works.
pub(crate) fn current() -> Option<Context> {
    CURRENT.try_with(|context| *context).ok().flatten()
}

/// Does work within a span, or within none.
pub(crate) fn within<W: Future>(
    context: Option<Context>,
    work: W,
) -> impl Future<Output = W::Output> {
    CURRENT.scope(context, work)
}

/// The part of a span in a conversation, as OTLP numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Internal = 1,
    Server = 2,
    Client = 3,
    Producer = 4,
    Consumer = 5,
}

/// A value that belongs to a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Attribute {
    Text(String),
    Number(i64),
}

impl From<&str> for Attribute {
    fn from(text: &str) -> Attribute {
        Attribute::Text(text.chars().take(LONGEST).collect())
    }
}

impl From<u64> for Attribute {
    fn from(number: u64) -> Attribute {
        Attribute::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// A span that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finished {
    pub context: Context,
    pub parent: Option<[u8; 8]>,
    pub name: String,
    pub kind: Kind,
    /// Since 1970.
    pub began: Duration,
    pub took: Duration,
    pub attributes: Vec<(&'static str, Attribute)>,
    pub failed: bool,
}

/// Where spans go; nowhere unless it was opened.
#[derive(Default)]
pub(crate) struct Traces {
    queue: OnceLock<mpsc::Sender<Finished>>,
    dropped: OnceLock<Counter>,
}

impl Traces {
    /// Begins to record; what is recorded comes out of the answer. `None` if it was opened before.
    pub fn open(&self, dropped: Counter) -> Option<mpsc::Receiver<Finished>> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        self.queue.set(sender).ok()?;
        // It is set together with the queue.
        drop(self.dropped.set(dropped));
        Some(receiver)
    }

    /// How many spans wait.
    pub fn waiting(&self) -> usize {
        self.queue.get().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Begins a span: within another one, or a trace of its own.
    pub fn begin(&self, parent: Option<Context>, name: &str, kind: Kind) -> Span<'_> {
        let Some(queue) = self.queue.get() else { return Span(None) };
        // Without random numbers there is no span; who needs them says so.
        let Ok(random) = random::<24>() else { return Span(None) };
        let (mut trace, mut span) = ([0; 16], [0; 8]);
        trace.copy_from_slice(&random[..16]);
        span.copy_from_slice(&random[16..]);
        let trace = parent.map_or(trace, |parent| parent.trace);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let finished = Finished {
            context: Context { trace, span },
            parent: parent.map(|parent| parent.span),
            name: name.to_string(),
            kind,
            // A clock that has not been set shows the beginning of its time.
            began: now.unwrap_or(Duration::ZERO),
            took: Duration::ZERO,
            attributes: Vec::new(),
            failed: false,
        };
        let dropped = self.dropped.get();
        Span(Some(Open { queue, dropped, began: Instant::now(), finished }))
    }

    /// Begins a span within the one in which this task works; none if it works in none.
    pub fn child(&self, name: &str, kind: Kind) -> Span<'_> {
        match current() {
            Some(parent) => self.begin(Some(parent), name, kind),
            None => Span(None),
        }
    }
}

struct Open<'a> {
    queue: &'a mpsc::Sender<Finished>,
    dropped: Option<&'a Counter>,
    began: Instant,
    finished: Finished,
}

/// A span that is recorded when it is dropped; nothing, if nobody collects.
pub(crate) struct Span<'a>(Option<Open<'a>>);

impl Span<'_> {
    pub fn context(&self) -> Option<Context> {
        self.0.as_ref().map(|open| open.finished.context)
    }

    pub fn set(&mut self, name: &'static str, value: impl Into<Attribute>) {
        if let Some(open) = &mut self.0
            && open.finished.attributes.len() < MOST_ATTRIBUTES
        {
            open.finished.attributes.push((name, value.into()));
        }
    }

    /// What it stands for has failed.
    pub fn fail(&mut self) {
        if let Some(open) = &mut self.0 {
            open.finished.failed = true;
        }
    }
}

impl Drop for Span<'_> {
    fn drop(&mut self) {
        let Some(Open { queue, dropped, began, mut finished }) = self.0.take() else { return };
        finished.took = began.elapsed();
        if queue.try_send(finished).is_err()
            && let Some(dropped) = dropped
        {
            count(dropped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_read_as_they_are_written() {
        let context = Context { trace: [0xab; 16], span: [1; 8] };
        let text = context.header();
        assert_eq!(text, format!("00-{}-{}-01", "ab".repeat(16), "01".repeat(8)));
        assert_eq!(Context::parse(&text), Some(context));
        let zeros = format!("00-{}-{}-01", "0".repeat(32), "01".repeat(8));
        for wrong in ["", "00", "00-a-b-01", &zeros, &text.to_uppercase(), &text[1..]] {
            assert_eq!(Context::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn spans_that_find_no_room_are_dropped_and_counted() {
        let (traces, dropped) = (Traces::default(), Counter::default());
        assert!(traces.begin(None, "nobody collects", Kind::Server).context().is_none());
        let mut receiver = traces.open(dropped.clone()).unwrap();
        for _ in 0..QUEUE + 3 {
            drop(traces.begin(None, "x", Kind::Server));
        }
        assert_eq!((dropped.get(), traces.waiting()), (3, QUEUE));
        assert_eq!(receiver.blocking_recv().map(|span| span.name), Some("x".to_string()));
    }
}
