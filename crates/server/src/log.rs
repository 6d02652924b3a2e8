//! Structured logs: one JSON object a line, made of plain facts about requests. No body, token,
//! tile or seed ever comes here: there is no function that takes one.

use std::sync::Arc;

/// Where lines of the log go.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

impl Log {
    /// A log that hands every line to a function.
    pub fn new(sink: impl Fn(&str) + Send + Sync + 'static) -> Log {
        Log(Arc::new(sink))
    }

    /// A log that nobody reads.
    pub fn silent() -> Log {
        Log::new(|_| {})
    }

    /// A log on standard error.
    pub fn stderr() -> Log {
        Log::new(|line| eprintln!("{line}"))
    }

    /// A request that was answered. The route is a pattern, not an address.
    pub(crate) fn request(&self, at: u64, method: &str, route: &str, status: u16, micros: u128) {
        (self.0)(&format!(
            "{{\"at\":{at},\"level\":\"info\",\"event\":\"request\",\"method\":\"{method}\",\
             \"route\":\"{route}\",\"status\":{status},\"micros\":{micros}}}"
        ));
    }

    /// Something that an operator should know. Messages are fixed texts.
    pub(crate) fn note(&self, at: u64, level: &str, event: &'static str) {
        (self.0)(&format!("{{\"at\":{at},\"level\":\"{level}\",\"event\":\"{event}\"}}"));
    }
}
