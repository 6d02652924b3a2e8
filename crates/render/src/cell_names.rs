//! Cell labels: the names of cells on the command line, written into the cells.

use crate::BoardPicture;
use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::geometry::{Bounds, Point};
use crate::metrics::{self, Weight};
use crate::outline::Outline;
use crate::theme::TextRole;
use tilewright_board::{CellId, PremiumKind};
use tilewright_rules::CellLabel;

/// How far a label and a star move up to make room for a name.
pub(crate) const RISE: f64 = 4.2;

/// How far apart the dots in the corners of a square are, on the inside and on the outside.
const BETWEEN_DOTS: f64 = 21.0;
const ACROSS_DOTS: f64 = 31.4;

/// The position and the largest size of a name on its cell.
struct Spot {
    y: f64,
    size: f64,
    /// The left limit, if the badge of a stack takes the space there.
    left: Option<f64>,
}

/// Writes the name into the cell around the origin, on top of its contents.
pub(crate) fn draw(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, cell: CellId) {
    let data = picture.topology.cell(cell);
    let Some(coord) = picture.topology.from_cell_id(cell) else { return };
    let outline = Outline::of(data.shape);
    let face = picture.face(cell);
    let kind = picture.visible_premium(cell);
    let (spot, role) = match &face {
        Some(face) => {
            let left = (face.height > 1).then_some(-6.6);
            let role = if face.loose { TextRole::LooseValue } else { TextRole::SetValue };
            (Spot { y: outline.name_height, size: 6.8, left }, role)
        }
        None => {
            let plain = kind.is_none() && !picture.is_start(cell);
            let (y, size) = if plain { (0.0, 10.0) } else { (11.4, 8.2) };
            let role = TextRole::Premium(kind.unwrap_or(PremiumKind::Regular));
            (Spot { y, size, left: None }, role)
        }
    };
    let text = CellLabel::Coord(coord).to_string();
    let right = outline.room(2.0 * spot.y.abs() + spot.size, 2.2) / 2.0;
    let left = spot.left.unwrap_or(-right).max(-right);
    let size = metrics::fit(&text, spot.size, Weight::Bold, right - left);
    let at = Point::new((left + right) / 2.0, spot.y);
    if face.is_none() {
        // Patterns end before the name; dots in the corners are seen whole or not at all.
        let wide = metrics::width(&text, size, Weight::Bold) + 2.0;
        let wide = if wide > BETWEEN_DOTS { ACROSS_DOTS.min(2.0 * right) } else { wide };
        let plate = Bounds::around(at.x - wide / 2.0, at.y - size * 0.55, wide, size * 1.1);
        let ground = canvas.theme.text(role).1;
        canvas.rect(&plate, 2.0, &Paint::fill(ground));
    }
    let (text, weight, anchor) = (text.as_str(), Weight::Bold, Anchor::Middle);
    canvas.text(&Text { at, text, size, weight, anchor, role });
}
