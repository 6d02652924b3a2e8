//! Checks of lines and names: length, words, names, geometry, whitespace.

use super::{Fault, File};

/// The kinds of file that count as source.
const SOURCE: [&str; 9] = ["rs", "ts", "tsx", "svelte", "js", "mjs", "cs", "gd", "py"];
/// The kinds of file whose whitespace is checked.
const CLEAN: [&str; 3] = ["rs", "md", "toml"];
/// The most lines that a hand-written source file may have.
const MOST_LINES: usize = 500;
/// Words that mark unfinished work, in two parts so that this file does not have them itself.
const WORDS: [&str; 2] = [concat!("FIX", "ME"), concat!("TO", "DO")];
/// Names under which anything could be filed.
const NAMES: [&str; 5] = ["utils.rs", "helpers.rs", "misc.rs", "common.rs", "m.rs"];

/// The crates that must work alike on every board.
const SHAPELESS: [&str; 4] = ["rules", "game", "movegen", "ai"];
/// What asks for the shape of the board.
const FORKS: [&str; 12] = [
    "if hex",
    "if graph",
    "if cube",
    "if rect",
    "is_hex",
    "is_graph",
    "is_cube",
    "is_rect",
    "has_graph",
    "is_3d",
    "Shape::Hex",
    "Shape::Graph",
];

/// All faults of these kinds in one file.
pub(crate) fn check(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    if SOURCE.contains(&file.extension()) {
        faults.extend(length(file));
        faults.extend(words(file));
    }
    if file.extension() == "rs" {
        faults.extend(name(file));
        faults.extend(geometry(file));
    }
    if CLEAN.contains(&file.extension()) {
        faults.extend(whitespace(file));
    }
    faults
}

fn length(file: &File) -> Option<Fault> {
    let count = file.text.lines().count();
    (count > MOST_LINES).then(|| {
        let message =
            format!("{count} lines, {MOST_LINES} at most: split the file by what it does");
        file.fault(MOST_LINES + 1, "length", message)
    })
}

/// Words that mark unfinished work; clippy finds the macros for it and tests ignored without a reason.
fn words(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for word in WORDS.iter().filter(|word| find_word(line, word).next().is_some()) {
            let message = format!("`{word}` is left over: finish it or take it out");
            faults.push(file.fault(index + 1, "words", message));
        }
    }
    faults
}

/// Questions about the shape of the board, in crates that must work alike on every board.
fn geometry(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    if file.crate_of_source().is_some_and(|name| SHAPELESS.contains(&name)) {
        for (index, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            for fork in FORKS.iter().filter(|fork| find_word(code, fork).next().is_some()) {
                let message =
                    format!("`{fork}` asks for the board's shape: go over its lines instead");
                faults.push(file.fault(index + 1, "geometry", message));
            }
        }
    }
    faults
}

/// Where a word stands in the text, not as a part of a longer name.
pub(crate) fn find_word<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(position, _)| position).filter(move |position| {
        let before = text[..*position].chars().next_back();
        let after = text[position + word.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

fn name(file: &File) -> Option<Fault> {
    file.crate_of_source()?;
    NAMES.contains(&file.name()).then(|| {
        let message = format!("`{}` says nothing: name the file after what is in it", file.name());
        file.fault(1, "names", message)
    })
}

fn whitespace(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut lines = 0;
    for line in file.text.lines() {
        lines += 1;
        if line.ends_with([' ', '\t']) {
            faults.push(file.fault(lines, "text", "whitespace at the end of the line"));
        }
        if line.trim_end().contains('\t') {
            faults.push(file.fault(lines, "text", "a tab: use spaces, or \\t in a string"));
        }
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        faults.push(file.fault(lines, "text", "no newline at the end of the file"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path, a text, and the checks and lines of the faults in it.
    type Planted<'a> = (&'a str, &'a str, &'a [(&'a str, usize)]);

    /// The checks and lines of the faults in a file.
    fn found(path: &str, text: &str) -> Vec<(&'static str, usize)> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        check(&file).iter().map(|fault| (fault.check, fault.line)).collect()
    }

    #[test]
    fn planted_faults_are_found() {
        let long = "x\n".repeat(501);
        let table: &[Planted<'_>] = &[
            ("crates/a/src/lib.rs", &long, &[("length", 501)]),
            ("web/src/App.svelte", &long, &[("length", 501)]),
            (
                "a.py",
                concat!(
                    "# TO",
                    "DO later
"
                ),
                &[("words", 1)],
            ),
            (
                "a.rs",
                concat!(
                    "// TO",
                    "DO later
// FIX",
                    "ME now
"
                ),
                &[("words", 1), ("words", 2)],
            ),
            (
                "crates/rules/src/lib.rs",
                "
if board.is_hex() {}
",
                &[("geometry", 2)],
            ),
            (
                "crates/movegen/src/lib.rs",
                "match s { Shape::Hex => 1 }
",
                &[("geometry", 1)],
            ),
            ("crates/a/src/utils.rs", "", &[("names", 1)]),
            ("crates/a/src/deep/m.rs", "", &[("names", 1)]),
            ("a.md", "one \ntwo", &[("text", 1), ("text", 2)]),
            ("a.toml", "\tx = 1\n", &[("text", 1)]),
        ];
        for (path, text, expected) in table {
            assert_eq!(found(path, text), *expected, "{path}: {text}");
        }
    }

    #[test]
    fn what_is_well_passes() {
        let limit = "x\n".repeat(500);
        let table = [
            ("crates/a/src/lib.rs", limit.as_str()),
            ("fixtures.json", concat!("TO", "DO \t")),
            (
                "a.rs",
                concat!(
                    "fn todos() {}
// TO",
                    "DOS are words
"
                ),
            ),
            (
                "crates/board/src/shapes.rs",
                "if board.is_hex() {}
",
            ),
            (
                "crates/rules/src/lib.rs",
                "let x = is_hexed; // not is_hex
",
            ),
            ("tests/common.rs", "fn f() {}\n"),
            ("crates/a/tests/common.rs", "fn f() {}\n"),
            ("a.rs", ""),
            ("a.ts", "\tconst x = 1\n"),
        ];
        for (path, text) in table {
            assert_eq!(found(path, text), [], "{path}: {text}");
        }
    }
}
