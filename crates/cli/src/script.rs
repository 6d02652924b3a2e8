//! Game scripts: a game turn by turn, with given racks and expected scores.

use crate::output::{Failure, read_file};
use crate::position::{load_variant, load_words};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use tilewright::rules::read_fault;
use tilewright::rules::spec::DictionaryMode;
use tilewright::{
    Action, CellLabel, Command, Game, NewGame, PluginRegistry, Points, Submission, UserMove,
    lexicon_for,
};

/// A game script.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// A shipped variant, or a .toml file in the script's folder.
    pub variant: String,
    /// The number of players.
    #[serde(default = "two")]
    players: u8,
    /// The seed of all draws.
    #[serde(default)]
    seed: u64,
    /// The word on the board before the first move.
    start_word: Option<String>,
    /// `check` or `free`; by default as in the variant.
    dictionary: Option<DictionaryMode>,
    /// A word list in the script's folder.
    words: Option<String>,
    /// The turns.
    turns: Vec<Turn>,
    /// The scores expected at the end.
    #[serde(default)]
    pub expect: Expectation,
}

fn two() -> u8 {
    2
}

/// What is expected at the end.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The scores, by seat.
    pub scores: Option<Vec<Points>>,
    /// Whether the game is over.
    pub finished: Option<bool>,
    /// The winners.
    pub winners: Option<Vec<u8>>,
}

/// One turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// Racks to set before the turn, in order: (seat, tiles).
    #[serde(default)]
    racks: Vec<(u8, String)>,
    /// The rack of the seat to move.
    rack: Option<String>,
    /// Tiles to place: `X,Y=T`.
    place: Option<Vec<String>>,
    /// Tiles to exchange.
    swap: Option<Vec<String>>,
    /// Pass.
    #[serde(default)]
    pass: bool,
    /// The seat that challenges.
    challenge: Option<u8>,
    /// The seat that resigns.
    resign: Option<u8>,
    /// The time, in milliseconds.
    now: Option<u64>,
    /// The score expected for this turn.
    score: Option<Points>,
}

/// The first difference between a game and its script.
pub struct Difference {
    /// The turn, from 1.
    pub turn: usize,
    /// What differs.
    pub reason: String,
}

/// Plays a script. Returns the game and its first difference from the script.
pub fn play(path: &str, script: &Script) -> Result<(Game, Option<Difference>), Failure> {
    let beside = |name: &str| {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        folder.join(name).to_string_lossy().into_owned()
    };
    let is_file = script.variant.ends_with(".toml");
    let variant =
        load_variant(&if is_file { beside(&script.variant) } else { script.variant.clone() })?;
    let mut ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    if let Some(mode) = script.dictionary.clone() {
        ruleset = ruleset
            .with_spec(|spec| spec.word_validation.dictionary = mode)
            .map_err(Failure::usage)?;
    }
    let dictionary = match &script.words {
        Some(words) => Some(load_words(&beside(words), &ruleset)?),
        None if ruleset.uses_words() => Some(lexicon_for(&ruleset).map_err(Failure::usage)?),
        None => None,
    };
    let mut new_game = NewGame::with_rng_seed(Arc::new(ruleset), script.players, script.seed);
    new_game.start_word = script.start_word.clone();
    new_game.dictionary = dictionary;
    let mut game = Game::new(new_game).map_err(Failure::usage)?;
    for (index, turn) in script.turns.iter().enumerate() {
        let difference = |reason: String| Some(Difference { turn: index + 1, reason });
        let seat = game.state().to_move();
        let before = game.state().score(seat);
        if let Err(reason) = take_turn(&mut game, turn, seat) {
            return Ok((game, difference(reason)));
        }
        let gained = match game.state().result() {
            // The settlement is not part of the turn's own score.
            Some(_) => last_score(&game),
            None => game.state().score(seat).subtract(&before),
        };
        if let Some(expected) = turn.score.as_ref().filter(|expected| **expected != gained) {
            let reason = format!("the turn scores {gained}, the script expects {expected}");
            return Ok((game, difference(reason)));
        }
    }
    Ok((game, None))
}

/// The score of the last play; zero if nobody has played.
fn last_score(game: &Game) -> Points {
    let plays = game.events().iter().rev().find_map(|event| match &event.fact {
        tilewright::Fact::Played { score, .. } => Some(score.total.clone()),
        _ => None,
    });
    plays.unwrap_or(Points::new(0))
}

fn take_turn(game: &mut Game, turn: &Turn, seat: u8) -> Result<(), String> {
    let arrange = |game: &mut Game, seat: u8, tiles: &str| {
        let tiles = tiles.to_string();
        let laid = game.command(Command::ArrangeRack { seat, tiles });
        laid.map(|_| ()).map_err(|rejection| rejection.to_string())
    };
    for (seat, tiles) in &turn.racks {
        arrange(game, *seat, tiles)?;
    }
    if let Some(tiles) = &turn.rack {
        arrange(game, seat, tiles)?;
    }
    let command = command(turn, seat)?;
    let submission = Submission { command, revision: None, now: turn.now };
    game.submit(&submission).map(|_| ()).map_err(|rejection| rejection.to_string())
}

fn command(turn: &Turn, seat: u8) -> Result<Command, String> {
    if let Some(tiles) = &turn.swap {
        let actions = vec![Action::SwapRack { tiles: tiles.clone() }];
        return Ok(Command::Move { seat, user_move: UserMove { actions } });
    }
    if turn.pass {
        return Ok(Command::Pass { seat });
    }
    if let Some(seat) = turn.challenge {
        return Ok(Command::Challenge { seat });
    }
    if let Some(seat) = turn.resign {
        return Ok(Command::Resign { seat });
    }
    let Some(tiles) = &turn.place else { return Ok(Command::Tick) };
    let mut actions = Vec::new();
    for text in tiles {
        let (cell, tile) =
            text.split_once('=').ok_or_else(|| format!("`{text}` must have the form X,Y=T"))?;
        let (kind_id, as_symbol) = match tile.strip_prefix('?') {
            Some(letter) if !letter.is_empty() => ("?".to_string(), Some(letter.to_string())),
            _ => (tile.to_string(), None),
        };
        actions.push(Action::PlaceAt {
            cell: CellLabel::parse(cell),
            kind_id,
            as_symbol,
            mark: None,
        });
    }
    Ok(Command::Move { seat, user_move: UserMove { actions } })
}

/// Reads a script.
pub fn read(path: &str) -> Result<Option<Script>, Failure> {
    let text = read_file(path, 16 << 20)?;
    let value: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{path}: not valid JSON: {error}")))?;
    if value.get("turns").is_none() {
        return Ok(None);
    }
    let script = serde_json::from_value(value)
        .map_err(|error| Failure::usage(format!("{path}: game script: {}", read_fault(&error))))?;
    Ok(Some(script))
}
