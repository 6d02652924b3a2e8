//! The book: the pages of `docs/`, a reference generated from the code, and a search.
//!
//! [`build`] creates the whole site from a copy of the repository: pages, styles, scripts, pictures
//! and a search index, as bytes by path. The same repository gives the same bytes. The build checks
//! links, anchors and pictures. [`snippets`] runs the examples of the pages.

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

/// The Rust examples of the pages compile and run as doc tests of this crate.
#[allow(rustdoc::invalid_codeblock_attributes, reason = "fences say how examples are run")]
pub mod examples;
