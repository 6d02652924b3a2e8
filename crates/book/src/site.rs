//! The whole book: its pages, their paths and the files they need.

use crate::markdown::{self, Rendered, Resolve};
use crate::page::{self, Line};
use crate::reference::{self, Generated};
use crate::search::{self, Indexed};
use crate::{links, summary};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The largest file that the book copies because a page links to it.
const MOST_COPIED: u64 = 256 << 10;

/// A built book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Every file by its path from the top of the book.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The pages in order, and the README: path and Markdown, for the examples in them.
    pub pages: Vec<(String, String)>,
}

/// A page before it is framed.
struct Source {
    line: Line,
    /// Its file in the repository; `None` for generated pages.
    file: Option<String>,
    markdown: String,
}

/// Builds the book of the repository at `root`.
///
/// # Errors
/// Lists every missing file and every broken link.
pub fn build(root: &Path) -> Result<Site, String> {
    let sources = sources(root)?;
    let mut site = Site::default();
    let known: BTreeMap<String, String> = sources
        .iter()
        .filter_map(|source| Some((source.file.clone()?, source.line.path.clone())))
        .collect();
    let contents: Vec<Line> = sources.iter().map(|source| source.line.clone()).collect();
    let mut copied = BTreeSet::new();
    let mut rendered: Vec<Rendered> = Vec::new();
    for source in &sources {
        let mut resolver = Resolver { root, source, known: &known, copied: &mut copied };
        let page = markdown::render(&source.markdown, &mut resolver)
            .map_err(|error| format!("{}: {error}", source.line.path))?;
        rendered.push(page);
    }
    for (place, page) in rendered.iter().enumerate() {
        let html = page::frame(&contents, place, &page.headings, &page.html);
        site.files.insert(contents[place].path.clone(), html.into_bytes());
    }
    for (from, to) in copied {
        let bytes = std::fs::read(root.join(&from)).map_err(|error| format!("{from}: {error}"))?;
        site.files.insert(to, bytes);
    }
    let indexed: Vec<Indexed<'_>> = contents
        .iter()
        .zip(&rendered)
        .map(|(line, page)| Indexed {
            path: &line.path,
            title: &line.title,
            sections: &page.sections,
        })
        .collect();
    let fixed = [
        ("search-index.js", search::script(&indexed)),
        ("tokens.css", tokens(include_str!("../../../web/src/styles/tokens.css"))?),
        ("book.css", include_str!("../assets/book.css").to_string()),
        ("book.js", include_str!("../assets/book.js").to_string()),
        ("theme.js", include_str!("../assets/theme.js").to_string()),
        ("icon.svg", include_str!("../../../web/public/icon.svg").to_string()),
    ];
    let fixed = fixed.into_iter().chain(reference::files());
    site.files.extend(fixed.map(|(path, text)| (path.to_string(), text.into_bytes())));
    site.pages = sources.into_iter().map(|source| (source.line.path, source.markdown)).collect();
    // The landing page is no page of the book, but its examples run too.
    site.pages.push(("README.md".to_string(), read(root, "README.md")?));
    let faults = links::faults(&site.files);
    match faults.is_empty() {
        true => Ok(site),
        false => Err(faults.join("\n")),
    }
}

