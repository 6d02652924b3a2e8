//! The facts of a draft: worked out once, read by every turn rule.

use crate::draft::{DraftedTile, ReadDraft};
use crate::lookup::{self, Looked};
use crate::spec::{Placement as PlacementMode, Reading};
use crate::{CellLabel, Position, Readings, Violation};
use smallvec::SmallVec;
use tilewright_board::{AxisId, CellId, LineId, MAX_CELLS};
use tilewright_tiles::{Letter, Tile};

/// A set of cells.
pub(crate) struct CellSet([u64; MAX_CELLS / 64]);

impl CellSet {
    fn new() -> CellSet {
        CellSet([0; MAX_CELLS / 64])
    }

    #[inline]
    pub fn contains(&self, cell: CellId) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Adds a cell; `false` if it was there.
    pub fn insert(&mut self, cell: CellId) -> bool {
        let word = &mut self.0[cell.index() / 64];
        let before = *word;
        *word |= 1 << (cell.index() % 64);
        *word != before
    }
}

/// A run of occupied cells on a line, after the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The axis.
    pub axis: AxisId,
    /// The line.
    pub line: LineId,
    /// The first place on the line.
    pub start: u16,
    /// The place after the last.
    pub end: u16,
}

impl Run {
    /// The number of cells.
    pub fn len(&self) -> usize {
        usize::from(self.end - self.start)
    }

    /// Whether it has no cells.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// A word that a draft forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordFacts {
    /// Where it lies.
    pub run: Run,
    /// The directions in which it scores.
    pub readings: Readings,
    /// Whether it is a word; `None` if it was not looked up.
    pub valid: Option<bool>,
}

/// What is known about a draft before any rule is asked.
pub struct MoveFacts<'a> {
    position: Position<'a>,
    pub(crate) tiles: SmallVec<[DraftedTile; 16]>,
    placed: CellSet,
    /// Cells off the board.
    pub off_board: Vec<CellLabel>,
    /// Cells with two placements.
    pub doubled: Vec<CellId>,
    /// Blanks without, or with a wrong letter.
    pub blank_faults: Vec<Violation>,
    /// Tiles that the game does not have.
    pub unknown_tiles: Vec<Violation>,
    /// Whether all placements on the board share a line.
    pub on_one_line: bool,
    /// Empty cells between placements, if they share a line.
    pub gaps: Vec<CellId>,
    /// The words formed, the main word first, if there is one.
    pub words: SmallVec<[WordFacts; 4]>,
    /// Whether the first of the words is a lone tile.
    pub lone: bool,
}

impl<'a> MoveFacts<'a> {
    /// Works out the facts of a draft.
    pub(crate) fn new(position: Position<'a>, draft: ReadDraft) -> MoveFacts<'a> {
        let mut facts = MoveFacts {
            position,
            tiles: draft.tiles,
            placed: CellSet::new(),
            off_board: draft.off_board,
            doubled: Vec::new(),
            blank_faults: draft.blank_faults,
            unknown_tiles: draft.unknown_tiles,
            on_one_line: true,
            gaps: Vec::new(),
            words: SmallVec::new(),
            lone: false,
        };
        for tile in &facts.tiles {
            if !facts.placed.insert(tile.cell) && !facts.doubled.contains(&tile.cell) {
                facts.doubled.push(tile.cell);
            }
        }
        facts.find_words();
        facts.look_up();
        facts
    }

    /// The position that the draft is for.
    pub fn position(&self) -> &Position<'a> {
        &self.position
    }

