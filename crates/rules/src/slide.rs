//! Sliding a straight group of tiles along its line.

use crate::draft::{CellRef, Slide};
use crate::lookup::{self, Looked};
use crate::{
    FormedWord, MoveData, Position, Readings, Shift, ValidatedMove, Violation, ViolationId,
    Violations,
};
use crate::{WordCell, pipeline};
use std::collections::BTreeSet;
use tilewright_board::{AxisId, CellId, LineId};
use tilewright_tiles::Letter;

fn fail(message: impl Into<String>) -> Violations {
    Violation::new(ViolationId::Slide, message).into()
}

/// Checks a slide: every word that it changes must be a word.
pub(crate) fn validate(
    position: &Position<'_>,
    slide: &Slide,
) -> Result<ValidatedMove, Violations> {
    let cells = group(position, slide)?;
    let (axis, line, low, high) = span(position, slide, &cells)?;
    let shifts = shifts(position, slide, line, low, high)?;
    let mut after = position.board.clone();
    let moved: Vec<_> = shifts.iter().map(|shift| after.take(shift.from)).collect();
    for (shift, tile) in shifts.iter().zip(moved) {
        tile.into_iter().for_each(|tile| after.put(shift.to, tile));
    }
    let before = runs(position, position.board);
    let mut changed: Vec<_> =
        runs(position, &after).into_iter().filter(|run| !before.contains(run)).collect();
    tilewright_tiles::sort_by_key(&mut changed, |run| {
        (run.axis != axis, std::cmp::Reverse(run.cells.len()))
    });
    let placed = |run: &StandingRun| shifts.iter().any(|shift| run.cells.contains(&shift.to));
    if !changed.iter().any(placed) {
        return Err(fail("the group forms no word where it goes; choose another place"));
    }
    let bad = bad_words(position, &changed);
    if !bad.is_empty() {
        let message = format!("the slide would leave {}, not in the word list", bad.join(", "));
        return Err(Violation::new(ViolationId::WordValidation, message).in_words(bad).into());
    }
    Ok(seal(position, axis, shifts, &changed))
}

fn group(position: &Position<'_>, slide: &Slide) -> Result<Vec<CellId>, Violations> {
    let topology = position.ruleset.topology();
    let mut cells = Vec::new();
    for cell in slide.cells.iter().take(topology.cell_count() + 1) {
        let found = match cell {
            CellRef::Id(id) => (id.index() < topology.cell_count()).then_some(*id),
            CellRef::At(label) => label.find(topology),
        };
        match found {
            Some(cell) if position.board.height(cell) == 1 => cells.push(cell),
            Some(_) => return Err(fail("only single tiles on the board can slide")),
            None => return Err(fail("the group names a cell that is not on the board")),
        }
    }
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() { Err(fail("the group has no tiles")) } else { Ok(cells) }
}

/// The line that the group lies on, and where.
fn span(
    position: &Position<'_>,
    slide: &Slide,
    cells: &[CellId],
) -> Result<(AxisId, LineId, usize, usize), Violations> {
    let topology = position.ruleset.topology();
    for axis in topology.axis_ids() {
        let named = slide.axis.as_ref().is_none_or(|tag| topology.axis_tag(axis) == tag);
        let line = topology.slot(cells[0], axis).line;
        let on_line = cells.iter().all(|cell| topology.slot(*cell, axis).line == line);
        if !named || !on_line || cells.len() == 1 && slide.axis.is_none() {
            continue;
        }
        let places = cells.iter().map(|cell| usize::from(topology.slot(*cell, axis).index));
        let (Some(low), Some(high)) = (places.clone().min(), places.max()) else { continue };
        if high - low + 1 == cells.len() {
            return Ok((axis, line, low, high));
        }
    }
    Err(fail("the group must be tiles side by side on one line; for a single tile name the axis"))
}

