//! KWG files: any file is refused with a reason, or its words are written and read again.
//!
//! The first byte chooses the alphabet, the rest is the file.

use crate::bytes::Bytes;
use crate::material::rulesets;
use tilewright_lexicon::{GraphKind, Lexicon, MAX_WORD, kwg};

/// Longer lists are not built: a small file may have millions of words.
const MOST_WORDS: usize = 5000;

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let alphabet = rulesets()[bytes.below(rulesets().len())].tiles().alphabet();
    let list = match kwg::import(bytes.rest(), alphabet) {
        Ok(list) => list,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(!list.is_empty());
    if list.len() > MOST_WORDS {
        return;
    }
    assert!(list.iter().all(|word| (1..=MAX_WORD).contains(&word.len())));
    let lexicon = Lexicon::build(&list, GraphKind::Words).expect("a list of words is built");
    assert!(list.iter().all(|word| lexicon.contains(&word)));
    let exported = kwg::export(&lexicon).expect("a small graph is written");
    let again = kwg::import(&exported, alphabet).expect("what was written is read");
    assert!(again.iter().eq(list.iter()), "what was written has other words");
    let rebuilt = Lexicon::build(&again, GraphKind::Words).expect("a list of words is built");
    assert!(kwg::export(&rebuilt).is_ok_and(|bytes| bytes == exported), "written otherwise");
}
