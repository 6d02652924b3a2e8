//! The referee itself, by examples with known numbers.

#![allow(clippy::unwrap_used)]

use tilewright_referee::{Piece, PlacedTile, PlayerView, Referee};
use tilewright_rules::spec::DictionaryMode;
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_variants::Variant;

/// Reads `x,y=T` placements; `?e` is a blank that stands for e.
fn laid(ruleset: &Ruleset, text: &str) -> Vec<PlacedTile> {
    let set = ruleset.tiles();
    let read = |part: &str| {
        let (cell, tile) = part.split_once('=').unwrap();
        let cell = ruleset.topology().find_cell(cell).unwrap().index();
        let blank = tile.strip_prefix('?');
        let letter = set.alphabet().letter(blank.unwrap_or(tile)).unwrap();
        let kind = match blank {
            Some(_) => set.first_blank().unwrap(),
            None => set.kind_of_letter(letter).unwrap(),
        };
        PlacedTile { cell, piece: Piece { kind: kind.index(), letter: letter.0 } }
    };
    text.split_whitespace().map(read).collect()
}

/// Judges a move on a board; the rack is exactly the placed tiles. The answer is the total, or the
/// broken rules.
fn judged(id: &str, words: &str, premiums: &str, on: &str, place: &str) -> String {
    let variant = Variant::shipped(id).unwrap();
    let mut ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
    if words.is_empty() {
        let free = ruleset.with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free);
        ruleset = free.unwrap();
    }
    if premiums.starts_with("none") {
        for cell in ruleset.topology().clone().cell_ids() {
            ruleset = ruleset.with_premium(cell, None);
        }
    }
    for part in premiums.trim_start_matches("none").split_whitespace() {
        let (cell, kind) = part.split_once('=').unwrap();
        let cell = ruleset.topology().find_cell(cell).unwrap();
        ruleset = ruleset.with_premium(cell, Some(kind.parse().unwrap()));
    }
    let placed = laid(&ruleset, place);
    let mut view = PlayerView {
        stacks: vec![Vec::new(); ruleset.topology().cell_count()],
        rack: vec![0; ruleset.tiles().kinds().len()],
    };
    for tile in laid(&ruleset, on) {
        view.stacks[tile.cell].push(tile.piece);
    }
    placed.iter().for_each(|tile| view.rack[tile.piece.kind] += 1);
    let verdict = Referee::new(&ruleset, words).judge(&view, &placed);
    let broken: Vec<&str> = verdict.broken.iter().map(String::as_str).collect();
    verdict.total.map_or(broken.join(" "), |total| total.to_string())
}

#[test]
fn numbers() {
    let cat = "7,7=C 8,7=A 9,7=T";
    let table = [
        ("classic", "", "", "", "7,7=R 8,7=E 9,7=A 10,7=D", "10"),
        ("stacking-demo", "", "", "7,7=O", "7,7=N 7,8=E 7,9=T", "58"),
        ("plugin-demo", "", "", "", "2,2=A 3,2=B", "9"),
        ("classic", "", "", "6,7=O", "6,8=N", "3"),
        ("classic", "", "", "7,7=C", "8,7=A 9,7=T", "5"),
        ("classic", "", "", "1,7=A", "0,7=C", "12"),
        ("classic", "", "", "7,4=E", "4,4=A 5,4=A 6,4=A 8,4=A 9,4=A 10,4=A", "28"),
        ("hex-diamond-9", "", "", "4,4=C 5,4=A 6,4=T", "4,5=O 5,5=N", "12"),
        ("anadrome", "LEVEL", "none", "", "7,7=L 8,7=E 9,7=V 10,7=E 11,7=L", "16"),
        ("anadrome", "STOP\nPOTS", "none", "", "7,7=S 8,7=T 9,7=O 10,7=P", "12"),
        ("classic", "", "none 7,7=inverter", "", "7,7=A 8,7=?e", "9"),
        ("classic", "", "none 7,7=inverter", "", "7,7=Q 8,7=?e", "0"),
        ("classic", "", "none 7,7=alpha", "", "7,7=Z 8,7=?e", "26"),
        ("classic", "", "none 7,7=ceiling", "", cat, "9"),
        ("classic", "", "none 7,7=floor", "", cat, "3"),
        ("classic", "", "none 7,7=floor 8,7=ceiling", "", cat, "5"),
        ("classic", "", "none 7,7=triple-vowels", "", "7,7=Y 8,7=E 9,7=A", "18"),
        ("classic", "", "none 7,7=double-consonants", "", "7,7=Y 8,7=E 9,7=T", "7"),
        ("classic", "", "none 7,7=factorial", "", "7,7=K 8,7=?e", "120"),
        ("classic", "", "none 7,7=DW 8,7=length-squared", "", cat, "19"),
        ("classic", "", "none 9,7=plus", "", cat, "8"),
        ("classic", "", "none 7,7=power 8,7=product", "", "7,7=C 8,7=D", "18"),
        (
            "classic",
            "",
            "none 7,7=100 8,7=ceiling 9,7=factorial 10,7=factorial 11,7=product",
            "",
            "7,7=C 8,7=A 9,7=T 10,7=E 11,7=R",
            "Infinity",
        ),
        ("hebrew", "אב", "none", "", "7,7=ב 8,7=א", "6"),
        ("stacking", "", "", "4,4=A 5,4=T", "3,4=B", "6"),
        ("stacking", "", "", "4,4=A 5,4=T", "4,4=I 3,4=B", "4"),
    ];
    for (id, words, premiums, on, place, expected) in table {
        assert_eq!(judged(id, words, premiums, on, place), expected, "{id} {premiums} {place}");
    }
}

