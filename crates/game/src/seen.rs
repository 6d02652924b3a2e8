//! A position by what a seat sees, and tiles as events write them.

use crate::event::PlacedTile;
use crate::view::SeatView;
use tilewright_board::CellId;
use tilewright_lexicon::Dictionary;
use tilewright_rules::{Board, CellLabel, Placement, Position, Ruleset, game_id};
use tilewright_tiles::{KindId, Mark, Tile, TileCounts};

/// The board and the rack of a [`SeatView`]: enough to say whether a move of the seat is legal and
/// what it scores, wherever the game itself is kept.
///
/// A view does not show which rules were switched by hand, so this is for games in which none were.
#[derive(Clone, Debug)]
pub struct Seen {
    board: Board,
    rack: TileCounts,
    revision: u64,
    game: u64,
}

impl Seen {
    /// Reads a view.
    ///
    /// # Errors
    /// If it is not one of a game of this variant: other cells or tiles, or more tiles than there are.
    pub fn new(ruleset: &Ruleset, view: &SeatView) -> Result<Seen, String> {
        let all = ruleset.tiles().full_bag();
        let placed = || view.game.board.iter().flat_map(|cell| &cell.tiles);
        if placed().count() + view.rack.len() > all.len() {
            return Err("the view has more tiles than the game".to_string());
        }
        let stacking = &ruleset.spec().stacking;
        let most = if stacking.enabled { stacking.max_height } else { 1 };
        let mut board = Board::new(ruleset.topology().clone());
        for tile in placed() {
            let Placement { cell, tile } = tile.read(ruleset)?;
            if board.height(cell) >= most {
                return Err(format!("more than {most} tiles lie on `{}`", ruleset.label(cell)));
            }
            board.put(cell, tile);
        }
        for label in &view.game.used_premiums {
            board.set_premium_used(read_cell(ruleset, label)?, true);
        }
        let mut rack = TileCounts::new();
        for name in &view.rack {
            rack.add(read_tile(ruleset, name)?);
        }
        let lying = board.tiles();
        let too_many = |kind: &KindId| lying.count(*kind) + rack.count(*kind) > all.count(*kind);
        if let Some(kind) = ruleset.tiles().kind_ids().find(too_many) {
            let name = &ruleset.tiles().kind(kind).id;
            return Err(format!("the view has more tiles `{name}` than the game"));
        }
        let players = view.game.seats.len().to_string();
        let game = game_id(&[&view.game.ruleset, &players, &view.game.commitment]);
        Ok(Seen { board, rack, revision: view.game.revision, game })
    }

    /// The position of the seat.
    pub fn position<'a>(
        &'a self,
        ruleset: &'a Ruleset,
        dictionary: Option<&'a dyn Dictionary>,
    ) -> Position<'a> {
        let position = Position::new(ruleset, &self.board, &self.rack);
        Position { dictionary, revision: self.revision, game: self.game, ..position }
    }
}

impl PlacedTile {
    /// A tile on a cell as events write it.
    pub fn of(ruleset: &Ruleset, cell: CellId, tile: Tile) -> PlacedTile {
        let set = ruleset.tiles();
        let own = set.plain_tile(tile.kind).map(|plain| plain.letter);
        let letter = (own != Some(tile.letter)).then(|| set.alphabet().upper(tile.letter).clone());
        PlacedTile {
            cell: ruleset.label(cell).clone(),
            tile: set.kind(tile.kind).id.clone(),
            letter,
            mark: (!tile.mark.is_none()).then(|| tile.mark.as_str().to_string()),
        }
    }

    /// The cell and the tile, if the variant has both.
    pub(crate) fn read(&self, ruleset: &Ruleset) -> Result<Placement, String> {
        let cell = read_cell(ruleset, &self.cell)?;
        let kind = read_tile(ruleset, &self.tile)?;
        let set = ruleset.tiles();
        let letter = match &self.letter {
            Some(symbol) => set.alphabet().letter(symbol),
            None => set.plain_tile(kind).map(|tile| tile.letter),
        };
        let letter = letter.ok_or_else(|| format!("tile `{}` shows no letter", self.tile))?;
        let mark = Mark::new(self.mark.as_deref().unwrap_or("")).map_err(|e| e.to_string())?;
        Ok(Placement { cell, tile: Tile { kind, letter, mark } })
    }
}

/// The cell of a label.
pub(crate) fn read_cell(ruleset: &Ruleset, label: &CellLabel) -> Result<CellId, String> {
    label
        .find(ruleset.topology())
        .ok_or_else(|| format!("the board has no cell `{label}`, or a hole there"))
}

/// The tile of a name.
pub(crate) fn read_tile(ruleset: &Ruleset, name: &str) -> Result<KindId, String> {
    ruleset.tiles().find(name).ok_or_else(|| {
        format!("there is no tile `{}` in this game", name.chars().take(20).collect::<String>())
    })
}
