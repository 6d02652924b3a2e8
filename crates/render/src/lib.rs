//! SVG pictures of boards of any shape, and animated accounts of moves.
//!
//! A picture is a pure function of its inputs: the same input gives the same bytes. This crate knows
//! no board shapes; it draws a board from the outlines, positions and layers of its cells and from
//! its lines. Pictures are self-contained: system fonts, no scripts, no external references.
//!
//! ```
//! use std::sync::Arc;
//! use tilewright_board::{PremiumKind, shapes::grid};
//! use tilewright_render::{BoardPicture, PictureOptions, Theme, board_svg};
//! use tilewright_rules::Board;
//! use tilewright_tiles::{KindSpec, TileSet, TileSetSpec};
//!
//! let topology = Arc::new(grid::rect(5, 5, false, None).unwrap());
//! let tiles = TileSet::new(&TileSetSpec {
//!     letters: vec!["A".into()],
//!     kinds: vec![KindSpec {
//!         id: "A".into(),
//!         letter: Some("A".into()),
//!         score: 1,
//!         count: 9,
//!         ..KindSpec::default()
//!     }],
//!     ..TileSetSpec::default()
//! })
//! .unwrap();
//! let mut premiums = vec![None; topology.cell_count()];
//! premiums[0] = Some(PremiumKind::TripleWord);
//! let start: Vec<_> = topology.center().into_iter().collect();
//! let svg = board_svg(&BoardPicture {
//!     topology: &topology,
//!     premiums: &premiums,
//!     tiles: &tiles,
//!     board: &Board::new(topology.clone()),
//!     start_cells: &start,
//!     placed: &[],
//!     title: "A small board",
//!     options: PictureOptions { theme: Theme::dark(), ..PictureOptions::default() },
//! });
//! assert!(svg.starts_with("<svg") && svg.contains("triple word"));
//! ```

#![deny(missing_docs)]

mod account;
mod adaptive;
mod animate;
mod board;
mod canvas;
mod cell_names;
mod color;
mod drawing;
mod edges;
mod geometry;
mod heat;
mod layout;
mod legend;
mod metrics;
mod numbers;
mod outline;
mod overlay;
mod palettes;
mod phase;
mod premium_art;
mod theme;
mod thumbnail;
mod tile_art;

pub use adaptive::{adaptive, adaptive_style};
pub use color::Color;
pub use drawing::{
    BoardDrawing, DrawnCell, DrawnLayer, DrawnOutline, board_drawing, premium_symbol,
};
pub use heat::{Heat, HeatCell};
pub use phase::Phase;
pub use theme::{FamilyColors, PremiumColors, TextPair, Theme};
pub use thumbnail::thumbnail_svg;

pub use canvas::escape;
use canvas::{Anchor, Canvas, Text};
use geometry::Point;
use layout::{Layout, Part};
use metrics::Weight;
use theme::TextRole;
use tilewright_board::{CellId, PremiumKind, Topology};
use tilewright_rules::{Board, BreakdownData};
use tilewright_tiles::{Tile, TileSet};

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureOptions {
    /// The colours.
    pub theme: Theme,
    /// Whether the title is also drawn above the board.
    pub heading: bool,
    /// Whether a legend of the board's premiums is drawn below it.
    pub legend: bool,
    /// Whether columns and rows are named (or nodes, on boards of named nodes).
    pub coordinates: bool,
    /// Whether every cell shows its name on the command line: `7,7`, `4,4,1`. Names of nodes are
    /// always below them. Heat maps show numbers instead.
    pub cell_names: bool,
    /// The width of a cell in pixels; pictures scale without loss.
    pub cell_size: u32,
    /// Whether columns run from right to left.
    pub right_to_left: bool,
    /// How long each of the five steps of an animated account takes, in milliseconds.
    pub step_milliseconds: u32,
    /// Whether an animated account starts again; otherwise it stops at its last frame.
    pub repeat: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        PictureOptions {
            theme: Theme::light(),
            heading: true,
            legend: true,
            coordinates: true,
            cell_names: false,
            cell_size: 40,
            right_to_left: false,
            step_milliseconds: 1400,
            repeat: false,
        }
    }
}

