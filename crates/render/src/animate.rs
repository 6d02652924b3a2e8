//! The account of a move, drawn: the board on the left, the account on the right.

use crate::BoardPicture;
use crate::account::{self, Look, Row};
use crate::board;
use crate::canvas::{self, Anchor, Canvas, Paint, Text};
use crate::geometry::{Bounds, CELL, Path, Point};
use crate::layout::{Layout, Part, flat_places};
use crate::metrics::{self, Weight};
use crate::numbers;
use crate::overlay;
use crate::phase::{Moment, Phase, Span, Stage};
use crate::premium_art;
use crate::theme::TextRole;
use tilewright_board::CellId;
use tilewright_rules::BreakdownData;

/// The widest and the highest that the board's part is drawn.
const BOARD: (f64, f64) = (600.0, 560.0);
/// The width of the account.
const PANEL: f64 = 330.0;

/// Draws the account as an animation, or as a still frame at the end of a step.
pub(crate) fn draw(
    picture: &BoardPicture<'_>,
    breakdown: &BreakdownData,
    still: Option<Phase>,
) -> String {
    let options = &picture.options;
    let theme = &options.theme;
    let description = description(picture, breakdown);
    let prefix =
        canvas::identity(&format!("{} {} {description} {still:?}", theme.name, picture.title));
    let mut canvas = Canvas::new(theme, prefix);
    let mut stage = Stage::new(still, options.step_milliseconds, options.repeat);
    let part = part(picture, breakdown);
    let layout = Layout::new(picture.topology, options.right_to_left, &part);
    let size = layout.bounds();
    let scale = (BOARD.0 / size.width()).min(BOARD.1 / size.height()).min(1.4);
    let scale = (scale.max(0.05) * 100.0).round() / 100.0;
    canvas.placed(Point::default(), scale, |canvas| {
        board::draw(canvas, picture, &layout);
        overlay::draw(canvas, &mut stage, picture, &layout, breakdown);
    });
    let board = canvas.covered();
    let board = if board.is_empty() { Bounds::around(0.0, 0.0, 1.0, 1.0) } else { board };
    if layout.cropped {
        canvas.text(&Text {
            at: Point::new(board.left, board.bottom + 12.0),
            text: "Part of the board",
            size: 11.0,
            weight: Weight::Regular,
            anchor: Anchor::Start,
            role: TextRole::Soft,
        });
    }
    let low = canvas.covered().bottom + 30.0;
    time_line(&mut canvas, &mut stage, board.left, board.right.max(board.left + 330.0), low);
    let left = canvas.covered().right + 36.0;
    panel(&mut canvas, &mut stage, picture, &layout, breakdown, Point::new(left, board.top));
    crate::heading(&mut canvas, picture);
    let style = stage.style(&canvas.prefix);
    canvas.finish(picture.title, &description, &style, options.cell_size)
}

/// The account in a few sentences, for screen readers.
fn description(picture: &BoardPicture<'_>, breakdown: &BreakdownData) -> String {
    let mut parts: Vec<String> = breakdown
        .words
        .iter()
        .map(|word| format!("{}: {} points.", word.text, numbers::points(&word.score)))
        .collect();
    for line in breakdown.bonuses.iter().chain(&breakdown.plugins) {
        parts.push(format!("{}: {}.", line.label, numbers::signed(&line.points)));
    }
    parts.push(format!("Total: {} points.", numbers::points(&breakdown.total)));
    format!("{} {}", parts.join(" "), crate::description(picture))
}

