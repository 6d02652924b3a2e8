//! Files that are damaged, foreign or hostile are refused with the reason.

#![allow(clippy::unwrap_used)]

mod sealed;

use proptest::prelude::*;
use sealed::{many_ways, sealed};
use std::io::Read;
use tilewright_lexicon::{FileError, GraphKind, LetterOrder, Lexicon, Mode, WordList, kwg};
use tilewright_tiles::{Alphabet, Letter};

const TEXT: &[u8] = b"CAR\nCARE\nCARED\nCARES\nCARS\nSCAR\nSCARE\nDARE\nEAR\nEARS\nRED\n";

fn alphabet() -> Alphabet {
    let mut alphabet = Alphabet::new(&["A", "C", "D", "E", "R", "S"]).unwrap();
    alphabet.add_alias("Æ", Letter(0)).unwrap();
    alphabet
}

fn lexicon(kind: GraphKind) -> Lexicon {
    Lexicon::build(&WordList::read(TEXT, &alphabet(), Mode::Strict).unwrap(), kind).unwrap()
}

/// Walks over a graph that was read, as far as a bound; it must not panic.
fn walk(lexicon: &Lexicon) {
    let mut words = 0;
    lexicon.each_word(|word| {
        words += 1;
        assert!(word.len() <= 65);
        words < 5000
    });
    let _ = lexicon.explain("CARES");
    let order =
        LetterOrder::by_descending_value(&(0..lexicon.alphabet().len() as i32).collect::<Vec<_>>());
    let _ = lexicon.clone().reordered(&order).unwrap().to_bytes();
    let _ = kwg::export(lexicon);
}

