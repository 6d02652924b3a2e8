//! Lines from point to point.

use super::frame::{Frame, Size, number};

/// Lines with at most this many points have a mark on each.
const MARKED: usize = 80;

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Half the width of the interval around each point, if it has one.
    pub widths: Option<Vec<f64>>,
}

/// Lines from point to point.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// The id on the page.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The same in words.
    pub description: String,
    /// What lies across.
    pub across: String,
    /// What follows the numbers of the axis upward.
    pub suffix: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether zero is shown in any case.
    pub from_zero: bool,
    /// A line across at this number.
    pub reference: Option<f64>,
}

/// The mark of a series, so that lines differ by shape too.
fn mark(frame: &mut Frame, series: usize, (x, y): (f64, f64)) {
    let [px, py] = [x, y].map(number);
    let class = series % 4 + 1;
    frame.raw(&match series % 4 {
        0 => format!("<circle class=\"o{class}\" cx=\"{px}\" cy=\"{py}\" r=\"3\"/>"),
        1 => {
            let [left, top] = [x - 2.8, y - 2.8].map(number);
            format!(
                "<rect class=\"o{class}\" x=\"{left}\" y=\"{top}\" width=\"5.6\" height=\"5.6\"/>"
            )
        }
        2 => format!("<path class=\"o{class}\" d=\"M{px} {py}m0-3.8l3.6 6.4h-7.2z\"/>"),
        _ => format!("<path class=\"o{class}\" d=\"M{px} {py}m0-4l4 4l-4 4l-4-4z\"/>"),
    });
}

impl LineChart {
    /// Draws it.
    pub fn svg(&self, size: Size) -> String {
        let several = self.lines.len() > 1;
        let mut frame = Frame::new(size, several);
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for line in &self.lines {
            for (place, (_, y)) in line.points.iter().enumerate() {
                let width = line.widths.as_ref().and_then(|w| w.get(place)).copied().unwrap_or(0.0);
                (low, high) = (low.min(y - width), high.max(y + width));
            }
        }
        for fixed in self.from_zero.then_some(0.0).into_iter().chain(self.reference) {
            (low, high) = (low.min(fixed), high.max(fixed));
        }
        if !(low.is_finite() && high.is_finite()) {
            (low, high) = (0.0, 1.0);
        }
        let room = ((high - low) * 0.06).max(1e-6);
        let low = if self.from_zero && low >= 0.0 { 0.0 } else { low - room };
        let up = frame.upward((low, high + room), &self.suffix);
        let first = points().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
        let last = points().map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
        let (first, last) =
            if first.is_finite() { (first, last.max(first + 1.0)) } else { (0.0, 1.0) };
        let across = frame.across((first, last), &self.across, true);
        if let Some(reference) = self.reference {
            let (left, _, right, _) = frame.area;
            frame.line("mark", (left, up.at(reference)), (right, up.at(reference)));
        }
        for (series, line) in self.lines.iter().enumerate() {
            let at = |(x, y): (f64, f64)| (across.at(x), up.at(y));
            if let Some(widths) = &line.widths {
                let upper =
                    line.points.iter().zip(widths).map(|((x, y), width)| at((*x, y + width)));
                let lower =
                    line.points.iter().zip(widths).map(|((x, y), width)| at((*x, y - width)));
                let band: Vec<_> = upper.chain(lower.rev()).collect();
                frame.raw(&format!("<path class=\"b{}\" d=\"{}Z\"/>", series % 4 + 1, path(&band)));
            }
            let points: Vec<_> = line.points.iter().copied().map(at).collect();
            frame.raw(&format!("<path class=\"l{}\" d=\"{}\"/>", series % 4 + 1, path(&points)));
            if points.len() <= MARKED {
                points.iter().for_each(|point| mark(&mut frame, series, *point));
            }
        }
        if several {
            let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
            frame.legend(&names, |frame, series, (x, y)| {
                frame.line(&format!("l{}", series % 4 + 1), (x, y), (x + 18.0, y));
                mark(frame, series, (x + 9.0, y));
            });
        }
        frame.finish(&self.id, &self.title, &self.description)
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (place, (x, y)) in points.iter().enumerate() {
        let step = if place == 0 { 'M' } else { 'L' };
        path.push_str(&format!("{step}{} {}", number(*x), number(*y)));
    }
    path
}