/// The part of the board around the words; of layers only those that words touch.
fn part(picture: &BoardPicture<'_>, breakdown: &BreakdownData) -> Part {
    let topology = picture.topology;
    let words = breakdown.words.iter().flat_map(|word| &word.cells);
    let mut cells: Vec<CellId> = words.filter_map(|label| label.find(topology)).collect();
    cells.extend(picture.placed.iter().map(|(cell, _)| *cell));
    cells.retain(|cell| cell.index() < topology.cell_count());
    if cells.is_empty() {
        return Part::default();
    }
    let places = flat_places(topology, picture.options.right_to_left);
    let mut whole = Bounds::EMPTY;
    places.iter().for_each(|place| whole.add(*place));
    let mut focus = Bounds::EMPTY;
    cells.iter().for_each(|cell| focus.add(places[cell.index()]));
    let reach = |low: f64, high: f64, least: f64, first: f64, last: f64| {
        let margin = ((least - (high - low)) / 2.0).max(CELL * 1.6);
        let (mut low, mut high) = (low - margin, high + margin);
        // The view would reach past one edge of the board, so show more on the other side.
        if low < first {
            (low, high) = (first, high + (first - low).min(margin));
        }
        if high > last {
            (low, high) = ((low - (high - last).min(margin)).max(first), last);
        }
        (low - 1.0, high + 1.0)
    };
    let (left, right) = reach(focus.left, focus.right, 8.0 * CELL, whole.left, whole.right);
    let (top, bottom) = reach(focus.top, focus.bottom, 5.0 * CELL, whole.top, whole.bottom);
    let small = whole.width() <= 8.0 * CELL && whole.height() <= 8.0 * CELL;
    let window = Bounds { left, top, right, bottom };
    Part {
        window: (!small).then_some(window),
        layers: Some(tilewright_tiles::gathered(
            cells.iter().map(|cell| topology.cell(*cell).layer),
        )),
    }
}

/// Five dots on a line that fills as the account goes on.
fn time_line(canvas: &mut Canvas<'_>, stage: &mut Stage, left: f64, right: f64, y: f64) {
    let theme = canvas.theme;
    let (first, last) = (left + 30.0, right - 24.0);
    let place = |phase: Phase| first + (last - first) * phase.index() as f64 / 4.0;
    let line = |from: f64, to: f64| Path::new().from(from, y).to(to, y);
    let round = "stroke-linecap=\"round\"";
    canvas.path(&line(first, last), &Paint::stroke(theme.line, 3.0).with(round));
    for phase in Phase::ALL {
        let at = Point::new(place(phase), y);
        canvas.circle(at, 5.4, &Paint::fill(theme.surface).outlined(theme.line_strong, 1.6));
        let from = if phase == Phase::Letters { at.x } else { at.x - (last - first) / 4.0 };
        stage.show(canvas, Span::from(phase), |canvas| {
            canvas.path(&line(from, at.x), &Paint::stroke(theme.accent, 3.0).with(round));
            canvas.circle(at, 6.2, &Paint::fill(theme.accent).outlined(theme.surface, 1.2));
        });
    }
    for phase in Phase::ALL {
        let text = |role: TextRole, weight: Weight| Text {
            at: Point::new(place(phase), y + 18.0),
            text: phase.title(),
            size: 11.0,
            weight,
            anchor: Anchor::Middle,
            role,
        };
        canvas.text(&text(TextRole::Soft, Weight::Regular));
    }
}

