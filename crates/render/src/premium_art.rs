//! Premium squares: a ground, a pattern for the family and the strength, and a label.

use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::geometry::{Bounds, Path, Point};
use crate::metrics::{self, Weight};
use crate::numbers::{brief, terse};
use crate::outline::Outline;
use crate::theme::{TextRole, strength};
use tilewright_board::{PremiumFamily, PremiumKind};

/// A part of a label: text, or a mark that is drawn because fonts may not have it.
#[derive(Clone, PartialEq, Debug)]
enum Piece {
    /// A text at a share of the label's size, raised by a share of it.
    Text(String, f64, f64),
    Mark(Mark),
}

/// Marks, drawn in a box of an em around the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mark {
    MirrorSideways,
    MirrorUpright,
    HalfTurn,
    Revive,
    CeilingLeft,
    CeilingRight,
    FloorLeft,
    FloorRight,
}

impl Piece {
    fn text(text: impl Into<String>) -> Piece {
        Piece::Text(text.into(), 1.0, 0.0)
    }

    /// The width, in ems.
    fn width(&self) -> f64 {
        match self {
            Piece::Text(text, scale, _) => metrics::width(text, *scale, Weight::Bold),
            Piece::Mark(Mark::Revive) => 1.0,
            Piece::Mark(Mark::MirrorSideways | Mark::MirrorUpright | Mark::HalfTurn) => 0.86,
            Piece::Mark(_) => 0.36,
        }
    }
}

fn pieces(kind: PremiumKind) -> Vec<Piece> {
    use PremiumKind::*;
    match kind {
        Ceiling => {
            vec![Piece::Mark(Mark::CeilingLeft), Piece::text("n"), Piece::Mark(Mark::CeilingRight)]
        }
        Floor => {
            vec![Piece::Mark(Mark::FloorLeft), Piece::text("1"), Piece::Mark(Mark::FloorRight)]
        }
        Reviver => vec![Piece::Mark(Mark::Revive)],
        DoubleVSymmetry => vec![Piece::text("2"), Piece::Mark(Mark::MirrorSideways)],
        TripleHSymmetry => vec![Piece::text("3"), Piece::Mark(Mark::MirrorUpright)],
        QuadrupleRSymmetry => vec![Piece::text("4"), Piece::Mark(Mark::HalfTurn)],
        Power => vec![Piece::text("n"), Piece::Text("x".to_string(), 0.68, 0.34)],
        LetterSquared => vec![Piece::text("L"), Piece::Text("2".to_string(), 0.62, 0.36)],
        LengthSquared => vec![Piece::text("+n"), Piece::Text("2".to_string(), 0.62, 0.36)],
        Value(value) => vec![Piece::text(format!("={}", brief(value)))],
        ValueMatched { value, times } => {
            vec![Piece::text(format!("{}×{}", terse(times), terse(value)))]
        }
        _ => vec![Piece::text(kind.label())],
    }
}

/// The label's size and width on a cell of this outline.
fn label_size(pieces: &[Piece], kind: PremiumKind, outline: &Outline) -> (f64, f64) {
    let ems: f64 = pieces.iter().map(Piece::width).sum();
    let size: f64 = match ems {
        ..1.1 => 17.0,
        ..2.0 => 13.8,
        ..2.6 => 12.0,
        _ => 10.4,
    };
    let margin = match kind.family() {
        PremiumFamily::Word => 4.6,
        PremiumFamily::Letter if kind_is_plain_multiple(kind) => 4.4,
        PremiumFamily::Letter => 6.0,
        PremiumFamily::Computing => 6.4,
        PremiumFamily::Category => 19.3 - innermost_stripe(outline, stroke_count(kind)) + 2.2,
        PremiumFamily::Revalue => 3.4,
        PremiumFamily::Combine => outline.wedge + 1.6,
        PremiumFamily::Plain => 3.0,
    };
    let size = size.min(outline.room(size * 0.8, margin) / ems.max(0.1));
    (size, size * ems)
}

fn kind_is_plain_multiple(kind: PremiumKind) -> bool {
    !matches!(kind, PremiumKind::ValueMatched { .. })
}

/// The number of strokes: the factor of multipliers, otherwise the strength.
fn stroke_count(kind: PremiumKind) -> usize {
    kind.factor().map_or(strength(kind), |factor| factor.clamp(1, 4) as usize)
}

