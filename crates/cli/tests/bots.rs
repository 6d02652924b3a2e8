//! `autoplay`, `match` and `train`.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Runs `tilewright --json …` in a folder with the small English list: exit status and answer.
fn run(folder: &Path, arguments: &str) -> (i32, Value) {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lexicon/data/en-small.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["--json"])
        .args(arguments.split_whitespace())
        .arg("--lexicon")
        .arg(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), serde_json::from_str(&text).unwrap_or(Value::Null))
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let folder = folder("threads");
    let play = |rest: &str| run(&folder, &format!("autoplay --games 30 --seed 5 {rest}"));
    for rest in [
        "--variant classic",
        "--variant hex --players static,score,beginner",
        "--variant hex --players sim,score,sim:9 --rollouts 12 --plies 1 --candidates 3",
    ] {
        let (status, one) = play(&format!("{rest} --threads 1"));
        assert_eq!((status, &one["result"]["games"]), (0, &Value::from(30)), "{one}");
        for threads in [2, 5] {
            assert_eq!(play(&format!("{rest} --threads {threads}")).1, one, "{rest}");
        }
    }
    for (rest, part) in [
        ("--players static", ""),
        ("--players static,nobody", "unknown player `nobody`"),
        ("--players static,sim:many", "N must be a number of rollouts"),
        ("--variant daily-9 --players static,score", "daily-9 needs 1 to 1 players (2 given)"),
        ("--players static:missing.json,score", "missing.json"),
    ] {
        let (status, answer) = play(rest);
        let error = answer["error"].as_str().unwrap_or("");
        assert!(error.contains(part) && (status == 2) != part.is_empty(), "{rest}: {answer}");
    }
}

#[test]
fn matches_swap_sides_and_report_the_interval() {
    let folder = folder("match");
    let (status, answer) = run(&folder, "match static static --games 19");
    assert_eq!((status, &answer["result"]["games"]), (0, &Value::from(20)), "{answer}");
    // The same player on both sides of the same deals: even to the point.
    assert_eq!(
        (answer["win_rate"]["mean"].as_f64(), answer["spread"]["mean"].as_f64()),
        (Some(0.5), Some(0.0))
    );
    let (_, answer) = run(&folder, "match expert beginner --games 40 --seed 2");
    assert!(answer["win_rate"]["low"].as_f64().unwrap() > 0.5, "{answer}");
    // With a time limit per turn, a match ends even with a huge number of rollouts.
    let (status, answer) =
        run(&folder, "match sim score --games 2 --rollouts 1000000000 --move-time 5");
    assert_eq!((status, &answer["result"]["games"]), (0, &Value::from(2)), "{answer}");
}

#[test]
fn training_resumes_and_values_are_refused_for_other_rules() {
    let folder = folder("train");
    let train = |out: &str, rest: &str| {
        run(&folder, &format!("train classic --games 40 --rounds 2 --out {out} {rest}"))
    };
    assert_eq!(train("one.json", "--threads 1").0, 0);
    assert_eq!(train("two.json", "--threads 3").0, 0);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("one.json"), read("two.json"));
    assert!(!folder.join("one.json.part").exists());
    // A checkpoint of another training is not touched.
    std::fs::write(folder.join("one.json.part"), "{}").unwrap();
    let (status, answer) = train("one.json", "");
    assert!(status == 2 && answer["error"].as_str().unwrap().contains("remove it"), "{answer}");
    let (status, _) = run(&folder, "match static:one.json plain --games 4");
    assert_eq!(status, 0);
    let (status, answer) = run(&folder, "match static:one.json plain --variant feud --games 4");
    assert!(status == 2 && answer["error"].as_str().unwrap().contains("trained for classic"));
}

/// Runs `tilewright --json endgame` with a small word list.
fn endgame(folder: &Path, words: &str, arguments: &[&str]) -> (i32, String) {
    std::fs::write(folder.join("words.txt"), words).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["--json", "endgame", "--lexicon", "words.txt"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn endgames_are_solved_exactly() {
    let folder = folder("endgame");
    let cgp = |racks: &str| format!("{}3CAT9{} {racks} 10/20 0", "15/".repeat(7), "/15".repeat(7));
    let words = "cat\ncats\nat\nas\n";
    let position = cgp("S/Q");
    let (status, text) = endgame(&folder, words, &["--tiles-left-out", &position]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    // CATS scores 3 + 1 + 1 + 1, and the Q counts 10 for one and 10 against the other.
    assert_eq!((status, &answer["value"], &answer["exact"]), (0, &26.into(), &true.into()));
    let turn = serde_json::json!({ "seat": 0, "turn": "8D ...S", "score": 6 });
    assert_eq!(answer["line"], serde_json::json!([turn]), "{answer}");
    // A file has one position per line; nothing can be played in the second, and both keep 10.
    let both = format!("# positions\n{position}\tmore\n\n{}\n", cgp("Z/Q"));
    std::fs::write(folder.join("positions.tsv"), both).unwrap();
    let (status, text) = endgame(&folder, words, &["--tiles-left-out", "positions.tsv"]);
    let values: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["value"].clone())
        .collect();
    assert_eq!((status, values), (0, vec![26.into(), 0.into()]));
    for (arguments, part) in [
        (vec![position.as_str()], "95 tiles are in the bag"),
        (vec!["--time=-1", position.as_str()], "--time -1: must be 0 or more seconds"),
        (vec!["--variant", "hex", position.as_str()], "such a position has no CGP"),
        (vec!["nonsense"], "has 8 columns, expected 15"),
    ] {
        let (status, text) = endgame(&folder, words, &arguments);
        assert!(status == 2 && text.contains(part), "{arguments:?}: {text}");
    }
}

#[test]
fn the_endgame_player_plays_matches() {
    let folder = folder("search");
    let play = |threads| run(&folder, &format!("match static+endgame static --games 2 {threads}"));
    let (status, answer) = play("--threads 1");
    assert_eq!((status, &answer["result"]["games"]), (0, &Value::from(2)), "{answer}");
    assert_eq!(play("--threads 2").1, answer);
}
