//! Letters, also those written with several characters.

use crate::text::fold;
use crate::{MAX_LETTERS, MAX_SYMBOL, TileError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A letter of one alphabet, by its place in it, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(pub u8);

impl Letter {
    /// The position of this letter in per-letter tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LetterSet(pub u64);

impl LetterSet {
    /// No letter.
    pub const EMPTY: LetterSet = LetterSet(0);

    /// The first `count` letters.
    pub fn first(count: usize) -> LetterSet {
        LetterSet(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    /// Whether a letter is in the set.
    #[inline]
    pub fn contains(self, letter: Letter) -> bool {
        self.0 >> (letter.0 & 63) & 1 == 1
    }

    /// Adds a letter.
    pub fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << (letter.0 & 63);
    }

    /// The letters in order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        (0..64).map(Letter).filter(move |letter| self.contains(*letter))
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut set = LetterSet::EMPTY;
        letters.into_iter().for_each(|letter| set.insert(letter));
        set
    }
}

/// The sets of letters that category premiums use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Vowels and Y.
    Vowels,
    /// Consonants, not Y.
    Consonants,
    /// Letters with a vertical mirror axis.
    VSymmetry,
    /// Letters with a horizontal mirror axis.
    HSymmetry,
    /// Letters that look the same after half a turn.
    RSymmetry,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 5] = [
        Category::Vowels,
        Category::Consonants,
        Category::VSymmetry,
        Category::HSymmetry,
        Category::RSymmetry,
    ];

    /// The name in files.
    pub fn id(self) -> &'static str {
        match self {
            Category::Vowels => "vowels",
            Category::Consonants => "consonants",
            Category::VSymmetry => "v_symmetry",
            Category::HSymmetry => "h_symmetry",
            Category::RSymmetry => "r_symmetry",
        }
    }

    /// Whether the category's Latin letters hold this one; accents do not make a vowel another.
    fn lists(self, upper: &str) -> bool {
        let plain = match self {
            Category::Vowels | Category::Consonants => crate::text::base(upper),
            _ => upper.chars().next(),
        };
        upper.chars().count() == 1 && plain.is_some_and(|c| self.latin().contains(c))
    }

    /// The Latin letters of the category; consonants are the letters that are not vowels.
    fn latin(self) -> &'static str {
        match self {
            Category::Vowels | Category::Consonants => "AEIOUY",
            Category::VSymmetry => "AHIMOTUVWXYQ",
            Category::HSymmetry => "BCDEHIKOX",
            Category::RSymmetry => "HINOSXZ",
        }
    }
}

/// What an alphabet knows of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterData {
    /// As drawn on a tile.
    pub symbol: Arc<str>,
    /// As written in words: NFC, upper case.
    pub upper: Arc<str>,
    /// As written for a blank; the same as `upper` in scripts without case.
    pub lower: Arc<str>,
}

/// An alphabet: letters in order, other ways to write them, and their categories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alphabet {
    letters: Vec<LetterData>,
    spellings: BTreeMap<Box<str>, Letter>,
    longest: usize,
    categories: [LetterSet; 5],
    fingerprint: u64,
}

impl Alphabet {
    /// Makes an alphabet of symbols in order; categories are those of the Latin letters among them.
    pub fn new<S: AsRef<str>>(symbols: &[S]) -> Result<Alphabet, TileError> {
        if symbols.is_empty() {
            return Err(TileError::NoLetters);
        }
        if symbols.len() > MAX_LETTERS {
            return Err(TileError::TooManyLetters(symbols.len()));
        }
        let mut alphabet = Alphabet {
            letters: Vec::new(),
            spellings: BTreeMap::new(),
            longest: 0,
            categories: [LetterSet::EMPTY; 5],
            fingerprint: 0xcbf2_9ce4_8422_2325,
        };
        for (index, symbol) in symbols.iter().enumerate() {
            let symbol = symbol.as_ref();
            let upper = check_symbol(symbol)?;
            alphabet.add_spelling(&upper, Letter(index as u8))?;
            let lower = upper.to_lowercase();
            alphabet.letters.push(LetterData {
                symbol: if upper.eq_ignore_ascii_case(symbol) {
                    symbol.into()
                } else {
                    upper.as_str().into()
                },
                upper: upper.into(),
                lower: lower.into(),
            });
        }
        for category in Category::ALL {
            alphabet.categories[category as usize] = alphabet
                .all()
                .iter()
                .filter(|letter| {
                    let listed = category.lists(alphabet.upper(*letter));
                    listed != (category == Category::Consonants)
                })
                .collect();
        }
        Ok(alphabet)
    }

