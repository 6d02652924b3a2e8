//! Facts about the shipped files.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::collections::BTreeMap;
use tilewright_board::{PremiumKind, Topology};
use tilewright_rules::PluginRegistry;
use tilewright_rules::spec::{BingoAmount, BingoTrigger, Reading};
use tilewright_variants::{ShippedOnly, Variant, lint, shipped_ids, shipped_source};

fn shipped(id: &str) -> Variant {
    Variant::shipped(id).unwrap_or_else(|error| panic!("{id}: {error}"))
}

#[test]
fn all_are_read_and_have_nothing_to_complain_of() {
    for id in shipped_ids() {
        let variant = shipped(id);
        assert_eq!(variant.id(), id);
        assert!(!variant.description().is_empty(), "{id} has no description");
        assert!(variant.lexicon().is_some() && variant.language().is_some(), "{id}");
        let source = shipped_source(id).unwrap();
        assert!(source.starts_with("# "), "{id} does not explain itself");
        assert!(source.lines().all(|line| line.chars().count() <= 110), "{id} has long lines");
        assert_eq!(lint(&variant), [], "{id}");
        assert!(variant.tiles().alphabet().len() <= 63);
        let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
        assert_eq!(ruleset.hash(), variant.hash());
        assert_eq!(ruleset.start_cells(), variant.start_cells().unwrap());
    }
}

#[test]
fn the_directory_holds_the_shipped_files_and_no_others() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/variants");
    let mut found: Vec<String> = (std::fs::read_dir(directory).unwrap())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut listed: Vec<String> = shipped_ids().map(|id| format!("{id}.toml")).collect();
    listed.sort();
    assert_eq!(found, listed);
}

#[test]
fn hashes_survive_rewriting_and_tell_games_apart() {
    let mut seen = BTreeMap::new();
    for id in shipped_ids() {
        let variant = shipped(id);
        let text = variant.to_toml();
        assert!(!text.contains("extends"));
        let again = Variant::from_toml(&text, &ShippedOnly)
            .unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
        assert_eq!(again.hash(), variant.hash(), "{id}\n{text}");
        assert_eq!(again.to_toml(), text, "{id}");
        let from_json = serde_json::from_str(&variant.to_json()).unwrap();
        assert_eq!(Variant::from_file(from_json).unwrap().hash(), variant.hash(), "{id}");
        if let Some(other) = seen.insert(variant.hash(), id) {
            panic!("{id} and {other} play the same");
        }
    }
}

fn counted(variant: &Variant) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for premium in variant.premiums() {
        let name = premium.map_or("plain".to_string(), |kind| kind.to_string());
        *counts.entry(name).or_default() += 1;
    }
    counts
}

#[test]
fn boards_have_the_right_premiums() {
    type Counts = &'static [(&'static str, usize)];
    let cases: &[(&str, usize, Counts)] = &[
        (
            "classic",
            225,
            &[
                ("triple-word", 8),
                ("double-word", 17),
                ("triple-letter", 12),
                ("double-letter", 24),
                ("plain", 164),
            ],
        ),
        (
            "super-21",
            441,
            &[
                ("quadruple-word", 4),
                ("quadruple-letter", 8),
                ("triple-word", 16),
                ("double-word", 41),
            ],
        ),
        ("daily-9", 81, &[("triple-word", 4), ("double-word", 5), ("triple-letter", 8)]),
        ("anadrome", 225, &[("factorial", 8), ("reviver", 8), ("mimic", 8), ("plain", 169)]),
        ("hex", 127, &[("triple-word", 6), ("double-word", 7), ("triple-letter", 6)]),
        ("hex-diamond-9", 41, &[("plain", 41)]),
        ("ring", 176, &[("triple-word", 8), ("double-word", 12)]),
        ("diamond", 113, &[("triple-word", 4), ("double-word", 5)]),
        ("tower-3d", 243, &[("triple-word", 8), ("double-word", 9)]),
        ("sprint-diagonal", 121, &[("triple-word", 8), ("quadruple-letter", 4)]),
        ("graph-demo", 71, &[("triple-word", 5), ("double-word", 6)]),
        ("stacking", 100, &[("plain", 100)]),
        ("plugin-demo", 25, &[("plain", 25)]),
        ("feud", 225, &[("triple-letter", 20), ("double-word", 12), ("plain", 161)]),
        ("friends", 225, &[("triple-letter", 16), ("double-word", 12), ("plain", 165)]),
        ("crossplay-like", 225, &[("triple-letter", 20), ("double-word", 8), ("plain", 169)]),
        ("value-match", 225, &[("value-matched:5:3", 16), ("value-matched:2:3", 24)]),
    ];
    for (id, cells, expected) in cases {
        let variant = shipped(id);
        assert_eq!(variant.topology().cell_count(), *cells, "{id}");
        let counts = counted(&variant);
        for (premium, count) in *expected {
            assert_eq!(counts.get(*premium), Some(count), "{id}: {premium} in {counts:?}");
        }
    }
    for id in ["feud", "friends", "crossplay-like", "value-match"] {
        let variant = shipped(id);
        let centre = variant.topology().find_cell("7,7").unwrap();
        assert_eq!(variant.premiums()[centre.index()], None, "{id}");
        assert_eq!(variant.start_cells().unwrap(), [centre], "{id}");
    }
}

