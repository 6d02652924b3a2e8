//! The files in `deploy/` fit the program: flags, variables, metrics, and the chart.

#![cfg(feature = "server")]
#![allow(clippy::unwrap_used)]

mod behind_nginx;
mod chart;
mod monitoring;
mod proxies;
mod render;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const FILES: [&str; 6] = [
    "Caddyfile",
    "Dockerfile",
    "compose.yaml",
    "nginx.conf",
    "tilewright.service",
    "tilewright.toml",
];

fn read(name: &str) -> String {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    std::fs::read_to_string(deploy.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Words of a text that begin with a prefix, without comments.
fn words(text: &str, prefix: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines
        .flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))))
        .filter(|word| word.starts_with(prefix) && word.len() > prefix.len())
        .map(str::to_string)
        .collect()
}

fn help(command: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_tilewright");
    let output = Command::new(program).args(command).arg("--help").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn flags_and_variables_exist() {
    let known = help(&["serve"]) + &help(&["admin", "verify"]);
    let (flags, variables) = (words(&known, "--"), words(&known, "TILEWRIGHT_"));
    assert!(flags.contains("--nats") && variables.contains("TILEWRIGHT_DATABASE"));
    // Flags of other programs in these files.
    let others = [
        "--no-install-recommends",
        "--release",
        "--locked",
        "--features",
        "--from",
        "--interval",
        "--timeout",
        "--retries",
        "--start-period",
        "--system",
        "--uid",
        "--create-home",
        "--home-dir",
        "--shell",
        "--quiet",
        "--spider",
        "--no-create-home",
    ];
    for file in FILES {
        let text = read(file);
        for flag in words(&text, "--") {
            let fine = flags.contains(&flag) || others.contains(&flag.as_str());
            assert!(fine, "{file}: {flag} is no flag of tilewright serve");
        }
        for variable in words(&text, "TILEWRIGHT_") {
            let secret = variable == "TILEWRIGHT_WEBHOOK_SECRET";
            assert!(secret || variables.contains(&variable), "{file}: {variable}");
        }
    }
}

#[test]
fn the_example_configuration_is_valid() {
    let directory = std::env::temp_dir().join(format!("tilewright-deploy-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    // The port is not available, but the configuration is read before the port is opened.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let file = directory.join("tilewright.toml");
    std::fs::write(&file, read("tilewright.toml")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["serve", "--host", "127.0.0.1", "--database", "memory", "--port", &port, "--config"])
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(&format!("port {port}")), "{said}");
    let _ = std::fs::remove_dir_all(&directory);
}
