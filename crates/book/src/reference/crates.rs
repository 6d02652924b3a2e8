//! The list of crates.

use super::{Generated, cell};
use std::path::Path;

const INTRODUCTION: &str = "\
# Crates

Most programs only need the façade `tilewright`: it re-exports the other crates, and `tilewright::prelude`
has the usual imports. Run `cargo doc --workspace --no-deps --open` to read the documentation of every public item.
[The architecture](book:project/architecture.html) shows how the crates depend on each other.

| crate | purpose |
|---|---|
";

/// The page, from the manifests of the crates.
pub(super) fn page(root: &Path) -> Result<Generated, String> {
    let folder = root.join("crates");
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(said)?.flatten();
    let mut rows = Vec::new();
    for entry in entries {
        let Ok(manifest) = std::fs::read_to_string(entry.path().join("Cargo.toml")) else {
            continue;
        };
        let value = |key: &str| {
            let line =
                manifest.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix('='));
            line.map(|value| value.trim().trim_matches('"').to_string())
        };
        if let (Some(name), Some(about)) = (value("name "), value("description ")) {
            rows.push((name, about));
        }
    }
    rows.sort();
    let mut text = INTRODUCTION.to_string();
    for (name, about) in rows {
        text.push_str(&format!("| `{name}` | {} |\n", cell(&about)));
    }
    Ok(Generated::new("reference/crates.html", "Crates", text))
}
