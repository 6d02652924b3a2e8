//! Bars with intervals, one below the other.

use super::frame::{Anchor, Frame, Size, TEXT, text_width};
use super::scale::{Scale, nice_ticks, tick_text};

/// The height of a bar.
const BAR: f64 = 15.0;

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its length, for each series.
    pub values: Vec<f64>,
    /// Half the widths of the intervals around them; 0 for none.
    pub widths: Vec<f64>,
    /// What stands behind it, for each series.
    pub texts: Vec<String>,
}

/// Bars, one below the other, in groups if there are several series.
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart {
    /// The id on the page.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The same in words.
    pub description: String,
    /// What lies across.
    pub across: String,
    /// What follows the numbers of the axis.
    pub suffix: String,
    /// The names of the series.
    pub series: Vec<String>,
    /// The bars.
    pub bars: Vec<Bar>,
    /// A line at this number, from which bars begin.
    pub base: f64,
}

impl BarChart {
    /// Draws it, as high as it needs to be.
    pub fn svg(&self, width: f64) -> String {
        let several = self.series.len() > 1;
        let group = BAR * self.series.len().max(1) as f64 + 8.0;
        let height =
            10.0 + if several { 20.0 } else { 0.0 } + group * self.bars.len() as f64 + 38.0;
        let mut frame = Frame::new(Size { width, height }, several);
        let names = self.bars.iter().map(|bar| text_width(&bar.name, TEXT)).fold(0.0, f64::max);
        let texts = || self.bars.iter().flat_map(|bar| &bar.texts);
        let behind = texts().map(|text| text_width(text, TEXT)).fold(0.0, f64::max);
        frame.area.0 = (names + 10.0).min(width * 0.42);
        frame.area.2 -= behind + 4.0;
        let (mut low, mut high) = (self.base, self.base);
        for bar in &self.bars {
            for (value, half) in
                bar.values.iter().zip(bar.widths.iter().chain(std::iter::repeat(&0.0)))
            {
                (low, high) = (low.min(value - half), high.max(value + half));
            }
        }
        if high <= low {
            high = low + 1.0;
        }
        let scale = self.axis(&mut frame, (low, high));
        let (left, top, _, bottom) = frame.area;
        for (place, bar) in self.bars.iter().enumerate() {
            let from = top + place as f64 * group + 4.0;
            let middle = from + (group - 8.0) / 2.0 + TEXT * 0.36;
            frame.text((left - 6.0, middle), Anchor::End, &bar.name);
            for (series, value) in bar.values.iter().enumerate() {
                let y = from + series as f64 * BAR;
                let half = bar.widths.get(series).copied().unwrap_or(0.0);
                self.bar(&mut frame, &scale, series, (y, *value, half));
                let text = bar.texts.get(series).map_or("", String::as_str);
                let end = scale.at((value + half).max(self.base)) + 5.0;
                frame.text((end, y + BAR * 0.5 + TEXT * 0.33), Anchor::Start, text);
            }
        }
        let base = scale.at(self.base);
        frame.line("axis", (base, top), (base, bottom));
        if several {
            let names: Vec<&str> = self.series.iter().map(String::as_str).collect();
            frame.legend(&names, |frame, series, (x, y)| {
                let class = format!("f{}", series % 4 + 1);
                frame.rect(&class, x, y - 5.0, 18.0, 10.0);
                hatch(frame, series, (x, y - 5.0, 18.0, 10.0));
            });
        }
        frame.finish(&self.id, &self.title, &self.description)
    }

    fn axis(&self, frame: &mut Frame, domain: (f64, f64)) -> Scale {
        let (left, top, right, bottom) = frame.area;
        let scale = Scale { domain, range: (left, right) };
        let text = |tick: f64, ticks: &[f64]| format!("{}{}", tick_text(tick, ticks), self.suffix);
        let fits = |ticks: &Vec<f64>| match ticks.as_slice() {
            [one, two, ..] => {
                let widest = ticks
                    .iter()
                    .map(|tick| text_width(&text(*tick, ticks), TEXT))
                    .fold(0.0, f64::max);
                widest + 8.0 <= scale.at(*two) - scale.at(*one)
            }
            _ => true,
        };
        // Without room for two texts there are none.
        let ticks = (2..=8).rev().map(|most| nice_ticks(domain.0, domain.1, most)).find(fits);
        let ticks: Vec<f64> = ticks.into_iter().flatten().collect();
        for tick in &ticks {
            let x = scale.at(*tick);
            frame.line("grid", (x, top), (x, bottom));
            frame.text((x, bottom + 14.0), Anchor::Middle, &text(*tick, &ticks));
        }
        frame.text(((left + right) / 2.0, frame.size.height - 6.0), Anchor::Middle, &self.across);
        scale
    }

    fn bar(
        &self,
        frame: &mut Frame,
        scale: &Scale,
        series: usize,
        (y, value, half): (f64, f64, f64),
    ) {
        let (base, end) = (scale.at(self.base), scale.at(value));
        let bounds = (base.min(end), y + 1.0, (end - base).abs(), BAR - 3.0);
        frame.rect(&format!("f{}", series % 4 + 1), bounds.0, bounds.1, bounds.2, bounds.3);
        hatch(frame, series, bounds);
        if half > 0.0 {
            let (from, to) = (scale.at(value - half), scale.at(value + half));
            let middle = y + BAR / 2.0 - 0.5;
            frame.line("err", (from, middle), (to, middle));
            for end in [from, to] {
                frame.line("err", (end, middle - 3.0), (end, middle + 3.0));
            }
        }
    }
}

/// Stripes over every series but the first, so that bars differ by more than colour.
fn hatch(frame: &mut Frame, series: usize, (x, y, width, height): (f64, f64, f64, f64)) {
    if series == 0 || width < 4.0 {
        return;
    }
    let gap = if series == 1 { 7.0 } else { 4.5 };
    let mut at = x + 3.0;
    while at + height * 0.5 < x + width {
        frame.line("hatch", (at, y + height), (at + height * 0.5, y));
        at += gap;
    }
}
