//! Markdown to HTML: headings with anchors, links within the book, pictures, code, tables.

use crate::code::{colored, escape};
use crate::pictures;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use std::collections::BTreeMap;

/// Resolves the links and pictures of a page.
pub(crate) trait Resolve {
    /// The address of a link as the page has it; `None` shows the text without a link.
    fn link(&mut self, target: &str) -> Result<Option<String>, String>;
    /// The address of a picture.
    fn image(&mut self, target: &str) -> Result<String, String>;
}

/// A heading of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heading {
    pub level: u8,
    pub id: String,
    pub text: String,
}

/// The plain text under a heading, for the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Section {
    pub id: String,
    pub heading: String,
    pub text: String,
}

/// A page as HTML.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rendered {
    pub html: String,
    pub headings: Vec<Heading>,
    pub sections: Vec<Section>,
}

/// The extensions of Markdown that pages use.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_STRIKETHROUGH
}

/// The anchor of a heading: its words in lower case, joined by hyphens.
pub(crate) fn anchor(text: &str) -> String {
    let kept = text.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Turns a page into HTML.
pub(crate) fn render(text: &str, resolve: &mut dyn Resolve) -> Result<Rendered, String> {
    let events: Vec<Event<'_>> = Parser::new_ext(text, options()).collect();
    let mut writer = HtmlWriter {
        out: Vec::new(),
        page: Rendered { sections: vec![Section::default()], ..Rendered::default() },
        used: BTreeMap::new(),
        resolve,
    };
    let mut place = 0;
    while place < events.len() {
        place = writer.take(&events, place)?;
    }
    let HtmlWriter { out, mut page, .. } = writer;
    html::push_html(&mut page.html, out.into_iter());
    Ok(page)
}

struct HtmlWriter<'a, 'r> {
    out: Vec<Event<'a>>,
    page: Rendered,
    /// How often each anchor was used.
    used: BTreeMap<String, usize>,
    resolve: &'r mut dyn Resolve,
}

/// The place after the end that belongs to the start at `place`, or after what stands alone.
fn after(events: &[Event<'_>], place: usize) -> usize {
    let mut depth = 0_usize;
    for (index, event) in events.iter().enumerate().skip(place) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    events.len()
}

/// The words of some events.
fn words(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

impl<'a> HtmlWriter<'a, '_> {
    fn html(&mut self, text: String) {
        self.out.push(Event::Html(CowStr::from(text)));
    }

    fn note(&mut self, text: &str) {
        if let Some(section) = self.page.sections.last_mut() {
            section.text.push_str(text);
        }
    }

    /// Takes one event, or all that belong together; gives the place after them.
    fn take(&mut self, events: &[Event<'a>], place: usize) -> Result<usize, String> {
        let end = after(events, place);
        match &events[place] {
            Event::Start(Tag::Heading { level, id, .. }) => {
                self.heading(&events[place..end], *level, id.as_deref())?;
                return Ok(end);
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                self.code(kind, &words(&events[place..end]));
                return Ok(end);
            }
            Event::Start(Tag::Paragraph) => {
                if let Event::Start(Tag::Image { dest_url, .. }) = &events[place + 1]
                    && after(events, place + 1) + 1 == end
                {
                    self.figure(dest_url, &words(&events[place + 1..end]))?;
                    return Ok(end);
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let element = self.picture(dest_url, &words(&events[place..end]))?;
                self.out.push(Event::InlineHtml(CowStr::from(element)));
                return Ok(end);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let inside = place + 1..end - 1;
                let target = self.resolve.link(dest_url)?;
                if let Some(target) = target.clone() {
                    let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                    let dest_url = CowStr::from(target);
                    self.out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                let mut at = inside.start;
                while at < inside.end {
                    at = self.take(events, at)?;
                }
                if target.is_some() {
                    self.out.push(Event::End(TagEnd::Link));
                }
                return Ok(end);
            }
            Event::Start(Tag::Table(_)) => {
                self.html(
                    "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">\n"
                        .to_string(),
                );
            }
            _ => {}
        }
        let event = events[place].clone();
        match &event {
            Event::Text(text) | Event::Code(text) => self.note(text),
            Event::SoftBreak | Event::HardBreak | Event::End(_) => self.note(" "),
            _ => {}
        }
        let closes_table = matches!(event, Event::End(TagEnd::Table));
        self.out.push(event);
        if closes_table {
            self.html("</div>\n".to_string());
        }
        Ok(place + 1)
    }

    fn heading(
        &mut self,
        events: &[Event<'a>],
        level: HeadingLevel,
        id: Option<&str>,
    ) -> Result<(), String> {
        let text = words(events);
        let wanted = id.map_or_else(|| anchor(&text), str::to_string);
        let count = self.used.entry(wanted.clone()).or_default();
        let id = if *count == 0 { wanted.clone() } else { format!("{wanted}-{count}") };
        *count += 1;
        let level = level as u8;
        self.page.sections.push(Section {
            id: id.clone(),
            heading: text.clone(),
            ..Section::default()
        });
        self.html(format!("<h{level} id=\"{}\">", escape(&id)));
        let mut at = 1;
        while at < events.len() - 1 {
            at = self.take(events, at)?;
        }
        let link = format!(
            " <a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to this section\">#</a></h{level}>\n"
        );
        self.html(if level > 1 { link } else { format!("</h{level}>\n") });
        // The heading's own words are kept as such.
        if let Some(section) = self.page.sections.last_mut() {
            section.text.clear();
        }
        self.page.headings.push(Heading { level, id, text });
        Ok(())
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, text: &str) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let language = info.split([' ', ',']).next().unwrap_or("");
        let fence = crate::snippets::Fence::read(info);
        let caption = fence
            .file
            .map(|file| format!("<figcaption><code>{}</code></figcaption>", escape(&file)));
        let block = format!(
            "<pre data-language=\"{0}\" tabindex=\"0\"><code class=\"language-{0}\">{1}</code></pre>",
            escape(language),
            colored(language, text)
        );
        self.note(text);
        self.html(match caption {
            Some(caption) => format!("<figure class=\"file\">{caption}{block}</figure>\n"),
            None => block + "\n",
        });
    }

    fn picture(&mut self, address: &str, text: &str) -> Result<String, String> {
        self.note(text);
        if let Some(drawn) = pictures::drawn(address) {
            return drawn;
        }
        let target = self.resolve.image(address)?;
        Ok(format!("<img src=\"{}\" alt=\"{}\" loading=\"lazy\">", escape(&target), escape(text)))
    }

    fn figure(&mut self, address: &str, text: &str) -> Result<(), String> {
        let element = self.picture(address, text)?;
        let moving = pictures::moves(address);
        let class = match (moving, pictures::drawn(address).is_some()) {
            (true, _) => "film",
            (false, true) => "drawing",
            (false, false) => "picture",
        };
        self.html(format!(
            "<figure class=\"{class}\"><div class=\"frame\" tabindex=\"0\">{element}</div>\
             <figcaption>{}</figcaption></figure>\n",
            escape(text)
        ));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Resolve for Plain {
        fn link(&mut self, target: &str) -> Result<Option<String>, String> {
            Ok((target != "gone").then(|| target.replace(".md", ".html")))
        }
        fn image(&mut self, target: &str) -> Result<String, String> {
            Ok(format!("x/{target}"))
        }
    }

    fn html(text: &str) -> String {
        render(text, &mut Plain).unwrap().html
    }

    #[test]
    fn pages_become_html() {
        let table = [
            ("[a `b`](c.md#d)", "<p><a href=\"c.html#d\">a <code>b</code></a></p>"),
            ("[a](gone)", "<p>a</p>"),
            ("![t](p.png)", "<img src=\"x/p.png\" alt=\"t\""),
            ("a ![t](p.png)", "<p>a <img"),
            ("```toml file=a.toml\nx = 1\n```", "<figcaption><code>a.toml</code>"),
            ("|a|\n|-|\n|b|", "<div class=\"table\""),
            ("## Two words", "<h2 id=\"two-words\">Two words <a"),
            ("## Named {#it}", "<h2 id=\"it\">Named "),
        ];
        for (text, expected) in table {
            assert!(html(text).contains(expected), "{text}: {}", html(text));
        }
    }

    #[test]
    fn anchors_are_unique_and_sections_contain_their_text() {
        let page =
            render("# T\n\nintro `x`\n\n## A b\n\none\n\n## A b\n\ntwo\n", &mut Plain).unwrap();
        let ids: Vec<&str> = page.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["t", "a-b", "a-b-1"]);
        let texts: Vec<&str> = page.sections.iter().map(|section| section.text.trim()).collect();
        assert_eq!(texts, ["", "intro x", "one", "two"]);
    }
}
