//! The board: frame, coordinates, cells, tiles.

use crate::BoardPicture;
use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::cell_names;
use crate::edges;
use crate::geometry::{Bounds, Path, Point};
use crate::layout::{Layout, Panel};
use crate::metrics::{self, Weight};
use crate::outline::Outline;
use crate::premium_art;
use crate::theme::TextRole;
use crate::tile_art::{self, TileFace};
use std::collections::BTreeSet;
use tilewright_board::{CellId, PremiumKind};

/// Names of nodes are drawn on boards of at most this many cells.
const MAX_NAMED: usize = 150;

impl BoardPicture<'_> {
    /// The premium of a cell; a plain one is none.
    pub(crate) fn premium(&self, cell: CellId) -> Option<PremiumKind> {
        let kind = (*self.premiums.get(cell.index())?)?;
        premium_art::is_drawn(kind).then_some(kind)
    }

    pub(crate) fn is_start(&self, cell: CellId) -> bool {
        self.start_cells.contains(&cell)
    }

    /// Whether a cell is on the board that holds the tiles.
    fn holds(&self, cell: CellId) -> bool {
        cell.index() < self.board.geom.cell_count()
    }

    /// The visible tile on a cell: the last loose tile, or else the top one.
    pub(crate) fn face(&self, cell: CellId) -> Option<TileFace> {
        let set = if self.holds(cell) { u32::from(self.board.height(cell)) } else { 0 };
        let mut loose = self.placed.iter().filter(|(placed, _)| *placed == cell);
        let count = loose.clone().count() as u32;
        if let Some((_, tile)) = loose.next_back() {
            return Some(TileFace::new(self.tiles, *tile, true, set + count));
        }
        let top = if set > 0 { self.board.top(cell) } else { None };
        top.map(|tile| TileFace::new(self.tiles, tile, false, set))
    }

    /// The visible premium on a cell; a set tile hides it, and a used premium is hidden too.
    pub(crate) fn visible_premium(&self, cell: CellId) -> Option<PremiumKind> {
        let hidden =
            self.holds(cell) && (self.board.premium_used(cell) || self.board.is_occupied(cell));
        self.premium(cell).filter(|kind| *kind == PremiumKind::Reviver || !hidden)
    }

    /// A cell in words: `H8, double word, empty`.
    fn words(&self, layout: &Layout, cell: CellId) -> String {
        let mut words = vec![layout.name(self.topology, cell)];
        if let Some(kind) = self.premium(cell) {
            let used = self.holds(cell) && self.board.premium_used(cell);
            words.push(if used { format!("{} (used)", kind.title()) } else { kind.title() });
        }
        if self.is_start(cell) {
            words.push("start".to_string());
        }
        words.push(self.face(cell).map_or_else(|| "empty".to_string(), |face| face.words()));
        words.join(", ")
    }
}

/// Draws the board of a picture.
pub(crate) fn draw(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout) {
    define_cells(canvas, picture, layout);
    frames(canvas, picture, layout);
    edges::draw(canvas, picture.topology, layout);
    for panel in &layout.panels {
        for cell in &panel.cells {
            if let Some(at) = layout.place(*cell) {
                draw_cell(canvas, picture, layout, *cell, at);
            }
        }
        names(canvas, picture, layout, panel);
    }
}

/// The frames of all layers.
pub(crate) fn frames(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout) {
    for panel in &layout.panels {
        frame(canvas, picture, layout, panel);
    }
}

/// The names of a layer's nodes, if they are drawn.
pub(crate) fn names(
    canvas: &mut Canvas<'_>,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    panel: &Panel,
) {
    let few = picture.topology.cell_count() <= MAX_NAMED;
    if picture.options.cell_names || picture.options.coordinates && few {
        node_names(canvas, picture, layout, panel);
    }
}

/// Every kind of square that the board needs is drawn once and copied.
fn define_cells(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout) {
    let mut defined: BTreeSet<String> = BTreeSet::new();
    let named = picture.options.cell_names;
    for cell in layout.panels.iter().flat_map(|panel| &panel.cells) {
        let outline = Outline::of(picture.topology.cell(*cell).shape);
        let kind = picture.visible_premium(*cell);
        let start = picture.is_start(*cell) && picture.face(*cell).is_none();
        let rise = if named && !outline.apart { cell_names::RISE } else { 0.0 };
        let id = cell_id(kind, outline, start);
        if !defined.insert(id.clone()) {
            continue;
        }
        canvas.define(|canvas| {
            let attributes = format!("id=\"{}-{id}\"", canvas.prefix);
            canvas.group(&attributes, |canvas| match kind {
                Some(kind) => premium_art::draw(canvas, kind, outline, start, rise),
                None => {
                    let path = outline.path(Path::new(), Point::default(), 1.0, 3.0);
                    let theme = canvas.theme;
                    canvas.path(&path, &Paint::fill(theme.cell));
                    if start {
                        premium_art::star(canvas, Point::new(0.0, -rise), 10.0, theme.start);
                    }
                }
            });
        });
    }
}

