//! The layout of a picture: cells by their positions, layers side by side.

use crate::geometry::{Bounds, CELL, Point};
use crate::outline::Outline;
use std::collections::{BTreeMap, BTreeSet};
use tilewright_board::{CellId, Topology};

/// The most cells across that a board of scattered cells is stretched to.
const MAX_SPAN: f64 = 240.0;
/// The room beside a board for coordinates.
const GUTTER: f64 = 24.0;
/// The room above a layer for its name.
const HEADING: f64 = 26.0;

/// The part of a board to draw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The box of the cells' middles, in the units of a layer; `None` for all of it.
    pub window: Option<Bounds>,
    /// The layers; `None` for all of them.
    pub layers: Option<BTreeSet<u16>>,
}

/// One layer of a board.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    pub cells: Vec<CellId>,
    /// The box of its cells.
    pub bounds: Bounds,
    /// Its name, if there are several.
    pub heading: Option<String>,
}

/// A name beside a row or above a column.
#[derive(Clone, Debug)]
pub(crate) struct Coordinate {
    pub text: String,
    pub at: f64,
}

/// The places of a board's cells.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    places: Vec<Option<Point>>,
    pub panels: Vec<Panel>,
    /// Whether cells are named by column and row.
    named_by_grid: bool,
    pub right_to_left: bool,
    /// Whether cells are left out.
    pub cropped: bool,
}

impl Layout {
    /// Lays a board out.
    pub fn new(topology: &Topology, right_to_left: bool, part: &Part) -> Layout {
        let flat = flat_places(topology, right_to_left);
        let mut by_layer: BTreeMap<u16, Vec<CellId>> = BTreeMap::new();
        for cell in topology.cell_ids() {
            let layer = topology.cell(cell).layer;
            let in_layer = part.layers.as_ref().is_none_or(|layers| layers.contains(&layer));
            let in_window =
                part.window.as_ref().is_none_or(|window| window.contains(flat[cell.index()]));
            if in_layer && in_window {
                by_layer.entry(layer).or_default().push(cell);
            }
        }
        let mut common = Bounds::EMPTY;
        for cell in by_layer.values().flatten() {
            let bounds = Outline::of(topology.cell(*cell).shape).bounds();
            let Point { x, y } = flat[cell.index()];
            common.add(Point::new(x + bounds.left, y + bounds.top));
            common.add(Point::new(x + bounds.right, y + bounds.bottom));
        }
        if common.is_empty() {
            common = Bounds::around(0.0, 0.0, 0.0, 0.0);
        }
        let several = topology.layers() > 1;
        let pitch_x = common.width() + GUTTER + 32.0;
        let pitch_y = common.height() + GUTTER + HEADING + 20.0;
        let columns = panel_columns(by_layer.len(), pitch_x, pitch_y);
        let mut places = vec![None; topology.cell_count()];
        let mut panels = Vec::new();
        for (index, (layer, mut cells)) in by_layer.into_iter().enumerate() {
            let column = index % columns;
            let column = if right_to_left { columns - 1 - column } else { column };
            let offset = Point::new(
                column as f64 * pitch_x - common.left,
                (index / columns) as f64 * pitch_y - common.top,
            );
            for cell in &cells {
                places[cell.index()] = Some(flat[cell.index()].plus(offset));
            }
            // From top to bottom, so that a stack covers the cell above it.
            tilewright_tiles::sort_by_key(&mut cells, |cell| {
                (topology.cell(*cell).position.y, cell.0)
            });
            let heading = several.then(|| format!("Layer {} of {}", layer + 1, topology.layers()));
            let bounds = Bounds::around(
                common.left + offset.x,
                common.top + offset.y,
                common.width(),
                common.height(),
            );
            panels.push(Panel { cells, bounds, heading });
        }
        let shown: usize = panels.iter().map(|panel| panel.cells.len()).sum();
        Layout {
            cropped: shown < topology.cell_count(),
            places,
            panels,
            named_by_grid: is_aligned(topology),
            right_to_left,
        }
    }

    /// The middle of a cell, if it is drawn.
    pub fn place(&self, cell: CellId) -> Option<Point> {
        *self.places.get(cell.index())?
    }

    /// The name of a cell: `H8`, `H8 on layer 2`, `7,7` or a node's name.
    pub fn name(&self, topology: &Topology, cell: CellId) -> String {
        match topology.from_cell_id(cell) {
            Some(coord) if self.named_by_grid => {
                let name = format!("{}{}", column_name(coord.x), coord.y + 1);
                if topology.layers() > 1 {
                    format!("{name} on layer {}", topology.cell(cell).layer + 1)
                } else {
                    name
                }
            }
            _ => topology.cell_name(cell),
        }
    }

