//! Word lists: both dictionaries agree about what an alphabet can spell.
//!
//! The first byte chooses the alphabet, the rest is the list.

use crate::bytes::Bytes;
use crate::material::rulesets;
use tilewright_lexicon::{Dictionary, FstDictionary, MAX_WORD, WordSet};
use tilewright_tiles::{Alphabet, Letter, fold};

/// The most bytes of a list that are looked at.
const LONGEST: usize = 8 << 10;

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let rulesets = rulesets();
    let chosen = bytes.below(rulesets.len());
    let alphabet = rulesets[chosen].tiles().alphabet();
    let other = rulesets[(chosen + 7) % rulesets.len()].tiles().alphabet();
    let rest = bytes.rest();
    let text = String::from_utf8_lossy(&rest[..rest.len().min(LONGEST)]);
    let folded = fold(&text);
    assert_eq!(fold(&folded), folded, "folding twice is not folding once");

    let (set, report) = match WordSet::from_text(alphabet, &text) {
        Ok(read) => read,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let lines = lines(&text);
    assert_eq!(report.words, set.len());
    assert!(report.words > 0 && report.words + report.skipped <= lines.len());
    assert!(report.examples.len() <= report.skipped);

    let words: Vec<Word<'_>> = lines.iter().filter_map(|line| Word::read(alphabet, line)).collect();
    for word in &words {
        assert!(set.contains(alphabet, &word.letters), "{:?} is in the list", word.text);
        let reversed: Vec<Letter> = word.letters.iter().rev().copied().collect();
        assert!(set.contains_anagram(alphabet, &reversed), "{:?} in some order", word.text);
    }
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let Ok(set) = WordSet::from_words(alphabet, &texts) else { return assert!(texts.is_empty()) };
    let fst = FstDictionary::from_words(&texts, true);
    // Words may be written in several ways, so there may be more texts than words.
    assert!(fst.len() >= set.len());
    // A dictionary that has served another alphabet before answers the same.
    let used = FstDictionary::from_words(&texts, true);
    let _ = used.contains(other, &other.all().iter().take(2).collect::<Vec<_>>());
    for word in words.iter().take(100) {
        for asked in variations(&word.letters) {
            let shown = || alphabet.text(asked.iter().copied());
            let known = set.contains(alphabet, &asked);
            let anagram = set.contains_anagram(alphabet, &asked);
            assert!(anagram || !known, "{:?} is a word, but none in any order", shown());
            for other in [&fst, &used] {
                assert_eq!(known, other.contains(alphabet, &asked), "{:?}", shown());
                assert_eq!(anagram, other.contains_anagram(alphabet, &asked), "{:?}", shown());
            }
        }
    }
    for letters in [other.all().iter().collect::<Vec<_>>(), other.all().iter().take(3).collect()] {
        let _ = set.contains(other, &letters);
        let _ = set.contains_anagram(other, &letters);
        let _ = fst.contains(other, &letters);
    }
}

/// The words of a list, one a line, without comments.
fn lines(text: &str) -> Vec<&str> {
    let first = |line: &'_ str| line.split_whitespace().next().map(str::len);
    text.lines()
        .filter_map(|line| {
            let length = first(line)?;
            let start = line.len() - line.trim_start().len();
            Some(&line[start..start + length])
        })
        .filter(|word| !word.starts_with('#'))
        .collect()
}

struct Word<'a> {
    text: &'a str,
    letters: Vec<Letter>,
}

impl<'a> Word<'a> {
    /// A word that the alphabet can spell and a list can hold.
    fn read(alphabet: &Alphabet, text: &'a str) -> Option<Word<'a>> {
        let letters = alphabet.tokenize(text).ok()?;
        (2..=MAX_WORD).contains(&letters.len()).then_some(Word { text, letters })
    }
}

/// The word, and some that may be none.
fn variations(letters: &[Letter]) -> Vec<Vec<Letter>> {
    let mut turned = letters.to_vec();
    turned.rotate_left(1);
    vec![
        letters.to_vec(),
        letters.iter().rev().copied().collect(),
        turned,
        letters[1..].to_vec(),
        letters[..letters.len() - 1].to_vec(),
        letters.iter().chain(letters.first()).copied().collect(),
    ]
}
