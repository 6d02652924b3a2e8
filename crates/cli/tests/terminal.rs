//! Nothing from a file, an argument or a server reaches a terminal as a control character or as a
//! line of its own: every command is fed hostile data.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An escape sequence, C1, delete, a bell, reversed text, an isolate, and a forged line.
const HOSTILE: &str = "x\x1b[31m\u{9b}2J\x7f\x07\u{202E}\u{2066}\u{2028}\nFORGED: y\r";
/// The same for texts that end at a line break.
const LINE: &str = "x\x1b[31m\u{9b}2J\x7f\x07\u{202E}\u{2066}\u{2028}y";

fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{test}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What a terminal would obey, and lines that are not the program's.
fn faults(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let is_hostile = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || ('\u{202A}'..='\u{202E}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
            || matches!(c, '\u{2028}' | '\u{2029}')
    };
    let mut found: Vec<String> =
        text.chars().filter(|c| is_hostile(*c)).map(|c| format!("{c:?}")).collect();
    found.sort();
    found.dedup();
    found.extend(text.lines().filter(|line| line.starts_with("FORGED")).map(String::from));
    found
}

/// A JSON text with hostile data in it.
fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// The same as TOML.
fn toml(text: &str) -> String {
    json(text).replace('\x7f', "\\u007F")
}

struct Files {
    folder: PathBuf,
    /// A file name that is hostile itself.
    name: String,
}

impl Files {
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).unwrap();
    }

    fn new(test: &str) -> Files {
        let files = Files { folder: folder(test), name: format!("{HOSTILE}.gcg") };
        let name = json(HOSTILE);
        let variant = format!(
            "format = 1\nid = \"hostile\"\nname = {}\ndescription = {}\nextends = \"classic\"\n",
            toml(HOSTILE),
            toml(HOSTILE)
        );
        files.write("hostile.toml", &variant);
        let key = toml(HOSTILE);
        files.write("broken.toml", &format!("{variant}{key} = {key}\n"));
        files.write("unknown.toml", &format!("format = 1\nid = \"a\"\nextends = {key}\n"));
        files.write("words.txt", &format!("READ\n{LINE}\nCAT\nCATS\n{LINE}{LINE}\n"));
        let gcg = format!(
            "#character-encoding UTF-8\n#title {LINE}\n{LINE}\n#player1 {LINE} {LINE}\n#player2 Ben {LINE}\n\
             #lexicon {LINE}\n>{LINE}: ADEERST 8H READ +10 10 {LINE}\n#note {LINE}\n>Ben: ?AAAAAA - +0 0\n"
        );
        files.write("game.gcg", &gcg);
        files.write(&files.name, &gcg);
        files.write("rack.gcg", &gcg.replace("ADEERST", LINE));
        files.write("square.gcg", &gcg.replace("8H READ", &format!("8H {LINE}")));
        files.write("syntax.gcg", &format!("{gcg}>{LINE} {LINE} {LINE}\n"));
        files.write("encoding.gcg", &format!("#character-encoding {LINE}\n"));
        files.write(
            "script.json",
            &format!(
                "{{\"variant\": \"classic\", \"players\": 2, \"turns\": [{{\"rack\": {name}}}]}}"
            ),
        );
        files.write(
            "log.json",
            &format!("{{\"secret_seed\": null, \"events\": [{{\"type\": {name}}}]}}"),
        );
        files.write("variant.json", &format!("{{\"variant\": {name}, \"turns\": []}}"));
        let empty = vec!["15"; 15].join("/");
        files.write("cgp.txt", &format!("{empty} ADEERST/ 0/0 0 {LINE}\n{empty} {LINE}/ 0/0 0\n"));
        files.write("config.toml", &format!("{key} = 1\n"));
        files
    }
}

/// A server whose answers are hostile.
fn hostile_server() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let body = format!("{{\"error\": {{\"code\": \"{HOSTILE}\"}}}}{HOSTILE}");
            let head = format!(
                "HTTP/1.1 418 {LINE}\r\nContent-Length: {}\r\nContent-Type: {LINE}\r\n\r\n",
                body.len()
            );
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    format!("http://{address}")
}

