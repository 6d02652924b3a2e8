//! The evaluation of leaves of the search tree: a greedy playout.

use super::move_ordering::OrderedPlay;
use super::search::{EndgameSearch, MAX_PLIES};
use smallvec::SmallVec;

impl EndgameSearch<'_, '_, '_> {
    /// Finds plays again after the play cache was cleared.
    pub(super) fn refresh(&mut self, side: usize, moves: &mut [OrderedPlay]) {
        let left = self.racks[side];
        let mut refreshed = Vec::new();
        self.plays.each_line(side, left, |plays| {
            refreshed.extend(plays.iter().filter(|play| left.has(play.needs)).copied());
        });
        refreshed.sort_unstable_by_key(|play| play.key);
        for one in moves {
            if let Ok(place) = refreshed.binary_search_by_key(&one.play.key, |play| play.key) {
                one.play = refreshed[place];
            }
        }
    }

    /// The value of the position for the side to move if both sides play greedily.
    pub(super) fn greedy(&mut self) -> i32 {
        let start = self.ends.side();
        let (board, racks) = (self.board, self.racks);
        let (mut value, mut turns, mut landed, mut passed) = (0, 0, 0, false);
        while turns < MAX_PLIES && !self.ends.is_over() {
            let side = self.ends.side();
            let (left, values) = (self.racks[side], &self.values);
            let out = values[1 - side].of(self.racks[1 - side]) * 2;
            let (mut most, mut best) = (i32::MIN, None);
            self.plays.each_line(side, left, |plays| {
                for play in plays {
                    if left.has(play.needs) {
                        let out = if play.needs == left { out } else { 0 };
                        let worth = play.points + out + values[side].of(play.needs);
                        if worth > most {
                            (most, best) = (worth, Some(*play));
                        }
                    }
                }
            });
            turns += 1;
            let Some(play) = best else {
                if std::mem::replace(&mut passed, true) {
                    turns -= 1;
                    break;
                }
                self.ends.pass();
                continue;
            };
            passed = false;
            value += if side == start { play.points } else { -play.points };
            self.racks[side] = left.without(play.needs);
            let out = self.racks[side].is_empty();
            self.ends.play(play.points, play.tile_count() as usize, out);
            if !self.ends.is_over() {
                let placements: SmallVec<[_; 8]> = self.plays.placements(&play).into();
                self.plays.place(&placements);
                landed += 1;
            }
        }
        value += self.settled(start);
        (0..landed).for_each(|_| self.plays.undo());
        (0..turns).for_each(|_| self.ends.undo());
        (self.board, self.racks) = (board, racks);
        value
    }
}
