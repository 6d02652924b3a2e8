//! From what training has seen to values: ridge regression, then centring.

use crate::samples::{Samples, product};
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
    let solution = solve(samples);
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
            let Some(seen) = seen.filter(|place| samples.sums[*place] > 0) else { continue };
            let (a, b) = (partner[one.index()], partner[other.index()]);
            leaves.set_pair(*one, *other, rounded(solution[seen] - a - b + mean_pair));
        }
    }
    leaves
}

fn rounded(value: f64) -> i32 {
    value.round().clamp(-1e6, 1e6) as i32
}

/// The coefficients of the features, in thousandths of a point.
fn solve(samples: &Samples) -> Vec<f64> {
    let (racks, kinds) = (samples.racks.max(1) as f64, samples.features().kinds);
    let len = samples.features().len();
    let mean_worth = samples.worth as f64 / racks;
    // Centred, so that no constant is needed.
    let mut matrix = vec![0.0; samples.products.len()];
    let mut right = vec![0.0; len];
    for row in 0..len {
        let sum = samples.sums[row] as f64;
        right[row] = samples.worths[row] as f64 - sum * mean_worth;
        for column in 0..=row {
            let place = product(row, column);
            let other = samples.sums[column] as f64;
            matrix[place] = samples.products[place] as f64 - sum * other / racks;
        }
        matrix[product(row, row)] += if row < kinds { SINGLE_PRIOR } else { PAIR_PRIOR };
    }
    cholesky(&mut matrix, len);
    substitute(&matrix, &mut right);
    right
}

/// Factors a symmetric positive definite matrix, given by its lower half, in place.
fn cholesky(matrix: &mut [f64], len: usize) {
    for row in 0..len {
        for column in 0..=row {
            let (above, left) = (column * (column + 1) / 2, row * (row + 1) / 2);
            let products = (0..column).map(|k| matrix[left + k] * matrix[above + k]);
            let rest = matrix[left + column] - products.sum::<f64>();
            matrix[left + column] = match row == column {
                true => rest.max(1e-9).sqrt(),
                false => rest / matrix[above + column],
            };
        }
    }
}

/// Solves with the factor: forward, then back.
fn substitute(factor: &[f64], right: &mut [f64]) {
    let len = right.len();
    for row in 0..len {
        let start = row * (row + 1) / 2;
        let known: f64 = (0..row).map(|k| factor[start + k] * right[k]).sum();
        right[row] = (right[row] - known) / factor[start + row];
    }
    for row in (0..len).rev() {
        let known: f64 = (row + 1..len).map(|k| factor[product(k, row)] * right[k]).sum();
        right[row] = (right[row] - known) / factor[product(row, row)];
    }
}
