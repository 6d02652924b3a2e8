//! The charts of the page.

use super::page::end_share;
use super::words::shown;
use super::{Interval, Lab, LabTally, VariantReport};
use crate::html::card;
use crate::plot::{Bar, BarChart, Histogram, HistogramSeries, Line, LineChart, Size, bins};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_rules::Ruleset;

/// The most bins of a histogram.
const BINS: usize = 40;
/// Turns are shown while at least this many were taken.
const FEW: u64 = 20;

/// All charts, as cards.
pub(super) fn all(lab: &Lab) -> String {
    let mut out = String::new();
    for report in &lab.variants {
        if report.tally.seats.len() > 1 {
            let place =
                if lab.variants.len() > 1 { format!(", {}", report.name) } else { String::new() };
            let id = format!("seats-{}", out.len());
            out.push_str(&seats(report, &id, &place));
        }
    }
    // The charts by seat already show the final scores of a single variant.
    let shown_by_seat = lab.variants.len() == 1 && !out.is_empty();
    let scores = |lab: &Lab| {
        histogram(lab, "scores", "Final scores", "points of a player", |tally| {
            let mut all = BTreeMap::new();
            for (score, count) in tally.seats.iter().flat_map(|seat| &seat.scores) {
                *all.entry(*score).or_default() += count;
            }
            all
        })
    };
    if !shown_by_seat {
        out.push_str(&scores(lab));
    }
    out.push_str(&histogram(lab, "plays", "Scores of plays", "points of a play", |tally| {
        tally.plays.clone()
    }));
    out.push_str(&histogram(lab, "lengths", "Length of games", "turns of a game", |tally| {
        tally.lengths.clone()
    }));
    out.push_str(&by_turn(lab));
    out.push_str(&wins(lab));
    out.push_str(&ends(lab));
    out
}

/// The final scores by who moves first, second and so on.
fn seats(report: &VariantReport, id: &str, place: &str) -> String {
    let seats: Vec<&BTreeMap<i64, u64>> =
        report.tally.seats.iter().map(|seat| &seat.scores).collect();
    let series: Vec<HistogramSeries> = (bins(&seats, BINS).into_iter().enumerate())
        .map(|(order, bins)| HistogramSeries { name: ordinal(order), bins })
        .collect();
    let means: Vec<String> = (report.tally.seats.iter().enumerate())
        .map(|(order, seat)| format!("{} {}", ordinal(order), shown(seat.score.mean().value)))
        .collect();
    let chart = Histogram {
        id: id.to_string(),
        title: format!("Final scores by order of moving{place}"),
        description: format!("Distributions of final scores; means: {}.", means.join(", ")),
        across: "points of a player".to_string(),
        series,
    };
    card(3, &chart.title.clone(), "", &chart.svg(Size::CARD))
}

fn ordinal(order: usize) -> String {
    match order {
        0 => "moves first".to_string(),
        1 => "second".to_string(),
        2 => "third".to_string(),
        other => format!("{}th", other + 1),
    }
}

/// A distribution of every variant.
fn histogram(
    lab: &Lab,
    id: &str,
    title: &str,
    across: &str,
    counts: impl Fn(&LabTally) -> BTreeMap<i64, u64>,
) -> String {
    let counts: Vec<BTreeMap<i64, u64>> =
        lab.variants.iter().map(|report| counts(&report.tally)).collect();
    let binned = bins(&counts.iter().collect::<Vec<_>>(), BINS);
    let series: Vec<HistogramSeries> = (lab.variants.iter().zip(binned))
        .map(|(report, bins)| HistogramSeries { name: report.name.clone(), bins })
        .collect();
    let ranges: Vec<String> = (lab.variants.iter().zip(&counts))
        .map(|(report, counts)| {
            let name = &report.name;
            match (counts.keys().next(), counts.keys().next_back()) {
                (Some(low), Some(high)) => {
                    format!("{name}: from {low} to {high}, half of them up to {}", median(counts))
                }
                _ => format!("{name}: none"),
            }
        })
        .collect();
    let chart = Histogram {
        id: id.to_string(),
        title: title.to_string(),
        description: format!("{title}. {}.", ranges.join("; ")),
        across: across.to_string(),
        series,
    };
    card(3, title, "", &chart.svg(Size::CARD))
}

/// The number that half of the counted ones do not exceed.
fn median(counts: &BTreeMap<i64, u64>) -> i64 {
    let half = counts.values().sum::<u64>().div_ceil(2);
    let mut sum = 0;
    for (value, count) in counts {
        sum += count;
        if sum >= half {
            return *value;
        }
    }
    0
}

