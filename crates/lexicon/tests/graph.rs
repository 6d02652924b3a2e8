//! The word graph says what the list says, from every letter of every word.

#![allow(clippy::unwrap_used)]

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use tilewright_lexicon::{
    Dictionary, DictionaryError, GraphKind, LetterMask, LetterOrder, Lexicon, MAX_GRAPH, NodeId,
    WordGraph, WordList, WordSet, codes, kwg,
};
use tilewright_tiles::{Alphabet, Letter};

const SYMBOLS: [&str; 44] = [
    "A", "B", "C", "CH", "D", "E", "É", "F", "G", "H", "I", "IJ", "J", "K", "L", "LL", "M", "N",
    "Ñ", "O", "P", "Q", "QU", "R", "RR", "S", "T", "U", "V", "W", "X", "Y", "Z", "Α", "Β", "Γ",
    "Δ", "Ε", "Ζ", "Η", "Θ", "Ι", "Κ", "Λ",
];

type Words = BTreeSet<Vec<Letter>>;

/// An alphabet with digraphs, narrow or wide, and words in it.
fn lists() -> impl Strategy<Value = (Alphabet, Words)> {
    prop_oneof![2usize..8, Just(26usize), Just(31usize), 32usize..=44].prop_flat_map(|letters| {
        let word = vec((0..letters as u8).prop_map(Letter), 1..9);
        (Just(Alphabet::new(&SYMBOLS[..letters]).unwrap()), btree_set(word, 0..60))
    })
}

fn lexicon(alphabet: &Alphabet, words: &Words, kind: GraphKind) -> Lexicon {
    let list = WordList::from_letters(alphabet, words).unwrap();
    Lexicon::build(&list, kind).unwrap()
}

/// Some words that may be in the list or not.
fn near(words: &Words, letters: usize) -> Vec<Vec<Letter>> {
    let mut found = Vec::new();
    for word in words.iter().take(20) {
        found.push(word[1..].to_vec());
        found.push(word[..word.len() - 1].to_vec());
        found.push(word.iter().rev().copied().collect());
        for letter in [0, letters as u8 - 1] {
            found.push(word.iter().copied().chain([Letter(letter)]).collect());
        }
    }
    found
}

/// The end of a path from the two-way root: the last code must complete a word.
fn accepted<M: LetterMask>(graph: &WordGraph<M>, path: &[u8]) -> bool {
    let (last, before) = path.split_last().unwrap();
    let node = before.iter().fold(graph.gaddag_root(), |node, code| graph.child(node, *code));
    graph.accepts(node).has(*last)
}

/// Every word from every letter of it on.
fn splits<M: LetterMask>(graph: &WordGraph<M>, word: &[Letter]) -> Vec<Vec<u8>> {
    let code = |letter: &Letter| graph.order().code(*letter);
    let split = |place: usize| {
        let mut path: Vec<u8> = word[..place].iter().rev().map(code).collect();
        if place < word.len() {
            path.push(0);
            path.extend(word[place..].iter().map(code));
        }
        path
    };
    (1..=word.len()).map(split).collect()
}

/// How many sequences lead to an end from a node.
fn sequences<M: LetterMask>(
    graph: &WordGraph<M>,
    node: NodeId,
    known: &mut BTreeMap<NodeId, usize>,
) -> usize {
    if let Some(count) = known.get(&node) {
        return *count;
    }
    let below = |code| sequences(graph, graph.child(node, code), known);
    let count = graph.accepts(node).count() + codes(graph.children(node)).map(below).sum::<usize>();
    known.insert(node, count);
    count
}

/// Everything that holds of every graph of words.
fn check_graph<M: LetterMask>(graph: &WordGraph<M>, words: &Words) {
    let mut expected = 0;
    for word in words {
        assert!(graph.contains(word));
        for path in splits(graph, word) {
            assert!(accepted(graph, &path), "{path:?}");
            expected += 1;
        }
    }
    // No sequence but these, in either part.
    assert_eq!(sequences(graph, graph.gaddag_root(), &mut BTreeMap::new()), expected);
    assert_eq!(sequences(graph, graph.dawg_root(), &mut BTreeMap::new()), words.len());
    let listed: Vec<Vec<Letter>> = graph.iter().collect();
    assert!(listed.iter().eq(words));
    // Minimal: no two nodes with the same content, none without any.
    let mut contents = BTreeSet::new();
    for node in graph.nodes() {
        let children: Vec<NodeId> =
            codes(graph.children(node)).map(|code| graph.child(node, code)).collect();
        let (masks, accepts) = (graph.children(node).widen(), graph.accepts(node).widen());
        assert!(masks | accepts != 0 && accepts & 1 == 0);
        assert!(contents.insert((masks, accepts, children)));
    }
    assert_eq!(contents.len(), graph.node_count());
    assert!(graph.words()[..2 * M::WORDS].iter().all(|word| *word == 0));
}

