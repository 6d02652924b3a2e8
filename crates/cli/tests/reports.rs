//! `analyze` and `lab`.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("reports-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_string()
}

#[test]
fn a_recorded_game_is_analysed() {
    let folder = folder("analyze");
    let game = text(&root().join("fixtures/gcg/complete.gcg"));
    let (status, json) =
        run(&folder, &["--json", "analyze", &game, "--best", "3", "--html", "a.html"]);
    let answer: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (status, &answer["format"], &answer["version"]),
        (0, &"tilewright-analysis".into(), &1.into())
    );
    let turns = answer["turns"].as_array().unwrap();
    assert_eq!((turns.len(), answer["finished"].as_bool()), (27, Some(true)));
    // FRITTED on line 8 is the best play; the players' losses are the sums of their turns'.
    assert_eq!(
        (&turns[2]["line"], &turns[2]["loss"], &turns[2]["rank"]),
        (&8.into(), &0.0.into(), &1.into())
    );
    for (seat, player) in answer["players"].as_array().unwrap().iter().enumerate() {
        let own = turns.iter().filter(|turn| turn["seat"] == seat);
        let sum: f64 = own.filter_map(|turn| turn["loss"].as_f64()).sum();
        assert!((sum - player["loss"].as_f64().unwrap()).abs() < 1e-6, "{player}");
    }
    assert!(turns.iter().all(|turn| turn["best"].as_array().unwrap().len() <= 3));
    let page = std::fs::read_to_string(folder.join("a.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("http"));
    assert_eq!(page.matches("<figure").count(), 27);
}

#[test]
fn faults_of_game_files_are_reported() {
    let folder = folder("faults");
    let wrong = text(&root().join("fixtures/gcg/missing-bingo.gcg"));
    assert_eq!(run(&folder, &["analyze", &wrong]).0, 1);
    assert_eq!(run(&folder, &["analyze", "missing.gcg"]).0, 2);
    assert_eq!(run(&folder, &["analyze", &wrong, "--best", "0"]).0, 2);
    assert_eq!(run(&folder, &["lab", "no-such-game"]).0, 2);
    assert_eq!(run(&folder, &["lab", "daily-9", "--players", "2"]).0, 2);
}

#[test]
fn the_lab_compares_two_variants() {
    let folder = folder("lab");
    let words = text(&root().join("crates/lexicon/data/en-small.txt"));
    let house = "format = 1\nid = \"long-rack\"\nname = \"Long rack\"\ndescription = \"Nine tiles.\"\nextends = \"classic\"\n\n[rules.rack_size]\nsize = 9\n";
    std::fs::write(folder.join("long-rack.toml"), house).unwrap();
    let lab = |threads: &str| {
        run(
            &folder,
            &[
                "--json",
                "lab",
                "classic",
                "--against",
                "long-rack.toml",
                "--games",
                "24",
                "--seed",
                "3",
                "--lexicon",
                &words,
                "--threads",
                threads,
                "--html",
                "lab.html",
            ],
        )
    };
    let (status, one) = lab("1");
    assert_eq!(status, 0);
    assert_eq!(lab("2"), (0, one.clone()));
    let answer: Value = serde_json::from_str(&one).unwrap();
    assert_eq!((&answer["format"], &answer["version"]), (&"tilewright-lab".into(), &1.into()));
    assert_eq!(answer["variants"][1]["tally"]["games"], 24);
    let difference = |id: &str| {
        let all = answer["differences"].as_array().unwrap();
        all.iter().find(|one| one["id"] == id).unwrap()["value"].as_f64().unwrap()
    };
    // Nine tiles make longer plays.
    assert!(difference("play_tiles") > 0.0, "{}", difference("play_tiles"));
    let page = std::fs::read_to_string(folder.join("lab.html")).unwrap();
    assert!(page.contains("Long rack") && !page.contains("http"));
}
