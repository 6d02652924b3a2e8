//! What lies on the board.

use crate::CellLabel;
use crate::identity::mix;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_board::{CellId, Topology};
use tilewright_tiles::{Tile, TileCounts};

/// The tiles on a board, and which premiums have been used up.
#[derive(PartialEq, Debug)]
pub struct Board {
    /// The board's shape.
    pub geom: Arc<Topology>,
    squares: Vec<Square>,
    /// Covered tiles, lowest first; only cells with a height above 1.
    beneath: BTreeMap<CellId, Vec<Tile>>,
    occupied: u32,
    /// A hash of all tiles and used premiums, kept up to date by every change.
    fingerprint: u64,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Square {
    top: Option<Tile>,
    height: u8,
    premium_used: bool,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            geom: self.geom.clone(),
            squares: self.squares.clone(),
            beneath: self.beneath.clone(),
            occupied: self.occupied,
            fingerprint: self.fingerprint,
        }
    }

    /// Copies into a board that is there already, without new memory: for search.
    fn clone_from(&mut self, source: &Board) {
        if !Arc::ptr_eq(&self.geom, &source.geom) {
            self.geom = source.geom.clone();
        }
        self.squares.clone_from(&source.squares);
        if !(self.beneath.is_empty() && source.beneath.is_empty()) {
            self.beneath.clone_from(&source.beneath);
        }
        self.occupied = source.occupied;
        self.fingerprint = source.fingerprint;
    }
}

impl Board {
    /// An empty board.
    pub fn new(geom: Arc<Topology>) -> Board {
        let squares = vec![Square::default(); geom.cell_count()];
        Board { geom, squares, beneath: BTreeMap::new(), occupied: 0, fingerprint: 0 }
    }

    /// Whether no tile lies on it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// The number of cells with a tile.
    pub fn occupied(&self) -> usize {
        self.occupied as usize
    }

    /// The visible tile of a cell.
    #[inline]
    pub fn top(&self, cell: CellId) -> Option<Tile> {
        self.squares[cell.index()].top
    }

    /// Whether a cell has a tile.
    #[inline]
    pub fn is_occupied(&self, cell: CellId) -> bool {
        self.squares[cell.index()].height > 0
    }

    /// The number of tiles on a cell.
    #[inline]
    pub fn height(&self, cell: CellId) -> u8 {
        self.squares[cell.index()].height
    }

    /// The covered tiles of a cell, lowest first.
    pub fn beneath(&self, cell: CellId) -> &[Tile] {
        self.beneath.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Whether the premium of a cell has been used up.
    #[inline]
    pub fn premium_used(&self, cell: CellId) -> bool {
        self.squares[cell.index()].premium_used
    }

    /// Says whether the premium of a cell has been used up.
    pub fn set_premium_used(&mut self, cell: CellId, used: bool) {
        let square = &mut self.squares[cell.index()];
        if square.premium_used != used {
            square.premium_used = used;
            self.fingerprint ^= mix(0x5eed, u64::from(cell.0));
        }
    }

    /// Puts a tile on a cell, on top of what is there.
    pub fn put(&mut self, cell: CellId, tile: Tile) {
        let square = &mut self.squares[cell.index()];
        match square.top.replace(tile) {
            Some(covered) => self.beneath.entry(cell).or_default().push(covered),
            None => self.occupied += 1,
        }
        square.height = square.height.saturating_add(1);
        self.fingerprint ^= tile_hash(cell, square.height, tile);
    }

    /// Takes the top tile of a cell.
    pub fn take(&mut self, cell: CellId) -> Option<Tile> {
        let square = &mut self.squares[cell.index()];
        let tile = square.top.take()?;
        self.fingerprint ^= tile_hash(cell, square.height, tile);
        square.height -= 1;
        if let Some(covered) = self.beneath.get_mut(&cell) {
            square.top = covered.pop();
            if covered.is_empty() {
                self.beneath.remove(&cell);
            }
        }
        if square.top.is_none() {
            self.occupied -= 1;
        }
        Some(tile)
    }

    /// A hash of what lies where: equal boards have equal ones, in any order of changes.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The cells with a tile, in cell order.
    pub fn occupied_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.geom.cell_ids().filter(|cell| self.is_occupied(*cell))
    }

    /// All tiles on the board, covered ones too.
    pub fn tiles(&self) -> TileCounts {
        let tops = self.squares.iter().filter_map(|square| square.top);
        let covered = self.beneath.values().flatten().copied();
        tops.chain(covered).map(|tile| tile.kind).collect()
    }

    /// A cell as messages write it.
    pub fn label(&self, cell: CellId) -> CellLabel {
        label(&self.geom, cell)
    }
}

/// What a tile adds to the fingerprint of a board.
#[inline]
fn tile_hash(cell: CellId, height: u8, tile: Tile) -> u64 {
    let place = u64::from(cell.0) << 32 | u64::from(height) << 24;
    mix(place | u64::from(tile.kind.0) << 8 | u64::from(tile.letter.0), 0x7117)
}

/// A cell of a topology as messages write it.
pub(crate) fn label(topology: &Topology, cell: CellId) -> CellLabel {
    let data = topology.cell(cell);
    match (&data.name, data.coord) {
        (Some(name), _) => CellLabel::Node(name.clone()),
        (None, Some(coord)) => CellLabel::Coord(coord),
        (None, None) => CellLabel::Node(format!("n{}", cell.0).into()),
    }
}
