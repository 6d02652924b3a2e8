//! Small pictures of boards for lists: cells, premiums and tiles as dots of colour.

use crate::BoardPicture;
use crate::geometry::{Bounds, number};
use crate::layout::{Layout, Part};
use crate::outline::Outline;
use std::collections::BTreeMap;

/// Units of a thumbnail for each unit of a picture; a cell is 40 of those.
const SCALE: f64 = 0.25;

/// Draws a small picture of a board, about 2 kB for 225 cells: no letters, no names, no legend.
///
/// Every colour is one path. A cell is a line without length, whose ends have the shape of a cell.
pub fn thumbnail_svg(picture: &BoardPicture<'_>) -> String {
    let theme = &picture.options.theme;
    let layout = Layout::new(picture.topology, picture.options.right_to_left, &Part::default());
    let (mut paths, mut bounds) = (BTreeMap::<(String, &str), String>::new(), Bounds::EMPTY);
    for cell in layout.panels.iter().flat_map(|panel| &panel.cells) {
        let Some(at) = layout.place(*cell) else { continue };
        let outline = Outline::of(picture.topology.cell(*cell).shape);
        let color = match (picture.face(*cell), picture.visible_premium(*cell)) {
            (Some(_), _) => theme.tile_set,
            (None, Some(kind)) => theme.premium(kind).ground,
            (None, None) => theme.cell,
        };
        let at = at.scaled(SCALE);
        bounds.add(at);
        let path = paths.entry((color.to_string(), outline.cap())).or_default();
        path.push_str(&format!("M{} {}h0", number(at.x), number(at.y)));
    }
    let room = bounds.grown(7.0);
    let [left, top, width, height] =
        [room.left, room.top, room.width().max(1.0), room.height().max(1.0)].map(number);
    let drawn: String = paths
        .iter()
        .map(|((color, cap), path)| {
            format!("<path stroke=\"{color}\" stroke-linecap=\"{cap}\" d=\"{path}\"/>")
        })
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\">\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\
         <g fill=\"none\" stroke-width=\"9\">{drawn}</g></svg>",
        theme.board
    )
}
