//! Replies to several moves from one position, with one rack.
//!
//! A simulation asks, for the same tiles of an opponent, for the best reply to each of several
//! moves. A move changes few lines of the board. What could be played on the others before it can
//! be played after it, for the same score. So the best plays of the rack are found once before the
//! move; after it, only the lines that it has changed are searched for something better.

use crate::any::AnyFinder;
use crate::finder::{Finder, search};
use crate::generator::MoveGenerator;
use crate::leaves::LeaveValues;
use crate::levels::is_first_line;
use crate::lines::LineTable;
use crate::play::Scene;
use crate::sight::Sight;
use crate::top::{OwnedPlay, Top};
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Position};
use tilewright_tiles::TileCounts;

/// What a board looks like after a move, kept beside what it looked like before.
pub struct View<M> {
    sight: Sight<M>,
    /// Which lines the move has changed.
    changed: Vec<bool>,
    /// How many slots of these lines touch what is there; none of the others.
    contacts: Vec<u32>,
}

/// The best plays of a rack in one position, for the replies in others.
#[derive(Clone, Debug, Default)]
pub struct KnownPlays {
    plays: Vec<(OwnedPlay, u32)>,
    /// Whether there are no others.
    all: bool,
}

impl<M: LetterMask> Finder<'_, M> {
    /// Looks at a board after a move from another. `None` where best plays are not found by
    /// bounds: there, replies are found one by one.
    pub fn view(&mut self, before: &Position<'_>, after: &Position<'_>) -> Option<View<M>> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.look_at(&Position { ruleset, dictionary: Some(graph), ..*before });
        if !self.is_bounded(before) {
            return None;
        }
        let slots = self.sight.slots.clone();
        self.look_at(&Position { ruleset, dictionary: Some(graph), ..*after });
        let mut changed = vec![false; table.lines.len()];
        for of_cell in &table.of_cell {
            if of_cell.iter().any(|slot| slots[*slot as usize] != self.sight.slots[*slot as usize])
            {
                of_cell.iter().for_each(|slot| changed[line_of(table, *slot)] = true);
            }
        }
        let mut sight = Sight::new(compiled, table, self.all);
        sight.copy_from(&self.sight);
        let of_line = |(contacts, changed): (&u32, &bool)| if *changed { *contacts } else { 0 };
        let contacts = sight.contacts().iter().zip(&changed).map(of_line).collect();
        Some(View { sight, changed, contacts })
    }

    /// Finds the best plays of a rack in the position from which views were made. `None` where
    /// the rack does not let it.
    pub fn known_plays(
        &mut self,
        before: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Option<KnownPlays> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*before };
        self.look_at(&position);
        if !self.is_bounded(&position) {
            return None;
        }
        let mut top = Top::new(count, Scene { table, compiled });
        let Finder { generator, sight, tray, best, all, .. } = self;
        search(generator, sight, tray, *all, &mut top).run(best, Some(values));
        let plays = top.finish();
        let all = plays.len() < count;
        let on_line = |play: OwnedPlay| {
            let line = self.line_of_play(&play);
            (play, line)
        };
        Some(KnownPlays { plays: plays.into_iter().map(on_line).collect(), all })
    }

    /// The line on which a play of the position last looked at was found.
    fn line_of_play(&self, play: &OwnedPlay) -> u32 {
        let table = &self.generator.table;
        let slots = |place: usize| &table.of_cell[play.placements[place].cell.index()];
        let lines = |place: usize| slots(place).iter().map(|slot| table.line_of[*slot as usize]);
        let line = match play.placements.len() {
            0 => None,
            1 => {
                let first = |slot: &&u32| is_first_line(table, &self.sight, **slot as u16);
                slots(0).iter().find(first).map(|slot| table.line_of[*slot as usize])
            }
            _ => lines(0).find(|line| lines(1).any(|other| other == *line)),
        };
        line.unwrap_or(u32::MAX)
    }

    /// The best play after a move, for the rack and the values for which plays were last found
    /// before it.
    pub fn reply(&mut self, view: &mut View<M>, known: &KnownPlays) -> Option<OwnedPlay> {
        let MoveGenerator { compiled, table, .. } = self.generator;
        let mut top = Top::new(1, Scene { table, compiled });
        let View { sight, changed, contacts } = view;
        let stays = |(_, line): &&(OwnedPlay, u32)| {
            changed.get(*line as usize).is_some_and(|changed| !changed)
        };
        let best = known.plays.iter().find(stays);
        if let Some((play, _)) = best {
            top.add(play.clone());
        }
        let enough = best.is_some() || known.all;
        if enough {
            std::mem::swap(sight.contacts(), contacts);
        }
        let Finder { generator, tray, best, all, .. } = self;
        search(generator, sight, tray, *all, &mut top).run(best, None);
        if enough {
            std::mem::swap(sight.contacts(), contacts);
        }
        top.finish().pop()
    }

    /// Looks at a board as after a move, so that the next position is compared with it.
    pub fn go_to(&mut self, view: &View<M>) {
        self.sight.copy_from(&view.sight);
    }
}

fn line_of(table: &LineTable, slot: u32) -> usize {
    table.line_of[slot as usize] as usize
}

/// A view of whichever width the alphabet needs.
pub enum AnyView {
    /// For up to 31 letters.
    Narrow(View<u32>),
    /// For up to 63 letters.
    Wide(View<u64>),
}

impl AnyFinder<'_> {
    /// Looks at a board after a move from another. `None` where best plays are not found by
    /// bounds: there, replies are found one by one.
    pub fn view(&mut self, before: &Position<'_>, after: &Board) -> Option<AnyView> {
        let after = Position { board: after, ..*before };
        match self {
            AnyFinder::Narrow(finder) => finder.view(before, &after).map(AnyView::Narrow),
            AnyFinder::Wide(finder) => finder.view(before, &after).map(AnyView::Wide),
        }
    }

    /// Finds the best plays of a rack in the position from which views were made. `None` where
    /// the rack does not let it.
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

    /// The best play after a move, for the rack and the values for which plays were last found
    /// before it.
    pub fn reply(&mut self, view: &mut AnyView, known: &KnownPlays) -> Option<OwnedPlay> {
        match (self, view) {
            (AnyFinder::Narrow(finder), AnyView::Narrow(view)) => finder.reply(view, known),
            (AnyFinder::Wide(finder), AnyView::Wide(view)) => finder.reply(view, known),
            _ => None,
        }
    }

    /// Looks at a board as after a move, so that the next position is compared with it.
    pub fn go_to(&mut self, view: &AnyView) {
        match (self, view) {
            (AnyFinder::Narrow(finder), AnyView::Narrow(view)) => finder.go_to(view),
            (AnyFinder::Wide(finder), AnyView::Wide(view)) => finder.go_to(view),
            _ => {}
        }
    }
}
