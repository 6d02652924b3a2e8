//! How familiar words are, derived from the word list alone.
//!
//! No list of word frequencies is bundled, and none exists for a custom word list. So familiarity
//! is estimated from the list itself: words whose letter pairs are frequent in other words look
//! familiar (`STONE`), words with rare pairs do not (`XYSTI`). Words are ranked by that within
//! each length.

use tilewright_lexicon::{DictionaryError, Lexicon, WordList};
use tilewright_tiles::Letter;

/// The words of a list, the familiar ones of each length first.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// By length, most familiar first.
    by_length: Vec<Vec<Vec<Letter>>>,
}

/// For each length from 1, the share of the words that somebody knows, in hundredths; the last
/// entry applies to all longer words.
pub type Knowledge = [u32; 8];

impl Vocabulary {
    /// Ranks the words of a lexicon.
    pub fn new(lexicon: &Lexicon) -> Vocabulary {
        let mut words: Vec<Vec<Letter>> = Vec::new();
        lexicon.each_word(|word| {
            words.push(word.to_vec());
            true
        });
        let neighbours = LetterPairs::of(&words);
        let mut by_length: Vec<Vec<(u64, Vec<Letter>)>> = Vec::new();
        for word in words {
            let length = word.len();
            by_length.resize_with(by_length.len().max(length + 1), Vec::new);
            by_length[length].push((neighbours.strangeness(&word), word));
        }
        let rank = |mut words: Vec<(u64, Vec<Letter>)>| {
            words.sort_unstable();
            words.into_iter().map(|(_, word)| word).collect()
        };
        Vocabulary { by_length: by_length.into_iter().map(rank).collect() }
    }

    /// The words of somebody who knows these shares; at least one of each length that is known at
    /// all.
    pub fn known(&self, knowledge: &Knowledge) -> impl Iterator<Item = &[Letter]> {
        self.by_length.iter().enumerate().skip(1).flat_map(|(length, words)| {
            let share = knowledge[length.min(knowledge.len()) - 1] as usize;
            words[..(words.len() * share).div_ceil(100).min(words.len())].iter().map(Vec::as_slice)
        })
    }

    /// The same as a list, ready to be compiled.
    pub fn list(
        &self,
        lexicon: &Lexicon,
        knowledge: &Knowledge,
    ) -> Result<WordList, DictionaryError> {
        WordList::from_letters(lexicon.alphabet(), self.known(knowledge))
    }
}

/// How often letters are next to each other; the border of a word counts as a letter.
struct LetterPairs {
    letters: usize,
    counts: Vec<u64>,
}

impl LetterPairs {
    fn of(words: &[Vec<Letter>]) -> LetterPairs {
        let letters = words.iter().flatten().map(|letter| letter.index() + 2).max().unwrap_or(1);
        let mut found = LetterPairs { letters, counts: vec![1; letters * letters] };
        for word in words {
            for pair in pairs(word) {
                let place = found.place(pair);
                found.counts[place] += 1;
            }
        }
        found
    }

    fn place(&self, (left, right): (usize, usize)) -> usize {
        left * self.letters + right
    }

    /// The rarity of the letter pairs of a word.
    fn strangeness(&self, word: &[Letter]) -> u64 {
        let rarity = |pair| (64 << 16) - logarithm(self.counts[self.place(pair)]);
        pairs(word).map(rarity).sum()
    }
}

/// The letter pairs of a word, its borders included.
fn pairs(word: &[Letter]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let code = |place: usize| word.get(place).map_or(0, |letter| letter.index() + 1);
    (0..=word.len()).map(move |at| (if at == 0 { 0 } else { code(at - 1) }, code(at)))
}

/// The binary logarithm in 65,536ths, linear between powers of two: whole numbers are the same on
/// every machine.
fn logarithm(number: u64) -> u64 {
    let power = u64::from(number.max(1).ilog2());
    let rest = u128::from(number.max(1)) << 16 >> power;
    (power << 16) + (rest as u64 - (1 << 16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_lexicon::{GraphKind, Mode};
    use tilewright_tiles::Alphabet;

    #[test]
    fn logarithms() {
        for (number, expected) in [(1, 0), (2, 1 << 16), (3, 3 << 15), (1 << 40, 40 << 16)] {
            assert_eq!(logarithm(number), expected, "{number}");
        }
    }

    #[test]
    fn words_like_others_are_familiar() {
        let alphabet = Alphabet::new(&["A", "B", "X"]).unwrap();
        let text = b"ab\nxx\nabab\nabba\nbaba\nxabx\nxxxb\n";
        let list = WordList::read(text, &alphabet, Mode::Strict).unwrap();
        let lexicon = Lexicon::build(&list, GraphKind::Words).unwrap();
        let vocabulary = Vocabulary::new(&lexicon);
        let known = |share| -> Vec<String> {
            let knowledge = [0, share, 0, share, 0, 0, 0, 0];
            let words = vocabulary.known(&knowledge);
            words.map(|word| alphabet.text(word.iter().copied())).collect()
        };
        assert_eq!(known(0), [""; 0]);
        assert_eq!(known(50)[0], "AB");
        assert!(!known(60).contains(&"XXXB".to_string()));
        assert_eq!(known(100).len(), 7);
    }
}
