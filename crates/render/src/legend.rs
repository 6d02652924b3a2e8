//! The legend: every premium kind of the board, and the other marks that occur on it.

use crate::BoardPicture;
use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::edges;
use crate::geometry::{Bounds, Path, Point};
use crate::layout::Layout;
use crate::metrics::{self, Weight};
use crate::outline::Outline;
use crate::premium_art;
use crate::theme::TextRole;
use crate::tile_art::{self, TileFace};
use std::collections::BTreeSet;
use tilewright_board::{AxisId, CellShape, PremiumFamily, PremiumKind};
use tilewright_tiles::{gathered, sort_by_key};

/// One entry.
enum Entry {
    Premium(PremiumKind),
    Start,
    Blank,
    Stack,
    Axis(AxisId),
}

impl Entry {
    /// What it says, and what its tooltip adds.
    fn words(&self, picture: &BoardPicture<'_>) -> (String, String) {
        match self {
            Entry::Premium(kind) => (
                kind.title(),
                format!("{}: {}. {}", kind.label(), kind.title(), kind.description()),
            ),
            Entry::Start => {
                ("start".to_string(), "The first word covers a start cell.".to_string())
            }
            Entry::Blank => {
                ("blank".to_string(), "A blank stands for the letter it shows.".to_string())
            }
            Entry::Stack => {
                ("height of a stack".to_string(), "The number of tiles on the cell.".to_string())
            }
            Entry::Axis(axis) => {
                let name = picture.topology.axis_tag(*axis).name().to_string();
                (name.clone(), format!("Edges along {name}; arrows show the reading direction."))
            }
        }
    }
}

/// The premium kinds of a board, by family, then weak to strong.
fn kinds(picture: &BoardPicture<'_>) -> Vec<PremiumKind> {
    let kinds: BTreeSet<PremiumKind> =
        gathered(picture.topology.cell_ids().filter_map(|cell| picture.premium(cell)));
    let mut kinds: Vec<PremiumKind> = kinds.into_iter().collect();
    let rank = |kind: PremiumKind| match kind.family() {
        PremiumFamily::Word => 0,
        PremiumFamily::Letter => 1,
        PremiumFamily::Computing => 2,
        PremiumFamily::Category => 3,
        PremiumFamily::Revalue => 4,
        PremiumFamily::Combine => 5,
        PremiumFamily::Plain => 6,
    };
    sort_by_key(&mut kinds, |kind| (rank(*kind), *kind));
    kinds
}

fn entries(picture: &BoardPicture<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = kinds(picture).into_iter().map(Entry::Premium).collect();
    let faces = || picture.topology.cell_ids().filter_map(|cell| picture.face(cell));
    if !picture.start_cells.is_empty() {
        entries.push(Entry::Start);
    }
    if faces().any(|face| face.blank) {
        entries.push(Entry::Blank);
    }
    if faces().any(|face| face.height > 1) {
        entries.push(Entry::Stack);
    }
    let axes = picture.topology.axis_ids();
    entries.extend(axes.filter(|axis| edges::has_edges(picture.topology, *axis)).map(Entry::Axis));
    entries
}

/// The outline that most cells have, for swatches.
fn usual_shape(picture: &BoardPicture<'_>) -> CellShape {
    let shapes = [CellShape::Square, CellShape::Hexagon, CellShape::Disc];
    let count = |shape: &CellShape| {
        let cells = picture.topology.cell_ids();
        cells.filter(|cell| picture.topology.cell(*cell).shape == *shape).count()
    };
    shapes.into_iter().rev().max_by_key(count).unwrap_or(CellShape::Square)
}

/// Draws the legend below what has been drawn.
pub(crate) fn draw(canvas: &mut Canvas<'_>, picture: &BoardPicture<'_>, layout: &Layout) {
    let entries = entries(picture);
    if entries.is_empty() {
        return;
    }
    let board = layout.bounds();
    let covered = canvas.covered();
    // On large boards the legend grows with the picture, so that it stays readable.
    let scale = (covered.width() / 760.0).clamp(1.0, 4.0);
    let scale = (scale * 100.0).round() / 100.0;
    let width = (board.width() / scale).max(380.0);
    let widest = entries
        .iter()
        .map(|entry| metrics::width(&entry.words(picture).0, 12.0, Weight::Regular))
        .fold(0.0, f64::max);
    let column = widest + 48.0;
    // As many columns as the board is wide, and more where that would be a very long list.
    let columns = ((width / column) as usize).max(entries.len().div_ceil(12).min(4));
    let columns = columns.clamp(1, entries.len());
    let width = width.max(column * columns as f64);
    let column = width / columns as f64;
    let rows = entries.len().div_ceil(columns);
    let left = if layout.right_to_left { board.right - width * scale } else { board.left };
    let top = covered.bottom + 18.0 * scale;
    let outline = Outline::of(usual_shape(picture));
    canvas.placed(Point::new(left, top), scale, |canvas| {
        let line = canvas.theme.line;
        canvas.path(&Path::new().from(0.0, 0.0).to(width, 0.0), &Paint::stroke(line, 1.0));
        for (index, entry) in entries.iter().enumerate() {
            let x = (index / rows) as f64 * column;
            let x = if layout.right_to_left { width - column - x } else { x };
            let center = Point::new(x + 15.0, (index % rows) as f64 * 33.0 + 27.0);
            canvas.group("", |canvas| {
                let (words, tooltip) = entry.words(picture);
                canvas.tooltip(&tooltip);
                sample(canvas, entry, outline, center);
                let text = metrics::shorten(&words, 12.0, Weight::Regular, column - 44.0);
                canvas.text(&Text {
                    at: Point::new(center.x + 23.0, center.y),
                    text: &text,
                    size: 12.0,
                    weight: Weight::Regular,
                    anchor: Anchor::Start,
                    role: TextRole::Main,
                });
            });
        }
    });
}

fn sample(canvas: &mut Canvas<'_>, entry: &Entry, outline: &Outline, center: Point) {
    let theme = canvas.theme;
    match entry {
        Entry::Premium(kind) => premium_art::swatch(canvas, *kind, outline, center, 28.0),
        Entry::Start => canvas.placed(center, 0.7, |canvas| {
            let path = outline.path(Path::new(), Point::default(), 1.0, 3.0);
            canvas.path(&path, &Paint::fill(theme.cell).outlined(theme.board_edge, 1.4));
            premium_art::star(canvas, Point::default(), 10.0, theme.start);
        }),
        Entry::Blank | Entry::Stack => canvas.placed(center, 0.7, |canvas| {
            let stack = matches!(entry, Entry::Stack);
            let face = TileFace {
                letter: if stack { "A".to_string() } else { String::new() },
                value: i32::from(stack),
                blank: !stack,
                loose: false,
                height: if stack { 3 } else { 1 },
            };
            tile_art::draw(canvas, &face, outline);
        }),
        Entry::Axis(axis) => {
            let (paint, color) = edges::axis_paint(theme, *axis);
            let line = Path::new().from(center.x - 15.0, center.y).to(center.x + 15.0, center.y);
            canvas.path(&line, &paint);
            let arrow = [
                Point::new(center.x - 4.0, center.y - 5.0),
                Point::new(center.x + 5.0, center.y),
                Point::new(center.x - 4.0, center.y + 5.0),
            ];
            let paint = Paint::fill(color).outlined(theme.surface, 1.4);
            canvas.path(&Path::new().polygon(&arrow), &paint);
        }
    }
    canvas.cover(&Bounds::around(center.x - 15.0, center.y - 15.0, 30.0, 30.0));
}