#[test]
fn every_truncation_and_every_flipped_bit_is_refused() {
    for kind in GraphKind::ALL {
        let bytes = lexicon(kind).to_bytes();
        for end in 0..bytes.len() {
            let error = Lexicon::from_bytes(&bytes[..end]).unwrap_err();
            assert!(
                matches!(error, FileError::Short { .. } | FileError::Foreign),
                "{end}: {error}"
            );
        }
        for place in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[place / 8] ^= 1 << (place % 8);
            assert!(Lexicon::from_bytes(&damaged).is_err(), "bit {place}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Lexicon::from_bytes(&longer).unwrap_err(), FileError::Long(1));
    }
}

/// Gives a few bytes at a time, and an error at some place.
struct Slow<'a> {
    bytes: &'a [u8],
    at: usize,
    step: usize,
    fails_at: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at >= self.fails_at {
            return Err(std::io::ErrorKind::ConnectionReset.into());
        }
        let end = (self.at + self.step).min(self.bytes.len());
        let count = (&self.bytes[self.at..end]).read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

fn read_slowly(mut slow: Slow<'_>, length: usize) -> Result<Lexicon, FileError> {
    let order = |alphabet: &Alphabet| LetterOrder::alphabetical(alphabet.len());
    Lexicon::from_reader_ordered(&mut slow, length as u64, order)
}

#[test]
fn files_can_be_read_in_pieces_of_any_size() {
    // Many words, so that the file is longer than what is in memory at a time.
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    let alphabet = Alphabet::new(&letters).unwrap();
    let word = |number: u64| -> Vec<Letter> {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (0..9).map(|place| Letter(((mixed >> (6 * place)) % 26) as u8)).collect()
    };
    let list = WordList::from_letters(&alphabet, (1..30_000).map(word)).unwrap();
    for kind in GraphKind::ALL {
        let lexicon = Lexicon::build(&list, kind).unwrap();
        let bytes = lexicon.to_bytes();
        assert!(bytes.len() > 100_000, "{kind:?}: {} bytes", bytes.len());
        for step in [1, 7, 1000, 65_535, 65_537, bytes.len()] {
            let slow = Slow { bytes: &bytes, at: 0, step, fails_at: usize::MAX };
            let again = read_slowly(slow, bytes.len()).unwrap();
            assert_eq!(again.words(), lexicon.words(), "{kind:?}, {step} bytes at a time");
        }
    }
}

#[test]
fn bytes_after_the_nodes_are_refused() {
    let bytes = lexicon(GraphKind::Words).to_bytes();
    for more in [1, 100, 66_000, 300_000] {
        let mut longer = bytes[..bytes.len() - 8].to_vec();
        longer.resize(longer.len() + more, 0);
        let body = u32::from_le_bytes(longer[28..32].try_into().unwrap()) + more as u32;
        longer[28..32].copy_from_slice(&body.to_le_bytes());
        longer.extend([0; 8]);
        let error = Lexicon::from_bytes(&sealed(longer)).unwrap_err();
        assert!(matches!(error, FileError::Structure(_)), "{more} bytes: {error}");
    }
}

#[test]
fn readers_that_end_early_or_fail_give_an_error() {
    let bytes = lexicon(GraphKind::Words).to_bytes();
    for end in 0..bytes.len() {
        let slow = Slow { bytes: &bytes[..end], at: 0, step: 5, fails_at: usize::MAX };
        let error = read_slowly(slow, bytes.len()).unwrap_err();
        assert!(matches!(error, FileError::Short { .. }), "{end}: {error}");
        let slow = Slow { bytes: &bytes, at: 0, step: 1, fails_at: end };
        let error = read_slowly(slow, bytes.len()).unwrap_err();
        assert_eq!(error, FileError::Unreadable(std::io::ErrorKind::ConnectionReset), "{end}");
    }
}

#[test]
fn other_files_and_damaged_files_give_different_errors() {
    let bytes = lexicon(GraphKind::Words).to_bytes();
    let mut newer = bytes.clone();
    newer[8] = 9;
    let mut damaged = bytes.clone();
    damaged[40] ^= 4;
    let table: [(&[u8], FileError); 4] = [
        (b"AA\nAAH\n", FileError::Foreign),
        (b"", FileError::Foreign),
        (&newer, FileError::Version(9)),
        (&damaged, FileError::Checksum),
    ];
    for (file, expected) in table {
        let error = Lexicon::from_bytes(file).unwrap_err();
        assert_eq!(error, expected);
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn a_damaged_file_with_a_fitting_checksum_is_refused_or_harmless() {
    for kind in GraphKind::ALL {
        let bytes = lexicon(kind).to_bytes();
        let (mut refused, mut harmless) = (0, 0);
        for place in 8..bytes.len() - 8 {
            for value in 0..=255u8 {
                let mut damaged = bytes.clone();
                damaged[place] = value;
                match Lexicon::from_bytes(&sealed(damaged)) {
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty());
                    }
                    Ok(lexicon) => {
                        harmless += 1;
                        if harmless % 7 == 0 {
                            walk(&lexicon);
                        }
                    }
                }
            }
        }
        assert!(refused > harmless, "{kind:?}: {refused} refused, {harmless} not");
    }
}

#[test]
fn announced_sizes_do_not_allocate_memory() {
    let bytes = lexicon(GraphKind::Words).to_bytes();
    for place in [16, 20, 24, 28] {
        let mut hostile = bytes.clone();
        hostile[place..place + 4].copy_from_slice(&0x3FFF_FFFFu32.to_le_bytes());
        assert!(Lexicon::from_bytes(&sealed(hostile)).is_err(), "{place}");
    }
}

#[test]
fn nodes_without_words_are_visited_once() {
    let lexicon = Lexicon::from_bytes(&many_ways()).unwrap();
    lexicon.each_word(|word| panic!("{word:?} is read backward"));
    walk(&lexicon);
}

#[test]
fn the_alphabet_is_stored_with_its_aliases() {
    let again = Lexicon::from_bytes(&lexicon(GraphKind::Words).to_bytes()).unwrap();
    assert_eq!(again.alphabet().fingerprint(), alphabet().fingerprint());
    assert!(again.explain("cærs").is_word());
}

#[test]
fn kwg_files_that_make_no_words_are_refused() {
    let arcs = |arcs: &[u32]| arcs.iter().flat_map(|arc| arc.to_le_bytes()).collect::<Vec<u8>>();
    let (last, word) = (1u32 << 22, 1u32 << 23);
    let tile = |tile: u32| tile << 24;
    let table: [(&str, Vec<u8>); 8] = [
        ("not a multiple of 4", vec![0; 7]),
        ("not a multiple of 4", arcs(&[0])),
        ("no word", arcs(&[last, last])),
        ("outside", arcs(&[2, 0, tile(1) | last | 9])),
        ("no last arc", arcs(&[2, 0, tile(1), tile(2)])),
        ("cyclic", arcs(&[2, 0, tile(1) | last | 2])),
        ("tile 40", arcs(&[2, 0, tile(40) | last | word])),
        ("same letter", arcs(&[2, 0, tile(1), tile(1) | last | word])),
    ];
    for (reason, bytes) in table {
        let error = kwg::import(&bytes, &alphabet()).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn kwg_files_have_the_published_form() {
    let alphabet = Alphabet::new(&["A", "B"]).unwrap();
    let list = WordList::read(b"AB\n", &alphabet, Mode::Strict).unwrap();
    let bytes = kwg::export(&Lexicon::build(&list, GraphKind::Words).unwrap()).unwrap();
    let (arcs, _) = bytes.as_chunks::<4>();
    let arcs: Vec<u32> = arcs.iter().map(|arc| u32::from_le_bytes(*arc)).collect();
    let step = |first: u32, tile: u32| {
        let mut at = (first & 0x3F_FFFF) as usize;
        while arcs[at] >> 24 != tile && arcs[at] & 1 << 22 == 0 {
            at += 1;
        }
        assert_eq!(arcs[at] >> 24, tile);
        arcs[at]
    };
    let is_word = |arc: u32| arc & 1 << 23 != 0;
    // AB, A◇B and BA.
    assert!(is_word(step(step(arcs[0], 1), 2)));
    assert!(is_word(step(step(step(arcs[1], 1), 0), 2)));
    assert!(is_word(step(step(arcs[1], 2), 1)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_never_panics(noise in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = kwg::import(&noise, &alphabet());
        prop_assert!(Lexicon::from_bytes(&noise).is_err());
        // Behind a good head, with a fitting checksum.
        let mut bytes = lexicon(GraphKind::Words).to_bytes();
        let body = bytes.len() - 8 - noise.len().min(60);
        let count = bytes.len() - 8 - body;
        bytes[body..body + count].copy_from_slice(&noise[..count]);
        if let Ok(lexicon) = Lexicon::from_bytes(&sealed(bytes)) {
            walk(&lexicon);
        }
    }

    #[test]
    fn damaged_kwg_files_never_panic(place in 0usize..400, value in any::<u32>()) {
        let mut bytes = kwg::export(&lexicon(GraphKind::Words)).unwrap();
        let place = place % (bytes.len() / 4) * 4;
        bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
        let _ = kwg::import(&bytes, &alphabet());
    }
}
