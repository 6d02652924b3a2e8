//! The static bot: the play, swap or pass with the best equity.

use crate::final_rack::FinalRackValue;
use crate::swaps::Swaps;
use crate::{Bot, Move, Openings, Outlook, SwapTiles};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::Arc;
use tilewright_movegen::{
    AnyBoardAfter, AnyFinder, Budget, KnownPlays, LeaveValues, Never, NoLeaves, OwnedPlay, Stop,
};
use tilewright_rules::{Position, TurnAction};
use tilewright_tiles::{KindId, TileCounts};

/// After this many turns without score in a row, a bot swaps no more: two bots that wait for
/// better tiles could otherwise go on forever.
const MOST_SWAPS_IN_A_ROW: u32 = 3;

/// The number of plays that are compared by their openings.
const COMPARED: usize = 12;

/// Whether a bot may still wait for better tiles: always, where it may not pass instead.
fn is_patient(outlook: &Outlook<'_>) -> bool {
    let seat = outlook.status.seats.get(usize::from(outlook.seat));
    let waited = seat.map_or(0, |seat| seat.scoreless);
    waited < MOST_SWAPS_IN_A_ROW || !outlook.ruleset.spec().pass.allow_pass
}

/// Plays the best equity: score plus leave value. While tiles can be drawn, leave values come from
/// a table; afterwards from the variant's final account. With values for openings, the best plays
/// are compared by them as well.
pub struct StaticBot<'g> {
    finder: AnyFinder<'g>,
    leaves: Arc<dyn LeaveValues + Send + Sync>,
    openings: Option<Arc<Openings>>,
    final_rack: FinalRackValue,
    swaps: Swaps,
    /// The rack of the last search for best plays with the leave values.
    last_rack: Option<TileCounts>,
}

impl<'g> StaticBot<'g> {
    /// A bot with leave values.
    pub fn new(finder: AnyFinder<'g>, leaves: Arc<dyn LeaveValues + Send + Sync>) -> StaticBot<'g> {
        let (final_rack, swaps) = (FinalRackValue::default(), Swaps::default());
        StaticBot { finder, leaves, openings: None, final_rack, swaps, last_rack: None }
    }

    /// The same bot with a budget for all its searches; when it is spent, it chooses among the plays
    /// that it has found.
    pub fn within(mut self, budget: &Budget) -> StaticBot<'g> {
        self.finder = self.finder.within(budget);
        self
    }

