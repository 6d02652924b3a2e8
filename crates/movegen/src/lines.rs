//! The lines of a board as the generator walks them: slots one after another, in reading order.

use smallvec::SmallVec;
use std::collections::BTreeSet;
use tilewright_board::{CellId, LineId};
use tilewright_rules::Ruleset;
use tilewright_rules::spec::Reading;

/// One line of two cells or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    /// Its first slot.
    pub start: u32,
    /// Its number of slots.
    pub len: u32,
}

/// All lines of two cells or more. A slot is a place on a line.
#[derive(Clone, Debug)]
pub(crate) struct LineTable {
    pub lines: Vec<LineSpan>,
    /// The cell of every slot.
    pub cells: Vec<CellId>,
    /// The other slots of a slot's cell, on lines that meet this one only there.
    pub others: Vec<SmallVec<[u32; 4]>>,
    /// The slots of a cell, in axis order.
    pub of_cell: Vec<SmallVec<[u32; 4]>>,
}

impl LineTable {
    pub fn new(ruleset: &Ruleset) -> LineTable {
        let topology = ruleset.topology();
        let mut table = LineTable {
            lines: Vec::new(),
            cells: Vec::new(),
            others: Vec::new(),
            of_cell: vec![SmallVec::new(); topology.cell_count()],
        };
        let mut line_of_slot: Vec<LineId> = Vec::new();
        for line in topology.lines().filter(|line| line.cells.len() >= 2) {
            let start = table.cells.len() as u32;
            table.lines.push(LineSpan { start, len: line.cells.len() as u32 });
            match ruleset.reading(line.axis) {
                Reading::Backward => table.cells.extend(line.cells.iter().rev()),
                _ => table.cells.extend(line.cells),
            }
            line_of_slot.resize(table.cells.len(), line.id);
        }
        for (slot, cell) in table.cells.iter().enumerate() {
            table.of_cell[cell.index()].push(slot as u32);
        }
        let tangled: BTreeSet<(LineId, LineId)> = topology.tangled_lines().into_iter().collect();
        for (slot, cell) in table.cells.iter().enumerate() {
            let own = line_of_slot[slot];
            let meets_once = |other: &u32| {
                let line = line_of_slot[*other as usize];
                line != own && !tangled.contains(&(own.min(line), own.max(line)))
            };
            let others = table.of_cell[cell.index()].iter().copied().filter(meets_once);
            table.others.push(others.collect());
        }
        table
    }
}