/// The mean score of a player's first turn, second turn and so on.
fn by_turn(lab: &Lab) -> String {
    let line = |report: &VariantReport| {
        let many = report.tally.by_turn.iter().take_while(|sum| sum.count >= FEW);
        let means: Vec<Interval> = many.map(super::Sum::mean).collect();
        Line {
            name: report.name.clone(),
            points: (1..).zip(&means).map(|(turn, mean)| (f64::from(turn), mean.value)).collect(),
            widths: Some(means.iter().map(Interval::half).collect()),
        }
    };
    let lines: Vec<Line> = lab.variants.iter().map(line).collect();
    let best =
        lines.iter().flat_map(|line| &line.points).fold((0.0, 0.0), |best: (f64, f64), point| {
            if point.1 > best.1 { *point } else { best }
        });
    let chart = LineChart {
        id: "by-turn".to_string(),
        title: "Mean score by turn".to_string(),
        description: format!(
            "The mean score of a player's first turn, second turn and so on, with intervals; the highest is {} at turn {}.",
            shown(best.1),
            best.0
        ),
        across: "turn of a player".to_string(),
        suffix: String::new(),
        lines,
        from_zero: true,
        reference: None,
    };
    card(3, "Mean score by turn", "", &chart.svg(Size::CARD))
}

/// How often each seat wins.
fn wins(lab: &Lab) -> String {
    let seats = lab.variants.iter().map(|report| report.tally.seats.len()).fold(0, usize::max);
    if seats < 2 {
        return String::new();
    }
    let share = |report: &VariantReport, order: usize| {
        let Some(seat) = report.tally.seats.get(order) else { return Interval::default() };
        let games = (report.tally.games as f64).max(1.0);
        let rate = (seat.wins as f64 + 0.5 * seat.ties as f64) / games;
        let squares = (seat.wins as f64 + 0.25 * seat.ties as f64) / games;
        let half = 1.96 * ((squares - rate * rate).max(0.0) / games).sqrt();
        Interval::around(rate, half).times(100.0)
    };
    bars(
        lab,
        ("wins", "Games won", "of all games, shared ones counted half"),
        (0..seats).map(|order| {
            let shares = lab.variants.iter().map(|report| share(report, order)).collect();
            (ordinal(order), shares)
        }),
    )
}

/// How games ended.
fn ends(lab: &Lab) -> String {
    let all: BTreeSet<&String> =
        lab.variants.iter().flat_map(|report| report.tally.ends.keys()).collect();
    bars(
        lab,
        ("ends", "How games ended", "of all games"),
        all.into_iter().map(|end| {
            let shares = lab.variants.iter().map(|report| end_share(&report.tally, end)).collect();
            (end.replace('_', " "), shares)
        }),
    )
}

fn bars(
    lab: &Lab,
    (id, title, across): (&str, &str, &str),
    rows: impl Iterator<Item = (String, Vec<Interval>)>,
) -> String {
    let bars: Vec<Bar> = rows
        .map(|(name, shares)| Bar {
            name,
            values: shares.iter().map(|share| share.value).collect(),
            widths: shares.iter().map(Interval::half).collect(),
            texts: shares.iter().map(|share| format!("{} %", shown(share.value))).collect(),
        })
        .collect();
    let values: Vec<String> =
        bars.iter().map(|bar| format!("{}: {}", bar.name, bar.texts.join(" and "))).collect();
    let chart = BarChart {
        id: id.to_string(),
        title: title.to_string(),
        description: format!("{title}. {}.", values.join("; ")),
        across: across.to_string(),
        suffix: " %".to_string(),
        series: lab.variants.iter().map(|report| report.name.clone()).collect(),
        bars,
        base: 0.0,
    };
    card(3, title, "", &chart.svg(Size::CARD.width))
}

/// How long tiles wait, longest first.
pub(super) fn waits(report: &VariantReport, ruleset: &Ruleset) -> String {
    let kinds = ruleset.tiles().kinds().iter().zip(&report.tally.kinds);
    let mut bars: Vec<Bar> = kinds
        .filter(|(_, kind)| kind.placed > 0)
        .map(|(kind, counts)| {
            let waits = counts.waited as f64 / counts.placed as f64;
            Bar {
                name: kind.id.to_string(),
                values: vec![waits],
                widths: vec![0.0],
                texts: vec![shown(waits)],
            }
        })
        .collect();
    bars.sort_by(|one, two| two.values[0].total_cmp(&one.values[0]));
    let longest = bars.first().map_or(String::new(), |bar| {
        format!(" {} waits longest, {} turns.", bar.name, bar.texts[0])
    });
    let chart = BarChart {
        id: format!("waits-{}", report.ruleset.get(..8).unwrap_or("")),
        title: format!("How long tiles wait, {}", report.name),
        description: format!("Turns on the rack before a tile is placed, by kind.{longest}"),
        across: "turns on the rack before it is placed".to_string(),
        suffix: String::new(),
        series: vec![report.name.clone()],
        bars,
        base: 0.0,
    };
    chart.svg(Size::CARD.width)
}
