//! What players write about themselves and to each other: names and lines of chat that can be
//! seen, that do not change the text around them, and that are not taken for those of others.

use crate::reply::Refusal;
use tilewright_protocol::api::{MAX_CHAT, MAX_NAME};
use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// A name as it is stored and shown: in compatibility form (NFKC), with single spaces.
///
/// # Errors
/// If it is empty or too long, has characters that cannot be seen, begins with a combining mark, or
/// mixes reading directions.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    let long = || Refusal::bad(format!("a name has 1 to {MAX_NAME} characters that can be seen"));
    // One character can have a long compatibility form.
    if name.trim().chars().count() > MAX_NAME {
        return Err(long());
    }
    // Trimmed before line breaks become spaces: inside a name they are refused.
    let name: String = name.trim().nfkc().map(|c| if c == '\u{a0}' { ' ' } else { c }).collect();
    let name = name.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(is_hidden) {
        return Err(long());
    }
    let begins_with_mark = |c: char| c.general_category_group() == GeneralCategoryGroup::Mark;
    if name.chars().next().is_some_and(begins_with_mark) {
        return Err(Refusal::bad("a name begins with a letter, a number or a sign, not an accent"));
    }
    let (left, right) = directions(&name);
    if left && right {
        let message = "a name has letters of one reading direction, left to right or right to left";
        return Err(Refusal::bad(message));
    }
    Ok(name)
}

/// The form in which names to sign in with are unique. Names that look alike have the same: it is
/// the skeleton of the lower-case name (UTS 39), in which `i` and `l` are one because of `I`.
pub(crate) fn login_of(name: &str) -> String {
    let normal: String = name.trim().nfkc().collect();
    let lower = normal.to_lowercase();
    // A skeleton can have capitals: that of a zero is an O.
    let alike = skeleton(&lower).flat_map(char::to_lowercase);
    alike.map(|c| if c == 'i' { 'l' } else { c }).filter(|c| *c != ' ').collect()
}

/// The unique form of names of accounts that were made before names were compared by looks.
pub(crate) fn plain_login_of(name: &str) -> String {
    name.trim().to_lowercase()
}

/// A line of chat without what would reorder the text around it.
///
/// # Errors
/// If it is empty or too long, or has control characters other than line feeds.
pub(crate) fn clean_chat(text: &str) -> Result<String, Refusal> {
    let text = without_directions(text.trim());
    let fits = |c: char| !c.is_control() || c == '\n';
    if text.trim().is_empty() || text.chars().count() > MAX_CHAT || !text.chars().all(fits) {
        return Err(Refusal::bad(format!("a line of chat has 1 to {MAX_CHAT} characters")));
    }
    Ok(text)
}

/// A text without the characters that override, embed, isolate or mark a reading direction, and
/// without line and paragraph separators. Letters keep the direction they have by themselves.
pub(crate) fn without_directions(text: &str) -> String {
    let steers = |c: char| {
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}' | '\u{2029}')
            || ('\u{202A}'..='\u{202E}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    text.chars().filter(|c| !steers(*c)).collect()
}

/// Whether a character of a name cannot be seen, or has no agreed look.
fn is_hidden(c: char) -> bool {
    let unseen = matches!(
        c.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    );
    // Letters, marks and spaces that are shown as nothing: joiners, fillers, variation selectors.
    let blank = matches!(
        c,
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}'
            | '\u{E0100}'..='\u{E01EF}'
    );
    let space = c.general_category() == GeneralCategory::SpaceSeparator && c != ' ';
    unseen || blank || space
}

/// Whether a text has letters that read left to right, and letters that read right to left.
fn directions(text: &str) -> (bool, bool) {
    let has = |wanted: &[BidiClass]| text.chars().any(|c| wanted.contains(&bidi_class(c)));
    (has(&[BidiClass::L]), has(&[BidiClass::R, BidiClass::AL, BidiClass::AN]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised() {
        for (given, stored) in [
            ("Ann", "Ann"),
            ("  Ann   Lee ", "Ann Lee"),
            ("Ａｎｎ", "Ann"),
            ("Jose\u{301}", "José"),
            ("ﬁona", "fiona"),
            ("Ann\u{a0}Lee", "Ann Lee"),
            ("שלום", "שלום"),
            ("Вова", "Вова"),
            ("日本", "日本"),
            ("Zoë 2", "Zoë 2"),
            ("👍", "👍"),
        ] {
            assert_eq!(clean_name(given).ok().as_deref(), Some(stored), "{given:?}");
        }
    }

    #[test]
    fn names_that_cannot_be_seen_or_mix_directions_are_refused() {
        let long = "x".repeat(MAX_NAME + 1);
        let grows = "\u{FDFA}".repeat(MAX_NAME);
        for bad in [
            "",
            "   ",
            "\u{3000}",
            "a\nb",
            "a\tb",
            "a\x1bb",
            "a\u{9b}b",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{2028}b",
            "a\u{feff}b",
            "a\u{ad}b",
            "a\u{e0041}b",
            "a\u{fe0f}b",
            "a\u{3164}b",
            "a\u{2800}b",
            "a\u{e000}b",
            "\u{301}a",
            "abc שלום",
            "abc عرب",
            &long,
            &grows,
        ] {
            assert!(clean_name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_login() {
        for group in [
            &["Alice", "alice", "ALICE", "AIice", "A1ice", "Аlice", "Αlice", "Al ice"][..],
            &["paypal", "раураl", "PayPal", "pаypal"],
            &["tim", "tirn", "TIM"],
            &["Вова", "вова"],
            &["Oscar", "0scar", "οscar"],
        ] {
            let logins: Vec<String> = group.iter().map(|name| login_of(name)).collect();
            assert!(logins.iter().all(|login| *login == logins[0]), "{group:?}: {logins:?}");
        }
        let names = ["Alice", "Alicia", "Bob", "Rob", "Вова", "Ann", "Anne", "José", "Zoë 2"];
        let logins: std::collections::BTreeSet<String> =
            names.iter().map(|name| login_of(name)).collect();
        assert_eq!(logins.len(), names.len());
    }

    #[test]
    fn chat_loses_what_steers_its_direction() {
        let line = clean_chat(" a\u{202e}b\u{2066}c\u{200f}\nd ");
        assert_eq!(line.ok().as_deref(), Some("abc\nd"));
        let family = "שלום 👩\u{200d}🚀";
        assert_eq!(clean_chat(family).ok().as_deref(), Some(family));
        for bad in ["", "\u{202e}", "a\x1b[31m", "a\u{9b}", &"x".repeat(MAX_CHAT + 1)] {
            assert!(clean_chat(bad).is_err(), "{bad:?}");
        }
    }
}