fn cell_id(kind: Option<PremiumKind>, outline: &Outline, start: bool) -> String {
    premium_art::id(kind.unwrap_or(PremiumKind::Regular), outline, start)
}

fn draw_cell(
    canvas: &mut Canvas<'_>,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    cell: CellId,
    at: Point,
) {
    let outline = Outline::of(picture.topology.cell(cell).shape);
    let face = picture.face(cell);
    let kind = picture.visible_premium(cell);
    let start = picture.is_start(cell) && face.is_none();
    canvas.group("", |canvas| {
        canvas.tooltip(&picture.words(layout, cell));
        canvas.copy(&cell_id(kind, outline, start), at, &outline.bounds());
        if let Some(face) = &face {
            canvas.placed(at, 1.0, |canvas| {
                tile_art::draw(canvas, face, outline);
                if let Some(kind) = kind.filter(|kind| *kind == PremiumKind::Reviver) {
                    let colors = canvas.theme.premium(kind);
                    let wedges = premium_art::wedges(outline, 1.0, 1);
                    let paint = Paint::fill(colors.motif).outlined(colors.ground, 1.0);
                    canvas.path(&wedges, &paint);
                }
            });
        }
        if picture.options.cell_names {
            canvas.placed(at, 1.0, |canvas| cell_names::draw(canvas, picture, cell));
        }
    });
}

/// The frame follows the cells, so holes stay holes; names stand outside it.
fn frame(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout, panel: &Panel) {
    let theme = canvas.theme;
    let (mut path, mut halo, mut edge) = (Path::new(), 0.0_f64, theme.board_edge);
    for cell in &panel.cells {
        let outline = Outline::of(picture.topology.cell(*cell).shape);
        halo = halo.max(outline.halo);
        // Separate cells have no common ground.
        edge = if outline.apart { theme.line_strong } else { edge };
        if let Some(at) = layout.place(*cell) {
            path = outline.path(path, at, 1.0, 0.0);
        }
    }
    canvas.path_twice(
        &path,
        &Paint::fill(edge).outlined(edge, 2.0 * halo + 1.8),
        &Paint::fill(theme.board).outlined(theme.board, 2.0 * halo),
    );
    let mut above = panel.bounds.top - halo - 9.0;
    if picture.options.coordinates {
        let (columns, rows) = layout.coordinates(picture.topology, panel);
        let mut name = |text: &str, at: Point, anchor: Anchor| {
            let role = TextRole::Coordinate;
            canvas.text(&Text { at, text, size: 11.0, weight: Weight::Bold, anchor, role });
        };
        let side = if layout.right_to_left {
            (panel.bounds.right + halo + 5.0, Anchor::Start)
        } else {
            (panel.bounds.left - halo - 5.0, Anchor::End)
        };
        for column in &columns {
            name(&column.text, Point::new(column.at, above), Anchor::Middle);
        }
        for row in &rows {
            name(&row.text, Point::new(side.0, row.at), side.1);
        }
        above -= if columns.is_empty() { 0.0 } else { 17.0 };
    }
    if let Some(heading) = &panel.heading {
        canvas.text(&Text {
            at: Point::new((panel.bounds.left + panel.bounds.right) / 2.0, above),
            text: heading,
            size: 13.0,
            weight: Weight::Bold,
            anchor: Anchor::Middle,
            role: TextRole::Main,
        });
    }
}

/// Names under cells that have names instead of coordinates.
fn node_names(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout, panel: &Panel) {
    for cell in &panel.cells {
        let data = picture.topology.cell(*cell);
        let (Some(name), Some(at)) = (&data.name, layout.place(*cell)) else { continue };
        let room = if picture.options.cell_names { f64::INFINITY } else { 54.0 };
        let text = metrics::shorten(name, 8.5, Weight::Bold, room);
        let wide = metrics::width(&text, 8.5, Weight::Bold) + 5.0;
        let at = Point::new(at.x, at.y + Outline::of(data.shape).bounds().bottom + 5.5);
        let ground = Bounds::around(at.x - wide / 2.0, at.y - 5.0, wide, 10.0);
        let surface = canvas.theme.surface;
        canvas.rect(&ground, 3.0, &Paint::fill(surface));
        let role = TextRole::Coordinate;
        canvas.text(&Text {
            at,
            text: &text,
            size: 8.5,
            weight: Weight::Bold,
            anchor: Anchor::Middle,
            role,
        });
    }
}
