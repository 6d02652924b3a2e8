//! Godot itself: the one on the path, or a newer Debian's in a directory of its own.

use super::tools::ensure;
use super::workshop::{StepError, Workshop};
use crate::process::{output, remove};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest that is used: since then projects can be opened without a window.
const OLDEST: (u32, u32) = (4, 3);
/// The Debian that has Godot 4.
const RELEASE: &str = "forky";

/// A Godot that can be run.
pub(super) struct Godot {
    program: PathBuf,
    /// What stands before the arguments.
    first: Vec<String>,
}

impl Godot {
    /// One that is there, or one that is fetched now.
    pub fn find(workshop: &Workshop<'_>) -> Result<Godot, StepError> {
        let named = ["godot", "godot4"].map(|name| Godot { program: name.into(), first: vec![] });
        if let Some(godot) = named.into_iter().find(Godot::is_new_enough) {
            return Ok(godot);
        }
        let tree = workshop.target.join("godot-debian");
        let godot = Godot::in_tree(&tree);
        if !godot.is_new_enough() {
            fetch(workshop, &tree)?;
        }
        match godot.is_new_enough() {
            true => Ok(godot),
            false => {
                Err(StepError::Missing("Godot 4.3 or newer; put `godot` on the path".to_owned()))
            }
        }
    }

    /// The one in a tree of another Debian, with that tree's own libraries.
    fn in_tree(tree: &Path) -> Godot {
        let arch = std::env::consts::ARCH;
        let libraries = tree.join(format!("usr/lib/{arch}-linux-gnu"));
        let loader = match arch {
            "x86_64" => "ld-linux-x86-64.so.2".to_owned(),
            _ => format!("ld-linux-{arch}.so.1"),
        };
        let paths = ["", "pulseaudio", "blas", "lapack"]
            .map(|below| libraries.join(below).display().to_string());
        let program = tree.join("usr/bin/godot").display().to_string();
        let first = vec!["--library-path".to_owned(), paths.join(":"), program];
        Godot { program: libraries.join(loader), first }
    }

    /// A call of it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.first);
        command
    }

    fn is_new_enough(&self) -> bool {
        let output = self.command().arg("--version").output();
        output.is_ok_and(|output| {
            version(&String::from_utf8_lossy(&output.stdout)).is_some_and(|found| found >= OLDEST)
        })
    }
}

/// The first two numbers of a version.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Unpacks Godot and all that it needs, without installing anything.
fn fetch(workshop: &Workshop<'_>, tree: &Path) -> Result<(), StepError> {
    let mirror = mirror(workshop).ok_or_else(|| {
        let reason = "Godot 4, and no Debian mirror in the sources of apt to fetch it from; \
                      put `godot` on the path";
        StepError::Missing(reason.to_owned())
    })?;
    ensure(workshop, "mmdebstrap", &["mmdebstrap"])?;
    remove(tree)?;
    let mut command = Command::new("mmdebstrap");
    command.args(["--quiet", "--variant=extract", "--include=godot"]);
    command.arg("--aptopt=Apt::Install-Recommends \"0\"");
    command.arg("--aptopt=Acquire::Check-Valid-Until \"false\"");
    command.arg(RELEASE).arg(tree).arg(mirror);
    let Err(error) = workshop.run(&mut command) else { return Ok(()) };
    remove(tree)?;
    Err(StepError::Missing(format!("Godot 4 could not be fetched: {error}")))
}

/// The Debian mirror that this machine uses, as apt knows it once its lists are there.
fn mirror(workshop: &Workshop<'_>) -> Option<String> {
    let ask = || {
        let targets = ["indextargets", "--format", "$(REPO_URI)"];
        let known = output(&mut workshop.context.command("apt-get", &targets))?;
        known.lines().find(|uri| uri.trim_end_matches('/').ends_with("/debian")).map(str::to_owned)
    };
    ask().or_else(|| {
        workshop.run(Command::new("apt-get").args(["update", "-q"])).ok()?;
        ask()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        for (text, expected) in [
            ("4.6.3.stable.debian\n", Some((4, 6))),
            ("4.10.stable", Some((4, 10))),
            ("3.5.2.stable", Some((3, 5))),
            ("Godot", None),
        ] {
            assert_eq!(version(text), expected, "{text}");
        }
        assert!(version("4.10") > Some(OLDEST) && version("4.2.1") < Some(OLDEST));
    }
}
