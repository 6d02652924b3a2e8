//! Heat maps: how often something happened on each cell.

use crate::BoardPicture;
use crate::board;
use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::edges;
use crate::geometry::{Bounds, Path, Point};
use crate::layout::Layout;
use crate::metrics::{self, Weight};
use crate::outline::Outline;
use crate::theme::TextRole;

/// How strongly each level covers its cell, in hundredths. Between the fourth and the fifth the
/// ink changes, so that numbers stay readable on all of them.
const COVER: [u32; Heat::LEVELS as usize + 1] = [0, 10, 20, 31, 42, 84, 100];
/// From this level on, numbers have the ink of the accent.
const INVERTED: u8 = 5;

/// The entry of one cell in a heat map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeatCell {
    /// How hot it is: 0 for not at all, at most [`Heat::LEVELS`].
    pub level: u8,
    /// A short text on the cell, such as a number.
    pub text: String,
    /// The same in words, for the tooltip.
    pub words: String,
}

/// How hot the cells of a board are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heat {
    /// By cell; cells without an entry are left plain.
    pub cells: Vec<Option<HeatCell>>,
    /// What each level means, from 0 on: the legend.
    pub legend: Vec<String>,
    /// Whether premium squares show their label too.
    pub labels: bool,
}

impl Heat {
    /// The highest level.
    pub const LEVELS: u8 = 6;
}

fn cover(level: u8) -> u32 {
    COVER[usize::from(level.min(Heat::LEVELS))]
}

fn role(level: u8) -> TextRole {
    if level >= INVERTED { TextRole::OnAccent } else { TextRole::Main }
}

/// Draws the board with its heat instead of premiums and tiles.
pub(crate) fn draw(
    canvas: &mut Canvas<'_>,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    heat: &Heat,
) {
    board::frames(canvas, picture, layout);
    edges::draw(canvas, picture.topology, layout);
    for panel in &layout.panels {
        for cell in &panel.cells {
            let Some(at) = layout.place(*cell) else { continue };
            let outline = Outline::of(picture.topology.cell(*cell).shape);
            let entry = heat.cells.get(cell.index()).and_then(Option::as_ref);
            let premium = picture.premium(*cell).filter(|_| heat.labels);
            canvas.group("", |canvas| {
                let mut words = vec![layout.name(picture.topology, *cell)];
                words.extend(premium.map(|kind| kind.title()));
                words.extend(entry.map(|entry| entry.words.clone()));
                canvas.tooltip(&words.join(", "));
                canvas.placed(at, 1.0, |canvas| {
                    ground(canvas, outline, entry);
                    let label = premium.map(|kind| kind.label());
                    texts(canvas, outline, entry, label.as_deref());
                });
            });
        }
        board::names(canvas, picture, layout, panel);
    }
}

fn ground(canvas: &mut Canvas<'_>, outline: &Outline, entry: Option<&HeatCell>) {
    let path = outline.path(Path::new(), Point::default(), 1.0, 3.0);
    let (cell, accent) = (canvas.theme.cell, canvas.theme.accent);
    canvas.path(&path, &Paint::fill(cell));
    let share = entry.map_or(0, |entry| cover(entry.level));
    if share > 0 {
        let opacity = format!("fill-opacity=\"{}\"", f64::from(share) / 100.0);
        canvas.path(&path, &Paint::fill(accent).with(&opacity));
    }
}

fn texts(
    canvas: &mut Canvas<'_>,
    outline: &Outline,
    entry: Option<&HeatCell>,
    label: Option<&str>,
) {
    let Some(entry) = entry else { return };
    let role = role(entry.level);
    let mut line = |text: &str, y: f64, size: f64, weight: Weight| {
        let room = outline.room(2.0 * y.abs() + size, 3.0).max(10.0);
        let wide = metrics::width(text, size, weight);
        let size = if wide > room { size * room / wide } else { size };
        let at = Point::new(0.0, y);
        canvas.text(&Text { at, text, size, weight, anchor: Anchor::Middle, role });
    };
    match label {
        Some(label) if !entry.text.is_empty() => {
            line(label, -8.5, 9.5, Weight::Regular);
            line(&entry.text, 6.5, 13.0, Weight::Bold);
        }
        _ => line(&entry.text, 0.0, 13.0, Weight::Bold),
    }
}

/// The legend below what has been drawn: a swatch for every level.
pub(crate) fn legend(canvas: &mut Canvas<'_>, layout: &Layout, heat: &Heat) {
    let covered = canvas.covered();
    let widest = layout.panels.iter().map(|panel| panel.bounds.width()).fold(0.0, f64::max);
    let scale = (widest / 560.0).clamp(1.0, 4.0);
    let scale = (scale * 100.0).round() / 100.0;
    let width = covered.width() / scale;
    let widest = (heat.legend.iter())
        .map(|text| metrics::width(text, 13.0, Weight::Regular))
        .fold(0.0, f64::max);
    let column = widest + 44.0;
    let columns = ((width / column) as usize).clamp(1, heat.legend.len().max(1));
    let left = if layout.right_to_left {
        covered.right - column * columns as f64 * scale
    } else {
        covered.left
    };
    canvas.placed(Point::new(left, covered.bottom + 16.0 * scale), scale, |canvas| {
        for (level, words) in (0u8..).zip(&heat.legend) {
            let (row, place) = (usize::from(level) / columns, usize::from(level) % columns);
            let at = Point::new(place as f64 * column, row as f64 * 26.0 + 10.0);
            let swatch = Bounds::around(at.x, at.y - 9.0, 24.0, 18.0);
            let theme = canvas.theme;
            canvas.rect(&swatch, 3.0, &Paint::fill(theme.cell));
            let opacity = format!("fill-opacity=\"{}\"", f64::from(cover(level)) / 100.0);
            let paint = Paint::fill(theme.accent).outlined(theme.line_strong, 1.0).with(&opacity);
            canvas.rect(&swatch, 3.0, &paint);
            canvas.text(&Text {
                at: Point::new(at.x + 31.0, at.y),
                text: words,
                size: 13.0,
                weight: Weight::Regular,
                anchor: Anchor::Start,
                role: TextRole::Main,
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Theme};

    #[test]
    fn numbers_are_readable_on_every_level() {
        let mix = |ground: u8, ink: u8, share: u32| {
            let (ground, ink) = (u32::from(ground), u32::from(ink));
            ((ground * (100 - share) + ink * share) / 100) as u8
        };
        for theme in Theme::shipped() {
            for level in 0..=Heat::LEVELS {
                let (cell, accent, share) = (theme.cell, theme.accent, cover(level));
                let ground = Color {
                    red: mix(cell.red, accent.red, share),
                    green: mix(cell.green, accent.green, share),
                    blue: mix(cell.blue, accent.blue, share),
                };
                let contrast = theme.text(role(level)).0.contrast(ground);
                assert!(contrast >= 4.5, "{} level {level}: {contrast:.2}", theme.name);
            }
        }
    }
}
