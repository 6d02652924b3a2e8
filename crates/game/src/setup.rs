//! Starting games.

use crate::decide::Decision;
use crate::error::GameError;
use crate::event::{Event, Fact};
use crate::ids::Ids;
use crate::state::{GameState, Secret};
use std::sync::Arc;
use tilewright_board::{CellId, DirTag};
use tilewright_lexicon::Dictionary;
use tilewright_rules::spec::FirstPlayer;
use tilewright_rules::{Placement, Ruleset, StartWordSpec};
use tilewright_tiles::{Letter, Mark, Seed, Tile, TileCounts, TileSet, draw_index};

/// The stream of the seed that decides who moves first.
const FIRST_STREAM: u64 = u64::MAX;
/// The stream of the seed that chooses the start word.
const START_WORD_STREAM: u64 = u64::MAX - 1;

/// Something that says how a game starts: a configuration, a variant with its word list, …
pub trait GameSource {
    /// How a game for this many players starts.
    fn new_game(&self, players: u8) -> Result<NewGame, GameError>;
}

impl GameState {
    /// Starts a game and gives its state; the events of the start are not kept.
    pub fn new<S: GameSource + ?Sized>(source: &S, players: u8) -> Result<GameState, GameError> {
        Ok(source.new_game(players)?.start()?.0)
    }
}

/// How a game starts.
#[derive(Clone)]
pub struct NewGame {
    /// The variant.
    pub ruleset: Arc<Ruleset>,
    /// The number of seats.
    pub players: u8,
    /// The secret that decides every draw.
    pub seed: Seed,
    /// Whether the seed is 32 random bytes; a small number is never called fair.
    pub fair: bool,
    /// The word on the board before the first move, where the variant wants one; else it is
    /// chosen with the seed.
    pub start_word: Option<String>,
    /// The word list.
    pub dictionary: Option<Box<dyn Dictionary>>,
    /// The time, in milliseconds of the caller's clock.
    pub now: Option<u64>,
}

impl NewGame {
    /// A game for tests and puzzles, with a small number as seed.
    pub fn with_rng_seed(ruleset: Arc<Ruleset>, players: u8, rng_seed: u64) -> NewGame {
        NewGame {
            ruleset,
            players,
            seed: Seed::from_number(rng_seed),
            fair: false,
            start_word: None,
            dictionary: None,
            now: None,
        }
    }

    /// A game with a seed of 32 random bytes.
    pub fn fair(ruleset: Arc<Ruleset>, players: u8, seed: impl Into<Seed>) -> NewGame {
        NewGame { seed: seed.into(), fair: true, ..NewGame::with_rng_seed(ruleset, players, 0) }
    }

    /// The state and the events of the start.
    pub fn start(self) -> Result<(GameState, Vec<Event>), GameError> {
        let (least, most) = self.ruleset.players();
        if !(least..=most).contains(&self.players) {
            return Err(GameError::Players { players: self.players, least, most });
        }
        let Opening { first, placements } =
            Opening::new(&self.ruleset, self.players, &self.seed, self.start_word.as_deref())?;
        let started = Fact::Started {
            variant: self.ruleset.id().to_string(),
            ruleset: self.ruleset.hash().to_string(),
            players: self.players,
            first,
            commitment: self.seed.commitment().to_string(),
            fair: self.fair,
        };
        let mut state = GameState::blank(self.ruleset);
        state.dictionary = self.dictionary;
        state.secret = Secret { seed: Some(self.seed) };
        let mut decision = Decision::new(&mut state, self.now);
        decision.emit(started);
        if decision.state.ruleset.parts().start_word.is_some() {
            let ids = Ids::placed(&placements, &[]);
            let placed = placements.iter().map(|p| decision.state.placed(p.cell, p.tile));
            let placements = placed.collect();
            decision.emit_read(Fact::SetUp { placements }, &ids);
        }
        for seat in 0..self.players {
            decision.refill(seat);
        }
        decision.emit(Fact::TurnBegan { seat: first });
        let events = decision.finished();
        let events = events.map_err(|rejection| GameError::Variant(rejection.to_string()))?;
        Ok((state, events))
    }
}

/// What a seed and the variant decide before tiles are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The seat that moves first.
    pub first: u8,
    /// The tiles of the start word, where the variant wants one.
    pub placements: Vec<Placement>,
}

impl Opening {
    /// The opening of a game. A start word that is not named is chosen with the seed.
    pub fn new(
        ruleset: &Ruleset,
        players: u8,
        seed: &Seed,
        word: Option<&str>,
    ) -> Result<Opening, GameError> {
        let first = match ruleset.spec().turn_order.first {
            FirstPlayer::Creator => 0,
            FirstPlayer::Random => draw_index(seed, FIRST_STREAM, usize::from(players)) as u8,
            FirstPlayer::Seat(seat) => seat.min(players.saturating_sub(1)),
        };
        let Some(spec) = &ruleset.parts().start_word else {
            return Ok(Opening { first, placements: Vec::new() });
        };
        let chosen = || spec.words.get(draw_index(seed, START_WORD_STREAM, spec.words.len()));
        let word = word.or_else(|| chosen().map(String::as_str)).ok_or_else(|| {
            GameError::Variant("the variant lists no start word; name one".to_string())
        })?;
        Ok(Opening { first, placements: start_word(ruleset, spec, word)? })
    }
}

fn start_word(
    ruleset: &Ruleset,
    spec: &StartWordSpec,
    word: &str,
) -> Result<Vec<Placement>, GameError> {
    let fail =
        |reason: String| GameError::StartWord { word: word.chars().take(40).collect(), reason };
    let letters = ruleset.tiles().alphabet().tokenize(word).map_err(|e| fail(e.to_string()))?;
    let topology = ruleset.topology();
    let through = match &spec.through {
        Some(cell) => topology.find_cell(cell),
        None => topology.center(),
    };
    let axis = topology.axis_by_tag(&DirTag::parse(&spec.axis).0);
    let (Some(through), Some(axis)) = (through, axis) else {
        return Err(fail("its line is not on the board".to_string()));
    };
    let line = topology.line(topology.slot(through, axis).line).cells;
    if letters.is_empty() || letters.len() > line.len() {
        return Err(fail(format!("it must have 1 to {} letters", line.len())));
    }
    let first = (line.len() - letters.len()) / 2;
    place(ruleset.tiles(), &line[first..], &letters).map_err(fail)
}

/// The tiles of a word, letter tiles first, blanks where those run out.
fn place(set: &TileSet, cells: &[CellId], letters: &[Letter]) -> Result<Vec<Placement>, String> {
    let mut bag: TileCounts = *set.full_bag();
    let mut placements = Vec::with_capacity(letters.len());
    for (cell, letter) in cells.iter().zip(letters) {
        let own = set.kind_of_letter(*letter);
        let kind = own.into_iter().chain(set.blanks_for(*letter)).find(|kind| bag.take(*kind));
        let kind = kind.ok_or_else(|| {
            format!("the bag has not enough tiles {}", set.alphabet().upper(*letter))
        })?;
        let tile = Tile { kind, letter: *letter, mark: Mark::NONE };
        placements.push(Placement { cell: *cell, tile });
    }
    Ok(placements)
}
