//! Metrics for Prometheus, in the OpenMetrics text format.

use crate::logging;
use crate::process::ProcessUsage;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tilewright_storage::Space;

/// The upper bounds of the buckets of latencies, in seconds.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What a latency belongs to. Every label has few values.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    /// The path of the operation, with parameters in braces.
    route: &'static str,
    status: u16,
}

/// A pool.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct PoolLabels {
    pub pool: &'static str,
}

type PoolGauge = Family<PoolLabels, Gauge>;

fn latency() -> Histogram {
    Histogram::new(BUCKETS)
}

macro_rules! metrics {
    ($($name:ident: $kind:ident, $help:literal;)*) => {
        /// Everything that is counted. Counters are shown with `_total` behind their name.
        pub(crate) struct Metrics {
            registry: Registry,
            space: Arc<Mutex<Space>>,
            request_duration: Family<RequestLabels, Histogram, fn() -> Histogram>,
            $(pub $name: $kind,)*
        }

        impl Default for Metrics {
            fn default() -> Metrics {
                let mut registry = Registry::default();
                let own = registry.sub_registry_with_prefix("tilewright");
                $(
                    let $name = $kind::default();
                    own.register(stringify!($name), $help, $name.clone());
                )*
                let request_duration = Family::new_with_constructor(latency as fn() -> Histogram);
                let help = "Time from a request to its response";
                let unit = Unit::Seconds;
                own.register_with_unit("request_duration", help, unit, request_duration.clone());
                let build = vec![
                    ("version", env!("CARGO_PKG_VERSION")),
                    ("os", std::env::consts::OS),
                    ("arch", std::env::consts::ARCH),
                    ("profile", if cfg!(debug_assertions) { "debug" } else { "release" }),
                ];
                own.register("build", "The version of the server", Info::new(build));
                let space = Arc::<Mutex<Space>>::default();
                registry.register_collector(Box::new(Process { began: SystemTime::now() }));
                registry.register_collector(Box::new(Disk(space.clone())));
                Metrics { registry, space, request_duration, $($name,)* }
            }
        }
    };
}

metrics! {
    requests: Counter, "Requests answered";
    refused: Counter, "Requests refused with a status of 4xx";
    failed: Counter, "Requests failed with a status of 5xx";
    request_micros: Counter, "Time spent on requests, in microseconds";
    limited: Counter, "Requests refused because they were too many";
    commands: Counter, "Commands stored";
    repeated: Counter, "Commands that had been stored before";
    stale: Counter, "Commands for another revision";
    bot_moves: Counter, "Commands of bots stored";
    bot_turns_thought: Counter, "Turns that bots have thought about";
    leases_taken: Counter, "Leases taken or renewed";
    leases_refused: Counter, "Leases that another server has";
    hints_sent: Counter, "Revision notices sent to other servers";
    hints_heard: Counter, "Revision notices received from other servers";
    nats_up: Gauge, "Whether there is a connection to NATS";
    timeouts: Counter, "Turns that the clock decided";
    games_started: Counter, "Games started";
    games_ended: Counter, "Games ended";
    syncs: Counter, "Batches of commands made durable";
    connections: Gauge, "Open connections, sockets among them";
    sockets: Gauge, "Open sockets";
    ready: Gauge, "Whether the server was ready when it last asked itself";
    writer_waiting: Gauge, "Commands that are not durable yet";
    notices_waiting: Gauge, "Revision notices that wait to be sent to other servers";
    webhooks_waiting: Gauge, "Notifications that wait to be sent to the operator's service";
    tables: Gauge, "Games in memory";
    table_bytes: Gauge, "About how many bytes the games in memory take";
    requests_in_flight: Gauge, "Requests that are answered now";
    bodies_in_flight: Gauge, "Request bodies that are read now";
    body_bytes_in_flight: Gauge, "Bytes that request bodies may take that are read now";
    proxy_headers_refused: Counter, "Connections closed because of their PROXY protocol header";
    spans_sent: Counter, "Spans of traces that the collector has accepted";
    spans_dropped: Counter, "Spans of traces that were lost";
    spans_waiting: Gauge, "Spans of traces that wait to be sent";
    quarantined: Gauge, "Games whose bots have failed repeatedly and are not tried again";
    pool_size: PoolGauge, "How much work is done at the same time, by pool";
    pool_busy: PoolGauge, "Work under way, by pool";
    pool_waiting: PoolGauge, "Work that waits for a place, by pool";
    pool_refused: PoolGauge, "Work refused since the start because there was no place, by pool";
}