    /// The cells of the placements on the board, in cell order; doubled ones twice.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.tiles.iter().map(|tile| tile.cell)
    }

    /// The number of placements on the board.
    pub fn placed_count(&self) -> usize {
        self.tiles.len()
    }

    /// Whether the draft puts a tile on a cell.
    #[inline]
    pub fn places(&self, cell: CellId) -> bool {
        self.placed.contains(cell)
    }

    /// The tile that the draft puts on a cell.
    pub fn placed_tile(&self, cell: CellId) -> Option<Tile> {
        let index = self.tiles.binary_search_by_key(&cell, |tile| tile.cell).ok()?;
        self.tiles[index].tile()
    }

    /// Whether a cell has a tile after the move.
    #[inline]
    pub fn filled(&self, cell: CellId) -> bool {
        self.position.board.is_occupied(cell) || self.places(cell)
    }

    /// The visible tile of a cell after the move.
    pub fn tile_after(&self, cell: CellId) -> Option<Tile> {
        if self.places(cell) { self.placed_tile(cell) } else { self.position.board.top(cell) }
    }

    /// The main word, if it can be determined.
    pub fn main(&self) -> Option<&WordFacts> {
        self.words.first()
    }

    /// Whether every tile of the draft shows a known letter.
    pub fn letters_known(&self) -> bool {
        self.tiles.iter().all(|tile| tile.letter.is_some())
    }

    /// The cells of a run.
    pub fn run_cells(&self, run: &Run) -> &'a [CellId] {
        let cells = self.position.ruleset.topology().line(run.line).cells;
        &cells[usize::from(run.start)..usize::from(run.end)]
    }

    /// A run as text, in the direction it is read first.
    pub fn text(&self, run: &Run) -> String {
        let letters = self.letters(run);
        let alphabet = self.position.ruleset.tiles().alphabet();
        match self.position.ruleset.reading(run.axis) {
            Reading::Backward => alphabet.text(letters.into_iter().rev()),
            _ => alphabet.text(letters),
        }
    }

    fn letters(&self, run: &Run) -> SmallVec<[Letter; 16]> {
        let cells = self.run_cells(run).iter();
        cells.filter_map(|cell| self.tile_after(*cell)).map(|tile| tile.letter).collect()
    }

    /// The run of filled cells through a cell.
    fn run_through(&self, cell: CellId, axis: AxisId) -> Run {
        let topology = self.position.ruleset.topology();
        let slot = topology.slot(cell, axis);
        let cells = topology.line(slot.line).cells;
        let (mut start, mut end) = (usize::from(slot.index), usize::from(slot.index) + 1);
        while start > 0 && self.filled(cells[start - 1]) {
            start -= 1;
        }
        while end < cells.len() && self.filled(cells[end]) {
            end += 1;
        }
        Run { axis, line: slot.line, start: start as u16, end: end as u16 }
    }

    fn find_words(&mut self) {
        let Some(first) = self.tiles.first().map(|tile| tile.cell) else { return };
        let connected =
            self.position.ruleset.spec().line_placement.placement == PlacementMode::Connected;
        let main = self.line_of_placements(first);
        if connected {
            self.connected_words();
            return;
        }
        let Some(main) = main else { return };
        let topology = self.position.ruleset.topology();
        let mut cells: SmallVec<[CellId; 16]> = self.cells().collect();
        tilewright_tiles::sort_by_key(&mut cells, |cell| topology.slot(*cell, main.axis).index);
        let mut runs: SmallVec<[Run; 8]> = SmallVec::new();
        for axis in topology.axis_ids().filter(|axis| *axis != main.axis) {
            self.add_runs(axis, &cells, &mut runs);
        }
        let lone = main.len() == 1;
        let shortest = self.position.ruleset.spec().min_word_length.min_main_length;
        if !lone || shortest == 1 && runs.is_empty() {
            self.lone = lone;
            self.push_word(main);
        }
        for run in runs {
            self.push_word(run);
        }
    }

    /// Sees whether the placements share a line without gaps; the longest such run.
    fn line_of_placements(&mut self, first: CellId) -> Option<Run> {
        let topology = self.position.ruleset.topology();
        let mut best: Option<Run> = None;
        let mut fits_some_line = false;
        let mut gaps: Option<Vec<CellId>> = None;
        for axis in topology.axis_ids() {
            let slot = topology.slot(first, axis);
            let (mut low, mut high, mut fits) = (slot.index, slot.index, true);
            for tile in &self.tiles {
                let other = topology.slot(tile.cell, axis);
                fits &= other.line == slot.line;
                low = low.min(other.index);
                high = high.max(other.index);
            }
            if !fits {
                continue;
            }
            fits_some_line = true;
            let run = self.run_through(first, axis);
            if run.start <= low && high < run.end {
                if best.is_none_or(|best| run.len() > best.len()) {
                    best = Some(run);
                }
            } else if gaps.is_none() {
                let cells = &topology.line(slot.line).cells[usize::from(low)..usize::from(high)];
                gaps = Some(cells.iter().copied().filter(|cell| !self.filled(*cell)).collect());
            }
        }
        self.on_one_line = fits_some_line || self.tiles.len() <= 1;
        if best.is_none() {
            self.gaps = gaps.into_iter().flatten().collect();
        }
        best
    }

    fn connected_words(&mut self) {
        let cells: SmallVec<[CellId; 16]> = self.cells().collect();
        let mut runs: SmallVec<[Run; 8]> = SmallVec::new();
        for axis in self.position.ruleset.topology().axis_ids() {
            self.add_runs(axis, &cells, &mut runs);
        }
        tilewright_tiles::sort_by_key(&mut runs, |run| (run.axis, run.line, run.start));
        let Some(longest) = runs.iter().map(Run::len).max() else {
            self.lone_tile_word();
            return;
        };
        let main = runs.iter().position(|run| run.len() == longest);
        let main = main.expect("the longest run is one of the runs");
        let main = runs.remove(main);
        self.push_word(main);
        for run in runs {
            self.push_word(run);
        }
    }

    /// A lone tile that touches nothing, where that is allowed.
    fn lone_tile_word(&mut self) {
        let shortest = self.position.ruleset.spec().min_word_length.min_main_length;
        if let (1, [tile]) = (shortest, self.tiles.as_slice()) {
            self.lone = true;
            let run = self.run_through(tile.cell, AxisId(0));
            self.push_word(run);
        }
    }

    /// The words on an axis through cells, in the order of the cells.
    fn add_runs(&self, axis: AxisId, cells: &[CellId], runs: &mut SmallVec<[Run; 8]>) {
        let from = runs.len();
        for cell in cells {
            let slot = self.position.ruleset.topology().slot(*cell, axis);
            let known =
                |run: &Run| run.line == slot.line && (run.start..run.end).contains(&slot.index);
            if runs[from..].iter().rev().any(known) {
                continue;
            }
            let run = self.run_through(*cell, axis);
            if run.len() >= 2 {
                runs.push(run);
            }
        }
    }

    fn push_word(&mut self, run: Run) {
        let same = |word: &WordFacts| {
            word.run.len() == run.len() && self.run_cells(&word.run) == self.run_cells(&run)
        };
        if !self.words.iter().any(same) {
            let reading = self.position.ruleset.reading(run.axis);
            self.words.push(WordFacts { run, readings: Readings::unchecked(reading), valid: None });
        }
    }

    /// Looks the words up, where the rules say so and their letters are known.
    fn look_up(&mut self) {
        for index in usize::from(self.lone)..self.words.len() {
            let run = self.words[index].run;
            let mut letters = self.letters(&run);
            if letters.len() < run.len() {
                // A blank without a letter: there is nothing to look up.
                continue;
            }
            let word = &mut self.words[index];
            match lookup::look_up(&self.position, run.axis, &mut letters) {
                Looked::Unchecked => {}
                Looked::Unknown => word.valid = Some(false),
                Looked::Word(readings) => {
                    word.valid = Some(true);
                    word.readings = readings;
                }
            }
        }
    }
}
