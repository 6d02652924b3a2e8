//! The search index: every section of every page, as a script, so that search works offline.

use crate::markdown::Section;
use serde_json::json;

/// The most characters of a section that are indexed.
const MOST: usize = 4000;

/// One page of the index.
pub(crate) struct Indexed<'a> {
    /// Its path, relative to the top of the book.
    pub path: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its sections.
    pub sections: &'a [Section],
}

/// The script that holds the index.
pub(crate) fn script(pages: &[Indexed<'_>]) -> String {
    let mut rows = Vec::new();
    for page in pages {
        for section in page.sections {
            let text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = text.chars().take(MOST).collect();
            let first = section.heading == page.title || section.heading.is_empty();
            if text.is_empty() && first && page.sections.len() > 2 {
                continue;
            }
            let address = match section.id.is_empty() || first {
                true => page.path.to_string(),
                false => format!("{}#{}", page.path, section.id),
            };
            let heading = if first { "" } else { &section.heading };
            rows.push(json!([address, page.title, heading, text]).to_string());
        }
    }
    format!("window.bookIndex = [\n{}\n];\n", rows.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_rows() {
        let section = |id: &str, heading: &str, text: &str| Section {
            id: id.into(),
            heading: heading.into(),
            text: text.into(),
        };
        let sections =
            [section("", "", ""), section("t", "T", "a\n b"), section("x", "X", "</script>")];
        let script = script(&[Indexed { path: "t.html", title: "T", sections: &sections }]);
        assert!(script.contains("[\"t.html\",\"T\",\"\",\"a b\"]"), "{script}");
        assert!(script.contains("[\"t.html#x\",\"T\",\"X\","), "{script}");
    }
}
