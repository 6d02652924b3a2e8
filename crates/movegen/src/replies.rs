//! Best replies to several moves from one position, with one rack.
//!
//! A simulation needs the best reply of one rack to each of several candidate moves. A move
//! changes few lines of the board. Plays on the other lines stay legal and score the same. So the
//! best plays of the rack are searched once before the move; after it, only the changed lines are
//! searched for something better.

use crate::all_plays::is_first_word_line;
use crate::any_width::AnyFinder;
use crate::cross_sets::BoardView;
use crate::finder::{Finder, best_play_search, stop_of};
use crate::generator::MoveGenerator;
use crate::leaves::LeaveValues;
use crate::lines::LineTable;
use crate::play::SlotDecoder;
use crate::stop::Watcher;
use crate::top_plays::{OwnedPlay, TopPlays};
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Position};
use tilewright_tiles::TileCounts;

/// The board view after a move, with the lines that the move has changed.
pub struct BoardAfter<M> {
    view: BoardView<M>,
    /// Whether the move has changed a line.
    changed: Vec<bool>,
    /// The number of anchors on changed lines; 0 for the others.
    anchor_counts: Vec<u32>,
}

/// The best plays of a rack before a move.
#[derive(Clone, Debug, Default)]
pub struct KnownPlays {
    /// Each with its line, if it places a tile.
    plays: Vec<(OwnedPlay, Option<u32>)>,
    /// Whether there are no other plays.
    all: bool,
}

impl<M: LetterMask> Finder<'_, M> {
    /// The board view after a move. `None` where no upper bounds are available: there, replies are
    /// searched one by one.
    pub fn board_after(
        &mut self,
        before: &Position<'_>,
        after: &Position<'_>,
    ) -> Option<BoardAfter<M>> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.set_position(&Position { ruleset, dictionary: Some(graph), ..*before });
        if !self.has_upper_bounds(before) {
            return None;
        }
        let slots = self.view.slots.clone();
        self.set_position(&Position { ruleset, dictionary: Some(graph), ..*after });
        let mut changed = vec![false; table.lines.len()];
        for of_cell in &table.of_cell {
            if of_cell.iter().any(|slot| slots[*slot as usize] != self.view.slots[*slot as usize]) {
                of_cell.iter().for_each(|slot| changed[line_of(table, *slot)] = true);
            }
        }
        let mut view = BoardView::new(compiled, table, self.all);
        view.copy_from(&self.view);
        let of_line =
            |(anchor_counts, changed): (&u32, &bool)| if *changed { *anchor_counts } else { 0 };
        let anchor_counts = view.anchor_counts().iter().zip(&changed).map(of_line).collect();
        Some(BoardAfter { view, changed, anchor_counts })
    }

    /// The best plays of a rack before the moves. `None` where the rack has no upper bounds.
    pub fn known_plays(
        &mut self,
        before: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Option<KnownPlays> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*before };
        self.set_position(&position);
        if !self.has_upper_bounds(&position) {
            return None;
        }
        let mut top = TopPlays::new(count, SlotDecoder { table, compiled });
        let Finder { generator, view, rack, best, all, budget, .. } = self;
        let watcher = Watcher::new(stop_of(budget.as_ref()));
        let board = (&*view, &*rack);
        best_play_search(generator, board, *all, &watcher, &mut top).run(best, Some(values));
        drop(watcher);
        let plays = top.finish();
        let all = plays.len() < count;
        let on_line = |play: OwnedPlay| {
            let line = self.line_of_play(&play);
            (play, line)
        };
        Some(KnownPlays { plays: plays.into_iter().map(on_line).collect(), all })
    }

    /// The line on which a play of the last position was found.
    fn line_of_play(&self, play: &OwnedPlay) -> Option<u32> {
        let table = &self.generator.table;
        let slots = |place: usize| &table.of_cell[play.placements[place].cell.index()];
        let lines = |place: usize| slots(place).iter().map(|slot| table.line_of[*slot as usize]);
        match play.placements.len() {
            0 => None,
            1 => {
                let first = |slot: &&u32| is_first_word_line(table, &self.view, **slot as u16);
                slots(0).iter().find(first).map(|slot| table.line_of[*slot as usize])
            }
            _ => lines(0).find(|line| lines(1).any(|other| other == *line)),
        }
    }

    /// The best play after a move, for the rack and leave values of the last call of
    /// [`Finder::known_plays`].
    pub fn reply(&mut self, view: &mut BoardAfter<M>, known: &KnownPlays) -> Option<OwnedPlay> {
        let MoveGenerator { compiled, table, .. } = self.generator;
        let mut top = TopPlays::new(1, SlotDecoder { table, compiled });
        let BoardAfter { view, changed, anchor_counts } = view;
        let is_on_unchanged_line = |(_, line): &&(OwnedPlay, Option<u32>)| {
            line.is_some_and(|line| !changed[line as usize])
        };
        let best = known.plays.iter().find(is_on_unchanged_line);
        if let Some((play, _)) = best {
            top.add(play.clone());
        }
        let enough = best.is_some() || known.all;
        if enough {
            std::mem::swap(view.anchor_counts(), anchor_counts);
        }
        let Finder { generator, rack, best, all, budget, .. } = self;
        let watcher = Watcher::new(stop_of(budget.as_ref()));
        let board = (&*view, &*rack);
        best_play_search(generator, board, *all, &watcher, &mut top).run(best, None);
        drop(watcher);
        if enough {
            std::mem::swap(view.anchor_counts(), anchor_counts);
        }
        top.finish().pop()
    }

    /// Sets the board view to the one after a move, so that the next position is compared with it.
    pub fn move_to(&mut self, view: &BoardAfter<M>) {
        self.view.copy_from(&view.view);
    }
}

