//! The SVG writer. It sums up the boxes of all elements, so that the picture's frame contains
//! everything.

use crate::geometry::{Bounds, CELL, Path, Point, number};
use crate::metrics::{self, Weight};
use crate::theme::TextRole;
use crate::{Color, Theme};

/// System fonts only; the last one always exists.
pub(crate) const FONTS: &str = "'Avenir Next','Segoe UI Variable Display','Segoe UI',Roboto,\
'Noto Sans','Noto Sans Hebrew','Noto Sans Arabic',Ubuntu,Cantarell,'DejaVu Sans Condensed',\
'Helvetica Neue',system-ui,sans-serif";

/// The horizontal alignment of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a shape is filled and outlined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paint {
    fill: Option<Color>,
    stroke: Option<(Color, f64)>,
    extra: String,
}

impl Paint {
    pub fn fill(color: Color) -> Paint {
        Paint { fill: Some(color), ..Paint::default() }
    }

    pub fn stroke(color: Color, width: f64) -> Paint {
        Paint { stroke: Some((color, width)), ..Paint::default() }
    }

    pub fn outlined(mut self, color: Color, width: f64) -> Paint {
        self.stroke = Some((color, width));
        self
    }

    /// Further attributes, such as `stroke-dasharray="2 2"`.
    pub fn with(mut self, extra: &str) -> Paint {
        self.extra.push(' ');
        self.extra.push_str(extra);
        self
    }

    fn attributes(&self) -> String {
        let mut text = match self.fill {
            Some(color) => format!("fill=\"{color}\""),
            None => "fill=\"none\"".to_string(),
        };
        if let Some((color, width)) = self.stroke {
            text.push_str(&format!(" stroke=\"{color}\" stroke-width=\"{}\"", number(width)));
        }
        text.push_str(&self.extra);
        text
    }

    fn reach(&self) -> f64 {
        self.stroke.map_or(0.0, |(_, width)| width / 2.0)
    }
}

/// A text to draw; the point is on its middle line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    pub at: Point,
    pub text: &'t str,
    pub size: f64,
    pub weight: Weight,
    pub anchor: Anchor,
    pub role: TextRole,
}

/// A picture under construction.
pub(crate) struct Canvas<'p> {
    pub theme: &'p Theme,
    /// In front of every id, so that several pictures may share a page.
    pub prefix: String,
    out: String,
    definitions: String,
    bounds: Bounds,
    /// Where units are: offset and scale of the open groups.
    frames: Vec<(Point, f64)>,
    /// Above 0: nothing is written, boxes still count.
    muted: u32,
    /// Whether elements go to the definitions and have no box.
    defining: bool,
    /// The number of paths with an id.
    paths: u32,
}

impl<'p> Canvas<'p> {
    pub fn new(theme: &'p Theme, prefix: String) -> Canvas<'p> {
        Canvas {
            theme,
            prefix,
            out: String::new(),
            definitions: String::new(),
            bounds: Bounds::EMPTY,
            frames: vec![(Point::default(), 1.0)],
            muted: 0,
            defining: false,
            paths: 0,
        }
    }

    /// Writes raw text.
    pub fn raw(&mut self, text: &str) {
        if self.defining {
            self.definitions.push_str(text);
        } else if self.muted == 0 {
            self.out.push_str(text);
        }
    }

    /// Writes what `draw` draws into the definitions.
    pub fn define(&mut self, draw: impl FnOnce(&mut Canvas<'p>)) {
        let before = (self.bounds, self.defining);
        self.defining = true;
        self.frames.push((Point::default(), 1.0));
        draw(self);
        self.frames.pop();
        (self.bounds, self.defining) = before;
    }

    /// Counts the boxes of what `draw` draws without writing it, if `hidden`.
    pub fn unless(&mut self, hidden: bool, draw: impl FnOnce(&mut Canvas<'p>)) {
        self.muted += u32::from(hidden);
        draw(self);
        self.muted -= u32::from(hidden);
    }

    /// A group with attributes.
    pub fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Canvas<'p>)) {
        self.raw("<g");
        if !attributes.is_empty() {
            self.raw(" ");
            self.raw(attributes);
        }
        self.raw(">");
        draw(self);
        self.raw("</g>");
    }

    /// A group with its own origin and scale.
    pub fn placed(&mut self, at: Point, scale: f64, draw: impl FnOnce(&mut Canvas<'p>)) {
        let (origin, factor) = self.frame();
        self.frames.push((origin.plus(at.scaled(factor)), factor * scale));
        let mut transform = format!("transform=\"translate({} {})", number(at.x), number(at.y));
        if scale != 1.0 {
            transform.push_str(&format!(" scale({})", number(scale)));
        }
        transform.push('"');
        self.group(&transform, draw);
        self.frames.pop();
    }

    fn frame(&self) -> (Point, f64) {
        self.frames.last().copied().unwrap_or((Point::default(), 1.0))
    }

    /// Counts a box.
    pub fn cover(&mut self, bounds: &Bounds) {
        if self.defining || bounds.is_empty() {
            return;
        }
        let (origin, factor) = self.frame();
        for (x, y) in [(bounds.left, bounds.top), (bounds.right, bounds.bottom)] {
            self.bounds.add(origin.plus(Point::new(x, y).scaled(factor)));
        }
    }

    /// The area covered so far.
    pub fn covered(&self) -> Bounds {
        self.bounds
    }

    /// A tooltip for the open group.
    pub fn tooltip(&mut self, text: &str) {
        self.raw(&format!("<title>{}</title>", escape(text)));
    }

    pub fn path(&mut self, path: &Path, paint: &Paint) {
        self.cover(&path.bounds.grown(paint.reach()));
        self.raw(&format!("<path d=\"{}\" {}/>", path.data, paint.attributes()));
    }

    /// A path in two paints, one over the other; its data is written once.
    pub fn path_twice(&mut self, path: &Path, under: &Paint, over: &Paint) {
        let id = format!("{}-path{}", self.prefix, self.paths);
        self.paths += 1;
        self.cover(&path.bounds.grown(under.reach().max(over.reach())));
        let data = format!("<path id=\"{id}\" d=\"{}\"/>", path.data);
        self.define(|canvas| canvas.raw(&data));
        for paint in [under, over] {
            self.raw(&format!("<use href=\"#{id}\" {}/>", paint.attributes()));
        }
    }

    pub fn rect(&mut self, bounds: &Bounds, radius: f64, paint: &Paint) {
        self.cover(&bounds.grown(paint.reach()));
        self.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>",
            number(bounds.left),
            number(bounds.top),
            number(bounds.width()),
            number(bounds.height()),
            number(radius),
            paint.attributes()
        ));
    }

    pub fn circle(&mut self, center: Point, radius: f64, paint: &Paint) {
        let bounds =
            Bounds::around(center.x - radius, center.y - radius, 2.0 * radius, 2.0 * radius);
        self.cover(&bounds.grown(paint.reach()));
        self.raw(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
            number(center.x),
            number(center.y),
            number(radius),
            paint.attributes()
        ));
    }

