//! Whether any play is possible, where a rule asks for it: a plain, bounded search.

use tilewright_board::CellId;
use tilewright_rules::spec::StartMode;
use tilewright_rules::{MoveDraft, Position, validate};
use tilewright_tiles::{Face, Mark, Tile};

/// The most drafts that are looked at before the search gives up and answers no.
const MOST_DRAFTS: u32 = 300_000;

/// Whether the rack can play anything, by trying straight drafts, short ones first.
pub(crate) fn has_play(position: &Position<'_>) -> bool {
    let mut left = MOST_DRAFTS;
    let longest = position.rack.len().min(usize::from(position.ruleset.spec().rack_size.size));
    for count in 1..=longest {
        for line in position.ruleset.topology().lines() {
            for start in 0..line.cells.len() {
                let Some(cells) = free_cells(position, &line.cells[start..], count) else {
                    continue;
                };
                if !touches(position, &cells) {
                    continue;
                }
                let mut tiles = Vec::new();
                if fill(position, &cells, &mut tiles, &mut left) {
                    return true;
                }
                if left == 0 {
                    return false;
                }
            }
        }
    }
    false
}

/// The next `count` cells that a tile can go on, if the first cell is one of them.
fn free_cells(position: &Position<'_>, cells: &[CellId], count: usize) -> Option<Vec<CellId>> {
    let stacking = position.ruleset.spec().stacking.enabled;
    let free = |cell: &CellId| stacking || !position.board.is_occupied(*cell);
    let found: Vec<CellId> = cells.iter().copied().filter(free).take(count).collect();
    (found.len() == count && found.first() == cells.first()).then_some(found)
}

/// Whether tiles on these cells could be connected at all.
fn touches(position: &Position<'_>, cells: &[CellId]) -> bool {
    let (board, start) = (position.board, &position.ruleset.spec().first_move_start);
    if board.is_empty() {
        let required = start.enabled && start.start == StartMode::Required;
        return !required || cells.iter().any(|cell| position.ruleset.start_cells().contains(cell));
    }
    let near = |cell: &CellId| board.geom.neighbours(*cell).any(|other| board.is_occupied(other));
    cells.iter().any(|cell| board.is_occupied(*cell) || near(cell))
}

fn fill(
    position: &Position<'_>,
    cells: &[CellId],
    tiles: &mut Vec<(CellId, Tile)>,
    left: &mut u32,
) -> bool {
    if tiles.len() == cells.len() {
        *left = left.saturating_sub(1);
        let draft = MoveDraft::known(tiles, position.ruleset.tiles());
        return validate(position, &draft).is_ok();
    }
    let set = position.ruleset.tiles();
    let used = |kind| tiles.iter().filter(|(_, tile)| tile.kind == kind).count();
    let kinds: Vec<_> =
        position.rack.iter().filter(|(kind, count)| used(*kind) < usize::from(*count)).collect();
    for (kind, _) in kinds {
        let letters: Vec<_> = match set.kind(kind).face {
            Face::Letter(letter) => vec![letter],
            Face::Blank(letters) => letters.iter().collect(),
        };
        for letter in letters {
            tiles.push((cells[tiles.len()], Tile { kind, letter, mark: Mark::NONE }));
            let found = fill(position, cells, tiles, left);
            tiles.pop();
            if found || *left == 0 {
                return found;
            }
        }
    }
    false
}
