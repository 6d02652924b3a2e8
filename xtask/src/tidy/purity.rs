//! The core is a pure function, and nothing above the board knows its shape.

use super::source::{RustSource, find_word, line_of};
use super::{Fault, File};
use std::collections::BTreeSet;

/// The crates whose answers depend on their arguments alone.
const CORE: [&str; 11] = [
    "board", "tiles", "lexicon", "rules", "variants", "game", "render", "movegen", "ai", "report",
    "protocol",
];
/// What reaches outside: clocks, files, networks, the environment, random numbers.
const OUTSIDE: [&str; 8] = [
    "std::time",
    "SystemTime",
    "Instant::now",
    "std::fs",
    "std::net",
    "std::env",
    "thread_rng",
    "rand::",
];
/// The same modules inside `std::{…}`.
const OUTSIDE_OF_STD: [&str; 4] = ["time", "fs", "net", "env"];

/// The crates that must work alike on every board.
const SHAPELESS: [&str; 4] = ["rules", "game", "movegen", "ai"];
/// What asks for the shape of the board.
const FORKS: [&str; 17] = [
    "if hex",
    "if graph",
    "if cube",
    "if rect",
    "is_hex",
    "is_graph",
    "is_cube",
    "is_rect",
    "has_hex",
    "has_graph",
    "is_3d",
    "is_hexagonal",
    "Shape::Hex",
    "Shape::Graph",
    "Shape::Cube",
    "Shape::Rect",
    "Shape::Mask",
];

/// The files with `unsafe` code: a hint to the processor, without which finding all plays takes
/// a tenth longer, an allocator that counts, for measurements, and what C, WebAssembly and Godot
/// call.
const UNSAFE: [&str; 7] = [
    "crates/lexicon/src/prefetch.rs",
    "crates/bench/src/allocations.rs",
    "bindings/c/src/exports.rs",
    "bindings/c/src/memory.rs",
    "bindings/godot/src/class.rs",
    "bindings/godot/src/interface.rs",
    "bindings/godot/src/values.rs",
];

/// Checks the source of a crate below `crates/` or `bindings/`; other files have no faults.
pub(crate) fn check(file: &File) -> Vec<Fault> {
    let binding = file.path.starts_with("bindings/").then_some("");
    let Some(name) = file.crate_of_source().or(binding).filter(|_| file.extension() == "rs") else {
        return Vec::new();
    };
    let (core, shapeless) = (CORE.contains(&name), SHAPELESS.contains(&name));
    let code = RustSource::new(&file.text).production_code();
    let mut faults = Vec::new();
    if !UNSAFE.contains(&file.path.as_str()) {
        for position in find_word(&code, "unsafe") {
            let message = "`unsafe` code: there is a safe way".to_string();
            faults.push(file.fault(line_of(&code, position), "purity", message));
        }
    }
    if core {
        let words =
            OUTSIDE.iter().flat_map(|word| find_word(&code, word).map(move |at| (at, *word)));
        for (position, word) in words.chain(grouped_imports(&code)) {
            let message = format!("`{word}` in the core: let it enter as an argument");
            faults.push(file.fault(line_of(&code, position), "purity", message));
        }
    }
    if shapeless {
        for fork in FORKS {
            for position in find_word(&code, fork) {
                let message =
                    format!("`{fork}` asks for the board's shape: go over its lines instead");
                faults.push(file.fault(line_of(&code, position), "geometry", message));
            }
        }
    }
    faults
}

/// The forbidden modules inside `std::{…}`, with their positions.
fn grouped_imports(code: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for start in find_word(code, "std::{").map(|position| position + "std::{".len()) {
        let mut depth = 0_usize;
        let mut at_start_of_path = true;
        for (offset, letter) in code[start..].char_indices() {
            let here = &code[start + offset..];
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => at_start_of_path = true,
                space if space.is_whitespace() => {}
                _ if depth == 0 && at_start_of_path => {
                    at_start_of_path = false;
                    let module = OUTSIDE_OF_STD
                        .into_iter()
                        .find(|module| find_word(here, module).next() == Some(0));
                    found.extend(module.map(|module| (start + offset, module)));
                }
                _ => {}
            }
        }
    }
    found
}

