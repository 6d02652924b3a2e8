//! What people read where a file, JSON or a query does not have the expected shape: no word of a
//! parser or of Rust's types among it.

use std::fmt::Display;

/// The text of an error of a reader of JSON or queries: the place first, then what is wrong.
///
/// ```
/// let error = serde_json::from_str::<u8>("256").unwrap_err();
/// assert_eq!(
///     tilewright_rules::read_fault(&error),
///     "line 1, column 3: must be a whole number from 0 to 255 (found 256)"
/// );
/// ```
pub fn read_fault(error: &dyn Display) -> String {
    let text = error.to_string();
    let (text, place) = split_place(&text);
    let plain = plain(text, "an object");
    match place {
        Some((line, column)) => format!("line {line}, column {column}: {plain}"),
        None => plain,
    }
}

/// `message at line 1 column 2`, in two parts.
fn split_place(text: &str) -> (&str, Option<(u64, u64)>) {
    let split = || {
        let (message, place) = text.rsplit_once(" at line ")?;
        let (line, column) = place.split_once(" column ")?;
        Some((message, Some((line.parse().ok()?, column.parse().ok()?))))
    };
    split().unwrap_or((text, None))
}

/// The beginnings of messages about text that is no JSON at all.
const NO_JSON: [&str; 13] = [
    "EOF while parsing",
    "control character",
    "expected `",
    "expected ident",
    "expected value",
    "invalid escape",
    "invalid number",
    "invalid unicode",
    "key must be a string",
    "lone leading surrogate",
    "number out of range",
    "trailing c",
    "unexpected end of hex",
];

/// A message of `serde` in plain words; `table` is what a value with named fields is called.
pub fn plain(message: &str, table: &str) -> String {
    let quoted = |rest: &str| rest.strip_prefix('`').map(str::to_string);
    // What was found may hold anything; what is expected comes last.
    let parts = |kind: &str| message.strip_prefix(kind)?.rsplit_once(", expected ");
    if let Some((found, expected)) = parts("invalid type: ").or_else(|| parts("invalid value: ")) {
        return must_be(&expected_words(expected, table), &found_words(found, table));
    }
    if let Some((found, expected)) = parts("invalid length ") {
        return must_be(&expected_words(expected, table), found);
    }
    if let Some((found, expected)) = parts("unknown variant `") {
        let found = found.trim_end_matches('`');
        return format!("`{found}` is not known here; use {expected}");
    }
    if let Some((found, expected)) = parts("unknown field ") {
        return format!("there is no field {found}; use {expected}");
    }
    if let Some(found) = message.strip_prefix("unknown field ") {
        let found = found.trim_end_matches(", there are no fields");
        return format!("there is no field {found} here");
    }
    if let Some(rest) = message.strip_prefix("missing field ").and_then(quoted) {
        return format!("the field `{rest} is missing");
    }
    if let Some(rest) = message.strip_prefix("duplicate field ").and_then(quoted) {
        return format!("the field `{rest} is there twice");
    }
    match NO_JSON.iter().any(|start| message.starts_with(start)) {
        true if message.starts_with("EOF") => "not valid JSON: the text ends too early".to_string(),
        true => format!("not valid JSON: {message}"),
        false => message.to_string(),
    }
}

/// What a value must be, and what it is.
pub fn must_be(expected: &str, found: &str) -> String {
    format!("must be {expected} (found {found})")
}

/// What is expected, in the words of people who write files and requests.
pub fn expected_words(expected: &str, table: &str) -> String {
    let range = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => range(0, u8::MAX.into()),
        "i8" => range(i8::MIN.into(), i8::MAX.into()),
        "u16" => range(0, u16::MAX.into()),
        "i16" => range(i16::MIN.into(), i16::MAX.into()),
        "u32" => range(0, u32::MAX.into()),
        "i32" => range(i32::MIN.into(), i32::MAX.into()),
        "u64" | "usize" => range(0, u64::MAX.into()),
        "i64" | "isize" => range(i64::MIN.into(), i64::MAX.into()),
        "f32" | "f64" | "a JSON number" => "a number".to_string(),
        "a boolean" => "true or false".to_string(),
        "a string" | "string" => "a text".to_string(),
        "a sequence" | "sequence" => "a list".to_string(),
        "a map" | "map" => table.to_string(),
        other if other.starts_with("struct ") || other.starts_with("internally tagged enum ") => {
            table.to_string()
        }
        other => match other.split_once(" of size ").or_else(|| other.split_once(" of length ")) {
            Some(("a tuple" | "an array", size)) => format!("a list of {size} values"),
            Some((kind, size)) if kind.starts_with("tuple") => format!("a list of {size} values"),
            _ => other.to_string(),
        },
    }
}

/// What was found, in the same words.
pub fn found_words(found: &str, table: &str) -> String {
    for kind in ["integer `", "floating point `", "boolean `", "character `"] {
        if let Some(value) = found.strip_prefix(kind).and_then(|rest| rest.strip_suffix('`')) {
            return value.to_string();
        }
    }
    match found.strip_prefix("string ") {
        Some(text) => format!("the text {text}"),
        None => match found {
            "sequence" => "a list".to_string(),
            "map" => table.to_string(),
            "unit value" => "nothing".to_string(),
            other => other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;
    use crate::spec::{Reading, ReadingSpec, TieBreak};

    fn fault<T: serde::de::DeserializeOwned>(json: &str) -> String {
        match serde_json::from_str::<T>(json) {
            Ok(_) => panic!("{json} can be read"),
            Err(error) => read_fault(&error),
        }
    }

    #[test]
    fn no_word_of_a_parser_reaches_a_reader() {
        let cases = [
            (
                fault::<TieBreak>("\"nobody\""),
                "line 1, column 8: `nobody` is not known here; use `shared` or `last_mover`",
            ),
            (
                fault::<Reading>("\"a`, expected `b\""),
                "`a`, expected `b` is not known here; use one of `forward`, `backward`, `both`",
            ),
            (fault::<ReadingSpec>("\"up\""), "`up` is not known here; use one of `forward`,"),
            (fault::<ReadingSpec>("{\"East\":\"up\"}"), "`up` is not known here"),
            (fault::<ReadingSpec>("3"), "must be `forward`, `backward` or `both`, or one of them"),
            (fault::<ReadingSpec>("3"), "(found 3)"),
            (fault::<Action>("{\"fly\":{}}"), "`fly` is not known here; use one of "),
            (fault::<Action>("{"), "line 1, column 1: not valid JSON: the text ends too early"),
            (fault::<crate::Points>("[]"), "must be a whole number"),
            (
                fault::<u16>("-5"),
                "line 1, column 2: must be a whole number from 0 to 65535 (found -5)",
            ),
            (fault::<u16>("\"5\""), "(found the text \"5\")"),
            (fault::<[u8; 2]>("[1]"), "must be a list of 2 values (found 1)"),
            (fault::<bool>("[]"), "must be true or false (found a list)"),
            (fault::<crate::UserMove>("{}"), "the field `actions` is missing"),
            (fault::<crate::UserMove>("{\"a\":1}"), "there is no field `a`; use `actions`"),
            (fault::<u8>("1 2"), "not valid JSON: trailing characters"),
        ];
        for (text, expected) in cases {
            assert!(text.contains(expected), "{text}");
            for word in ["variant", "invalid", "u16", "integer", "sequence", "struct"] {
                assert!(!text.contains(word), "{text}");
            }
        }
    }
}
