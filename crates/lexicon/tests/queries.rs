//! Anagrams, patterns, hooks and explanations, against plain searches through the list.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use tilewright_lexicon::{
    AnagramLength, AnagramQuery, Found, GraphKind, Lexicon, Mode, Pattern, PatternError, WhyNot,
    WordList, spelling,
};
use tilewright_tiles::{Alphabet, Letter};

fn lexicon(letters: &[&str], text: &str) -> Lexicon {
    let alphabet = Alphabet::new(letters).unwrap();
    let list = WordList::read(text.as_bytes(), &alphabet, Mode::Strict).unwrap();
    Lexicon::build(&list, GraphKind::Words).unwrap()
}

fn small() -> Lexicon {
    lexicon(
        &["A", "C", "E", "H", "CH", "R", "S", "T"],
        "ACE\nACES\nACHE\nARC\nARCH\nCAR\nCARE\nCARES\nCARS\nCART\nCARTS\nCHAT\nEAR\nRACE\nSCAR\nTEACH\n",
    )
}

fn texts(lexicon: &Lexicon, found: &Found) -> Vec<String> {
    found.words.iter().map(|word| spelling(lexicon.alphabet(), word)).collect()
}

#[test]
fn anagrams_use_letters_and_blanks() {
    let lexicon = small();
    let table: [(&str, AnagramLength, &[&str]); 8] = [
        ("RACE", AnagramLength::All, &["CARE", "RACE"]),
        ("RAC?", AnagramLength::All, &["CARE", "CARS", "CART", "RACE", "SCAR"]),
        ("RACE", AnagramLength::Exactly(3), &["ACE", "ARC", "CAR", "EAR"]),
        ("RACE", AnagramLength::Any, &["ACE", "ARC", "CAR", "CARE", "EAR", "RACE"]),
        ("[CH]A?", AnagramLength::All, &["ACHE", "ARCH", "CHAT"]),
        ("HAC?", AnagramLength::All, &[]),
        ("???", AnagramLength::All, &["ACE", "ACHE", "ARC", "ARCH", "CAR", "EAR", "CHAT"]),
        ("", AnagramLength::Any, &[]),
    ];
    for (text, length, expected) in table {
        let query = AnagramQuery::parse(text, lexicon.alphabet()).unwrap();
        let found = lexicon.anagrams(&query, length, 100);
        assert_eq!(texts(&lexicon, &found), expected, "{text} {length:?}");
        assert!(!found.more);
    }
    let query = AnagramQuery::parse("RACE", lexicon.alphabet()).unwrap();
    let found = lexicon.anagrams(&query, AnagramLength::Any, 2);
    assert_eq!((texts(&lexicon, &found).join(" "), found.more), ("ACE ARC".to_string(), true));
}

