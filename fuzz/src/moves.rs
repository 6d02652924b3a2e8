//! Moves: any move is either rejected with a reason or scored and committed without a flaw.
//!
//! The input is read as choices: a variant, tiles on the board, a rack, and a move. A move may
//! also be JSON text (what is left after the choices of the game).

use crate::bytes::Bytes;
use crate::material::{Share, altered, check_game, rulesets, send};
use crate::recorded;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use tilewright_board::{CellId, Coord, DirTag};
use tilewright_game::{Command, Event, Fact, Game, GameLog, NewGame, PlacedTile, commit};
use tilewright_rules::{
    Action, BreakdownData, CellLabel, MoveDraft, Points, Position, Ruleset, ScoreBreakdown,
    UserMove, ValidatedMove, score, validate, validate_user_move,
};
use tilewright_tiles::{Face, KindId, TileCounts};

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(mut game) = new_game(&mut bytes) else { return };
    let moves = 1 + bytes.byte() % 3;
    for _ in 0..moves {
        if bytes.is_empty() || game.state().result().is_some() {
            break;
        }
        let seat = if bytes.once_in(16) { bytes.byte() % 9 } else { game.state().to_move() };
        let Some(user_move) = read_move(&game.state().position(seat), &mut bytes) else { return };
        check_move(&mut game, seat, user_move);
    }
    check_game(&game);
}

/// A game with some tiles on the board, some rack and some rules switched.
fn new_game(bytes: &mut Bytes<'_>) -> Option<Game> {
    let chosen = bytes.below(rulesets().len());
    let log = with_tiles(&started()[chosen], bytes);
    let ruleset = altered(&rulesets()[chosen], bytes);
    let mut game = Game::from_log(ruleset, log).expect("a set-up replays");
    match bytes.byte() % 8 {
        0 => {}
        1 => game.set_dictionary(Some(Box::new(Share(bytes.byte())))),
        _ => game.set_dictionary(Some(Box::new(Share(u8::MAX)))),
    }
    if bytes.once_in(2) {
        let tiles = rack_text(&game, bytes);
        let seat = game.state().to_move();
        let _ = game.command(Command::ArrangeRack { seat, tiles });
    }
    if bytes.once_in(4) {
        let rules = game.ruleset().engine().list();
        for _ in 0..1 + bytes.byte() % 3 {
            let rule = bytes.pick(&rules)?.id.to_string();
            let enabled = bytes.once_in(2);
            game.command(Command::SwitchRule { rule, enabled }).expect("a known rule switches");
        }
    }
    Some(game)
}

/// The logs of games that have just begun, one of every variant.
fn started() -> &'static [GameLog] {
    static STARTED: OnceLock<Vec<GameLog>> = OnceLock::new();
    STARTED.get_or_init(|| {
        let start = |ruleset: &Arc<Ruleset>| {
            let players = ruleset.players().1.min(2);
            let game = Game::new(NewGame::with_rng_seed(ruleset.clone(), players, 3));
            game.expect("a shipped variant starts").log()
        };
        rulesets().iter().map(start).collect()
    })
}

/// The log with tiles laid along a few lines.
fn with_tiles(log: &GameLog, bytes: &mut Bytes<'_>) -> GameLog {
    let mut log = log.clone();
    let Some(Event { fact: Fact::Started { variant, .. }, .. }) = log.events.first() else {
        return log;
    };
    let Some(ruleset) = rulesets().iter().find(|ruleset| ruleset.id() == variant) else {
        return log;
    };
    let tiles = ruleset.tiles();
    let mut bag = *tiles.full_bag();
    let mut laid: Vec<CellLabel> = Vec::new();
    for event in &log.events {
        match &event.fact {
            Fact::Drew { tiles: drawn, .. } => {
                bag.take_present(drawn.iter().filter_map(|id| tiles.find(id)));
            }
            Fact::SetUp { placements } => {
                for placed in placements {
                    laid.push(placed.cell.clone());
                    bag.take_present(tiles.find(&placed.tile));
                }
            }
            _ => {}
        }
    }
    let topology = ruleset.topology();
    let mut placements = Vec::new();
    let mut through = ruleset.start_cells().first().copied().or(topology.center());
    for _ in 0..bytes.byte() % 4 {
        let Some(cell) = through else { break };
        let Some(slot) = bytes.pick(topology.slots(cell)) else { break };
        let line = topology.line(slot.line).cells;
        let first = usize::from(slot.index).saturating_sub(bytes.below(4));
        let length = 1 + bytes.below(7);
        let cells: Vec<CellId> = line[first..].iter().take(length).copied().collect();
        for cell in &cells {
            let label = ruleset.label(*cell).clone();
            if laid.contains(&label) {
                continue;
            }
            let Some(placed) = lay(ruleset, &mut bag, label.clone(), bytes) else { break };
            laid.push(label);
            placements.push(placed);
        }
        through = bytes.pick(&cells).copied();
    }
    let command = log.events.last().map_or(0, |event| event.command);
    log.events.push(Event { command, at: None, fact: Fact::SetUp { placements } });
    log
}

