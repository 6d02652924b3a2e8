//! The committed corpus is what the engine says, and the checker finds what differs.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use tilewright_conformance::{compare, generate, plant_point, read_directory, requests};
use tilewright_protocol::Engine;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

#[test]
fn the_committed_files_are_what_is_made() {
    let committed = read_directory(&fixtures().join("conformance")).unwrap();
    let made = generate(&fixtures().join("words")).unwrap();
    let names = |files: &[tilewright_conformance::File]| {
        files.iter().map(|file| file.name.clone()).collect::<Vec<_>>()
    };
    let command = "run `cargo xtask corpus`";
    assert_eq!(names(&committed), names(&made), "{command}");
    for (committed, made) in committed.iter().zip(&made) {
        let same = committed.text().unwrap() == made.text().unwrap();
        assert!(same, "{} is not what the engine says; {command}", made.name);
    }
    let exchanges: usize = made.iter().map(|file| file.exchanges.len()).sum();
    assert!(exchanges >= 5000, "{exchanges} exchanges");
}

#[test]
fn a_difference_of_one_point_is_found_in_a_whole_run() {
    let mut files = read_directory(&fixtures().join("conformance")).unwrap();
    files.retain(|file| file.name == "variant-stacking-demo.jsonl");
    let engine = Engine::new();
    let answers = requests(&files).into_iter().map(|request| engine.handle(request.as_bytes()));
    let mut responses: Vec<Vec<u8>> = answers.collect();
    assert_eq!(compare(&files, &responses).wrong, 0);

    // One total of one account, one higher.
    let right = responses.clone();
    let place = plant_point(&mut responses).unwrap();
    assert_eq!(right.iter().zip(&responses).filter(|(a, b)| a != b).count(), 1);
    let report = compare(&files, &responses);
    assert_eq!((report.wrong, report.differences[0].line), (1, place + 1));

    // A response that is missing, and one too many.
    responses = right;
    let last = responses.pop().unwrap();
    assert_eq!(compare(&files, &responses).wrong, 1);
    responses.extend([last.clone(), last]);
    assert_eq!(compare(&files, &responses).wrong, 1);
}
