//! Whether a seat can play anything at all, for rules that allow a pass only if it cannot.

use crate::error::Rejection;
use crate::state::GameState;
use std::cell::Cell;
use tilewright_board::CellId;
use tilewright_movegen::{Budget, Generator, Play, Stop, judge_steps};
use tilewright_rules::{MoveDraft, Position, validate};
use tilewright_tiles::{Face, KindId, Mark, Tile};

/// The steps that the search may take: about a second.
const MOST_STEPS: u64 = 50_000_000;

/// Whether a seat can place tiles. Where words count, the move generator looks for the first play
/// with words of the list, also in games that leave bad words to challenges.
///
/// # Errors
/// If that cannot be said: the word list is missing, it can only look words up, the search takes too
/// many steps, or the caller stops it.
pub(crate) fn any_play(state: &GameState, seat: u8, stop: &dyn Stop) -> Result<bool, Rejection> {
    let position = state.position(seat);
    if position.rack.is_empty() {
        return Ok(false);
    }
    let ruleset = position.ruleset;
    if !ruleset.uses_words() || !position.is_on("word_validation", true) {
        return free_play(&position, &Budget::new(MOST_STEPS), stop);
    }
    let Some(dictionary) = position.dictionary else {
        let list = ruleset.lexicon().unwrap_or("of the game");
        return Err(Rejection::NoDictionary(list.to_string()));
    };
    let unknown = |reason: String| Rejection::PlaysUnknown(reason);
    let lexicon = dictionary.to_lexicon(ruleset.tiles().alphabet());
    let lexicon = lexicon.map_err(|error| unknown(error.to_string()))?;
    let generator =
        Generator::with_until(ruleset, lexicon, stop).map_err(|error| match stop.is_due() {
            true => Rejection::Cancelled,
            false => unknown(error.to_string()),
        })?;
    let found = Cell::new(false);
    let mut note = |_: &Play<'_>| found.set(true);
    let budget = Budget::new(MOST_STEPS);
    let enough = || found.get() || stop.is_due();
    let mut finder = generator.finder().within(&budget);
    match finder.plays_until(&position, &mut note, &enough) || found.get() {
        true => Ok(found.get()),
        false => Err(unfinished(stop)),
    }
}

/// Why the search ended before it was known.
fn unfinished(stop: &dyn Stop) -> Rejection {
    if stop.is_due() { Rejection::Cancelled } else { Rejection::TooMuchWork(MOST_STEPS) }
}

/// The same where any letters make a word: only geometry and stacks can forbid a play, so one
/// draft for each stretch of cells and each first tile is enough.
fn free_play(position: &Position<'_>, budget: &Budget, stop: &dyn Stop) -> Result<bool, Rejection> {
    let ruleset = position.ruleset;
    let rack: Vec<KindId> = position.rack.tiles().collect();
    // Tiles of a kind lie together; the first of each is enough.
    let firsts = || (0..rack.len()).filter(|place| *place == 0 || rack[place - 1] != rack[*place]);
    for count in 1..=rack.len() {
        for line in ruleset.topology().lines() {
            for start in 0..line.cells.len() {
                if budget.spend(16) | stop.is_due() {
                    return Err(unfinished(stop));
                }
                let Some(cells) = open_cells(position, &line.cells[start..], count) else {
                    continue;
                };
                for first in firsts() {
                    let kinds = rack.iter().cycle().skip(first);
                    let tiles: Option<Vec<(CellId, Tile)>> = (cells.iter().zip(kinds))
                        .map(|(cell, kind)| Some((*cell, shown(position, *cell, *kind)?)))
                        .collect();
                    let draft = |tiles: Vec<_>| MoveDraft::known(&tiles, ruleset.tiles());
                    if tiles.is_some_and(|tiles| validate(position, &draft(tiles)).is_ok()) {
                        return Ok(true);
                    }
                    if budget.spend(judge_steps(position, count)) {
                        return Err(unfinished(stop));
                    }
                }
            }
        }
    }
    Ok(false)
}

/// The next `count` cells that a tile can go on, if the first cell is one of them.
fn open_cells(position: &Position<'_>, cells: &[CellId], count: usize) -> Option<Vec<CellId>> {
    let stacking = position.is_on("stacking", position.ruleset.spec().stacking.enabled);
    let open = |cell: &CellId| stacking || !position.board.is_occupied(*cell);
    cells.first().filter(|first| open(first))?;
    let found: Vec<CellId> = cells.iter().copied().filter(open).take(count).collect();
    (found.len() == count).then_some(found)
}

/// A tile of a kind on a cell; a blank shows another letter than the one it covers.
fn shown(position: &Position<'_>, cell: CellId, kind: KindId) -> Option<Tile> {
    let covered = position.board.top(cell).map(|tile| tile.letter);
    let letter = match position.ruleset.tiles().kind(kind).face {
        Face::Letter(letter) => letter,
        Face::Blank(letters) => {
            let other = letters.iter().find(|letter| Some(*letter) != covered);
            other.or_else(|| letters.iter().next())?
        }
    };
    Some(Tile { kind, letter, mark: Mark::NONE })
}
