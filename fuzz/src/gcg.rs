//! Game files: reading never panics; what is read is written and read as the same; what holds
//! as a game is written from the game and holds again.
//!
//! The input is a file, or (if it begins with neither a pragma nor an event) changes of one.

use crate::bytes::Bytes;
use crate::material::{check_ledger, rulesets};
use std::sync::Arc;
use tilewright_game::Fact;
use tilewright_notation::{Gcg, replay};
use tilewright_rules::Ruleset;

/// The files that are changed.
const FILES: [&[u8]; 7] = [
    include_bytes!("../../fixtures/gcg/complete.gcg"),
    include_bytes!("../../fixtures/gcg/challenged-game.gcg"),
    include_bytes!("../../fixtures/gcg/three-players.gcg"),
    include_bytes!("../../fixtures/gcg/exchange-then-end.gcg"),
    include_bytes!("../../fixtures/gcg/spanish.gcg"),
    include_bytes!("../../fixtures/gcg/hebrew.gcg"),
    include_bytes!("../../fixtures/gcg/latin1.gcg"),
];

/// Tries one input.
pub fn check(data: &[u8]) {
    if matches!(data.first(), Some(b'#' | b'>' | 0xEF)) {
        return check_file(data);
    }
    let mut bytes = Bytes::new(data);
    let Some(file) = bytes.pick(&FILES) else { return };
    let mut lines: Vec<Vec<u8>> = file.split(|byte| *byte == b'\n').map(Vec::from).collect();
    lines.truncate(1 + bytes.below(lines.len()));
    for _ in 0..bytes.byte() % 6 {
        change(&mut lines, &mut bytes);
    }
    check_file(&lines.join(&b'\n'));
}

/// Changes one thing about the lines of a file.
fn change(lines: &mut Vec<Vec<u8>>, bytes: &mut Bytes<'_>) {
    let (at, other) = (bytes.below(lines.len()), bytes.below(lines.len()));
    match bytes.byte() % 6 {
        0 if lines.len() > 1 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        _ => {
            // A word of one line takes the place of a word of another.
            let from: Vec<&[u8]> = lines[other].split(|byte| *byte == b' ').collect();
            let Some(word) = bytes.pick(&from).map(|word| word.to_vec()) else { return };
            let mut words: Vec<Vec<u8>> =
                lines[at].split(|byte| *byte == b' ').map(Vec::from).collect();
            let place = bytes.below(words.len());
            match bytes.byte() % 3 {
                0 => words[place] = word,
                1 => words.insert(place, word),
                _ => drop(words.remove(place)),
            }
            lines[at] = words.join(&b' ');
        }
    }
}

/// The variant that a file names.
fn ruleset_of(gcg: &Gcg) -> Arc<Ruleset> {
    let named = gcg.pragma("game-type").map(|(_, text)| text).unwrap_or_default();
    let mut known = rulesets().iter();
    let classic = || rulesets().iter().find(|ruleset| ruleset.id() == "classic");
    let found = known.find(|ruleset| ruleset.id() == named.trim()).or_else(classic);
    found.unwrap_or(&rulesets()[0]).clone()
}

fn check_file(data: &[u8]) {
    let gcg = match Gcg::read(data) {
        Ok(gcg) => gcg,
        Err(fault) => return assert!(fault.line > 0 && !fault.reason.is_empty()),
    };
    check_written(&gcg);
    let ruleset = ruleset_of(&gcg);
    let played = replay(&gcg, &ruleset, None);
    let Some(game) = played.game else { return assert!(played.fault.is_some()) };
    check_ledger(&game);
    if let Some(fault) = played.fault {
        assert!(fault.line > 0 && !fault.reason.is_empty());
        assert!(fault.reason.len() < 2000, "a reason of {} bytes", fault.reason.len());
        return;
    }
    let names: Vec<_> = gcg.players().into_iter().map(|(_, player)| player.clone()).collect();
    let Ok(recorded) = Gcg::of_game(&game, &names) else { return };
    check_written(&recorded);
    let again = replay(&recorded, &ruleset, None);
    // Tiles that a file leaves out are filled in, and exchanged for the right ones later on.
    if game.events().iter().any(|event| matches!(event.fact, Fact::RackArranged { .. })) {
        return;
    }
    assert_eq!(again.fault, None);
    let Some(other) = again.game else { panic!("no game and no fault") };
    for seat in 0..game.state().players() {
        assert_eq!(other.state().score(seat), game.state().score(seat), "seat {seat}");
    }
}

/// What is written is read as the same, and written as the same again.
fn check_written(gcg: &Gcg) {
    let written = match gcg.write() {
        Ok(written) => written,
        Err(fault) => panic!("what was read is not written: {fault}"),
    };
    match Gcg::read(&written) {
        Ok(read) => {
            assert!(read == *gcg, "it is read as something else");
            assert!(read.write().as_ref() == Ok(&written), "it is written otherwise");
        }
        Err(fault) => panic!("what was written is not read: {fault}"),
    }
}
