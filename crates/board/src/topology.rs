//! Cells and lines: the one board model.

use crate::{AxisId, BoardError, CellId, Coord, DirTag, LineId, MAX_AXES, MAX_CELLS, Slot};
use std::collections::BTreeMap;
use std::ops::Range;

/// How a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellShape {
    /// A square of side 1000.
    Square,
    /// A pointy-topped hexagon, 1000 wide.
    Hexagon,
    /// A disc.
    Disc,
}

/// The centre of a cell in the plane, in thousandths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Position2 {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its name, on a board of named nodes.
    pub name: Option<std::sync::Arc<str>>,
    /// Its grid coordinates, where it has any.
    pub coord: Option<Coord>,
    /// Where to draw it within its layer.
    pub position: Position2,
    /// Its layer, from 0; flat boards have one.
    pub layer: u16,
    /// Its outline.
    pub shape: CellShape,
}

/// A direction family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The forward direction.
    pub tag: DirTag,
}

/// A maximal run of cells along one axis, in forward order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// Its number.
    pub id: LineId,
    /// Its axis.
    pub axis: AxisId,
    /// Its cells, in forward order.
    pub cells: &'a [CellId],
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct LineRecord {
    axis: AxisId,
    cells: Range<u32>,
}

/// A board's shape: cells, axes and lines. Every cell lies on exactly one line of every axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    cells: Vec<Cell>,
    axes: Vec<Axis>,
    lines: Vec<LineRecord>,
    /// Slot-major: the cells of line 0, then of line 1, …
    line_cells: Vec<CellId>,
    /// `cell * axes + axis`
    slots: Vec<Slot>,
    center: Option<CellId>,
    by_coord: BTreeMap<Coord, CellId>,
    by_name: BTreeMap<std::sync::Arc<str>, CellId>,
    layers: u16,
}

impl Topology {
    /// The number of cells.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// All cell ids in order.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len() as u16).map(CellId)
    }

    /// One cell. The id must come from this topology.
    #[inline]
    pub fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[cell.index()]
    }

    /// The axes in axis order.
    #[inline]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// All axis ids in axis order.
    pub fn axis_ids(&self) -> impl Iterator<Item = AxisId> + use<> {
        (0..self.axes.len() as u8).map(AxisId)
    }

    /// The tag of an axis.
    #[inline]
    pub fn axis_tag(&self, axis: AxisId) -> &DirTag {
        &self.axes[axis.index()].tag
    }

    /// The axis with this tag.
    pub fn axis_by_tag(&self, tag: &DirTag) -> Option<AxisId> {
        self.axes.iter().position(|axis| axis.tag == *tag).map(|index| AxisId(index as u8))
    }

    /// The number of lines.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// All lines: by axis, then in the order of their first cells.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        (0..self.lines.len() as u16).map(|id| self.line(LineId(id)))
    }

    /// One line. The id must come from this topology.
    #[inline]
    pub fn line(&self, id: LineId) -> Line<'_> {
        let record = &self.lines[id.index()];
        let cells = &self.line_cells[record.cells.start as usize..record.cells.end as usize];
        Line { id, axis: record.axis, cells }
    }

    /// Where a cell sits on its line of an axis.
    #[inline]
    pub fn slot(&self, cell: CellId, axis: AxisId) -> Slot {
        self.slots[cell.index() * self.axes.len() + axis.index()]
    }

    /// The slots of a cell, one for each axis, in axis order.
    #[inline]
    pub fn slots(&self, cell: CellId) -> &[Slot] {
        let axes = self.axes.len();
        &self.slots[cell.index() * axes..][..axes]
    }

    /// The next cell along an axis.
    #[inline]
    pub fn next(&self, cell: CellId, axis: AxisId) -> Option<CellId> {
        let slot = self.slot(cell, axis);
        self.line(slot.line).cells.get(usize::from(slot.index) + 1).copied()
    }

    /// The previous cell along an axis.
    #[inline]
    pub fn previous(&self, cell: CellId, axis: AxisId) -> Option<CellId> {
        let slot = self.slot(cell, axis);
        let index = usize::from(slot.index).checked_sub(1)?;
        Some(self.line(slot.line).cells[index])
    }

    /// The neighbours of a cell along all axes, both ways.
    pub fn neighbours(&self, cell: CellId) -> impl Iterator<Item = CellId> + '_ {
        self.axis_ids()
            .flat_map(move |axis| [self.previous(cell, axis), self.next(cell, axis)])
            .flatten()
    }

    /// The cell that a game starts from when the rules name no other.
    pub fn center(&self) -> Option<CellId> {
        self.center
    }

    /// The cell at a coordinate.
    pub fn cell_at(&self, coord: Coord) -> Option<CellId> {
        self.by_coord.get(&coord).copied()
    }

    /// The cell with a name.
    pub fn cell_named(&self, name: &str) -> Option<CellId> {
        self.by_name.get(name).copied()
    }

    /// The coordinates of a cell, if it has any and if it is on this board.
    pub fn from_cell_id(&self, cell: CellId) -> Option<Coord> {
        self.cells.get(cell.index())?.coord
    }

    /// A cell as messages write it: `7,7`, `4,4,1` or a node's name.
    pub fn cell_name(&self, cell: CellId) -> String {
        match self.cells.get(cell.index()) {
            Some(Cell { name: Some(name), .. }) => name.to_string(),
            Some(Cell { coord: Some(coord), .. }) => coord.to_string(),
            _ => format!("#{}", cell.0),
        }
    }

    /// Reads `7,7`, `4,4,1` or a node's name. `None`: there is no such cell.
    pub fn find_cell(&self, text: &str) -> Option<CellId> {
        if let Some(cell) = self.cell_named(text) {
            return Some(cell);
        }
        self.cell_at(text.parse().ok()?)
    }

    /// Whether cells have names instead of coordinates.
    pub fn has_names(&self) -> bool {
        !self.by_name.is_empty()
    }

    /// The number of layers: 1 on flat boards.
    pub fn layers(&self) -> u16 {
        self.layers
    }

    /// Pairs of lines that share more than one cell (possible on free graphs only).
    pub fn tangled_lines(&self) -> Vec<(LineId, LineId)> {
        let mut meetings: BTreeMap<(LineId, LineId), u32> = BTreeMap::new();
        for cell in self.cell_ids() {
            let slots = self.slots(cell);
            for (position, first) in slots.iter().enumerate() {
                for second in &slots[position + 1..] {
                    let pair = (first.line.min(second.line), first.line.max(second.line));
                    *meetings.entry(pair).or_default() += 1;
                }
            }
        }
        meetings.into_iter().filter(|(_, count)| *count > 1).map(|(pair, _)| pair).collect()
    }
}

