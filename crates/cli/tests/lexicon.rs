//! The `lexicon` commands.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lexicon-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Runs `tilewright lexicon --json …` in a folder: exit status and answer.
fn run(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["lexicon", "--json"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
    (output.status.code().unwrap(), value)
}

fn words(answer: &Value) -> Vec<&str> {
    answer["words"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn lexicons_survive_conversion_between_all_formats() {
    let folder = folder("forms");
    std::fs::write(folder.join("list.txt"), "scar\ncar\ncars\narc\n").unwrap();
    let (status, answer) = run(&folder, &["build", "list.txt", "-o", "list.twl"]);
    assert_eq!((status, &answer["lexicon"]["words"]), (0, &Value::from(4)), "{answer}");
    for (from, to) in [
        ("list.twl", "a.kwg"),
        ("a.kwg", "b.txt"),
        ("b.txt", "c.twl"),
        ("list.txt", "d.kwg"),
        ("list.twl", "e.txt"),
    ] {
        let (status, answer) = run(&folder, &["convert", from, to]);
        assert_eq!((status, &answer["ok"]), (0, &Value::Bool(true)), "{from} {to}: {answer}");
    }
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("b.txt"), b"ARC\nCAR\nCARS\nSCAR\n");
    assert_eq!((read("b.txt"), read("a.kwg")), (read("e.txt"), read("d.kwg")));
    assert_eq!(read("list.twl"), read("c.twl"));
    for file in ["list.twl", "a.kwg", "b.txt"] {
        let (status, answer) = run(&folder, &["info", file]);
        assert_eq!((status, &answer["words"]), (0, &Value::from(4)), "{file}: {answer}");
        assert_eq!(answer["by_length"], serde_json::json!([[3, 2], [4, 2]]));
        assert_eq!(run(&folder, &["check", file, "CARS", "arc"]).0, 0, "{file}");
        assert_eq!(run(&folder, &["check", file, "CARS", "cra"]).0, 1, "{file}");
    }
    assert_eq!(run(&folder, &["convert", "list.twl", "list.xyz"]).0, 2);
}

#[test]
fn bad_lines_are_reported_or_refused() {
    let folder = folder("bad");
    std::fs::write(folder.join("bad.txt"), b"\xEF\xBB\xBFAB\r\nA1\nX\nab\n\xFFA\nBA\n").unwrap();
    let (status, answer) = run(&folder, &["build", "bad.txt", "-o", "bad.twl"]);
    assert_eq!(status, 0);
    let list = &answer["list"];
    assert_eq!((&list["words"], &list["bad_lines"]), (&Value::from(2), &Value::from(4)));
    let faults: Vec<(u64, &str)> = (list["faults"].as_array().unwrap().iter())
        .map(|fault| (fault["line"].as_u64().unwrap(), fault["kind"].as_str().unwrap()))
        .collect();
    let expected = [(2, "digit"), (3, "too_short"), (4, "duplicate"), (5, "not_utf8")];
    assert_eq!(faults, expected);
    assert_eq!(list["byte_order_mark"], true);
    assert_eq!(list["carriage_returns"]["lines"], 1);
    let (status, answer) = run(&folder, &["build", "bad.txt", "--strict", "-o", "no.twl"]);
    assert_eq!(status, 1);
    assert!(answer["error"].as_str().unwrap().contains("line 2: `A1`"), "{answer}");
    assert!(!folder.join("no.twl").exists());
}

#[test]
fn damaged_and_foreign_files_are_refused_with_the_reason() {
    let folder = folder("damaged");
    std::fs::write(folder.join("list.txt"), "car\ncars\n").unwrap();
    run(&folder, &["build", "list.txt", "-o", "good.twl"]);
    let good = std::fs::read(folder.join("good.twl")).unwrap();
    let mut damaged = good.clone();
    damaged[50] ^= 1;
    for (bytes, reason) in [
        (&damaged[..], "checksum"),
        (&good[..good.len() - 3], "cut short"),
        (b"CAR\nCARS\n", "not a lexicon file"),
    ] {
        std::fs::write(folder.join("bad.twl"), bytes).unwrap();
        let (status, answer) = run(&folder, &["info", "bad.twl"]);
        assert_eq!(status, 1);
        assert!(answer["error"].as_str().unwrap().contains(reason), "{answer}");
    }
    assert_eq!(run(&folder, &["info", "missing.twl"]).0, 2);
}

#[test]
fn alphabets_are_read_from_letters_files_and_variants() {
    let folder = folder("alphabets");
    std::fs::write(folder.join("letters.txt"), "A\nC K\nH\nCH\n").unwrap();
    std::fs::write(folder.join("list.txt"), "chac\nkach\nca\n").unwrap();
    for alphabet in ["A,C,H,CH", "letters.txt"] {
        let arguments = ["build", "list.txt", "--alphabet", alphabet, "-o", "out.twl"];
        let (status, answer) = run(&folder, &arguments);
        assert_eq!(status, 0, "{answer}");
        assert_eq!(answer["lexicon"]["alphabet"], serde_json::json!(["A", "C", "H", "CH"]));
    }
    let (_, answer) = run(&folder, &["anagram", "ca[ch]", "--lexicon", "out.twl"]);
    assert_eq!(words(&answer), ["CACH", "CHAC"]);
    let arguments = ["build", "list.txt", "--variant", "classic", "-o", "classic.twl"];
    let (status, answer) = run(&folder, &arguments);
    assert_eq!((status, &answer["lexicon"]["words"]), (0, &Value::from(3)), "{answer}");
    let (_, answer) = run(&folder, &["info", "out.twl", "--variant", "classic"]);
    assert_eq!(
        (&answer["words"], answer["alphabet"].as_array().unwrap().len()),
        (&Value::from(3), 26)
    );
}

#[test]
fn bundled_lists_answer_queries() {
    let folder = folder("shipped");
    let (status, answer) = run(&folder, &["check", "en", "zyzzyvas", "qwertz"]);
    assert_eq!(status, 1);
    assert_eq!(
        (&answer["words"][0]["valid"], &answer["words"][1]["valid"]),
        (&true.into(), &false.into())
    );
    let (status, answer) = run(&folder, &["anagram", "retinas?", "--limit", "3"]);
    assert_eq!((status, words(&answer).len(), &answer["more"]), (0, 3, &Value::Bool(true)));
    let (_, answer) = run(&folder, &["anagram", "act", "--all"]);
    assert_eq!(words(&answer), ["ACT", "AT", "CAT", "TA"]);
    let (_, answer) = run(&folder, &["anagram", "cats", "--length", "4"]);
    assert_eq!(words(&answer), ["ACTS", "CAST", "CATS", "SCAT"]);
    let (_, answer) = run(&folder, &["pattern", "Q[^U]*", "--lexicon", "en", "--limit", "2"]);
    assert_eq!(words(&answer), ["QAID", "QAIDS"]);
    assert_eq!(run(&folder, &["pattern", "Q[", "--lexicon", "en"]).0, 2);
    let kinds = [("both-ways", "both-ways"), ("anagrams", "anagrams")];
    for (kind, shown) in kinds {
        let out = format!("{kind}.twl");
        let (status, _) = run(&folder, &["build", "en_test_small", "--kind", kind, "-o", &out]);
        let (_, answer) = run(&folder, &["info", &out]);
        assert_eq!((status, &answer["kind"]), (0, &Value::from(shown)));
    }
}
