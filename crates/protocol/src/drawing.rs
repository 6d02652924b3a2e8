//! An empty board in pieces, for clients that draw on it: the geometry of `render` as messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_board::{CellId, PremiumFamily, PremiumKind, Topology};
use tilewright_render::{board_drawing, premium_symbol};
use tilewright_rules::spec::Reading;
use tilewright_tiles::gathered;

/// An axis of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AxisDetails {
    /// Its name.
    pub axis: String,
    /// Which way words on it are read.
    pub reading: Reading,
}

/// A premium kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PremiumDetails {
    /// Its id.
    pub premium: String,
    /// At most four characters that stand for it.
    pub label: String,
    /// Its name in words.
    pub title: String,
    /// What it does, in a sentence.
    pub description: String,
    /// Its family: `word`, `letter`, `computing`, `category`, `revalue`, `combine` or `plain`.
    pub family: String,
    /// The square by itself: SVG elements around the origin, 40 wide.
    pub symbol: String,
}

impl PremiumDetails {
    fn new(kind: PremiumKind) -> PremiumDetails {
        let family = match kind.family() {
            PremiumFamily::Word => "word",
            PremiumFamily::Letter => "letter",
            PremiumFamily::Computing => "computing",
            PremiumFamily::Category => "category",
            PremiumFamily::Revalue => "revalue",
            PremiumFamily::Combine => "combine",
            PremiumFamily::Plain => "plain",
        };
        PremiumDetails {
            premium: kind.to_string(),
            label: kind.label(),
            title: kind.title(),
            description: kind.description(),
            family: family.to_string(),
            symbol: premium_symbol(kind),
        }
    }

    /// The kinds that occur, each once.
    pub(crate) fn of(premiums: &[Option<PremiumKind>]) -> Vec<PremiumDetails> {
        let kinds: BTreeSet<PremiumKind> = gathered(premiums.iter().flatten().copied());
        kinds.into_iter().map(PremiumDetails::new).collect()
    }

    /// Every kind there is; of those with numbers of their own an example.
    pub(crate) fn all() -> Vec<PremiumDetails> {
        PremiumKind::all().into_iter().map(PremiumDetails::new).collect()
    }
}

/// An empty board in pieces. Lengths are fortieths of a cell. Colours are CSS variables such as
/// `--tw-cell`, to be declared by the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardDrawing {
    /// The cells, in the order of the variant's cells.
    pub cells: Vec<CellDrawing>,
    /// The outlines that occur, by name.
    pub outlines: BTreeMap<String, OutlineDrawing>,
    /// The squares that occur, around the origin, by name: SVG elements.
    pub symbols: BTreeMap<String, String>,
    /// The layers, lowest first; each lies at the same place.
    pub layers: Vec<LayerDrawing>,
}

/// Where a cell lies and what it looks like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellDrawing {
    /// Its middle: to the right.
    pub x: f64,
    /// The same, downwards.
    pub y: f64,
    /// Its outline.
    pub outline: String,
    /// Its square.
    pub symbol: String,
    /// What people call it: `H8`.
    pub name: String,
}

/// The outline of cells, and of what lies on them, around the origin: data of SVG paths.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutlineDrawing {
    /// The cell.
    pub cell: String,
    /// A tile on it.
    pub tile: String,
    /// The mark of a blank on a tile.
    pub inner: String,
    /// The size of a letter.
    pub letter_size: f64,
    /// How far below the middle a letter stands.
    pub letter_y: f64,
    /// Where a value stands: to the right.
    pub value_x: f64,
    /// The same, downwards.
    pub value_y: f64,
    /// The size of a value.
    pub value_size: f64,
    /// Whether a value ends at its point; otherwise it has its middle there.
    pub value_ends: bool,
}

/// A name beside a row or above a column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coordinate {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub at: f64,
}

/// One layer of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerDrawing {
    /// The ground under all cells: the data of an SVG path.
    pub frame: String,
    /// How far the ground reaches beyond the cells.
    pub halo: f64,
    /// The width of all cells; they begin at 0.
    pub width: f64,
    /// The height of all cells; they begin at 0.
    pub height: f64,
    /// Edges between cells that stand apart: SVG elements.
    pub edges: String,
    /// The columns.
    pub columns: Vec<Coordinate>,
    /// The rows.
    pub rows: Vec<Coordinate>,
}

impl BoardDrawing {
    /// The drawing of a board.
    pub(crate) fn of(
        topology: &Topology,
        premiums: &[Option<PremiumKind>],
        start_cells: &[CellId],
    ) -> BoardDrawing {
        let drawn = board_drawing(topology, premiums, start_cells);
        let cells = drawn.cells.into_iter().map(|cell| CellDrawing {
            x: cell.x,
            y: cell.y,
            outline: cell.outline,
            symbol: cell.symbol,
            name: cell.name,
        });
        let outlines = drawn.outlines.into_iter().map(|(name, outline)| {
            let drawing = OutlineDrawing {
                cell: outline.cell,
                tile: outline.tile,
                inner: outline.inner,
                letter_size: outline.letter.0,
                letter_y: outline.letter.1,
                value_x: outline.value.0,
                value_y: outline.value.1,
                value_size: outline.value.2,
                value_ends: outline.value_ends,
            };
            (name, drawing)
        });
        let named = |names: Vec<(String, f64)>| {
            names.into_iter().map(|(text, at)| Coordinate { text, at }).collect()
        };
        let layers = drawn.layers.into_iter().map(|layer| LayerDrawing {
            frame: layer.frame,
            halo: layer.halo,
            width: layer.size.0,
            height: layer.size.1,
            edges: layer.edges,
            columns: named(layer.columns),
            rows: named(layer.rows),
        });
        BoardDrawing {
            cells: cells.collect(),
            outlines: gathered(outlines),
            symbols: drawn.symbols,
            layers: layers.collect(),
        }
    }
}
