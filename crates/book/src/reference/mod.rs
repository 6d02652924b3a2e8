//! The reference, generated from the code.

mod cli;
mod configuration;
mod crates;
mod errors;
mod premiums;
mod protocol;
mod rules;
mod schema;
mod variants;

use std::path::Path;

/// A page generated from the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Generated {
    /// Its path, relative to the top of the book.
    pub path: String,
    /// Its title in the contents.
    pub title: String,
    /// Its text.
    pub markdown: String,
    /// Its parent page, if it is not in the summary itself.
    pub below: Option<&'static str>,
}

impl Generated {
    fn new(path: &str, title: &str, markdown: String) -> Generated {
        Generated { path: path.to_string(), title: title.to_string(), markdown, below: None }
    }

    fn below(mut self, page: &'static str) -> Generated {
        self.below = Some(page);
        self
    }
}

/// Every page of the reference. Only the list of crates is read from the repository; everything else
/// comes from types at run time.
pub(crate) fn pages(root: &Path) -> Result<Vec<Generated>, String> {
    let mut pages = vec![rules::page()?, premiums::page()];
    pages.extend(variants::pages()?);
    pages.push(errors::violations());
    pages.push(errors::page());
    pages.extend(cli::pages());
    pages.push(configuration::page());
    pages.extend(protocol::pages()?);
    pages.push(crates::page(root)?);
    Ok(pages)
}

/// Files that the reference links to: schemas and types.
pub(crate) fn files() -> Vec<(&'static str, String)> {
    vec![
        ("files/protocol.schema.json", tilewright_protocol::schema_json()),
        ("files/protocol.ts.txt", tilewright_protocol::typescript()),
        ("files/openapi.json", tilewright_server::openapi_json()),
        ("files/variant.schema.json", tilewright::variants::schema_json()),
    ]
}

/// Escapes a text for a table cell: one line, without `|`.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds a full stop if the text has no closing punctuation.
fn sentence(text: &str) -> String {
    let text = text.trim();
    match text.ends_with(['.', '!', '?', ':']) || text.is_empty() {
        true => text.to_string(),
        false => format!("{text}."),
    }
}