/// The pages in the order of the summary; generated ones follow the page that they belong to.
fn sources(root: &Path) -> Result<Vec<Source>, String> {
    let summary = read(root, "docs/SUMMARY.md")?;
    let generated = reference::pages(root)?;
    let mut sources = Vec::new();
    let mut used = BTreeSet::new();
    for entry in summary::read(&summary) {
        let line = |path: &str| Line {
            part: entry.part.clone(),
            title: entry.title.clone(),
            path: path.to_string(),
            depth: entry.depth,
        };
        let Some(path) = entry.target.strip_prefix("book:") else {
            let file = links::joined("docs", &entry.target)
                .ok_or_else(|| format!("SUMMARY.md: {} lies outside", entry.target))?;
            let markdown = read(root, &file)?;
            sources.push(Source { line: line(&output(&file)), file: Some(file), markdown });
            continue;
        };
        let belongs = |page: &&Generated| page.path == path || page.below == Some(path);
        let before = sources.len();
        for page in generated.iter().filter(belongs) {
            used.insert(page.path.clone());
            let mut line = line(&page.path);
            if page.path != path {
                line.depth += 1;
                line.title = page.title.clone();
            }
            sources.push(Source { line, file: None, markdown: page.markdown.clone() });
        }
        if sources.len() == before {
            return Err(format!("SUMMARY.md: there is no generated page `{path}`"));
        }
    }
    match generated.iter().find(|page| !used.contains(&page.path)) {
        None => Ok(sources),
        Some(page) => Err(format!("SUMMARY.md does not list the generated page `{}`", page.path)),
    }
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

/// The path of the page for a file.
fn output(file: &str) -> String {
    let stem = file.strip_suffix(".md").unwrap_or(file);
    match stem.strip_prefix("docs/") {
        Some(below) => format!("{below}.html"),
        None => format!("project/{}.html", stem.to_lowercase().replace('/', "-")),
    }
}

/// The design tokens. The dark theme also applies if the reader's system prefers it and the reader
/// has chosen none.
fn tokens(css: &str) -> Result<String, String> {
    let dark = ":root[data-theme='dark']";
    let block = css.split_once(dark).and_then(|(_, rest)| {
        let body = rest.split_once('{')?.1;
        Some(body.split_once('}')?.0)
    });
    let block = block.ok_or_else(|| format!("tokens.css has no block `{dark}`"))?;
    Ok(format!(
        "{css}\n@media (prefers-color-scheme: dark) {{\n:root:not([data-theme]) {{{block}}}\n}}\n"
    ))
}

/// Where links of one page lead.
struct Resolver<'a> {
    root: &'a Path,
    source: &'a Source,
    /// Pages by their files.
    known: &'a BTreeMap<String, String>,
    /// Files to copy, with their targets.
    copied: &'a mut BTreeSet<(String, String)>,
}

impl Resolver<'_> {
    fn up(&self) -> String {
        "../".repeat(self.source.line.path.matches('/').count())
    }

    /// The file of the repository that a link means.
    fn file(&self, target: &str) -> Result<String, String> {
        // Links of generated pages are relative to the top of the repository.
        let file = self.source.file.as_deref().unwrap_or("");
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        links::joined(folder, target)
            .ok_or_else(|| format!("`{target}` leads out of the repository"))
    }
}

impl Resolve for Resolver<'_> {
    fn link(&mut self, target: &str) -> Result<Option<String>, String> {
        if let Some(path) = target.strip_prefix("book:") {
            return Ok(Some(self.up() + path));
        }
        if target.starts_with('#') || target.contains(':') {
            return Ok(Some(target.to_string()));
        }
        let (path, anchor) = target.split_once('#').map_or((target, None), |(a, b)| (a, Some(b)));
        let file = self.file(path)?;
        if let Some(page) = self.known.get(&file) {
            let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
            return Ok(Some(format!("{}{page}{anchor}", self.up())));
        }
        let metadata = std::fs::metadata(self.root.join(&file))
            .map_err(|error| format!("the link `{target}` is broken: {error}"))?;
        if metadata.is_dir() || metadata.len() > MOST_COPIED {
            return Ok(None);
        }
        let copy = format!("source/{file}.txt");
        self.copied.insert((file, copy.clone()));
        Ok(Some(self.up() + &copy))
    }

    fn image(&mut self, target: &str) -> Result<String, String> {
        let file = self.file(target)?;
        if !self.root.join(&file).is_file() {
            return Err(format!("the picture `{target}` does not exist"));
        }
        let copy = file.strip_prefix("docs/").unwrap_or(&file).to_string();
        self.copied.insert((file, copy.clone()));
        Ok(self.up() + &copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_pages() {
        assert_eq!(output("docs/how-to/variant.md"), "how-to/variant.html");
        assert_eq!(output("BENCHMARKS.md"), "project/benchmarks.html");
        assert_eq!(links::joined("docs", "../deploy/x"), Some("deploy/x".to_string()));
        assert_eq!(links::joined("docs", "../../x"), None);
    }

    #[test]
    fn dark_colours_follow_the_system_without_a_choice() {
        assert!(tokens(":root { --a: 1; }\n").is_err());
        let css = tokens(":root { --a: 1; }\n:root[data-theme='dark'] { --a: 2; }\n").unwrap();
        assert!(css.ends_with(":root:not([data-theme]) { --a: 2; }\n}\n"), "{css}");
    }
}
