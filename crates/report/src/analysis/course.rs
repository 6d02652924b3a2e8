//! The course of a game, as charts.

use super::{Analysis, TurnAnalysis};
use crate::html::{card, table};
use crate::plot::{Line, LineChart, Size};
use tilewright_rules::Points;

fn number(points: &Points) -> f64 {
    let bound = 1_000_000;
    points.as_i64().map_or(points.signum() * bound, |p| p.clamp(-bound, bound)) as f64
}

/// The scores after each turn, from before the first one on.
fn standings(analysis: &Analysis) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> =
        analysis.turns.iter().map(|turn| turn.scores.iter().map(number).collect()).collect();
    rows.push(analysis.players.iter().map(|player| number(&player.score)).collect());
    rows
}

/// The charts of the game's course.
pub(super) fn course(analysis: &Analysis) -> String {
    if analysis.turns.is_empty() {
        return "<p>There are no turns to analyse.</p>\n".to_string();
    }
    let rows = standings(analysis);
    let line = |seat: usize| Line {
        name: analysis.players[seat].name.clone(),
        points: rows
            .iter()
            .enumerate()
            .filter_map(|(turn, scores)| Some((turn as f64, *scores.get(seat)?)))
            .collect(),
        widths: None,
    };
    let last = rows.last().map_or(&[][..], Vec::as_slice);
    let ends: Vec<String> = (analysis.players.iter().zip(last))
        .map(|(player, score)| format!("{} ends with {score}", player.name))
        .collect();
    let scores = LineChart {
        id: "scores".to_string(),
        title: "Scores by turn".to_string(),
        description: format!(
            "The scores after each of {} turns. {}.",
            rows.len() - 1,
            ends.join(", ")
        ),
        across: "turn".to_string(),
        suffix: String::new(),
        lines: (0..analysis.players.len()).map(line).collect(),
        from_zero: true,
        reference: None,
    };
    let mut out = card(2, "Scores", "", &(both(&scores) + &standings_table(analysis, &rows)));
    if let Some(chart) = wins(analysis).or_else(|| spread(analysis, &rows)) {
        out.push_str(&card(2, &chart.title.clone(), "", &both(&chart)));
    }
    format!("<div class=\"stack\">\n{out}</div>\n")
}

/// A chart in two sizes, of which the page shows one.
fn both(chart: &LineChart) -> String {
    let narrow = LineChart { id: format!("{}-small", chart.id), ..chart.clone() };
    format!(
        "<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n",
        chart.svg(Size::WIDE),
        narrow.svg(Size::CARD)
    )
}

fn standings_table(analysis: &Analysis, rows: &[Vec<f64>]) -> String {
    let names: Vec<String> = analysis.players.iter().map(|p| format!("#{}", p.name)).collect();
    let heads: Vec<&str> =
        std::iter::once("#Turn").chain(names.iter().map(String::as_str)).collect();
    let row = |(turn, scores): (usize, &Vec<f64>)| {
        let cells = std::iter::once(turn.to_string());
        (String::new(), cells.chain(scores.iter().map(ToString::to_string)).collect())
    };
    let rows: Vec<_> = rows.iter().enumerate().map(row).collect();
    let table = table("The scores after each turn", &heads, &rows);
    format!("<details><summary>The same as a table</summary>\n{table}</details>\n")
}

/// The first player's lead, in games of two.
fn spread(analysis: &Analysis, rows: &[Vec<f64>]) -> Option<LineChart> {
    let [first, second] = analysis.players.as_slice() else { return None };
    let leads = rows.iter().enumerate().filter_map(|(turn, scores)| match scores.as_slice() {
        [one, two] => Some((turn as f64, one - two)),
        _ => None,
    });
    let points: Vec<(f64, f64)> = leads.collect();
    let best = points.iter().map(|(_, lead)| *lead).fold(f64::NEG_INFINITY, f64::max);
    let worst = points.iter().map(|(_, lead)| *lead).fold(f64::INFINITY, f64::min);
    Some(LineChart {
        id: "lead".to_string(),
        title: format!("Lead of {} over {}", first.name, second.name),
        description: format!(
            "The lead of {} over {} after each turn, between {worst} and {best} points.",
            first.name, second.name
        ),
        across: "turn".to_string(),
        suffix: String::new(),
        lines: vec![Line { name: first.name.clone(), points, widths: None }],
        from_zero: false,
        reference: Some(0.0),
    })
}

/// The first player's chances to win, where evaluators know them.
fn wins(analysis: &Analysis) -> Option<LineChart> {
    let [first, _] = analysis.players.as_slice() else { return None };
    let chance = |turn: &TurnAnalysis| {
        let win = turn.played.win()?;
        Some((turn.number as f64, 100.0 * if turn.seat == 0 { win } else { 1.0 - win }))
    };
    let points: Vec<(f64, f64)> = analysis.turns.iter().filter_map(chance).collect();
    // Where only the last turns have chances, the lead says more.
    let (_, last) = *points.last().filter(|_| points.len() * 2 > analysis.turns.len())?;
    Some(LineChart {
        id: "wins".to_string(),
        title: format!("Win chance of {}", first.name),
        description: format!(
            "The chance of {} to win after each turn, by the evaluator; at last {last:.1} %.",
            first.name
        ),
        across: "turn".to_string(),
        suffix: " %".to_string(),
        lines: vec![Line { name: first.name.clone(), points, widths: None }],
        from_zero: true,
        reference: Some(50.0),
    })
}
