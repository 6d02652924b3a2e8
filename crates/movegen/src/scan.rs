//! What the lines of a position allow: letters there, letters that fit, what cross words add.

use crate::compile::Compiled;
use crate::lines::{LineSpan, LineTable};
use tilewright_board::CellId;
use tilewright_lexicon::{LetterMask, NodeId, WordGraph, codes};
use tilewright_rules::Position;
use tilewright_rules::spec::{Placement, StartMode};

/// What is known of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotData<M> {
    /// The code of the tile that is there; 0 for none.
    pub code: u8,
    /// Whether a placement here touches what is there, or starts the game.
    pub contact: bool,
    /// Whether a new tile may go here.
    pub open: bool,
    /// Whether a neighbour on this line is filled.
    pub beside: bool,
    /// The codes that a new tile here may show, as far as the other lines say.
    pub allowed: M,
    /// The score of the tile that is there.
    pub value: i64,
    /// Factors of the cell.
    pub letter_factor: i64,
    pub word_factor: i64,
    /// What the tiles of cross words through here add to a play.
    pub cross_base: i64,
    /// How often a new tile's score counts in cross words.
    pub cross_times: i64,
}

/// A position as the generator sees it.
pub(crate) struct Scan<M> {
    pub slots: Vec<SlotData<M>>,
}

impl<M: LetterMask> Scan<M> {
    pub fn new(
        position: &Position<'_>,
        compiled: &Compiled,
        table: &LineTable,
        graph: &WordGraph<M>,
    ) -> Scan<M> {
        let all = compiled.order.mask::<M>(position.ruleset.tiles().alphabet().all());
        let contact = contact_cells(position);
        let mut slots = Vec::with_capacity(table.cells.len());
        for cell in &table.cells {
            slots.push(slot_data(position, compiled, *cell, contact[cell.index()], all));
        }
        let mut scan = Scan { slots };
        let mut fits: Vec<(M, i64)> = vec![(all, 0); table.cells.len()];
        for line in &table.lines {
            scan.fit_line(*line, compiled, graph, all, &mut fits);
        }
        for (slot, others) in table.others.iter().enumerate() {
            let (mut allowed, mut sum, mut crossings) = (all, 0, 0);
            for other in others {
                let other = *other as usize;
                if scan.slots[other].beside {
                    allowed = allowed & fits[other].0;
                    sum += fits[other].1;
                    crossings += 1;
                }
            }
            let data = &mut scan.slots[slot];
            data.allowed = allowed;
            data.cross_base = sum * data.word_factor;
            data.cross_times = crossings * data.word_factor * data.letter_factor;
        }
        scan
    }

    /// Letters that complete the run through each slot of a line, and the sum of that run.
    fn fit_line(
        &mut self,
        line: LineSpan,
        compiled: &Compiled,
        graph: &WordGraph<M>,
        all: M,
        fits: &mut [(M, i64)],
    ) {
        let (start, end) = (line.start as usize, (line.start + line.len) as usize);
        for (slot, fit) in fits.iter_mut().enumerate().take(end).skip(start) {
            let before = slot > start && self.slots[slot - 1].code != 0;
            let after = slot + 1 < end && self.slots[slot + 1].code != 0;
            self.slots[slot].beside = before || after;
            if !(before || after) || !self.slots[slot].open {
                continue;
            }
            let left = self.slots[start..slot].iter().rev().take_while(|data| data.code != 0);
            let right = self.slots[slot + 1..end].iter().take_while(|data| data.code != 0);
            let sum = left.clone().chain(right.clone()).map(|data| data.value).sum();
            let left: Vec<u8> = left.map(|data| data.code).collect();
            let right: Vec<u8> = right.map(|data| data.code).collect();
            let mask = if compiled.anagrams { all } else { fitting(graph, &left, &right) };
            *fit = (mask, sum);
        }
    }
}

/// The codes that make a word between a run on the left (nearest first) and one on the right.
fn fitting<M: LetterMask>(graph: &WordGraph<M>, left: &[u8], right: &[u8]) -> M {
    let walk = |node: NodeId, codes: &mut dyn Iterator<Item = u8>| {
        codes.fold(node, |node, code| if node == 0 { 0 } else { graph.child(node, code) })
    };
    if left.is_empty() {
        // The whole word backward: the run on the right, last letter first, then the new letter.
        return graph.accepts(walk(graph.root(), &mut right.iter().rev().copied()));
    }
    let node = walk(graph.root(), &mut left.iter().copied());
    let node = if node == 0 { 0 } else { graph.child(node, 0) };
    let Some((last, middle)) = right.split_last() else { return graph.accepts(node) };
    let mut mask = M::EMPTY;
    for code in codes(graph.children(node)) {
        let end = walk(graph.child(node, code), &mut middle.iter().copied());
        if end != 0 && graph.accepts(end).has(*last) {
            mask |= M::bit(code);
        }
    }
    mask
}

fn slot_data<M: LetterMask>(
    position: &Position<'_>,
    compiled: &Compiled,
    cell: CellId,
    contact: bool,
    all: M,
) -> SlotData<M> {
    let top = position.board.top(cell);
    let (letter_factor, word_factor) = match position.board.premium_used(cell) {
        true => (1, 1),
        false => compiled.factors[cell.index()],
    };
    SlotData {
        code: top.map_or(0, |tile| compiled.order.code(tile.letter)),
        contact,
        open: top.is_none()
            || compiled.stacking && position.board.height(cell) < compiled.max_height,
        beside: false,
        allowed: all,
        value: top.map_or(0, |tile| compiled.score(tile.kind)),
        letter_factor: i64::from(letter_factor),
        word_factor: i64::from(word_factor),
        cross_base: 0,
        cross_times: 0,
    }
}

/// The cells on which a placement touches what is there, or starts the game.
fn contact_cells(position: &Position<'_>) -> Vec<bool> {
    let (board, ruleset) = (position.board, position.ruleset);
    let spec = ruleset.spec();
    let mut contact = vec![false; board.geom.cell_count()];
    let free_start = !spec.first_move_start.enabled
        || spec.first_move_start.start == StartMode::Optional
        || !spec.connection.enabled;
    if board.is_empty() && free_start || !spec.connection.enabled {
        contact.fill(true);
        return contact;
    }
    if board.is_empty() || spec.line_placement.placement == Placement::Connected {
        for cell in ruleset.start_cells() {
            contact[cell.index()] = true;
        }
    }
    for cell in board.occupied_cells() {
        contact[cell.index()] = true;
        for other in board.geom.neighbours(cell) {
            contact[other.index()] = true;
        }
    }
    contact
}