    /// Another way to write a letter, as a final form or a ligature.
    pub fn add_alias(&mut self, alias: &str, letter: Letter) -> Result<(), TileError> {
        let folded = check_symbol(alias)?;
        if self.spellings.get(folded.as_str()) == Some(&letter) {
            return Ok(());
        }
        self.add_spelling(&folded, letter)
    }

    /// Replaces the letters of a category.
    pub fn set_category(&mut self, category: Category, letters: LetterSet) {
        self.categories[category as usize] = letters;
    }

    fn add_spelling(&mut self, folded: &str, letter: Letter) -> Result<(), TileError> {
        self.longest = self.longest.max(folded.chars().count());
        for byte in folded.bytes().chain([0xFF, letter.0]) {
            self.fingerprint = (self.fingerprint ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        match self.spellings.insert(folded.into(), letter) {
            Some(_) => Err(TileError::Duplicate(folded.into())),
            None => Ok(()),
        }
    }

    /// The number of letters.
    #[inline]
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Never: an alphabet has letters.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// A number that differs between alphabets of other letters or spellings.
    #[inline]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The set of all letters.
    pub fn all(&self) -> LetterSet {
        LetterSet::first(self.letters.len())
    }

    /// What is known of a letter. The letter must be of this alphabet.
    pub fn data(&self, letter: Letter) -> &LetterData {
        &self.letters[letter.index()]
    }

    /// A letter as written in words.
    pub fn upper(&self, letter: Letter) -> &Arc<str> {
        &self.letters[letter.index()].upper
    }

    /// The letters of a category.
    pub fn category(&self, category: Category) -> LetterSet {
        self.categories[category as usize]
    }

    /// Other ways to write letters, as (folded text, letter).
    pub fn aliases(&self) -> impl Iterator<Item = (&str, Letter)> {
        self.spellings
            .iter()
            .filter(|(text, letter)| ***text != *self.letters[letter.index()].upper)
            .map(|(text, letter)| (&**text, *letter))
    }

    /// The letter that a symbol or alias stands for, in any case, with or without brackets.
    pub fn letter(&self, text: &str) -> Option<Letter> {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        self.spellings.get(fold(bare).as_str()).copied()
    }

    /// A text as letters, longest letters first. `[CH]` is always one letter, `|` separates.
    pub fn tokenize(&self, text: &str) -> Result<Vec<Letter>, TileError> {
        let mut letters = Vec::new();
        self.tokenize_into(text, &mut letters)?;
        Ok(letters)
    }

    /// As [`Alphabet::tokenize`], into a buffer that is cleared first.
    pub fn tokenize_into(&self, text: &str, letters: &mut Vec<Letter>) -> Result<(), TileError> {
        letters.clear();
        let folded = fold(text);
        let mut rest = folded.as_str();
        let fail = |rest: &str| TileError::Unspellable {
            text: text.chars().take(60).collect(),
            rest: rest.chars().take(12).collect(),
        };
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('|') {
                rest = after;
                continue;
            }
            if let Some(after) = rest.strip_prefix('[') {
                let (inside, after) = after.split_once(']').ok_or_else(|| fail(rest))?;
                letters.push(*self.spellings.get(inside).ok_or_else(|| fail(rest))?);
                rest = after;
                continue;
            }
            let (letter, length) = self.longest_match(rest).ok_or_else(|| fail(rest))?;
            letters.push(letter);
            rest = &rest[length..];
        }
        Ok(())
    }

    fn longest_match(&self, rest: &str) -> Option<(Letter, usize)> {
        let mut ends = [0usize; MAX_SYMBOL];
        let mut count = 0;
        for (start, c) in rest.char_indices().take(self.longest.min(MAX_SYMBOL)) {
            ends[count] = start + c.len_utf8();
            count += 1;
        }
        ends[..count].iter().rev().find_map(|end| Some((*self.spellings.get(&rest[..*end])?, *end)))
    }

    /// Letters as a word: upper case, without separators.
    pub fn text(&self, letters: impl IntoIterator<Item = Letter>) -> String {
        letters.into_iter().map(|letter| &**self.upper(letter)).collect()
    }
}

/// The folded symbol, if it can be one.
pub(crate) fn check_symbol(symbol: &str) -> Result<String, TileError> {
    let folded = fold(symbol);
    let bad = |c: char| c.is_whitespace() || c.is_control() || ",=[]?|".contains(c);
    let length = folded.chars().count();
    if length == 0 || length > MAX_SYMBOL || folded.chars().any(bad) {
        return Err(TileError::BadSymbol(symbol.chars().take(40).collect()));
    }
    Ok(folded)
}
