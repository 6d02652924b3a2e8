//! What people read where JSON or a query does not have the expected shape.

use std::fmt::Display;

/// The text of an error of a reader of JSON or queries. Those call every choice a variant; here,
/// variants are games.
pub fn read_fault(error: &dyn Display) -> String {
    let text = error.to_string();
    let named = text.strip_prefix("unknown variant `").and_then(|rest| {
        // What was found may hold anything; what is expected comes last.
        let (found, expected) = rest.rsplit_once("`, expected ")?;
        Some(format!("`{found}` is not known here; use {expected}"))
    });
    named.unwrap_or(text)
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
    fn choices_are_not_called_variants() {
        let cases = [
            (
                fault::<TieBreak>("\"nobody\""),
                "`nobody` is not known here; use `shared` or `last_mover`",
            ),
            (
                fault::<Reading>("\"a`, expected `b\""),
                "`a`, expected `b` is not known here; use one of `forward`, `backward`, `both`",
            ),
            (fault::<ReadingSpec>("\"up\""), "`up` is not known here; use one of `forward`,"),
            (fault::<ReadingSpec>("{\"East\":\"up\"}"), "`up` is not known here"),
            (fault::<ReadingSpec>("3"), "invalid type: integer `3`, expected `forward`"),
            (fault::<Action>("{\"fly\":{}}"), "`fly` is not known here; use one of "),
            (fault::<Action>("{"), "EOF while parsing"),
            (fault::<crate::Points>("[]"), "expected a whole number"),
        ];
        for (text, expected) in cases {
            assert!(text.contains(expected) && !text.contains("variant"), "{text}");
        }
    }
}
