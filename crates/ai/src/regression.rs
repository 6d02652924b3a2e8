//! From what training has seen to values of tiles: regression, then centring.

use crate::samples::Samples;
use tilewright_movegen::Leaves;
use tilewright_tiles::{KindId, TileSet};

/// How many racks without effect are mixed in for each value: values that few racks speak for
/// stay near zero.
const SINGLE_PRIOR: f64 = 10.0;
const PAIR_PRIOR: f64 = 150.0;

/// The values of tiles and pairs that explain best what racks were worth.
///
/// A rack's worth is modelled as a sum over its tiles and its pairs. What a tile on a leave is
/// worth is then what it adds compared with a tile drawn at random, and a pair what it adds to
/// both its tiles.
pub(crate) fn fit(samples: &Samples, tiles: &TileSet, rack_size: usize) -> Leaves {
    let features = samples.features();
    let prior = |row: usize| if row < features.kinds { SINGLE_PRIOR } else { PAIR_PRIOR };
    let solution = samples.sums.solve(prior);
    let bag = tiles.full_bag();
    let total = bag.len().max(1) as f64;
    let kinds: Vec<KindId> = tiles.kind_ids().collect();
    let share = |kind: KindId| bag.count(kind) as f64 / total;
    let single = |kind: KindId| solution[kind.index()];
    let pair = |one: KindId, other: KindId| {
        features.pair(one.index(), other.index()).map_or(0.0, |place| solution[place])
    };
    let mean_single: f64 = kinds.iter().map(|kind| share(*kind) * single(*kind)).sum();
    let partner: Vec<f64> = kinds
        .iter()
        .map(|one| kinds.iter().map(|other| share(*other) * pair(*one, *other)).sum())
        .collect();
    let mean_pair: f64 = kinds.iter().map(|kind| share(*kind) * partner[kind.index()]).sum();
    let others = rack_size.saturating_sub(1) as f64;
    let mut leaves = Leaves::zero(kinds.len());
    for one in &kinds {
        let drawn = partner[one.index()] - mean_pair;
        leaves.set_single(*one, rounded(single(*one) - mean_single + others * drawn));
        for other in &kinds[..=one.index()] {
            let seen = features.pair(one.index(), other.index());
            let Some(seen) = seen.filter(|place| samples.sums.sum(*place) > 0) else { continue };
            let (a, b) = (partner[one.index()], partner[other.index()]);
            leaves.set_pair(*one, *other, rounded(solution[seen] - a - b + mean_pair));
        }
    }
    leaves
}

fn rounded(value: f64) -> i32 {
    value.round().clamp(-1e6, 1e6) as i32
}
