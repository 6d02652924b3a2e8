//! The three outlines a cell may have, as data: the only place that asks for a cell's shape.

use crate::geometry::{Bounds, Path, Point};
use tilewright_board::CellShape;

/// How cells of one shape are drawn.
pub(crate) struct Outline {
    /// In ids of definitions.
    pub name: &'static str,
    /// The corners that patterns hang on; of a disc those of the square around it.
    pub corners: &'static [Point],
    /// The corners that have lines.
    pub line_corners: &'static [usize],
    /// How far the first corner line is from the corner, and how far from one to the next.
    pub corner_line: (f64, f64),
    /// How wide corner lines are, as a share of other patterns.
    pub line_width: f64,
    /// Where on the way from a corner to the middle a dot lies.
    pub dot: f64,
    /// The corners with a dot, for one to four dots.
    pub dots: [&'static [usize]; 4],
    /// The outermost side stripe, the step inwards, and half its height at each step.
    pub stripes: (f64, f64, [f64; 4]),
    /// Half the width and the height of ruled lines above and below the middle.
    pub rules: (f64, f64),
    /// The depth of edge wedges.
    pub wedge: f64,
    /// The middles of the sides that wedges stand on: (middle, direction along the side).
    pub sides: &'static [(Point, Point)],
    /// How far the board's frame reaches beyond the cell.
    pub halo: f64,
    /// The room for a letter on a tile, and its size and height.
    pub letter: (f64, f64, f64),
    /// Where a tile's value ends (`true`) or has its middle, and its size.
    pub value: (Point, bool, f64),
    /// Where a cell's name stands on a tile, below the middle.
    pub name_height: f64,
    /// The scale of the ring around a word.
    pub ring: f64,
    /// The smallest distance between two cells, in cells, at which they do not touch.
    pub spacing: f64,
    /// Whether cells stand apart, so that lines must be drawn as edges.
    pub apart: bool,
    /// Half the size of the shape: of a square's side, or a radius.
    half: f64,
    form: Form,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Square,
    Polygon,
    Circle,
}

const fn point(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

const SQUARE: Outline = Outline {
    name: "s",
    corners: &[point(-19.3, -19.3), point(19.3, -19.3), point(19.3, 19.3), point(-19.3, 19.3)],
    line_corners: &[0, 1, 2, 3],
    corner_line: (5.4, 4.2),
    line_width: 1.0,
    dot: 0.32,
    dots: [&[1], &[3, 1], &[0, 1, 3], &[0, 1, 2, 3]],
    stripes: (17.2, 2.6, [19.3; 4]),
    rules: (15.6, 15.2),
    wedge: 8.2,
    sides: &[
        (point(0.0, -19.3), point(1.0, 0.0)),
        (point(19.3, 0.0), point(0.0, 1.0)),
        (point(0.0, 19.3), point(1.0, 0.0)),
        (point(-19.3, 0.0), point(0.0, 1.0)),
    ],
    halo: 6.0,
    letter: (26.0, 21.0, -1.0),
    value: (point(14.4, 11.4), true, 9.2),
    name_height: -13.6,
    ring: 1.06,
    spacing: 1.0,
    apart: false,
    half: 19.3,
    form: Form::Square,
};

const HEXAGON: Outline = Outline {
    name: "h",
    corners: &[
        point(0.0, -22.29),
        point(19.3, -11.14),
        point(19.3, 11.14),
        point(0.0, 22.29),
        point(-19.3, 11.14),
        point(-19.3, -11.14),
    ],
    line_corners: &[0, 2, 4],
    corner_line: (6.4, 4.6),
    line_width: 0.68,
    dot: 0.22,
    dots: [&[0], &[5, 2], &[0, 2, 4], &[5, 1, 2, 4]],
    stripes: (17.4, 2.6, [10.6, 12.1, 13.6, 15.1]),
    rules: (9.6, 14.4),
    wedge: 5.6,
    sides: &[
        (point(9.65, -16.72), point(0.866, 0.5)),
        (point(19.3, 0.0), point(0.0, 1.0)),
        (point(9.65, 16.72), point(-0.866, 0.5)),
        (point(-9.65, 16.72), point(-0.866, -0.5)),
        (point(-19.3, 0.0), point(0.0, -1.0)),
        (point(-9.65, -16.72), point(0.866, -0.5)),
    ],
    halo: 5.0,
    letter: (26.0, 19.0, -1.8),
    value: (point(0.0, 13.6), false, 8.4),
    name_height: -12.2,
    ring: 1.06,
    spacing: 0.99,
    apart: false,
    half: 22.29,
    form: Form::Polygon,
};

const DISC: Outline = Outline {
    name: "d",
    corners: &[point(-19.3, -19.3), point(19.3, -19.3), point(19.3, 19.3), point(-19.3, 19.3)],
    line_corners: &[0, 1, 2, 3],
    corner_line: (15.2, 3.6),
    line_width: 1.0,
    dot: 0.4,
    dots: [&[1], &[3, 1], &[0, 1, 3], &[0, 1, 2, 3]],
    stripes: (16.6, 2.6, [8.4, 11.6, 14.0, 15.8]),
    rules: (9.2, 14.0),
    wedge: 6.4,
    sides: &[
        (point(0.0, -18.2), point(1.0, 0.0)),
        (point(18.2, 0.0), point(0.0, 1.0)),
        (point(0.0, 18.2), point(1.0, 0.0)),
        (point(-18.2, 0.0), point(0.0, 1.0)),
    ],
    halo: 1.6,
    letter: (23.0, 18.0, -2.0),
    value: (point(0.0, 11.6), false, 8.4),
    name_height: -12.2,
    ring: 1.11,
    spacing: 1.5,
    apart: true,
    half: 19.3,
    form: Form::Circle,
};

impl Outline {
    /// The outline of a shape.
    pub fn of(shape: CellShape) -> &'static Outline {
        match shape {
            CellShape::Square => &SQUARE,
            CellShape::Hexagon => &HEXAGON,
            CellShape::Disc => &DISC,
        }
    }

    /// How a line without length must end to look like the cell.
    pub fn cap(&self) -> &'static str {
        match self.form {
            Form::Square => "square",
            Form::Polygon | Form::Circle => "round",
        }
    }

