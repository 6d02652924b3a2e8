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
    // Another way to write a letter is another text, so only plainly written words are compared.
    let plain = || words.iter().filter(|word| word.plain);
    let texts: Vec<&str> = plain().map(|word| word.text).collect();
    let Ok(set) = WordSet::from_words(alphabet, &texts) else { return assert!(texts.is_empty()) };
    let fst = FstDictionary::from_words(&texts, true);
    assert_eq!(fst.len(), set.len());
    let one_character = alphabet.all().iter().all(|l| alphabet.upper(l).chars().count() == 1);
    for word in words.iter().take(200) {
        for asked in variations(&word.letters) {
            let shown = || alphabet.text(asked.iter().copied());
            let known = set.contains(alphabet, &asked);
            assert_eq!(known, fst.contains(alphabet, &asked), "{:?}", shown());
            let anagram = set.contains_anagram(alphabet, &asked);
            let fst_anagram = fst.contains_anagram(alphabet, &asked);
            assert!(anagram || !known, "{:?} is a word, but none in any order", shown());
            assert!(fst_anagram || !anagram, "{:?}", shown());
            assert!(anagram || !fst_anagram || !one_character, "{:?}", shown());
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
    /// Whether it is written with the letters' own symbols, without brackets and separators.
    plain: bool,
}

impl<'a> Word<'a> {
    /// A word that the alphabet can spell and a list can hold.
    fn read(alphabet: &Alphabet, text: &'a str) -> Option<Word<'a>> {
        let letters = alphabet.tokenize(text).ok()?;
        let plain = alphabet.text(letters.iter().copied()) == fold(text);
        (2..=MAX_WORD).contains(&letters.len()).then_some(Word { text, letters, plain })
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
