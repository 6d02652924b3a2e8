//! Samples of self-played games, to which a win model is fitted.

use super::win::{WinModel, WinSample};
use crate::tally::bounded;
use crate::{Move, Observer, Playout};
use tilewright_movegen::LeaveValues;

/// Records leads and winners of games between static bots ([`crate::run_observed`]).
pub struct WinSamples<'v> {
    values: &'v (dyn LeaveValues + Sync),
    /// The leave value of each seat, in thousandths.
    kept: Vec<i64>,
    /// The samples of this game, with the seat to move.
    moments: Vec<(u8, WinSample)>,
    samples: Vec<WinSample>,
}

impl<'v> WinSamples<'v> {
    /// No samples yet. `values` are the leave values that the bots use.
    pub fn new(values: &'v (dyn LeaveValues + Sync)) -> WinSamples<'v> {
        WinSamples { values, kept: Vec::new(), moments: Vec::new(), samples: Vec::new() }
    }

    /// The model that fits the samples; `None` if they are too few.
    pub fn fit(&self) -> Option<WinModel> {
        WinModel::fit(&self.samples)
    }

    /// The samples.
    pub fn samples(&self) -> &[WinSample] {
        &self.samples
    }

    /// The lead of a seat in points, leave values included.
    fn lead(&self, playout: &Playout<'_>, seat: u8) -> f64 {
        let worth = |seat: u8| {
            1000 * bounded(playout.score(seat)) + self.kept.get(usize::from(seat)).unwrap_or(&0)
        };
        let others = (0..playout.players()).filter(|other| *other != seat).map(worth).max();
        // Alone, the spread is the score.
        others.map_or(worth(seat), |others| worth(seat) - others) as f64 / 1000.0
    }
}

impl Observer for WinSamples<'_> {
    fn turn(&mut self, playout: &Playout<'_>, turn: &Move) {
        let seat = playout.to_move();
        self.kept.resize(usize::from(playout.players()), 0);
        if !playout.bag().is_empty() {
            let (lead, unseen) = (self.lead(playout, seat), playout.outlook(seat).unseen().len());
            self.moments.push((seat, WinSample { lead, unseen, to_move: true, won: 0.0 }));
        }
        let mut left = *playout.rack(seat);
        let placed = match turn {
            Move::Play(play) => play.placements.iter().all(|p| left.take(p.tile.kind)),
            Move::Swap(tiles) => left.take_all(tiles),
            Move::Pass => true,
        };
        debug_assert!(placed, "a turn uses tiles of the rack");
        let left: Vec<_> = left.tiles().collect();
        self.kept[usize::from(seat)] = self.values.value(&left);
    }

    fn game(&mut self, _number: u64, playout: &Playout<'_>) {
        let winners = playout.winners();
        let share = 1.0 / winners.len().max(1) as f64;
        for (seat, mut sample) in self.moments.drain(..) {
            sample.won = if winners.contains(&seat) { share } else { 0.0 };
            self.samples.push(sample);
        }
        self.kept.clear();
    }
}
