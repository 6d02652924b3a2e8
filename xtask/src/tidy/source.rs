//! Rust source told apart into code, comments and strings, without a parser.

/// What a byte of the source belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Quoted,
}

/// Rust source in which comments, strings or tests can be blanked out.
///
/// The views have the length and the lines of the original, so that positions stay true.
pub(crate) struct RustSource<'a> {
    text: &'a str,
    kinds: Vec<Kind>,
}

impl<'a> RustSource<'a> {
    /// Tells the parts of the text apart.
    pub fn new(text: &'a str) -> Self {
        Self { text, kinds: classify(text.as_bytes()) }
    }

    fn keeping(&self, keep: impl Fn(Kind) -> bool) -> String {
        let mut bytes = self.text.as_bytes().to_vec();
        for (byte, kind) in bytes.iter_mut().zip(&self.kinds) {
            if !keep(*kind) && *byte != b'\n' {
                *byte = b' ';
            }
        }
        // Whole characters are blanked, never half of one.
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Code and comments.
    pub fn without_strings(&self) -> String {
        self.keeping(|kind| kind != Kind::Quoted)
    }

    /// Code alone.
    pub fn code(&self) -> String {
        self.keeping(|kind| kind == Kind::Code)
    }

    /// Code alone, without the items under `#[cfg(test)]`.
    pub fn production_code(&self) -> String {
        let code = self.code();
        let mut bytes = code.clone().into_bytes();
        for (start, end) in test_items(&code) {
            for byte in &mut bytes[start..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The names of modules that exist for tests only and live in files of their own.
    pub fn test_module_files(&self) -> Vec<String> {
        let code = self.code();
        test_items(&code)
            .into_iter()
            .filter_map(|(start, end)| {
                let (_, name) = code[start..end].strip_suffix(';')?.rsplit_once("mod ")?;
                Some(name.trim().to_owned())
            })
            .collect()
    }
}

/// The line of a position, from 1.
pub(crate) fn line_of(text: &str, position: usize) -> usize {
    text.as_bytes()[..position].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Where a word stands in the text, not as a part of a longer name.
pub(crate) fn find_word<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let guard_start = word.starts_with(is_name);
    let guard_end = word.ends_with(is_name);
    text.match_indices(word).map(|(position, _)| position).filter(move |position| {
        let before = text[..*position].chars().next_back();
        let after = text[position + word.len()..].chars().next();
        !(guard_start && before.is_some_and(is_name) || guard_end && after.is_some_and(is_name))
    })
}

/// The ranges of the items under `#[cfg(test)]`, or the whole file under `#![cfg(test)]`.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    if code.contains("#![cfg(test)]") {
        return vec![(0, code.len())];
    }
    let mut items: Vec<(usize, usize)> = Vec::new();
    for (start, mark) in code.match_indices("#[cfg(test)]") {
        if items.last().is_some_and(|(_, end)| start < *end) {
            continue;
        }
        items.push((start, end_of_item(code, start + mark.len())));
    }
    items
}

/// The end of the item that begins here: past its `;`, or past the brace that closes it.
fn end_of_item(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in code.as_bytes()[start..].iter().enumerate() {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && *byte == b'}' {
                    return start + offset + 1;
                }
            }
            b';' if depth == 0 => return start + offset + 1,
            _ => {}
        }
    }
    code.len()
}

fn classify(bytes: &[u8]) -> Vec<Kind> {
    let mut kinds = vec![Kind::Code; bytes.len()];
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (length, kind) = if rest.starts_with(b"//") {
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            (end, Kind::Comment)
        } else if rest.starts_with(b"/*") {
            (block_comment(rest), Kind::Comment)
        } else if rest[0] == b'"' {
            (quoted(rest, b'"'), Kind::Quoted)
        } else if let Some(length) = raw_string(bytes, at) {
            (length, Kind::Quoted)
        } else if rest[0] == b'\'' && is_character(rest) {
            (quoted(rest, b'\''), Kind::Quoted)
        } else {
            (1, Kind::Code)
        };
        // The quotes themselves stay, so that code shows where a string was.
        let inner = if kind == Kind::Quoted && length > 1 { 1..length - 1 } else { 0..length };
        for offset in inner {
            kinds[at + offset] = kind;
        }
        at += length;
    }
    kinds
}

