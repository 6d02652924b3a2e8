//! The referee's moves in the engine's words.

use tilewright_board::CellId;
use tilewright_game::GameState;
use tilewright_referee::{PlacedTile, PlayerView};
use tilewright_rules::{Action, MoveDraft, Ruleset, UserMove};
use tilewright_tiles::{KindId, Letter, Mark, Tile};

/// What a seat sees.
pub(crate) fn view(state: &GameState, seat: u8) -> PlayerView {
    PlayerView::new(&state.board, &state.rack(seat), state.ruleset().tiles().kinds().len())
}

/// Placements as a draft.
pub(crate) fn draft(ruleset: &Ruleset, laid: &[PlacedTile]) -> MoveDraft {
    let tile = |tile: &PlacedTile| {
        let kind = KindId(tile.piece.kind as u8);
        let shown = Tile { kind, letter: Letter(tile.piece.letter), mark: Mark::NONE };
        (CellId(tile.cell as u16), shown)
    };
    let tiles: Vec<(CellId, Tile)> = laid.iter().map(tile).collect();
    MoveDraft::known(&tiles, ruleset.tiles())
}

/// Placements as a client sends them.
pub(crate) fn user_move(ruleset: &Ruleset, laid: &[PlacedTile]) -> UserMove {
    let set = ruleset.tiles();
    let place = |tile: &PlacedTile| {
        let kind = set.kind(KindId(tile.piece.kind as u8));
        let letter = set.alphabet().upper(Letter(tile.piece.letter));
        Action::PlaceAt {
            cell: ruleset.label(CellId(tile.cell as u16)).clone(),
            kind_id: kind.id.to_string(),
            as_symbol: kind.is_blank().then(|| letter.to_string()),
            mark: None,
        }
    };
    UserMove { actions: laid.iter().map(place).collect() }
}

/// Placements as messages show them: `7,7=R 8,7=E`.
pub(crate) fn shown(ruleset: &Ruleset, laid: &[PlacedTile]) -> String {
    let set = ruleset.tiles();
    let one = |tile: &PlacedTile| {
        let blank = set.kind(KindId(tile.piece.kind as u8)).is_blank();
        let letter = set.alphabet().upper(Letter(tile.piece.letter));
        let mark = if blank { "?" } else { "" };
        format!("{}={mark}{letter}", ruleset.label(CellId(tile.cell as u16)))
    };
    laid.iter().map(one).collect::<Vec<_>>().join(" ")
}
