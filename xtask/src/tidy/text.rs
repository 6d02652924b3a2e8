//! Checks that look at lines and names: length, words, names, whitespace.

use super::source::{RustSource, find_word, line_of};
use super::{Fault, File};

/// The kinds of file that count as source.
const SOURCE: [&str; 9] = ["rs", "ts", "tsx", "svelte", "js", "mjs", "cs", "gd", "py"];
/// The kinds of file whose whitespace is checked.
const CLEAN: [&str; 3] = ["rs", "md", "toml"];
/// The most lines that a hand-written source file may have.
const MOST_LINES: usize = 500;
/// Words that mark unfinished work or leave traces of debugging.
const WORDS: [&str; 5] = ["todo!(", "unimplemented!(", "dbg!(", "FIXME", "TODO"];
/// Names under which anything could be filed.
const NAMES: [&str; 5] = ["utils.rs", "helpers.rs", "misc.rs", "common.rs", "m.rs"];

/// All faults of these kinds in one file.
pub(crate) fn check(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    if SOURCE.contains(&file.extension()) {
        faults.extend(length(file));
        faults.extend(words(file));
    }
    if file.extension() == "rs" {
        faults.extend(ignored_tests(file));
        faults.extend(name(file));
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

fn words(file: &File) -> Vec<Fault> {
    // A word list or a message may hold such a word; code and comments may not.
    let text = if file.extension() == "rs" {
        RustSource::new(&file.text).without_strings()
    } else {
        file.text.clone()
    };
    let mut faults = Vec::new();
    for word in WORDS {
        for position in find_word(&text, word) {
            let message = format!("`{word}` is left over: finish it or take it out");
            faults.push(file.fault(line_of(&text, position), "words", message));
        }
    }
    faults
}

fn ignored_tests(file: &File) -> Vec<Fault> {
    let code = RustSource::new(&file.text).code();
    let bare = code.match_indices("#[ignore").filter(|(position, mark)| {
        let rest = code[position + mark.len()..].trim_start();
        let reason = rest.strip_prefix('=').map(str::trim_start);
        // In this view the inside of a string is blank, but its quotes and its length remain.
        !reason.is_some_and(|text| text.starts_with('"') && !text.starts_with("\"\""))
    });
    let conditional = code.match_indices("#[cfg_attr(").filter(|(position, _)| {
        let attribute = code[*position..].split(']').next().unwrap_or("");
        let mut tail = find_word(attribute, "ignore");
        tail.any(|at| !attribute[at + "ignore".len()..].trim_start().starts_with('='))
    });
    bare.chain(conditional)
        .map(|(position, _)| {
            let message = "a test is ignored without a reason: write `#[ignore = \"why\"]`";
            file.fault(line_of(&code, position), "words", message)
        })
        .collect()
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
            ("a.rs", "fn f() {\n    todo!()\n}\n", &[("words", 2)]),
            ("a.rs", "unimplemented!(\"x\");\n", &[("words", 1)]),
            ("a.rs", "\nlet x = dbg!(y);\n", &[("words", 2)]),
            ("a.rs", "// TODO later\n// FIXME now\n", &[("words", 2), ("words", 1)]),
            ("a.py", "# TODO later\n", &[("words", 1)]),
            ("a.rs", "#[test]\n#[ignore]\nfn f() {}\n", &[("words", 2)]),
            ("a.rs", "#[ignore = \"\"]\n", &[("words", 1)]),
            ("a.rs", "#[cfg_attr(miri, ignore)]\n", &[("words", 1)]),
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
            ("fixtures.json", "TODO \t"),
            ("a.rs", "const WORDS: [&str; 1] = [\"TODO\"];\n"),
            ("a.rs", "fn todos() {}\n// TODOS are words\n"),
            ("a.rs", "#[ignore = \"takes an hour\"]\n"),
            ("a.rs", "#[cfg_attr(miri, ignore = \"slow\")]\n"),
            ("a.rs", "// write `#[ignore]` with a reason\n"),
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
