//! Twenty self-played games of every shipped variant.

use tilewright_bench::selfplay::{Effort, GameReport, Table, play};

/// The number of games of each variant.
const GAMES: u64 = 20;

fn twenty_games(id: &str) {
    let table = Table::shipped(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    let effort = Effort::default();
    let mut all = GameReport::default();
    for seed in 0..GAMES {
        match play(&table, seed, &effort) {
            Ok(report) => all.add(&report),
            Err(fault) => panic!("{fault}"),
        }
    }
    println!("{id}: {all:?}");
    // A test that compares next to nothing shows next to nothing.
    assert!(all.plays >= 60 && all.compared >= 200 && all.rejected >= 40, "{id}: {all:?}");
    assert!(all.histories >= 5, "{id}: {all:?}");
}

macro_rules! variants {
    ($($name:ident $id:literal),* $(,)?) => {
        $(#[test] fn $name() { twenty_games($id); })*

        #[test]
        fn every_shipped_variant_is_here() {
            let shipped: Vec<&str> = tilewright_variants::shipped_ids().collect();
            assert_eq!(shipped, [$($id),*]);
        }
    };
}

variants![
    anadrome "anadrome",
    arabic "arabic",
    clabbers "clabbers",
    classic "classic",
    classic_nl "classic-nl",
    crossplay_like "crossplay-like",
    daily_9 "daily-9",
    diamond "diamond",
    feud "feud",
    french "french",
    friends "friends",
    german "german",
    graph_demo "graph-demo",
    hebrew "hebrew",
    hex "hex",
    hex_diamond_9 "hex-diamond-9",
    plugin_demo "plugin-demo",
    polish "polish",
    ring "ring",
    spanish "spanish",
    sprint_diagonal "sprint-diagonal",
    stacking "stacking",
    stacking_demo "stacking-demo",
    super_21 "super-21",
    tower_3d "tower-3d",
    value_match "value-match",
    welsh "welsh",
    wikiletters "wikiletters",
    wordstockt "wordstockt",
    wordstockt_challenge "wordstockt-challenge",
    wordstockt_en "wordstockt-en",
    wordstockt_house "wordstockt-house",
    wordstockt_speed "wordstockt-speed",
];
