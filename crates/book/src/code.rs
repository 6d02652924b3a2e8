//! Syntax colours for comments, strings and commands typed at a prompt.

/// Escapes a text for HTML; line ends stay.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// The syntax of comments, strings and keywords in a language.
struct Look {
    comment: &'static str,
    quotes: &'static [char],
    keywords: &'static [&'static str],
}

fn look(language: &str) -> Option<Look> {
    const RUST: &[&str] = &[
        "as", "const", "else", "fn", "for", "if", "impl", "in", "let", "match", "mod", "mut",
        "pub", "return", "self", "struct", "trait", "use", "while", "dyn", "enum",
    ];
    const JS: &[&str] = &[
        "await", "const", "else", "for", "from", "function", "if", "import", "let", "new", "of",
        "return", "while", "async", "export",
    ];
    const C: &[&str] = &[
        "char", "class", "const", "else", "for", "if", "include", "int", "new", "public", "return",
        "static", "string", "struct", "using", "var", "void", "while",
    ];
    const PYTHON: &[&str] = &[
        "and", "as", "assert", "def", "else", "extends", "for", "from", "func", "if", "import",
        "in", "not", "or", "return", "var", "while", "with", "class",
    ];
    let (comment, quotes, keywords): (&str, &[char], &[&str]) = match language {
        "rust" => ("//", &['"'], RUST),
        "js" | "ts" => ("//", &['"', '\'', '`'], JS),
        "c" | "csharp" => ("//", &['"'], C),
        "python" | "gdscript" => ("#", &['"', '\''], PYTHON),
        "toml" => ("#", &['"', '\''], &["true", "false"]),
        "json" => ("", &['"'], &["true", "false", "null"]),
        "sh" => ("#", &['"', '\''], &[]),
        _ => return None,
    };
    Some(Look { comment, quotes, keywords })
}

/// Renders a code block as HTML. Lines that rustdoc hides (`# ` lines of Rust) stay hidden.
pub(crate) fn colored(language: &str, text: &str) -> String {
    let shown = |line: &&str| language != "rust" || !(*line == "#" || line.starts_with("# "));
    let lines: Vec<&str> = text.lines().filter(shown).collect();
    if language == "console" {
        return lines.iter().map(|line| console(line)).collect();
    }
    match look(language) {
        None => lines.iter().map(|line| escape(line) + "\n").collect(),
        Some(look) => painted(&lines.join("\n"), &look) + "\n",
    }
}

fn console(line: &str) -> String {
    match line.strip_prefix("$ ") {
        Some(typed) => format!("<span class=\"typed\"><i>$ </i>{}</span>\n", escape(typed)),
        None => escape(line) + "\n",
    }
}

fn painted(text: &str, look: &Look) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let starts_word = !(before.is_alphanumeric() || before == '_');
        let comment = !look.comment.is_empty()
            && rest.starts_with(look.comment)
            && (look.comment == "//" || before.is_whitespace());
        let length = if comment {
            let length = rest.find('\n').unwrap_or(rest.len());
            out.push_str(&format!("<span class=\"c\">{}</span>", escape(&rest[..length])));
            length
        } else if look.quotes.contains(&letter) {
            let length = string_length(rest, letter);
            out.push_str(&format!("<span class=\"s\">{}</span>", escape(&rest[..length])));
            length
        } else if starts_word && letter.is_alphabetic() {
            let end = |c: char| !(c.is_alphanumeric() || c == '_');
            let length = rest.find(end).unwrap_or(rest.len());
            let word = &rest[..length];
            match look.keywords.contains(&word) {
                true => out.push_str(&format!("<b>{word}</b>")),
                false => out.push_str(&escape(word)),
            }
            length
        } else {
            out.push_str(&escape(&rest[..letter.len_utf8()]));
            letter.len_utf8()
        };
        before = rest[..length].chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    out
}

/// The length of the string that begins here; one that is not closed ends with its line.
fn string_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' if quote != '`' => return place,
            '\\' if !escaped => escaped = true,
            _ if letter == quote && !escaped => return place + letter.len_utf8(),
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_coloured_by_language() {
        let table = [
            ("text", "a < b\n", "a &lt; b\n"),
            ("console", "$ ls\nx\n", "<span class=\"typed\"><i>$ </i>ls</span>\nx\n"),
            ("rust", "# hidden\nlet x;\n", "<b>let</b> x;\n"),
            ("rust", "// let\n", "<span class=\"c\">// let</span>\n"),
            (
                "toml",
                "a = \"#1\" # c\n",
                "a = <span class=\"s\">&quot;#1&quot;</span> <span class=\"c\"># c</span>\n",
            ),
            ("js", "'it\\'s'\n", "<span class=\"s\">'it\\'s'</span>\n"),
        ];
        for (language, text, expected) in table {
            assert_eq!(colored(language, text), expected, "{text}");
        }
    }
}
