//! Small typed numbers, so that a cell is never mistaken for a line.

use serde::{Deserialize, Serialize};
use std::fmt;

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

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.z == 0 {
            write!(f, "{},{}", self.x, self.y)
        } else {
            write!(f, "{},{},{}", self.x, self.y, self.z)
        }
    }
}
