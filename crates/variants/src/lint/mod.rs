//! The linter: variants that can be read but make no sense.

mod ending;
mod finding;
mod moves;
mod shape;
mod supply;

pub use finding::Finding;

use crate::error::LineColumn;
use crate::extends::Resolver;
use crate::{Variant, VariantError};
use serde::Serialize;
use std::fmt;
use tilewright_rules::PluginRegistry;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The variant cannot be played.
    Error,
    /// It can be played, but something in it does nothing or is not what it seems.
    Warning,
}

/// A finding of the linter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lint {
    /// How bad it is.
    pub level: Level,
    /// A short name for programs: the id of a [`Finding`], or the code of a
    /// [`VariantErrorKind`](crate::VariantErrorKind).
    pub code: &'static str,
    /// The reason and the remedy.
    pub message: String,
    /// The field concerned, such as `rules.rack_size.size`.
    pub field: String,
    /// The place in the file, if it is why the file cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<LineColumn>,
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
        };
        write!(f, "{level} [{}] ", self.code)?;
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.message)
    }
}

impl From<&VariantError> for Lint {
    fn from(error: &VariantError) -> Self {
        let message = match &error.variant {
            Some(variant) => format!("{} (in the file of `{variant}`)", error.reason()),
            None => error.reason(),
        };
        Lint {
            level: Level::Error,
            code: error.kind.code(),
            message,
            field: error.field.as_ref().map_or_else(String::new, ToString::to_string),
            place: error.place,
        }
    }
}

/// Findings as they are gathered.
#[derive(Default)]
struct Findings(Vec<Lint>);

impl Findings {
    fn push(&mut self, finding: Finding, field: &str, message: impl Into<String>) {
        self.0.push(Lint {
            level: finding.level(),
            code: finding.id(),
            message: message.into(),
            field: field.into(),
            place: None,
        });
    }
}

/// Everything that is wrong or doubtful about a variant, errors first; plugins are looked up among
/// the built-in ones.
pub fn lint(variant: &Variant) -> Vec<Lint> {
    lint_with(variant, &PluginRegistry::default())
}

/// The same with a registry of your own.
pub fn lint_with(variant: &Variant, registry: &PluginRegistry) -> Vec<Lint> {
    let mut findings = Findings::default();
    shape::check(variant, &mut findings);
    supply::check(variant, &mut findings);
    moves::check(variant, &mut findings);
    ending::check(variant, &mut findings);
    for (index, plugin) in variant.plugins().iter().enumerate() {
        if let Err(reason) = registry.create(plugin) {
            let name: String = plugin.name.chars().take(40).collect();
            let message = format!("`{name}`: {reason}");
            findings.push(Finding::Plugin, &format!("plugins[{index}]"), message);
        }
    }
    let mut lints = findings.0;
    tilewright_tiles::sort_by_key(&mut lints, |lint| lint.level);
    lints
}

/// Lints a text: if it cannot be read at all, that is the one finding.
pub fn lint_text(text: &str, resolver: &dyn Resolver) -> Vec<Lint> {
    match Variant::from_toml(text, resolver) {
        Ok(variant) => lint(&variant),
        Err(error) => vec![Lint::from(&error)],
    }
}
