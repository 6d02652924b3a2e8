//! Tiles: porcelain while they are loose, dark glaze once they are set.

use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::geometry::{Bounds, Path, Point, number};
use crate::metrics::{self, Weight};
use crate::numbers::brief;
use crate::outline::Outline;
use crate::theme::TextRole;
use tilewright_tiles::{Tile, TileSet};

/// The share of its cell that a tile fills.
const FILL: f64 = 0.91;
/// How far a tile's lower edge shows.
const LIP: f64 = 1.9;
/// The most sides of a stack that are drawn.
const MAX_SIDES: u32 = 4;

/// The visible parts of a tile.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TileFace {
    pub letter: String,
    pub value: i32,
    pub blank: bool,
    pub loose: bool,
    /// The number of tiles on the cell, this one counted.
    pub height: u32,
}

impl TileFace {
    /// What a tile of a set shows.
    pub fn new(tiles: &TileSet, tile: Tile, loose: bool, height: u32) -> TileFace {
        let alphabet = tiles.alphabet();
        let letter = if tile.letter.index() < alphabet.len() {
            alphabet.data(tile.letter).symbol.to_string()
        } else {
            "?".to_string()
        };
        let kind = tiles.kinds().get(tile.kind.index());
        TileFace {
            letter,
            value: kind.map_or(0, |kind| kind.score),
            blank: kind.is_some_and(|kind| kind.is_blank()),
            loose,
            height,
        }
    }

    /// Whether the value is drawn: a blank that is worth nothing has none.
    pub fn shows_value(&self) -> bool {
        !self.blank || self.value != 0
    }

    /// In words: `D, 2 points, height 3`.
    pub fn words(&self) -> String {
        let mut words = self.letter.clone();
        if self.blank {
            words.push_str(", blank");
        }
        let unit = if self.value == 1 { "point" } else { "points" };
        words.push_str(&format!(", {} {unit}", self.value));
        if self.height > 1 {
            words.push_str(&format!(", height {}", self.height));
        }
        if self.loose {
            words.push_str(", just placed");
        }
        words
    }
}

/// Draws a tile on the cell around the origin.
pub(crate) fn draw(canvas: &mut Canvas<'_>, face: &TileFace, outline: &Outline) {
    let sides = face.height.saturating_sub(1).min(MAX_SIDES);
    if sides == 0 {
        return body(canvas, face, outline);
    }
    // A stack stays inside its cell: the higher it is, the smaller it is drawn.
    let rise = 2.6 * f64::from(sides);
    let tall = outline.bounds().height() * FILL;
    let scale = (tall / (tall + rise) * 100.0).round() / 100.0;
    let low = rise / 2.0 * scale;
    canvas.placed(Point::new(0.0, low), scale, |canvas| {
        let theme = canvas.theme;
        for side in 0..sides {
            let at = Point::new(0.0, LIP - 2.6 * f64::from(side));
            let path = outline.path(Path::new(), at, FILL, 5.0);
            canvas.path(&path, &Paint::fill(theme.tile_layer).outlined(theme.tile_set_low, 0.7));
        }
        canvas.placed(Point::new(0.0, -rise), 1.0, |canvas| body(canvas, face, outline));
    });
    badge(canvas, face.height, outline);
}

