//! The dashboard and the alert rules name metrics that a server has.

use crate::{read, words};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Until then a server has looked how large its database is.
const LOOKED: Duration = Duration::from_secs(20);

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// The names of all samples that a server shows.
fn samples() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("monitoring");
    std::fs::create_dir_all(&folder).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["serve", "--quiet", "--host", "127.0.0.1", "--port", "0", "--database"])
        .arg(folder.join("games.db"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server(child);
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap();
    // The latency of a route is shown once the route was used.
    assert!(get(address, "/api/v1/variants").starts_with("HTTP/1.1 200"));
    // The room of the database is known once the server has looked.
    let began = Instant::now();
    let text = loop {
        let text = get(address, "/metrics");
        if text.contains("tilewright_database_bytes") || began.elapsed() > LOOKED {
            break text;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    drop(server);
    let named = text.lines().filter(|line| !line.starts_with('#'));
    named.filter_map(|line| line.split(['{', ' ']).next()).map(str::to_string).collect()
}

/// The metrics that an expression names.
fn metrics(expression: &str) -> BTreeSet<String> {
    let mut found = words(expression, "tilewright_");
    found.extend(words(expression, "process_"));
    found
}

fn yaml(name: &str) -> Value {
    serde_yaml_ng::from_str(&read(name)).unwrap()
}

#[test]
fn the_dashboard_and_the_alerts_name_metrics_of_the_server() {
    let known = samples();
    assert!(known.contains("tilewright_request_duration_seconds_bucket"), "{known:?}");
    let dashboard: Value = serde_json::from_str(&read("grafana/tilewright.json")).unwrap();
    let mut expressions: Vec<(String, String)> = Vec::new();
    let mut ids = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(ids.insert(panel["id"].as_u64().unwrap()));
        for target in panel["targets"].as_array().unwrap() {
            let text = |value: &Value| value.as_str().unwrap().to_string();
            expressions.push((text(&panel["title"]), text(&target["expr"])));
        }
    }
    for variable in dashboard["templating"]["list"].as_array().unwrap() {
        let query = variable["query"].as_str().unwrap();
        if query.contains("tilewright_") {
            expressions.push(("templating".to_string(), query.to_string()));
        }
    }
    let alerts = yaml("prometheus/alerts.yaml");
    let rules = alerts["groups"][0]["rules"].as_array().unwrap();
    for rule in rules {
        let name = rule["alert"].as_str().unwrap();
        assert!(rule["annotations"]["summary"].is_string(), "{name}");
        assert!(rule["annotations"]["description"].is_string(), "{name}");
        assert!(["warning", "critical"].contains(&rule["labels"]["severity"].as_str().unwrap()));
        expressions.push((name.to_string(), rule["expr"].as_str().unwrap().to_string()));
    }
    assert!(rules.len() >= 8 && expressions.len() >= 30);
    for (place, expression) in &expressions {
        for metric in metrics(expression) {
            assert!(known.contains(&metric), "{place}: the server has no metric {metric}");
        }
    }
}