/// The contents of a picture.
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The board's shape.
    pub topology: &'a Topology,
    /// The premium of each cell, in cell order; missing ones are plain.
    pub premiums: &'a [Option<PremiumKind>],
    /// The tile set that the tiles belong to.
    pub tiles: &'a TileSet,
    /// The set tiles: of a move with loose tiles, those from before it.
    pub board: &'a Board,
    /// The cells with a star.
    pub start_cells: &'a [CellId],
    /// The loose tiles of a move, lowest first where several lie on a cell.
    pub placed: &'a [(CellId, Tile)],
    /// The picture's title.
    pub title: &'a str,
    /// How it is drawn.
    pub options: PictureOptions,
}

/// A picture of a board.
pub fn board_svg(picture: &BoardPicture<'_>) -> String {
    let theme = &picture.options.theme;
    let description = description(picture);
    let prefix = canvas::identity(&format!("{} {} {description}", theme.name, picture.title));
    let mut canvas = Canvas::new(theme, prefix);
    let layout = Layout::new(picture.topology, picture.options.right_to_left, &Part::default());
    board::draw(&mut canvas, picture, &layout);
    heading(&mut canvas, picture);
    if picture.options.legend {
        legend::draw(&mut canvas, picture, &layout);
    }
    canvas.finish(picture.title, &description, "", picture.options.cell_size)
}

/// Draws a heat map of a board with a legend of its levels. Tiles are not drawn.
pub fn heat_svg(picture: &BoardPicture<'_>, heat: &Heat) -> String {
    let theme = &picture.options.theme;
    let description = format!(
        "A heat map over {} cells: the stronger a cell is covered, the more often.",
        picture.topology.cell_count()
    );
    let prefix = canvas::identity(&format!("heat {} {}", theme.name, picture.title));
    let mut canvas = Canvas::new(theme, prefix);
    let layout = Layout::new(picture.topology, picture.options.right_to_left, &Part::default());
    heat::draw(&mut canvas, picture, &layout, heat);
    heading(&mut canvas, picture);
    if picture.options.legend {
        heat::legend(&mut canvas, &layout, heat);
    }
    canvas.finish(picture.title, &description, "", picture.options.cell_size)
}

/// Draws the account of a move, step by step, beside the board: letters, premiums, words, bonuses,
/// total. It plays automatically; with reduced motion, only the last frame is shown.
pub fn breakdown_svg(picture: &BoardPicture<'_>, breakdown: &BreakdownData) -> String {
    animate::draw(picture, breakdown, None)
}

/// Draws one frame of [`breakdown_svg`]: the end of a step.
pub fn breakdown_frame_svg(
    picture: &BoardPicture<'_>,
    breakdown: &BreakdownData,
    at: Phase,
) -> String {
    animate::draw(picture, breakdown, Some(at))
}

/// The title above what has been drawn.
fn heading(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>) {
    let covered = canvas.covered();
    if !picture.options.heading || picture.title.trim().is_empty() || covered.is_empty() {
        return;
    }
    let size = (covered.width() / 44.0).clamp(17.0, 60.0);
    let room = covered.width().max(280.0);
    let text = metrics::shorten(picture.title.trim(), size, Weight::Bold, room);
    let (x, anchor) = if picture.options.right_to_left {
        (covered.right, Anchor::End)
    } else {
        (covered.left, Anchor::Start)
    };
    canvas.text(&Text {
        at: Point::new(x, covered.top - size * 1.15),
        text: &text,
        size,
        weight: Weight::Bold,
        anchor,
        role: TextRole::Main,
    });
}

/// The board in a sentence or two.
fn description(picture: &BoardPicture<'_>) -> String {
    let topology = picture.topology;
    let count = |number: usize, one: &str, many: &str| {
        format!("{number} {}", if number == 1 { one } else { many })
    };
    let premiums = topology.cell_ids().filter(|cell| picture.premium(*cell).is_some()).count();
    let mut parts = vec![count(topology.cell_count(), "cell", "cells")];
    if topology.layers() > 1 {
        parts.push(count(usize::from(topology.layers()), "layer", "layers"));
    }
    parts.push(count(topology.axes().len(), "axis", "axes"));
    parts.push(count(premiums, "premium square", "premium squares"));
    parts.push(count(picture.board.occupied(), "cell with a tile", "cells with tiles"));
    if !picture.placed.is_empty() {
        parts.push(count(picture.placed.len(), "tile just placed", "tiles just placed"));
    }
    format!("A board with {}.", parts.join(", "))
}