#[test]
fn no_command_prints_control_characters_of_its_data() {
    let files = Files::new("commands");
    let name = files.name.as_str();
    let server = hostile_server();
    let h = HOSTILE;
    let variant = ["--variant", "hostile.toml", "--lexicon", "words.txt"];
    let bots: Vec<&str> = [&["autoplay", "--games", "2", "--threads", "1"], &variant[..]].concat();
    let pair = ["match", "greedy", "greedy", "--games", "2", "--threads", "1"];
    let commands: Vec<Vec<&str>> = vec![
        vec![h],
        vec!["variant", "show", h],
        vec!["variant", "show", "hostile.toml"],
        vec!["variant", "show", "hostile.toml", "--toml"],
        vec!["variant", "show", "broken.toml"],
        vec!["variant", "lint", "hostile.toml", "broken.toml", "unknown.toml"],
        vec!["variant", "lint", name],
        vec!["variant", "new", h],
        vec!["variant", "new", "mine", "--extends", "hostile.toml", "--output", name],
        vec!["lexicon", "build", "words.txt", "--output", "words.twl"],
        vec!["lexicon", "build", "words.txt", "--strict", "--output", "strict.twl"],
        vec!["lexicon", "build", name, "--output", "named.twl"],
        vec!["lexicon", "info", "words.txt"],
        vec!["lexicon", "info", name],
        vec!["lexicon", "check", "words.txt", "READ", h],
        vec!["lexicon", "anagram", h, "--lexicon", "words.txt"],
        vec!["lexicon", "pattern", h, "--lexicon", "words.txt"],
        vec!["lexicon", "convert", "words.txt", name],
        vec!["score", "--variant", "hostile.toml", "--place", "7,7=R", h],
        vec!["score", "--words", "words.txt", "--place", "7,7=R", "8,7=E"],
        vec!["score", "--words", "words.txt", "8H", h],
        vec!["moves", "--variant", "hostile.toml", "--lexicon", "words.txt", "--rack", "READ"],
        vec!["moves", "--lexicon", "words.txt", "--cgp", h],
        vec!["moves", "--rack", h],
        vec!["endgame", "cgp.txt", "--lexicon", "words.txt"],
        vec!["endgame", h],
        vec!["perft", "cgp.txt", "--lexicon", "words.txt"],
        vec!["perft", name],
        bots,
        vec!["autoplay", "--players", h],
        [&pair[..], &variant[..]].concat(),
        vec![
            "train",
            "hostile.toml",
            "--lexicon",
            "words.txt",
            "--games",
            "2",
            "--rounds",
            "1",
            "--out",
            "out.leaves",
        ],
        vec!["train", name],
        vec!["lab", "hostile.toml", "--games", "2", "--lexicon", "words.txt", "--threads", "1"],
        vec!["render", "hostile.toml"],
        vec!["render", "--variant", "hostile.toml"],
        vec!["replay", "game.gcg"],
        vec!["replay", name],
        vec!["replay", "game.gcg", "--variant", "hostile.toml", "--lexicon", "words.txt"],
        vec!["replay", "rack.gcg"],
        vec!["replay", "square.gcg"],
        vec!["replay", "syntax.gcg"],
        vec!["replay", "encoding.gcg"],
        vec!["replay", "script.json"],
        vec!["replay", "log.json"],
        vec!["replay", "variant.json"],
        vec!["convert", "game.gcg", "out.json"],
        vec!["convert", "syntax.gcg", "out.json"],
        vec!["convert", name, h],
        vec!["analyze", "game.gcg", "--lexicon", "en", "--nodes", "0"],
        vec!["analyze", "rack.gcg", "--variant", "hostile.toml", "--lexicon", "words.txt"],
        vec!["analyze", name, "--lexicon", h],
        vec!["ucgi", "--variant", h],
        vec!["admin", "verify", "--database", h],
        vec!["admin", "backup", "--database", h, name],
        vec!["admin", "export", "--database", h],
        vec!["admin", "export", "--database", "memory", "--game", h],
        vec!["admin", "restore", "--database", h, name],
        vec!["admin", "players", "--database", h, h],
        vec!["admin", "ban", "--database", h, h, "--reason", h],
        vec!["admin", "grant", "--database", h, h, h, "--reason", h],
        vec!["serve", "--config", "config.toml"],
        vec!["serve", "--config", h],
        vec!["loadtest", "--url", h],
        vec!["loadtest", "--url", &server, "--games", "1", "--seconds", "1"],
        vec!["completions", h],
    ];
    let input = format!(
        "debug on\n{h}\nposition cgp {LINE}\nsetoption name variant value {LINE}\nisready\ngo {LINE}\nquit\n"
    );
    let mut found = Vec::new();
    for arguments in &commands {
        for json in [false, true] {
            let mut arguments = arguments.clone();
            if json {
                arguments.push("--json");
            }
            let output = run(&files.folder, &arguments, &input);
            for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
                let faults = faults(bytes);
                if !faults.is_empty() {
                    found.push(format!("{arguments:?} {stream}: {faults:?}"));
                }
            }
            if json {
                let text = String::from_utf8(output.stdout).unwrap();
                for line in text.lines().filter(|line| line.starts_with('{')) {
                    let read = serde_json::from_str::<serde_json::Value>(line);
                    assert!(read.is_ok(), "{arguments:?}: {line}");
                }
            }
        }
    }
    assert!(found.is_empty(), "{} outputs:\n{}", found.len(), found.join("\n"));
}

#[test]
fn names_of_files_come_back_as_json_strings() {
    let files = Files::new("names");
    let output = run(&files.folder, &["variant", "lint", "hostile.toml", "--json"], "");
    let shown = run(&files.folder, &["variant", "show", "hostile.toml", "--json"], "");
    assert!(output.status.success());
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["name"], HOSTILE);
    let toml = run(&files.folder, &["variant", "show", "hostile.toml", "--toml"], "");
    let toml: toml::Table = toml::from_str(&String::from_utf8(toml.stdout).unwrap()).unwrap();
    assert_eq!(toml["name"].as_str(), Some(HOSTILE));
}

#[test]
fn files_without_an_end_are_refused() {
    let files = Files::new("endless");
    for arguments in [["replay", "/dev/zero"], ["variant", "lint"], ["perft", "/dev/zero"]] {
        let mut arguments = arguments.to_vec();
        if arguments[0] == "variant" {
            arguments.push("/dev/zero");
        }
        let output = run(&files.folder, &arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
