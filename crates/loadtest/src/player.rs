//! What a player of the load test does with a turn: a play of the generator, by what its seat
//! sees.

use crate::LoadError;
use std::sync::Arc;
use tilewright::game::{GameState, NewGame, PublicState, TileName};
use tilewright::movegen::NoLeaves;
use tilewright::{Action, Board, Dictionary, MoveDraft, Position, TileCounts, UserMove};
use tilewright_protocol::api::PlayerCommand;
use tilewright_protocol::{BotLevel, Bots, Engine, Loaded, VariantSource, Words};

/// The best plays among which one is drawn.
const CHOICES: usize = 4;

/// A variant with its generator.
pub(crate) struct Table {
    pub variant: VariantSource,
    pub seats: u8,
    pub loaded: Arc<Loaded>,
    engine: Engine,
    bots: Arc<Bots>,
    /// Any game of the variant: it knows how tiles are written.
    reader: GameState,
}

impl Table {
    pub fn new(variant: &str) -> Result<Table, LoadError> {
        let engine = Engine::new();
        let source = VariantSource::Shipped(variant.to_string());
        let failed = |fault| LoadError(format!("{variant}: {fault}"));
        let words = Words::Variant;
        let loaded = engine.resources().variant(&source, &words).map_err(failed)?;
        let bots = engine.resources().bots(&loaded, &words, BotLevel::Expert).map_err(failed)?;
        let (least, most) = loaded.ruleset.players();
        let seats = 2.clamp(least, most);
        let game = NewGame::with_rng_seed(loaded.ruleset.clone(), seats, 0);
        let (reader, _) = game.start().map_err(|error| LoadError(error.to_string()))?;
        Ok(Table { variant: source, seats, loaded, engine, bots, reader })
    }

    /// The word list.
    pub fn dictionary(&self) -> Result<Option<Box<dyn Dictionary>>, LoadError> {
        let found = self.engine.resources().dictionary(&self.loaded, &Words::Variant);
        found.map_err(|fault| LoadError(fault.to_string()))
    }

    /// What a seat could do, the best first; something of it is legal.
    pub fn choices(
        &self,
        game: &PublicState,
        rack: &[TileName],
        random: &mut Random,
    ) -> Vec<PlayerCommand> {
        let mut choices = Vec::with_capacity(4);
        choices.extend(self.play(game, rack, random));
        choices.push(PlayerCommand::Pass {});
        let tiles = rack.first().map(|tile| tile.to_string());
        let swap = Action::SwapRack { tiles: tiles.into_iter().collect() };
        choices.push(PlayerCommand::Move { user_move: UserMove { actions: vec![swap] } });
        choices.push(PlayerCommand::Resign {});
        choices
    }

    /// One of the best plays.
    fn play(
        &self,
        game: &PublicState,
        tiles: &[TileName],
        random: &mut Random,
    ) -> Option<PlayerCommand> {
        let ruleset = &self.loaded.ruleset;
        let topology = ruleset.topology();
        let mut board = Board::new(topology.clone());
        for cell in &game.board {
            for placed in &cell.tiles {
                let (cell, tile) = self.reader.tile_of(placed)?;
                board.put(cell, tile);
            }
        }
        for cell in &game.used_premiums {
            board.set_premium_used(cell.find(topology)?, true);
        }
        let mut rack = TileCounts::new();
        for tile in tiles {
            rack.add(ruleset.tiles().find(tile)?);
        }
        let position = Position::new(ruleset, &board, &rack);
        let plays = self.bots.generator.finder().best(&position, CHOICES, &NoLeaves);
        let play = plays.get(random.below(plays.len().max(1)))?;
        let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
        let draft = MoveDraft::known(&known, ruleset.tiles());
        Some(PlayerCommand::Move { user_move: UserMove::from_draft(&position, &draft) })
    }
}

/// Numbers that depend on a seed alone (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64, place: u64) -> Random {
        Random(seed ^ place.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}
