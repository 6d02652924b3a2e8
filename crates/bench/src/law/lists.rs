//! The word lists with which the law is checked.

use crate::wordlists;
use std::collections::BTreeMap;
use tilewright_rules::Ruleset;
use tilewright_tiles::{Alphabet, Chance};

/// The number of words in the part of a list, if the list has that many.
pub const PART: usize = 3000;

/// Of 1,000 words in the part of a list, how many there are of each length: many short ones, so that
/// plays abound.
const SHARES: [(usize, usize); 9] =
    [(2, 60), (3, 220), (4, 260), (5, 180), (6, 100), (7, 90), (8, 50), (9, 20), (10, 20)];

/// The words of a variant's language: the whole list, and a part of it.
pub struct Lists {
    /// All words.
    pub full: String,
    /// About [`PART`] of them; all, if there are fewer.
    pub part: String,
}

impl Lists {
    /// The lists of a variant. The full lists of English and Dutch are the shipped ones; of other
    /// languages there are only the small lists of the repository. Where any letters make a word,
    /// so do all words of up to five letters here, and every second one is in the part.
    pub fn of(ruleset: &Ruleset) -> Result<Lists, String> {
        let alphabet = ruleset.tiles().alphabet();
        if alphabet.len() < 3 {
            let words = short_words(alphabet);
            let half = words.iter().step_by(2).cloned().collect::<Vec<_>>();
            return Ok(Lists { full: words.join("\n"), part: half.join("\n") });
        }
        let full = wordlists::full(ruleset.lexicon().unwrap_or("en"))?;
        let part = part_of(&full, alphabet);
        Ok(Lists { full, part })
    }
}

/// All words of two to five letters.
fn short_words(alphabet: &Alphabet) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut all = Vec::new();
    for length in 1..=5 {
        let letters = || alphabet.all().iter().map(|letter| alphabet.upper(letter).to_string());
        words = words.iter().flat_map(|word| letters().map(move |l| word.clone() + &l)).collect();
        if length > 1 {
            all.extend(words.iter().cloned());
        }
    }
    all
}

/// A part of a list, always the same: of every length its share, chosen at random.
fn part_of(full: &str, alphabet: &Alphabet) -> String {
    let mut by_length: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for word in full.lines().map(str::trim) {
        let Ok(letters) = alphabet.tokenize(word) else { continue };
        if letters.len() > 1 {
            by_length.entry(letters.len().min(10)).or_default().push(word);
        }
    }
    let mut chance = Chance::new(3000);
    let mut chosen: Vec<&str> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for (length, share) in SHARES {
        let Some(mut words) = by_length.remove(&length) else { continue };
        chance.shuffle(&mut words);
        let rest = words.split_off(words.len().min(share * PART / 1000));
        chosen.extend(words);
        others.extend(rest);
    }
    // Shares that are not filled are filled with short words.
    chosen.extend(others.iter().take(PART.saturating_sub(chosen.len())));
    chosen.join("\n")
}
