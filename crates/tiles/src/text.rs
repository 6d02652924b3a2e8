//! Text as the engine compares it: NFC, upper case.

use unicode_normalization::UnicodeNormalization;

/// The form in which letters and words are compared: NFC of the upper case, formatting
/// characters (joiners, direction marks) left out.
pub fn fold(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii()) {
        return text.to_ascii_uppercase();
    }
    let upper: String =
        text.chars().filter(|c| !is_format(*c)).flat_map(char::to_uppercase).collect();
    upper.nfc().collect()
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
