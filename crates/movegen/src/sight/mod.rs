//! What the lines of a position allow: letters there, letters that fit, what cross words add.
//!
//! A [`Sight`] is kept from position to position. Only lines on which something has changed are
//! read again; only cells whose lines say something new are put together again.

mod changes;
mod fits;
mod slot;

pub(crate) use changes::Snapshot;
pub(crate) use slot::{FREE, RESTRICTED, SORTS, Slot};

use crate::compile::Compiled;
use crate::lines::LineTable;
use fits::Fit;
use slot::{Content, contents};
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::spec::{Placement, StartMode};
use tilewright_rules::{Board, Position};

/// A position as the generator sees it.
pub(crate) struct Sight<M> {
    pub slots: Vec<Slot<M>>,
    /// The slots of a board without tiles.
    bare: Vec<Slot<M>>,
    /// Whether the board is empty.
    empty: bool,
    /// Whether any cell will do to begin or go on.
    anywhere: bool,
    all: M,
    fits: Vec<Fit<M>>,
    /// How many slots of each line touch what is there.
    contacts: Vec<u32>,
    /// What lay on every cell when it was last looked at.
    seen: Vec<u64>,
    changed: Vec<CellId>,
    stale_lines: Vec<u32>,
    is_stale: Vec<bool>,
    is_changed: Vec<bool>,
}

/// What lies on a cell of a bare board.
const NOTHING: u64 = 0;

impl<M: LetterMask> Sight<M> {
    pub fn new(compiled: &Compiled, table: &LineTable, letters: M) -> Sight<M> {
        let mut bare = vec![Slot::border(); table.cells.len()];
        for (cell, slots) in table.of_cell.iter().enumerate() {
            for slot in slots {
                let slot = &mut bare[*slot as usize];
                *slot = Slot::bare(compiled.factors[cell], letters);
            }
        }
        Sight {
            slots: bare.clone(),
            bare,
            empty: false,
            anywhere: false,
            all: letters,
            fits: vec![Fit::free(letters); table.cells.len()],
            contacts: vec![0; table.lines.len()],
            seen: vec![NOTHING; compiled.factors.len()],
            changed: Vec::new(),
            stale_lines: Vec::new(),
            is_stale: vec![false; table.lines.len()],
            is_changed: vec![false; compiled.factors.len()],
        }
    }

    /// Forgets what was seen.
    pub fn forget(&mut self) {
        self.slots.copy_from_slice(&self.bare);
        self.fits.fill(Fit::free(self.all));
        self.contacts.fill(0);
        self.seen.fill(NOTHING);
        (self.empty, self.anywhere) = (false, false);
    }

    /// Takes over what another has seen.
    pub fn copy_from(&mut self, other: &Sight<M>) {
        self.slots.copy_from_slice(&other.slots);
        self.fits.copy_from_slice(&other.fits);
        self.contacts.copy_from_slice(&other.contacts);
        self.seen.copy_from_slice(&other.seen);
        (self.empty, self.anywhere) = (other.empty, other.anywhere);
    }

    /// How many slots of each line touch what is there.
    pub fn contacts(&mut self) -> &mut Vec<u32> {
        &mut self.contacts
    }

    /// Looks at a position; what has not changed since the last one is not looked at again.
    pub fn update(
        &mut self,
        position: &Position<'_>,
        compiled: &Compiled,
        table: &LineTable,
        graph: &WordGraph<M>,
    ) {
        let (empty, anywhere) = openness(position);
        if (empty, anywhere) != (self.empty, self.anywhere) {
            (self.empty, self.anywhere) = (empty, anywhere);
            (0..self.seen.len() as u16).for_each(|cell| self.note_change(CellId(cell)));
        }
        self.find_changes(position.board, compiled, table);
        let stale = std::mem::take(&mut self.stale_lines);
        for line in &stale {
            self.is_stale[*line as usize] = false;
            self.fit_line(table.lines[*line as usize], compiled, graph, table);
        }
        self.stale_lines = stale;
        self.stale_lines.clear();
        let at_start = self.at_start(position);
        let starts: &[CellId] = if at_start { position.ruleset.start_cells() } else { &[] };
        let changed = std::mem::take(&mut self.changed);
        for cell in &changed {
            self.is_changed[cell.index()] = false;
            let starts = self.anywhere || starts.contains(cell);
            self.put_together(*cell, starts, compiled, table);
        }
        self.changed = changed;
        self.changed.clear();
    }

    /// Whether a play on a line may touch something.
    #[inline(always)]
    pub fn has_contact(&self, line: usize) -> bool {
        self.contacts[line] > 0
    }

    /// Compares the board with what was last seen of it.
    fn find_changes(&mut self, board: &Board, compiled: &Compiled, table: &LineTable) {
        for (index, seen) in self.seen.iter_mut().enumerate() {
            let cell = CellId(index as u16);
            let now = contents(board, compiled, cell);
            if now == *seen {
                continue;
            }
            *seen = now;
            if !std::mem::replace(&mut self.is_changed[index], true) {
                self.changed.push(cell);
            }
            let content = Content::of(board, compiled, cell);
            for slot in &table.of_cell[index] {
                let line = table.line_of[*slot as usize];
                if !std::mem::replace(&mut self.is_stale[line as usize], true) {
                    self.stale_lines.push(line);
                }
                self.slots[*slot as usize].cover(&content);
            }
        }
    }

    /// Notes that something new is known of a cell.
    fn note_change(&mut self, cell: CellId) {
        if !std::mem::replace(&mut self.is_changed[cell.index()], true) {
            self.changed.push(cell);
        }
    }

    /// Puts together what the lines through a cell say; `starts` if a play may start there.
    fn put_together(&mut self, cell: CellId, starts: bool, compiled: &Compiled, table: &LineTable) {
        let slots = &table.of_cell[cell.index()];
        let beside = slots.iter().any(|slot| self.fits[*slot as usize].beside);
        for slot in slots {
            let at = *slot as usize;
            let data = &mut self.slots[at];
            let contact = starts || beside || data.filled();
            if contact != data.contact() {
                data.set_contact(contact);
                let contacts = &mut self.contacts[table.line_of[at] as usize];
                *contacts = if contact { *contacts + 1 } else { *contacts - 1 };
            }
            (data.allowed, data.cross_base, data.cross_times) = (M::EMPTY, 0, 0);
            if data.open() {
                data.allowed = self.all;
                for other in &table.others[at] {
                    let fit = &self.fits[*other as usize];
                    if fit.beside {
                        data.cross(fit, compiled);
                    }
                }
                if data.filled() && compiled.stacks.is_some_and(|stacks| stacks.forbid_same) {
                    data.allowed = data.allowed & !M::bit(data.code);
                }
            }
            data.sort_out(self.all);
        }
    }

    /// Whether the cells on which a game starts will do.
    fn at_start(&self, position: &Position<'_>) -> bool {
        let placement = &position.ruleset.spec().line_placement.placement;
        self.empty || *placement == Placement::Connected
    }
}

/// Whether the board is empty, and whether a play may go anywhere.
fn openness(position: &Position<'_>) -> (bool, bool) {
    let spec = position.ruleset.spec();
    let empty = position.board.is_empty();
    let connected = position.is_on("connection", spec.connection.enabled);
    let free_start = !position.is_on("first_move_start", spec.first_move_start.enabled)
        || spec.first_move_start.start == StartMode::Optional;
    (empty, empty && free_start || !connected)
}
