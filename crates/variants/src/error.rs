//! What can be wrong with a variant file: what, where, and how to fix it.

use crate::{FORMAT, MAX_EXTENDS, MAX_FILE};
use serde::Serialize;
use std::fmt;
use thiserror::Error;
use tilewright_board::{BoardError, PremiumParseError};
use tilewright_rules::RulesetError;
use tilewright_tiles::TileError;

/// One step on the way to a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldStep {
    /// A key of a table.
    Key(String),
    /// A place in a list, from 0.
    Index(usize),
}

/// The way to a field of a file: `tiles.letters[3]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldPath(pub Vec<FieldStep>);

impl FieldPath {
    /// The path of keys joined by dots.
    pub fn new(keys: &str) -> FieldPath {
        FieldPath(keys.split('.').map(|key| FieldStep::Key(key.into())).collect())
    }

    /// One key further.
    pub fn key(mut self, key: &str) -> FieldPath {
        self.0.push(FieldStep::Key(key.into()));
        self
    }

    /// One place of a list further.
    pub fn index(mut self, index: usize) -> FieldPath {
        self.0.push(FieldStep::Index(index));
        self
    }

    /// An error at this field.
    pub(crate) fn fault(self, kind: impl Into<VariantErrorKind>) -> Fault {
        Fault { field: self, kind: Box::new(kind.into()) }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                FieldStep::Key(key) if position == 0 => f.write_str(key)?,
                FieldStep::Key(key) if key.contains(['.', ',', ' ']) => write!(f, ".\"{key}\"")?,
                FieldStep::Key(key) => write!(f, ".{key}")?,
                FieldStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// An error at a field, before its line is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fault {
    pub field: FieldPath,
    pub kind: Box<VariantErrorKind>,
}

/// A place in a text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a variant cannot be used: what, where and how to fix it.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantError {
    /// The variant in whose file the fault lies, where that is another one than was asked for.
    pub variant: Option<String>,
    /// The field.
    pub field: Option<FieldPath>,
    /// The place in the file.
    pub place: Option<LineColumn>,
    /// What is wrong.
    pub kind: Box<VariantErrorKind>,
}

impl VariantError {
    /// What is wrong and how to fix it, without the place.
    pub fn reason(&self) -> String {
        match &*self.kind {
            VariantErrorKind::Rules(error) if self.field.is_some() => error.reason(),
            kind => kind.to_string(),
        }
    }

    /// An error that concerns no particular field.
    pub(crate) fn general(kind: impl Into<VariantErrorKind>) -> VariantError {
        VariantError { variant: None, field: None, place: None, kind: Box::new(kind.into()) }
    }
}

impl From<Fault> for VariantError {
    fn from(fault: Fault) -> Self {
        VariantError { variant: None, field: Some(fault.field), place: None, kind: fault.kind }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(variant) = &self.variant {
            write!(f, "variant `{variant}`: ")?;
        }
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        if let Some(field) = self.field.as_ref().filter(|field| !field.0.is_empty()) {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.reason())
    }
}

impl std::error::Error for VariantError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}

