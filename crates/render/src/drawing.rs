//! An empty board in pieces, for pages that draw tiles and marks on it themselves: the positions, the
//! look and the names of its cells.

use crate::canvas::{Canvas, Paint};
use crate::geometry::{Path, Point};
use crate::layout::{Layout, Part};
use crate::outline::Outline;
use crate::{Theme, adaptive, edges, premium_art};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_board::{CellId, CellShape, PremiumKind, Topology};

/// An empty board in pieces. Lengths are fortieths of a cell; colours are the CSS variables of
/// [`adaptive`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardDrawing {
    /// The cells, in cell order.
    pub cells: Vec<DrawnCell>,
    /// The outlines that occur, by name.
    pub outlines: BTreeMap<String, DrawnOutline>,
    /// The squares that occur, drawn around the origin, by name: SVG elements.
    pub symbols: BTreeMap<String, String>,
    /// The layers, lowest first; each lies at the same place.
    pub layers: Vec<DrawnLayer>,
}

/// The position and the look of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnCell {
    /// Its middle: to the right.
    pub x: f64,
    /// The same, downwards.
    pub y: f64,
    /// Its outline.
    pub outline: String,
    /// Its square.
    pub symbol: String,
    /// Its name for people: `H8`.
    pub name: String,
}

/// The outline of cells, and of what lies on them, around the origin.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnOutline {
    /// The cell: the data of an SVG path.
    pub cell: String,
    /// A tile on it.
    pub tile: String,
    /// The mark of a blank on a tile.
    pub inner: String,
    /// The size of a letter, and how far above the middle it stands.
    pub letter: (f64, f64),
    /// Where a value stands: right, down, size; it ends there if the next is true.
    pub value: (f64, f64, f64),
    /// Whether the value ends at its point, or has its middle there.
    pub value_ends: bool,
}

/// One layer of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnLayer {
    /// The ground under all cells: the data of an SVG path.
    pub frame: String,
    /// How far the ground reaches beyond the cells.
    pub halo: f64,
    /// Width and height of all cells; they begin at the origin.
    pub size: (f64, f64),
    /// Edges between cells that stand apart: SVG elements.
    pub edges: String,
    /// Names of columns, and where they stand.
    pub columns: Vec<(String, f64)>,
    /// Names of rows, and where they stand.
    pub rows: Vec<(String, f64)>,
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn outline_of(shape: CellShape) -> (String, DrawnOutline) {
    let outline = Outline::of(shape);
    let path =
        |scale: f64, radius: f64| outline.path(Path::new(), Point::default(), scale, radius).data;
    let (at, ends, size) = outline.value;
    let drawn = DrawnOutline {
        cell: path(1.0, 3.0),
        tile: path(0.91, 5.0),
        inner: path(0.72, 3.5),
        letter: (outline.letter.1, outline.letter.2),
        value: (at.x, at.y, size),
        value_ends: ends,
    };
    (outline.name.to_string(), drawn)
}

/// A square as SVG elements around the origin.
fn symbol(kind: Option<PremiumKind>, shape: CellShape, start: bool) -> String {
    let outline = Outline::of(shape);
    adaptive(|theme| {
        let mut canvas = Canvas::new(&theme, String::new());
        match kind {
            Some(kind) => premium_art::draw(&mut canvas, kind, outline, start, 0.0),
            None => {
                let path = outline.path(Path::new(), Point::default(), 1.0, 3.0);
                canvas.path(&path, &Paint::fill(theme.cell));
                if start {
                    premium_art::star(&mut canvas, Point::default(), 10.0, theme.start);
                }
            }
        }
        canvas.into_elements()
    })
}

/// The square of a premium kind by itself, as SVG elements around the origin.
pub fn premium_symbol(kind: PremiumKind) -> String {
    symbol(premium_art::is_drawn(kind).then_some(kind), CellShape::Square, false)
}

