//! Text as the engine compares it: NFC, upper case.

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};

/// The form in which letters and words are compared: NFC of the upper case, formatting
/// characters (joiners, direction marks) left out.
pub fn fold(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii()) {
        return text.to_ascii_uppercase();
    }
    let upper: String =
        text.chars().filter(|c| !is_format(*c)).flat_map(char::to_uppercase).collect();
    nfc(&upper)
}

/// The canonical composition of a text. It uses only canonical mappings, so that the tables of
/// compatibility mappings, which nothing here uses, stay out of small builds.
fn nfc(text: &str) -> String {
    let mut marks: Vec<(u8, char)> = Vec::new();
    for c in text.chars() {
        decompose_canonical(c, |part| {
            let class = canonical_combining_class(part);
            // A mark goes before those of a higher class that follow the same letter.
            let later = marks.iter().rev().take_while(|(other, _)| class != 0 && *other > class);
            let place = marks.len() - later.count();
            marks.insert(place, (class, part));
        });
    }
    let mut composed: Vec<char> = Vec::with_capacity(marks.len());
    let (mut letter, mut before) = (None, 0);
    for (class, part) in marks {
        if let Some(letter) = letter {
            let beside = composed.len() == letter + 1 || before < class;
            if let Some(both) = beside.then(|| compose(composed[letter], part)).flatten() {
                composed[letter] = both;
                continue;
            }
        }
        if class == 0 {
            letter = Some(composed.len());
        }
        before = class;
        composed.push(part);
    }
    composed.into_iter().collect()
}

/// The first character of a text's canonical decomposition.
pub(crate) fn base(text: &str) -> Option<char> {
    let mut first = None;
    decompose_canonical(text.chars().next()?, |part| first = first.or(Some(part)));
    first
}

fn is_format(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{00AD}')
}

/// Whether a text holds letters of a script that is read from right to left.
pub fn has_rtl_letters(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(u32::from(c), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
    })
}

#[cfg(test)]
mod tests {
    use super::{base, nfc};
    use unicode_normalization::UnicodeNormalization;

    fn assert_composed(text: &str) {
        assert_eq!(nfc(text), text.nfc().collect::<String>(), "{text:?}");
    }

    #[test]
    fn every_character_is_composed_as_the_standard_says() {
        for c in '\0'..=char::MAX {
            assert_composed(&c.to_string());
            assert_eq!(base(&c.to_string()), c.nfd().next(), "{c:?}");
            let apart: String = c.nfd().collect();
            assert_composed(&apart);
        }
    }

    #[test]
    fn letters_with_several_marks_are_composed_as_the_standard_says() {
        let letters = ['A', 'e', 'q', 'Ç', 'ế', 'Σ', 'א', 'ᄀ', 'ᅡ', 'ᆨ', '가', 'क', '।'];
        let marks = [
            '\u{301}', '\u{302}', '\u{327}', '\u{323}', '\u{5B0}', '\u{5BC}', '\u{345}', '\u{93C}',
        ];
        let all: Vec<char> = letters.into_iter().chain(marks).collect();
        for one in &all {
            for two in &all {
                for three in &all {
                    for four in &all {
                        assert_composed(&String::from_iter([one, two, three, four]));
                    }
                }
            }
        }
    }
}
