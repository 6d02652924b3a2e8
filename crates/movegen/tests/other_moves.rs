//! Exchanges (swaps) and passes: every one that the rules allow, each once.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use tilewright_movegen::{LeaveValues, MAX_SWAPS, NoLeaves, OtherMove, other_moves};
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
fn other_moves_of(ruleset: &Ruleset, rack: &TileCounts, bag: usize) -> (Vec<Vec<KindId>>, bool) {
    let mut status = GameStatus::at_start(2, 0);
    status.bag_len = bag;
    status.seats.iter_mut().for_each(|seat| seat.rack_len = rack.len());
    let (mut swaps, mut pass) = (Vec::new(), false);
    other_moves(ruleset, &status, 0, rack, &NoLeaves, &mut |other, _| match other {
        OtherMove::Swap(tiles) => swaps.push(tiles.to_vec()),
        OtherMove::Pass => pass = true,
    });
    (swaps, pass)
}

/// All sub-racks, found tile by tile.
fn sub_racks(rack: &TileCounts) -> BTreeSet<Vec<KindId>> {
    let tiles: Vec<KindId> = rack.tiles().collect();
    let sub_rack = |bits: usize| -> Vec<KindId> {
        let chosen = tiles.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        chosen.map(|(_, kind)| *kind).collect()
    };
    (1..1 << tiles.len()).map(sub_rack).collect()
}

#[test]
fn every_swap_is_listed_once() {
    let classic = ruleset("classic");
    for text in ["A", "AB", "AABBC??", "QUIXOTE", "EEEEEEE", "AEINRST"] {
        let rack = rack(&classic, text);
        let (swaps, pass) = other_moves_of(&classic, &rack, 30);
        let different: BTreeSet<Vec<KindId>> = swaps.iter().cloned().collect();
        assert_eq!(different.len(), swaps.len(), "{text}: a swap is listed twice");
        assert_eq!(different, sub_racks(&rack), "{text}");
        assert!(pass);
        assert!(swaps.is_sorted_by_key(Vec::len), "{text}: small ones come first");
    }
}

#[test]
fn swaps_obey_the_rules() {
    let classic = ruleset("classic");
    let seven = rack(&classic, "AEINRST");
    assert!(other_moves_of(&classic, &seven, 6).0.is_empty(), "a bag of six allows no swap");
    let wordstockt = ruleset("wordstockt");
    let given = rack(&wordstockt, "AABBCDE");
    let few = other_moves_of(&wordstockt, &given, 2).0;
    assert!(few.iter().all(|tiles| tiles.len() <= 2), "no more than the bag holds");
}

#[test]
fn large_racks_list_a_bounded_number_of_swaps() {
    let classic = ruleset("classic");
    let mut rack = TileCounts::new();
    (0..26).for_each(|kind| rack.add(KindId(kind)));
    assert_eq!(other_moves_of(&classic, &rack, 60).0.len(), MAX_SWAPS);
}

#[test]
fn equity_of_a_swap_is_its_leave_value() {
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
    other_moves(&classic, &status, 0, &rack, &Count, &mut |other, equity| match other {
        OtherMove::Swap(tiles) => assert_eq!(equity, 4 - tiles.len() as i64),
        OtherMove::Pass => assert_eq!(equity, 4),
    });
}
