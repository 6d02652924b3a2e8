//! The lab's results as a page.

use super::text::{kind_row, signed};
use super::words::{criteria, shown};
use super::{Lab, LabTally, VariantReport, charts, proportion};
use crate::html::{card, escape, figure, inline, page, table};
use tilewright_board::CellId;
use tilewright_render::{BoardPicture, Heat, HeatCell, PictureOptions, adaptive, heat_svg};
use tilewright_rules::spec::Reading;
use tilewright_rules::{Board, Ruleset};

/// Results as one HTML file that needs nothing else; the rules come in the order of the variants.
pub fn lab_page(lab: &Lab, rulesets: &[&Ruleset]) -> String {
    let names: Vec<&str> = lab.variants.iter().map(|report| report.name.as_str()).collect();
    let title = format!("Balance lab: {}", names.join(" and "));
    let games: Vec<String> = (lab.variants.iter())
        .map(|report| {
            format!(
                "{} games of {} with the words of {}",
                report.tally.games, report.name, report.lexicon
            )
        })
        .collect();
    let subtitle = format!(
        "{}. The static player on every seat, seed {}. Intervals are 95 % confidence intervals.",
        games.join(", "),
        lab.seed
    );
    let mut out = String::from("<div class=\"facts\">\n");
    for report in &lab.variants {
        out.push_str(&summary(report, lab.variants.len() > 1));
    }
    out.push_str("</div>\n");
    out.push_str(&card(2, "At a glance", "glance", &glance(lab)));
    out.push_str("<h2>Scores, length and fairness</h2>\n<div class=\"grid\">\n");
    out.push_str(&charts::all(lab));
    out.push_str("</div>\n");
    for (report, ruleset) in lab.variants.iter().zip(rulesets) {
        let columns = if ruleset.topology().layers() > 1 { "stack" } else { "grid two" };
        out.push_str(&format!(
            "<h2>The board of {}</h2>\n<div class=\"{columns}\">\n",
            escape(&report.name)
        ));
        out.push_str(&heat(
            report,
            ruleset,
            &report.tally.cells,
            "Use of cells",
            "tiles placed",
            false,
        ));
        if ruleset.premiums().iter().any(Option::is_some) {
            out.push_str(&heat(
                report,
                ruleset,
                &report.tally.premiums,
                "Use of premiums",
                "times used",
                true,
            ));
        }
        out.push_str(&format!("</div>\n<h2>The tiles of {}</h2>\n", escape(&report.name)));
        out.push_str(&card(3, "Dead weight", "", &tiles(report, ruleset)));
    }
    page(&title, &subtitle, &out)
}

fn summary(report: &VariantReport, named: bool) -> String {
    let heading = if named { report.name.as_str() } else { "In short" };
    let mut list = String::from("<ul class=\"plain\">");
    for finding in &report.findings {
        let (class, mark) = match finding.warning {
            true => (" class=\"warn\"", "<strong>Warning:</strong> "),
            false => ("", ""),
        };
        list.push_str(&format!("<li{class}>{mark}{}</li>", escape(&finding.text)));
    }
    list.push_str("</ul>");
    list.push_str(&format!("<p>Warnings are given when {}.</p>", escape(&criteria().join("; "))));
    card(2, heading, "", &list)
}

/// All numbers, side by side where there are two variants.
fn glance(lab: &Lab) -> String {
    let names: Vec<String> =
        lab.variants.iter().map(|report| format!("#{}", report.name)).collect();
    let mut heads = vec!["What"];
    heads.extend(names.iter().map(String::as_str));
    if !lab.differences.is_empty() {
        heads.push("#Difference");
    }
    let Some(first) = lab.variants.first() else { return String::new() };
    let mut rows = Vec::new();
    for measure in &first.measures {
        let unit = if measure.unit == "%" { " %" } else { "" };
        let mut cells = vec![escape(&measure.name)];
        for report in &lab.variants {
            let same = report.measures.iter().find(|other| other.id == measure.id);
            cells.push(same.map_or("–".to_string(), |measure| {
                let interval = &measure.interval;
                format!(
                    "{}{unit} <span class=\"muted sm\">({} to {})</span>",
                    shown(interval.value).replace('-', "−"),
                    shown(interval.low).replace('-', "−"),
                    shown(interval.high).replace('-', "−")
                )
            }));
        }
        let difference = lab.differences.iter().find(|difference| difference.id == measure.id);
        if let Some(difference) = difference {
            let pill =
                if difference.clear { " <span class=\"pill best\">clear</span>" } else { "" };
            cells.push(format!(
                "{} ± {}{pill}",
                signed(difference.interval.value).replace('-', "−"),
                shown(difference.interval.half())
            ));
        } else if !lab.differences.is_empty() {
            cells.push("–".to_string());
        }
        rows.push((String::new(), cells));
    }
    table("Everything that was measured, with 95 % confidence intervals", &heads, &rows)
}

