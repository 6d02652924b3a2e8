//! Lists of words: sorted, each word once, as letters of one alphabet.

mod read;
mod report;
mod sorting;

pub use report::{FaultKind, LineFault, LineReason, ListReport, Mode, Remark};

use crate::{DictionaryError, MAX_WORD};
pub(crate) use sorting::SortKey;
use tilewright_tiles::{Alphabet, Letter};

/// A list of words as letters of one alphabet, in the order of that alphabet, each word once.
///
/// This is what a word graph is built of. [`WordList::read`] makes one of text,
/// [`WordList::from_letters`] of anything else.
///
/// ```
/// use tilewright_lexicon::{FaultKind, Mode, WordList};
/// use tilewright_tiles::Alphabet;
///
/// let alphabet = Alphabet::new(&["A", "B", "C"])?;
/// let list = WordList::read(b"cab\nab\nAB\nb4\n", &alphabet, Mode::Skip)?;
/// assert_eq!(list.len(), 2);
/// assert_eq!(list.report().count(FaultKind::Duplicate), 1);
/// assert_eq!(list.report().faults[1].line, 4);
/// assert!(WordList::read(b"cab\nb4\n", &alphabet, Mode::Strict).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordList {
    alphabet: Alphabet,
    words: Sequences,
    report: ListReport,
}

/// A word as text that reads as the same letters again: plain if that will do, otherwise with `|`
/// between the letters, as `C|H` where CH is a letter too.
pub fn spelling(alphabet: &Alphabet, word: &[Letter]) -> String {
    let plain = alphabet.text(word.iter().copied());
    let reads_back = alphabet.tokenize(&plain).is_ok_and(|letters| letters == word);
    let text = match reads_back {
        true => plain,
        false => word.iter().map(|l| &**alphabet.upper(*l)).collect::<Vec<_>>().join("|"),
    };
    // At the start of a line, # would begin a comment.
    if text.starts_with('#') { format!("|{text}") } else { text }
}

/// Sequences of letters, one after the other in one array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequences {
    letters: Vec<u8>,
    ends: Vec<u32>,
}

impl Sequences {
    pub fn with_capacity(sequences: usize, letters: usize) -> Sequences {
        Sequences { letters: Vec::with_capacity(letters), ends: Vec::with_capacity(sequences) }
    }

    pub fn push(&mut self, letters: impl IntoIterator<Item = u8>) {
        self.letters.extend(letters);
        self.finish();
    }

    /// Makes the letters that were added to the end since the last call a sequence.
    fn finish(&mut self) {
        self.ends.push(self.letters.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where a sequence lies in the array of letters.
    pub fn span(&self, index: usize) -> (usize, usize) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (start as usize, self.ends[index] as usize)
    }

    pub fn get(&self, index: usize) -> &[u8] {
        let (start, end) = self.span(index);
        &self.letters[start..end]
    }

    pub fn all_letters(&self) -> &[u8] {
        &self.letters
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The sequences of this order.
    fn reordered(&self, order: impl Iterator<Item = u32>) -> Sequences {
        let mut sorted = Sequences::with_capacity(self.len(), self.letters.len());
        for index in order {
            sorted.push(self.get(index as usize).iter().copied());
        }
        sorted
    }
}

impl WordList {
    /// A list of these sequences of letters, of one to [`MAX_WORD`] letters each.
    pub fn from_letters<I, W>(alphabet: &Alphabet, words: I) -> Result<WordList, DictionaryError>
    where
        I: IntoIterator<Item = W>,
        W: AsRef<[Letter]>,
    {
        let mut found = Sequences::default();
        for (index, word) in words.into_iter().enumerate() {
            let word = word.as_ref();
            let known = word.iter().all(|letter| letter.index() < alphabet.len());
            if !known || word.is_empty() || word.len() > MAX_WORD {
                return Err(DictionaryError::BadWord { index });
            }
            if found.letters.len() + word.len() > crate::MAX_LIST_BYTES {
                return Err(DictionaryError::TooLarge(found.letters.len() + word.len()));
            }
            found.push(word.iter().map(|letter| letter.0));
        }
        let lines = found.len();
        let words = match sorting::sorted_order(&found, alphabet.len()) {
            None => found,
            Some(order) => sorting::sort_unique(&found, order, |_, _| {}),
        };
        let report =
            ListReport { lines, entries: lines, words: words.len(), ..ListReport::default() };
        Ok(WordList { alphabet: alphabet.clone(), words, report })
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.words.len() == 0
    }

    /// What became of the text that the list was read from.
    pub fn report(&self) -> &ListReport {
        &self.report
    }

    /// The words in order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Letter>> {
        self.words.iter().map(|word| word.iter().map(|letter| Letter(*letter)).collect())
    }

    pub(crate) fn sequences(&self) -> &Sequences {
        &self.words
    }
}
