//! The bundled word lists. Without the feature `shipped` there is only the small one for tests;
//! lists packed in the same format can still be read.

use crate::{DictionaryError, GraphKind, Lexicon, Mode, WordList, WordSet};
use tilewright_tiles::Alphabet;

struct ShippedList {
    id: &'static str,
    packed: &'static [u8],
    size: usize,
}

#[cfg(not(feature = "shipped"))]
const LISTS: [ShippedList; 0] = [];
#[cfg(feature = "shipped")]
const LISTS: [ShippedList; 2] = [
    ShippedList { id: "en", packed: include_bytes!("../data/en-enable.txt.z"), size: 4 << 20 },
    ShippedList { id: "nl", packed: include_bytes!("../data/nl-opentaal.txt.z"), size: 8 << 20 },
];

/// A small English list for tests and examples.
pub const EN_TEST_SMALL: &str = include_str!("../data/en-small.txt");

/// The ids of the bundled lists for play.
pub fn ids() -> impl Iterator<Item = &'static str> {
    LISTS.iter().map(|list| list.id)
}

/// The text of a bundled list, one word per line; `None` if there is no list of that id.
pub fn text(id: &str) -> Option<Result<String, DictionaryError>> {
    if id == "en_test_small" {
        return Some(Ok(EN_TEST_SMALL.to_string()));
    }
    let list = LISTS.iter().find(|list| list.id == id)?;
    Some(unpack(list.packed, list.size).ok_or(DictionaryError::Damaged(list.id)))
}

/// The text of a packed list; `None` if it is damaged, or larger than `bound` before the words are
/// expanded.
pub fn unpack(packed: &[u8], bound: usize) -> Option<String> {
    let packed = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, bound).ok()?;
    let packed = String::from_utf8(packed).ok()?;
    let mut text = String::with_capacity(packed.len() * 3);
    let mut word = String::new();
    // Each line: a character for the number of bytes shared with the line before, then the rest.
    for line in packed.lines() {
        let kept = usize::from(line.bytes().next()?.checked_sub(b'A')?);
        if kept > word.len() || !word.is_char_boundary(kept) {
            return None;
        }
        word.truncate(kept);
        word.push_str(line.get(1..)?);
        text.push_str(&word);
        text.push('\n');
        if text.len() > crate::MAX_LIST_BYTES {
            return None;
        }
    }
    Some(text)
}

/// A bundled list as a dictionary for an alphabet.
pub fn dictionary(id: &str, alphabet: &Alphabet) -> Option<Result<WordSet, DictionaryError>> {
    let text = text(id)?;
    Some(text.and_then(|text| WordSet::from_text(alphabet, &text).map(|(set, _)| set)))
}

/// A bundled list as a word graph for an alphabet.
pub fn graph(id: &str, alphabet: &Alphabet) -> Option<Result<Lexicon, DictionaryError>> {
    let text = text(id)?;
    Some(text.and_then(|text| {
        let list = WordList::read(text.as_bytes(), alphabet, Mode::Skip)?;
        Lexicon::build(&list, GraphKind::Words)
    }))
}
