//! How often something had which size.

use super::frame::{Anchor, Frame, Size, number};
use super::scale::nice_ticks;
use std::collections::BTreeMap;

/// A stretch of numbers and the share of all that falls into it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The lowest number.
    pub low: i64,
    /// The first number that is too large.
    pub high: i64,
    /// The share, from 0 to 1.
    pub share: f64,
}

/// One distribution.
#[derive(Clone, PartialEq, Debug)]
pub struct HistogramSeries {
    /// Its name.
    pub name: String,
    /// Its bins, side by side.
    pub bins: Vec<Bin>,
}

/// One distribution, or several over each other: the first filled, the others as outlines.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// The id on the page.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The same in words.
    pub description: String,
    /// What lies across.
    pub across: String,
    /// The distributions.
    pub series: Vec<HistogramSeries>,
}

/// Puts counted numbers into at most `most` bins of one round width. All `counts` get the same
/// edges, so that they can be compared.
pub fn bins(counts: &[&BTreeMap<i64, u64>], most: usize) -> Vec<Vec<Bin>> {
    let ends = |map: &&BTreeMap<i64, u64>| Some((*map.keys().next()?, *map.keys().next_back()?));
    let low = counts.iter().filter_map(ends).map(|(low, _)| low).min();
    let high = counts.iter().filter_map(ends).map(|(_, high)| high).max();
    let (Some(low), Some(high)) = (low, high) else { return vec![Vec::new(); counts.len()] };
    let length = (high - low + 1) as f64;
    let steps = [1, 2, 5].into_iter();
    let widths = (0..13).flat_map(|power| steps.clone().map(move |digit| digit * 10i64.pow(power)));
    // One more than the length divided by the width, because the edges are round numbers.
    let width = widths.into_iter().find(|width| length / *width as f64 + 1.0 <= most.max(2) as f64);
    let width = if length <= most as f64 { 1 } else { width.unwrap_or(i64::MAX) };
    let first = low.div_euclid(width) * width;
    let number = ((high - first) / width + 1) as usize;
    let one = |counts: &BTreeMap<i64, u64>| {
        let total: u64 = counts.values().sum();
        let mut sums = vec![0u64; number];
        for (value, count) in counts {
            sums[((value - first) / width) as usize] += count;
        }
        let bin = |(place, sum): (usize, u64)| {
            let low = first + place as i64 * width;
            Bin { low, high: low + width, share: sum as f64 / total.max(1) as f64 }
        };
        sums.into_iter().enumerate().map(bin).collect()
    };
    counts.iter().map(|counts| one(counts)).collect()
}

impl Histogram {
    /// Draws it.
    pub fn svg(&self, size: Size) -> String {
        let several = self.series.len() > 1;
        let mut frame = Frame::new(size, several);
        let all = || self.series.iter().flat_map(|series| &series.bins);
        let low = all().map(|bin| bin.low).min().map_or(0.0, |low| low as f64);
        let high = all().map(|bin| bin.high).max().map_or(1.0, |high| high as f64);
        // Bins of one number stand over it, wider ones between their edges.
        let single = all().next().is_some_and(|bin| bin.high - bin.low == 1);
        let shift = if single { 0.5 } else { 0.0 };
        let most = all().map(|bin| bin.share * 100.0).fold(1.0, f64::max);
        let top = nice_ticks(0.0, most * 1.25, 5).into_iter().find(|tick| *tick >= most);
        let up = frame.upward((0.0, top.unwrap_or(most)), " %");
        let across = frame.across((low - shift, high - shift), &self.across, true);
        for (index, series) in self.series.iter().enumerate() {
            if index == 0 {
                for bin in &series.bins {
                    let x = across.at(bin.low as f64 - shift);
                    let wide = across.at(bin.high as f64 - shift) - x;
                    let y = up.at(bin.share * 100.0);
                    let gap = if wide > 4.0 { 0.5 } else { 0.0 };
                    frame.rect("f1", x + gap, y, wide - 2.0 * gap, up.at(0.0) - y);
                }
            } else {
                let mut path = String::new();
                for (place, bin) in series.bins.iter().enumerate() {
                    let y = number(up.at(bin.share * 100.0));
                    let [x, end] = [bin.low, bin.high].map(|x| number(across.at(x as f64 - shift)));
                    let step = if place == 0 { 'M' } else { 'L' };
                    path.push_str(&format!("{step}{x} {y}L{end} {y}"));
                }
                frame.raw(&format!("<path class=\"l{}\" d=\"{path}\"/>", index % 4 + 1));
            }
        }
        if several {
            let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
            frame.legend(&names, |frame, index, (x, y)| match index {
                0 => frame.rect("f1", x, y - 5.0, 18.0, 10.0),
                _ => frame.line(&format!("l{}", index % 4 + 1), (x, y), (x + 18.0, y)),
            });
        }
        if self.series.iter().all(|series| series.bins.is_empty()) {
            let middle = (size.width / 2.0, size.height / 2.0);
            frame.text(middle, Anchor::Middle, "nothing to show");
        }
        frame.finish(&self.id, &self.title, &self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[(i64, u64)]) -> BTreeMap<i64, u64> {
        values.iter().copied().collect()
    }

    #[test]
    fn bins_have_round_edges_and_all_of_the_counts() {
        // (lowest and highest number, most bins, lowest edge, width, number of bins)
        let table = [
            ((3, 5), 10, 3, 1, 3),
            ((0, 99), 21, 0, 5, 20),
            ((-7, 12), 5, -10, 5, 5),
            ((260, 590), 20, 260, 20, 17),
            ((7, 7), 2, 7, 1, 1),
        ];
        for ((least, largest), most, low, width, number) in table {
            let found = bins(&[&counts(&[(least, 1), (largest, 3)])], most).remove(0);
            assert_eq!((found[0].low, found.len()), (low, number), "{least} to {largest}");
            assert!(found.iter().all(|bin| bin.high - bin.low == width), "{found:?}");
            let sum: f64 = found.iter().map(|bin| bin.share).sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
        assert!(bins(&[&BTreeMap::new()], 10)[0].is_empty());
    }

    #[test]
    fn several_have_the_same_edges() {
        let found = bins(&[&counts(&[(0, 1), (10, 1)]), &counts(&[(40, 1)])], 10);
        let edges = |bins: &[Bin]| bins.iter().map(|bin| (bin.low, bin.high)).collect::<Vec<_>>();
        assert_eq!(edges(&found[0]), edges(&found[1]));
    }
}
