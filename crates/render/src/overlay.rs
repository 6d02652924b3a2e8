//! The overlay of an animated account: rings, outlines, chips and scores.

use crate::BoardPicture;
use crate::canvas::{Anchor, Canvas, Paint, Text};
use crate::geometry::{Bounds, CELL, Path, Point, number};
use crate::layout::Layout;
use crate::metrics::{self, Weight};
use crate::numbers;
use crate::outline::Outline;
use crate::phase::{Moment, Phase, Span, Stage};
use crate::theme::TextRole;
use crate::tile_art;
use std::collections::BTreeMap;
use tilewright_board::CellId;
use tilewright_rules::{BreakdownData, CellLabel, LetterScore, WordEffect, WordScore};

/// The most words that are outlined.
const MAX_OUTLINED: usize = 24;

/// The cells of a word that are drawn, in reading order.
fn word_cells(picture: &BoardPicture<'_>, layout: &Layout, word: &WordScore) -> Vec<CellId> {
    let find = |label: &CellLabel| label.find(picture.topology);
    let cells = word.cells.iter().filter_map(find);
    cells.filter(|cell| layout.place(*cell).is_some()).collect()
}

/// Draws the overlay.
pub(crate) fn draw(
    canvas: &mut Canvas<'_>,
    stage: &mut Stage,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    breakdown: &BreakdownData,
) {
    letter_rings(canvas, stage, picture, layout, breakdown);
    let words = &breakdown.words[..breakdown.words.len().min(MAX_OUTLINED)];
    for (index, word) in words.iter().enumerate() {
        let from = Moment::staggered(Phase::Words, index, words.len());
        let cells = word_cells(picture, layout, word);
        let span = Span::from(from);
        // Cross words step back at the end; the main word stays in view.
        let span = if word.main { span } else { span.until(Phase::Total) };
        stage.show(canvas, span, |canvas| {
            word_outline(canvas, picture, layout, &cells, index, word.main);
        });
    }
    chips(canvas, stage, picture, layout, breakdown);
    if !breakdown.bonuses.is_empty() || !breakdown.plugins.is_empty() {
        let span = Span::from(Phase::Bonus).until(Phase::Total);
        stage.show(canvas, span, |canvas| {
            for (cell, _) in picture.placed {
                if let Some(at) = layout.place(*cell) {
                    let outline = Outline::of(picture.topology.cell(*cell).shape);
                    let path = outline.path(Path::new(), at, 0.91, 5.0);
                    let saffron = canvas.theme.saffron;
                    canvas.path(&path, &Paint::stroke(saffron, 3.0));
                }
            }
        });
    }
    scores(canvas, stage, picture, layout, words);
}

/// The main word's letters, ringed one after the other.
fn letter_rings(
    canvas: &mut Canvas<'_>,
    stage: &mut Stage,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    breakdown: &BreakdownData,
) {
    let main = breakdown.words.iter().find(|word| word.main).or(breakdown.words.first());
    let cells = main.map_or_else(Vec::new, |word| word_cells(picture, layout, word));
    for (index, cell) in cells.iter().enumerate() {
        let Some(at) = layout.place(*cell) else { continue };
        let outline = Outline::of(picture.topology.cell(*cell).shape);
        let from = Moment::staggered(Phase::Letters, index, cells.len());
        stage.show(canvas, Span::from(from).until(Phase::Words), |canvas| {
            canvas.placed(at, 1.0, |canvas| tile_art::ring(canvas, outline, 2.4));
        });
    }
}

