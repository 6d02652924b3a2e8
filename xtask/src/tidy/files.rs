//! Which files are checked.

use super::{Fault, File};
use crate::Context;
use std::path::Path;

/// The kinds of file that some check reads.
const EXTENSIONS: [&str; 11] =
    ["rs", "ts", "tsx", "svelte", "js", "mjs", "cs", "gd", "py", "md", "toml"];
/// Files of another kind that some check reads: the English texts of the page.
const MESSAGES: (&str, &str) = ("web/src/messages/", "en.json");

/// Directories that hold what programs have made or fetched.
const SKIPPED: [&str; 9] =
    [".git", "target", "node_modules", "dist", "corpus", "artifacts", ".godot", ".venv", "venv"];

/// Reads every file of the project that is of a known kind; those that are not text are faults.
pub(crate) fn read(context: &Context) -> Result<(Vec<File>, Vec<Fault>), String> {
    let mut paths = Vec::new();
    walk(&context.root, "", &mut paths)?;
    paths.retain(|path| is_known(path));
    paths.sort();
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        let bytes = std::fs::read(context.root.join(&path));
        match bytes.map(String::from_utf8).map_err(|error| format!("{path}: {error}"))? {
            Ok(text) => files.push(File { path, text }),
            Err(_) => {
                let message = "not UTF-8 text".to_owned();
                faults.push(Fault { path, line: 1, check: "text", message });
            }
        }
    }
    Ok((files, faults))
}

fn is_known(path: &str) -> bool {
    path.strip_prefix(MESSAGES.0).is_some_and(|path| path.ends_with(MESSAGES.1))
        || path.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

/// Collects the files below a directory.
fn walk(root: &Path, below: &str, paths: &mut Vec<String>) -> Result<(), String> {
    let directory = root.join(below);
    let say = |error: std::io::Error| format!("{} cannot be read: {error}", directory.display());
    for entry in std::fs::read_dir(&directory).map_err(say)? {
        let entry = entry.map_err(say)?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        let kind = entry.file_type().map_err(say)?;
        if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
            walk(root, &path, paths)?;
        } else if kind.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_finds_this_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut paths = Vec::new();
        walk(root, "", &mut paths).expect("the directory can be read");
        assert!(paths.iter().any(|path| path == "src/tidy/files.rs"), "{paths:?}");
    }

    #[test]
    fn only_known_kinds_are_read() {
        for (path, expected) in
            [("a/b.rs", true), ("README.md", true), ("a.png", false), ("a", false)]
        {
            assert_eq!(is_known(path), expected, "{path}");
        }
    }
}
