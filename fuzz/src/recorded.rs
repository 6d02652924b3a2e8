//! Valid games, played by a player without judgement.

use crate::bytes::Bytes;
use crate::material::{Share, rulesets};
use std::sync::{Arc, OnceLock};
use tilewright_board::CellId;
use tilewright_game::{Command, Game, NewGame, Submission};
use tilewright_rules::{MoveDraft, Position, Ruleset, UserMove, validate};
use tilewright_tiles::{Face, Mark, Tile};

/// The number of drafts that the player tries for one move.
const TRIES: usize = 400;

/// One game of every shipped variant.
pub fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| rulesets().iter().map(|ruleset| play(ruleset, 14)).collect())
}

/// The first few commands of a game of a shipped variant.
pub fn short_game(id: &str) -> Option<Game> {
    Some(play(rulesets().iter().find(|ruleset| ruleset.id() == id)?, 5))
}

/// Plays some commands of a game, always the same ones.
fn play(ruleset: &Arc<Ruleset>, commands: usize) -> Game {
    // A small generator: every choice of the player comes out of these bytes.
    let mut state = 0x2545_F491_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as u8
    })
    .take(1 << 20)
    .collect();
    let mut bytes = Bytes::new(&noise);
    let players = ruleset.players().1.min(3);
    let new_game = NewGame {
        dictionary: Some(Box::new(Share(200))),
        now: Some(1000),
        ..NewGame::with_rng_seed(ruleset.clone(), players, 11)
    };
    let mut game = Game::new(new_game).expect("a shipped variant starts");
    for turn in 0..commands {
        let command = command(&game, turn, &mut bytes);
        let now = Some(2000 + 1500 * turn as u64);
        let _ = game.submit(&Submission { command, revision: None, now });
    }
    game.set_dictionary(None);
    game
}

fn command(game: &Game, turn: usize, bytes: &mut Bytes<'_>) -> Command {
    let state = game.state();
    let seat = state.to_move();
    match turn {
        4 => Command::Challenge { seat: (seat + 1) % state.players() },
        6 => Command::SwitchRule { rule: "connection".to_owned(), enabled: false },
        9 => Command::Pass { seat },
        12 => Command::Resign { seat },
        3 | 10 => {
            let tiles = state.ruleset().tiles();
            let rack = state.rack(seat);
            let given = rack.tiles().take(2).map(|kind| tiles.kind(kind).id.to_string());
            let action = tilewright_rules::Action::SwapRack { tiles: given.collect() };
            Command::Move { seat, user_move: UserMove { actions: vec![action] } }
        }
        _ => match find_move(&state.position(seat), bytes) {
            Some(user_move) => Command::Move { seat, user_move },
            None => Command::Pass { seat },
        },
    }
}

/// Some move that the rules allow.
fn find_move(position: &Position<'_>, bytes: &mut Bytes<'_>) -> Option<UserMove> {
    let topology = position.ruleset.topology();
    let near: Vec<CellId> = match position.board.is_empty() {
        true => position.ruleset.start_cells().to_vec(),
        false => position.board.occupied_cells().collect(),
    };
    (0..TRIES).find_map(|_| {
        let cell = *bytes.pick(&near)?;
        let slots = topology.slots(cell);
        let slot = bytes.pick(slots)?;
        let cells = topology.line(slot.line).cells;
        let first = usize::from(slot.index).saturating_sub(bytes.below(3));
        let free = |cell: &&CellId| {
            position.ruleset.spec().stacking.enabled || !position.board.is_occupied(**cell)
        };
        let count = 1 + bytes.below(4);
        let chosen: Vec<CellId> = cells[first..].iter().filter(free).take(count).copied().collect();
        let draft = draft(position, &chosen, bytes)?;
        validate(position, &draft).ok()?;
        Some(UserMove::from_draft(position, &draft))
    })
}

/// Tiles of the rack on these cells.
pub(crate) fn draft(
    position: &Position<'_>,
    cells: &[CellId],
    bytes: &mut Bytes<'_>,
) -> Option<MoveDraft> {
    let tiles = position.ruleset.tiles();
    let mut rack: Vec<_> = position.rack.tiles().collect();
    let mut placements = Vec::new();
    for cell in cells {
        if rack.is_empty() {
            break;
        }
        let kind = rack.swap_remove(bytes.below(rack.len()));
        let letter = match tiles.kind(kind).face {
            Face::Letter(letter) => letter,
            Face::Blank(letters) => {
                let letters: Vec<_> = letters.iter().collect();
                *bytes.pick(&letters)?
            }
        };
        placements.push((*cell, Tile { kind, letter, mark: Mark::NONE }));
    }
    (!placements.is_empty()).then(|| MoveDraft::known(&placements, tiles))
}