    /// The columns and rows of a panel, if cells are named by them.
    pub fn coordinates(
        &self,
        topology: &Topology,
        panel: &Panel,
    ) -> (Vec<Coordinate>, Vec<Coordinate>) {
        let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
        if self.named_by_grid {
            for cell in &panel.cells {
                if let (Some(coord), Some(at)) = (topology.from_cell_id(*cell), self.place(*cell)) {
                    columns.insert(coord.x, at.x);
                    rows.insert(coord.y, at.y);
                }
            }
        }
        let name_column = |(x, at): (i32, f64)| Coordinate { text: column_name(x), at };
        let name_row = |(y, at): (i32, f64)| Coordinate { text: (y + 1).to_string(), at };
        (columns.into_iter().map(name_column).collect(), rows.into_iter().map(name_row).collect())
    }

    /// The box of everything.
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        self.panels.iter().for_each(|panel| bounds.add_all(&panel.bounds));
        bounds
    }
}

/// The cells' middles, every layer for itself.
pub(crate) fn flat_places(topology: &Topology, right_to_left: bool) -> Vec<Point> {
    let scale = spread(topology) * CELL / 1000.0;
    let side = if right_to_left { -scale } else { scale };
    topology
        .cell_ids()
        .map(|cell| {
            let position = topology.cell(cell).position;
            Point::new(f64::from(position.x) * side, f64::from(position.y) * scale)
        })
        .collect()
}

/// The factor by which cells that stand too close are moved apart, within bounds.
fn spread(topology: &Topology) -> f64 {
    let mut cells: Vec<(u16, i64, i64, f64)> = topology
        .cell_ids()
        .map(|id| {
            let cell = topology.cell(id);
            let spacing = Outline::of(cell.shape).spacing * 1000.0;
            (cell.layer, i64::from(cell.position.x), i64::from(cell.position.y), spacing)
        })
        .collect();
    tilewright_tiles::sort_by_key(&mut cells, |(layer, x, y, _)| (*layer, *x, *y));
    let mut factor: f64 = 1.0;
    for (index, (layer, x, y, spacing)) in cells.iter().enumerate() {
        for (other_layer, other_x, other_y, other_spacing) in &cells[index + 1..] {
            let wanted = spacing.max(*other_spacing);
            let (dx, dy) = ((other_x - x) as f64, (other_y - y) as f64);
            if layer != other_layer || dx >= wanted {
                break;
            }
            let distance = (dx * dx + dy * dy).sqrt();
            if distance > 0.0 && distance < wanted * 0.99 {
                factor = factor.max(wanted / distance);
            }
        }
    }
    let reach = |values: &mut dyn Iterator<Item = i64>| {
        let (low, high) = values
            .fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        high.saturating_sub(low)
    };
    let wide = reach(&mut cells.iter().map(|(_, x, ..)| *x));
    let tall = reach(&mut cells.iter().map(|(_, _, y, _)| *y));
    let span = wide.max(tall).max(1) as f64 / 1000.0;
    // Apart if possible, but never an endless picture.
    factor.min(8.0).min((MAX_SPAN / span).max(0.02))
}

/// The number of layers in a row: few layers side by side, many in a block.
fn panel_columns(count: usize, width: f64, height: f64) -> usize {
    if count <= 4 {
        return count.max(1);
    }
    let cost = |columns: usize| {
        let rows = count.div_ceil(columns);
        let ratio = columns as f64 * width / (rows as f64 * height) / 1.5;
        let empty = (rows * columns - count) as f64 / count as f64;
        ratio.max(1.0 / ratio) + empty
    };
    (1..=count).min_by(|one, two| cost(*one).total_cmp(&cost(*two))).unwrap_or(1)
}

/// Whether each column and each row is straight, so that letters and numbers can name them.
fn is_aligned(topology: &Topology) -> bool {
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    topology.cell_ids().all(|id| {
        let cell = topology.cell(id);
        cell.coord.is_some_and(|coord| {
            coord.x >= 0
                && coord.y >= 0
                && *columns.entry(coord.x).or_insert(cell.position.x) == cell.position.x
                && *rows.entry(coord.y).or_insert(cell.position.y) == cell.position.y
        })
    })
}

/// `A` to `Z`, then `AA`, `AB`, …
fn column_name(x: i32) -> String {
    let mut rest = i64::from(x.max(0));
    let mut name = Vec::new();
    loop {
        name.push(b'A' + (rest % 26) as u8);
        rest = rest / 26 - 1;
        if rest < 0 {
            break;
        }
    }
    name.iter().rev().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names() {
        for (x, name) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")] {
            assert_eq!(column_name(x), name);
        }
    }
}