/// What is wrong with a variant.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum VariantErrorKind {
    /// No shipped variant of that id.
    #[error("there is no shipped variant `{id}`; there are {known}")]
    UnknownVariant {
        /// What was asked for.
        id: String,
        /// What there is.
        known: String,
    },
    /// A file past the bound.
    #[error("the file has {0} bytes, the bound is {MAX_FILE}; shorten it")]
    TooLarge(usize),
    /// Text that is not TOML, or fields that the format does not have.
    #[error("{0}")]
    Syntax(String),
    /// Another version of the format.
    #[error("format {0} is not known; write `format = {FORMAT}`")]
    Format(i64),
    /// A field that must be stated.
    #[error("it is missing; {0}")]
    Missing(&'static str),
    /// An id that cannot be used.
    #[error("`{0}` cannot be an id; use 1 to 64 lower-case letters, digits and hyphens")]
    BadId(String),
    /// A text that is too long or empty.
    #[error("the text has {found} characters; use {bounds}")]
    TextLength {
        /// How many it has.
        found: usize,
        /// How many it may have.
        bounds: &'static str,
    },
    /// A variant to build on that is not there.
    #[error(
        "there is no variant `{0}` to build on; name a shipped one, or keep its file where this one is"
    )]
    UnknownParent(String),
    /// Variants that build on each other in a circle.
    #[error("variants build on each other in a circle: {0}; remove one `extends`")]
    ExtendsCycle(String),
    /// Too many variants on top of each other.
    #[error("more than {MAX_EXTENDS} variants build on each other; flatten some of them")]
    ExtendsDepth,
    /// A number out of bounds.
    #[error("{value} is out of bounds; use {low} to {high}")]
    OutOfBounds {
        /// The number.
        value: i64,
        /// The least.
        low: i64,
        /// The most.
        high: i64,
    },
    /// A seed past the largest whole number of the file format.
    #[error("must be a whole number from 0 to {max} (found {0})", max = i64::MAX)]
    LargeSeed(u64),
    /// A field that the board's shape does not have.
    #[error("a board of shape `{shape}` has no such field; {remedy}")]
    NotForShape {
        /// The shape.
        shape: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// A layout with too few or too many rows.
    #[error(
        "the layout has {found} rows, the board has {expected}; give one row for each, or `layout = []` for none"
    )]
    LayoutRows {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A layout row that is too short or too long.
    #[error(
        "the row has {found} characters, the board has {expected} columns; give one character for each, or `layout = []` for none"
    )]
    LayoutWidth {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that stands for nothing.
    #[error("column {column} has `{mark}`, which stands for no premium; add it to board.legend")]
    LayoutMark {
        /// The column, from 0.
        column: usize,
        /// The character.
        mark: char,
    },
    /// A legend entry for something else than one character.
    #[error("a legend explains single characters, not `{0}`")]
    LegendKey(String),
    /// A premium on a cell that is not there.
    #[error("the board has no cell `{0}`, or a hole there; write `x,y`, `x,y,z` or a node's name")]
    NoSuchCell(String),
    /// A premium that cannot be read.
    #[error(transparent)]
    Premium(#[from] PremiumParseError),
    /// A board that cannot be built.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Tiles that cannot be used.
    #[error(transparent)]
    Tiles(#[from] TileError),
    /// Plugin settings that JSON cannot express.
    #[error("a plugin setting must be a finite number (found an infinite one, or `nan`)")]
    PluginConfig,
    /// Rules that do not fit the rest.
    #[error(transparent)]
    Rules(#[from] RulesetError),
}

impl VariantErrorKind {
    /// A short name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            VariantErrorKind::UnknownVariant { .. } => "unknown_variant",
            VariantErrorKind::TooLarge(_) => "too_large",
            VariantErrorKind::Syntax(_) => "syntax",
            VariantErrorKind::Format(_) => "format",
            VariantErrorKind::Missing(_) => "missing",
            VariantErrorKind::BadId(_) => "bad_id",
            VariantErrorKind::TextLength { .. } => "text_length",
            VariantErrorKind::UnknownParent(_) => "unknown_parent",
            VariantErrorKind::ExtendsCycle(_) => "extends_cycle",
            VariantErrorKind::ExtendsDepth => "extends_depth",
            VariantErrorKind::OutOfBounds { .. } | VariantErrorKind::LargeSeed(_) => {
                "out_of_bounds"
            }
            VariantErrorKind::NotForShape { .. } => "not_for_shape",
            VariantErrorKind::LayoutRows { .. } | VariantErrorKind::LayoutWidth { .. } => {
                "layout_size"
            }
            VariantErrorKind::LayoutMark { .. } => "layout_mark",
            VariantErrorKind::LegendKey(_) => "legend_key",
            VariantErrorKind::NoSuchCell(_) => "no_such_cell",
            VariantErrorKind::Premium(_) => "premium",
            VariantErrorKind::Board(BoardError::BadMask(_) | BoardError::RaggedMask { .. }) => {
                "mask"
            }
            VariantErrorKind::Board(_) => "board",
            VariantErrorKind::Tiles(_) => "tiles",
            VariantErrorKind::PluginConfig => "plugin_config",
            VariantErrorKind::Rules(_) => "rules",
        }
    }
}
