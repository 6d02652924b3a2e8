//! The worked examples through the command line.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/examples")
}

/// Runs the command in the folder of the examples: exit status and JSON.
fn run(arguments: &[String]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(arguments)
        .current_dir(folder())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"));
    (output.status.code().unwrap(), value)
}

fn arguments(case: &Value) -> Vec<String> {
    let mut arguments = vec!["score".to_string(), "--json".to_string()];
    for (key, flag) in [("variant", "--variant"), ("dictionary", "--dictionary")] {
        if let Some(text) = case[key].as_str() {
            arguments.extend([flag.to_string(), text.to_string()]);
        }
    }
    for (key, flag) in [("on", "--on"), ("place", "--place"), ("premium", "--premium")] {
        for text in case[key].as_array().into_iter().flatten().filter_map(Value::as_str) {
            arguments.extend([flag.to_string(), text.to_string()]);
        }
    }
    arguments.extend(
        case["notation"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(String::from),
    );
    arguments
}

fn check(case: &Value) {
    let title = format!("example {}: {}", case["example"], case["title"]);
    if let Some(script) = case["replay"].as_str() {
        let (status, answer) = run(&["replay".into(), "--json".into(), script.into()]);
        assert_eq!((status, &answer["ok"]), (0, &Value::Bool(true)), "{title}: {answer}");
        assert_eq!(answer["finished"], true, "{title}");
        return;
    }
    if let Some(expected) = case["show"].as_object() {
        let variant = case["variant"].as_str().unwrap().to_string();
        let (_, answer) = run(&["variant".into(), "show".into(), variant, "--json".into()]);
        for (kind, count) in expected {
            let board = &answer["board"];
            let found = if kind == "plain" { &board["plain"] } else { &board["premiums"][kind] };
            assert_eq!(found, count, "{title}: {kind}");
        }
        return;
    }
    let (status, answer) = run(&arguments(case));
    if let Some(rules) = case["rules"].as_array() {
        let found: Vec<&Value> =
            answer["violations"].as_array().unwrap().iter().map(|v| &v["rule"]).collect();
        assert_eq!(found, rules.iter().collect::<Vec<_>>(), "{title}");
        assert_eq!((status, &answer["ok"]), (1, &Value::Bool(false)), "{title}");
        return;
    }
    assert_eq!((status, &answer["ok"]), (0, &Value::Bool(true)), "{title}: {answer}");
    let breakdown = &answer["breakdown"];
    assert_eq!(breakdown["total"], case["total"], "{title}");
    if let Some(words) = case["words"].as_array() {
        let found: Vec<Value> = (breakdown["words"].as_array().unwrap().iter())
            .map(|word| serde_json::json!([word["text"], word["score"]]))
            .collect();
        assert_eq!(found, *words, "{title}");
    }
    assert_eq!(breakdown["bingo_awarded"] == true, case["bingo"] == true, "{title}");
}

#[test]
fn all_worked_examples_score_as_written() {
    let text = std::fs::read_to_string(folder().join("examples.json")).unwrap();
    let table: Value = serde_json::from_str(&text).unwrap();
    table.as_array().unwrap().iter().for_each(check);
}

#[test]
fn exit_statuses_and_messages() {
    let table: [(&[&str], i32, &str); 16] = [
        (&["score", "--place", "-1,0=A", "7,7=B", "--dictionary", "free"], 1, "board_bounds"),
        (&["score", "--on", "-1,0=A", "--place", "7,7=B"], 2, "--on -1,0"),
        (&["score", "--on", "7,7=A", "--on", "7,7=B", "--place", "8,7=C"], 2, "allows 1"),
        (&["score", "--variant", "graph-demo", "--place", "nowhere=A"], 2, "nowhere"),
        (&["score", "--variant", "no-such", "--place", "7,7=A"], 2, "no-such"),
        (&["score", "--place", "7,7"], 2, ""),
        (&["score", "--premium", "7,7=gold", "--place", "7,7=A"], 2, "gold"),
        (&["score", "--plugin", "score_bonus={", "--place", "7,7=A"], 2, "score_bonus"),
        (&["score", "--variant", "spanish", "--place", "7,7=A", "8,7=L"], 2, "--words FILE"),
        (&["score", "--rack", "REA", "8H", "READ"], 1, "tiles_in_rack"),
        (&["score", "--dictionary", "free"], 1, "empty_move"),
        (&["score", "--place", "7,7=?", "8,7=A", "--dictionary", "free"], 1, "blank_letter"),
        (&["score", "99ZZ", "READ"], 2, "beyond the edge of the board or in a hole"),
        (&["variant", "lint", "missing.toml"], 2, "missing.toml"),
        (&["autoplay", "--games", "1", "--lexicon", "enn"], 2, "enn"),
        (&["lab", "classic", "--games", "1", "--lexicon", "enn"], 2, "enn"),
    ];
    for (arguments, status, part) in table {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tilewright")).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {text}");
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}

#[test]
fn other_boards_and_letters() {
    let table: [(&[&str], i64); 5] = [
        (
            &[
                "score",
                "--variant",
                "tower-3d",
                "--dictionary",
                "free",
                "--place",
                "4,4,0=A",
                "4,4,1=B",
                "--premium",
                "4,4,0=regular",
                "4,4,1=regular",
            ],
            4,
        ),
        (
            &[
                "score",
                "--variant",
                "spanish",
                "--dictionary",
                "free",
                "--place",
                "7,7=ch",
                "8,7=[LL]",
            ],
            26,
        ),
        (&["score", "--variant", "classic", "--place", "7,7=?r", "8,7=E", "9,7=D"], 6),
        (&["score", "8H", "rED"], 6),
        (&["score", "--plugin", "score_bonus={\"bonus\":7}", "H8", "RED"], 15),
    ];
    for (arguments, total) in table {
        let mut list: Vec<String> = arguments.iter().map(|text| text.to_string()).collect();
        list.push("--json".to_string());
        let (status, answer) = run(&list);
        assert_eq!((status, &answer["breakdown"]["total"]), (0, &Value::from(total)), "{answer}");
    }
}
