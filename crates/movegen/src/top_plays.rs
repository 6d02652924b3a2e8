//! The best plays of a stream of plays.

use crate::assign_tiles::Placed;
use crate::best_plays::PlayCollector;
use crate::leaves::LeaveValues;
use crate::play::{Placements, Play, PlaySink, SlotDecoder};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use tilewright_rules::Points;
use tilewright_tiles::{KindId, TileCounts};

/// A play that owns its placements.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnedPlay {
    /// The placements, by cell.
    pub placements: Placements,
    /// The score.
    pub points: Points,
    /// Score plus leave value, in thousandths of a point.
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
pub(crate) struct TopPlays<'a> {
    count: usize,
    decoder: SlotDecoder<'a>,
    /// The worst of them first.
    plays: BinaryHeap<OwnedPlay>,
}

impl<'a> TopPlays<'a> {
    pub fn new(count: usize, decoder: SlotDecoder<'a>) -> TopPlays<'a> {
        TopPlays { count, decoder, plays: BinaryHeap::new() }
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

impl PlayCollector for TopPlays<'_> {
    #[inline(always)]
    fn threshold(&self) -> i64 {
        match self.plays.peek() {
            Some(worst) if self.plays.len() == self.count => worst.equity,
            _ => i64::MIN,
        }
    }

    fn offer(&mut self, placed: &[Placed], points: i64, equity: i64) {
        if equity < self.threshold() {
            return;
        }
        let points = Points::new(points);
        self.add(OwnedPlay { placements: self.decoder.placements(placed), points, equity });
    }
}

/// Adds leave values to plays.
pub(crate) struct EquitySink<'a, 'b> {
    top: &'a mut TopPlays<'b>,
    rack: SmallVec<[KindId; 16]>,
    values: &'a dyn LeaveValues,
    /// By the set of kept tiles, if the rack is small.
    table: Vec<i64>,
}

/// Leave values of racks up to this size are computed in advance.
const TABLED: usize = 10;

impl<'a, 'b> EquitySink<'a, 'b> {
    pub fn new(
        top: &'a mut TopPlays<'b>,
        rack: &TileCounts,
        values: &'a dyn LeaveValues,
    ) -> EquitySink<'a, 'b> {
        let rack: SmallVec<[KindId; 16]> = rack.tiles().collect();
        let mut table = Vec::new();
        if rack.len() <= TABLED {
            table.resize(1 << rack.len(), 0);
            values.fill(&rack, &mut table);
        }
        EquitySink { top, rack, values, table }
    }

    /// The leave value after some placements.
    fn leave(&self, placements: &Placements) -> i64 {
        let mut is_kept: SmallVec<[bool; 16]> = SmallVec::from_elem(true, self.rack.len());
        for placement in placements {
            let mut places = 0..self.rack.len();
            let tile = places.find(|at| is_kept[*at] && self.rack[*at] == placement.tile.kind);
            if let Some(at) = tile {
                is_kept[at] = false;
            }
        }
        if !self.table.is_empty() {
            let leave =
                is_kept.iter().rev().fold(0, |leave, is_kept| leave << 1 | usize::from(*is_kept));
            return self.table[leave];
        }
        let tiles = self.rack.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept);
        let tiles: SmallVec<[KindId; 16]> = tiles.map(|(kind, _)| *kind).collect();
        self.values.value(&tiles)
    }
}

impl PlaySink for EquitySink<'_, '_> {
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
