//! The `replay` and `convert` commands with GCG files.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command at the top of the repository.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(arguments).current_dir(root()).output().unwrap()
}

fn run_json(arguments: &[&str]) -> (i32, Value) {
    let output = run(&[arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (output.status.code().unwrap(), value)
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("game-files-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn the_first_difference_is_named() {
    let table: &[(&[&str], i32, &str)] = &[
        (&["complete.gcg"], 0, ""),
        (&["complete.gcg", "--lexicon", "en"], 0, ""),
        (&["game-type.gcg"], 0, ""),
        (&["game-type.gcg", "--variant", "classic"], 1, "line 5: the play scores 10"),
        (&["wrong-total.gcg"], 1, "line 5: Ben has 10 points"),
        (&["not-a-word.gcg"], 0, ""),
        (&["not-a-word.gcg", "--lexicon", "en"], 1, "line 4: not legal: word_validation"),
        (&["dutch.gcg"], 0, ""),
        (&["hebrew.gcg", "--variant", "hebrew"], 0, ""),
        (&["cut-after-rack.gcg"], 1, "line 5: the line ends where the move should be"),
        (&["opening.gcg", "--variant", "hex"], 1, "line 1: `hex` is not played"),
    ];
    for (arguments, status, reason) in table {
        let file = format!("fixtures/gcg/{}", arguments[0]);
        let (found, answer) = run_json(&[&["replay", &file], &arguments[1..]].concat());
        assert_eq!(found, *status, "{arguments:?}: {answer}");
        assert_eq!(answer["ok"], *status == 0, "{arguments:?}: {answer}");
        let difference = answer["difference"].as_str().unwrap_or("");
        assert!(difference.starts_with(reason), "{arguments:?}: {difference}");
        assert_eq!(answer["fault"]["line"].is_u64(), *status == 1, "{arguments:?}: {answer}");
    }
    let missing = run(&["replay", "no-such-file.gcg"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn games_survive_conversion_to_logs_and_back() {
    let folder = folder("forms");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (log, gcg, tidy) = (path("a.json"), path("a.gcg"), path("b.gcg"));
    let complete = "fixtures/gcg/complete.gcg";
    let convert = |arguments: &[&str]| {
        let (status, answer) = run_json(&[&["convert"], arguments].concat());
        assert_eq!((status, &answer["ok"]), (0, &Value::Bool(true)), "{arguments:?}: {answer}");
    };
    convert(&[complete, &log]);
    convert(&[&log, &gcg, "--players", "Ann,Ben"]);
    let (status, answer) = run_json(&["replay", &log]);
    assert_eq!((status, &answer["scores"]), (0, &serde_json::json!([459, 335])), "{answer}");
    let (status, answer) = run_json(&["replay", &gcg]);
    assert_eq!((status, &answer["finished"]), (0, &Value::Bool(true)), "{answer}");
    let events = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.starts_with('>')).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(events(&root().join(complete)), events(Path::new(&gcg)));
    convert(&["fixtures/gcg/untidy.gcg", &tidy]);
    convert(&[&tidy, &gcg]);
    assert_eq!(std::fs::read(&tidy).unwrap(), std::fs::read(&gcg).unwrap());
    for (arguments, status) in [
        (vec!["convert", complete, "out.txt"], 2),
        (vec!["convert", &log, "other.json"], 2),
        (vec!["convert", "fixtures/gcg/wrong-score.gcg", &log], 1),
        (vec!["convert", "fixtures/gcg/stray-text.gcg", &gcg], 1),
        (vec!["convert", &log, &gcg, "--players", "Ann,Ben,Cleo"], 2),
    ] {
        assert_eq!(run(&arguments).status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn scores_are_checked_even_if_the_word_list_is_missing() {
    let folder = folder("no-words");
    let log = folder.join("log.json").display().to_string();
    let gcg = "fixtures/gcg/hebrew.gcg";
    let (status, answer) = run_json(&["convert", gcg, &log, "--variant", "hebrew"]);
    assert_eq!(status, 0, "{answer}");
    let (status, answer) = run_json(&["replay", &log]);
    assert_eq!((status, &answer["words_checked"]), (0, &Value::Bool(false)), "{answer}");

    let mut wrong: Value = serde_json::from_slice(&std::fs::read(&log).unwrap()).unwrap();
    let events = wrong["events"].as_array_mut().unwrap();
    let first = events.iter().position(|event| event["fact"]["type"] == "played").unwrap();
    // Later events would contradict the planted score.
    events.truncate(first + 1);
    let played = &mut events[first]["fact"];
    let total = played["score"]["total"].as_i64().unwrap();
    let word = played["score"]["words"][0]["score"].as_i64().unwrap();
    played["score"]["total"] = (total + 1).into();
    played["score"]["words"][0]["score"] = (word + 1).into();
    std::fs::write(&log, wrong.to_string()).unwrap();
    let (status, answer) = run_json(&["replay", &log]);
    assert_eq!(status, 1, "{answer}");
    let expected = format!("the move scores {total}, the log says {}", total + 1);
    assert!(answer["difference"].as_str().unwrap().contains(&expected), "{answer}");
}

#[test]
fn an_unreadable_base_variant_is_named() {
    let folder = folder("unreadable-base");
    std::fs::write(folder.join("base.toml"), b"name = \"\xff\"").unwrap();
    let file = folder.join("child.toml").display().to_string();
    let child = "format = 1\nid = \"child\"\nname = \"Child\"\nextends = \"base\"\n";
    std::fs::write(&file, child).unwrap();
    for arguments in [["variant", "lint", &file], ["variant", "show", &file]] {
        let output = run(&arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("base.toml: ") && text.contains("UTF-8"), "{text}");
    }
}

/// A result that cannot be written is an error; a reader that went away is none.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let program = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.current_dir(root());
        command
    };
    let commands: [&[&str]; 2] =
        [&["variant", "list"], &["convert", "fixtures/gcg/complete.gcg", "-"]];
    for arguments in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(arguments).stdout(full).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
        assert!(text.contains("standard output: "), "{text}");

        let mut command = program();
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert!(child.wait().unwrap().success(), "{arguments:?}");
    }
}
