//! The errors of the library, read from its source: the doc comment of an error variant is its cause,
//! the `error` attribute its message.

use super::{cell, sentence};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// An error type.
struct ErrorType {
    /// The crate and the type: `board::BoardError`.
    name: String,
    about: String,
    /// Variant, cause, message.
    kinds: Vec<(String, String, String)>,
}

/// The sections of all error types of the crates.
pub(super) fn sections(root: &Path) -> Result<String, String> {
    let mut text = "\n## Errors of the library\n\nPrograms that use the crates see these types. Parts in braces are placeholders.\n".to_string();
    let mut files = Vec::new();
    rust_files(&root.join("crates"), &mut files)?;
    files.sort();
    for file in files {
        let source = std::fs::read_to_string(&file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let below = file.strip_prefix(root.join("crates")).expect("the files are below crates/");
        let owner = below.components().next().map(|part| part.as_os_str().to_string_lossy());
        let owner = owner.ok_or_else(|| format!("{}: not in a crate", file.display()))?;
        for kind in types(&source, &owner) {
            let anchor = kind.name.replace("::", "-").to_lowercase();
            let _ = write!(
                text,
                "\n### `{}` {{#{anchor}}}\n\n{}\n\n| error | cause | message |\n|---|---|---|\n",
                kind.name,
                sentence(&kind.about)
            );
            for (name, cause, message) in kind.kinds {
                let _ = writeln!(text, "| `{name}` | {} | {} |", cell(&cause), cell(&message));
            }
        }
    }
    Ok(text)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "tests" && name != "target" {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The public enums of a source that derive `Error`.
fn types(source: &str, owner: &str) -> Vec<ErrorType> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.strip_suffix(" {"))
        else {
            continue;
        };
        let head = head(&lines[..index]);
        if !head.iter().any(|line| line.starts_with("#[derive(") && line.contains("Error")) {
            continue;
        }
        let body = &lines[index + 1..];
        let end = body.iter().position(|line| *line == "}").unwrap_or(body.len());
        found.push(ErrorType {
            name: format!("{owner}::{name}"),
            about: documented(head),
            kinds: kinds(&body[..end]),
        });
    }
    found
}

/// The attributes and comments directly above an item.
fn head<'a, 'b>(lines: &'a [&'b str]) -> &'a [&'b str] {
    let from = lines.iter().rposition(|line| line.trim().is_empty()).map_or(0, |place| place + 1);
    &lines[from..]
}

/// The doc comments among these lines, as one text.
fn documented(lines: &[&str]) -> String {
    let docs = lines.iter().filter_map(|line| line.trim().strip_prefix("///"));
    docs.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The variants of an enum's body: name, cause, message.
fn kinds(body: &[&str]) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let (mut cause, mut attribute, mut depth) = (Vec::new(), String::new(), 0_i32);
    let mut in_attribute = false;
    for line in body {
        let text = line.trim();
        if depth > 0 {
            depth += braces(text);
            continue;
        }
        if let Some(doc) = text.strip_prefix("///") {
            cause.push(doc.trim());
        } else if in_attribute || text.starts_with("#[error(") {
            attribute.push_str(text);
            in_attribute = !text.ends_with(")]");
        } else if let Some(name) = name(text) {
            found.push((name, cause.join(" "), message(&attribute)));
            cause.clear();
            attribute.clear();
            depth += braces(text);
        }
    }
    found
}

fn braces(text: &str) -> i32 {
    text.matches('{').count() as i32 - text.matches('}').count() as i32
}

/// The name at the start of a variant's line.
fn name(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    name.starts_with(char::is_uppercase).then_some(name)
}

/// The text of an `error` attribute.
fn message(attribute: &str) -> String {
    if attribute.contains("transparent") {
        return "the message of the inner error".to_string();
    }
    let text = attribute.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    // Without a text, the cell stays empty, and a test finds it.
    match text.map_or("", |(text, _)| text) {
        "" => String::new(),
        "{0}" => "the message of the inner fault".to_string(),
        text => format!("“{}”", text.replace("\\\"", "\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_from_their_source() {
        let source = "\
/// Why.
#[derive(Debug, Error)]
pub enum BadThing {
    /// Too big.
    #[error(\"{0} is too big; take less\")]
    Big(u8),
    /// Two
    /// lines.
    #[error(
        \"no `{name}`\"
    )]
    Gone {
        /// What.
        name: String,
    },
    /// Other.
    #[error(transparent)]
    Other(#[from] Fault),
}
";
        let found = types(source, "x");
        assert_eq!(
            (found.len(), found[0].name.as_str(), found[0].about.as_str()),
            (1, "x::BadThing", "Why.")
        );
        let kinds: Vec<String> =
            found[0].kinds.iter().map(|(a, b, c)| format!("{a}/{b}/{c}")).collect();
        assert_eq!(
            kinds,
            [
                "Big/Too big./“{0} is too big; take less”",
                "Gone/Two lines./“no `{name}`”",
                "Other/Other./the message of the inner error",
            ]
        );
    }

    #[test]
    fn every_error_of_the_library_has_a_cause() {
        let text = sections(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
        assert!(
            text.contains("`variants::VariantErrorKind`") && text.contains("`board::BoardError`")
        );
        assert!(!text.contains("|  |"), "{text}");
    }
}
