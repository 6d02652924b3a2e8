//! Compares the output shown on a page with the real output.

/// Checks that a program printed what the page shows. `…` matches any characters within a line, and
/// any number of lines if it stands alone.
pub(crate) fn same(shown: &str, printed: &str) -> Result<(), String> {
    let lines = |text: &str| -> Vec<String> {
        text.trim_end().lines().map(|line| line.trim_end().to_string()).collect()
    };
    let (shown, printed) = (lines(shown), lines(printed));
    match all(&shown, &printed) {
        true => Ok(()),
        false => Err(format!(
            "the page shows\n{}\nbut the program printed\n{}",
            indented(&shown),
            indented(&printed)
        )),
    }
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

fn all(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=printed.len()).any(|skipped| all(rest, &printed[skipped..]))
        }
        Some((first, rest)) => {
            printed.first().is_some_and(|line| one(first, line)) && all(rest, &printed[1..])
        }
    }
}

fn one(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().expect("a split text has a first part");
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsis_matches_anything() {
        let table = [
            ("a\nb\n", "a\nb", true),
            ("a\n…\nc", "a\nb\nb\nc\n", true),
            ("a\n…", "a", true),
            ("a … c", "a bbb c", true),
            ("… x …", "1 x 2", true),
            ("a", "b", false),
            ("a", "a\nb", false),
            ("a … c", "a c", false),
            ("a\n…\nc", "a\nb", false),
        ];
        for (shown, printed, expected) in table {
            assert_eq!(same(shown, printed).is_ok(), expected, "{shown:?} {printed:?}");
        }
    }
}
