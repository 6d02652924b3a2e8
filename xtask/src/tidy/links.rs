//! Relative links in Markdown lead somewhere.

use super::{Fault, File};

/// Checks the links of a Markdown file; `exists` answers for paths from the top of the repository.
pub(crate) fn check(file: &File, exists: impl Fn(&str) -> bool) -> Vec<Fault> {
    if file.extension() != "md" {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let mut fence: Option<&str> = None;
    for (index, line) in file.text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
            match fence {
                Some(open) if open == mark => fence = None,
                None => fence = Some(mark),
                Some(_) => {}
            }
            continue;
        }
        if fence.is_some() {
            continue;
        }
        for target in targets(&without_code(line)) {
            let Some(path) = local_path(&file.path, &target) else {
                continue;
            };
            if !exists(&path) {
                let message = format!("the link leads to `{path}`, which does not exist");
                faults.push(file.fault(index + 1, "links", message));
            }
        }
    }
    faults
}

/// The line with its inline code blanked out.
fn without_code(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    // Odd parts lie between two backticks, unless the last one is never closed.
    let kept = parts
        .iter()
        .enumerate()
        .map(|(index, part)| if index % 2 == 1 && index < last { "" } else { *part });
    kept.collect::<Vec<_>>().join("`")
}

/// What the links and pictures of a line point at.
fn targets(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (position, mark) in line.match_indices("](") {
        let rest = &line[position + mark.len()..];
        let target = match rest.strip_prefix('<') {
            Some(inner) => inner.split('>').next(),
            None => rest.get(..closing_parenthesis(rest)).and_then(|all| all.split(' ').next()),
        };
        found.extend(target.map(str::to_owned));
    }
    for mark in ["src=\"", "href=\""] {
        for (position, _) in line.match_indices(mark) {
            found.extend(line[position + mark.len()..].split('"').next().map(str::to_owned));
        }
    }
    // [name]: target
    if let Some((label, target)) = line.trim_start().split_once("]: ")
        && label.starts_with('[')
        && !label.starts_with("[^")
    {
        found.extend(target.split_whitespace().next().map(str::to_owned));
    }
    found
}

/// Where the parenthesis that is already open closes.
fn closing_parenthesis(text: &str) -> usize {
    let mut depth = 1;
    for (position, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return position;
        }
    }
    text.len()
}

/// The path from the top of the repository, if the target is a file of the repository at all.
fn local_path(from: &str, target: &str) -> Option<String> {
    let target = target.split(['#', '?']).next().unwrap_or("");
    // `::` is an item of the Rust documentation; `:` begins with a scheme.
    if target.is_empty() || target.contains(':') {
        return None;
    }
    let directory = from.rsplit_once('/').map_or("", |(directory, _)| directory);
    let whole = match target.strip_prefix('/') {
        Some(rooted) => rooted.to_owned(),
        None => format!("{directory}/{target}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/").replace("%20", " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let file = File { path: "docs/guide.md".to_owned(), text: text.to_owned() };
        let exists =
            |path: &str| ["README.md", "docs", "docs/a b.md", "docs/x(1).md"].contains(&path);
        check(&file, exists).iter().map(|fault| format!("{}", fault.line)).collect()
    }

    #[test]
    fn broken_links_are_found() {
        let table = [
            ("see [this](gone.md)\n", "1"),
            ("\n![picture](img/gone.png \"title\")\n", "2"),
            ("[up](../gone.md#part)\n", "1"),
            ("[name]: gone.md\n", "1"),
            ("<img src=\"gone.png\">\n", "1"),
            ("`code` [x](gone.md) `code`\n", "1"),
            ("a lone ` and [x](gone.md)\n", "1"),
        ];
        for (text, line) in table {
            assert_eq!(found(text), [line], "{text}");
        }
    }

    #[test]
    fn good_links_and_what_is_no_link_pass() {
        let table = [
            "[up](../README.md) [root](/README.md) [here](#part) [dir](.)\n",
            "[web](https://example.org/gone.md) [mail](mailto:a@example.org)\n",
            "[item](crate::Engine)\n",
            "[space](a%20b.md) [angle](<a b.md>) [round](x(1).md)\n",
            "```\n[x](gone.md)\n```\n",
            "`[x](gone.md)`\n",
            "[^note]: text that is no link\n",
        ];
        for text in table {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
