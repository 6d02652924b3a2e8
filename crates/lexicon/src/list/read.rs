//! Reading a word list: one word a line.

use super::report::{LineFault, LineReason, ListReport, Mode};
use super::{Sequences, WordList, sorting};
use crate::{DictionaryError, MAX_LIST_BYTES, MAX_WORD};
use tilewright_tiles::{Alphabet, Letter, fold};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What one byte of an ordinary line means.
#[derive(Clone, Copy, PartialEq)]
enum ByteMeaning {
    /// It is this letter, independent of what follows.
    Letter(u8),
    /// It ends the word.
    Space,
    /// The whole line has to be read.
    Other,
}

impl WordList {
    /// Reads a list: one word a line, `#` starts a comment, anything after a space is ignored.
    ///
    /// A byte order mark, carriage returns and texts that are not composed (NFC) are set right
    /// and remarked on in the report. Lines that cannot be used are left out and reported, or
    /// refused, by `mode`.
    pub fn read(text: &[u8], alphabet: &Alphabet, mode: Mode) -> Result<WordList, DictionaryError> {
        if text.len() > MAX_LIST_BYTES {
            return Err(DictionaryError::TooLarge(text.len()));
        }
        let mut reader = Reader {
            alphabet,
            bytes: byte_meanings(alphabet),
            words: Sequences::with_capacity(text.len() / 9, text.len()),
            lines: Vec::with_capacity(text.len() / 9),
            letters: Vec::new(),
            report: ListReport::default(),
        };
        let rest = text.strip_prefix(BYTE_ORDER_MARK);
        reader.report.byte_order_mark = rest.is_some();
        let rest = rest.unwrap_or(text);
        let whole = rest.strip_suffix(b"\n").unwrap_or(rest);
        for line in whole.split(|byte| *byte == b'\n') {
            reader.report.lines += 1;
            reader.line(line);
            if mode == Mode::Strict && reader.report.bad_lines() > 0 {
                break;
            }
        }
        reader.finish(mode)
    }
}

struct Reader<'a> {
    alphabet: &'a Alphabet,
    bytes: [ByteMeaning; 256],
    words: Sequences,
    /// The line of every word.
    lines: Vec<u32>,
    letters: Vec<Letter>,
    report: ListReport,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) {
        if line.last() == Some(&b'\r') {
            self.report.carriage_returns.note(self.report.lines);
        }
        let start = self.words.letters.len();
        for byte in line {
            match self.bytes[usize::from(*byte)] {
                ByteMeaning::Letter(letter) => self.words.letters.push(letter),
                ByteMeaning::Space if self.words.letters.len() > start => break,
                _ => {
                    self.words.letters.truncate(start);
                    return self.unusual_line(line);
                }
            }
        }
        let length = self.words.letters.len() - start;
        if (2..=MAX_WORD).contains(&length) {
            self.report.entries += 1;
            self.lines.push(self.report.lines as u32);
            self.words.finish();
        } else {
            self.words.letters.truncate(start);
            self.unusual_line(line);
        }
    }

    /// A line with something else than plain letters and a word of good length.
    fn unusual_line(&mut self, line: &[u8]) {
        let number = self.report.lines;
        let start = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let end = line[start..].iter().position(u8::is_ascii_whitespace);
        let word = &line[start..end.map_or(line.len(), |end| start + end)];
        let text = match std::str::from_utf8(word) {
            Ok(text) => text,
            Err(_) if word.starts_with(b"#") => return,
            Err(error) => {
                self.report.entries += 1;
                let shown = String::from_utf8_lossy(&word[..word.len().min(240)]);
                let reason = LineReason::NotUtf8 { at: start + error.valid_up_to() };
                return self.report.add(number, &shown, reason);
            }
        };
        let Some(word) = text.split_whitespace().next().filter(|word| !word.starts_with('#'))
        else {
            return;
        };
        self.report.entries += 1;
        let reason = match self.alphabet.tokenize_into(word, &mut self.letters) {
            Err(error) => LineReason::unspellable(error),
            Ok(()) if self.letters.len() > MAX_WORD => {
                LineReason::TooLong { letters: self.letters.len() }
            }
            Ok(()) if self.letters.len() < 2 => LineReason::TooShort,
            Ok(()) => {
                if !word.is_ascii() && !is_composed(word) {
                    self.report.renormalised.note(number);
                }
                self.lines.push(number as u32);
                self.words.push(self.letters.iter().map(|letter| letter.0));
                return;
            }
        };
        self.report.add(number, word, reason);
    }

    fn finish(self, mode: Mode) -> Result<WordList, DictionaryError> {
        let Reader { alphabet, words, lines, mut report, .. } = self;
        let words = match sorting::sorted_order(&words, alphabet.len()) {
            None => words,
            Some(order) => {
                let mut repeated: Vec<(u32, u32)> = Vec::new();
                let unique = sorting::sort_unique(&words, order, |later, first| {
                    repeated.push((later, first));
                });
                repeated.sort_unstable();
                for (later, first) in repeated {
                    let letters = words.get(later as usize).iter().map(|letter| Letter(*letter));
                    let reason = LineReason::Duplicate { first: lines[first as usize] as usize };
                    report.add(lines[later as usize] as usize, &alphabet.text(letters), reason);
                }
                unique
            }
        };
        tilewright_tiles::sort_by_key(&mut report.faults, |fault| fault.line);
        if let Some(fault) = report.faults.first().filter(|_| mode == Mode::Strict) {
            return Err(DictionaryError::BadLine(Box::new(fault.clone())));
        }
        if words.len() == 0 {
            let reason = |fault: &LineFault| fault.reason.to_string();
            let reason = report.faults.first().map_or("it is empty".to_string(), reason);
            return Err(DictionaryError::NoWords { lines: report.entries, reason });
        }
        report.words = words.len();
        Ok(WordList { alphabet: alphabet.clone(), words, report })
    }
}

/// The bytes that are a letter in any context, so that most lines need no folding:
/// ASCII characters that are a letter and with which no longer letter begins.
fn byte_meanings(alphabet: &Alphabet) -> [ByteMeaning; 256] {
    let mut meanings = [ByteMeaning::Other; 256];
    for byte in 0..128u8 {
        let text = char::from(byte).to_string();
        let first = fold(&text);
        let longer = |spelling: &str| spelling.len() > 1 && spelling.starts_with(first.as_str());
        let starts_longer = alphabet.all().iter().any(|letter| longer(alphabet.upper(letter)))
            || alphabet.aliases().any(|(alias, _)| longer(alias));
        meanings[usize::from(byte)] = match alphabet.letter(&text) {
            _ if char::from(byte).is_whitespace() => ByteMeaning::Space,
            Some(letter) if !starts_longer && byte != b'#' => ByteMeaning::Letter(letter.0),
            _ => ByteMeaning::Other,
        };
    }
    meanings
}

/// Whether folding changes nothing but the case.
fn is_composed(word: &str) -> bool {
    word.chars().flat_map(char::to_uppercase).eq(fold(word).chars())
}
