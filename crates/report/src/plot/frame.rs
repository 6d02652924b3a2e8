//! What charts have in common: the picture's frame, texts, axes and the legend.

use super::scale::{Scale, nice_ticks, tick_text};
use crate::html::escape;

/// The size of texts.
pub(super) const TEXT: f64 = 11.0;
/// The room around the plotting area.
const LEFT: f64 = 40.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;

/// The size of a chart, in units that are about a pixel on a phone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Size {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Size {
    /// For a card of a page.
    pub const CARD: Size = Size { width: 360.0, height: 220.0 };
    /// For the whole width of a page on a large screen.
    pub const WIDE: Size = Size { width: 1000.0, height: 260.0 };
}

/// A number without needless digits.
pub(super) fn number(value: f64) -> String {
    let value = (value * 100.0).round() / 100.0;
    if value == 0.0 { "0".to_string() } else { value.to_string() }
}

/// About how wide a text is.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|c| if c.is_ascii_digit() || "ijl.,−%".contains(c) { 0.58 } else { 0.62 })
        .sum::<f64>()
        * size
}

/// Where a text is held.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A chart in the making.
pub(super) struct Frame {
    pub size: Size,
    /// The plotting area: left, top, right, bottom.
    pub area: (f64, f64, f64, f64),
    out: String,
}

impl Frame {
    /// A chart with axes; a legend takes a line above it.
    pub fn new(size: Size, legend: bool) -> Frame {
        let top = TOP + if legend { 20.0 } else { 0.0 };
        let area = (LEFT, top, size.width - RIGHT, size.height - BOTTOM);
        Frame { size, area, out: String::new() }
    }

    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        self.out.push_str(&format!("<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"));
    }

    pub fn rect(&mut self, class: &str, left: f64, top: f64, width: f64, height: f64) {
        let [x, y, w, h] = [left, top, width.max(0.0), height.max(0.0)].map(number);
        self.out.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
        ));
    }

    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.out.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{TEXT}\"{anchor}>{}</text>",
            number(at.0),
            number(at.1),
            escape(text)
        ));
    }

    /// The scale across, with ticks that have room for their texts, and the axis' name.
    pub fn across(&mut self, domain: (f64, f64), name: &str, whole: bool) -> Scale {
        let (left, _, right, bottom) = self.area;
        let scale = Scale { domain, range: (left, right) };
        let fits = |ticks: &[f64]| {
            let widest = ticks
                .iter()
                .map(|tick| text_width(&tick_text(*tick, ticks), TEXT))
                .fold(0.0, f64::max);
            let step = match ticks {
                [one, two, ..] => scale.at(*two) - scale.at(*one),
                _ => f64::INFINITY,
            };
            let whole = !whole || ticks.iter().all(|tick| tick.fract() == 0.0);
            whole && widest + 8.0 <= step
        };
        let ticks =
            (2..=12).rev().map(|most| nice_ticks(domain.0, domain.1, most)).find(|t| fits(t));
        // Without room for two texts there are none.
        let ticks: Vec<f64> = ticks.into_iter().flatten().collect();
        self.line("axis", (left, bottom), (right, bottom));
        for tick in &ticks {
            let x = scale.at(*tick);
            self.line("axis", (x, bottom), (x, bottom + 4.0));
            self.text((x, bottom + 16.0), Anchor::Middle, &tick_text(*tick, &ticks));
        }
        self.text(((left + right) / 2.0, self.size.height - 6.0), Anchor::Middle, name);
        scale
    }

    /// The scale upward, with lines across at its ticks; `suffix` follows their numbers.
    pub fn upward(&mut self, domain: (f64, f64), suffix: &str) -> Scale {
        let (left, top, right, bottom) = self.area;
        let scale = Scale { domain, range: (bottom, top) };
        let most = (((bottom - top) / 28.0) as usize).clamp(2, 8);
        let ticks = nice_ticks(domain.0, domain.1, most);
        for tick in &ticks {
            let y = scale.at(*tick);
            self.line("grid", (left, y), (right, y));
            let text = format!("{}{suffix}", tick_text(*tick, &ticks));
            self.text((left - 5.0, y + TEXT * 0.36), Anchor::End, &text);
        }
        scale
    }

    /// The names of the series, each with a sample of what it looks like.
    pub fn legend(&mut self, names: &[&str], sample: impl Fn(&mut Frame, usize, (f64, f64))) {
        let mut x = self.area.0.min(LEFT);
        let room = (self.size.width - RIGHT - x) / names.len().max(1) as f64 - 37.0;
        for (index, name) in names.iter().enumerate() {
            sample(self, index, (x, 12.0));
            let mut shown = (*name).to_string();
            while text_width(&shown, TEXT) > room.max(24.0) && shown.chars().count() > 2 {
                shown.pop();
                if !shown.ends_with('…') {
                    shown.pop();
                    shown.push('…');
                }
            }
            self.text((x + 23.0, 12.0 + TEXT * 0.36), Anchor::Start, &shown);
            x += 23.0 + text_width(&shown, TEXT) + 14.0;
        }
    }

    /// The finished chart; `id` must be its own on the page.
    pub fn finish(self, id: &str, title: &str, description: &str) -> String {
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\
             <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>{}</svg>",
            number(self.size.width),
            number(self.size.height),
            escape(title),
            escape(description),
            self.out
        )
    }
}
