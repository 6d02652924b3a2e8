//! The little of TOML that is needed to read names out of a `Cargo.toml`.

/// One `key = value` of a manifest.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    /// The line it begins on, from 1.
    pub line: usize,
    /// The table it stands in, as written between the brackets: `dependencies`, `[bin]`, …
    pub table: &'a str,
    /// The key, without quotes.
    pub key: &'a str,
    /// The first line of the value.
    pub value: &'a str,
}

impl Entry<'_> {
    /// The value as a string, if it is one.
    pub fn string(&self) -> Option<&str> {
        let rest = self.value.strip_prefix('"')?;
        rest.split_once('"').map(|(text, _)| text)
    }
}

/// The entries of a manifest in order.
///
/// A table without entries yields one with an empty key, so that `[dependencies.name]` is seen.
pub(crate) fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut table = "";
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(inner) = line.strip_prefix('[')
            && let Some(end) = inner.rfind(']')
            && !line.contains('=')
        {
            table = &inner[..end];
            found.push(Entry { line: index + 1, table, key: "", value: "" });
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim().trim_matches('"');
            found.push(Entry { line: index + 1, table, key, value: value.trim() });
        }
    }
    found
}

/// The names of the binaries that a manifest declares, in order.
pub(crate) fn binary_names(text: &str) -> Vec<String> {
    entries(text)
        .iter()
        .filter(|entry| entry.table == "[bin]" && entry.key == "name")
        .filter_map(|entry| entry.string().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_found_and_nothing_else() {
        let text = r#"
[package]
name = "targets"

[[bin]]
name = "moves"
path = "targets/moves.rs"
test = false

# [[bin]]
# name = "gone"
[[bin]]
path = "targets/log.rs"
name = "event_log" # the second

[[test]]
name = "other"
"#;
        assert_eq!(binary_names(text), ["moves", "event_log"]);
    }

    #[test]
    fn entries_know_their_table_and_line() {
        let text = "[a]\nb = 1\n\n[target.'cfg(unix)'.dependencies]\nc.workspace = true\n";
        let seen: Vec<_> =
            entries(text).iter().map(|e| (e.line, e.table.to_owned(), e.key.to_owned())).collect();
        let expected = [
            (1, "a", ""),
            (2, "a", "b"),
            (4, "target.'cfg(unix)'.dependencies", ""),
            (5, "target.'cfg(unix)'.dependencies", "c.workspace"),
        ];
        let expected: Vec<_> =
            expected.iter().map(|(l, t, k)| (*l, (*t).to_owned(), (*k).to_owned())).collect();
        assert_eq!(seen, expected);
    }
}