/// Layouts of the even shapes look the same from every side.
#[test]
fn layouts_are_symmetric() {
    type Turn = fn((i64, i64)) -> (i64, i64);
    let quarter: Turn = |(x, y)| (-y, x);
    let mirror: Turn = |(x, y)| (-x, y);
    for id in ["ring", "diamond", "tower-3d", "sprint-diagonal", "classic", "super-21"] {
        for turn in [quarter, mirror] {
            check_symmetry(&shipped(id), id, turn);
        }
    }
    for turn in [mirror, (|(x, y)| (x, -y)) as Turn] {
        check_symmetry(&shipped("anadrome"), "anadrome", turn);
        check_symmetry(&shipped("hex"), "hex", turn);
    }
    // A sixth of a turn on the hexagon, in axial steps from the centre.
    let hex = shipped("hex");
    let axial = |x: i32, y: i32| (x - (y - (y & 1)) / 2 - 3, y - 6);
    let by_axial: BTreeMap<_, _> = (hex.topology().cell_ids())
        .map(|cell| {
            let coord = hex.topology().from_cell_id(cell).unwrap();
            (axial(coord.x, coord.y), hex.premiums()[cell.index()])
        })
        .collect();
    for ((q, r), premium) in &by_axial {
        assert_eq!(by_axial[&(-r, q + r)], *premium, "hex at {q},{r}");
    }
}

fn check_symmetry(variant: &Variant, id: &str, turn: fn((i64, i64)) -> (i64, i64)) {
    let topology: &Topology = variant.topology();
    let cells = || topology.cell_ids().map(|cell| (cell, topology.cell(cell)));
    let middle = |values: Vec<i32>| values.iter().max().unwrap() + values.iter().min().unwrap();
    let (mx, my) = (
        middle(cells().map(|(_, data)| data.position.x).collect()),
        middle(cells().map(|(_, data)| data.position.y).collect()),
    );
    let place = |data: &tilewright_board::Cell| {
        (i64::from(2 * data.position.x - mx), i64::from(2 * data.position.y - my))
    };
    let premiums: BTreeMap<_, Option<PremiumKind>> = cells()
        .map(|(cell, data)| ((data.layer, place(data)), variant.premiums()[cell.index()]))
        .collect();
    for ((layer, place), premium) in &premiums {
        assert_eq!(premiums.get(&(*layer, turn(*place))), Some(premium), "{id} at {place:?}");
    }
}

#[test]
fn bags_have_the_right_totals() {
    let totals = [
        ("classic", 100, 187),
        ("classic-nl", 102, 230),
        ("wordstockt", 102, 169),
        ("wordstockt-en", 100, 187),
        ("super-21", 200, 381),
        ("feud", 104, 210),
        ("friends", 104, 220),
        ("crossplay-like", 100, 210),
        ("value-match", 100, 183),
        ("stacking", 100, 100),
        ("spanish", 100, 192),
        ("welsh", 105, 194),
        ("polish", 100, 190),
        ("german", 102, 202),
        ("french", 102, 197),
        ("hebrew", 104, 233),
        ("arabic", 100, 272),
        ("plugin-demo", 20, 40),
        ("graph-demo", 100, 187),
    ];
    for (id, total, value) in totals {
        let tiles = std::sync::Arc::clone(shipped(id).tiles());
        assert_eq!(tiles.full_bag().len(), total, "{id}");
        assert_eq!(tiles.value(tiles.full_bag()), value, "{id}");
    }
    for (id, word, letters) in [
        ("spanish", "CHURRO", 4),
        ("welsh", "LLANGEFNI", 7),
        ("hebrew", "שלום", 4),
        ("arabic", "مدرسة", 5),
        ("stacking", "QUIET", 4),
    ] {
        let found = shipped(id).tiles().alphabet().tokenize(word).unwrap();
        assert_eq!(found.len(), letters, "{id}: {word}");
    }
}

#[test]
fn rules_differ_where_they_should() {
    let house = shipped("wordstockt-house");
    assert_eq!(house.rules().bingo_bonus.amount, BingoAmount::Fixed(35));
    assert_eq!(house.rules().bingo_bonus.trigger, BingoTrigger::TilesPlayed(7));
    assert_eq!(house.rules().swap_limit.swap_minimum_bag, 1);
    let english = shipped("wordstockt-en");
    assert_eq!(english.rules(), shipped("wordstockt").rules());
    assert_eq!(english.tiles(), shipped("classic").tiles());
    for id in ["hebrew", "arabic"] {
        let ruleset = shipped(id).ruleset(&PluginRegistry::default()).unwrap();
        let readings: Vec<Reading> =
            ruleset.topology().axis_ids().map(|axis| ruleset.reading(axis)).collect();
        assert_eq!(readings, [Reading::Backward, Reading::Forward], "{id}");
    }
    let daily = shipped("daily-9");
    let words = &daily.start_word().unwrap().words;
    assert!(words.len() >= 40 && words.iter().any(|word| word == "DICKEY"));
    let web = shipped("graph-demo");
    assert!(web.topology().tangled_lines().is_empty());
    let lengths: Vec<usize> = web.topology().lines().map(|line| line.cells.len()).collect();
    assert_eq!(lengths.iter().max(), Some(&10));
    let place = |cell| web.topology().cell(cell).position;
    for one in web.topology().cell_ids() {
        for other in web.topology().cell_ids().filter(|other| *other != one) {
            let (a, b) = (place(one), place(other));
            let (dx, dy) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
            assert!(dx * dx + dy * dy >= 1300 * 1300, "{one:?} and {other:?} lie too close");
        }
    }
}
