//! KWG files: any file is refused with a reason, or its words are written and read again.
//!
//! The first byte chooses the alphabet. The second says whether the rest is the file, or changes to
//! the arcs of the file of a small list.

use crate::bytes::Bytes;
use crate::lexicon_file::small_list;
use crate::material::rulesets;
use tilewright_lexicon::{GraphKind, Lexicon, MAX_WORD, kwg};
use tilewright_tiles::Alphabet;

/// Longer lists are not built: a small file may have millions of words.
const MOST_WORDS: usize = 5000;

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let alphabet = rulesets()[bytes.below(rulesets().len())].tiles().alphabet();
    match bytes.once_in(2) {
        true => check_file(&changed(alphabet, &mut bytes), alphabet),
        false => check_file(bytes.rest(), alphabet),
    }
}

/// The file of a small list with some arcs changed: their target, tile or marks.
fn changed(alphabet: &Alphabet, bytes: &mut Bytes<'_>) -> Vec<u8> {
    let changes: Vec<[usize; 3]> = (0..bytes.byte() % 5)
        .map(|_| [bytes.below(4), bytes.below(1 << 16), bytes.below(1 << 16)])
        .collect();
    let list = small_list(alphabet, bytes);
    let lexicon = Lexicon::build(&list, GraphKind::Words).expect("a list of words is built");
    let mut file = kwg::export(&lexicon).expect("a small graph is written");
    for [what, place, value] in changes {
        let count = file.len() / 4;
        let arc = place % count * 4;
        match what {
            // A little more than there are, so that some lead outside.
            0 => file[arc..arc + 2].copy_from_slice(&((value % (count + 2)) as u16).to_le_bytes()),
            1 => file[arc + 2] ^= 1 << (6 + value % 2),
            2 => file[arc + 3] = (value % (alphabet.len() + 2)) as u8,
            _ => file.truncate(arc + 4),
        }
    }
    file
}

fn check_file(file: &[u8], alphabet: &Alphabet) {
    let list = match kwg::import(file, alphabet) {
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
