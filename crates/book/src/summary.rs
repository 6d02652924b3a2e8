//! The order of the book: `docs/SUMMARY.md`.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// One line of the table of contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The part of the book that it belongs to.
    pub part: String,
    /// Its title.
    pub title: String,
    /// Its target: a file relative to the summary, or `book:PATH` for a generated page.
    pub target: String,
    /// Its depth, from 0.
    pub depth: usize,
}

/// Reads the summary: second-level headings are parts, links in lists are pages.
pub(crate) fn read(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let (mut part, mut depth) = (String::new(), 0_usize);
    let (mut heading, mut link) = (false, None::<(String, String)>);
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                part.clear();
                heading = true;
            }
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Start(Tag::List(_)) => depth += 1,
            Event::End(TagEnd::List(_)) => depth -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => {
                link = Some((dest_url.to_string(), String::new()));
            }
            Event::End(TagEnd::Link) => {
                if let Some((target, title)) = link.take() {
                    let depth = depth.saturating_sub(1);
                    entries.push(Entry { part: part.clone(), title, target, depth });
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, title)) = &mut link {
                    title.push_str(&text);
                } else if heading {
                    part.push_str(&text);
                }
            }
            _ => {}
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_titles_and_depths_are_read() {
        let text =
            "# Book\n\n## One\n\n- [A](a.md)\n  - [B `b`](b.md)\n\n## Two\n\n- [C](book:c.html)\n";
        let found: Vec<String> = read(text)
            .iter()
            .map(|entry| format!("{} {} {} {}", entry.part, entry.depth, entry.title, entry.target))
            .collect();
        assert_eq!(found, ["One 0 A a.md", "One 1 B b b.md", "Two 0 C book:c.html"]);
    }
}
