//! Rectangles, hexagonal grids and towers, with or without a mask.

use crate::shapes::mask::Mask;
use crate::{BoardError, Cell, CellId, CellShape, Coord, DirTag, MAX_CELLS, Position2};
use crate::{Topology, TopologyBuilder};
use std::collections::BTreeMap;

/// The height of a row of hexagons, in thousandths of their width.
const HEX_ROW: i32 = 866;

type Step = fn(Coord) -> Coord;

fn east(c: Coord) -> Coord {
    Coord { x: c.x + 1, ..c }
}
fn south(c: Coord) -> Coord {
    Coord { y: c.y + 1, ..c }
}
fn north_east(c: Coord) -> Coord {
    Coord { x: c.x + 1, y: c.y - 1, ..c }
}
fn south_east(c: Coord) -> Coord {
    Coord { x: c.x + 1, y: c.y + 1, ..c }
}
fn up(c: Coord) -> Coord {
    Coord { z: c.z + 1, ..c }
}
fn hex_north_east(c: Coord) -> Coord {
    Coord { x: c.x + (c.y & 1), y: c.y - 1, ..c }
}
fn hex_south_east(c: Coord) -> Coord {
    Coord { x: c.x + (c.y & 1), y: c.y + 1, ..c }
}

struct Lattice {
    shape: CellShape,
    steps: Vec<(DirTag, Step)>,
    position: fn(Coord) -> Position2,
}

/// A rectangle of squares; with diagonals it has four axes instead of two.
pub fn rect(
    width: u32,
    height: u32,
    diagonals: bool,
    mask: Option<&Mask>,
) -> Result<Topology, BoardError> {
    build(width, height, 1, mask, &square_lattice(diagonals))
}

/// A grid of hexagons in odd-row offset coordinates, with the axes East, NorthEast, SouthEast.
pub fn hex(width: u32, height: u32, mask: Option<&Mask>) -> Result<Topology, BoardError> {
    let lattice = Lattice {
        shape: CellShape::Hexagon,
        steps: vec![
            (DirTag::East, east),
            (DirTag::NorthEast, hex_north_east),
            (DirTag::SouthEast, hex_south_east),
        ],
        position: |c| Position2 { x: c.x * 1000 + (c.y & 1) * 500, y: c.y * HEX_ROW },
    };
    build(width, height, 1, mask, &lattice)
}

/// Layers of squares; the third axis, Up, reads from the lowest layer upwards.
pub fn cube(
    width: u32,
    height: u32,
    depth: u32,
    diagonals: bool,
    mask: Option<&Mask>,
) -> Result<Topology, BoardError> {
    let mut lattice = square_lattice(diagonals);
    lattice.steps.push((DirTag::Up, up));
    build(width, height, depth, mask, &lattice)
}

fn square_lattice(diagonals: bool) -> Lattice {
    let mut steps: Vec<(DirTag, Step)> = vec![(DirTag::East, east), (DirTag::South, south)];
    if diagonals {
        steps.push((DirTag::NorthEast, north_east));
        steps.push((DirTag::SouthEast, south_east));
    }
    Lattice {
        shape: CellShape::Square,
        steps,
        position: |c| Position2 { x: c.x * 1000, y: c.y * 1000 },
    }
}

fn build(
    width: u32,
    height: u32,
    depth: u32,
    mask: Option<&Mask>,
    lattice: &Lattice,
) -> Result<Topology, BoardError> {
    let total = u64::from(width).saturating_mul(u64::from(height)).saturating_mul(u64::from(depth));
    if total == 0 {
        return Err(BoardError::Empty);
    }
    // A mask may shrink the board, but the frame itself stays bounded too.
    if total > 4 * MAX_CELLS as u64 {
        return Err(BoardError::TooManyCells(total));
    }
    let kept = match mask {
        Some(mask) => mask.cells(width, height)?,
        None => vec![true; (width * height) as usize],
    };
    let mut builder = TopologyBuilder::new();
    let mut ids: BTreeMap<Coord, CellId> = BTreeMap::new();
    for z in 0..depth as i32 {
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                if !kept[(y as u32 * width + x as u32) as usize] {
                    continue;
                }
                let coord = Coord { x, y, z };
                let id = builder.add_cell(Cell {
                    name: None,
                    coord: Some(coord),
                    position: (lattice.position)(coord),
                    layer: z as u16,
                    shape: lattice.shape,
                })?;
                ids.insert(coord, id);
            }
        }
    }
    for (tag, step) in &lattice.steps {
        builder.add_axis(tag.clone(), |_, cell| ids.get(&step(cell.coord?)).copied());
    }
    let center = Coord { x: width as i32 / 2, y: height as i32 / 2, z: 0 };
    builder.set_center(ids.get(&center).copied());
    builder.build()
}
