//! The report of reading a word list.

use std::fmt;
use tilewright_tiles::TileError;

/// How many bad lines of each kind are kept for showing.
pub(crate) const MOST_EXAMPLES: usize = 20;

/// What to do with a line that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Refuse the list at the first bad line.
    Strict,
    /// Leave bad lines out and report them.
    #[default]
    Skip,
}

/// The kinds of bad lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A digit that is no letter of the alphabet.
    Digit,
    /// Some other text that is no letter of the alphabet.
    UnknownLetter,
    /// A word of fewer than two letters.
    TooShort,
    /// A word of more than [`MAX_WORD`](crate::MAX_WORD) letters.
    TooLong,
    /// A word that stood on a line before.
    Duplicate,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::NotUtf8,
        FaultKind::Digit,
        FaultKind::UnknownLetter,
        FaultKind::TooShort,
        FaultKind::TooLong,
        FaultKind::Duplicate,
    ];

    /// Why a line has it, and what helps.
    pub fn cause_and_remedy(self) -> (&'static str, &'static str) {
        match self {
            FaultKind::NotUtf8 => {
                ("The line has bytes that are not UTF-8.", "Save the list as UTF-8.")
            }
            FaultKind::Digit => {
                ("The line has a digit that is no letter of the alphabet.", "Take the digit out.")
            }
            FaultKind::UnknownLetter => (
                "The line has characters that are not letters of the alphabet.",
                "Give the letters with `--variant` or `--alphabet`, or remove the word.",
            ),
            FaultKind::TooShort => {
                ("The word has fewer than two letters.", "Leave the line out; it does no harm.")
            }
            FaultKind::TooLong => {
                ("The word has more than 64 letters.", "Leave the line out; it does no harm.")
            }
            FaultKind::Duplicate => {
                ("The word stood on a line before.", "Nothing: the word counts once.")
            }
        }
    }

    /// The name in reports.
    pub fn id(self) -> &'static str {
        match self {
            FaultKind::NotUtf8 => "not_utf8",
            FaultKind::Digit => "digit",
            FaultKind::UnknownLetter => "unknown_letter",
            FaultKind::TooShort => "too_short",
            FaultKind::TooLong => "too_long",
            FaultKind::Duplicate => "duplicate",
        }
    }
}

/// Why a line cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineReason {
    /// Bytes that are not UTF-8, from this byte of the line on.
    NotUtf8 {
        /// The first bad byte, counted from 0 in its line.
        at: usize,
    },
    /// The alphabet cannot spell it; a digit stands where no letter starts.
    Digit(TileError),
    /// The alphabet cannot spell it.
    UnknownLetter(TileError),
    /// Fewer than two letters.
    TooShort,
    /// More than [`MAX_WORD`](crate::MAX_WORD) letters.
    TooLong {
        /// How many.
        letters: usize,
    },
    /// The word stood on a line before.
    Duplicate {
        /// That line, from 1.
        first: usize,
    },
}

impl LineReason {
    /// Its kind.
    pub fn kind(&self) -> FaultKind {
        match self {
            LineReason::NotUtf8 { .. } => FaultKind::NotUtf8,
            LineReason::Digit(_) => FaultKind::Digit,
            LineReason::UnknownLetter(_) => FaultKind::UnknownLetter,
            LineReason::TooShort => FaultKind::TooShort,
            LineReason::TooLong { .. } => FaultKind::TooLong,
            LineReason::Duplicate { .. } => FaultKind::Duplicate,
        }
    }

    /// The reason for what the alphabet said of a word.
    pub(crate) fn unspellable(error: TileError) -> LineReason {
        match &error {
            TileError::Unspellable { rest, .. } if rest.starts_with(char::is_numeric) => {
                LineReason::Digit(error)
            }
            _ => LineReason::UnknownLetter(error),
        }
    }
}

impl fmt::Display for LineReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineReason::NotUtf8 { at } => write!(out, "not UTF-8 at byte {} of the line", at + 1),
            LineReason::Digit(error) => write!(out, "{error}, which is a digit"),
            LineReason::UnknownLetter(error) => write!(out, "{error}"),
            LineReason::TooShort => write!(out, "shorter than two letters"),
            LineReason::TooLong { letters } => {
                write!(out, "longer than {} letters: it has {letters}", crate::MAX_WORD)
            }
            LineReason::Duplicate { first } => write!(out, "the same word as line {first}"),
        }
    }
}

/// A bad line of a word list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// The word on it, shortened if it is very long.
    pub word: String,
    /// What is wrong with it.
    pub reason: LineReason,
}

impl fmt::Display for LineFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: `{}`: {}", self.line, self.word, self.reason)
    }
}

/// Something that was set right without leaving a word out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// On how many lines.
    pub lines: usize,
    /// The first of them, from 1; 0 if there is none.
    pub first: usize,
}

impl Remark {
    pub(crate) fn note(&mut self, line: usize) {
        if self.lines == 0 {
            self.first = line;
        }
        self.lines += 1;
    }
}

/// The report of reading a word list, line by line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListReport {
    /// All lines, empty ones and comments included.
    pub lines: usize,
    /// Lines with a word on them.
    pub entries: usize,
    /// Words taken in, each counted once.
    pub words: usize,
    /// Bad lines by kind, in the order of [`FaultKind::ALL`].
    pub counts: [usize; FaultKind::ALL.len()],
    /// The first bad lines of each kind, in the order of the lines.
    pub faults: Vec<LineFault>,
    /// Whether the text began with a byte order mark.
    pub byte_order_mark: bool,
    /// Lines that end with a carriage return.
    pub carriage_returns: Remark,
    /// Words that were not in the composed normal form (NFC) or held invisible characters.
    pub renormalised: Remark,
}

impl ListReport {
    /// How many bad lines of a kind there are.
    pub fn count(&self, kind: FaultKind) -> usize {
        self.counts[kind as usize]
    }

    /// How many bad lines there are, duplicates included.
    pub fn bad_lines(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Counts a bad line, and keeps it if it is one of the first of its kind.
    pub(crate) fn add(&mut self, line: usize, word: &str, reason: LineReason) {
        let count = &mut self.counts[reason.kind() as usize];
        *count += 1;
        if *count <= MOST_EXAMPLES {
            let word = word.chars().take(60).collect();
            self.faults.push(LineFault { line, word, reason });
        }
    }
}
