//! Programs that bindings need, and how to get them.

use super::workshop::{Trouble, Workshop};
use crate::process::install_packages;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a program is on the path.
pub(super) fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

/// Whether a command ends well, unseen.
pub(super) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Makes sure of a program, with Debian's packages if they can be installed.
pub(super) fn ensure(
    workshop: &Workshop<'_>,
    program: &str,
    packages: &[&str],
) -> Result<(), Trouble> {
    if has(program) {
        return Ok(());
    }
    install(workshop, packages)?;
    match has(program) {
        true => Ok(()),
        false => Err(Trouble::Missing(format!("`{program}` is not there"))),
    }
}

/// Installs Debian packages, or says how that is done.
pub(super) fn install(workshop: &Workshop<'_>, packages: &[&str]) -> Result<(), Trouble> {
    install_packages(workshop.context, packages).map_err(Trouble::Missing)
}

/// The library, built for this machine: the shared and the static one.
pub(super) fn library(workshop: &Workshop<'_>) -> Result<[PathBuf; 2], Trouble> {
    workshop.run(&mut workshop.cargo(&["build", "--quiet", "--locked", "-p", "tilewright-c"]))?;
    let shared = match std::env::consts::OS {
        "macos" => "libtilewright_engine.dylib",
        "windows" => "tilewright_engine.dll",
        _ => "libtilewright_engine.so",
    };
    Ok([workshop.built().join(shared), workshop.built().join("libtilewright_engine.a")])
}

/// The licences, which every package holds; that of the Dutch word list is one of them.
pub(super) fn licences(workshop: &Workshop<'_>, package: &Path) -> Result<(), Trouble> {
    let words = "LICENSE-opentaal.txt";
    workshop.copy(&Path::new("crates/lexicon/data").join(words), &package.join(words))?;
    ["LICENSE-MIT", "LICENSE-APACHE"]
        .iter()
        .try_for_each(|name| workshop.copy(Path::new(name), &package.join(name)))
}
