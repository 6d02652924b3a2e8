//! Small typed numbers, so that a cell is never mistaken for a line.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A place for tiles on one board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CellId(pub u16);

impl CellId {
    /// The position of this cell in per-cell tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One maximal run of cells along one axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u16);

impl LineId {
    /// The position of this line in per-line tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A direction family of one board; the number is the board's axis order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AxisId(pub u8);

impl AxisId {
    /// The position of this axis in per-axis tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a cell sits on one line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The line.
    pub line: LineId,
    /// The place of the cell on that line, from 0.
    pub index: u16,
}

/// Grid coordinates of a cell: column, row and layer, from 0.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Coord {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Layer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub z: i32,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl Coord {
    /// A coordinate on a flat board.
    pub fn flat(x: i32, y: i32) -> Self {
        Coord { x, y, z: 0 }
    }
}

/// The text of a coordinate, `x,y` or `x,y,z`, without an allocation: views and events name a cell
/// hundreds of times, so this is much of the cost of writing them.
#[derive(Clone, Copy)]
pub struct CoordText {
    bytes: [u8; CoordText::LONGEST],
    len: usize,
}

impl CoordText {
    /// Three numbers of up to 11 characters, and two commas.
    const LONGEST: usize = 3 * 11 + 2;

    fn push(&mut self, text: &str) {
        self.bytes[self.len..self.len + text.len()].copy_from_slice(text.as_bytes());
        self.len += text.len();
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).expect("digits, signs and commas are UTF-8")
    }

    /// The text in ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl From<Coord> for CoordText {
    fn from(coord: Coord) -> Self {
        let mut text = CoordText { bytes: [0; CoordText::LONGEST], len: 0 };
        let mut digits = itoa::Buffer::new();
        text.push(digits.format(coord.x));
        text.push(",");
        text.push(digits.format(coord.y));
        if coord.z != 0 {
            text.push(",");
            text.push(digits.format(coord.z));
        }
        text
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CoordText::from(*self).as_str())
    }
}

/// A text that is no coordinate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is no coordinate; write `x,y` or `x,y,z`, as in `7,7` or `4,4,1`")]
pub struct CoordParseError(String);

impl FromStr for Coord {
    type Err = CoordParseError;

    /// Reads `x,y` or `x,y,z`; spaces around the numbers do not matter.
    fn from_str(text: &str) -> Result<Coord, CoordParseError> {
        let bad = || CoordParseError(text.chars().take(40).collect());
        let mut numbers = [0; 3];
        let mut count = 0;
        for part in text.split(',') {
            let number = numbers.get_mut(count).ok_or_else(bad)?;
            *number = part.trim().parse().map_err(|_| bad())?;
            count += 1;
        }
        let [x, y, z] = numbers;
        if count < 2 { Err(bad()) } else { Ok(Coord { x, y, z }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_coordinates_are_refused() {
        assert_eq!(" 7, 11 ".parse(), Ok(Coord::flat(7, 11)));
        for text in ["", "7", "7,", ",7", "7,7,7,7", "7;7", "a,b", "99999999999,1", "node"] {
            let error = text.parse::<Coord>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn coordinates_are_written_with_two_numbers_on_the_ground_and_three_above() {
        let table = [
            ((7, 11, 0), "7,11"),
            ((-3, 0, 0), "-3,0"),
            ((4, 4, 1), "4,4,1"),
            ((0, 0, -2), "0,0,-2"),
            ((i32::MIN, i32::MIN, i32::MIN), "-2147483648,-2147483648,-2147483648"),
            ((i32::MAX, i32::MAX, i32::MAX), "2147483647,2147483647,2147483647"),
        ];
        for ((x, y, z), text) in table {
            assert_eq!(Coord { x, y, z }.to_string(), text);
            assert_eq!(text.parse(), Ok(Coord { x, y, z }));
        }
    }
}
