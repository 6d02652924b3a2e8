//! The shipped lists as graphs: whole, small enough, and the times it takes.

#![cfg(feature = "shipped")]
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests take times")]

use std::time::Instant;
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList, kwg, shipped};
use tilewright_tiles::Alphabet;

fn latin() -> Alphabet {
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    Alphabet::new(&letters).unwrap()
}

/// A list, its words, and the most bytes that its file may have.
const LISTS: [(&str, usize, usize); 2] = [("en", 168_548, 3_000_000), ("nl", 296_209, 6_000_000)];

#[test]
fn bundled_lists_build_complete_graphs() {
    let alphabet = latin();
    for (id, words, most_bytes) in LISTS {
        let text = shipped::text(id).unwrap().unwrap();
        let start = Instant::now();
        let list = WordList::read(text.as_bytes(), &alphabet, Mode::Strict).unwrap();
        let lexicon = Lexicon::build(&list, GraphKind::Words).unwrap();
        let built = start.elapsed();
        let bytes = lexicon.to_bytes();
        let start = Instant::now();
        let again = Lexicon::from_bytes(&bytes).unwrap();
        let loaded = start.elapsed();
        println!(
            "{id}: {words} words, {} nodes, {} bytes in memory, {} in the file; built in {built:?}, loaded in {loaded:?}",
            lexicon.node_count(),
            lexicon.words().len() * 4,
            bytes.len(),
        );
        assert_eq!((list.len(), again.word_count()), (words, words));
        assert!(bytes.len() < most_bytes, "{id}: {} bytes", bytes.len());
        assert_eq!(again.words(), lexicon.words());
        let mut spelled = String::new();
        again.each_word(|word| {
            spelled.push_str(&alphabet.text(word.iter().copied()));
            spelled.push('\n');
            true
        });
        assert!(spelled == text, "{id}: the graph has other words than the list");
        let file = kwg::export(&again).unwrap();
        let imported = kwg::import(&file, &alphabet).unwrap();
        assert!(imported.iter().eq(list.iter()), "{id}: other words from the KWG file");
    }
}

#[test]
fn bundled_graphs_are_found_by_id() {
    let alphabet = latin();
    let small = shipped::graph("en_test_small", &alphabet).unwrap().unwrap();
    assert_eq!(small.word_count(), 1_591);
    assert!(shipped::graph("xx", &alphabet).is_none());
}
