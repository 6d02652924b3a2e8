//! The book: what is in `docs/`, a reference that is drawn from the code, and a search.
//!
//! [`build`] makes the whole site from a copy of the repository: pages, styles, scripts, pictures
//! and a search index, as bytes by path. The same repository gives the same bytes. Links, anchors
//! and pictures are checked while it is made. [`snippets`] runs the examples of the pages.

#![deny(missing_docs)]

mod code;
mod links;
mod markdown;
mod page;
mod pictures;
mod reference;
mod search;
mod site;
pub mod snippets;
mod summary;

pub use site::{Site, build};

/// The Rust examples of the pages compile and run as tests of this crate's documentation.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "fences say how examples are run")]
mod examples;