#[test]
fn broken_rules() {
    let table = [
        ("classic", "", "cell", "7,7=A 8,7=B", "7,7=X", "cell_availability"),
        ("classic", "", "gap", "7,7=A", "8,7=B 10,7=C", "no_gaps"),
        ("classic", "", "line", "7,7=A", "8,7=B 7,8=C", "line_placement"),
        ("classic", "", "start", "", "0,0=A 1,0=B", "first_move_start"),
        ("classic", "", "alone", "7,7=A", "0,0=A 1,0=B", "connection"),
        ("classic", "AT", "word", "7,7=A", "8,7=B", "word_validation"),
        ("classic", "", "short", "", "7,7=A", "min_word_length"),
        ("hebrew", "אב", "backward", "", "7,7=א 8,7=ב", "word_validation"),
        ("stacking", "", "same", "4,4=A 5,4=T 6,4=E", "4,4=A 3,4=S", "stacking"),
        ("stacking", "", "whole", "4,4=A 5,4=T", "4,4=I 5,4=S", "stacking"),
        ("plugin-demo", "", "far", "1,2=A 2,2=A 3,2=B", "0,2=A 4,2=B", ""),
        ("anadrome", "AB", "groups", "7,7=A", "8,7=B 12,12=A", "connection"),
    ];
    for (id, words, what, on, place, expected) in table {
        let found = judged(id, words, "none", on, place);
        match expected.is_empty() {
            true => assert!(found.parse::<i64>().is_ok(), "{what}: {found}"),
            false => assert_eq!(found, expected, "{what}"),
        }
    }
}

/// How many plays there are for a rack, each `?` a blank.
fn plays(ruleset: &Ruleset, words: &str, on: &str, rack: &str) -> usize {
    let mut view = PlayerView {
        stacks: vec![Vec::new(); ruleset.topology().cell_count()],
        rack: vec![0; ruleset.tiles().kinds().len()],
    };
    for tile in laid(ruleset, on) {
        view.stacks[tile.cell].push(tile.piece);
    }
    for tile in rack.split_whitespace() {
        view.rack[ruleset.tiles().find(tile).unwrap().index()] += 1;
    }
    Referee::new(ruleset, words).every_play(&view).len()
}

#[test]
fn every_play_is_found() {
    let at = "7,7=A 8,7=T";
    let table = [
        // Along two axes, each with two places over the start cell.
        ("classic", "AT", "", "A T", 4),
        // The blank stands for none of the letters, for A, or for T: three times as many.
        ("classic", "AT", "", "A T ?", 12),
        // Two blanks alike: A or a blank, T or a blank.
        ("classic", "AT", "", "A T ? ?", 16),
        // An S behind the word; an A above its T.
        ("classic", "AT ATS", at, "S", 1),
        ("classic", "AT ATS", at, "A", 1),
        // Three places, two axes, six orders of three letters; with two alike only three.
        ("clabbers", "EAT", "", "E A T", 36),
        ("clabbers", "EEL", "", "E L E", 18),
        // Both ways: two orders.
        ("anadrome", "AT", "", "A T", 8),
        // An I over the A or above the T; but no I may cover an I.
        ("stacking-demo", "AT IT", at, "I", 2),
        ("stacking-demo", "AT IT", "7,7=I 8,7=T", "I", 1),
    ];
    for (id, words, on, rack, expected) in table {
        let ruleset = Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap();
        let words = words.replace(' ', "\n");
        assert_eq!(plays(&ruleset, &words, on, rack), expected, "{id}: {rack} on [{on}]");
    }
    // Where a letter may cover itself, the A goes on the A and above the T.
    let variant = Variant::shipped("stacking-demo").unwrap();
    let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
    let same = ruleset.with_spec(|spec| spec.stacking.forbid_same = false).unwrap();
    assert_eq!((plays(&ruleset, "AT", at, "A"), plays(&same, "AT", at, "A")), (1, 2));
}
