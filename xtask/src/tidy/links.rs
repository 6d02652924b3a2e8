//! Relative links in Markdown lead somewhere.

use super::{Fault, File};
use pulldown_cmark::{Event, Options, Parser, Tag};

/// Checks the links of a Markdown file; `exists` answers for paths from the top of the repository.
pub(crate) fn check(file: &File, exists: impl Fn(&str) -> bool) -> Vec<Fault> {
    if file.extension() != "md" {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let parser = Parser::new_ext(&file.text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES);
    for (event, place) in parser.into_offset_iter() {
        let line = file.text[..place.start].matches('\n').count() + 1;
        for path in targets(&event).iter().filter_map(|target| local_path(&file.path, target)) {
            if !exists(&path) {
                let message = format!("the link leads to `{path}`, which does not exist");
                faults.push(file.fault(line, "links", message));
            }
        }
    }
    faults
}

/// What a link, a picture or an HTML element points at.
fn targets(event: &Event<'_>) -> Vec<String> {
    match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            vec![dest_url.to_string()]
        }
        Event::Html(html) | Event::InlineHtml(html) => {
            let attributes =
                ["src=\"", "href=\""].into_iter().flat_map(|mark| html.split(mark).skip(1));
            attributes.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// The path from the top of the repository, if the target is a file of the repository at all.
fn local_path(from: &str, target: &str) -> Option<String> {
    let target = target.split(['#', '?']).next().unwrap_or("");
    // `crate` and `::` are items of the Rust documentation; a scheme ends with `:`.
    if target.is_empty() || target == "crate" || target.contains(':') {
        return None;
    }
    let directory = from.rsplit_once('/').map_or("", |(directory, _)| directory);
    let whole = match target.strip_prefix('/') {
        Some(rooted) => rooted.to_owned(),
        None => format!("{directory}/{target}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/").replace("%20", " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let file = File { path: "docs/guide.md".to_owned(), text: text.to_owned() };
        let exists =
            |path: &str| ["README.md", "docs", "docs/a b.md", "docs/x(1).md"].contains(&path);
        check(&file, exists).iter().map(|fault| format!("{}", fault.line)).collect()
    }

    #[test]
    fn broken_links_are_found() {
        let table = [
            ("see [this](gone.md)\n", "1"),
            ("\n![picture](img/gone.png \"title\")\n", "2"),
            ("[up](../gone.md#part)\n", "1"),
            ("[name]\n\n[name]: gone.md\n", "1"),
            ("<img src=\"gone.png\">\n", "1"),
            ("`code` [x](gone.md) `code`\n", "1"),
            ("a lone ` and [x](gone.md)\n", "1"),
        ];
        for (text, line) in table {
            assert_eq!(found(text), [line], "{text}");
        }
    }

    #[test]
    fn good_links_and_what_is_no_link_pass() {
        let table = [
            "[up](../README.md) [root](/README.md) [here](#part) [dir](.)\n",
            "[web](https://example.org/gone.md) [mail](mailto:a@example.org)\n",
            "[item](crate::Engine) [all](crate)\n",
            "[space](a%20b.md) [angle](<a b.md>) [round](x(1).md)\n",
            "```\n[x](gone.md)\n```\n",
            "`[x](gone.md)`\n",
            "[^note]: text that is no link\n",
        ];
        for text in table {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