/// The length of a block comment, which may hold others.
fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a string or character with escapes, quotes included.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a raw string that begins here, with its prefix.
fn raw_string(bytes: &[u8], at: usize) -> Option<usize> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if at > 0 && is_name(bytes[at - 1]) {
        return None;
    }
    let rest = &bytes[at..];
    let prefix = [&b"r"[..], b"br", b"cr"].into_iter().find(|prefix| {
        rest.starts_with(prefix) && matches!(rest.get(prefix.len()), Some(b'"' | b'#'))
    })?;
    let hashes = rest[prefix.len()..].iter().take_while(|byte| **byte == b'#').count();
    let open = prefix.len() + hashes;
    if rest.get(open) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    let body = &rest[open + 1..];
    let end = body.windows(close.len()).position(|window| window == close);
    Some(end.map_or(rest.len(), |end| open + 1 + end + close.len()))
}

/// Whether a single quote begins a character and not a lifetime.
fn is_character(rest: &[u8]) -> bool {
    match rest.get(1) {
        Some(b'\\') => true,
        Some(first) => {
            let width = match first {
                0xF0.. => 4,
                0xE0.. => 3,
                0xC0.. => 2,
                _ => 1,
            };
            rest.get(1 + width) == Some(&b'\'')
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_told_from_code() {
        // (source, code alone)
        let table = [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            (r#"f("g\"h") i"#, r#"f("    ") i"#),
            ("r#\"a\"b\"# c", "r      # c"),
            ("br\"x\" y", "b   \" y"),
            ("let c = '\"'; d", "let c = ' '; d"),
            (r"'\'' x", "'  ' x"),
            ("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}"),
            ("'é' \"ü\" z", "'  ' \"  \" z"),
            ("bar\"s\"", "bar\" \""),
        ];
        for (text, expected) in table {
            assert_eq!(RustSource::new(text).code(), expected, "{text}");
        }
    }

    #[test]
    fn items_for_tests_are_left_out() {
        // (source, a word that stays, a word that goes)
        let table = [
            ("stay\n#[cfg(test)]\nmod tests { fn f() { gone } }\n", "stay", "gone"),
            ("#[cfg(test)]\nuse gone;\nuse stay;", "stay", "gone"),
            ("#[cfg(test)]\n#[path = \"x\"]\nfn gone(a: [u8; 3]) {}\nfn stay() {}", "stay", "gone"),
            ("#[cfg(test)] mod a { \"}\" ; gone }\nstay", "stay", "gone"),
        ];
        for (text, stays, goes) in table {
            let code = RustSource::new(text).production_code();
            assert!(code.contains(stays), "{text}");
            assert!(!code.contains(goes), "{text}");
            assert_eq!(code.lines().count(), text.lines().count(), "{text}");
        }
        assert_eq!(RustSource::new("#![cfg(test)]\ngone").production_code().trim(), "");
    }

    #[test]
    fn modules_for_tests_in_their_own_files_are_named() {
        let text = "#[cfg(test)]\nmod trials;\nmod real;\n#[cfg(test)]\nmod inline { }\n";
        assert_eq!(RustSource::new(text).test_module_files(), ["trials"]);
    }

    #[test]
    fn words_are_whole() {
        let found = |text, word| find_word(text, word).collect::<Vec<_>>();
        assert_eq!(found("rand::x operand::y", "rand::"), [0]);
        assert_eq!(found("is_hex is_hexagon this_is_hex", "is_hex"), [0]);
        assert_eq!(line_of("a\nb\nc", 4), 3);
    }
}