/// The files that hold modules under `#[cfg(test)]`, and what lies below those modules.
pub(crate) fn test_files(files: &[File]) -> BTreeSet<String> {
    let mut roots = Vec::new();
    for file in files.iter().filter(|file| file.crate_of_source().is_some()) {
        let Some(stem) = file.path.strip_suffix(".rs") else {
            continue;
        };
        let (directory, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let home = if matches!(name, "lib" | "main" | "mod") { directory } else { stem };
        for module in RustSource::new(&file.text).test_module_files() {
            roots.push(format!("{home}/{module}"));
        }
    }
    let belongs = |path: &str| {
        roots.iter().any(|root| {
            let rest = path.strip_prefix(root.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        })
    };
    files.iter().map(|file| &file.path).filter(|path| belongs(path)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path, a text, and the checks and lines of the faults in it.
    type Planted<'a> = (&'a str, &'a str, &'a [(&'a str, usize)]);

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    fn found(path: &str, text: &str) -> Vec<(&'static str, usize)> {
        check(&file(path, text)).iter().map(|fault| (fault.check, fault.line)).collect()
    }

    #[test]
    fn planted_faults_are_found() {
        let table: &[Planted<'_>] = &[
            ("crates/game/src/a.rs", "\nuse std::time::Duration;\n", &[("purity", 2)]),
            ("crates/tiles/src/lib.rs", "let t = Instant::now();", &[("purity", 1)]),
            ("crates/board/src/lib.rs", "std::fs::read(x)", &[("purity", 1)]),
            ("crates/render/src/x/y.rs", "let r = rand::rng();", &[("purity", 1)]),
            (
                "crates/rules/src/lib.rs",
                "use std::{\n    fmt::{self, Write},\n    env,\n    fs::File,\n};",
                &[("purity", 3), ("purity", 4)],
            ),
            ("crates/rules/src/lib.rs", "if board.is_hex() {}", &[("geometry", 1)]),
            ("bindings/c/src/table.rs", "\nunsafe { }", &[("purity", 2)]),
            ("crates/game/src/lib.rs", "match s { Shape::Hex => 1 }", &[("geometry", 1)]),
            ("crates/movegen/src/lib.rs", "\nif hex { }", &[("geometry", 2)]),
        ];
        for (path, text, expected) in table {
            assert_eq!(found(path, text), *expected, "{path}: {text}");
        }
    }

    #[test]
    fn what_is_well_passes() {
        let table = [
            ("crates/game/src/a.rs", "use core::time::Duration;\nuse rand_core::RngCore;"),
            ("crates/game/src/a.rs", "// std::time is not for us\nlet x = \"std::fs\";"),
            ("crates/game/src/a.rs", "#[cfg(test)]\nmod tests { use std::fs; }"),
            ("crates/game/src/a.rs", "use std::{fmt, collections::{BTreeMap, env_like}};"),
            ("crates/game/tests/a.rs", "use std::fs;"),
            ("crates/cli/src/main.rs", "use std::{env, fs};"),
            ("bindings/c/src/exports.rs", "unsafe fn bytes() {}"),
            ("crates/board/src/shapes.rs", "if board.is_hex() {}"),
            ("crates/rules/src/lib.rs", "let operand = operand::new(is_hexed);"),
        ];
        for (path, text) in table {
            assert_eq!(found(path, text), [], "{path}: {text}");
        }
    }

    #[test]
    fn files_of_test_modules_are_known() {
        let files = [
            file("crates/a/src/lib.rs", "#[cfg(test)]\nmod tests;\nmod real;"),
            file("crates/a/src/tests.rs", ""),
            file("crates/a/src/tests/tables.rs", ""),
            file("crates/a/src/real.rs", "#[cfg(test)]\nmod trials;"),
            file("crates/a/src/real/trials.rs", ""),
            file("crates/a/src/real/other.rs", ""),
        ];
        let expected = [
            "crates/a/src/real/trials.rs",
            "crates/a/src/tests.rs",
            "crates/a/src/tests/tables.rs",
        ];
        assert_eq!(test_files(&files).into_iter().collect::<Vec<_>>(), expected);
    }
}
