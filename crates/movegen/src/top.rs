//! The best plays of those that come along.

use crate::assign::Placed;
use crate::best::Contest;
use crate::leaves::LeaveValues;
use crate::play::{Placements, Play, PlaySink, Scene};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use tilewright_rules::Points;
use tilewright_tiles::{KindId, TileCounts};

/// A play that has been kept.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnedPlay {
    /// The placements, by cell.
    pub placements: Placements,
    /// What the play scores.
    pub points: Points,
    /// What it is worth in thousandths of a point, with the tiles that it leaves.
    pub equity: i64,
}

impl OwnedPlay {
    fn key(&self) -> impl Iterator<Item = (u16, u8, u8)> + '_ {
        self.placements.iter().map(|p| (p.cell.0, p.tile.kind.0, p.tile.letter.0))
    }
}

impl Eq for OwnedPlay {}

impl PartialOrd for OwnedPlay {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OwnedPlay {
    /// Better plays first.
    fn cmp(&self, other: &Self) -> Ordering {
        let better = other.equity.cmp(&self.equity);
        let better = better.then_with(|| other.points.cmp(&self.points));
        better.then_with(|| self.key().cmp(other.key()))
    }
}

/// Keeps the best plays.
pub(crate) struct Top<'a> {
    count: usize,
    scene: Scene<'a>,
    /// The worst of them first.
    plays: BinaryHeap<OwnedPlay>,
}

impl<'a> Top<'a> {
    pub fn new(count: usize, scene: Scene<'a>) -> Top<'a> {
        Top { count, scene, plays: BinaryHeap::new() }
    }

    pub fn add(&mut self, play: OwnedPlay) {
        if self.plays.len() < self.count {
            self.plays.push(play);
        } else if let Some(mut worst) = self.plays.peek_mut()
            && play < *worst
        {
            *worst = play;
        }
    }

    /// The plays, best first.
    pub fn finish(self) -> Vec<OwnedPlay> {
        self.plays.into_sorted_vec()
    }
}

impl Contest for Top<'_> {
    #[inline(always)]
    fn threshold(&self) -> i64 {
        match self.plays.peek() {
            Some(worst) if self.plays.len() == self.count => worst.equity,
            _ => i64::MIN,
        }
    }

    fn enter(&mut self, placed: &[Placed], points: i64, equity: i64) {
        if equity < self.threshold() {
            return;
        }
        let points = Points::new(points);
        self.add(OwnedPlay { placements: self.scene.placements(placed), points, equity });
    }
}

/// Adds the value of what is left to plays.
pub(crate) struct WithEquity<'a, 'b> {
    top: &'a mut Top<'b>,
    rack: SmallVec<[KindId; 16]>,
    values: &'a dyn LeaveValues,
    /// By the tiles that stay, if the rack is small.
    table: Vec<i64>,
}

/// Racks up to this size have all values worked out at once.
const TABLED: usize = 10;

impl<'a, 'b> WithEquity<'a, 'b> {
    pub fn new(
        top: &'a mut Top<'b>,
        rack: &TileCounts,
        values: &'a dyn LeaveValues,
    ) -> WithEquity<'a, 'b> {
        let rack: SmallVec<[KindId; 16]> = rack.tiles().collect();
        let mut table = Vec::new();
        if rack.len() <= TABLED {
            table.resize(1 << rack.len(), 0);
            values.fill(&rack, &mut table);
        }
        WithEquity { top, rack, values, table }
    }

    /// What the rack is worth after some placements.
    fn leave(&self, placements: &Placements) -> i64 {
        let mut stays: SmallVec<[bool; 16]> = SmallVec::from_elem(true, self.rack.len());
        for placement in placements {
            let mut places = 0..self.rack.len();
            let tile = places.find(|at| stays[*at] && self.rack[*at] == placement.tile.kind);
            if let Some(at) = tile {
                stays[at] = false;
            }
        }
        if !self.table.is_empty() {
            let part = stays.iter().rev().fold(0, |part, stays| part << 1 | usize::from(*stays));
            return self.table[part];
        }
        let tiles = self.rack.iter().zip(&stays).filter(|(_, stays)| **stays);
        let tiles: SmallVec<[KindId; 16]> = tiles.map(|(kind, _)| *kind).collect();
        self.values.value(&tiles)
    }
}

impl PlaySink for WithEquity<'_, '_> {
    fn play(&mut self, play: &Play<'_>) {
        let (placements, points) = (play.placements(), play.points());
        let leave = self.leave(&placements);
        let score = match points.as_i64() {
            Some(points) => points.saturating_mul(1000),
            None if points.signum() < 0 => i64::MIN,
            None => i64::MAX,
        };
        let equity = score.saturating_add(leave);
        if equity >= self.top.threshold() {
            self.top.add(OwnedPlay { placements, points, equity });
        }
    }
}
