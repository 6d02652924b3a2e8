//! The info string of a fenced code block.

/// The parsed info string of a code block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fence {
    /// The language.
    pub language: String,
    /// The file to write the block to.
    pub file: Option<String>,
    /// Why the block is not run.
    pub not_run: Option<String>,
    /// Other options.
    words: Vec<String>,
    /// What is wrong with the info string.
    pub(crate) fault: Option<String>,
}

/// The known options.
const KNOWN: [&str; 6] = ["fails", "server", "config", "request", "output", "no_run"];

impl Fence {
    /// Parses the text after the three backticks.
    pub fn read(info: &str) -> Fence {
        let mut parts = parts(info).into_iter();
        // A missing language is reported below.
        let mut fence = Fence { language: parts.next().unwrap_or_default(), ..Fence::default() };
        if fence.language.is_empty() {
            fence.fault = Some("the code block has no language; use `text` for plain text".into());
        }
        for part in parts {
            match part.split_once('=') {
                Some(("file", name)) => fence.file = Some(name.to_string()),
                Some(("not-run", why)) if why.len() >= 10 => fence.not_run = Some(why.to_string()),
                None if KNOWN.contains(&part.as_str()) => fence.words.push(part),
                _ => fence.fault = Some(format!("unknown code block option `{part}`")),
            }
        }
        let outside =
            |name: &str| name.starts_with('/') || name.split('/').any(|part| part == "..");
        if fence.file.as_deref().is_some_and(outside) {
            fence.fault = Some("the file of the code block must stay in its folder".into());
        }
        fence
    }

    /// Whether the block has an option.
    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|one| one == word)
    }
}

/// Splits at spaces and commas; quotation marks keep words together.
fn parts(info: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for letter in info.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' | ',' if !quoted => parts.push(String::new()),
            _ => {
                if let Some(last) = parts.last_mut() {
                    last.push(letter);
                }
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_read() {
        let fence = Fence::read("console fails file=a.txt not-run=\"needs a, b and c\"");
        assert_eq!((fence.language.as_str(), fence.has("fails")), ("console", true));
        assert_eq!(fence.file.as_deref(), Some("a.txt"));
        assert_eq!(fence.not_run.as_deref(), Some("needs a, b and c"));
        assert_eq!(fence.fault, None);
        assert!(Fence::read("rust,no_run").has("no_run"));
        for wrong in ["", "sh not-run=x", "sh file=../a", "sh maybe", "rust,ignore"] {
            assert!(Fence::read(wrong).fault.is_some(), "{wrong}");
        }
    }
}