    /// The outline around a point, at a scale; `radius` rounds the corners of a square.
    pub fn path(&self, onto: Path, at: Point, scale: f64, radius: f64) -> Path {
        let half = self.half * scale;
        match self.form {
            Form::Square if radius == 0.0 => {
                let corner = |x: f64, y: f64| at.plus(Point::new(x, y).scaled(half));
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                onto.polygon(&corners.map(|(x, y)| corner(x, y)))
            }
            Form::Square => {
                let side = 2.0 * half;
                onto.rounded(&Bounds::around(at.x - half, at.y - half, side, side), radius)
            }
            Form::Polygon => {
                let corners: Vec<Point> =
                    self.corners.iter().map(|corner| corner.scaled(scale).plus(at)).collect();
                onto.polygon(&corners)
            }
            Form::Circle => onto.circle(at, half),
        }
    }

    /// The line that cuts off a corner at a distance from it along both sides.
    pub fn corner_cut(&self, corner: usize, distance: f64) -> (Point, Point) {
        let count = self.corners.len();
        let apex = self.corners[corner];
        let end = |other: usize| {
            let other = self.corners[other % count];
            apex.toward(other, distance / apex.distance(other))
        };
        let (one, two) = (end(corner + count - 1), end(corner + 1));
        if self.form != Form::Circle {
            return (one, two);
        }
        // The chord of the disc along that line.
        let middle = one.toward(two, 0.5);
        let away = middle.distance(Point::default());
        let long = one.distance(two) / 2.0;
        let half = (self.half * self.half - away * away).max(0.0).sqrt();
        (middle.toward(one, half / long), middle.toward(two, half / long))
    }

    /// The piece that such a line cuts off.
    pub fn corner_piece(&self, onto: Path, corner: usize, distance: f64) -> Path {
        let (one, two) = self.corner_cut(corner, distance);
        match self.form {
            Form::Circle => onto.from(one.x, one.y).arc(self.half, false, two).close(),
            Form::Square | Form::Polygon => onto.polygon(&[one, self.corners[corner], two]),
        }
    }

    /// How far the outline is from its middle, across a line of cells.
    pub fn half(&self) -> f64 {
        self.half
    }

    /// The box of a cell around the origin.
    pub fn bounds(&self) -> Bounds {
        self.path(Path::new(), Point::default(), 1.0, 3.0).bounds
    }

    /// The room for a label of a given height in the middle, `margin` away from the outline.
    pub fn room(&self, height: f64, margin: f64) -> f64 {
        let half = match self.form {
            Form::Circle => (self.half * self.half - height * height / 4.0).max(0.0).sqrt(),
            Form::Square => 19.3,
            // Towards the tip above and below, the sides run together.
            Form::Polygon => {
                let (tip, side) = (self.corners[0], self.corners[1]);
                side.x * ((tip.y + height / 2.0) / (tip.y - side.y)).clamp(0.0, 1.0)
            }
        };
        2.0 * (half - margin)
    }
}
