//! Checks that every link, anchor and picture of the built book exists.

use std::collections::{BTreeMap, BTreeSet};

/// The values of an attribute in a page.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let mark = format!(" {attribute}=\"");
    html.split(&mark).skip(1).filter_map(|part| part.split('"').next()).collect()
}

/// Joins a folder and a relative path; `None` if the path leaves the top folder.
pub(crate) fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

/// The target of a link on a page, relative to the top of the book.
fn target(page: &str, link: &str) -> Option<String> {
    joined(page.rsplit_once('/').map_or("", |(folder, _)| folder), link)
}

/// Lists the broken links and duplicate ids of a site.
pub(crate) fn faults(files: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let pages: BTreeMap<&str, String> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    let anchors: BTreeMap<&str, BTreeSet<&str>> = pages
        .iter()
        .map(|(path, html)| (*path, values(html, "id").into_iter().collect()))
        .collect();
    let mut faults = Vec::new();
    for (page, html) in &pages {
        let links = values(html, "href").into_iter().chain(values(html, "src"));
        for link in links {
            let link = link.replace("&amp;", "&");
            if ["https://", "http://", "mailto:"].iter().any(|scheme| link.starts_with(scheme)) {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let wanted = match path.is_empty() {
                true => Some((*page).to_string()),
                false => target(page, path),
            };
            let Some(wanted) = wanted.filter(|wanted| files.contains_key(wanted)) else {
                faults.push(format!("{page}: the link `{link}` is broken"));
                continue;
            };
            let known = anchors.get(wanted.as_str());
            if !anchor.is_empty() && !known.is_some_and(|known| known.contains(anchor)) {
                faults.push(format!("{page}: the anchor of `{link}` does not exist"));
            }
        }
        let mut seen = BTreeSet::new();
        for id in values(html, "id") {
            if !seen.insert(id) {
                faults.push(format!("{page}: the id `{id}` occurs twice"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_anchors_and_pictures_are_found() {
        let site = |pages: &[(&str, &str)]| -> BTreeMap<String, Vec<u8>> {
            pages.iter().map(|(path, html)| (path.to_string(), html.as_bytes().to_vec())).collect()
        };
        let table = [
            ("<a href=\"b/c.html#x\">", 0),
            ("<a href=\"b/c.html#y\">", 1),
            ("<a href=\"c.html\">", 1),
            ("<a href=\"../c.html\">", 1),
            ("<img src=\"gone.png\">", 1),
            ("<a href=\"https://example.org/\">", 0),
            ("<p id=\"a\"><a href=\"#a\">", 0),
            ("<p id=\"a\"><p id=\"a\">", 1),
        ];
        for (html, count) in table {
            let found = faults(&site(&[("a.html", html), ("b/c.html", "<p id=\"x\">")]));
            assert_eq!(found.len(), count, "{html}: {found:?}");
        }
    }
}
