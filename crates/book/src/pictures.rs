//! Pictures that the engine draws when the book is built.
//!
//! A page uses them like any picture: `![text](<tilewright:render --variant hex>)` shows what that
//! command draws, and `![text](premium:double-word)` shows a premium square.

use std::ffi::OsString;
use tilewright::PremiumKind;
use tilewright::render::{adaptive, escape, premium_symbol};

/// The SVG of a drawn picture, or `None` if the address is a file.
pub(crate) fn drawn(address: &str) -> Option<Result<String, String>> {
    if let Some(kind) = address.strip_prefix("premium:") {
        return Some(premium(kind));
    }
    let line = address.strip_prefix("tilewright:")?;
    Some(command(line).map_err(|error| format!("{address}: {error}")))
}

/// Whether a picture is animated.
pub(crate) fn moves(address: &str) -> bool {
    address.starts_with("tilewright:") && address.contains("--animate")
}

fn premium(id: &str) -> Result<String, String> {
    let kind: PremiumKind = id.parse().map_err(|error| format!("{error}"))?;
    let title = escape(&kind.title());
    Ok(format!(
        "<svg class=\"premium\" viewBox=\"-20 -20 40 40\" width=\"40\" height=\"40\" role=\"img\" \
         aria-label=\"{title}\">{}</svg>",
        premium_symbol(kind)
    ))
}

fn command(line: &str) -> Result<String, String> {
    let words = std::iter::once("tilewright".to_string()).chain(split(line));
    let words: Vec<OsString> = words.map(OsString::from).collect();
    let mut outcome = Ok(());
    let svg = adaptive(|theme| {
        tilewright_cli::picture(words, theme).unwrap_or_else(|error| {
            outcome = Err(error);
            String::new()
        })
    });
    outcome.map(|()| svg.trim_end().to_string())
}

/// Splits a command line into words; quotation marks and `$(…)` keep spaces together.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    for letter in line.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            Some(_) => word.push(letter),
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                begun = true;
            }
            None if letter == '(' && word.ends_with('$') => quote = Some(')'),
            None if letter.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            None => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_shells_do() {
        assert_eq!(split("a  'b c' \"d\"e ''"), ["a", "b c", "de", ""]);
        assert_eq!(split("a-$(b c).d e"), ["a-$b c.d", "e"]);
    }

    #[test]
    fn pictures_are_drawn_or_the_error_is_reported() {
        assert!(drawn("pictures/a.png").is_none());
        assert!(drawn("premium:double-word").unwrap().unwrap().contains("double word"));
        assert!(drawn("premium:gold").unwrap().is_err());
        let board = drawn("tilewright:render --variant hex").unwrap().unwrap();
        assert!(board.starts_with("<svg") && board.contains("var(--tw-cell)"));
        assert!(drawn("tilewright:render --variant no-such").unwrap().is_err());
        assert!(drawn("tilewright:serve").unwrap().is_err());
    }
}
