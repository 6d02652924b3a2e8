//! The lines of a board as the generator walks them: slots in reading order.

use smallvec::SmallVec;
use std::collections::BTreeSet;
use tilewright_board::{CellId, LineId};
use tilewright_rules::Ruleset;
use tilewright_rules::spec::Reading;

/// One line of two cells or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    /// Its first slot. The slots before and after a line belong to no cell.
    pub start: u32,
    /// Its number of slots.
    pub len: u32,
}

impl LineSpan {
    pub fn slots(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// All lines of two cells or more. A slot is a place on a line; a slot without a cell separates
/// two lines.
#[derive(Clone, Debug)]
pub(crate) struct LineTable {
    pub lines: Vec<LineSpan>,
    /// The number of slots of the longest one.
    pub longest: usize,
    /// The cell of every slot; [`NO_CELL`] for separating slots.
    pub cells: Vec<CellId>,
    /// The line of every slot, by its place in `lines`.
    pub line_of: Vec<u32>,
    /// The other slots of a slot's cell, on lines that meet this one only there.
    pub others: Vec<SmallVec<[u32; 4]>>,
    /// Whether two lines meet in more than one cell.
    pub is_tangled: bool,
    /// The slots of a cell, in axis order.
    pub of_cell: Vec<SmallVec<[u32; 4]>>,
}

/// The cell of separating slots.
const NO_CELL: CellId = CellId(u16::MAX);

impl LineTable {
    pub fn new(ruleset: &Ruleset) -> LineTable {
        let topology = ruleset.topology();
        let mut table = LineTable {
            lines: Vec::new(),
            longest: 0,
            cells: vec![NO_CELL],
            line_of: vec![0],
            others: Vec::new(),
            is_tangled: false,
            of_cell: vec![SmallVec::new(); topology.cell_count()],
        };
        let mut ids: Vec<LineId> = Vec::new();
        for line in topology.lines().filter(|line| line.cells.len() >= 2) {
            let start = table.cells.len() as u32;
            table.longest = table.longest.max(line.cells.len());
            table.lines.push(LineSpan { start, len: line.cells.len() as u32 });
            match ruleset.reading(line.axis) {
                Reading::Backward => table.cells.extend(line.cells.iter().rev()),
                _ => table.cells.extend(line.cells),
            }
            table.cells.push(NO_CELL);
            table.line_of.resize(table.cells.len(), ids.len() as u32);
            ids.push(line.id);
        }
        for (slot, cell) in table.cells.iter().enumerate().filter(|(_, cell)| **cell != NO_CELL) {
            table.of_cell[cell.index()].push(slot as u32);
        }
        let tangled: BTreeSet<(LineId, LineId)> =
            tilewright_tiles::gathered(topology.tangled_lines());
        table.is_tangled = !tangled.is_empty();
        for (slot, cell) in table.cells.iter().enumerate() {
            if *cell == NO_CELL {
                table.others.push(SmallVec::new());
                continue;
            }
            let own = ids[table.line_of[slot] as usize];
            let meets_once = |other: &u32| {
                let line = ids[table.line_of[*other as usize] as usize];
                line != own && !tangled.contains(&(own.min(line), own.max(line)))
            };
            let others = table.of_cell[cell.index()].iter().copied().filter(meets_once);
            table.others.push(others.collect());
        }
        table
    }
}