/// One tile of the bag on a cell.
fn lay(
    ruleset: &Ruleset,
    bag: &mut TileCounts,
    cell: CellLabel,
    bytes: &mut Bytes<'_>,
) -> Option<PlacedTile> {
    let tiles = ruleset.tiles();
    let kind = bag.nth(bytes.below(bag.len()))?;
    let letter = match tiles.kind(kind).face {
        Face::Letter(_) => None,
        Face::Blank(letters) => {
            let letters: Vec<_> = letters.iter().collect();
            Some(tiles.alphabet().upper(*bytes.pick(&letters)?).clone())
        }
    };
    bag.take(kind).then(|| PlacedTile {
        cell,
        tile: tiles.kind(kind).id.clone(),
        letter,
        mark: None,
    })
}

fn rack_text(game: &Game, bytes: &mut Bytes<'_>) -> String {
    let tiles = game.ruleset().tiles();
    let count = bytes.below(9);
    let name = |kind: KindId| match tiles.kind(kind).is_blank() {
        true => "?".to_owned(),
        false => format!("[{}]", tiles.kind(kind).id),
    };
    (0..count).map(|_| name(KindId(bytes.below(tiles.kinds().len()) as u8))).collect()
}

fn read_move(position: &Position<'_>, bytes: &mut Bytes<'_>) -> Option<UserMove> {
    match bytes.byte() % 8 {
        0 => {
            let text = String::from_utf8_lossy(bytes.rest());
            serde_json::from_str(&text).ok()
        }
        1..=3 => Some(UserMove::from_draft(position, &sensible(position, bytes))),
        4 => Some(slide(position, bytes)),
        _ => {
            let count = bytes.below(6);
            Some(UserMove { actions: (0..count).map(|_| action(position, bytes)).collect() })
        }
    }
}

/// Tiles of the rack along one line, near the tiles that lie there or over the start.
fn sensible(position: &Position<'_>, bytes: &mut Bytes<'_>) -> MoveDraft {
    let topology = position.ruleset.topology();
    let near: Vec<CellId> = match position.board.is_empty() {
        true => position.ruleset.start_cells().to_vec(),
        false => position.board.occupied_cells().collect(),
    };
    let stacks = position.ruleset.spec().stacking.enabled;
    let find = |bytes: &mut Bytes<'_>| {
        let cell = *bytes.pick(&near)?;
        let neighbours: Vec<CellId> = topology.neighbours(cell).chain([cell]).collect();
        let cell = *bytes.pick(&neighbours)?;
        let slot = bytes.pick(topology.slots(cell))?;
        let line = topology.line(slot.line).cells;
        let first = usize::from(slot.index).saturating_sub(bytes.below(4));
        let free = |cell: &CellId| stacks || !position.board.is_occupied(*cell);
        let count = 1 + bytes.below(7);
        let cells: Vec<CellId> = line[first..].iter().copied().filter(free).take(count).collect();
        recorded::draft(position, &cells, bytes)
    };
    find(bytes).unwrap_or_default()
}

/// Some tiles that lie side by side, moved along their line.
fn slide(position: &Position<'_>, bytes: &mut Bytes<'_>) -> UserMove {
    let topology = position.ruleset.topology();
    let occupied: Vec<CellId> = position.board.occupied_cells().collect();
    let find = |bytes: &mut Bytes<'_>| {
        let axes: Vec<_> = topology.axis_ids().collect();
        let (axis, cell) = (*bytes.pick(&axes)?, *bytes.pick(&occupied)?);
        let slot = topology.slot(cell, axis);
        let line = &topology.line(slot.line).cells[usize::from(slot.index)..];
        let group = line.iter().take_while(|cell| position.board.is_occupied(**cell));
        let group: Vec<CellLabel> = group
            .take(1 + bytes.below(5))
            .map(|cell| position.ruleset.label(*cell).clone())
            .collect();
        let by = bytes.below(7) as i32 - 3;
        Some(Action::SlideGroup { cells: group, axis: Some(topology.axis_tag(axis).clone()), by })
    };
    UserMove { actions: find(bytes).into_iter().collect() }
}

fn action(position: &Position<'_>, bytes: &mut Bytes<'_>) -> Action {
    match bytes.byte() % 10 {
        0 => {
            let (x, y) = (bytes.number(), bytes.number());
            Action::Place { x, y, kind_id: tile(position, bytes), mark: mark(position, bytes) }
        }
        1 => {
            let (x, y) = (bytes.number(), bytes.number());
            Action::Stack { x, y, kind_id: tile(position, bytes), mark: mark(position, bytes) }
        }
        2..=4 => Action::PlaceAt {
            cell: cell(position, bytes),
            kind_id: tile(position, bytes),
            as_symbol: mark(position, bytes),
            mark: mark(position, bytes),
        },
        5 => {
            let count = bytes.below(9);
            Action::SwapRack { tiles: (0..count).map(|_| tile(position, bytes)).collect() }
        }
        6 => Action::RotateTile { cell: cell(position, bytes) },
        7 | 8 => {
            let count = bytes.below(6);
            let cells = (0..count).map(|_| cell(position, bytes)).collect();
            let axis =
                bytes.once_in(2).then(|| match bytes.pick(position.ruleset.topology().axes()) {
                    Some(axis) if !bytes.once_in(8) => axis.tag.clone(),
                    _ => DirTag::parse(&bytes.text(8)).0,
                });
            Action::SlideGroup { cells, axis, by: bytes.number() }
        }
        _ => Action::Custom(bytes.text(50), Value::from(bytes.number())),
    }
}

