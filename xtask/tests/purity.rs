//! Clippy refuses what the core must not use: one planted use of each kind.

use std::path::Path;
use std::process::Command;

/// Functions that reach outside, each in its own way.
const PLANTED: [&str; 12] = [
    "pub fn f() { let _ = std::time::Instant::now(); }",
    "pub fn f(_: std::time::SystemTime) {}",
    "pub fn f() { let _ = std::fs::read(\"a\"); }",
    "pub fn f(p: &std::path::Path) -> bool { p.exists() }",
    "pub fn f(_: std::fs::File) {}",
    "pub fn f(_: std::net::TcpStream) {}",
    "pub fn f() { let _ = std::env::var(\"A\"); }",
    "pub fn f() { let _ = std::io::stdin(); }",
    "pub fn f(_: std::process::Command) {}",
    "pub fn f() { let _ = std::hash::RandomState::new(); }",
    "pub fn f(m: &std::collections::HashMap<u8, u8>) -> usize { m.keys().count() }",
    "pub fn f(s: &std::collections::HashSet<u8>) -> usize { s.iter().count() }",
];

/// The crates below `crates/` that may reach outside: they have a `clippy.toml` of their own.
const OUTSIDE: [&str; 6] = ["bench", "book", "cli", "loadtest", "server", "storage"];

fn crates() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"))
}

/// What clippy prints about a library under the lists of the core.
fn clippy(source: &str) -> String {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("purity");
    std::fs::create_dir_all(package.join("src")).expect("the folder for tests is writable");
    let manifest =
        "[workspace]\n[package]\nname = \"planted\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    let write = |name: &str, text: &str| {
        std::fs::write(package.join(name), text).expect("the folder for tests is writable");
    };
    write("Cargo.toml", manifest);
    write("src/lib.rs", source);
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--quiet", "--offline", "--message-format=short"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .env("CLIPPY_CONF_DIR", crates())
        .output()
        .expect("cargo can be started");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_planted_use_is_refused() {
    // One module a line: the line number says which of them clippy has found.
    let modules = PLANTED.iter().enumerate();
    let source: String =
        modules.map(|(number, code)| format!("pub mod m{number} {{ {code} }}\n")).collect();
    let said = clippy(&source);
    for (number, code) in PLANTED.iter().enumerate() {
        let place = format!("src/lib.rs:{}:", number + 1);
        let found =
            said.lines().any(|line| line.starts_with(&place) && line.contains("disallowed"));
        assert!(found, "clippy accepts `{code}`:\n{said}");
    }
    assert!(!said.contains("clippy.toml"), "clippy complains about its own settings:\n{said}");
}

#[test]
fn only_crates_that_reach_outside_leave_the_lists_out() {
    let entries = std::fs::read_dir(crates()).expect("crates/ can be read");
    let mut own: Vec<String> = entries
        .map(|entry| entry.expect("crates/ can be read"))
        .filter(|entry| entry.path().join("clippy.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    own.sort();
    assert_eq!(own, OUTSIDE);
}