/// One outline around all cells of a word, along any axis.
fn word_outline(
    canvas: &mut Canvas<'_>,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    cells: &[CellId],
    index: usize,
    main: bool,
) {
    let Some(first) = cells.first() else { return };
    let outline = Outline::of(picture.topology.cell(*first).shape);
    let layer = |cell: CellId| picture.topology.cell(cell).layer;
    let mut path = Path::new();
    for (place, cell) in cells.iter().enumerate() {
        let Some(at) = layout.place(*cell) else { continue };
        let follows = place > 0 && layer(cells[place - 1]) == layer(*cell);
        path = if follows { path.to(at.x, at.y) } else { path.from(at.x, at.y) };
    }
    let width = if main { 2.8 } else { 1.8 };
    let (inner, outer) = (outline.ring, outline.ring + width / outline.half());
    let half = outline.half() * outer;
    let reach = path.bounds.grown(half + 1.0);
    let id = format!("{}-word{index}", canvas.prefix);
    // The cells, enlarged, and the line through them as wide as they are.
    let shape = |color: &str, scale: f64| {
        let places = cells.iter().filter_map(|cell| layout.place(*cell));
        let outlines = places.fold(Path::new(), |path, at| outline.path(path, at, scale, 6.0));
        format!(
            "<path d=\"{}\" fill=\"{color}\"/>\
             <path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"/>",
            outlines.data,
            path.data,
            number(2.0 * outline.half() * scale)
        )
    };
    let area = format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        number(reach.left),
        number(reach.top),
        number(reach.width()),
        number(reach.height())
    );
    let mask = format!(
        "<mask id=\"{id}\" maskUnits=\"userSpaceOnUse\" {area}>{}{}</mask>",
        shape("#FFFFFF", outer),
        shape("#000000", inner)
    );
    canvas.define(|canvas| canvas.raw(&mask));
    let accent = canvas.theme.accent;
    canvas.cover(&reach);
    canvas.raw(&format!("<rect {area} fill=\"{accent}\" mask=\"url(#{id})\"/>"));
}

/// The text of a chip on a letter.
fn letter_chip(letter: &LetterScore) -> Option<String> {
    let last = letter.steps.last()?;
    if letter.value == letter.base {
        return None;
    }
    Some(match (letter.steps.len(), last.premium.factor()) {
        (1, Some(factor)) => format!("×{factor}"),
        _ => format!("={}", numbers::points(&letter.value)),
    })
}

/// Chips on the corners of cells whose premium counts.
fn chips(
    canvas: &mut Canvas<'_>,
    stage: &mut Stage,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    breakdown: &BreakdownData,
) {
    let mut chips: Vec<(CellId, String, bool)> = Vec::new();
    let mut add = |label: &CellLabel, text: String, held: bool| {
        if let Some(cell) =
            label.find(picture.topology).filter(|cell| layout.place(*cell).is_some())
        {
            let chip = (cell, text, held);
            if !chips.contains(&chip) {
                chips.push(chip);
            }
        }
    };
    for word in &breakdown.words {
        for letter in &word.letters {
            if let Some(text) = letter_chip(letter) {
                add(&letter.cell, text, false);
            }
        }
        for step in &word.steps {
            let Some(cell) = &step.cell else { continue };
            match &step.effect {
                WordEffect::Multiply(factor) => {
                    add(cell, format!("×{}", numbers::points(factor)), true);
                }
                WordEffect::Add(points) => add(cell, numbers::signed(points), true),
                WordEffect::Product => add(cell, "Π".to_string(), true),
                WordEffect::Sum | WordEffect::Power(_) | WordEffect::AddStack(_) => {}
            }
        }
    }
    let corners: [(f64, f64); 4] = [(13.0, -16.0), (-13.0, -16.0), (13.0, 16.0), (-13.0, 16.0)];
    let mut used: BTreeMap<CellId, usize> = BTreeMap::new();
    let count = chips.len();
    for (index, (cell, text, held)) in chips.iter().enumerate() {
        let corner = used.entry(*cell).or_default();
        let (Some(at), Some((x, y))) = (layout.place(*cell), corners.get(*corner)) else {
            continue;
        };
        *corner += 1;
        // A long text lies above its cell rather than over the next one.
        let long = pill_bounds(Point::default(), text, 10.5).width() > 36.0;
        let (x, y) = if long { (0.0, y.signum() * 22.0) } else { (*x, *y) };
        let from = Moment::staggered(Phase::Premiums, index, count);
        let until = if *held { Moment::new(Phase::Words, 0.6) } else { Phase::Words.into() };
        let role = if *held { TextRole::OnAccentSoft } else { TextRole::OnAccent };
        stage.show(canvas, Span::from(from).until(until).popping(), |canvas| {
            pill(canvas, at.plus(Point::new(x, y)), text, 10.5, role);
        });
    }
}