    pub fn text(&mut self, text: &Text<'_>) {
        let wide = metrics::width(text.text, text.size, text.weight);
        let (left, anchor) = match text.anchor {
            Anchor::Start => (text.at.x, ""),
            Anchor::Middle => (text.at.x - wide / 2.0, " text-anchor=\"middle\""),
            Anchor::End => (text.at.x - wide, " text-anchor=\"end\""),
        };
        self.cover(&Bounds::around(left, text.at.y - text.size * 0.5, wide, text.size));
        let weight = match text.weight {
            Weight::Regular => "",
            Weight::Bold => " font-weight=\"600\"",
        };
        self.raw(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} fill=\"{}\">{}</text>",
            number(text.at.x),
            number(text.at.y + text.size * 0.36),
            number(text.size),
            self.theme.text(text.role).0,
            escape(text.text)
        ));
    }

    /// A copy of a definition; `bounds` is its box.
    pub fn copy(&mut self, id: &str, at: Point, bounds: &Bounds) {
        self.cover(&Bounds::around(
            at.x + bounds.left,
            at.y + bounds.top,
            bounds.width(),
            bounds.height(),
        ));
        self.raw(&format!(
            "<use href=\"#{}-{id}\" x=\"{}\" y=\"{}\"/>",
            self.prefix,
            number(at.x),
            number(at.y)
        ));
    }

    /// The drawn elements, without the `svg` element.
    pub fn into_elements(self) -> String {
        self.out
    }

    /// The finished picture.
    pub fn finish(self, title: &str, description: &str, style: &str, cell_size: u32) -> String {
        let bounds = if self.bounds.is_empty() {
            Bounds::around(0.0, 0.0, CELL, CELL)
        } else {
            self.bounds.grown(16.0)
        };
        let (left, top) = (bounds.left.floor(), bounds.top.floor());
        let (width, height) = ((bounds.right - left).ceil(), (bounds.bottom - top).ceil());
        let scale = f64::from(cell_size.clamp(8, 400)) / CELL;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{prefix}\" width=\"{}\" height=\"{}\" \
             viewBox=\"{} {} {} {}\" role=\"img\" aria-labelledby=\"{prefix}-title {prefix}-desc\" \
             font-family=\"{FONTS}\" stroke-linejoin=\"round\">\
             <title id=\"{prefix}-title\">{}</title><desc id=\"{prefix}-desc\">{}</desc>",
            number((width * scale).round()),
            number((height * scale).round()),
            number(left),
            number(top),
            number(width),
            number(height),
            escape(if title.trim().is_empty() { "Board" } else { title }),
            escape(description),
            prefix = self.prefix,
        );
        if !style.is_empty() {
            svg.push_str(&format!("<style>{style}</style>"));
        }
        if !self.definitions.is_empty() {
            svg.push_str(&format!("<defs>{}</defs>", self.definitions));
        }
        svg.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            number(left),
            number(top),
            number(width),
            number(height),
            self.theme.surface
        ));
        svg.push_str(&self.out);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Escapes a text for XML and HTML; drops characters that neither allows.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// A short id that is the same for the same text (FNV-1a).
pub(crate) fn identity(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("tw{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