fn shifts(
    position: &Position<'_>,
    slide: &Slide,
    line: LineId,
    low: usize,
    high: usize,
) -> Result<Vec<Shift>, Violations> {
    let cells = position.ruleset.topology().line(line).cells;
    let by = slide.by as isize;
    let target = |place: usize| place.checked_add_signed(by).filter(|place| *place < cells.len());
    let (Some(to_low), Some(to_high)) = (target(low), target(high)) else {
        return Err(fail("the group would leave the board"));
    };
    if by == 0 {
        return Err(fail("the group does not move"));
    }
    let free =
        |place: &usize| (low..=high).contains(place) || !position.board.is_occupied(cells[*place]);
    if !(low.min(to_low)..=high.max(to_high)).all(|place| free(&place)) {
        return Err(fail("the way is not free"));
    }
    Ok((low..=high)
        .zip(to_low..)
        .map(|(from, to)| Shift { from: cells[from], to: cells[to] })
        .collect())
}

/// A run of two or more tiles as it stands.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct StandingRun {
    axis: AxisId,
    line: LineId,
    start: u16,
    cells: Vec<CellId>,
    letters: Vec<Letter>,
}

fn runs(position: &Position<'_>, board: &crate::Board) -> BTreeSet<StandingRun> {
    let mut found = BTreeSet::new();
    for line in position.ruleset.topology().lines() {
        let mut start = 0;
        while start < line.cells.len() {
            let run = line.cells[start..].iter().take_while(|cell| board.is_occupied(**cell));
            let cells: Vec<CellId> = run.copied().collect();
            let next = start + cells.len().max(1);
            if cells.len() >= 2 {
                let letters =
                    cells.iter().filter_map(|cell| board.top(*cell)).map(|tile| tile.letter);
                found.insert(StandingRun {
                    axis: line.axis,
                    line: line.id,
                    start: start as u16,
                    letters: letters.collect(),
                    cells,
                });
            }
            start = next;
        }
    }
    found
}

fn readings(position: &Position<'_>, run: &StandingRun) -> Option<Readings> {
    match lookup::look_up(position, run.axis, &mut run.letters.clone()) {
        Looked::Unchecked => Some(Readings::unchecked(position.ruleset.reading(run.axis))),
        Looked::Word(readings) => Some(readings),
        Looked::Unknown => None,
    }
}

fn bad_words(position: &Position<'_>, changed: &[StandingRun]) -> Vec<String> {
    let alphabet = position.ruleset.tiles().alphabet();
    let bad = changed.iter().filter(|run| readings(position, run).is_none());
    bad.map(|run| alphabet.text(run.letters.iter().copied())).collect()
}

fn seal(
    position: &Position<'_>,
    axis: AxisId,
    shifts: Vec<Shift>,
    changed: &[StandingRun],
) -> ValidatedMove {
    let origin = |cell: CellId| {
        let moved = shifts.iter().find(|shift| shift.to == cell);
        moved.map_or(cell, |shift| shift.from)
    };
    let mut cells = Vec::new();
    let mut words = Vec::new();
    for (index, run) in changed.iter().enumerate() {
        let start = cells.len() as u32;
        for cell in &run.cells {
            let tile = position.board.top(origin(*cell));
            let height = position.board.height(origin(*cell));
            cells.extend(tile.map(|tile| WordCell {
                cell: *cell,
                tile,
                new: false,
                height,
                premium: None,
            }));
        }
        words.push(FormedWord {
            axis: run.axis,
            line: run.line,
            start: run.start,
            main: index == 0,
            // A word that is not in the list, where the rules let it stand, scores in no direction.
            readings: readings(position, run)
                .unwrap_or(Readings { forward: false, backward: false }),
            cells: start..cells.len() as u32,
        });
    }
    let axis = position.ruleset.topology().axis_tag(axis).clone();
    let data = MoveData {
        placements: Vec::new(),
        shifts,
        axis,
        words,
        cells,
        premiums: Vec::new(),
        annotations: Vec::new(),
    };
    pipeline::seal(position, data)
}