fn line_of(table: &LineTable, slot: u32) -> usize {
    table.line_of[slot as usize] as usize
}

/// A [`BoardAfter`] with letter masks as wide as the alphabet needs.
pub enum AnyBoardAfter {
    /// For up to 31 letters.
    Narrow(BoardAfter<u32>),
    /// For up to 63 letters.
    Wide(BoardAfter<u64>),
}

impl AnyFinder<'_> {
    /// The board view after a move. `None` where no upper bounds are available: there, replies are
    /// searched one by one.
    pub fn board_after(&mut self, before: &Position<'_>, after: &Board) -> Option<AnyBoardAfter> {
        let after = Position { board: after, ..*before };
        match self {
            AnyFinder::Narrow(finder) => {
                finder.board_after(before, &after).map(AnyBoardAfter::Narrow)
            }
            AnyFinder::Wide(finder) => finder.board_after(before, &after).map(AnyBoardAfter::Wide),
        }
    }

    /// The best plays of a rack before the moves. `None` where the rack has no upper bounds.
    pub fn known_plays(
        &mut self,
        before: &Position<'_>,
        rack: &TileCounts,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Option<KnownPlays> {
        let before = Position { rack, ..*before };
        match self {
            AnyFinder::Narrow(finder) => finder.known_plays(&before, count, values),
            AnyFinder::Wide(finder) => finder.known_plays(&before, count, values),
        }
    }

    /// The best play after a move, for the rack and leave values of the last call of
    /// [`AnyFinder::known_plays`].
    pub fn reply(&mut self, view: &mut AnyBoardAfter, known: &KnownPlays) -> Option<OwnedPlay> {
        match (self, view) {
            (AnyFinder::Narrow(finder), AnyBoardAfter::Narrow(view)) => finder.reply(view, known),
            (AnyFinder::Wide(finder), AnyBoardAfter::Wide(view)) => finder.reply(view, known),
            _ => None,
        }
    }

    /// Sets the board view to the one after a move, so that the next position is compared with it.
    pub fn move_to(&mut self, view: &AnyBoardAfter) {
        match (self, view) {
            (AnyFinder::Narrow(finder), AnyBoardAfter::Narrow(view)) => finder.move_to(view),
            (AnyFinder::Wide(finder), AnyBoardAfter::Wide(view)) => finder.move_to(view),
            _ => {}
        }
    }
}
