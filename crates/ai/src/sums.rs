//! Linear regression on exact sums.

use serde::{Deserialize, Serialize};

/// Sums over rows of products of features, and of features and worth. Whole numbers, so that the
/// order in which rows come does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    /// How many rows.
    rows: i64,
    /// The sum of what they were worth.
    worth: i64,
    /// How often each feature occurred.
    sums: Vec<i64>,
    /// Feature times worth.
    worths: Vec<i64>,
    /// Feature times feature, by the larger place, then the smaller.
    products: Vec<i64>,
}

impl Sums {
    /// No rows of `len` features.
    pub fn new(len: usize) -> Sums {
        Sums {
            rows: 0,
            worth: 0,
            sums: vec![0; len],
            worths: vec![0; len],
            products: vec![0; len * (len + 1) / 2],
        }
    }

    /// Whether there are `len` features.
    pub fn fits(&self, len: usize) -> bool {
        (self.sums.len(), self.worths.len()) == (len, len)
            && self.products.len() == len * (len + 1) / 2
    }

    /// How often a feature occurred.
    pub fn sum(&self, feature: usize) -> i64 {
        self.sums.get(feature).map_or(0, |sum| *sum)
    }

    /// Adds a row: its features, each at most once, and its worth.
    pub fn add(&mut self, found: &[(usize, i64)], worth: i64) {
        self.rows += 1;
        self.worth += worth;
        for (place, (feature, count)) in found.iter().enumerate() {
            self.sums[*feature] += count;
            self.worths[*feature] += count * worth;
            for (other, times) in &found[..=place] {
                self.products[product(*feature, *other)] += count * times;
            }
        }
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &Sums) {
        self.rows += other.rows;
        self.worth += other.worth;
        let add = |to: &mut [i64], from: &[i64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.sums, &other.sums);
        add(&mut self.worths, &other.worths);
        add(&mut self.products, &other.products);
    }

    /// The coefficients of the features that explain best what rows were worth: ridge regression.
    /// The prior says how many rows without effect are mixed in for a feature: coefficients that
    /// few rows speak for stay near zero.
    pub fn solve(&self, prior: impl Fn(usize) -> f64) -> Vec<f64> {
        let (rows, len) = (self.rows.max(1) as f64, self.sums.len());
        let mean_worth = self.worth as f64 / rows;
        // Centred, so that no constant is needed.
        let mut matrix = vec![0.0; self.products.len()];
        let mut right = vec![0.0; len];
        for row in 0..len {
            let sum = self.sums[row] as f64;
            right[row] = self.worths[row] as f64 - sum * mean_worth;
            for column in 0..=row {
                let place = product(row, column);
                let other = self.sums[column] as f64;
                matrix[place] = self.products[place] as f64 - sum * other / rows;
            }
            matrix[product(row, row)] += prior(row);
        }
        cholesky(&mut matrix, len);
        substitute(&matrix, &mut right);
        right
    }
}

/// The place of a product of two features.
fn product(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high + 1) / 2 + low
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