fn stripe_step(outline: &Outline, count: usize) -> f64 {
    outline.stripes.1 * if count >= 4 { 0.85 } else { 1.0 }
}

fn innermost_stripe(outline: &Outline, count: usize) -> f64 {
    outline.stripes.0 - stripe_step(outline, count) * (count as f64 - 1.0)
}

/// The id of a premium's definition for an outline.
pub(crate) fn id(kind: PremiumKind, outline: &Outline, start: bool) -> String {
    let star = if start { "-start" } else { "" };
    let name: String =
        kind.to_string().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{}-{name}{star}", outline.name)
}

/// Draws a premium square around the origin; on a start cell with a star above its label. Both are
/// moved up by `rise`.
pub(crate) fn draw(
    canvas: &mut Canvas<'_>,
    kind: PremiumKind,
    outline: &Outline,
    start: bool,
    rise: f64,
) {
    let colors = canvas.theme.premium(kind);
    let ground = outline.path(Path::new(), Point::default(), 1.0, 3.0);
    canvas.path(&ground, &Paint::fill(colors.ground));
    motif(canvas, kind, outline);
    let (y, scale) = if start { (6.2, 0.84) } else { (0.0, 1.0) };
    label(canvas, kind, outline, Point::new(0.0, y - rise), scale);
    if start {
        star(canvas, Point::new(0.0, -8.2 - rise), 7.4, colors.ink);
    }
}

/// A four-pointed star.
pub(crate) fn star(canvas: &mut Canvas<'_>, at: Point, size: f64, color: crate::Color) {
    let waist = size * 0.27;
    let points = [
        (0.0, -size),
        (waist, -waist),
        (size, 0.0),
        (waist, waist),
        (0.0, size),
        (-waist, waist),
        (-size, 0.0),
        (-waist, -waist),
    ];
    let points: Vec<Point> = points.iter().map(|(x, y)| at.plus(Point::new(*x, *y))).collect();
    canvas.path(&Path::new().polygon(&points), &Paint::fill(color));
}

fn motif(canvas: &mut Canvas<'_>, kind: PremiumKind, outline: &Outline) {
    let color = canvas.theme.premium(kind).motif;
    let wide = f64::from(canvas.theme.motif_width) / 100.0;
    let line = Paint::stroke(color, wide);
    let solid = Paint::fill(color);
    let count = stroke_count(kind);
    match kind.family() {
        PremiumFamily::Plain => {}
        PremiumFamily::Word if kind == PremiumKind::LengthSquared => {
            let distance = outline.corner_line.0 + outline.corner_line.1 * 1.4;
            let corners = outline.line_corners.iter();
            let path = corners
                .fold(Path::new(), |path, corner| outline.corner_piece(path, *corner, distance));
            canvas.path(&path, &solid);
        }
        PremiumFamily::Word => {
            let (first, step) = outline.corner_line;
            let mut path = Path::new();
            for corner in outline.line_corners {
                for stroke in 0..count {
                    let distance = first + step * stroke as f64 * if count > 3 { 0.9 } else { 1.0 };
                    let (one, two) = outline.corner_cut(*corner, distance);
                    path = path.segment(one, two);
                }
            }
            canvas.path(&path, &Paint::stroke(color, wide * outline.line_width));
        }
        PremiumFamily::Letter => {
            if !kind_is_plain_multiple(kind) {
                canvas.circle(Point::default(), 15.4, &line);
            }
            for corner in outline.dots[count - 1] {
                let at = outline.corners[*corner].toward(Point::default(), outline.dot);
                canvas.circle(at, 2.5, &solid);
            }
        }
        PremiumFamily::Computing => {
            for ring in 0..count {
                let radius = 17.6 - ring as f64 * 2.3;
                canvas.circle(Point::default(), radius, &Paint::stroke(color, wide * 0.85));
            }
        }
        PremiumFamily::Category => {
            let mut path = Path::new();
            for stroke in 0..count {
                let x = outline.stripes.0 - stripe_step(outline, count) * stroke as f64;
                let half = outline.stripes.2[stroke];
                for x in [-x, x] {
                    path = path.from(x, -half).to(x, half);
                }
            }
            canvas.path(&path, &Paint::stroke(color, wide * 0.9));
        }
        PremiumFamily::Revalue => rules(canvas, kind, outline),
        PremiumFamily::Combine => canvas.path(&wedges(outline, 1.0, count), &solid),
    }
}