fn check_any(lexicon: &Lexicon, words: &Words) {
    match lexicon {
        Lexicon::Narrow(graph) => check_graph(graph, words),
        Lexicon::Wide(graph) => check_graph(graph, words),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_is_its_list((alphabet, words) in lists(), values in vec(0i32..12, 44)) {
        let graph = lexicon(&alphabet, &words, GraphKind::Words);
        prop_assert_eq!(graph.word_count(), words.len());
        check_any(&graph, &words);
        let order = LetterOrder::by_descending_value(&values[..alphabet.len()]);
        let reordered = graph.clone().reordered(&order).unwrap();
        check_any(&reordered, &words);
        prop_assert_eq!(graph.to_bytes(), reordered.to_bytes());
        let back = reordered.reordered(&LetterOrder::alphabetical(alphabet.len())).unwrap();
        prop_assert_eq!(back.words(), graph.words());
        if words.is_empty() {
            return Ok(());
        }
        let set = WordSet::from_list(&WordList::from_letters(&alphabet, &words).unwrap());
        for word in near(&words, alphabet.len()) {
            prop_assert_eq!(graph.contains(&word), words.contains(&word));
            prop_assert_eq!(
                graph.contains_anagram(&word),
                Dictionary::contains_anagram(&set, &alphabet, &word)
            );
        }
    }

    #[test]
    fn both_readings_are_told_apart((alphabet, words) in lists(), values in vec(0i32..12, 44)) {
        let graph = lexicon(&alphabet, &words, GraphKind::BothWays);
        let turned = |word: &Vec<Letter>| word.iter().rev().copied().collect::<Vec<Letter>>();
        let both: Words = words.iter().flat_map(|word| [word.clone(), turned(word)]).collect();
        let queries: Vec<Vec<Letter>> = both.iter().cloned().chain(near(&words, alphabet.len())).collect();
        match &graph {
            Lexicon::Narrow(graph) => check_readings(graph, &words, &both, &queries),
            Lexicon::Wide(graph) => check_readings(graph, &words, &both, &queries),
        }
        let again = Lexicon::from_bytes(&graph.to_bytes()).unwrap();
        prop_assert_eq!(again.words(), graph.words());
        let order = LetterOrder::by_descending_value(&values[..alphabet.len()]);
        let ordered = Lexicon::from_bytes_ordered(&graph.to_bytes(), |_| order.clone()).unwrap();
        match &ordered {
            Lexicon::Narrow(graph) => check_readings(graph, &words, &both, &queries),
            Lexicon::Wide(graph) => check_readings(graph, &words, &both, &queries),
        }
        let again = again.reordered(&order).unwrap();
        prop_assert_eq!(again.words(), ordered.words());
        prop_assert!(matches!(kwg::export(&graph), Err(kwg::KwgError::Kind(_))));
    }

    #[test]
    fn anagram_graphs_know_sorted_letters((alphabet, words) in lists()) {
        let graph = lexicon(&alphabet, &words, GraphKind::Anagrams);
        let sort = |word: &Vec<Letter>| {
            let mut word = word.clone();
            word.sort_unstable();
            word
        };
        let sorted: Words = words.iter().map(sort).collect();
        let mut listed = Vec::new();
        graph.each_word(|word| {
            listed.push(word.to_vec());
            true
        });
        prop_assert!(listed.iter().eq(&sorted));
        for word in near(&words, alphabet.len()) {
            prop_assert_eq!(graph.contains_anagram(&word), sorted.contains(&sort(&word)));
            prop_assert_eq!(graph.contains(&word), sorted.contains(&sort(&word)));
        }
        let again = Lexicon::from_bytes(&graph.to_bytes()).unwrap();
        prop_assert_eq!(again.words(), graph.words());
    }

    #[test]
    fn files_bring_the_same_words_back((alphabet, words) in lists(), values in vec(0i32..12, 44)) {
        let graph = lexicon(&alphabet, &words, GraphKind::Words);
        let again = Lexicon::from_bytes(&graph.to_bytes()).unwrap();
        prop_assert_eq!(again.words(), graph.words());
        prop_assert_eq!(again.word_count(), words.len());
        prop_assert_eq!(again.alphabet().fingerprint(), alphabet.fingerprint());
        let order = LetterOrder::by_descending_value(&values[..alphabet.len()]);
        let ordered = Lexicon::from_bytes_ordered(&graph.to_bytes(), |_| order.clone()).unwrap();
        check_any(&ordered, &words);
        let file = kwg::export(&ordered).unwrap();
        prop_assert_eq!(&file, &kwg::export(&graph).unwrap());
        match kwg::import(&file, &alphabet) {
            Ok(list) => prop_assert!(list.iter().eq(words.iter().cloned())),
            Err(error) => prop_assert!(words.is_empty(), "{}", error),
        }
    }
}

fn check_readings<M: LetterMask>(
    graph: &WordGraph<M>,
    words: &Words,
    both: &Words,
    queries: &[Vec<Letter>],
) {
    for word in queries {
        let turned: Vec<Letter> = word.iter().rev().copied().collect();
        assert_eq!(graph.reads(word), (words.contains(word), words.contains(&turned)));
        assert_eq!(graph.contains(word), words.contains(word));
    }
    for word in both {
        for path in splits(graph, word) {
            let (last, before) = path.split_last().unwrap();
            let node =
                before.iter().fold(graph.gaddag_root(), |node, code| graph.child(node, *code));
            let (forward, backward) = graph.readings(node);
            assert_eq!((forward.has(*last), backward.has(*last)), graph.reads(word));
        }
    }
    assert!(graph.iter().eq(words.iter().cloned()));
}

#[test]
fn words_in_another_alphabet_are_translated() {
    let narrow = Alphabet::new(&["A", "C", "H", "S"]).unwrap();
    let other = Alphabet::new(&["S", "CH", "C", "A", "H"]).unwrap();
    let words: Words =
        ["CHAS", "ASH", "CASH"].iter().map(|word| narrow.tokenize(word).unwrap()).collect();
    let graph = lexicon(&narrow, &words, GraphKind::Words);
    let has = |text: &str| Dictionary::contains(&graph, &other, &other.tokenize(text).unwrap());
    assert!(has("ASH") && has("CASH") && !has("SASH") && !has("CHAS"));
    assert!(has("C|HAS"));
    let (translated, lost) = graph.in_alphabet(&other).unwrap();
    assert_eq!((translated.word_count(), lost), (3, 0));
    assert!(translated.contains(&other.tokenize("CHAS").unwrap()));
    assert!(!translated.contains(&other.tokenize("C|HAS").unwrap()));
}

#[test]
fn orders_are_permutations() {
    let letters = |places: &[u8]| places.iter().map(|place| Letter(*place)).collect::<Vec<_>>();
    assert!(LetterOrder::from_letters(&letters(&[2, 0, 1])).is_some());
    for bad in [&[0, 0][..], &[0, 2], &[1], &[70, 0]] {
        assert!(LetterOrder::from_letters(&letters(bad)).is_none(), "{bad:?}");
    }
    let order = LetterOrder::by_descending_value(&[1, 8, 1, 10]);
    let codes: Vec<u8> = (0..4).map(|letter| order.code(Letter(letter))).collect();
    assert_eq!(codes, [3, 2, 4, 1]);
    assert!((1..=4).all(|code| order.code(order.letter(code)) == code));
}

/// Every word of four of seven letters.
fn many_words() -> (Alphabet, Words) {
    let letter = |number: usize, place: u32| Letter((number / 7usize.pow(place) % 7) as u8);
    let words = (0..7usize.pow(4)).map(|number| (0..4).map(|at| letter(number, at)).collect());
    (Alphabet::new(&SYMBOLS[..7]).unwrap(), words.collect())
}

#[test]
fn a_cancelled_build_ends_at_the_next_poll() {
    let (alphabet, words) = many_words();
    let list = WordList::from_letters(&alphabet, &words).unwrap();
    for kind in GraphKind::ALL {
        let polls = Cell::new(0);
        let build = |cancelled: &dyn Fn(usize) -> bool| {
            polls.set(0);
            Lexicon::build_within(&list, kind, MAX_GRAPH, &|| {
                polls.set(polls.get() + 1);
                cancelled(polls.get())
            })
        };
        assert!(build(&|_| false).is_ok());
        let all = polls.get();
        // The sorted letters of all these words are few.
        assert!(all >= if kind == GraphKind::Anagrams { 1 } else { 4 }, "{kind:?}: {all} polls");
        // In its first part, and in its last.
        for poll in [1, all] {
            let error = build(&|polls| polls >= poll).err();
            assert_eq!(error, Some(DictionaryError::Cancelled), "{kind:?}");
            assert_eq!(polls.get(), poll, "{kind:?}: it goes on after the flag is raised");
        }
    }
}
