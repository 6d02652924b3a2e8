//! Crates depend on each other in one direction only.

use super::{Fault, File};
use crate::manifest::{Entry, entries};

/// What a crate may depend on.
struct Arrow {
    /// The crate's directory below `crates/`.
    from: &'static str,
    /// The crates of this project that it may use.
    to: &'static [&'static str],
}

/// The table of arrows, in an order in which every crate comes after those it uses.
///
/// Dev-dependencies are free: a test may use anything.
const ARROWS: &[Arrow] = &[
    Arrow { from: "board", to: &[] },
    Arrow { from: "tiles", to: &[] },
    Arrow { from: "lexicon", to: &["tiles"] },
    Arrow { from: "rules", to: &["board", "tiles", "lexicon"] },
    Arrow { from: "referee", to: &["board", "tiles", "rules"] },
    Arrow { from: "variants", to: &["board", "tiles", "rules"] },
    Arrow { from: "game", to: &["board", "tiles", "lexicon", "rules"] },
    Arrow { from: "render", to: &["board", "tiles", "rules"] },
    Arrow { from: "movegen", to: &["board", "tiles", "lexicon", "rules"] },
    Arrow { from: "ai", to: &["board", "tiles", "lexicon", "rules", "movegen", "game"] },
    Arrow { from: "notation", to: &["board", "tiles", "lexicon", "rules", "game"] },
    Arrow {
        from: "report",
        to: &["board", "tiles", "lexicon", "rules", "game", "movegen", "ai", "notation", "render"],
    },
    Arrow {
        from: "protocol",
        to: &[
            "board", "tiles", "lexicon", "rules", "variants", "game", "render", "movegen", "ai",
            "notation", "report",
        ],
    },
    Arrow { from: "storage", to: &["protocol"] },
    Arrow {
        from: "tilewright",
        to: &[
            "board", "tiles", "lexicon", "rules", "variants", "game", "render", "movegen", "ai",
            "notation", "report", "protocol", "storage",
        ],
    },
    Arrow { from: "server", to: &["tilewright", "protocol", "storage", "ai"] },
    Arrow { from: "loadtest", to: &["tilewright", "protocol", "storage"] },
    Arrow {
        from: "cli",
        to: &["tilewright", "protocol", "storage", "server", "loadtest", "ai", "notation"],
    },
    Arrow { from: "book", to: &["tilewright", "protocol", "server", "cli"] },
    Arrow {
        from: "bench",
        to: &[
            "tilewright",
            "board",
            "tiles",
            "lexicon",
            "rules",
            "variants",
            "game",
            "render",
            "movegen",
            "ai",
            "notation",
            "report",
            "protocol",
            "storage",
            "referee",
        ],
    },
];

/// Where the table is, for the messages.
const TABLE: &str = "xtask/src/tidy/arrows.rs";

/// Checks the manifest of a crate below `crates/`; other files have no faults.
pub(crate) fn check(file: &File) -> Vec<Fault> {
    let Some(name) =
        file.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"))
    else {
        return Vec::new();
    };
    let Some(arrow) = ARROWS.iter().find(|arrow| arrow.from == name) else {
        let message = format!("the crate `{name}` is not in the table of {TABLE}");
        return vec![file.fault(1, "arrows", message)];
    };
    entries(&file.text)
        .iter()
        .filter_map(|entry| Some((entry.line, dependency(entry)?)))
        .filter(|(_, used)| !arrow.to.contains(&used.as_str()))
        .map(|(line, used)| {
            let allowed = if arrow.to.is_empty() { "none".to_owned() } else { arrow.to.join(", ") };
            let message = format!("`{name}` must not depend on `{used}` (allowed: {allowed})");
            file.fault(line, "arrows", message)
        })
        .collect()
}

/// The crate of this project, by its directory, that an entry makes a dependency.
fn dependency(entry: &Entry<'_>) -> Option<String> {
    let parts: Vec<&str> = entry.table.split('.').collect();
    let place =
        parts.iter().position(|part| matches!(*part, "dependencies" | "build-dependencies"))?;
    if parts[0] == "workspace" {
        return None;
    }
    let renamed = entry.value.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
    let package = match parts.get(place + 1) {
        // [dependencies.NAME], which may hold package = "OTHER"
        Some(name) if entry.key.is_empty() => name,
        Some(_) if entry.key == "package" => entry.string()?,
        Some(_) => return None,
        None => renamed.unwrap_or_else(|| entry.key.split('.').next().unwrap_or(entry.key)),
    };
    match package.strip_prefix("tilewright")? {
        "" => Some("tilewright".to_owned()),
        rest => rest.strip_prefix('-').map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<usize> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        check(&file).iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn wrong_arrows_are_found_however_they_are_written() {
        let table: &[(&str, &str, &[usize])] = &[
            ("board", "[dependencies]\nserde = \"1\"\ntilewright-tiles.workspace = true\n", &[3]),
            ("rules", "[dependencies]\ntilewright-game = { path = \"../game\" }\n", &[2]),
            ("rules", "[dependencies.tilewright-game]\nworkspace = true\n", &[1]),
            ("rules", "[dependencies]\nx = { package = \"tilewright-game\" }\n", &[2]),
            ("rules", "[dependencies.x]\npackage = \"tilewright-game\"\n", &[2]),
            ("game", "[build-dependencies]\ntilewright-variants.workspace = true\n", &[2]),
            ("game", "[target.'cfg(unix)'.dependencies]\ntilewright.workspace = true\n", &[2]),
            ("unheard_of", "", &[1]),
        ];
        for (name, text, expected) in table {
            assert_eq!(found(&format!("crates/{name}/Cargo.toml"), text), *expected, "{text}");
        }
    }

    #[test]
    fn right_arrows_pass() {
        let table = [
            ("crates/rules/Cargo.toml", "[dependencies]\ntilewright-board.workspace = true\n"),
            ("crates/board/Cargo.toml", "[dev-dependencies]\ntilewright-game.workspace = true\n"),
            ("crates/board/Cargo.toml", "[package]\nname = \"tilewright-board\"\n"),
            ("crates/cli/Cargo.toml", "[[bin]]\nname = \"tilewright\"\n"),
            ("examples/a/Cargo.toml", "[dependencies]\ntilewright-cli = \"1\"\n"),
        ];
        for (path, text) in table {
            assert_eq!(found(path, text), [0; 0], "{path}: {text}");
        }
    }

    #[test]
    fn the_table_itself_has_no_way_back() {
        for (index, arrow) in ARROWS.iter().enumerate() {
            for used in arrow.to {
                let earlier = ARROWS[..index].iter().any(|other| other.from == *used);
                assert!(earlier, "`{}` uses `{used}`, which must come before it", arrow.from);
            }
        }
    }
}
