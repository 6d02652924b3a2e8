//! Word lists with bad lines: what is reported, what is taken, what strict reading refuses.

#![allow(clippy::unwrap_used)]

use tilewright_lexicon::{DictionaryError, FaultKind, Mode, WordList, WordSet, spelling};
use tilewright_tiles::Alphabet;

/// A, B, C, É, L, LL and S, with a second way to write S.
fn alphabet() -> Alphabet {
    let mut alphabet = Alphabet::new(&["A", "B", "C", "É", "L", "LL", "S"]).unwrap();
    let s = alphabet.letter("S").unwrap();
    alphabet.add_alias("Σ", s).unwrap();
    alphabet
}

/// A text, the words in it, and the bad lines with their kinds.
struct Case {
    text: &'static [u8],
    words: &'static [&'static str],
    bad: &'static [(usize, FaultKind)],
}

const CASES: &[Case] = &[
    Case { text: b"AB\nABC\n", words: &["AB", "ABC"], bad: &[] },
    Case { text: b"ab\n\n# all\n  cab  a cab\n\tba\n", words: &["AB", "BA", "CAB"], bad: &[] },
    Case { text: b"AB\nAX\n", words: &["AB"], bad: &[(2, FaultKind::UnknownLetter)] },
    Case {
        text: b"A1\nAB\nB2B\n",
        words: &["AB"],
        bad: &[(1, FaultKind::Digit), (3, FaultKind::Digit)],
    },
    Case { text: b"\xEF\xBB\xBFAB\nBA\n", words: &["AB", "BA"], bad: &[] },
    Case { text: b"\xEF\xBB\xBF# comment\nBA\n", words: &["BA"], bad: &[] },
    Case {
        text: b"AB\r\nBA\r\n\r\nAX\r\n",
        words: &["AB", "BA"],
        bad: &[(4, FaultKind::UnknownLetter)],
    },
    Case { text: "\u{c9}A\nE\u{301}B\n".as_bytes(), words: &["ÉA", "ÉB"], bad: &[] },
    Case {
        text: b"A\nAB\nLL\n",
        words: &["AB"],
        bad: &[(1, FaultKind::TooShort), (3, FaultKind::TooShort)],
    },
    Case {
        text: b"AB\nBA\nab\nBA x\n",
        words: &["AB", "BA"],
        bad: &[(3, FaultKind::Duplicate), (4, FaultKind::Duplicate)],
    },
    Case { text: b"AB\nB\xFFA\nBA \xFF\n", words: &["AB", "BA"], bad: &[(2, FaultKind::NotUtf8)] },
    Case { text: b"CAL\nCALL\nCAL|L\n", words: &["CAL", "C|A|L|L", "CALL"], bad: &[] },
    Case { text: "as\na\u{3c3}\n".as_bytes(), words: &["AS"], bad: &[(2, FaultKind::Duplicate)] },
    Case {
        text: b"AB\nA\tBA\n[LL]A\n[A\n",
        words: &["AB", "LLA"],
        bad: &[(2, FaultKind::TooShort), (4, FaultKind::UnknownLetter)],
    },
];

fn check(case: &Case) {
    let alphabet = alphabet();
    let shown = String::from_utf8_lossy(case.text);
    let list = WordList::read(case.text, &alphabet, Mode::Skip).unwrap();
    let words: Vec<String> = list.iter().map(|word| spelling(&alphabet, &word)).collect();
    assert_eq!(words, case.words, "{shown}");
    let report = list.report();
    let bad: Vec<(usize, FaultKind)> =
        report.faults.iter().map(|fault| (fault.line, fault.reason.kind())).collect();
    assert_eq!(bad, case.bad, "{shown}");
    assert_eq!((report.words, report.bad_lines()), (words.len(), bad.len()), "{shown}");
    assert_eq!(report.words + report.bad_lines(), report.entries, "{shown}");
    match (WordList::read(case.text, &alphabet, Mode::Strict), case.bad.first()) {
        (Ok(strict), None) => assert_eq!(strict.len(), words.len()),
        (Err(DictionaryError::BadLine(fault)), Some((line, kind))) => {
            assert_eq!((fault.line, fault.reason.kind()), (*line, *kind), "{shown}");
            assert!(fault.to_string().contains(&format!("line {line}: ")), "{fault}");
        }
        (found, expected) => panic!("{shown}: {found:?} instead of {expected:?}"),
    }
    if let Ok(text) = std::str::from_utf8(case.text) {
        assert_eq!(WordSet::from_text(&alphabet, text).unwrap().0.len(), words.len());
    }
}

#[test]
fn bad_lines_are_reported_with_their_reasons() {
    CASES.iter().for_each(check);
}

#[test]
fn harmless_oddities_are_reported() {
    let text = "\u{feff}AB\r\nBA\nE\u{301}A\r\nA\u{200b}C\n";
    let list = WordList::read(text.as_bytes(), &alphabet(), Mode::Strict).unwrap();
    let report = list.report();
    assert!(report.byte_order_mark);
    assert_eq!((report.carriage_returns.lines, report.carriage_returns.first), (2, 1));
    assert_eq!((report.renormalised.lines, report.renormalised.first), (2, 3));
    assert_eq!((report.lines, report.words), (4, 4));
}

#[test]
fn over_long_words_are_left_out() {
    let text = format!("AB\n{}\n{}\n", "A".repeat(64), "A".repeat(65));
    let list = WordList::read(text.as_bytes(), &alphabet(), Mode::Skip).unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(list.report().faults[0].line, 3);
    assert_eq!(list.report().faults[0].reason.kind(), FaultKind::TooLong);
    assert!(list.report().faults[0].word.len() <= 60);
}

#[test]
fn many_bad_lines_are_counted_and_the_first_of_each_kind_kept() {
    let mut text = "AX\n".repeat(100);
    text.push_str("AB\nB7\n");
    let list = WordList::read(text.as_bytes(), &alphabet(), Mode::Skip).unwrap();
    let report = list.report();
    assert_eq!(report.count(FaultKind::UnknownLetter), 100);
    assert_eq!(report.faults.len(), 21);
    assert_eq!(report.faults[20].line, 102);
}

#[test]
fn a_strict_reader_stops_at_the_first_bad_line() {
    let text = b"BA\nAB\nBA\nB7\n";
    let error = WordList::read(text, &alphabet(), Mode::Strict).unwrap_err();
    let DictionaryError::BadLine(fault) = error else { panic!("{error}") };
    assert_eq!((fault.line, fault.reason.kind()), (3, FaultKind::Duplicate));
}

#[test]
fn lists_without_words_are_refused() {
    for text in [&b""[..], b"\n\n", b"# only\n", b"X\n7\n", b"\xFF\n"] {
        let error = WordList::read(text, &alphabet(), Mode::Skip).unwrap_err();
        assert!(matches!(error, DictionaryError::NoWords { .. }), "{error}");
    }
}
