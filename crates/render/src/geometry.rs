//! Points, boxes and paths, in units of a fortieth of a cell.

/// The width of a cell, in the units of a picture.
pub(crate) const CELL: f64 = 40.0;

/// A point of the picture.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point at a share of the way to another.
    pub fn toward(self, other: Point, share: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }

    pub fn plus(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }

    pub fn scaled(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }

    pub fn distance(self, other: Point) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }
}

/// An upright box; empty until something is put in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    pub const EMPTY: Bounds = Bounds {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    pub fn around(x: f64, y: f64, width: f64, height: f64) -> Bounds {
        Bounds { left: x, top: y, right: x + width, bottom: y + height }
    }

    pub fn is_empty(&self) -> bool {
        self.left > self.right
    }

    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    pub fn add(&mut self, point: Point) {
        self.left = self.left.min(point.x);
        self.right = self.right.max(point.x);
        self.top = self.top.min(point.y);
        self.bottom = self.bottom.max(point.y);
    }

    pub fn add_all(&mut self, other: &Bounds) {
        if !other.is_empty() {
            self.add(Point::new(other.left, other.top));
            self.add(Point::new(other.right, other.bottom));
        }
    }

    pub fn grown(&self, by: f64) -> Bounds {
        Bounds {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    pub fn overlaps(&self, other: &Bounds) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A number as pictures write it: at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    match (size / 100, size % 100) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, rest) if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        (whole, rest) => format!("{sign}{whole}.{rest:02}"),
    }
}

/// The data of a path element, and the box of its points.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub data: String,
    pub bounds: Bounds,
}

impl Path {
    pub fn new() -> Path {
        Path { data: String::new(), bounds: Bounds::EMPTY }
    }

    fn command(mut self, letter: char, points: &[Point]) -> Path {
        self.data.push(letter);
        for (index, point) in points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            self.data.push_str(&format!("{space}{} {}", number(point.x), number(point.y)));
            self.bounds.add(*point);
        }
        self
    }

    pub fn from(self, x: f64, y: f64) -> Path {
        self.command('M', &[Point::new(x, y)])
    }

    pub fn to(self, x: f64, y: f64) -> Path {
        self.command('L', &[Point::new(x, y)])
    }

    pub fn curve(self, control: Point, end: Point) -> Path {
        self.command('Q', &[control, end])
    }

    /// An arc of a circle, clockwise; `large` for more than half of it.
    pub fn arc(mut self, radius: f64, large: bool, end: Point) -> Path {
        let r = number(radius);
        self.data.push_str(&format!(
            "A{r} {r} 0 {} 1 {} {}",
            u8::from(large),
            number(end.x),
            number(end.y)
        ));
        self.bounds.add(end);
        self
    }

    pub fn close(mut self) -> Path {
        self.data.push('Z');
        self
    }

    pub fn segment(self, one: Point, two: Point) -> Path {
        self.from(one.x, one.y).to(two.x, two.y)
    }

    pub fn polygon(self, points: &[Point]) -> Path {
        let mut path = self;
        for (index, point) in points.iter().enumerate() {
            path = path.command(if index == 0 { 'M' } else { 'L' }, &[*point]);
        }
        path.close()
    }

    pub fn circle(self, center: Point, radius: f64) -> Path {
        let (left, right) =
            (Point::new(center.x - radius, center.y), Point::new(center.x + radius, center.y));
        let mut path = self.from(left.x, left.y).arc(radius, false, right).arc(radius, false, left);
        path.bounds.add(Point::new(center.x, center.y - radius));
        path.bounds.add(Point::new(center.x, center.y + radius));
        path.close()
    }

    pub fn rounded(self, bounds: &Bounds, radius: f64) -> Path {
        let Bounds { left, top, right, bottom } = *bounds;
        self.from(left + radius, top)
            .to(right - radius, top)
            .arc(radius, false, Point::new(right, top + radius))
            .to(right, bottom - radius)
            .arc(radius, false, Point::new(right - radius, bottom))
            .to(left + radius, bottom)
            .arc(radius, false, Point::new(left, bottom - radius))
            .to(left, top + radius)
            .arc(radius, false, Point::new(left + radius, top))
            .close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let cases = [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (-2.345, "-2.35"), (3.07, "3.07")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
