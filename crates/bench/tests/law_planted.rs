//! Planted faults: the law finds every one of them.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use tilewright_bench::law::{Answer, Breach, Law, Lists, Pace, TestPosition, Tour};
use tilewright_board::{CellId, LineId};
use tilewright_referee::Plays;
use tilewright_rules::PluginRegistry;
use tilewright_variants::{Variant, shipped_ids};

/// Positions of each variant in which faults are planted.
const POSITIONS: usize = 3;

/// Changes the generator's answers; `None` if there is nothing to change.
type Plant = fn(&TestPosition, Vec<Answer>) -> Option<Vec<Answer>>;

/// The generator leaves a play out.
fn missed(_: &TestPosition, mut answers: Vec<Answer>) -> Option<Vec<Answer>> {
    answers.pop().map(|_| answers)
}

/// A cross word scores a point too much.
fn wrong_cross_score(tested: &TestPosition, mut answers: Vec<Answer>) -> Option<Vec<Answer>> {
    let mut crossing = answers.iter_mut().filter(|answer| has_cross_word(tested, answer));
    let found = crossing.find_map(|answer| Some((answer.points.parse::<i64>().ok()?, answer)));
    let (points, answer) = found?;
    answer.points = (points + 1).to_string();
    Some(answers)
}

/// Whether several tiles are placed, and one of them touches an old tile beside their line.
fn has_cross_word(tested: &TestPosition, answer: &Answer) -> bool {
    let topology = &tested.board.geom;
    let lines = |cell: CellId| topology.slots(cell).iter().map(|slot| slot.line);
    let cells: Vec<CellId> = answer.laid.iter().map(|tile| CellId(tile.cell as u16)).collect();
    let on_all = |line: &LineId| cells.iter().all(|cell| lines(*cell).any(|own| own == *line));
    let Some(main) = lines(cells[0]).find(on_all).filter(|_| cells.len() > 1) else { return false };
    let mut beside = cells.iter().flat_map(|cell| topology.neighbours(*cell));
    beside.any(|cell| tested.board.is_occupied(cell) && lines(cell).all(|line| line != main))
}

/// The generator finds a play a second time.
fn twice(_: &TestPosition, mut answers: Vec<Answer>) -> Option<Vec<Answer>> {
    answers.push(answers.first()?.clone());
    Some(answers)
}

/// A play with one tile less, as if a word had ended earlier.
fn cut_short(_: &TestPosition, mut answers: Vec<Answer>) -> Option<Vec<Answer>> {
    let known: BTreeSet<_> = answers.iter().map(|answer| answer.laid.clone()).collect();
    let cut = answers.iter().find_map(|answer| {
        let laid = answer.laid[1..].to_vec();
        (!laid.is_empty() && !known.contains(&laid)).then(|| Answer { laid, ..answer.clone() })
    });
    answers.push(cut?);
    Some(answers)
}

/// A blank shows a letter with which there is no word.
fn wrong_blank_letter(_: &TestPosition, mut answers: Vec<Answer>) -> Option<Vec<Answer>> {
    let known: BTreeSet<_> = answers.iter().map(|answer| answer.laid.clone()).collect();
    let shown = letters_by_kind(&answers);
    // A kind of tile that shows several letters is a blank.
    let is_blank = |kind: usize| shown[&kind].len() > 1;
    for answer in &mut answers {
        let Some(place) = answer.laid.iter().position(|tile| is_blank(tile.piece.kind)) else {
            continue;
        };
        for letter in &shown[&answer.laid[place].piece.kind] {
            let mut laid = answer.laid.clone();
            laid[place].piece.letter = *letter;
            if !known.contains(&laid) {
                answer.laid = laid;
                return Some(answers);
            }
        }
    }
    None
}

/// The letters that tiles of each kind show.
fn letters_by_kind(answers: &[Answer]) -> BTreeMap<usize, BTreeSet<u8>> {
    let mut letters: BTreeMap<usize, BTreeSet<u8>> = BTreeMap::new();
    for tile in answers.iter().flat_map(|answer| &answer.laid) {
        letters.entry(tile.piece.kind).or_default().insert(tile.piece.letter);
    }
    letters
}

const PLANTS: [(&str, Plant, &[Breach]); 5] = [
    ("a missed play", missed, &[Breach::Missed]),
    ("a wrong cross score", wrong_cross_score, &[Breach::Score]),
    ("a duplicate", twice, &[Breach::Twice]),
    ("an illegal play", cut_short, &[Breach::Illegal]),
    ("a wrong blank letter", wrong_blank_letter, &[Breach::Illegal, Breach::Missed]),
];

fn breaches(law: &Law, tested: &TestPosition, legal: &Plays, answers: Vec<Answer>) -> Vec<Breach> {
    law.compare(tested, legal, answers).iter().map(|fault| fault.breach).collect()
}

#[test]
fn every_planted_fault_is_found_in_every_variant() {
    let mut planted = [0; PLANTS.len()];
    for id in shipped_ids() {
        let ruleset = Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap();
        let law = Law::new(&ruleset, &Lists::of(&ruleset).unwrap().part).unwrap();
        let pace = Pace { every: 3, ..Pace::of(&ruleset) };
        let mut tour = Tour::new(&law, pace, 1).unwrap();
        for _ in 0..POSITIONS {
            let tested = tour.stop().unwrap().tested;
            let (legal, answers) = (law.legal(&tested), law.answers(&tested));
            assert_eq!(breaches(&law, &tested, &legal, answers.clone()), [], "{id}");
            for ((what, plant, expected), count) in PLANTS.iter().zip(&mut planted) {
                if let Some(changed) = plant(&tested, answers.clone()) {
                    *count += 1;
                    assert_eq!(breaches(&law, &tested, &legal, changed), *expected, "{id}: {what}");
                }
            }
        }
    }
    // Some variants have no blanks, and some plays no number for a score.
    assert!(planted.iter().all(|count| *count > 20), "{planted:?}");
}
