//! The frame around a page: header, contents, outline, previous and next page.

use crate::code::escape;
use crate::markdown::Heading;

/// A line of the table of contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The part of the book.
    pub part: String,
    /// The title of the page.
    pub title: String,
    /// Its path, relative to the top of the book.
    pub path: String,
    /// Its depth within its part.
    pub depth: usize,
}

/// A page in its frame. `place` is its line in the contents.
pub(crate) fn frame(contents: &[Line], place: usize, headings: &[Heading], html: &str) -> String {
    let line = &contents[place];
    let root = "../".repeat(line.path.matches('/').count());
    let title = match line.path == "index.html" {
        true => "Tilewright, the book".to_string(),
        false => format!("{} · Tilewright", line.title),
    };
    let wide = if headings.len() > 2 { "" } else { " class=\"no-outline\"" };
    format!(
        "<!doctype html>\n\
<html lang=\"en\" data-root=\"{root}\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
<link rel=\"icon\" href=\"{root}icon.svg\" type=\"image/svg+xml\">\n\
<link rel=\"stylesheet\" href=\"{root}tokens.css\">\n<link rel=\"stylesheet\" href=\"{root}book.css\">\n\
<script src=\"{root}theme.js\"></script>\n<script src=\"{root}book.js\" defer></script>\n</head>\n\
<body{wide}>\n<a class=\"skip\" href=\"#book-main\">Skip to the text</a>\n{}{}\
<main id=\"book-main\" tabindex=\"-1\">\n<article>\n{html}</article>\n{}</main>\n{}</body>\n</html>\n",
        header(&root),
        navigation(contents, place, &root),
        way_on(contents, place, &root),
        outline(headings),
        title = escape(&title),
    )
}

fn header(root: &str) -> String {
    format!(
        "<header class=\"top\">\n<a class=\"menu\" href=\"#book-contents\" aria-label=\"Contents\">\
<svg viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><path d=\"M2 5h16M2 10h16M2 15h16\" \
fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\"/></svg></a>\n\
<a class=\"brand\" href=\"{root}index.html\"><img src=\"{root}icon.svg\" alt=\"\" width=\"28\" height=\"28\">\
<span>Tilewright</span></a>\n\
<div class=\"search\" role=\"search\"><label class=\"hidden\" for=\"book-search\">Search the book</label>\
<input id=\"book-search\" type=\"search\" placeholder=\"Search (press /)\" autocomplete=\"off\" \
aria-controls=\"book-found\"><div id=\"book-found\" class=\"found\" hidden></div>\
<p class=\"hidden\" id=\"book-found-count\" role=\"status\"></p></div>\n\
<a class=\"play\" id=\"book-play\" href=\"{root}index.html\" hidden>Play</a>\n\
<button class=\"theme\" id=\"book-theme\" type=\"button\" hidden aria-label=\"Theme: system\">\
<svg viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><circle cx=\"10\" cy=\"10\" r=\"7\" \
fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/><path d=\"M10 3a7 7 0 0 1 0 14z\" fill=\"currentColor\"/>\
</svg></button>\n</header>\n"
    )
}

/// Whether a line is visible. Child pages are shown only around the current page.
fn is_open(contents: &[Line], place: usize, index: usize) -> bool {
    let parent = |mut index: usize| {
        while contents[index].depth > 0 {
            index -= 1;
        }
        index
    };
    contents[index].depth == 0 || parent(index) == parent(place)
}

fn navigation(contents: &[Line], place: usize, root: &str) -> String {
    let mut out =
        "<nav id=\"book-contents\" class=\"contents\" aria-label=\"Contents\">\n".to_string();
    let mut part = None;
    for (index, line) in contents.iter().enumerate() {
        if part != Some(&line.part) {
            if part.is_some() {
                out.push_str("</ul>\n");
            }
            out.push_str(&format!("<h2>{}</h2>\n<ul>\n", escape(&line.part)));
            part = Some(&line.part);
        }
        if !is_open(contents, place, index) {
            continue;
        }
        let current = if index == place { " aria-current=\"page\"" } else { "" };
        let below = if line.depth > 0 { " class=\"below\"" } else { "" };
        out.push_str(&format!(
            "<li{below}><a href=\"{root}{}\"{current}>{}</a></li>\n",
            line.path,
            escape(&line.title)
        ));
    }
    out + "</ul>\n</nav>\n"
}

/// The outline: the second-level headings of the page.
fn outline(headings: &[Heading]) -> String {
    if headings.len() <= 2 {
        return String::new();
    }
    let items: String = headings
        .iter()
        .filter(|heading| heading.level == 2)
        .map(|heading| {
            format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&heading.id), escape(&heading.text))
        })
        .collect();
    format!(
        "<nav class=\"outline\" aria-label=\"On this page\">\n<h2>On this page</h2>\n<ul>\n{items}</ul>\n</nav>\n"
    )
}

fn way_on(contents: &[Line], place: usize, root: &str) -> String {
    let link = |line: Option<&Line>, rel: &str, word: &str| {
        line.map_or_else(String::new, |line| {
            format!(
                "<a rel=\"{rel}\" href=\"{root}{}\"><small>{word}</small>{}</a>\n",
                line.path,
                escape(&line.title)
            )
        })
    };
    let before = place.checked_sub(1).and_then(|index| contents.get(index));
    format!(
        "<nav class=\"way\" aria-label=\"Previous and next page\">\n{}{}</nav>\n",
        link(before, "prev", "Previous"),
        link(contents.get(place + 1), "next", "Next"),
    )
}
