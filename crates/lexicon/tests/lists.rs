//! Word lists: reading, queries, and the bundled ones.

#![allow(clippy::unwrap_used)]

use tilewright_lexicon::{Dictionary, DictionaryError, FstDictionary, WordSet};
use tilewright_tiles::Alphabet;

#[test]
fn reports_count_the_lines_left_out() {
    let alphabet = Alphabet::new(&["A", "B", "C", "H", "CH"]).unwrap();
    let text = "# comment\nAB\nab a definition\nXYZ\nA\nCHA\n";
    let (set, report) = WordSet::from_text(&alphabet, text).unwrap();
    assert_eq!((set.len(), report.skipped), (2, 2));
    assert_eq!(report.examples[0].line, 4);
    assert!(matches!(
        WordSet::from_text(&alphabet, "xyz\n"),
        Err(DictionaryError::NoWords { lines: 1, .. })
    ));
}

#[test]
fn digraph_tiles_and_their_letters_are_different_words() {
    let alphabet = Alphabet::new(&["A", "C", "H", "CH"]).unwrap();
    let set = WordSet::from_words(&alphabet, &["CHA"]).unwrap();
    let fst = FstDictionary::from_words(["cha"], true);
    let one = alphabet.tokenize("[CH]A").unwrap();
    let two = alphabet.tokenize("C|HA").unwrap();
    for dictionary in [&set as &dyn Dictionary, &fst] {
        assert!(dictionary.contains(&alphabet, &one));
        assert!(!dictionary.contains(&alphabet, &two));
        assert!(dictionary.contains_anagram(&alphabet, &[one[1], one[0]]));
    }
}

#[test]
fn a_set_translates_between_alphabets() {
    let latin = Alphabet::new(&["A", "B", "C"]).unwrap();
    let other = Alphabet::new(&["C", "B", "A", "D"]).unwrap();
    let set = WordSet::from_words(&latin, &["CAB"]).unwrap();
    assert!(set.contains(&other, &other.tokenize("CAB").unwrap()));
    assert!(!set.contains(&other, &other.tokenize("CAD").unwrap()));
}

#[cfg(feature = "shipped")]
#[test]
fn bundled_lists_unpack_completely() {
    use tilewright_lexicon::shipped;
    let count = |id| shipped::text(id).unwrap().unwrap().lines().count();
    assert_eq!((count("en"), count("nl")), (168_548, 296_209));
    assert!(shipped::text("xx").is_none());
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    let alphabet = Alphabet::new(&letters).unwrap();
    let set = shipped::dictionary("en", &alphabet).unwrap().unwrap();
    assert_eq!(set.len(), 168_548);
    assert!(set.contains(&alphabet, &alphabet.tokenize("ZYZZYVAS").unwrap()));
}

#[test]
fn an_fst_dictionary_serves_any_alphabet() {
    let digraph = Alphabet::new(&["A", "C", "H", "CH"]).unwrap();
    let plain = Alphabet::new(&["A", "C", "H"]).unwrap();
    let fst = FstDictionary::from_words(["CHA"], true);
    for _ in 0..2 {
        assert!(fst.contains(&digraph, &digraph.tokenize("[CH]A").unwrap()));
        assert!(fst.contains(&plain, &plain.tokenize("CHA").unwrap()));
    }
}

#[test]
fn an_fst_dictionary_reads_texts_as_word_lists_do() {
    let mut alphabet = Alphabet::new(&["A", "B", "C", "H", "CH", "Ñ"]).unwrap();
    alphabet.add_alias("X", alphabet.letter("B").unwrap()).unwrap();
    let texts =
        ["cha", "C|HAB", "[ch]ab", "xa", "ña", "n\u{303}ab", "B", "# AB", "ac a note", "QA"];
    let set = WordSet::from_words(&alphabet, &texts).unwrap();
    let fst = FstDictionary::from_words(texts, true);
    let letters: Vec<_> = alphabet.all().iter().collect();
    let mut words = vec![Vec::new()];
    let mut found = 0;
    for _ in 0..4 {
        let longer = words.iter().flat_map(|word: &Vec<_>| {
            letters.iter().map(|letter| [word.as_slice(), &[*letter]].concat())
        });
        words = longer.collect();
        for word in &words {
            let shown = alphabet.text(word.iter().copied());
            assert_eq!(fst.contains(&alphabet, word), set.contains(&alphabet, word), "{shown}");
            let anagram = set.contains_anagram(&alphabet, word);
            assert_eq!(fst.contains_anagram(&alphabet, word), anagram, "{shown} in any order");
            found += usize::from(set.contains(&alphabet, word));
        }
    }
    assert_eq!(found, set.len());
}
