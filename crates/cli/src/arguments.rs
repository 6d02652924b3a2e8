//! Rewrites arguments such as `--place 7,7=R 8,7=E -1,3=A` into a form that clap understands.

use std::ffi::OsString;

const LISTS: [&str; 3] = ["--place", "--on", "--premium"];

/// Repeats the flag for every value after `--place`, `--on` or `--premium`, including values that
/// begin with a negative number. Values without `=` stay unchanged.
pub fn expand(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut expanded = Vec::new();
    let mut list: Option<&str> = None;
    for argument in arguments {
        let text = argument.to_string_lossy().into_owned();
        if let Some(flag) = LISTS.iter().find(|flag| **flag == text) {
            list = Some(flag);
            continue;
        }
        let negative =
            text.strip_prefix('-').is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
        match list {
            Some(flag) if text.contains('=') && (negative || !text.starts_with('-')) => {
                expanded.push(format!("{flag}={text}").into());
            }
            _ => {
                if text.starts_with('-') && !negative {
                    list = None;
                }
                expanded.push(argument);
            }
        }
    }
    expanded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_expanded() {
        let given =
            ["x", "score", "--place", "-1,0=A", "1,0=B", "--json", "--on", "2,2=C", "8H", "READ"];
        let expanded = expand(given.iter().map(OsString::from));
        let expected =
            ["x", "score", "--place=-1,0=A", "--place=1,0=B", "--json", "--on=2,2=C", "8H", "READ"];
        assert_eq!(expanded, expected.map(OsString::from));
    }
}
