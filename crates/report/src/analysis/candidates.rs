//! The moves of a position: the best plays, the best swaps, and a pass.

use crate::Equity;
use std::sync::Arc;
use tilewright_ai::{FinalRackValue, Move, Never, Outlook, Stop, SwapTiles};
use tilewright_movegen::{
    AnyFinder, Budget, Generator, LeaveValues, OtherMove, Play, PlaySink, other_moves,
};
use tilewright_tiles::{KindId, TileCounts};

/// A move and what it is worth by score and leave.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMove {
    /// The move.
    pub turn: Move,
    /// What it is worth.
    pub equity: Equity,
}

/// What all plays of a position come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Legal plays.
    pub plays: u64,
    /// Those that are worth more than the one asked for.
    pub better: u64,
    /// The worth of the one asked for, if it is among them.
    pub found: Option<Equity>,
    /// Whether a play of a full rack is among them.
    pub full_rack: bool,
}

/// Finds the moves of positions.
pub struct Moves<'g> {
    finder: AnyFinder<'g>,
    leaves: Arc<dyn LeaveValues + Send + Sync>,
    final_rack: FinalRackValue,
}

impl<'g> Moves<'g> {
    /// With values for the tiles that stay.
    pub fn new(generator: &'g Generator, leaves: Arc<dyn LeaveValues + Send + Sync>) -> Moves<'g> {
        Moves { finder: generator.finder(), leaves, final_rack: FinalRackValue::default() }
    }

    /// The same with a budget; when it is spent, moves are missing.
    pub fn within(mut self, budget: &Budget) -> Moves<'g> {
        self.finder = self.finder.within(budget);
        self
    }

    /// What tiles that stay are worth in a position: from the table while tiles can be drawn, by
    /// the variant's settlement afterwards.
    fn look_at(&mut self, outlook: &Outlook<'_>) {
        if outlook.bag_len() == 0 {
            self.final_rack.update(outlook);
        }
    }

    fn values(&self, outlook: &Outlook<'_>) -> &dyn LeaveValues {
        if outlook.bag_len() > 0 { &*self.leaves } else { &self.final_rack }
    }

    /// The worth of a score with what is left of a rack.
    pub fn worth(
        &mut self,
        outlook: &Outlook<'_>,
        points: &tilewright_rules::Points,
        left: &TileCounts,
    ) -> Equity {
        self.look_at(outlook);
        let left: Vec<KindId> = left.tiles().collect();
        Equity::of(points, self.values(outlook).value(&left))
    }

    /// The best moves, best first: plays, swaps and a pass where the rules allow them.
    pub fn best(&mut self, outlook: &Outlook<'_>, count: usize) -> Vec<RatedMove> {
        self.best_until(outlook, count, &Never)
    }

    /// The same as far as plays are found when it is time to stop.
    pub fn best_until(
        &mut self,
        outlook: &Outlook<'_>,
        count: usize,
        stop: &dyn Stop,
    ) -> Vec<RatedMove> {
        self.look_at(outlook);
        let values: &dyn LeaveValues =
            if outlook.bag_len() > 0 { &*self.leaves } else { &self.final_rack };
        let (plays, _) = self.finder.best_until(&outlook.position(), count, values, stop);
        let mut candidates: Vec<RatedMove> = plays
            .into_iter()
            .map(|play| RatedMove { equity: Equity(play.equity), turn: Move::Play(play) })
            .collect();
        candidates.extend(self.others(outlook));
        if candidates.is_empty() {
            candidates.push(RatedMove { turn: Move::Pass, equity: Equity::default() });
        }
        // Stable: of equal ones plays first, then swaps of few tiles, then the pass.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.equity));
        candidates.truncate(count.max(1));
        candidates
    }

    /// Every swap that the rules allow, those of few tiles first, and the pass.
    fn others(&self, outlook: &Outlook<'_>) -> Vec<RatedMove> {
        let mut others = Vec::new();
        let Outlook { ruleset, status, seat, rack, .. } = *outlook;
        other_moves(ruleset, status, seat, rack, self.values(outlook), &mut |turn, equity| {
            let turn = match turn {
                OtherMove::Swap(kinds) => Move::Swap(SwapTiles::from_slice(kinds)),
                OtherMove::Pass => Move::Pass,
            };
            others.push(RatedMove { turn, equity: Equity(equity) });
        });
        others
    }

    /// How many swaps and passes are worth more than something.
    pub fn better_others(&mut self, outlook: &Outlook<'_>, equity: Equity) -> u64 {
        self.look_at(outlook);
        self.others(outlook).iter().filter(|other| other.equity > equity).count() as u64
    }

    /// Looks at every play of a position: how many there are, and how many are worth more than
    /// `equity`. The play asked for is known by its cells and tiles.
    pub fn census(
        &mut self,
        outlook: &Outlook<'_>,
        equity: Option<Equity>,
        asked: &[(tilewright_board::CellId, tilewright_tiles::Tile)],
    ) -> Census {
        self.look_at(outlook);
        let values: &dyn LeaveValues =
            if outlook.bag_len() > 0 { &*self.leaves } else { &self.final_rack };
        let mut asked: Vec<_> =
            asked.iter().map(|(cell, tile)| (*cell, tile.kind, tile.letter)).collect();
        asked.sort_unstable();
        let full = usize::from(outlook.ruleset.spec().rack_size.size);
        let mut counting = Counting {
            census: Census::default(),
            rack: *outlook.rack,
            values,
            equity,
            asked,
            full,
        };
        self.finder.all_plays(&outlook.position(), &mut counting);
        counting.census
    }
}

/// A placement without what a tile carries along.
type Key = (tilewright_board::CellId, KindId, tilewright_tiles::Letter);

struct Counting<'a> {
    census: Census,
    rack: TileCounts,
    values: &'a dyn LeaveValues,
    equity: Option<Equity>,
    asked: Vec<Key>,
    full: usize,
}

impl PlaySink for Counting<'_> {
    fn play(&mut self, play: &Play<'_>) {
        let placements = play.placements();
        let mut left = self.rack;
        for placement in &placements {
            let held = left.take(placement.tile.kind);
            debug_assert!(held, "a play uses tiles of the rack");
        }
        let left: Vec<KindId> = left.tiles().collect();
        let equity = Equity::of(&play.points(), self.values.value(&left));
        self.census.plays += 1;
        self.census.better += u64::from(self.equity.is_some_and(|asked| equity > asked));
        self.census.full_rack |= placements.len() >= self.full;
        let key = |p: &tilewright_rules::Placement| (p.cell, p.tile.kind, p.tile.letter);
        if placements.len() == self.asked.len()
            && placements.iter().map(key).eq(self.asked.iter().copied())
        {
            self.census.found = Some(equity);
        }
    }
}
