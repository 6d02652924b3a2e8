//! Counters in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! metrics {
    ($($name:ident: $kind:literal, $help:literal;)*) => {
        /// Everything that is counted.
        #[derive(Default)]
        pub(crate) struct Metrics {
            $(pub $name: AtomicU64,)*
        }

        impl Metrics {
            /// The counters as text.
            pub fn text(&self) -> String {
                let mut out = String::new();
                $({
                    let name = concat!("tilewright_", stringify!($name));
                    let value = self.$name.load(Ordering::Relaxed);
                    let _ = write!(out, "# HELP {name} {}\n# TYPE {name} {}\n{name} {value}\n",
                        $help, $kind);
                })*
                out
            }
        }
    };
}

metrics! {
    requests_total: "counter", "Requests answered.";
    refused_total: "counter", "Requests refused with a status of 4xx.";
    failed_total: "counter", "Requests failed with a status of 5xx.";
    request_micros_total: "counter", "Time spent on requests, in microseconds.";
    limited_total: "counter", "Requests refused because they were too many.";
    commands_total: "counter", "Commands stored.";
    repeated_total: "counter", "Commands that had been stored before.";
    stale_total: "counter", "Commands for another revision.";
    bot_moves_total: "counter", "Commands of bots stored.";
    bot_turns_thought_total: "counter", "Turns that bots have thought about.";
    leases_taken_total: "counter", "Leases taken or renewed.";
    leases_refused_total: "counter", "Leases that another server has.";
    hints_sent_total: "counter", "Hints sent to other servers.";
    hints_heard_total: "counter", "Hints heard from other servers.";
    nats_up: "gauge", "Whether there is a connection to NATS.";
    timeouts_total: "counter", "Turns that the clock decided.";
    games_started_total: "counter", "Games started.";
    games_ended_total: "counter", "Games ended.";
    syncs_total: "counter", "Batches of commands made durable.";
    sockets: "gauge", "Open sockets.";
    tables: "gauge", "Games in memory.";
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