#[test]
fn patterns_match_words() {
    let lexicon = small();
    let table: [(&str, &[&str]); 9] = [
        ("CAR", &["CAR"]),
        ("CAR?", &["CARE", "CARS", "CART"]),
        ("*S", &["ACES", "CARES", "CARS", "CARTS"]),
        ("?A*", &["CAR", "CARE", "CARES", "CARS", "CART", "CARTS", "CHAT", "EAR", "RACE"]),
        ("CAR[ET]", &["CARE", "CART"]),
        ("CAR[^ET]*", &["CARS"]),
        ("*[CH]", &["ARCH", "TEACH"]),
        ("*A*E*", &["ACE", "ACES", "ACHE", "CARE", "CARES", "RACE"]),
        (
            "**",
            &[
                "ACE", "ACES", "ACHE", "ARC", "ARCH", "CAR", "CARE", "CARES", "CARS", "CART",
                "CARTS", "CHAT", "EAR", "RACE", "SCAR", "TEACH",
            ],
        ),
    ];
    for (text, expected) in table {
        let pattern = Pattern::parse(text, lexicon.alphabet()).unwrap();
        let mut found = texts(&lexicon, &lexicon.matching(&pattern, 100));
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
    let parse = |text: &str| Pattern::parse(text, lexicon.alphabet());
    assert_eq!(parse("A[B"), Err(PatternError::OpenSet));
    assert_eq!(parse("A[]"), Err(PatternError::EmptySet));
    assert_eq!(parse(&"?".repeat(200)), Err(PatternError::TooLong));
    assert!(matches!(parse("AXB"), Err(PatternError::Letter(_))));
}

#[test]
fn words_are_found_by_prefix_suffix_and_length() {
    let lexicon = small();
    let letters = |text: &str| lexicon.alphabet().tokenize(text).unwrap();
    let begin = lexicon.with_prefix(&letters("ARC"), 10);
    assert_eq!(texts(&lexicon, &begin), ["ARC"]);
    let end = lexicon.with_suffix(&letters("CAR"), 10);
    assert_eq!(texts(&lexicon, &end), ["CAR", "SCAR"]);
    assert_eq!(texts(&lexicon, &lexicon.of_length(5, 10)), ["CARES", "CARTS"]);
    assert!(lexicon.of_length(3, 2).more);
}

#[test]
fn explanations_give_every_reason() {
    let lexicon = small();
    let word = lexicon.explain("car");
    assert!(word.is_word());
    let shown = |set: tilewright_tiles::LetterSet| lexicon.alphabet().text(set.iter());
    assert_eq!((shown(word.hooks.front), shown(word.hooks.back)), ("S".into(), "EST".into()));

    let answer = lexicon.explain("RAC");
    assert_eq!(answer.reasons, [WhyNot::NotListed { known_start: 3 }]);
    let spell = |words: &[Vec<Letter>]| -> Vec<String> {
        words.iter().map(|word| spelling(lexicon.alphabet(), word)).collect()
    };
    assert_eq!(spell(&answer.anagrams), ["ARC", "CAR"]);
    assert_eq!(spell(&answer.near), ["ARC", "RACE"]);
    assert_eq!(shown(answer.hooks.back), "E");

    let reasons = |text: &str| lexicon.explain(text).reasons;
    assert_eq!(reasons("S"), [WhyNot::TooShort, WhyNot::NotListed { known_start: 1 }]);
    assert_eq!(reasons(""), [WhyNot::Empty]);
    assert!(matches!(reasons("CAZ")[..], [WhyNot::Unspellable(_)]));
    let long = "A".repeat(70);
    let expected = [WhyNot::TooLong { letters: 70 }, WhyNot::NotListed { known_start: 1 }];
    assert_eq!(reasons(&long), expected);
    assert_eq!(reasons("HE"), [WhyNot::NotListed { known_start: 0 }]);
    for text in ["S", "", "CAZ", "HE", &long] {
        assert!(lexicon.explain(text).reasons.iter().all(|why| !why.to_string().is_empty()));
    }
}

#[test]
fn words_that_only_read_backward_are_explained() {
    let alphabet = Alphabet::new(&["A", "B", "C"]).unwrap();
    let list = WordList::read(b"CAB\n", &alphabet, Mode::Strict).unwrap();
    let lexicon = Lexicon::build(&list, GraphKind::BothWays).unwrap();
    assert!(lexicon.explain("CAB").is_word());
    assert_eq!(lexicon.explain("BAC").reasons[0], WhyNot::OnlyBackward);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn searches_agree_with_the_list(
        words in proptest::collection::btree_set("[A-D]{2,6}", 1..60),
        tiles in "[A-D?]{0,7}",
        form in "[A-D?*]{0,6}",
    ) {
        let text: String = words.iter().map(|word| format!("{word}\n")).collect();
        let lexicon = lexicon(&["A", "B", "C", "D"], &text);
        let alphabet = lexicon.alphabet();
        let query = AnagramQuery::parse(&tiles, alphabet).unwrap();
        let fits = |word: &&String| {
            let missing: usize = ('A'..='D')
                .map(|c| {
                    let count = |text: &str| text.chars().filter(|d| *d == c).count();
                    count(word).saturating_sub(count(&tiles))
                })
                .sum();
            missing <= tiles.matches('?').count() && word.len() <= tiles.len()
        };
        let expected: Vec<String> = words.iter().filter(fits).cloned().collect();
        let found = lexicon.anagrams(&query, AnagramLength::Any, 1000);
        prop_assert_eq!(texts(&lexicon, &found), expected);

        let pattern = Pattern::parse(&form, alphabet).unwrap();
        let is_match = |word: &&String| glob(form.as_bytes(), word.as_bytes());
        let expected: Vec<String> = words.iter().filter(is_match).cloned().collect();
        let found = lexicon.matching(&pattern, 1000);
        prop_assert_eq!(texts(&lexicon, &found), expected);
        for word in &words {
            let letters = alphabet.tokenize(word).unwrap();
            prop_assert_eq!(pattern.matches(&letters), is_match(&word));
        }
        for word in words.iter().take(5) {
            let letters = alphabet.tokenize(&word[1..]).unwrap();
            let hooks = lexicon.hooks(&letters);
            for letter in alphabet.all().iter() {
                let symbol = alphabet.upper(letter);
                let front = words.contains(&format!("{symbol}{}", &word[1..]));
                let back = words.contains(&format!("{}{symbol}", &word[1..]));
                prop_assert_eq!(hooks.front.contains(letter), front);
                prop_assert_eq!(hooks.back.contains(letter), back);
            }
        }
    }
}

/// The plainest matcher there is.
fn glob(form: &[u8], word: &[u8]) -> bool {
    match (form.first(), word.first()) {
        (None, None) => true,
        (Some(b'*'), _) => glob(&form[1..], word) || (!word.is_empty() && glob(form, &word[1..])),
        (Some(b'?'), Some(_)) => glob(&form[1..], &word[1..]),
        (Some(a), Some(b)) if a == b => glob(&form[1..], &word[1..]),
        _ => false,
    }
}
