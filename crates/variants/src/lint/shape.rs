//! Whether the board can be played on: start cells, lines, axes, reading.

use super::{Finding, Findings};
use crate::{Variant, VariantErrorKind};
use std::collections::BTreeSet;
use tilewright_board::{CellId, Topology};
use tilewright_rules::RulesetError;
use tilewright_rules::spec::{Placement, ReadingSpec, StartMode};
use tilewright_tiles::{Letter, TileCounts};

pub(super) fn check(variant: &Variant, findings: &mut Findings) {
    check_axes(variant, findings);
    check_start_word(variant, findings);
    match variant.start_cells() {
        Err(error) => {
            let message = match *error.kind {
                VariantErrorKind::Rules(RulesetError::NoStart) => error.reason(),
                _ => format!("{}; start on cells that the board has, `x,y` from 0", error.reason()),
            };
            findings.push(Finding::NoStart, "rules.first_move_start.cells", message);
        }
        Ok(cells) => check_start(variant, &cells, findings),
    }
}

fn check_axes(variant: &Variant, findings: &mut Findings) {
    let topology = variant.topology();
    for (axis, data) in topology.axis_ids().zip(topology.axes()) {
        if topology.lines().filter(|line| line.axis == axis).all(|line| line.cells.len() < 2) {
            let message = format!(
                "no two cells follow each other along {}, so no word can lie there; leave the axis out or widen the board",
                data.tag
            );
            findings.push(Finding::AxisWithoutLines, "board", message);
        }
    }
    if let ReadingSpec::PerAxis(readings) = &variant.rules().word_validation.reading {
        let field = "rules.word_validation.reading";
        for name in readings.keys() {
            if let Err(error) = variant.axis(field, name) {
                findings.push(Finding::UnknownAxis, field, error.reason());
            }
        }
    }
}

/// The number of cells on the longest line through a cell.
fn longest_line(topology: &Topology, cell: CellId) -> usize {
    let lengths = topology.slots(cell).iter().map(|slot| topology.line(slot.line).cells.len());
    lengths.max().unwrap_or(1)
}

fn connected(topology: &Topology, from: &[CellId]) -> BTreeSet<CellId> {
    let mut reached = BTreeSet::new();
    // Collecting would sort, by code that nothing else in the small module needs.
    reached.extend(from.iter().copied());
    let mut open: Vec<CellId> = from.to_vec();
    while let Some(cell) = open.pop() {
        open.extend(topology.neighbours(cell).filter(|next| reached.insert(*next)));
    }
    reached
}

fn check_start(variant: &Variant, named: &[CellId], findings: &mut Findings) {
    let (topology, rules) = (variant.topology(), variant.rules());
    let first_move = &rules.first_move_start;
    let anywhere = !first_move.enabled || first_move.start == StartMode::Optional;
    let starts: Vec<CellId> = match variant.start_word() {
        // A start word without a line is a finding of its own.
        Some(_) => start_word_line(variant).into_iter().flatten().collect(),
        None if anywhere => topology.cell_ids().collect(),
        None => named.to_vec(),
    };
    if starts.is_empty() {
        return;
    }
    let shortest = usize::from(rules.min_word_length.min_main_length);
    let needed = if rules.min_word_length.enabled { shortest } else { 2 };
    // Where tiles need not lie on one line, the first move may turn corners.
    let first_cells: Vec<CellId> = match rules.line_placement.placement {
        Placement::Line => starts.clone(),
        Placement::Connected => connected(topology, &starts).into_iter().collect(),
    };
    if first_cells.iter().all(|cell| longest_line(topology, *cell) < needed) {
        let message = format!(
            "no start cell lies on a line of {needed} cells or more, so no first word fits; start elsewhere, or lower rules.min_word_length.min_main_length"
        );
        findings.push(Finding::StartUnreachable, "rules.first_move_start.cells", message);
        return;
    }
    let first = if anywhere && variant.start_word().is_none() { &starts[..1] } else { &starts[..] };
    let count = topology.cell_count() - connected(topology, first).len();
    if count > 0 {
        let message = format!(
            "{count} cells cannot be reached from the start; join them to the rest or make them holes"
        );
        findings.push(Finding::UnreachableCells, "board", message);
    }
}

/// The line that the start word lies on.
fn start_word_line(variant: &Variant) -> Option<Vec<CellId>> {
    let (topology, start_word) = (variant.topology(), variant.start_word()?);
    let axis = variant.axis("start_word.axis", &start_word.axis).ok()?;
    let cell = match &start_word.through {
        Some(cell) => topology.find_cell(cell)?,
        None => topology.center()?,
    };
    Some(topology.line(topology.slot(cell, axis).line).cells.to_vec())
}

fn check_start_word(variant: &Variant, findings: &mut Findings) {
    let Some(start_word) = variant.start_word() else { return };
    let Some(line) = start_word_line(variant) else {
        let message = "the start word has no line to lie on; name an axis of the board in `axis` and, where the centre is a hole, a cell in `through`";
        return findings.push(Finding::StartWordLine, "start_word", message);
    };
    if start_word.words.is_empty() {
        let message = "there is no word to start with; list some";
        findings.push(Finding::StartWordList, "start_word.words", message);
    }
    for (index, word) in start_word.words.iter().enumerate() {
        let field = format!("start_word.words[{index}]");
        let shown: String = word.chars().take(40).collect();
        let letters = match variant.tiles().alphabet().tokenize(word) {
            Ok(letters) => letters,
            Err(error) => {
                findings.push(Finding::StartWordSpelling, &field, error.to_string());
                continue;
            }
        };
        if letters.len() < 2 || letters.len() > line.len() {
            let message = format!(
                "`{shown}` has {} letters, its line has {} cells; use words of 2 to {} letters",
                letters.len(),
                line.len(),
                line.len()
            );
            findings.push(Finding::StartWordLength, &field, message);
        } else if !in_the_bag(variant, &letters) {
            let message =
                format!("the bag has not the letters of `{shown}`; leave it out or add tiles");
            findings.push(Finding::StartWordTiles, &field, message);
        }
    }
}

/// Whether the bag can spell letters without blanks.
fn in_the_bag(variant: &Variant, letters: &[Letter]) -> bool {
    let tiles = variant.tiles();
    let mut bag: TileCounts = *tiles.full_bag();
    letters.iter().all(|letter| tiles.kind_of_letter(*letter).is_some_and(|kind| bag.take(kind)))
}