    /// The same bot with values for openings.
    pub fn with_openings(mut self, openings: Option<Arc<Openings>>) -> StaticBot<'g> {
        self.openings = openings;
        self
    }

    /// The finder, for other searches in the same game.
    pub fn finder(&mut self) -> &mut AnyFinder<'g> {
        self.last_rack = None;
        &mut self.finder
    }

    /// Sets the board view to the one after a move, so that the next position is compared with it.
    pub(crate) fn move_to(&mut self, view: &AnyBoardAfter) {
        self.finder.move_to(view);
    }

    /// The best plays by equity, best first, without swaps and passes.
    pub fn best_plays(&mut self, outlook: &Outlook<'_>, count: usize) -> Vec<OwnedPlay> {
        self.best_plays_until(outlook, count, &Never).0
    }

    /// The same, as far as they are found before `stop` is due, and whether the search was
    /// complete.
    pub fn best_plays_until(
        &mut self,
        outlook: &Outlook<'_>,
        count: usize,
        stop: &dyn Stop,
    ) -> (Vec<OwnedPlay>, bool) {
        if let Some(openings) = self.openings.clone().filter(|_| outlook.bag_len() > 0) {
            let (mut plays, complete) = self.by_leaves(outlook, count.max(COMPARED), stop);
            for play in &mut plays {
                let worth = openings.value(outlook.board, &play.placements);
                play.equity = play.equity.saturating_add(worth);
            }
            tilewright_tiles::sort_by_key(&mut plays, |play| Reverse(play.equity));
            plays.truncate(count);
            return (plays, complete);
        }
        self.by_leaves(outlook, count, stop)
    }

    /// The best plays by score plus leave value.
    fn by_leaves(
        &mut self,
        outlook: &Outlook<'_>,
        count: usize,
        stop: &dyn Stop,
    ) -> (Vec<OwnedPlay>, bool) {
        let position = outlook.position();
        if outlook.bag_len() > 0 {
            let again = self.last_rack.as_ref() == Some(outlook.rack);
            let found = again.then(|| self.finder.best_with_same_rack(&position, count)).flatten();
            self.last_rack = Some(*outlook.rack);
            return match found {
                Some(plays) => (plays, true),
                None => self.finder.best_until(&position, count, &*self.leaves, stop),
            };
        }
        self.last_rack = None;
        self.final_rack.update(outlook);
        self.finder.best_until(&position, count, &self.final_rack, stop)
    }

    /// The best plays of a rack before several moves, for finding replies.
    pub(crate) fn known_plays(
        &mut self,
        before: &Position<'_>,
        rack: &TileCounts,
        count: usize,
    ) -> Option<KnownPlays> {
        self.last_rack = Some(*rack);
        self.finder.known_plays(before, rack, count, &*self.leaves)
    }

    /// The best play after a move, for the rack of known plays.
    pub(crate) fn reply(
        &mut self,
        view: &mut AnyBoardAfter,
        known: &KnownPlays,
    ) -> Option<OwnedPlay> {
        self.finder.reply(view, known)
    }

    /// The best swaps with their leave values, unless the bot has waited too long.
    pub(crate) fn best_swaps(
        &mut self,
        outlook: &Outlook<'_>,
        count: usize,
    ) -> Vec<(SwapTiles, i64)> {
        if outlook.bag_len() == 0 || count == 0 || !is_patient(outlook) {
            return Vec::new();
        }
        let swaps = self.swaps.best_few(outlook, &*self.leaves, i64::MIN, count);
        swaps.into_iter().map(|swap| (swap.tiles, swap.equity)).collect()
    }

    /// The leave value of a move, in thousandths of a point.
    pub(crate) fn leave_value(&mut self, outlook: &Outlook<'_>, turn: &Move) -> i64 {
        let mut kept: SmallVec<[KindId; 16]> = SmallVec::new();
        match turn {
            Move::Play(play) => {
                let points = play.points.as_i64().and_then(|points| points.checked_mul(1000));
                return points.map_or(0, |points| play.equity.saturating_sub(points));
            }
            Move::Swap(tiles) => {
                let mut rack = *outlook.rack;
                if rack.take_all(tiles) {
                    kept.extend(rack.tiles());
                }
            }
            Move::Pass => kept.extend(outlook.rack.tiles()),
        }
        if outlook.bag_len() > 0 {
            return self.leaves.value(&kept);
        }
        self.final_rack.update(outlook);
        self.final_rack.value(&kept)
    }

    /// The move to make instead of the best play, if something else is worth more.
    pub fn instead_of(&mut self, outlook: &Outlook<'_>, best: Option<&OwnedPlay>) -> Option<Move> {
        if outlook.bag_len() > 0 {
            let floor = best.map_or(i64::MIN, |play| play.equity);
            let swap = match is_patient(outlook) {
                true => self.swaps.best(outlook, &*self.leaves, floor),
                false => None,
            };
            if let Some(swap) = swap {
                return Some(Move::Swap(swap.tiles));
            }
        }
        // A play that loses points is worse than none.
        let loses = best.is_none_or(|play| play.points.signum() < 0);
        (loses && (best.is_none() || outlook.allows(&TurnAction::Pass))).then_some(Move::Pass)
    }
}

impl StaticBot<'_> {
    /// The best play, or what is worth more.
    pub(crate) fn or_better(&mut self, outlook: &Outlook<'_>, best: Option<OwnedPlay>) -> Move {
        match (self.instead_of(outlook, best.as_ref()), best) {
            (Some(turn), _) => turn,
            (None, Some(play)) => Move::Play(play),
            (None, None) => Move::Pass,
        }
    }

    /// Chooses a move; `None` if `stop` was due before the search was complete.
    pub fn choose_until(&mut self, outlook: &Outlook<'_>, stop: &dyn Stop) -> Option<Move> {
        let (mut plays, complete) = self.best_plays_until(outlook, 1, stop);
        complete.then(|| self.or_better(outlook, plays.pop()))
    }
}

impl Bot for StaticBot<'_> {
    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        let best = self.best_plays(outlook, 1).pop();
        self.or_better(outlook, best)
    }
}

/// Plays the highest score, and swaps all it may where it cannot play.
pub struct ScoreBot<'g> {
    finder: AnyFinder<'g>,
    swaps: Swaps,
}

impl<'g> ScoreBot<'g> {
    /// A bot.
    pub fn new(finder: AnyFinder<'g>) -> ScoreBot<'g> {
        ScoreBot { finder, swaps: Swaps::default() }
    }
}

impl Bot for ScoreBot<'_> {
    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        let best = self.finder.best(&outlook.position(), 1, &NoLeaves).pop();
        if let Some(play) = best {
            return Move::Play(play);
        }
        if !is_patient(outlook) {
            return Move::Pass;
        }
        let swap = self.swaps.best(outlook, &FewestKept, i64::MIN);
        swap.map_or(Move::Pass, |swap| Move::Swap(swap.tiles))
    }
}

/// The fewer tiles are kept, the better.
struct FewestKept;

impl LeaveValues for FewestKept {
    fn value(&self, tiles: &[KindId]) -> i64 {
        -(tiles.len() as i64)
    }
}