/// The pieces of an empty board.
pub fn board_drawing(
    topology: &Topology,
    premiums: &[Option<PremiumKind>],
    start_cells: &[CellId],
) -> BoardDrawing {
    let mut drawing = BoardDrawing::default();
    let whole = Layout::new(topology, false, &Part::default());
    let layers: Vec<Layout> = (0..topology.layers().max(1))
        .map(|layer| {
            let only = Some(BTreeSet::from([layer]));
            Layout::new(topology, false, &Part { window: None, layers: only })
        })
        .collect();
    for cell in topology.cell_ids() {
        let data = topology.cell(cell);
        let (name, outline) = outline_of(data.shape);
        let kind = premiums.get(cell.index()).copied().flatten();
        let kind = kind.filter(|kind| premium_art::is_drawn(*kind));
        let start = start_cells.contains(&cell);
        let shown = kind.unwrap_or(PremiumKind::Regular);
        let id = premium_art::id(shown, Outline::of(data.shape), start);
        drawing.symbols.entry(id.clone()).or_insert_with(|| symbol(kind, data.shape, start));
        drawing.outlines.entry(name.clone()).or_insert(outline);
        let layout = layers.get(usize::from(data.layer)).unwrap_or(&whole);
        let at = layout.place(cell).expect("the layout of its layer places every cell");
        drawing.cells.push(DrawnCell {
            x: rounded(at.x),
            y: rounded(at.y),
            outline: name,
            symbol: id,
            name: whole.name(topology, cell),
        });
    }
    drawing.layers = layers.iter().map(|layout| layer(topology, layout)).collect();
    drawing
}

fn layer(topology: &Topology, layout: &Layout) -> DrawnLayer {
    let (mut path, mut halo) = (Path::new(), 0.0_f64);
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for panel in &layout.panels {
        for cell in &panel.cells {
            let outline = Outline::of(topology.cell(*cell).shape);
            halo = halo.max(outline.halo);
            if let Some(at) = layout.place(*cell) {
                path = outline.path(path, at, 1.0, 0.0);
            }
        }
        let (across, down) = layout.coordinates(topology, panel);
        columns.extend(across.into_iter().map(|one| (one.text, rounded(one.at))));
        rows.extend(down.into_iter().map(|one| (one.text, rounded(one.at))));
    }
    let edges = adaptive(|theme: Theme| {
        let mut canvas = Canvas::new(&theme, String::new());
        edges::draw(&mut canvas, topology, layout);
        canvas.into_elements()
    });
    let bounds = layout.bounds();
    let size = (rounded(bounds.width()), rounded(bounds.height()));
    DrawnLayer { frame: path.data, halo, size, edges, columns, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_board::shapes::grid;

    #[test]
    fn every_cell_has_a_place_an_outline_and_a_square() {
        let topology = grid::rect(3, 2, false, None).unwrap();
        let mut premiums = vec![None; topology.cell_count()];
        premiums[0] = Some(PremiumKind::TripleWord);
        let start = [CellId(4)];
        let drawing = board_drawing(&topology, &premiums, &start);
        assert_eq!(drawing.cells.len(), 6);
        for cell in &drawing.cells {
            assert!(drawing.outlines.contains_key(&cell.outline));
            let svg = &drawing.symbols[&cell.symbol];
            assert!(svg.contains("var(--tw-") && !svg.contains('#'), "{svg}");
        }
        let names: Vec<&str> = drawing.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["A1", "B1", "C1", "A2", "B2", "C2"]);
        // Plain, start and triple word.
        assert_eq!((drawing.symbols.len(), drawing.layers.len()), (3, 1));
        let layer = &drawing.layers[0];
        assert_eq!(layer.columns.len() + layer.rows.len(), 5);
        let inside = |cell: &DrawnCell| {
            (0.0..layer.size.0).contains(&cell.x) && (0.0..layer.size.1).contains(&cell.y)
        };
        assert!(drawing.cells.iter().all(inside));
    }
}
