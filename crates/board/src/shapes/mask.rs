//! Masks: which cells of a grid exist.

use crate::BoardError;

/// Which cells of a grid exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mask {
    /// One text per row: `#`, `-`, `_` or a space is a hole, every other character a cell.
    Rows(Vec<String>),
    /// `|dx| + |dy| ≤ radius` around the centre.
    Diamond(u32),
    /// A frame of this thickness around a hole.
    Ring(u32),
    /// Two bars of this thickness through the centre.
    Cross(u32),
    /// A hexagon with sides of this many cells, in odd-row offset coordinates.
    Hexagon(u32),
    /// A triangle with its apex at the top.
    Triangle,
}

impl Mask {
    /// Reads `diamond:4`, `ring:3`, `cross:5`, `hexagon:7` or `triangle`.
    pub fn parse(text: &str) -> Result<Mask, BoardError> {
        let bad = || {
            BoardError::BadMask(format!(
                "`{text}` is no mask; use diamond:R, ring:T, cross:T, hexagon:S, triangle or a list of rows"
            ))
        };
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => {
                (name, Some(argument.trim().parse::<u32>().map_err(|_| bad())?))
            }
            None => (text, None),
        };
        match (name.trim(), argument) {
            ("diamond", Some(radius)) => Ok(Mask::Diamond(radius)),
            ("ring", Some(thickness)) => Ok(Mask::Ring(thickness)),
            ("cross", Some(thickness)) => Ok(Mask::Cross(thickness)),
            ("hexagon", Some(side)) => Ok(Mask::Hexagon(side)),
            ("triangle", None) => Ok(Mask::Triangle),
            _ => Err(bad()),
        }
    }

    /// The kept cells of a grid, row by row.
    pub fn cells(&self, width: u32, height: u32) -> Result<Vec<bool>, BoardError> {
        if let Mask::Rows(rows) = self {
            return rows_mask(rows, width, height);
        }
        let (w, h) = (i64::from(width), i64::from(height));
        let (cx, cy) = (w / 2, h / 2);
        let keep = |x: i64, y: i64| match self {
            Mask::Rows(_) => true,
            Mask::Diamond(radius) => (x - cx).abs() + (y - cy).abs() <= i64::from(*radius),
            Mask::Ring(thickness) => x.min(y).min(w - 1 - x).min(h - 1 - y) < i64::from(*thickness),
            Mask::Cross(thickness) => {
                let arm = i64::from(*thickness) / 2;
                (x - cx).abs() <= arm || (y - cy).abs() <= arm
            }
            Mask::Hexagon(side) => hex_distance((x, y), (cx, cy)) < i64::from(*side),
            Mask::Triangle => {
                let slack = if w % 2 == 0 { h - 1 } else { 0 };
                (2 * x - (w - 1)).abs() * (h - 1).max(1) <= y * (w - 1) + slack
            }
        };
        Ok((0..h).flat_map(|y| (0..w).map(move |x| (x, y))).map(|(x, y)| keep(x, y)).collect())
    }
}

fn rows_mask(rows: &[String], width: u32, height: u32) -> Result<Vec<bool>, BoardError> {
    if rows.len() != height as usize {
        return Err(BoardError::BadMask(format!(
            "there are {} rows, the board's height is {height}; give one row for each",
            rows.len()
        )));
    }
    let mut cells = Vec::with_capacity((width * height) as usize);
    for (row, text) in rows.iter().enumerate() {
        let found = text.chars().count();
        if found != width as usize {
            return Err(BoardError::RaggedMask { row, found, expected: width as usize });
        }
        cells.extend(text.chars().map(|c| !is_hole(c)));
    }
    Ok(cells)
}

/// Whether a mask's character stands for a hole.
pub fn is_hole(c: char) -> bool {
    matches!(c, '#' | '-' | '_' | ' ')
}

/// Steps between two hexagons in odd-row offset coordinates.
fn hex_distance(a: (i64, i64), b: (i64, i64)) -> i64 {
    let axial = |(x, y): (i64, i64)| (x - (y - (y & 1)) / 2, y);
    let ((aq, ar), (bq, br)) = (axial(a), axial(b));
    let (dq, dr) = (aq - bq, ar - br);
    dq.abs().max(dr.abs()).max((dq + dr).abs())
}
