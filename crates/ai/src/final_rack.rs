//! The value of a rack when no more tiles can be drawn: the variant's final account.

use crate::Outlook;
use tilewright_movegen::LeaveValues;
use tilewright_rules::spec::Settlement;
use tilewright_tiles::KindId;

/// The cost of not going out, besides the tiles: the others play on. In thousandths of a point.
const TEMPO: i64 = 8_000;

/// Leave values once the bag is empty, in thousandths of a point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FinalRackValue {
    /// The cost of each kind to its owner, as a difference to the others.
    costs: Vec<i64>,
    /// The gain of going out.
    out: i64,
    /// The cost of not going out.
    tempo: i64,
}

impl FinalRackValue {
    /// Computes the values for a seat.
    pub fn update(&mut self, outlook: &Outlook<'_>) {
        let spec = outlook.ruleset.spec();
        let settings = &spec.final_adjustment;
        let tiles = outlook.ruleset.tiles();
        let alone = outlook.status.active().count() < 2;
        // How often a tile counts: for its owner, and for the others if one of them goes out.
        let (own, gained) = match settings.settlement {
            _ if !settings.enabled => (0, 0),
            Settlement::None => (0, 0),
            Settlement::SubtractOwn => (1, 1),
            Settlement::TransferToOutPlayer | Settlement::DoubleToOutPlayer if alone => (1, 0),
            Settlement::TransferToOutPlayer | Settlement::DoubleToOutPlayer => (2, 2),
        };
        let count = |kind: KindId| match settings.per_tile_left {
            Some(points) => points.saturating_mul(1000),
            None => i64::from(tiles.kind(kind).score) * 1000,
        };
        self.costs.clear();
        self.costs.extend(tiles.kind_ids().map(|kind| own * count(kind)));
        let can_go_out = spec.empty_rack.enabled && outlook.status.out.is_none();
        let others: i64 = outlook.unseen().tiles().map(|kind| gained * count(kind)).sum();
        let bonus = if settings.enabled { settings.out_bonus.saturating_mul(1000) } else { 0 };
        self.out = if can_go_out { others + bonus } else { 0 };
        self.tempo = if can_go_out && !alone { TEMPO } else { 0 };
    }
}

impl LeaveValues for FinalRackValue {
    fn value(&self, tiles: &[KindId]) -> i64 {
        if tiles.is_empty() {
            return self.out;
        }
        let cost = |kind: &KindId| self.costs.get(kind.index()).map_or(0, |cost| *cost);
        -self.tempo - tiles.iter().map(cost).sum::<i64>()
    }
}
