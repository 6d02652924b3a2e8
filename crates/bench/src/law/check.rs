//! Checks the law in many tours at once.

use super::{Law, Pace, Tour};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of faulty positions that a report describes.
const EXAMPLES: usize = 5;

/// How much is checked.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Positions in all.
    pub positions: usize,
    /// Positions of one tour.
    pub each: usize,
    /// How the tours go.
    pub pace: Pace,
    /// The seed of the first tour; the others follow.
    pub seed: u64,
}

/// What was checked, and what was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Positions.
    pub positions: usize,
    /// Legal plays in them.
    pub plays: usize,
    /// Plays with which the law is broken.
    pub faults: usize,
    /// The first positions with such plays.
    pub examples: Vec<String>,
}

impl Report {
    /// Adds another report.
    pub fn add(&mut self, other: Report) {
        self.positions += other.positions;
        self.plays += other.plays;
        self.faults += other.faults;
        self.examples.extend(other.examples);
        self.examples.truncate(EXAMPLES);
    }
}

/// Checks the law in positions of several tours, on all cores.
pub fn check_positions(law: &Law, scale: &Scale) -> Result<Report, String> {
    let tours = scale.positions.div_ceil(scale.each.max(1));
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<(usize, Result<Report, String>)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(tours);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tours {
                        return;
                    }
                    let report = tour(law, scale, number);
                    let Ok(mut reports) = reports.lock() else { return };
                    reports.push((number, report));
                }
            });
        }
    });
    let mut reports = reports.into_inner().map_err(|_| "a tour panicked")?;
    reports.sort_by_key(|(number, _)| *number);
    let mut all = Report::default();
    for (_, report) in reports {
        all.add(report?);
    }
    Ok(all)
}

fn tour(law: &Law, scale: &Scale, number: usize) -> Result<Report, String> {
    let seed = scale.seed + number as u64;
    let mut tour = Tour::new(law, scale.pace, seed)?;
    let mut report = Report::default();
    let first = number * scale.each;
    for place in first..(first + scale.each).min(scale.positions) {
        let stop = tour.stop()?;
        let text = stop.describe(law.ruleset());
        report.add(Report {
            positions: 1,
            plays: stop.plays,
            faults: stop.faults.len(),
            examples: text
                .map(|text| format!("seed {seed}, position {place}: {text}"))
                .into_iter()
                .collect(),
        });
    }
    Ok(report)
}