/// The running total and the rows of the account.
fn panel(
    canvas: &mut Canvas<'_>,
    stage: &mut Stage,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    breakdown: &BreakdownData,
    at: Point,
) {
    let plain = |at: Point, text: &'static str| Text {
        at,
        text,
        size: 12.0,
        weight: Weight::Regular,
        anchor: Anchor::Start,
        role: TextRole::Soft,
    };
    canvas.text(&plain(Point::new(at.x, at.y + 6.0), "Running total"));
    let beats = account::running_total(breakdown);
    for (index, (from, points)) in beats.iter().enumerate() {
        let text = numbers::points(points);
        let size = metrics::fit(&text, 44.0, Weight::Bold, PANEL);
        let next = beats.get(index + 1).map(|(moment, _)| *moment);
        let span = Span { until: next, ..Span::from(*from) };
        stage.show(canvas, span, |canvas| {
            canvas.text(&Text {
                at: Point::new(at.x, at.y + 38.0),
                text: &text,
                size,
                weight: Weight::Bold,
                anchor: Anchor::Start,
                role: TextRole::Accent,
            });
        });
    }
    for phase in Phase::ALL {
        let next = Phase::ALL.get(phase.index() + 1).map(|next| Moment::from(*next));
        let span = Span { until: next, ..Span::from(phase) };
        let step =
            format!("Step {} of {} · {}", phase.index() + 1, Phase::ALL.len(), phase.title());
        let sentence = account::sentence(breakdown, phase);
        stage.show(canvas, span, |canvas| {
            canvas.text(&Text {
                weight: Weight::Bold,
                role: TextRole::Main,
                text: &step,
                ..plain(Point::new(at.x, at.y + 72.0), "")
            });
            let lines = metrics::wrap(&sentence, 12.0, Weight::Regular, PANEL, 2);
            for (line, text) in lines.iter().enumerate() {
                let at = Point::new(at.x, at.y + 90.0 + 16.0 * line as f64);
                canvas.text(&Text { text, ..plain(at, "") });
            }
        });
    }
    let rows = account::rows(picture, layout, breakdown);
    let mut y = at.y + 132.0;
    let line = canvas.theme.line;
    let rule = Path::new().from(at.x, y - 8.0).to(at.x + PANEL, y - 8.0);
    canvas.path(&rule, &Paint::stroke(line, 1.0));
    for row in &rows {
        let height = match row.look {
            Look::Head => 26.0,
            Look::Plain => 21.0,
            Look::Strong => 22.0,
            Look::Rule => 10.0,
            Look::Total => 40.0,
        };
        stage.show(canvas, Span::from(row.moment), |canvas| {
            draw_row(canvas, row, Point::new(at.x, y + height / 2.0));
        });
        y += height;
    }
}

fn draw_row(canvas: &mut Canvas<'_>, row: &Row, at: Point) {
    let theme = canvas.theme;
    let right = at.x + PANEL;
    let across = |y: f64| Path::new().from(at.x, y).to(right, y);
    let (size, weight) = match row.look {
        Look::Rule => return canvas.path(&across(at.y), &Paint::stroke(theme.line, 1.0)),
        Look::Head => (15.0, Weight::Bold),
        Look::Plain => (12.0, Weight::Regular),
        Look::Strong => (12.0, Weight::Bold),
        Look::Total => {
            canvas.path(&across(at.y - 16.0), &Paint::stroke(theme.ink, 1.6));
            (18.0, Weight::Bold)
        }
    };
    let text = |x: f64, text: &str, anchor: Anchor, canvas: &mut Canvas<'_>| {
        let at = Point::new(x, at.y);
        canvas.text(&Text { at, text, size, weight, anchor, role: TextRole::Main });
    };
    let end = right - metrics::width(&row.right, size, weight);
    text(right, &row.right, Anchor::End, canvas);
    let mut left = at.x;
    if let Some(kind) = row.premium {
        premium_art::chip(canvas, kind, Bounds::around(left, at.y - 8.5, 27.0, 17.0));
        left += 34.0;
    }
    let room = if row.middle.is_empty() { end - left - 8.0 } else { (end - left - 8.0) * 0.62 };
    let words = metrics::shorten(&row.left, size, weight, room);
    text(left, &words, Anchor::Start, canvas);
    let after = left + metrics::width(&words, size, weight);
    if row.middle.is_empty() {
        return;
    }
    if row.look == Look::Head {
        let (size, middle) = (10.0, &row.middle);
        let wide = metrics::width(middle, size, Weight::Bold) + 12.0;
        let at = Point::new(after + 8.0 + wide / 2.0, at.y);
        let bounds = Bounds::around(at.x - wide / 2.0, at.y - 8.0, wide, 16.0);
        canvas.rect(&bounds, 8.0, &Paint::fill(theme.accent_soft));
        let role = TextRole::OnAccentSoft;
        let anchor = Anchor::Middle;
        return canvas.text(&Text { at, text: middle, size, weight: Weight::Bold, anchor, role });
    }
    let start = (at.x + 104.0).max(after + 10.0);
    let middle = metrics::shorten(&row.middle, 11.5, Weight::Regular, end - start - 10.0);
    canvas.text(&Text {
        at: Point::new(start, at.y),
        text: &middle,
        size: 11.5,
        weight: Weight::Regular,
        anchor: Anchor::Start,
        role: TextRole::Soft,
    });
}
