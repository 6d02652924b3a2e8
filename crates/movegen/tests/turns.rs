//! Swaps and passes: every one that the rules allow, each once.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use tilewright_movegen::{LeaveValues, MOST_SWAPS, NoLeaves, OtherTurn, other_turns};
use tilewright_rules::{GameStatus, PluginRegistry, Ruleset};
use tilewright_tiles::{KindId, TileCounts};
use tilewright_variants::Variant;

fn ruleset(id: &str) -> Ruleset {
    Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap()
}

fn rack(ruleset: &Ruleset, text: &str) -> TileCounts {
    let mut rack = TileCounts::new();
    ruleset.tiles().parse_rack(text).unwrap().into_iter().for_each(|kind| rack.add(kind));
    rack
}

/// The swaps, as lists of tiles, and whether there is a pass.
fn turns(ruleset: &Ruleset, rack: &TileCounts, bag: usize) -> (Vec<Vec<KindId>>, bool) {
    let mut status = GameStatus::at_start(2, 0);
    status.bag_len = bag;
    status.seats.iter_mut().for_each(|seat| seat.rack_len = rack.len());
    let (mut swaps, mut pass) = (Vec::new(), false);
    other_turns(ruleset, &status, 0, rack, &NoLeaves, &mut |turn, _| match turn {
        OtherTurn::Swap(tiles) => swaps.push(tiles.to_vec()),
        OtherTurn::Pass => pass = true,
    });
    (swaps, pass)
}

/// All parts of a rack, found tile by tile.
fn parts(rack: &TileCounts) -> BTreeSet<Vec<KindId>> {
    let tiles: Vec<KindId> = rack.tiles().collect();
    let part = |bits: usize| -> Vec<KindId> {
        let chosen = tiles.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        chosen.map(|(_, kind)| *kind).collect()
    };
    (1..1 << tiles.len()).map(part).collect()
}

#[test]
fn every_swap_once() {
    let classic = ruleset("classic");
    for text in ["A", "AB", "AABBC??", "QUIXOTE", "EEEEEEE", "AEINRST"] {
        let rack = rack(&classic, text);
        let (swaps, pass) = turns(&classic, &rack, 30);
        let different: BTreeSet<Vec<KindId>> = swaps.iter().cloned().collect();
        assert_eq!(different.len(), swaps.len(), "{text}: a swap comes twice");
        assert_eq!(different, parts(&rack), "{text}");
        assert!(pass);
        assert!(swaps.is_sorted_by_key(Vec::len), "{text}: small ones come first");
    }
}

#[test]
fn the_rules_are_asked() {
    let classic = ruleset("classic");
    let seven = rack(&classic, "AEINRST");
    assert!(turns(&classic, &seven, 6).0.is_empty(), "a bag of six allows no swap");
    let wordstockt = ruleset("wordstockt");
    let given = rack(&wordstockt, "AABBCDE");
    let few = turns(&wordstockt, &given, 2).0;
    assert!(few.iter().all(|tiles| tiles.len() <= 2), "no more than the bag holds");
}

#[test]
fn large_racks_are_bounded() {
    let classic = ruleset("classic");
    let mut rack = TileCounts::new();
    (0..26).for_each(|kind| rack.add(KindId(kind)));
    assert_eq!(turns(&classic, &rack, 60).0.len(), MOST_SWAPS);
}

#[test]
fn the_tiles_that_stay_are_valued() {
    struct Count;
    impl LeaveValues for Count {
        fn value(&self, tiles: &[KindId]) -> i64 {
            tiles.len() as i64
        }
    }
    let classic = ruleset("classic");
    let rack = rack(&classic, "AABC");
    let mut status = GameStatus::at_start(2, 0);
    status.bag_len = 30;
    other_turns(&classic, &status, 0, &rack, &Count, &mut |turn, equity| match turn {
        OtherTurn::Swap(tiles) => assert_eq!(equity, 4 - tiles.len() as i64),
        OtherTurn::Pass => assert_eq!(equity, 4),
    });
}
