//! Axes: from numbers to places, and ticks at round numbers.

/// A straight scale from numbers to places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The lowest and the highest number.
    pub domain: (f64, f64),
    /// Where they lie.
    pub range: (f64, f64),
}

impl Scale {
    /// Where a number lies.
    pub fn at(&self, value: f64) -> f64 {
        let (low, high) = self.domain;
        let share = if high > low { (value - low) / (high - low) } else { 0.5 };
        self.range.0 + share * (self.range.1 - self.range.0)
    }
}

/// Round numbers from `low` to `high`, at most `most` of them (and at least two): steps of 1, 2 or
/// 5 times a power of ten. The first is not above `low` only if `low` is round itself.
pub fn nice_ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    if !(low.is_finite() && high.is_finite()) || high <= low {
        return vec![low];
    }
    let step = nice_step(high - low, most.max(2));
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    // Written as a product, so that 3 × 0.1 is not shown as 0.30000000000000004.
    (first..=last).map(|number| round_to(number as f64 * step, step)).collect()
}

/// The smallest round step with which a range has at most this many ticks.
fn nice_step(length: f64, most: usize) -> f64 {
    let rough = length / (most.max(2) - 1) as f64;
    let power = 10f64.powi(rough.log10().floor() as i32);
    let digit = rough / power;
    let digit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| digit <= nice + 1e-9);
    digit.unwrap_or(10.0) * power
}

fn round_to(value: f64, step: f64) -> f64 {
    let digits = (-step.log10().floor()).clamp(0.0, 9.0) as i32;
    let power = 10f64.powi(digits);
    (value * power).round() / power
}

/// A tick as text: as many digits as its neighbours need.
pub fn tick_text(value: f64, ticks: &[f64]) -> String {
    let step = match ticks {
        [one, two, ..] => (two - one).abs(),
        _ => 1.0,
    };
    let digits = if step > 0.0 { (-(step + 1e-12).log10().floor()).clamp(0.0, 6.0) } else { 0.0 };
    let text = format!("{value:.*}", digits as usize);
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        return text.trim_start_matches('-').to_string();
    }
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let table: &[(f64, f64, usize, &[f64])] = &[
            (0.0, 100.0, 6, &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
            (0.0, 100.0, 5, &[0.0, 50.0, 100.0]),
            (0.0, 1.0, 6, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
            (-37.0, 61.0, 6, &[-20.0, 0.0, 20.0, 40.0, 60.0]),
            (3.0, 7.0, 5, &[3.0, 4.0, 5.0, 6.0, 7.0]),
            (0.0, 0.03, 4, &[0.0, 0.01, 0.02, 0.03]),
            (260.0, 590.0, 4, &[400.0]),
            (260.0, 590.0, 5, &[300.0, 400.0, 500.0]),
            (5.0, 5.0, 5, &[5.0]),
        ];
        for (low, high, most, expected) in table {
            assert_eq!(nice_ticks(*low, *high, *most), *expected, "{low} to {high}");
        }
    }

    #[test]
    fn ticks_are_never_more_than_asked_for() {
        for low in [-1234.5, 0.0, 0.001, 99.0] {
            for length in [0.000_3, 0.7, 1.0, 9.99, 10.0, 12_345.6] {
                for most in 2..12 {
                    let ticks = nice_ticks(low, low + length, most);
                    assert!(ticks.len() <= most, "{low} {length} {most}: {ticks:?}");
                }
            }
        }
    }

    #[test]
    fn texts_have_the_digits_they_need() {
        let table: &[(f64, &[f64], &str)] = &[
            (0.0, &[0.0, 0.2], "0.0"),
            (20.0, &[0.0, 20.0], "20"),
            (-0.5, &[-0.5, 0.0], "−0.5"),
            (-0.0, &[-1.0, 0.0], "0"),
            (0.01, &[0.0, 0.01], "0.01"),
        ];
        for (value, ticks, expected) in table {
            assert_eq!(tick_text(*value, ticks), *expected);
        }
    }

    #[test]
    fn scales_are_straight() {
        let scale = Scale { domain: (10.0, 20.0), range: (0.0, 100.0) };
        assert_eq!((scale.at(10.0), scale.at(15.0), scale.at(20.0)), (0.0, 50.0, 100.0));
        assert_eq!(Scale { domain: (1.0, 1.0), range: (0.0, 8.0) }.at(1.0), 4.0);
    }
}