/// A text on a rounded ground.
pub(crate) fn pill(canvas: &mut Canvas<'_>, at: Point, text: &str, size: f64, role: TextRole) {
    let bounds = pill_bounds(at, text, size);
    let (ink, ground) = canvas.theme.text(role);
    let edge = if role == TextRole::OnAccentSoft { ink } else { canvas.theme.surface };
    canvas.rect(&bounds, bounds.height() / 2.0, &Paint::fill(ground).outlined(edge, 1.0));
    canvas.text(&Text { at, text, size, weight: Weight::Bold, anchor: Anchor::Middle, role });
}

fn pill_bounds(at: Point, text: &str, size: f64) -> Bounds {
    let height = size * 1.6;
    let width = (metrics::width(text, size, Weight::Bold) + size * 0.9).max(height);
    Bounds::around(at.x - width / 2.0, at.y - height / 2.0, width, height)
}

/// The words' scores, each where it hides as little as possible.
fn scores(
    canvas: &mut Canvas<'_>,
    stage: &mut Stage,
    picture: &BoardPicture<'_>,
    layout: &Layout,
    words: &[WordScore],
) {
    let tiles = layout.panels.iter().flat_map(|panel| &panel.cells);
    let tiles = tiles.filter(|cell| picture.face(**cell).is_some());
    let mut taken: Vec<Bounds> = tiles
        .filter_map(|cell| layout.place(*cell))
        .map(|at| Bounds::around(at.x - 17.0, at.y - 17.0, 34.0, 34.0))
        .collect();
    for (index, word) in words.iter().enumerate() {
        let cells = word_cells(picture, layout, word);
        let places: Vec<Point> = cells.iter().filter_map(|cell| layout.place(*cell)).collect();
        let (Some(first), Some(last)) = (places.first(), places.last()) else { continue };
        let text = numbers::points(&word.score);
        let size = if word.main { 15.0 } else { 12.0 };
        let half = pill_bounds(Point::default(), &text, size).width() / 2.0;
        let reach = |from: Point, to: Point| {
            let long = from.distance(to);
            let (x, y) = if long > 0.0 {
                ((to.x - from.x) / long, (to.y - from.y) / long)
            } else {
                (1.0, 0.0)
            };
            let far = CELL * 0.5 + 6.0 + half * x.abs() + 9.0 * y.abs();
            to.plus(Point::new(x * far, y * far))
        };
        let before_last = places.len().checked_sub(2).map_or(*first, |index| places[index]);
        let second = places.get(1).copied().unwrap_or(*last);
        let corner = |place: &Point| {
            [(20.0, 20.0), (-20.0, 20.0), (20.0, -20.0), (-20.0, -20.0)]
                .map(|(x, y)| place.plus(Point::new(x, y)))
        };
        let candidates = [reach(before_last, *last), reach(second, *first)]
            .into_iter()
            .chain(corner(last))
            .chain(corner(first));
        let free = |at: &Point| {
            let bounds = pill_bounds(*at, &text, size);
            !taken.iter().any(|other| bounds.overlaps(other))
        };
        let fallback = last.plus(Point::new(12.0, 14.0));
        let at = candidates.into_iter().find(free).unwrap_or(fallback);
        taken.push(pill_bounds(at, &text, size));
        let from = Moment::staggered(Phase::Words, index, words.len());
        let from = Moment::new(from.phase, from.share + 0.1);
        stage.show(canvas, Span::from(from).popping(), |canvas| {
            pill(canvas, at, &text, size, TextRole::OnAccent);
        });
    }
}
