//! Crates depend on each other in one direction only.

use super::Fault;
use crate::Context;
use crate::process::output;
use serde_json::Value;

/// A package and the packages that it uses.
type Arrows<'a> = (&'a str, &'a [&'a str]);

/// Every package of the repository and the packages of the repository that it uses, in an order in
/// which a package comes after those it uses. Dev-dependencies are free: a test may use anything.
///
/// The names leave out `tilewright-`.
const ARROWS: &[Arrows<'_>] = &[
    ("board", &[]),
    ("tiles", &[]),
    ("lexicon", &["tiles"]),
    ("rules", &["board", "lexicon", "tiles"]),
    ("variants", &["board", "rules", "tiles"]),
    ("render", &["board", "rules", "tiles"]),
    ("movegen", &["board", "lexicon", "rules", "tiles"]),
    ("game", &["board", "lexicon", "movegen", "rules", "tiles"]),
    ("ai", &["board", "game", "lexicon", "movegen", "rules", "tiles"]),
    ("notation", &["board", "game", "lexicon", "rules", "tiles"]),
    (
        "report",
        &["ai", "board", "game", "lexicon", "movegen", "notation", "render", "rules", "tiles"],
    ),
    (
        "protocol",
        &[
            "ai", "board", "game", "lexicon", "movegen", "notation", "render", "report", "rules",
            "tiles", "variants",
        ],
    ),
    ("storage", &[]),
    (
        "tilewright",
        &[
            "ai", "board", "game", "lexicon", "movegen", "notation", "render", "report", "rules",
            "tiles", "variants",
        ],
    ),
    ("server", &["protocol", "storage", "tilewright"]),
    ("loadtest", &["protocol", "storage", "tilewright"]),
    ("cli", &["loadtest", "protocol", "server", "storage", "tilewright"]),
    ("book", &["cli", "protocol", "server", "tilewright"]),
    ("referee", &["board", "rules", "tiles"]),
    (
        "bench",
        &[
            "ai", "board", "game", "lexicon", "movegen", "notation", "protocol", "referee",
            "rules", "tiles", "variants",
        ],
    ),
    ("c", &["protocol"]),
    ("godot", &["c", "protocol"]),
    ("python", &["protocol"]),
    ("conformance", &["bench", "protocol", "variants"]),
    ("plugin_template", &["tilewright"]),
    (
        "fuzz",
        &[
            "bench", "board", "game", "lexicon", "notation", "protocol", "rules", "tiles",
            "variants",
        ],
    ),
    ("xtask", &[]),
];

/// The workspaces of the repository.
const WORKSPACES: [&str; 3] = ["Cargo.toml", "bindings/python/Cargo.toml", "fuzz/Cargo.toml"];
/// Where the table is, for the messages.
const TABLE: &str = "xtask/src/tidy/arrows.rs";

/// A package as cargo describes it.
struct Package {
    name: String,
    manifest: String,
    /// The packages of the repository that it uses, in order.
    uses: Vec<String>,
}

/// Compares the table with what cargo says about every package.
pub(crate) fn check(context: &Context) -> Result<Vec<Fault>, String> {
    let mut packages = Vec::new();
    for workspace in WORKSPACES {
        packages.extend(read(context, workspace)?);
    }
    Ok(compare(ARROWS, &packages))
}

fn read(context: &Context, workspace: &str) -> Result<Vec<Package>, String> {
    let metadata = metadata(context, workspace)?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    Ok(packages.iter().map(|package| described(context, package)).collect())
}

/// `cargo metadata` of one workspace, without what lies outside the repository.
pub(crate) fn metadata(context: &Context, manifest: &str) -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--manifest-path", manifest];
    let text = output(&mut context.cargo(&arguments));
    let text = text.ok_or_else(|| format!("`cargo {}` failed", arguments.join(" ")))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata of {manifest}: {error}"))
}

