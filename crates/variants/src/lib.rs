//! Variants as data: the file format, its linter, its JSON Schema, and the shipped files.
//!
//! A variant is one TOML file that says everything about a game: board, premiums, tiles, rules,
//! plugins. A file may build on another and then states only what differs.
//!
//! ```
//! use tilewright_variants::{ShippedOnly, Variant, lint};
//!
//! let text = r#"
//! format = 1
//! id = "long-rack"
//! name = "Long rack"
//! extends = "classic"
//! [rules.rack_size]
//! size = 9
//! "#;
//! let variant = Variant::from_toml(text, &ShippedOnly)?;
//! assert_eq!(variant.rules().rack_size.size, 9);
//! assert_eq!(variant.topology().cell_count(), 225);
//! assert!(lint(&variant).is_empty());
//! assert_ne!(variant.hash(), Variant::shipped("classic")?.hash());
//! # Ok::<(), tilewright_variants::VariantError>(())
//! ```

mod board;
mod canonical;
mod document;
mod entries;
mod error;
mod extends;
mod family;
mod file;
mod generate;
mod limits;
mod lint;
mod reading;
mod schema;
mod shipped;
mod tiles;
mod variant;
mod writing;

pub use entries::{BlankEntry, ExtraTile, LetterEntry};
pub use error::{FieldPath, FieldStep, LineColumn, VariantError, VariantErrorKind};
pub use extends::{Resolver, ShippedOnly};
pub use family::{Family, UnknownFamily};
pub use file::{
    BoardTable, CategoriesTable, EdgeTable, FORMAT, GenerateTable, GraphTable, MaskTable,
    NodeTable, Shape, TilesTable, VariantFile,
};
pub use lint::{Finding, Level, Lint, lint, lint_text, lint_with};
pub use schema::schema_json;
pub use shipped::{shipped_ids, shipped_source};
pub use variant::Variant;

/// The largest variant file, in bytes.
pub const MAX_FILE: usize = 1 << 20;
/// How many variants may build on each other.
pub const MAX_EXTENDS: usize = 8;
/// The most plugins of a variant.
pub const MAX_PLUGINS: usize = 32;
/// The most start words of a variant.
pub const MAX_START_WORDS: usize = 10_000;
/// The most kinds of premiums that a board is strewn with.
pub const MAX_GENERATED_KINDS: usize = 64;
