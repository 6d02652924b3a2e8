//! Edges between cells that stand apart, one pattern for each axis.

use crate::Color;
use crate::Theme;
use crate::canvas::{Canvas, Paint};
use crate::geometry::{Path, Point};
use crate::layout::Layout;
use crate::outline::Outline;
use std::collections::BTreeMap;
use tilewright_board::{AxisId, CellId, Topology};

/// Dashes and widths of the first eight axes; later ones are thinner.
const PATTERNS: [(&str, f64); 8] = [
    ("", 3.6),
    ("0.1 6.4", 4.2),
    ("10 5", 3.4),
    ("12 5 0.1 5", 3.6),
    ("3 5", 3.4),
    ("16 5 4 5", 3.4),
    ("10 5 0.1 5 0.1 5", 3.6),
    ("22 6", 3.4),
];

/// The paint of an axis.
pub(crate) fn axis_paint(theme: &Theme, axis: AxisId) -> (Paint, Color) {
    let (dashes, width) = PATTERNS[axis.index() % PATTERNS.len()];
    let width = if axis.index() < PATTERNS.len() { width } else { width * 0.6 };
    let color = theme.edges[axis.index() % theme.edges.len()];
    let mut paint = Paint::stroke(color, width).with("stroke-linecap=\"round\"");
    if !dashes.is_empty() {
        paint = paint.with(&format!("stroke-dasharray=\"{dashes}\""));
    }
    (paint, color)
}

/// Whether lines of an axis are drawn as edges.
pub(crate) fn has_edges(topology: &Topology, axis: AxisId) -> bool {
    topology.lines().any(|line| {
        line.axis == axis && line.cells.windows(2).any(|pair| stands_apart(topology, pair))
    })
}

fn stands_apart(topology: &Topology, pair: &[CellId]) -> bool {
    let apart = |cell: &CellId| Outline::of(topology.cell(*cell).shape).apart;
    topology.cell(pair[0]).layer == topology.cell(pair[1]).layer && pair.iter().any(apart)
}

/// Draws the edges of all axes, under the cells.
pub(crate) fn draw(canvas: &mut Canvas<'_>, topology: &Topology, layout: &Layout) {
    let mut known: BTreeMap<(CellId, CellId), u32> = BTreeMap::new();
    for axis in topology.axis_ids() {
        let (mut path, mut arrows) = (Path::new(), Path::new());
        for line in topology.lines().filter(|line| line.axis == axis) {
            for pair in line.cells.windows(2) {
                if !stands_apart(topology, pair) {
                    continue;
                }
                let (Some(from), Some(to)) = (layout.place(pair[0]), layout.place(pair[1])) else {
                    continue;
                };
                let key = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                let twin = known.entry(key).or_default();
                let bend = bend(layout, topology, pair, *twin);
                *twin += 1;
                let long = from.distance(to).max(0.01);
                let normal = Point::new((from.y - to.y) / long, (to.x - from.x) / long);
                let control = from.toward(to, 0.5).plus(normal.scaled(bend * 2.0));
                path = path.from(from.x, from.y);
                path = if bend == 0.0 { path.to(to.x, to.y) } else { path.curve(control, to) };
                if long > 56.0 {
                    let middle = from.toward(to, 0.5).plus(normal.scaled(bend));
                    let along = Point::new((to.x - from.x) / long, (to.y - from.y) / long);
                    let wing =
                        |side: f64| middle.plus(along.scaled(-4.5)).plus(normal.scaled(5.0 * side));
                    let (one, tip, two) = (wing(1.0), middle.plus(along.scaled(4.5)), wing(-1.0));
                    arrows = arrows.polygon(&[one, tip, two]);
                }
            }
        }
        let (paint, color) = axis_paint(canvas.theme, axis);
        if !path.bounds.is_empty() {
            canvas.path(&path, &paint);
        }
        if !arrows.bounds.is_empty() {
            let surface = canvas.theme.surface;
            canvas.path(&arrows, &Paint::fill(color).outlined(surface, 1.4));
        }
    }
}

/// How far an edge bends aside: for a twin between the same cells, and around cells in between.
fn bend(layout: &Layout, topology: &Topology, pair: &[CellId], twin: u32) -> f64 {
    let (Some(from), Some(to)) = (layout.place(pair[0]), layout.place(pair[1])) else {
        return 0.0;
    };
    let aside = f64::from(twin.div_ceil(2)) * 11.0;
    let aside = if twin.is_multiple_of(2) { -aside } else { aside };
    let long = from.distance(to);
    // Checking every cell for every edge is too slow on large boards, where nobody sees the result.
    if long < 60.0 || topology.cell_count() > 600 {
        return aside;
    }
    let blocked = topology.cell_ids().any(|cell| {
        let Some(at) = layout.place(cell).filter(|_| !pair.contains(&cell)) else {
            return false;
        };
        let share =
            ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / (long * long);
        (0.0..=1.0).contains(&share) && from.toward(to, share).distance(at) < 20.0
    });
    if blocked { aside + 30.0 + long * 0.08 } else { aside }
}