fn described(context: &Context, package: &Value) -> Package {
    let text = |value: &Value| value.as_str().expect("cargo writes a string here").to_owned();
    let short = |name: &Value| {
        let name = text(name);
        name.strip_prefix("tilewright-").map_or(name.clone(), str::to_owned)
    };
    let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let mut uses: Vec<String> = dependencies
        .iter()
        .filter(|dependency| dependency["kind"] != "dev" && dependency["path"].is_string())
        .map(|dependency| short(&dependency["name"]))
        .collect();
    uses.sort();
    uses.dedup();
    let manifest = text(&package["manifest_path"]);
    let root = context.root.display().to_string();
    let below = manifest.strip_prefix(&root).map(|path| path.trim_start_matches(['/', '\\']));
    let manifest = below.unwrap_or(&manifest).replace('\\', "/");
    Package { name: short(&package["name"]), manifest, uses }
}

fn compare(table: &[Arrows<'_>], packages: &[Package]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |path: &str, message: String| {
        faults.push(Fault { path: path.to_owned(), line: 1, check: "arrows", message });
    };
    for package in packages {
        let name = package.name.as_str();
        let Some((_, allowed)) = table.iter().find(|(from, _)| *from == name) else {
            fault(
                &package.manifest,
                format!("the package `{name}` is not in the table of {TABLE}"),
            );
            continue;
        };
        for used in package.uses.iter().filter(|used| !allowed.contains(&used.as_str())) {
            let message =
                format!("`{name}` must not depend on `{used}` (see the table of {TABLE})");
            fault(&package.manifest, message);
        }
        for arrow in allowed.iter().filter(|arrow| !package.uses.iter().any(|u| u == *arrow)) {
            fault(
                TABLE,
                format!("no manifest uses the arrow from `{name}` to `{arrow}`: delete it"),
            );
        }
    }
    for (name, _) in table {
        if !packages.iter().any(|package| package.name == *name) {
            fault(TABLE, format!("there is no package `{name}`: delete its row"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(packages: &[Arrows<'_>]) -> Vec<String> {
        let package = |(name, uses): &Arrows<'_>| Package {
            name: (*name).to_owned(),
            manifest: format!("crates/{name}/Cargo.toml"),
            uses: uses.iter().map(|used| (*used).to_owned()).collect(),
        };
        let packages: Vec<Package> = packages.iter().map(package).collect();
        let table: &[Arrows<'_>] = &[("board", &[]), ("rules", &["board"])];
        compare(table, &packages).iter().map(|fault| fault.message.clone()).collect()
    }

    #[test]
    fn wrong_unused_and_unknown_arrows_are_found() {
        let table: &[(&[Arrows<'_>], &str)] = &[
            (&[("board", &["rules"]), ("rules", &["board"])], "must not depend on `rules`"),
            (&[("board", &[]), ("rules", &[])], "from `rules` to `board`: delete it"),
            (&[("board", &[]), ("rules", &["board"]), ("x", &[])], "`x` is not in the table"),
            (&[("board", &[])], "no package `rules`"),
        ];
        for (packages, part) in table {
            let found = found(packages);
            assert!(found.len() == 1 && found[0].contains(part), "{part}: {found:?}");
        }
        assert_eq!(found(&[("board", &[]), ("rules", &["board"])]), [""; 0]);
    }

    #[test]
    fn the_table_has_no_way_back() {
        for (index, (from, to)) in ARROWS.iter().enumerate() {
            for used in *to {
                let earlier = ARROWS[..index].iter().any(|(other, _)| other == used);
                assert!(earlier, "`{from}` uses `{used}`, which must come before it");
            }
        }
    }

    #[test]
    fn cargo_describes_the_packages_of_this_repository() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a parent");
        let paint = crate::report::Paint::plain();
        let context = Context { root: root.to_owned(), ci: false, paint };
        let packages = read(&context, "Cargo.toml").expect("cargo metadata works");
        let rules = packages.iter().find(|package| package.name == "rules").expect("rules");
        assert_eq!(rules.manifest, "crates/rules/Cargo.toml");
        assert_eq!(rules.uses, ["board", "lexicon", "tiles"]);
    }
}