/// Wedges on the middles of the sides: the pattern that stays visible around a tile.
pub(crate) fn wedges(outline: &Outline, scale: f64, count: usize) -> Path {
    let depth = outline.wedge * if count > 2 { 1.0 } else { 0.82 };
    let mut path = Path::new();
    for (middle, along) in outline.sides {
        let middle = middle.scaled(scale);
        let tip = middle.toward(Point::default(), depth / middle.distance(Point::default()));
        let foot = |sign: f64| middle.plus(along.scaled(depth * sign));
        path = path.polygon(&[foot(-1.0), tip, foot(1.0)]);
    }
    path
}

/// A ruled top and a foot that is a gauge.
fn rules(canvas: &mut Canvas<'_>, kind: PremiumKind, outline: &Outline) {
    let color = canvas.theme.premium(kind).motif;
    let wide = f64::from(canvas.theme.motif_width) / 100.0;
    let (width, height) = outline.rules;
    let rule = |path: Path, from: f64, to: f64, y: f64| path.from(from, y).to(to, y);
    let both = rule(rule(Path::new(), -width, width, -height), -width, width, height);
    let empty = Path::new;
    let (thin, thick) = match kind {
        PremiumKind::Value(value) => {
            let share = f64::from(value.clamp(0, 10)) / 10.0;
            (both, rule(empty(), -width, -width + 2.0 * width * share, height))
        }
        PremiumKind::Inverter => {
            (both, rule(rule(empty(), 0.0, width, -height), -width, 0.0, height))
        }
        PremiumKind::Alpha => {
            let ticks = [-0.75, -0.25, 0.25, 0.75].iter().fold(both, |path, share| {
                path.from(width * share, height).to(width * share, height - 3.4)
            });
            (ticks, empty())
        }
        PremiumKind::Ceiling => {
            (rule(empty(), -width, width, height), rule(empty(), -width, width, -height))
        }
        _ => (rule(empty(), -width, width, -height), rule(empty(), -width, width, height)),
    };
    canvas.path(&thin, &Paint::stroke(color, wide * 0.9));
    if thick.bounds.width() > 0.0 {
        canvas.path(&thick, &Paint::stroke(color, wide * 2.2));
    }
}

fn label(canvas: &mut Canvas<'_>, kind: PremiumKind, outline: &Outline, at: Point, scale: f64) {
    let pieces = pieces(kind);
    let (size, _) = label_size(&pieces, kind, outline);
    draw_pieces(canvas, kind, &pieces, at, size * scale);
}

fn draw_pieces(canvas: &mut Canvas<'_>, kind: PremiumKind, pieces: &[Piece], at: Point, size: f64) {
    let width = pieces.iter().map(Piece::width).sum::<f64>() * size;
    let role = TextRole::Premium(kind);
    let mut left = at.x - width / 2.0;
    // A single text is centred by the renderer, which knows the real width of its font.
    if let [Piece::Text(text, ..)] = pieces {
        let text = Text { at, text, size, weight: Weight::Bold, anchor: Anchor::Middle, role };
        return canvas.text(&text);
    }
    for piece in pieces {
        let wide = piece.width() * size;
        let middle = Point::new(left + wide / 2.0, at.y);
        left += wide;
        match piece {
            Piece::Text(text, share, rise) => canvas.text(&Text {
                at: Point::new(middle.x, middle.y - rise * size),
                text,
                size: size * share,
                weight: Weight::Bold,
                anchor: Anchor::Middle,
                role,
            }),
            Piece::Mark(mark) => {
                let ink = canvas.theme.premium(kind).ink;
                let paint = Paint::stroke(ink, size * 0.1).with("stroke-linecap=\"round\"");
                canvas.path(&mark_path(*mark, middle, size), &paint);
            }
        }
    }
}

