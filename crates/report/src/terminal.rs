//! Text for a terminal: what comes from files and servers cannot move the cursor, change colours,
//! reverse the reading order or pretend to be another line.

use std::borrow::Cow;

/// A text of several lines in which everything that a terminal would obey, or that changes the
/// order in which text is shown, is written as an escape: `\x1b` becomes `\\u{1b}`. Line feeds and
/// tabs stay, so texts that come from data must go through [`one_line`] first.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !matches!(c, '\n' | '\t') && is_hostile(c))
}

/// A text of one line: as [`printable`], with line breaks and tabs escaped too.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hostile)
}

/// JSON or TOML of which every string reads as before, without a character that a terminal would
/// obey: `\u{202E}` becomes `\\u202E`. The line breaks of the document stay.
pub fn escaped_document(text: &str) -> Cow<'_, str> {
    let hostile = |c| !matches!(c, '\n' | '\t') && is_hostile(c);
    if !text.chars().any(hostile) {
        return Cow::Borrowed(text);
    }
    let escape = |c: char| match hostile(c) {
        true => format!("\\u{:04X}", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(escape).collect())
}

fn escaped(text: &str, hostile: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hostile) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match hostile(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Control characters (C0, delete, C1), line and paragraph separators, and the characters that
/// override, embed or isolate a reading direction.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_is_escaped() {
        let directions = (0x202A..=0x202E).chain(0x2066..=0x2069).chain([0x2028, 0x2029]);
        let controls = (0..0x20).chain(0x7F..0xA0).chain(directions);
        for c in controls.filter_map(char::from_u32) {
            let text = format!("a{c}b");
            assert!(one_line(&text).chars().all(|c| !is_hostile(c)), "{c:?}");
            let stays = matches!(c, '\n' | '\t');
            assert_eq!(printable(&text).contains(c), stays, "{c:?}");
        }
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in ["", "READ 8H", "naïve · “q”", "שלום", "日本語", "👩‍🚀", "e\u{301}"]
        {
            assert!(matches!(one_line(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(printable("a\tb\nc"), "a\tb\nc");
        assert_eq!(one_line("a\tb\nc"), "a\\tb\\nc");
        assert_eq!(printable("\x1b[31m"), "\\u{1b}[31m");
        assert_eq!(escaped_document("\"a\u{202E}\u{9b}b\"\n"), "\"a\\u202E\\u009Bb\"\n");
    }
}
