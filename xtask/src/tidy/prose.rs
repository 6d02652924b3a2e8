//! The worst habits of our prose: words that read like a translation, and what to write instead.

use super::text::find_word;
use super::{Fault, File};
use std::borrow::Cow;

/// Words to leave out, and what people write instead.
const HABITS: &[(&[&str], &str)] = &[
    (&["mend", "mends", "mended", "mending"], "fix, repair, correct"),
    (&["anew"], "again, or the verb that means it: regenerate, rebuild, reload"),
    (&["told"], "reported, returned, notified, logged"),
    (&["come along", "comes along", "came along", "coming along"], "bundled, included, shipped"),
    (&["whoever"], "name the actor: the caller, the player, a client that …"),
    (&["so many"], "the number itself, or this many"),
    (&["belong into", "belongs into"], "put it in; belongs in"),
    (&["is believed", "are believed"], "cached, trusted"),
    (&["called doubtful"], "marked stale"),
];

/// Whether a file is checked; this one has to name the words.
pub(crate) fn applies_to(file: &File) -> bool {
    !file.path.ends_with("tidy/prose.rs")
}

/// Checks comments and strings of Rust, Markdown without its code, and the page's English texts.
pub(crate) fn check(file: &File) -> Vec<Fault> {
    let prose: fn(&str, bool) -> Cow<'_, str> = match file.extension() {
        "rs" => of_rust,
        "md" => |line, _| of_markdown(line),
        "json" => |line, _| line.into(),
        _ => return Vec::new(),
    };
    let mut faults = Vec::new();
    let mut continued = false;
    for (index, line) in file.text.lines().enumerate() {
        let prose = prose(line, continued).to_lowercase();
        continued = line.ends_with('\\');
        for (words, instead) in HABITS {
            for word in words.iter().filter(|word| find_word(&prose, word).next().is_some()) {
                let message = format!("avoid `{word}`; write instead: {instead}");
                faults.push(file.fault(index + 1, "prose", message));
            }
        }
    }
    faults
}

/// The comment of a line, or else its strings; `continued` if it begins within one.
fn of_rust(line: &str, continued: bool) -> Cow<'_, str> {
    let trimmed = line.trim_start();
    if trimmed.starts_with("//") {
        return of_markdown(trimmed);
    }
    // A name in braces is a variable.
    let unescaped = line.replace("\\\"", "'").replace('{', "{_");
    let strings = unescaped
        .split('"')
        .skip(usize::from(!continued))
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" | ");
    let comment = line.split_once(" // ").map_or("", |(_, comment)| comment);
    format!("{strings} {comment}").into()
}

/// A line without its inline code.
fn of_markdown(line: &str) -> Cow<'_, str> {
    if !line.contains('`') {
        return line.into();
    }
    line.split('`').step_by(2).collect::<Vec<_>>().join("`").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<usize> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        check(&file).iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn planted_habits_are_found() {
        let table = [
            ("README.md", "Fine.\nMended are releases.\n", 2),
            ("docs/a.md", "Word lists that come along.\n", 1),
            ("crates/a/src/lib.rs", "/// The caller is told.\n", 1),
            ("crates/a/src/lib.rs", "let x = 1; // made anew\n", 1),
            ("crates/a/src/lib.rs", "\n    bail!(\"say \\\"x\\\" to whoever asks\")\n", 2),
            ("crates/a/src/lib.rs", "let x = \"one \\\n    told\";\n", 2),
            ("web/src/messages/en.json", "{\n\"a\": \"Mend 2 things\"}\n", 2),
        ];
        for (path, text, line) in table {
            assert_eq!(found(path, text), [line], "{path}: {text}");
        }
    }

    #[test]
    fn code_and_other_words_pass() {
        let table = [
            ("README.md", "We recommend it; `mend` and `told` are avoided.\n"),
            ("crates/a/src/lib.rs", "let told = format!(\"{told}\", mend(anew)); // retold\n"),
            ("crates/a/src/lib.rs", "fn the_store_is_told_so_many_times() {}\n"),
            ("a.toml", "# told\n"),
        ];
        for (path, text) in table {
            assert_eq!(found(path, text), [0; 0], "{path}: {text}");
        }
    }
}
