//! Large texts in the settings of games are stored once, by their hash.
//!
//! A variant or a word list that many games share is a string literal of their settings, which are
//! JSON. The literal is cut out and kept by its SHA-256; a reference stays in its place. Games are
//! read whole, so that nobody outside of the store needs to know.

use crate::StoreError;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A literal with at least this many bytes is stored by its hash.
const LARGE: usize = 1024;
/// Stands before and after the hash of a reference. JSON has no such character as it is.
const MARK: char = '\u{1}';
/// The digits of a hash.
const DIGITS: usize = 64;

/// A text that is stored once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// Its SHA-256, in hexadecimal digits.
    pub hash: String,
    /// The text.
    pub body: String,
}

impl Content {
    fn new(body: &str) -> Content {
        let digest = Sha256::digest(body.as_bytes());
        let hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Content { hash, body: body.to_string() }
    }

    /// Whether the text is the one of the hash.
    pub fn is_sound(&self) -> bool {
        Content::new(&self.body).hash == self.hash
    }
}

/// Settings as they are stored: references in place of large literals, and the literals.
pub(crate) fn split(settings: &str) -> Result<(String, Vec<Content>), StoreError> {
    if settings.contains(MARK) {
        return Err(StoreError::Damaged("settings with a control character".to_string()));
    }
    let (mut stored, mut contents) = (String::new(), Vec::new());
    let mut rest = settings;
    while let Some(quote) = rest.find('"') {
        let (before, literal) = rest.split_at(quote + 1);
        stored.push_str(before);
        let end = end_of_literal(literal);
        let (body, after) = literal.split_at(end);
        match body.len() >= LARGE && after.starts_with('"') {
            false => stored.push_str(body),
            true => {
                let content = Content::new(body);
                stored.extend([MARK]);
                stored.push_str(&content.hash);
                stored.extend([MARK]);
                contents.push(content);
            }
        }
        // The closing quote, so that it does not open the next literal.
        let closing = after.len().min(1);
        stored.push_str(&after[..closing]);
        rest = &after[closing..];
    }
    stored.push_str(rest);
    Ok((stored, contents))
}

/// Where a literal ends: at the first quote that is not escaped, or with the text.
fn end_of_literal(text: &str) -> usize {
    let mut escaped = false;
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return place,
            _ => {}
        }
    }
    text.len()
}

/// The hashes that stored settings name.
pub(crate) fn references(stored: &str) -> Vec<&str> {
    // Every second part stands between two marks.
    stored.split(MARK).skip(1).step_by(2).collect()
}

/// Bodies that were read already, for games that share them.
pub(crate) type Read = BTreeMap<String, String>;

/// Settings as they were before they were stored. The function finds the body of a hash.
pub(crate) fn join(
    stored: String,
    read: &mut Read,
    mut find: impl FnMut(&str) -> Result<Option<String>, StoreError>,
) -> Result<String, StoreError> {
    if !stored.contains(MARK) {
        return Ok(stored);
    }
    let mut whole = String::new();
    for (number, part) in stored.split(MARK).enumerate() {
        if number % 2 == 0 {
            whole.push_str(part);
            continue;
        }
        let digits = part.len() == DIGITS && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !digits {
            return Err(StoreError::Damaged("settings with an unreadable reference".to_string()));
        }
        if !read.contains_key(part) {
            let missing = || StoreError::Damaged(format!("the content {part} is missing"));
            let body = find(part)?.ok_or_else(missing)?;
            read.insert(part.to_string(), body);
        }
        whole.push_str(&read[part]);
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: &str, large: usize) {
        let (stored, contents) = split(settings).unwrap();
        assert_eq!(contents.len(), large, "{settings:.60}");
        let hashes: Vec<&str> = contents.iter().map(|content| content.hash.as_str()).collect();
        assert_eq!(references(&stored), hashes);
        assert!(contents.iter().all(Content::is_sound));
        let find = |hash: &str| {
            let content = contents.iter().find(|content| content.hash == hash);
            Ok(content.map(|content| content.body.clone()))
        };
        assert_eq!(join(stored.clone(), &mut Read::new(), find).unwrap(), settings);
        let missing = join(stored, &mut Read::new(), |_| Ok(None));
        assert_eq!(missing.is_err(), large > 0);
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let long = "x".repeat(LARGE);
        let escaped = "\\\"\\\\\\n\\u0001".repeat(LARGE);
        check("", 0);
        check("{\"a\":1}", 0);
        check(&format!("{{\"a\":\"{long}\",\"b\":\"{escaped}\",\"c\":\"{}\"}}", &long[1..]), 2);
        check(&format!("[\"{long}\",\"{long}\"]"), 2);
        // What is no JSON is left alone.
        for text in [format!("\"{long}"), format!("{long}\""), "\"\\".to_string(), long] {
            check(&text, 0);
        }
    }

    #[test]
    fn a_mark_in_settings_is_refused() {
        assert!(split("\u{1}").is_err());
        let forged = format!("\u{1}{}\u{1}", "Z".repeat(DIGITS));
        assert!(join(forged, &mut Read::new(), |_| Ok(Some(String::new()))).is_err());
    }
}
