//! A game in a few literals.

use crate::compat::layout::{AnyLayout, BoardLayout, RectBoardLayout};
use crate::{GameBuilder, GameError, NewGame, SetupError, Variant, VariantError};
use serde::Deserialize;
use std::collections::HashMap;
use tilewright_game::GameSource;
use tilewright_rules::{StartWordSpec, read_fault};
use tilewright_variants::{BlankEntry, LetterEntry, TilesTable};

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileKind {
    /// Its id.
    pub id: String,
    /// The letter it shows.
    pub symbol: String,
    /// What it is worth.
    pub score: i32,
    /// Whether it is a blank.
    pub is_blank: bool,
    /// Other ways to write its letter.
    pub aliases: Vec<String>,
}

/// The kinds of tiles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tileset {
    /// The kinds, in alphabetical order.
    pub tile_kinds: Vec<TileKind>,
}

/// A game: tiles, board, rules, word list and seed.
#[derive(Clone, PartialEq, Debug)]
pub struct GameConfig<L = RectBoardLayout> {
    /// The kinds of tiles; empty: those of the ruleset.
    pub tileset: Tileset,
    /// Tiles on a rack.
    pub rack_size: usize,
    /// The board.
    pub board_layout: L,
    /// The rules: the id of a shipped variant, `cross` (plain rules, no premiums),
    /// `crossword_hex` or `stacking_demo`.
    pub ruleset_id: String,
    /// The word list: `en`, `nl`, or `en_test_small`.
    pub dictionary_id: String,
    /// A small number from which all draws follow.
    pub rng_seed: u64,
    /// How many tiles of each kind there are.
    pub tile_counts: HashMap<String, usize>,
}

/// Deals the first player A, D, E and R.
const CLASSIC_SEED: u64 = 1;
/// Deals the first player E, N and T.
const STACKING_SEED: u64 = 1486;

impl GameConfig<RectBoardLayout> {
    /// The classic game, with a seed that deals the first player the letters of READ.
    pub fn classic() -> GameConfig {
        GameConfig {
            tileset: Tileset::default(),
            rack_size: 7,
            board_layout: RectBoardLayout { width: 15, height: 15 },
            ruleset_id: "classic".to_string(),
            dictionary_id: "en".to_string(),
            rng_seed: CLASSIC_SEED,
            tile_counts: HashMap::new(),
        }
    }

    /// A stacking game with racks of three and an O on the centre, with a seed that deals the
    /// first player the letters of NET.
    pub fn stacking_demo() -> GameConfig {
        GameConfig {
            rack_size: 3,
            ruleset_id: "stacking_demo".to_string(),
            rng_seed: STACKING_SEED,
            ..GameConfig::classic()
        }
    }
}

impl GameConfig<AnyLayout> {
    /// Reads `{"board_layout": {…}, "ruleset_id": …, "dictionary_id": …}`; `rack_size` and
    /// `rng_seed` may follow; without a seed the game is a demonstration that deals the same tiles
    /// as [`GameConfig::classic`]. The tiles are those of the ruleset.
    pub fn from_json(text: &str) -> Result<GameConfig<AnyLayout>, GameError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Document {
            board_layout: AnyLayout,
            ruleset_id: String,
            dictionary_id: String,
            rack_size: Option<usize>,
            rng_seed: Option<u64>,
        }
        let document: Document = serde_json::from_str(text).map_err(|error| {
            GameError::Variant(format!("game configuration: {}", read_fault(&error)))
        })?;
        Ok(GameConfig {
            tileset: Tileset::default(),
            rack_size: document.rack_size.unwrap_or(7),
            board_layout: document.board_layout,
            ruleset_id: document.ruleset_id,
            dictionary_id: document.dictionary_id,
            rng_seed: document.rng_seed.unwrap_or(CLASSIC_SEED),
            tile_counts: HashMap::new(),
        })
    }
}

impl<L: BoardLayout> GameConfig<L> {
    /// The variant that this configuration describes.
    pub fn variant(&self) -> Result<Variant, GameError> {
        let fault = |error: VariantError| GameError::from(SetupError::from(error));
        let (base, premiums) = match self.ruleset_id.as_str() {
            "cross" | "crossword" => ("classic", false),
            "crossword_hex" => ("hex-diamond-9", true),
            "stacking_demo" => ("stacking-demo", true),
            other => (other, true),
        };
        let shipped = Variant::shipped(base).map_err(fault)?;
        let mut file = shipped.file().clone();
        let board = self.board_layout.board_table();
        let same_shape = (board.shape, board.width, board.height, &board.mask)
            == (file.board.shape, file.board.width, file.board.height, &file.board.mask);
        if !premiums || !same_shape {
            file.board = board;
            file.rules.first_move_start.cells.clear();
        }
        if !self.tileset.tile_kinds.is_empty() {
            file.tiles = self.tiles_table()?;
            file.start_word = None;
        }
        if self.ruleset_id == "stacking_demo" {
            let words = vec!["O".to_string()];
            let axis = "East".to_string();
            file.start_word = Some(StartWordSpec { axis, through: None, words });
        }
        let size = u16::try_from(self.rack_size).map_err(|_| {
            GameError::Variant(format!("rack_size {} is out of bounds", self.rack_size))
        })?;
        file.rules.rack_size.size = size;
        file.lexicon = Some(self.dictionary_id.clone());
        Variant::from_file(file).map_err(fault)
    }

    fn tiles_table(&self) -> Result<TilesTable, GameError> {
        let mut table = TilesTable::default();
        for kind in &self.tileset.tile_kinds {
            let count = self.tile_counts.get(&kind.id).map_or(0, |count| *count);
            let count = u16::try_from(count)
                .map_err(|_| GameError::Variant(format!("{count} tiles `{}`", kind.id)))?;
            if kind.is_blank {
                let (id, value) = (kind.id.clone(), kind.score);
                table.blanks.push(BlankEntry { id, count, value, stands_for: None });
                continue;
            }
            let (symbol, value) = (kind.symbol.clone(), kind.score);
            table.letters.push(LetterEntry { symbol, count, value });
            let aliases = kind.aliases.iter().filter(|alias| **alias != kind.symbol);
            table.aliases.extend(aliases.map(|alias| (alias.clone(), kind.symbol.clone())));
            if kind.id != kind.symbol {
                table.aliases.insert(kind.id.clone(), kind.symbol.clone());
            }
        }
        Ok(table)
    }
}

impl<L: BoardLayout> GameSource for GameConfig<L> {
    fn new_game(&self, players: u8) -> Result<NewGame, GameError> {
        let variant = self.variant()?;
        let game = GameBuilder::new(&variant).players(players).seed(self.rng_seed);
        Ok(game.lexicon(&self.dictionary_id).build()?)
    }
}
