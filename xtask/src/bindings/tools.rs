//! Programs that bindings need, and how to get them.

use super::workshop::{StepError, Workshop};
use crate::process::{has, install_packages};
use std::path::{Path, PathBuf};

/// Makes sure of a program, with Debian's packages if they can be installed.
pub(super) fn ensure(
    workshop: &Workshop<'_>,
    program: &str,
    packages: &[&str],
) -> Result<(), StepError> {
    if has(program) {
        return Ok(());
    }
    install(workshop, packages)?;
    match has(program) {
        true => Ok(()),
        false => Err(StepError::Missing(format!("`{program}` is not there"))),
    }
}

/// Installs Debian packages, or says how that is done.
pub(super) fn install(workshop: &Workshop<'_>, packages: &[&str]) -> Result<(), StepError> {
    install_packages(workshop.context, packages).map_err(StepError::Missing)
}

/// The library, built for this machine: the shared and the static one.
pub(super) fn library(workshop: &Workshop<'_>) -> Result<[PathBuf; 2], StepError> {
    workshop.build("tilewright-c")?;
    let shared = match std::env::consts::OS {
        "macos" => "libtilewright_engine.dylib",
        "windows" => "tilewright_engine.dll",
        _ => "libtilewright_engine.so",
    };
    Ok([workshop.built().join(shared), workshop.built().join("libtilewright_engine.a")])
}

/// The licences, which every package holds; that of the Dutch word list is one of them.
pub(super) fn licences(workshop: &Workshop<'_>, package: &Path) -> Result<(), StepError> {
    ["crates/lexicon/data/LICENSE-opentaal.txt", "LICENSE-MIT", "LICENSE-APACHE"]
        .iter()
        .try_for_each(|licence| workshop.copy_into(Path::new(licence), package))
}