fn mark_path(mark: Mark, at: Point, size: f64) -> Path {
    let point = |x: f64, y: f64| at.plus(Point::new(x * size, y * size));
    let line = |path: Path, points: &[(f64, f64)]| {
        points.iter().enumerate().fold(path, |path, (index, (x, y))| {
            let Point { x, y } = point(*x, *y);
            if index == 0 { path.from(x, y) } else { path.to(x, y) }
        })
    };
    let path = Path::new();
    match mark {
        Mark::MirrorSideways => {
            let path = line(path, &[(0.0, -0.46), (0.0, 0.46)]);
            let path = line(path, &[(-0.16, -0.2), (-0.32, 0.0), (-0.16, 0.2)]);
            line(path, &[(0.16, -0.2), (0.32, 0.0), (0.16, 0.2)])
        }
        Mark::MirrorUpright => {
            let path = line(path, &[(-0.34, 0.0), (0.34, 0.0)]);
            let path = line(path, &[(-0.2, -0.2), (0.0, -0.4), (0.2, -0.2)]);
            line(path, &[(-0.2, 0.2), (0.0, 0.4), (0.2, 0.2)])
        }
        Mark::HalfTurn | Mark::Revive => {
            let from = point(0.3, 0.16);
            let path = path.from(from.x, from.y).arc(0.34 * size, true, point(0.3, -0.16));
            let path = line(path, &[(0.3, -0.44), (0.3, -0.16), (0.04, -0.16)]);
            if mark == Mark::Revive { path } else { line(path, &[(-0.03, 0.03), (0.0, 0.03)]) }
        }
        Mark::CeilingLeft => line(path, &[(-0.06, 0.46), (-0.06, -0.46), (0.12, -0.46)]),
        Mark::CeilingRight => line(path, &[(-0.12, -0.46), (0.06, -0.46), (0.06, 0.46)]),
        Mark::FloorLeft => line(path, &[(-0.06, -0.46), (-0.06, 0.46), (0.12, 0.46)]),
        Mark::FloorRight => line(path, &[(-0.12, 0.46), (0.06, 0.46), (0.06, -0.46)]),
    }
}

/// A premium small, as a swatch or a chip: the square without its shape, `side` wide.
pub(crate) fn swatch(
    canvas: &mut Canvas<'_>,
    kind: PremiumKind,
    outline: &Outline,
    center: Point,
    side: f64,
) {
    let scale = (side / 40.0 * 100.0).round() / 100.0;
    canvas.placed(center, scale, |canvas| draw(canvas, kind, outline, false, 0.0));
}

/// A premium as a chip in a line of text: its label on its ground.
pub(crate) fn chip(canvas: &mut Canvas<'_>, kind: PremiumKind, bounds: Bounds) {
    let colors = canvas.theme.premium(kind);
    canvas.rect(&bounds, 4.0, &Paint::fill(colors.ground).outlined(colors.motif, 1.0));
    let pieces = pieces(kind);
    let ems: f64 = pieces.iter().map(Piece::width).sum();
    let size = (bounds.height() * 0.64).min((bounds.width() - 5.0) / ems.max(0.1));
    let middle = Point::new(bounds.left + bounds.width() / 2.0, bounds.top + bounds.height() / 2.0);
    draw_pieces(canvas, kind, &pieces, middle, size);
}

/// Whether a premium has its own picture; a plain square has none.
pub(crate) fn is_drawn(kind: PremiumKind) -> bool {
    kind.family() != PremiumFamily::Plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;
    use tilewright_board::CellShape;

    #[test]
    fn labels_fit_their_cells() {
        let extreme = [
            PremiumKind::Value(i32::MIN),
            PremiumKind::Value(-50),
            PremiumKind::ValueMatched { value: -9_999, times: 9_999 },
        ];
        for shape in [CellShape::Square, CellShape::Hexagon, CellShape::Disc] {
            let outline = Outline::of(shape);
            for kind in PremiumKind::all().into_iter().chain(extreme) {
                let (size, width) = label_size(&pieces(kind), kind, outline);
                let room = outline.room(size * 0.8, 2.0);
                assert!(width <= room, "{kind}: {width} in {room}");
                assert!((4.0..=17.0).contains(&size), "{kind}: {size}");
                if !extreme.contains(&kind) {
                    assert!(size >= 8.0, "{kind} on {shape:?}: {size}");
                }
            }
        }
    }

    #[test]
    fn patterns_stay_inside_their_cells() {
        let theme = Theme::light();
        for shape in [CellShape::Square, CellShape::Hexagon, CellShape::Disc] {
            let outline = Outline::of(shape);
            let allowed = outline.bounds().grown(1.0);
            for kind in PremiumKind::all() {
                let mut canvas = Canvas::new(&theme, String::new());
                draw(&mut canvas, kind, outline, false, 0.0);
                let covered = canvas.covered();
                let inside = allowed.contains(Point::new(covered.left, covered.top))
                    && allowed.contains(Point::new(covered.right, covered.bottom));
                assert!(inside, "{kind} on {shape:?}: {covered:?}");
            }
        }
    }
}
