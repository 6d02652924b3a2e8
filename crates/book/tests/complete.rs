//! The book is complete: pages and examples.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilewright_book::examples::RUST_PAGES;
use tilewright_book::snippets::blocks;
use tilewright_book::{Site, build};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn site() -> Site {
    build(&root()).unwrap_or_else(|error| panic!("{error}"))
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|one| one == ending) {
            found.push(path);
        }
    }
}

#[test]
fn the_build_has_valid_links_and_is_reproducible() {
    let site = site();
    assert!(site.pages.len() > 80, "{} pages", site.pages.len());
    assert_eq!(site, self::site());
    for (path, bytes) in &site.files {
        if path.ends_with(".html") {
            let html = String::from_utf8_lossy(bytes);
            assert!(!html.contains(" src=\"http"), "{path} loads something from another server");
            assert!(
                !html.contains("<script>"),
                "{path} has an inline script, which the server's policy forbids"
            );
        }
    }
}

#[test]
fn every_page_of_docs_is_in_the_summary() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut pages = Vec::new();
    files(&docs, "md", &mut pages);
    for page in pages {
        let name = page.strip_prefix(&docs).unwrap().to_string_lossy().replace('\\', "/");
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name}");
    }
}

/// The README is a doc test of the façade.
#[test]
fn exactly_the_pages_with_rust_examples_are_doc_tests() {
    let has_rust = |markdown: &str| blocks(markdown).iter().any(|one| one.fence.language == "rust");
    let pages = site().pages.into_iter();
    let with_rust: BTreeSet<String> = pages
        .filter(|(path, markdown)| path != "README.md" && has_rust(markdown))
        .map(|(path, _)| path.replace(".html", ".md"))
        .collect();
    let tested: BTreeSet<String> = RUST_PAGES.iter().map(ToString::to_string).collect();
    assert_eq!(with_rust, tested);
}
