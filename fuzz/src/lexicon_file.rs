//! Lexicon files: any file is refused with a reason, or answers questions and is written again.
//!
//! The input is a file; after a first byte that says so, one whose lengths and checksum are made to
//! fit, so that what is inside gets looked at; or changes to the file of a small list.

use crate::bytes::Bytes;
use crate::material::rulesets;
use crate::sealed::sealed;
use tilewright_lexicon::{
    AnagramLength, AnagramQuery, FileError, GraphKind, LetterOrder, Lexicon, Pattern, WordList, kwg,
};
use tilewright_tiles::{Alphabet, Letter};

/// The first byte of an input whose lengths and checksum are made to fit.
const FITTING: u8 = 0xFE;
/// The first byte of changes to the file of a small list.
const CHANGES: u8 = 0xFD;
/// Where a file has the length of its body, and where its alphabet begins.
const BODY_LENGTH: usize = 28;
const ALPHABET: usize = 32;
/// The most words that are looked at.
const WORDS: usize = 200;

/// Tries one input.
pub fn check(data: &[u8]) {
    match data.split_first() {
        Some((&FITTING, rest)) => check_file(&fitting(rest)),
        Some((&CHANGES, rest)) => check_file(&changed(rest)),
        _ => check_file(data),
    }
}

/// The file with lengths and a checksum that fit.
fn fitting(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let alphabet = file.get(24..28).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
    let before = alphabet.map_or(0, |alphabet| ALPHABET + alphabet as usize);
    if let Some(body) = file.len().checked_sub(before + 8).filter(|_| before > 0) {
        file[BODY_LENGTH..ALPHABET].copy_from_slice(&(body as u32).to_le_bytes());
    }
    sealed(file)
}

/// The file of a small list with some bytes changed.
fn changed(data: &[u8]) -> Vec<u8> {
    let mut bytes = Bytes::new(data);
    let ruleset = &rulesets()[bytes.below(rulesets().len())];
    let kind = GraphKind::ALL[bytes.below(GraphKind::ALL.len())];
    let changes: Vec<(usize, u8)> =
        (0..bytes.byte() % 4).map(|_| (bytes.below(1 << 16), bytes.byte())).collect();
    let words = small_list(ruleset.tiles().alphabet(), &mut bytes);
    let mut file = match Lexicon::build(&words, kind) {
        Ok(lexicon) => lexicon.to_bytes(),
        Err(error) => panic!("a small list cannot be built: {error}"),
    };
    for (place, value) in changes {
        let place = place % file.len();
        file[place] = value;
    }
    sealed(file)
}

/// Words of the letters that the bytes name.
pub(crate) fn small_list(alphabet: &Alphabet, bytes: &mut Bytes<'_>) -> WordList {
    let count = 1 + bytes.below(40);
    let letters = 1 + bytes.below(alphabet.len());
    let word = |bytes: &mut Bytes<'_>| -> Vec<Letter> {
        let length = 1 + bytes.below(8);
        (0..length).map(|_| Letter(bytes.below(letters) as u8)).collect()
    };
    let words: Vec<Vec<Letter>> = (0..count).map(|_| word(bytes)).collect();
    WordList::from_letters(alphabet, words).expect("letters of the alphabet make words")
}

fn check_file(file: &[u8]) {
    let reversed = |alphabet: &Alphabet| {
        LetterOrder::by_descending_value(&(0..alphabet.len() as i32).collect::<Vec<_>>())
    };
    let ordered = Lexicon::from_bytes_ordered(file, reversed);
    let lexicon = match Lexicon::from_bytes(file) {
        Ok(lexicon) => lexicon,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return assert_eq!(ordered.err(), Some(error));
        }
    };
    let other = Lexicon::from_bytes_ordered(file, |_| LetterOrder::alphabetical(0));
    assert!(matches!(other, Err(FileError::Order { .. })) || lexicon.alphabet().is_empty());
    // A byte of the file may take nine numbers in memory, and the dead end takes four.
    assert!(lexicon.words().len() <= 4 + 9 * file.len(), "a small file takes much memory");

    let written = lexicon.to_bytes();
    let again = Lexicon::from_bytes(&written).expect("what was written is read");
    assert!(again.to_bytes() == written, "what was read is written otherwise");
    let ordered = ordered.expect("the order of letters makes no difference");
    assert!(ordered.to_bytes() == written, "the order of letters makes a difference");
    let words = words(&lexicon);
    for other in [&again, &ordered] {
        assert_eq!(words, self::words(other));
        ask(other, &words);
    }
    if words.len() < WORDS
        && let Ok(exported) = kwg::export(&lexicon)
    {
        let imported = kwg::import(&exported, lexicon.alphabet());
        assert!(imported.is_err() || imported.is_ok_and(|list| list.iter().eq(words)));
    }
}

/// The first words of a lexicon.
fn words(lexicon: &Lexicon) -> Vec<Vec<Letter>> {
    let mut words = Vec::new();
    lexicon.each_word(|word| {
        words.push(word.to_vec());
        words.len() < WORDS
    });
    words
}

/// Questions of every kind.
fn ask(lexicon: &Lexicon, words: &[Vec<Letter>]) {
    let alphabet = lexicon.alphabet();
    for word in words.iter().step_by(1 + words.len() / 8) {
        let text = alphabet.text(word.iter().copied());
        if lexicon.kind() != GraphKind::Anagrams {
            assert!(lexicon.contains(word), "{text} is a word, and then it is not");
            let found = lexicon.matching(&Pattern::with_prefix(word), 1);
            assert_eq!(found.words.first(), Some(word), "{text} begins no word");
        }
        let _ = lexicon.explain(&text);
        let _ = lexicon.hooks(word);
        let _ = lexicon.with_suffix(word, 5);
        let letters: Vec<Letter> = word.iter().copied().take(8).collect();
        let _ = lexicon.contains_anagram(&letters);
        let _ = lexicon.anagrams(&AnagramQuery::new(&letters, 1), AnagramLength::Any, 20);
    }
    let _ = lexicon.contains(&[]);
    let _ = lexicon.contains(&[Letter(u8::MAX)]);
    let _ = lexicon.explain("?");
    for length in 0..4 {
        assert!(lexicon.of_length(length, 10).words.iter().all(|word| word.len() == length));
    }
}