impl Metrics {
    /// Counts a request that was answered.
    pub fn request(&self, method: &'static str, route: &'static str, status: u16, took: Duration) {
        self.requests.inc();
        self.request_micros.inc_by(took.as_micros() as u64);
        match status {
            400..500 => count(&self.refused),
            500.. => count(&self.failed),
            _ => {}
        }
        let labels = RequestLabels { method, route, status };
        self.request_duration.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Notes how much room the database takes and has.
    pub fn set_space(&self, space: Space) {
        *self.space.lock().unwrap_or_else(PoisonError::into_inner) = space;
    }

    /// All metrics as text.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut out = String::new();
        text::encode(&mut out, &self.registry)?;
        Ok(out)
    }
}

/// Adds one.
pub(crate) fn count(counter: &Counter) {
    counter.inc();
}

/// Encodes a gauge that is read when somebody asks; what is not known is left out.
fn gauge(
    encoder: &mut DescriptorEncoder<'_>,
    (name, help): (&str, &str),
    unit: Option<&Unit>,
    value: Option<u64>,
) -> Result<(), std::fmt::Error> {
    let Some(value) = value else { return Ok(()) };
    let gauge = ConstGauge::new(i64::try_from(value).map_err(|_| std::fmt::Error)?);
    gauge.encode(encoder.encode_descriptor(name, help, unit, MetricType::Gauge)?)
}

/// What the process uses, read when somebody asks.
#[derive(Debug)]
struct Process {
    began: SystemTime,
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let usage = ProcessUsage::now();
        let encoder = &mut encoder;
        let bytes = Some(&Unit::Bytes);
        gauge(encoder, ("process_resident_memory", "Memory in use"), bytes, usage.resident_bytes)?;
        let virtual_memory = ("process_virtual_memory", "Address space in use");
        gauge(encoder, virtual_memory, bytes, usage.virtual_bytes)?;
        let files = usage.open_files.map(|files| files as u64);
        gauge(encoder, ("process_open_fds", "Open file descriptors"), None, files)?;
        let most = ("process_max_fds", "File descriptors that may be open");
        gauge(encoder, most, None, usage.most_files)?;
        gauge(encoder, ("process_threads", "Threads"), None, usage.threads)?;
        let began = self.began.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs());
        let start = ("process_start_time", "When the process began, since 1970");
        gauge(encoder, start, Some(&Unit::Seconds), began)?;
        if let Some(seconds) = usage.cpu_seconds {
            let counter = ConstCounter::new(seconds);
            let metric = encoder.encode_descriptor(
                "process_cpu",
                "Processor time",
                Some(&Unit::Seconds),
                MetricType::Counter,
            )?;
            counter.encode(metric)?;
        }
        let waiting = ("tilewright_log_lines_waiting", "Lines of the log that are not written yet");
        gauge(encoder, waiting, None, Some(logging::waiting_lines() as u64))?;
        let dropped = ConstCounter::new(logging::dropped_lines());
        let (name, help) = ("tilewright_log_lines_dropped", "Lines that the log has lost");
        let metric = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        dropped.encode(metric)
    }
}

/// The room of the database, as it was last found.
#[derive(Debug)]
struct Disk(Arc<Mutex<Space>>);

impl Collector for Disk {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let space = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = Some(&Unit::Bytes);
        let used = ("tilewright_database", "What the database takes");
        gauge(&mut encoder, used, bytes, space.used)?;
        let free = ("tilewright_database_free", "What is left on the device of the database");
        gauge(&mut encoder, free, bytes, space.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_keep_their_names_and_latencies_have_buckets() {
        let metrics = Metrics::default();
        metrics.request("GET", "/healthz", 200, Duration::from_millis(3));
        metrics.request("GET", "/healthz", 503, Duration::from_secs(60));
        metrics.sockets.set(4);
        assert!(!metrics.text().unwrap().contains("tilewright_database"), "nobody knows it yet");
        metrics.set_space(Space { used: Some(7000), free: None });
        let text = metrics.text().unwrap();
        for line in [
            "tilewright_requests_total 2",
            "tilewright_failed_total 1",
            "tilewright_sockets 4",
            "tilewright_database_bytes 7000",
            "# TYPE tilewright_request_duration_seconds histogram",
            "tilewright_request_duration_seconds_bucket{le=\"0.005\",method=\"GET\",route=\"/healthz\",status=\"200\"} 1",
            "tilewright_request_duration_seconds_count{method=\"GET\",route=\"/healthz\",status=\"503\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "no {line} in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
        // Other tests of this process write to logs too.
        for name in ["tilewright_log_lines_waiting ", "tilewright_log_lines_dropped_total "] {
            assert!(text.lines().any(|found| found.starts_with(name)), "no {name}in\n{text}");
        }
        #[cfg(target_os = "linux")]
        for name in
            ["process_resident_memory_bytes ", "process_cpu_seconds_total ", "process_open_fds "]
        {
            assert!(text.lines().any(|found| found.starts_with(name)), "no {name}in\n{text}");
        }
    }
}
