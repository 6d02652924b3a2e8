//! The bindings as the examples of the book use them: installed from their packages.

use super::tools::ensure;
use super::workshop::{StepError, Workshop};
use super::{c, godot, python, unity, wasm};
use crate::Context;
use std::path::PathBuf;

/// What the examples of the book need.
#[derive(Default)]
pub(crate) struct BookTools {
    /// Variables that say where the packages are.
    pub variables: Vec<(&'static str, String)>,
    /// Languages that cannot be run here, and why.
    without: Vec<(&'static str, String)>,
}

impl BookTools {
    /// The languages that cannot be run here, with commas between.
    pub fn without_languages(&self) -> String {
        self.without.iter().map(|(language, _)| *language).collect::<Vec<_>>().join(",")
    }

    /// Why they cannot.
    pub fn without_reasons(&self) -> Vec<String> {
        let reasons = self.without.iter();
        reasons.map(|(language, reason)| format!("examples in {language}: {reason}")).collect()
    }
}

/// Makes the package of a binding and says where its examples find it.
type Ready = fn(&Workshop<'_>) -> Result<PathBuf, StepError>;

/// The languages of the book's examples.
const LANGUAGES: [(&str, &str, Ready); 5] = [
    ("c", "TILEWRIGHT_BOOK_C", ready_c),
    ("csharp", "TILEWRIGHT_BOOK_UNITY", ready_csharp),
    ("gdscript", "TILEWRIGHT_BOOK_GODOT", godot::runner),
    ("js", "TILEWRIGHT_BOOK_NODE", wasm::modules),
    ("python", "TILEWRIGHT_BOOK_PYTHON", python::interpreter),
];

fn ready_c(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    ensure(workshop, "cc", &["gcc", "libc6-dev"])?;
    c::folder(workshop)
}

fn ready_csharp(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    unity::ensure_compiler(workshop)?;
    unity::package(workshop)
}

/// Makes every package that the examples need.
pub(crate) fn book_tools(context: &Context) -> Result<BookTools, String> {
    let workshop = Workshop::new(context, false)?;
    let mut tools = BookTools::default();
    for (language, variable, ready) in LANGUAGES {
        match ready(&workshop) {
            Ok(place) => tools.variables.push((variable, place.display().to_string())),
            Err(StepError::Missing(reason)) => tools.without.push((language, reason)),
            Err(StepError::Failed(reason)) => return Err(format!("{language}: {reason}")),
        }
    }
    Ok(tools)
}
