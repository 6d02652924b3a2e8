//! A position by itself: a board, a rack, and rules that are switched.

use tilewright_board::{CellId, PremiumKind};
use tilewright_game::{Game, NewGame};
use tilewright_referee::PlacedTile;
use tilewright_rules::{Board, Ruleset, Switches};
use tilewright_tiles::{KindId, Letter, Mark, Tile, TileCounts};

/// A position by itself.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// The board.
    pub board: Board,
    /// The mover's rack.
    pub rack: TileCounts,
    /// Rules that are switched by hand.
    pub switches: Switches,
}

impl TestPosition {
    /// The board on which games of a variant begin, with an empty rack.
    pub fn start(ruleset: &Ruleset, seed: u64) -> Result<TestPosition, String> {
        let players = ruleset.players().0;
        let new_game = NewGame::with_rng_seed(ruleset.clone().into(), players, seed);
        let game = Game::new(new_game).map_err(|error| error.to_string())?;
        let board = game.state().board.clone();
        Ok(TestPosition { board, rack: TileCounts::new(), switches: Switches::new() })
    }

    /// Puts the tiles of a play on the board. The rack stays as it is.
    pub fn put(&mut self, ruleset: &Ruleset, laid: &[PlacedTile]) {
        for tile in laid {
            let cell = CellId(tile.cell as u16);
            let (kind, letter) = (KindId(tile.piece.kind as u8), Letter(tile.piece.letter));
            self.board.put(cell, Tile { kind, letter, mark: Mark::NONE });
            // As in games: a reviver is never used up.
            if ruleset.premium(cell).is_some_and(|premium| premium != PremiumKind::Reviver) {
                self.board.set_premium_used(cell, true);
            }
        }
    }

    /// Tiles on cells as messages show them: `7,7=R 8,7=?E`.
    pub fn show_laid(&self, ruleset: &Ruleset, laid: &[PlacedTile]) -> String {
        let one = |tile: &PlacedTile| {
            let (cell, kind) = (CellId(tile.cell as u16), KindId(tile.piece.kind as u8));
            show_tile(ruleset, cell, kind, Letter(tile.piece.letter))
        };
        laid.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The whole position as messages show it; in stacks, the lowest tile comes first.
    pub fn show(&self, ruleset: &Ruleset) -> String {
        let mut tiles = Vec::new();
        for cell in self.board.occupied_cells() {
            let stack = self.board.beneath(cell).iter().copied().chain(self.board.top(cell));
            tiles.extend(stack.map(|tile| show_tile(ruleset, cell, tile.kind, tile.letter)));
        }
        let rack: Vec<&str> =
            self.rack.tiles().map(|kind| &*ruleset.tiles().kind(kind).id).collect();
        let mut text = format!("board [{}], rack [{}]", tiles.join(" "), rack.join(" "));
        if !self.switches.is_empty() {
            text.push_str(&format!(", switched {:?}", self.switches));
        }
        text
    }
}

fn show_tile(ruleset: &Ruleset, cell: CellId, kind: KindId, letter: Letter) -> String {
    let set = ruleset.tiles();
    let mark = if set.kind(kind).is_blank() { "?" } else { "" };
    format!("{}={mark}{}", ruleset.label(cell), set.alphabet().upper(letter))
}