/// A heat map of the board.
fn heat(
    report: &VariantReport,
    ruleset: &Ruleset,
    counts: &[u64],
    heading: &str,
    what: &str,
    premiums: bool,
) -> String {
    let games = report.tally.games.max(1) as f64;
    let rate =
        |cell: CellId| 100.0 * counts.get(cell.index()).map_or(0, |count| *count) as f64 / games;
    let shown_cell = |cell: &CellId| !premiums || ruleset.premium(*cell).is_some();
    let topology = ruleset.topology();
    let most = topology.cell_ids().filter(shown_cell).map(rate).fold(0.0, f64::max);
    let levels = f64::from(Heat::LEVELS);
    let cell = |cell: CellId| {
        if !shown_cell(&cell) {
            return None;
        }
        let rate = rate(cell);
        let level = if most > 0.0 { (rate / most * levels).ceil() as u8 } else { 0 };
        let words = format!("{} {what} in 100 games", shown(rate));
        Some(HeatCell { level, text: format!("{rate:.0}"), words })
    };
    let legend = (0..=Heat::LEVELS).map(|level| match level {
        0 => "0".to_string(),
        level => format!("to {:.0}", most * f64::from(level) / levels),
    });
    let heat = Heat {
        cells: topology.cell_ids().map(cell).collect(),
        legend: legend.collect(),
        labels: premiums,
    };
    let backward = |axis| ruleset.reading(axis) == Reading::Backward;
    let svg = adaptive(|theme| {
        heat_svg(
            &BoardPicture {
                topology,
                premiums: ruleset.premiums(),
                tiles: ruleset.tiles(),
                board: &Board::new(topology.clone()),
                start_cells: ruleset.start_cells(),
                placed: &[],
                title: &format!("{heading} of {}", report.name),
                options: PictureOptions {
                    theme,
                    heading: false,
                    right_to_left: topology.axis_ids().next().is_some_and(backward),
                    ..PictureOptions::default()
                },
            },
            &heat,
        )
    });
    let note = format!("<p class=\"muted sm\">The numbers are {what} in 100 games.</p>\n");
    let layers = topology.layers() > 1;
    let figure = figure(if layers { "board layers" } else { "board" }, layers, &inline(&svg));
    card(3, heading, "", &(note + &figure))
}

/// The kinds of tiles.
fn tiles(report: &VariantReport, ruleset: &Ruleset) -> String {
    let heads = [
        "Tile",
        "#Count",
        "#Points",
        "#Left at the end",
        "#Turns it waits",
        "#Equity of its plays",
        "#Swapped",
    ];
    let row = |(kind, counts): (&tilewright_tiles::Kind, &super::KindTally)| {
        let row = kind_row(counts);
        let percent =
            |text: &str| if text == "–" { text.to_string() } else { format!("{text} %") };
        let cells = vec![
            format!("<span class=\"word\">{}</span>", escape(&kind.id)),
            kind.count.to_string(),
            kind.score.to_string(),
            percent(&row.left),
            row.waits,
            row.equity,
            percent(&row.swapped),
        ];
        (String::new(), cells)
    };
    let rows: Vec<_> = ruleset.tiles().kinds().iter().zip(&report.tally.kinds).map(row).collect();
    let caption = "How often a tile is still held at the end, how many turns it waits before it is placed, the mean equity of plays with it, and how often it is swapped for 100 that are placed";
    let chart = charts::waits(report, ruleset);
    format!(
        "<div class=\"grid two\"><div>{}</div><div>{chart}</div></div>",
        table(caption, &heads, &rows)
    )
}

/// The share of a kind of ending.
pub(super) fn end_share(tally: &LabTally, end: &str) -> super::Interval {
    proportion(tally.ends.get(end).map_or(0, |count| *count), tally.games).times(100.0)
}