fn body(canvas: &mut Canvas<'_>, face: &TileFace, outline: &Outline) {
    let theme = canvas.theme;
    let (ground, low, letter_role, value_role) = if face.loose {
        (theme.tile_loose, theme.tile_loose_low, TextRole::LooseLetter, TextRole::LooseValue)
    } else {
        (theme.tile_set, theme.tile_set_low, TextRole::SetLetter, TextRole::SetValue)
    };
    let lip = outline.path(Path::new(), Point::new(0.0, LIP), FILL, 5.0);
    canvas.path(&lip, &Paint::fill(low));
    let top = outline.path(Path::new(), Point::default(), FILL, 5.0);
    canvas.path(&top, &Paint::fill(ground));
    let edge = outline.path(Path::new(), Point::default(), FILL * 0.965, 4.4);
    let edge_paint = if face.loose {
        Paint::stroke(theme.tile_loose_edge, 1.5)
    } else {
        Paint::stroke(theme.tile_set_high, 0.9)
    };
    canvas.path(&edge, &edge_paint);
    if face.blank {
        let frame = outline.path(Path::new(), Point::default(), 0.74, 3.2);
        let dashed = Paint::stroke(canvas.theme.text(value_role).0, 1.0);
        canvas.path(&frame, &dashed.with("stroke-dasharray=\"2.2 1.8\""));
    }
    letter(canvas, face, outline, letter_role);
    if face.shows_value() {
        let (at, ends, size) = outline.value;
        let text = brief(face.value);
        let size = metrics::fit(&text, size, Weight::Bold, 13.0);
        canvas.text(&Text {
            at,
            text: &text,
            size,
            weight: Weight::Bold,
            anchor: if ends { Anchor::End } else { Anchor::Middle },
            role: value_role,
        });
    }
}

fn letter(canvas: &mut Canvas<'_>, face: &TileFace, outline: &Outline, role: TextRole) {
    let (room, size, rise) = outline.letter;
    let room = if face.blank { room * 0.86 } else { room };
    // Letters of several characters are smaller from the start, so that they look alike.
    let size = if face.letter.chars().count() > 1 { size * 0.8 } else { size };
    let size = metrics::fit(&face.letter, size, Weight::Bold, room);
    // Beside a value in the corner the letter moves a little out of its way.
    let aside = if face.shows_value() && outline.value.1 { -1.6 } else { 0.0 };
    canvas.text(&Text {
        at: Point::new(aside, rise),
        text: &face.letter,
        size,
        weight: Weight::Bold,
        anchor: Anchor::Middle,
        role,
    });
}

fn badge(canvas: &mut Canvas<'_>, height: u32, outline: &Outline) {
    let theme = canvas.theme;
    let text = height.to_string();
    let width = (metrics::width(&text, 9.0, Weight::Bold) + 5.0).max(12.0);
    let corner = outline.bounds();
    let left = corner.left.max(-19.3);
    let bounds = Bounds::around(left, -19.3, width, 12.0);
    canvas.rect(&bounds, 4.0, &Paint::fill(theme.saffron).outlined(theme.surface, 0.8));
    canvas.text(&Text {
        at: Point::new(left + width / 2.0, -13.3),
        text: &text,
        size: 9.0,
        weight: Weight::Bold,
        anchor: Anchor::Middle,
        role: TextRole::Badge,
    });
}

/// The ring around the current tile of an account.
pub(crate) fn ring(canvas: &mut Canvas<'_>, outline: &Outline, width: f64) {
    let accent = canvas.theme.accent;
    let path = outline.path(Path::new(), Point::default(), FILL, 5.0);
    let paint = Paint::stroke(accent, width).with(&format!("opacity=\"{}\"", number(0.9)));
    canvas.path(&path, &paint);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;
    use tilewright_board::CellShape;

    #[test]
    fn tiles_stay_on_their_cells() {
        let theme = Theme::dark();
        let letters = ["W", "LL", "NG", "ŒUVRES", "IJSVOGEL", "ש", "国国国国"];
        for shape in [CellShape::Square, CellShape::Hexagon, CellShape::Disc] {
            let outline = Outline::of(shape);
            let allowed = outline.bounds().grown(1.2);
            for letter in letters {
                for height in [1, 2, 3, 5, 9, 255] {
                    for blank in [false, true] {
                        let face = TileFace {
                            letter: letter.to_string(),
                            value: 99_999,
                            blank,
                            loose: blank,
                            height,
                        };
                        let mut canvas = Canvas::new(&theme, String::new());
                        draw(&mut canvas, &face, outline);
                        let covered = canvas.covered();
                        let inside = allowed.contains(Point::new(covered.left, covered.top))
                            && allowed.contains(Point::new(covered.right, covered.bottom));
                        assert!(inside, "{letter} {height} on {shape:?}: {covered:?}");
                    }
                }
            }
        }
    }
}
