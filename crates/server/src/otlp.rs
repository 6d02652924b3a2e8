//! Traces for a collector of OpenTelemetry: OTLP over HTTP, as JSON.
//!
//! Spans are sent in batches by one task. A collector that fails or hangs costs spans, which are
//! counted, and nothing else.

use crate::http_client::{self, Outgoing};
use crate::logging::chain;
use crate::trace::{Attribute, Finished};
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, Uri};
use prometheus_client::metrics::counter::Counter;
use serde::Serialize;
use std::time::Duration;
use tilewright::tiles::hex;
use tilewright_protocol::api;
use tokio::sync::mpsc;

/// How long spans are gathered before they are sent.
const GATHER: Duration = Duration::from_millis(500);
/// The most spans of one message.
const BATCH: usize = 512;
/// How long a message may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The largest response that is read.
const MOST_BYTES: usize = 64 << 10;
/// Where collectors take traces.
const PATH: &str = "/v1/traces";

/// The address of a collector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collector(Uri);

/// Not the address of a collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CollectorError;

impl std::fmt::Display for CollectorError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write it as http://HOST:4318 or https://HOST:PORT/PATH")
    }
}

impl Collector {
    /// Reads `http://HOST:PORT[/PATH]`, or the same with `https://`. Without a path it is
    /// `/v1/traces`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(url: &str) -> Result<Collector, CollectorError> {
        let uri: Uri = url.parse().map_err(|_| CollectorError)?;
        let authority = uri.authority().ok_or(CollectorError)?;
        let known = matches!(uri.scheme_str(), Some("http" | "https"));
        if !known || authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(CollectorError);
        }
        if uri.path() != "/" {
            return Ok(Collector(uri));
        }
        let whole = format!("{}{PATH}", url.trim_end_matches('/'));
        whole.parse().map(Collector).map_err(|_| CollectorError)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Traces {
    resource_spans: [ResourceSpans; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceSpans {
    resource: Resource,
    scope_spans: [ScopeSpans; 1],
}

#[derive(Serialize)]
struct Resource {
    attributes: Vec<KeyValue>,
}

#[derive(Serialize)]
struct ScopeSpans {
    scope: Scope,
    spans: Vec<Span>,
}

#[derive(Serialize)]
struct Scope {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Span {
    trace_id: String,
    span_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_span_id: Option<String>,
    name: String,
    kind: u8,
    start_time_unix_nano: String,
    end_time_unix_nano: String,
    attributes: Vec<KeyValue>,
    status: Status,
}

/// 0 is "not set", 2 is "error".
#[derive(Serialize)]
struct Status {
    code: u8,
}

#[derive(Serialize)]
struct KeyValue {
    key: &'static str,
    value: Value,
}

/// Whole numbers are texts in this format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Value {
    StringValue(String),
    IntValue(String),
}

fn attribute(key: &'static str, value: &Attribute) -> KeyValue {
    let value = match value {
        Attribute::Text(text) => Value::StringValue(text.clone()),
        Attribute::Number(number) => Value::IntValue(number.to_string()),
    };
    KeyValue { key, value }
}

fn span(finished: &Finished) -> Span {
    Span {
        trace_id: hex::encode(&finished.context.trace),
        span_id: hex::encode(&finished.context.span),
        parent_span_id: finished.parent.map(|parent| hex::encode(&parent)),
        name: finished.name.clone(),
        kind: finished.kind as u8,
        start_time_unix_nano: finished.began.as_nanos().to_string(),
        end_time_unix_nano: (finished.began + finished.took).as_nanos().to_string(),
        attributes: finished.attributes.iter().map(|(key, value)| attribute(key, value)).collect(),
        status: Status { code: if finished.failed { 2 } else { 0 } },
    }
}

/// Spans as a message of OTLP.
fn message(spans: &[Finished], instance: &str) -> Vec<u8> {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let attributes = vec![
        attribute("service.name", &"tilewright".into()),
        attribute("service.version", &version.into()),
        attribute("service.instance.id", &instance.into()),
    ];
    let spans = spans.iter().map(span).collect();
    let scope_spans = [ScopeSpans { scope: Scope { name, version }, spans }];
    let resource = Resource { attributes };
    api::write(&Traces { resource_spans: [ResourceSpans { resource, scope_spans }] })
}

/// Sends spans for ever. `instance` is the name of this server.
pub(crate) async fn run(
    collector: Collector,
    instance: String,
    mut spans: mpsc::Receiver<Finished>,
    (sent, dropped): (Counter, Counter),
) {
    let (mut batch, mut failing) = (Vec::new(), false);
    while spans.recv_many(&mut batch, BATCH).await > 0 {
        if batch.len() < BATCH {
            tokio::time::sleep(GATHER).await;
            while batch.len() < BATCH
                && let Ok(span) = spans.try_recv()
            {
                batch.push(span);
            }
        }
        match post(&collector, message(&batch, &instance)).await {
            Ok(()) => {
                sent.inc_by(batch.len() as u64);
                if failing {
                    tracing::info!("the collector of traces answers again");
                }
                failing = false;
            }
            Err(error) => {
                dropped.inc_by(batch.len() as u64);
                // What fails again and again is news once.
                if !failing {
                    tracing::warn!(error, "the collector of traces has failed");
                }
                failing = true;
            }
        }
        batch.clear();
    }
}

async fn post(collector: &Collector, body: Vec<u8>) -> Result<(), String> {
    let request = Outgoing {
        method: Method::POST,
        headers: vec![
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (CONNECTION, HeaderValue::from_static("close")),
        ],
        body,
        timeout: TIMEOUT,
        most: MOST_BYTES,
    };
    match http_client::send(&collector.0, request).await {
        Ok((status, _)) if status.is_success() => Ok(()),
        Ok((status, _)) => Err(format!("{}: status {status}", collector.0)),
        Err(error) => Err(format!("{}: {}", collector.0, chain(&error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Context, Kind};

    #[test]
    fn addresses_of_collectors_are_read() {
        let read = |url: &str| Collector::parse(url).map(|collector| collector.0.to_string());
        let whole = Ok("http://h:4318/v1/traces".to_string());
        assert_eq!([read("http://h:4318"), read("http://h:4318/")], [whole.clone(), whole]);
        assert_eq!(read("https://h/x/y"), Ok("https://h/x/y".to_string()));
        for wrong in ["", "h:4318", "ftp://h", "http://", "http://user:secret@h", "/v1/traces"] {
            assert_eq!(read(wrong), Err(CollectorError), "{wrong}");
        }
    }

    #[test]
    fn a_message_is_what_the_format_says() {
        let spans = [Finished {
            context: Context { trace: [0xab; 16], span: [1; 8] },
            parent: Some([2; 8]),
            name: "POST /x".to_string(),
            kind: Kind::Server,
            began: Duration::from_secs(5),
            took: Duration::from_millis(1),
            attributes: vec![("http.response.status_code", 200u64.into())],
            failed: true,
        }];
        let text = String::from_utf8(message(&spans, "me")).unwrap();
        for part in [
            r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"tilewright"}}"#,
            r#""traceId":"abababababababababababababababab","spanId":"0101010101010101","parentSpanId":"0202020202020202""#,
            r#""name":"POST /x","kind":2,"startTimeUnixNano":"5000000000","endTimeUnixNano":"5001000000""#,
            r#"{"key":"http.response.status_code","value":{"intValue":"200"}}"#,
            r#""status":{"code":2}"#,
        ] {
            assert!(text.contains(part), "no {part} in {text}");
        }
    }
}
