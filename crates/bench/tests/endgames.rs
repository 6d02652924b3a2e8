//! The endgames of the oracle that are quickly solved, to the point.

#![allow(clippy::unwrap_used)]

use tilewright_bench::endgames::{rows, solve};
use tilewright_lexicon::shipped;
use tilewright_movegen::Generator;
use tilewright_rules::PluginRegistry;
use tilewright_variants::Variant;

/// `cargo xtask bench endgames` solves the others too.
const FEW_NODES: u64 = 1_000_000;

#[test]
fn values_are_those_of_the_oracle() {
    let ruleset = Variant::shipped("classic").unwrap();
    let ruleset = ruleset.ruleset(&PluginRegistry::default()).unwrap();
    let lexicon = shipped::graph("en", ruleset.tiles().alphabet()).unwrap().unwrap();
    let generator = Generator::new(&ruleset, &lexicon).unwrap();
    let rows = rows().unwrap();
    assert_eq!(rows.len(), 20);
    let few: Vec<_> = rows.iter().filter(|row| row.nodes <= FEW_NODES).collect();
    assert!(few.len() >= 10);
    for row in few {
        let found = solve(&generator, &row.cgp).unwrap();
        assert_eq!((found.value, found.exact), (row.value, true), "{}", row.cgp);
    }
}
