//! Alphabets, tile sets and draws.

#![allow(clippy::unwrap_used)]

use tilewright_tiles::{
    Category, Face, KindSpec, Mark, Seed, TileCounts, TileError, TileSet, TileSetSpec, draw_index,
};

fn spec(letters: &[(&str, u16, i32)]) -> TileSetSpec {
    let mut kinds: Vec<KindSpec> = letters
        .iter()
        .map(|(symbol, count, score)| KindSpec {
            id: (*symbol).into(),
            letter: Some((*symbol).into()),
            stands_for: None,
            score: *score,
            count: *count,
        })
        .collect();
    kinds.push(KindSpec { id: "?".into(), count: 2, ..KindSpec::default() });
    TileSetSpec {
        letters: letters.iter().map(|(symbol, ..)| (*symbol).into()).collect(),
        kinds,
        ..TileSetSpec::default()
    }
}

#[test]
fn longest_letters_win_and_can_be_split() {
    let set = TileSet::new(&spec(&[("C", 2, 1), ("H", 2, 1), ("CH", 1, 5), ("O", 3, 1)])).unwrap();
    let read = |text: &str| -> Vec<u8> {
        set.alphabet().tokenize(text).unwrap().into_iter().map(|letter| letter.0).collect()
    };
    assert_eq!(read("choch"), [2, 3, 2]);
    assert_eq!(read("C|HO"), [0, 1, 3]);
    assert_eq!(read("[ch]o"), [2, 3]);
    let error = set.alphabet().tokenize("CHX").unwrap_err();
    assert_eq!(error, TileError::Unspellable { text: "CHX".into(), rest: "X".into() });
    assert_eq!(set.parse_rack("CH?O").unwrap().len(), 3);
}

#[test]
fn racks_name_kinds_in_brackets() {
    let mut data = spec(&[("C", 2, 1), ("H", 2, 1), ("CH", 1, 5), ("O", 3, 1)]);
    data.kinds.push(KindSpec { id: "?vowel".into(), count: 1, ..KindSpec::default() });
    let set = TileSet::new(&data).unwrap();
    let table = [
        ("CHO?", Some(&["CH", "O", "?"][..])),
        ("[?vowel]O", Some(&["?vowel", "O"])),
        ("O[?VOWEL]?[ch][C]H", Some(&["O", "?vowel", "?", "CH", "C", "H"])),
        ("", Some(&[])),
        ("[?vowel", None),
        ("[nothing]", None),
        ("?vowel", None),
    ];
    for (text, expected) in table {
        let rack = set.parse_rack(text);
        let ids = rack.map(|rack| rack.iter().map(|kind| &*set.kind(*kind).id).collect::<Vec<_>>());
        assert_eq!(ids.ok().as_deref(), expected, "{text}");
    }
}

#[test]
fn text_is_compared_in_nfc_and_aliases_fold_final_forms() {
    let mut data = spec(&[("É", 1, 1), ("מ", 1, 1)]);
    data.aliases.push(("ם".into(), "מ".into()));
    let set = TileSet::new(&data).unwrap();
    assert_eq!(set.alphabet().tokenize("e\u{301}").unwrap()[0].0, 0);
    assert_eq!(set.alphabet().tokenize("\u{200E}ם").unwrap()[0].0, 1);
}

#[test]
fn categories_of_latin_letters() {
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    let list: Vec<(&str, u16, i32)> = letters.iter().map(|l| (l.as_str(), 1, 1)).collect();
    let set = TileSet::new(&spec(&list)).unwrap();
    let text = |category| set.alphabet().text(set.alphabet().category(category).iter());
    assert_eq!(text(Category::Vowels), "AEIOUY");
    assert_eq!(text(Category::Consonants), "BCDFGHJKLMNPQRSTVWXZ");
    assert_eq!(text(Category::VSymmetry), "AHIMOQTUVWXY");
    assert_eq!(text(Category::HSymmetry), "BCDEHIKOX");
    assert_eq!(text(Category::RSymmetry), "HINOSXZ");
}

#[test]
fn several_and_limited_blanks_and_rotations() {
    let mut data = spec(&[("N", 1, 1), ("Z", 1, 10), ("E", 1, 1)]);
    data.kinds.push(KindSpec {
        id: "?vowel".into(),
        stands_for: Some("E".into()),
        count: 1,
        ..KindSpec::default()
    });
    data.rotations.push(("N".into(), "Z".into()));
    let set = TileSet::new(&data).unwrap();
    let vowel = set.find("?vowel").unwrap();
    let Face::Blank(letters) = set.kind(vowel).face else { panic!("a blank") };
    assert_eq!(set.alphabet().text(letters.iter()), "E");
    let z = set.alphabet().letter("z").unwrap();
    assert_eq!(set.kind(set.find("n").unwrap()).rotated, Some(z));
    assert_eq!(set.blanks_for(z).count(), 1);
}

#[test]
fn bad_sets_are_refused() {
    let many: Vec<String> = (0..64).map(|n| format!("x{n}")).collect();
    let many: Vec<(&str, u16, i32)> = many.iter().map(|s| (s.as_str(), 1, 1)).collect();
    let cases = [
        (spec(&[]), "no letters"),
        (spec(&many), "63"),
        (spec(&[("A", 1, 1), ("a", 1, 1)]), "two tiles"),
        (spec(&[("A B", 1, 1)]), "symbol"),
        (spec(&[("A", 9_999, 1), ("B", 9_999, 1)]), "10000"),
    ];
    for (data, part) in cases {
        let message = TileSet::new(&data).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    assert!(Mark::new("123456789").is_err());
}

#[test]
fn draws_are_even_and_repeatable() {
    let seed = Seed::from_number(7);
    let mut hits = [0u32; 7];
    for counter in 0..7_000 {
        hits[draw_index(&seed, counter, 7)] += 1;
    }
    assert!(hits.iter().all(|hit| (850..1150).contains(hit)), "{hits:?}");
    let set = TileSet::new(&spec(&[("A", 3, 1), ("B", 2, 3)])).unwrap();
    let draw = |mut bag: TileCounts| -> Vec<u8> {
        (0..).map_while(|counter| bag.draw(&seed, counter)).map(|kind| kind.0).collect()
    };
    assert_eq!(draw(*set.full_bag()), draw(*set.full_bag()));
    assert_eq!(draw(*set.full_bag()).len(), 7);
    // Pinned: other programs must be able to verify a shuffle.
    assert_eq!(Seed::from_bytes([1; 32]).commitment().to_string().len(), 64);
    assert_eq!(format!("{seed:?}"), "Seed(hidden)");
}