/// What every shape builder fills in: cells, and for every axis the next cell of each cell.
#[derive(Clone, Debug, Default)]
pub struct TopologyBuilder {
    cells: Vec<Cell>,
    axes: Vec<(DirTag, Vec<Option<CellId>>)>,
    center: Option<CellId>,
}

impl TopologyBuilder {
    /// A builder without cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a cell.
    pub fn add_cell(&mut self, cell: Cell) -> Result<CellId, BoardError> {
        if self.cells.len() >= MAX_CELLS {
            return Err(BoardError::TooManyCells(self.cells.len() as u64 + 1));
        }
        self.cells.push(cell);
        Ok(CellId(self.cells.len() as u16 - 1))
    }

    /// Names the cell that a game starts from.
    pub fn set_center(&mut self, cell: Option<CellId>) {
        self.center = cell;
    }

    /// Adds an axis: `next` returns the cell that follows a cell.
    pub fn add_axis(&mut self, tag: DirTag, next: impl Fn(CellId, &Cell) -> Option<CellId>) {
        let next = self
            .cells
            .iter()
            .enumerate()
            .map(|(index, cell)| next(CellId(index as u16), cell))
            .collect();
        self.axes.push((tag, next));
    }

    fn name(&self, cell: usize) -> String {
        match &self.cells[cell] {
            Cell { name: Some(name), .. } => name.to_string(),
            Cell { coord: Some(coord), .. } => coord.to_string(),
            _ => format!("#{cell}"),
        }
    }

    /// Traces the lines and makes the topology.
    pub fn build(self) -> Result<Topology, BoardError> {
        let count = self.cells.len();
        if count == 0 {
            return Err(BoardError::Empty);
        }
        if self.axes.len() > MAX_AXES {
            return Err(BoardError::TooManyAxes(self.axes.len()));
        }
        let axes = self.axes.len();
        let unset = Slot { line: LineId(u16::MAX), index: 0 };
        let mut slots = vec![unset; count * axes];
        let mut lines = Vec::new();
        let mut line_cells: Vec<CellId> = Vec::with_capacity(count * axes);
        for (axis, (tag, next)) in self.axes.iter().enumerate() {
            let mut has_previous = vec![false; count];
            for cell in next.iter().flatten() {
                let entered = &mut has_previous[cell.index()];
                if std::mem::replace(entered, true) {
                    return Err(BoardError::Fork {
                        node: self.name(cell.index()),
                        tag: tag.name().into(),
                        way: "coming in",
                    });
                }
            }
            for first in (0..count).filter(|cell| !has_previous[*cell]) {
                let start = line_cells.len() as u32;
                let line = LineId(lines.len() as u16);
                let mut cursor = Some(CellId(first as u16));
                let mut index = 0;
                while let Some(cell) = cursor {
                    slots[cell.index() * axes + axis] = Slot { line, index };
                    line_cells.push(cell);
                    cursor = next[cell.index()];
                    index += 1;
                }
                let cells = start..line_cells.len() as u32;
                lines.push(LineRecord { axis: AxisId(axis as u8), cells });
            }
            if let Some(cell) = (0..count).find(|cell| slots[cell * axes + axis] == unset) {
                return Err(BoardError::Cycle { node: self.name(cell), tag: tag.name().into() });
            }
        }
        let (mut by_coord, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        for (index, cell) in self.cells.iter().enumerate() {
            let id = CellId(index as u16);
            by_coord.extend(cell.coord.map(|coord| (coord, id)));
            by_name.extend(cell.name.clone().map(|name| (name, id)));
        }
        let layers = self.cells.iter().map(|cell| cell.layer + 1).max().unwrap_or(1);
        let axes = self.axes.into_iter().map(|(tag, _)| Axis { tag }).collect();
        Ok(Topology {
            cells: self.cells,
            axes,
            lines,
            line_cells,
            slots,
            center: self.center,
            by_coord,
            by_name,
            layers,
        })
    }
}