/// The name of a tile: of the rack, of the game, or of none.
fn tile(position: &Position<'_>, bytes: &mut Bytes<'_>) -> String {
    let tiles = position.ruleset.tiles();
    let held: Vec<KindId> = position.rack.tiles().collect();
    match bytes.byte() {
        0..=159 => bytes.pick(&held).map_or(String::new(), |kind| tiles.kind(*kind).id.to_string()),
        160..=199 => bytes.pick(tiles.kinds()).map_or(String::new(), |kind| kind.id.to_string()),
        200..=219 => format!("?{}", bytes.text(2)),
        _ => bytes.text(24),
    }
}

fn mark(position: &Position<'_>, bytes: &mut Bytes<'_>) -> Option<String> {
    let alphabet = position.ruleset.tiles().alphabet();
    match bytes.byte() {
        0..=119 => None,
        120..=219 => {
            let letters: Vec<_> = alphabet.all().iter().collect();
            bytes.pick(&letters).map(|letter| alphabet.upper(*letter).to_string())
        }
        _ => Some(bytes.text(12)),
    }
}

fn cell(position: &Position<'_>, bytes: &mut Bytes<'_>) -> CellLabel {
    let topology = position.ruleset.topology();
    let occupied: Vec<CellId> = position.board.occupied_cells().collect();
    match bytes.byte() {
        0..=99 if !occupied.is_empty() => {
            position.ruleset.label(occupied[bytes.below(occupied.len())]).clone()
        }
        0..=199 => {
            let id = CellId(bytes.below(topology.cell_count()) as u16);
            position.ruleset.label(id).clone()
        }
        200..=229 => Coord { x: bytes.number(), y: bytes.number(), z: bytes.number() }.into(),
        _ => CellLabel::parse(&bytes.text(12)),
    }
}

fn check_move(game: &mut Game, seat: u8, user_move: UserMove) {
    let customs = user_move.actions.iter().any(|action| matches!(action, Action::Custom(..)));
    if !customs {
        let text = serde_json::to_string(&user_move).expect("a move is written");
        let again: UserMove = serde_json::from_str(&text).expect("a written move is read");
        assert_eq!(again, user_move, "{text}");
    }
    let position = game.state().position(seat);
    let mut expected = None;
    match validate_user_move(&position, user_move.clone()) {
        Err(violations) => assert!(!violations.0.is_empty(), "rejected without a reason"),
        Ok(validated) => {
            let account = score(&position, &validated);
            check_score(&position, &validated, &account);
            let mut next = game.state().fork();
            expected = commit(&mut next, seat, &validated, &account, None).ok();
        }
    }
    if let Ok(draft) = user_move.to_draft(&position) {
        let _ = validate(&position, &draft).map(|validated| score(&position, &validated));
    }
    let (before, revision) = (game.events().len(), game.state().revision());
    let sent = send(game, Command::Move { seat, user_move: user_move.clone() });
    match expected {
        None if sent.is_ok() => {
            let swap = user_move.actions.iter().any(|a| matches!(a, Action::SwapRack { .. }));
            assert!(swap, "{user_move:?} was committed, but not valid");
        }
        None => {}
        Some(events) => {
            assert_eq!(sent, Ok(()), "{user_move:?} was valid, but not committed");
            assert_eq!(game.events()[before..], events[..]);
            let length = events.len() as u64;
            assert_eq!(game.state().revision(), revision + length);
            let after = game.state().canonical_bytes();
            assert!(game.undo() && game.redo());
            assert!(game.state().canonical_bytes() == after, "redoing does otherwise");
        }
    }
}

/// The account adds up, belongs to the move, and survives being written.
fn check_score(position: &Position<'_>, validated: &ValidatedMove, account: &ScoreBreakdown) {
    assert!(validated.owns(account));
    assert_eq!(validated.revision(), position.revision);
    let words = account.words.iter().map(|word| &word.score);
    let lines = account.bonuses.iter().chain(&account.plugins).map(|line| &line.points);
    let sum = words.chain(lines).fold(Points::ZERO, |sum, points| sum.add(points));
    assert_eq!(account.total, sum);
    for word in &account.words {
        assert_eq!(word.cells.len(), word.letters.len());
        let last = word.steps.last().map(|step| &step.value);
        assert_eq!(last.unwrap_or(&word.score), &word.score, "{word:?}");
    }
    let text = serde_json::to_string(account).expect("an account is written");
    let again: ScoreBreakdown =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (again, account): (&BreakdownData, &BreakdownData) = (&again, account);
    assert_eq!(again, account, "{text}");
    assert_eq!(validated, &validated.clone());
}
