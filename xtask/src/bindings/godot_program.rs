//! Godot itself: the one on the path, or a newer Debian's in a directory of its own.

use super::tools::ensure;
use super::workshop::{Trouble, Workshop};
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
    pub fn find(workshop: &Workshop<'_>) -> Result<Godot, Trouble> {
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
                Err(Trouble::Missing("Godot 4.3 or newer; put `godot` on the path".to_owned()))
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
fn fetch(workshop: &Workshop<'_>, tree: &Path) -> Result<(), Trouble> {
    let mirror = mirror().ok_or_else(|| {
        let reason = "Godot 4, and no Debian mirror in the sources of apt to fetch it from; \
                      put `godot` on the path";
        Trouble::Missing(reason.to_owned())
    })?;
    ensure(workshop, "mmdebstrap", &["mmdebstrap"])?;
    let _ = std::fs::remove_dir_all(tree);
    let mut command = Command::new("mmdebstrap");
    command.args(["--quiet", "--variant=extract", "--include=godot"]);
    command.arg("--aptopt=Apt::Install-Recommends \"0\"");
    command.arg("--aptopt=Acquire::Check-Valid-Until \"false\"");
    command.arg(RELEASE).arg(tree).arg(mirror);
    workshop.run(&mut command).map_err(|trouble| {
        let _ = std::fs::remove_dir_all(tree);
        Trouble::Missing(format!("Godot 4 could not be fetched: {trouble}"))
    })
}

/// The Debian mirror that this machine uses.
fn mirror() -> Option<String> {
    let directory = Path::new("/etc/apt/sources.list.d");
    let more = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = more.map(|entry| entry.path()).collect();
    files.sort();
    files.insert(0, "/etc/apt/sources.list".into());
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    texts.into_iter().find_map(|text| mirror_in(&text))
}

/// The first address of a Debian archive in a list of sources, old style or new.
fn mirror_in(sources: &str) -> Option<String> {
    let lines = sources.lines().map(str::trim);
    let telling = lines.filter(|line| line.starts_with("deb ") || line.starts_with("URIs:"));
    let mut words = telling.flat_map(str::split_whitespace);
    let is_archive = |word: &str| {
        let path = word.trim_end_matches('/');
        word.contains("://") && path.ends_with("/debian")
    };
    words.find(|word| is_archive(word)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_read_from_sources_of_both_styles() {
        let table = [
            (
                "# deb http://old/debian x\ndeb [a=b] http://a/debian/ stable main",
                Some("http://a/debian/"),
            ),
            (
                "Types: deb\nURIs: http://a/debian-security\n\nTypes: deb\nURIs: http://b/debian",
                Some("http://b/debian"),
            ),
            ("deb-src http://a/debian stable main", None),
            ("URIs: http://a/ubuntu", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(mirror_in(text).as_deref(), expected, "{text}");
        }
    }

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
