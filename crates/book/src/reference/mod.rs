//! The reference, drawn from the code: nothing here is written twice.

mod cli;
mod configuration;
mod crates;
mod errors;
mod library_errors;
mod premiums;
mod protocol;
mod rules;
mod schema;
mod variants;

use std::path::Path;

/// A page that is made from the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Generated {
    /// Where it goes, from the top of the book.
    pub path: String,
    /// What it is called in the contents.
    pub title: String,
    /// What stands on it.
    pub markdown: String,
    /// The page that it lies below, if it is not in the summary itself.
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

/// Every page of the reference. The repository is read for the errors of the library and for the
/// list of crates; everything else comes from the code itself.
pub(crate) fn pages(root: &Path) -> Result<Vec<Generated>, String> {
    let mut pages = vec![rules::page()?, premiums::page()];
    pages.extend(variants::pages()?);
    pages.push(errors::violations());
    pages.push(errors::page(root)?);
    pages.extend(cli::pages());
    pages.push(configuration::page());
    pages.extend(protocol::pages()?);
    pages.push(crates::page(root)?);
    Ok(pages)
}

/// Files that the reference links to: schemas, types.
pub(crate) fn files() -> Vec<(&'static str, String)> {
    vec![
        ("files/protocol.schema.json", tilewright_protocol::schema_json()),
        ("files/protocol.ts.txt", tilewright_protocol::typescript()),
        ("files/openapi.json", tilewright_server::openapi_json()),
        ("files/variant.schema.json", tilewright::variants::schema_json()),
    ]
}

/// A text for a cell of a table: one line, and no end of the cell within it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sentence as one ends it.
fn sentence(text: &str) -> String {
    let text = text.trim();
    match text.ends_with(['.', '!', '?', ':']) || text.is_empty() {
        true => text.to_string(),
        false => format!("{text}."),
    }
}
