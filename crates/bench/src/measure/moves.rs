//! Validating and scoring single moves of the classic game, with the full English word list.

use super::{Plan, Row, micros};
use crate::allocations;
use tilewright_board::Coord;
use tilewright_lexicon::{WordSet, shipped};
use tilewright_rules::{
    Board, CellLabel, DraftTile, MoveDraft, PluginRegistry, Position, Ruleset, score, validate,
};
use tilewright_tiles::{KindId, Mark, Tile, TileCounts};
use tilewright_variants::Variant;

/// A position of the classic game and a move in it.
struct MoveSetup {
    ruleset: Ruleset,
    dictionary: WordSet,
    board: Board,
    rack: TileCounts,
    draft: MoveDraft,
}

/// Words on the board and a word to be placed: text, first cell, whether it runs down.
type Laid<'a> = (&'a str, (i32, i32), bool);

fn dictionary(ruleset: &Ruleset) -> Result<WordSet, String> {
    let list = shipped::dictionary("en", ruleset.tiles().alphabet());
    list.ok_or("there is no English list")?.map_err(|error| error.to_string())
}

impl MoveSetup {
    fn new(dictionary: &WordSet, on: &[Laid<'_>], place: Laid<'_>) -> Result<MoveSetup, String> {
        let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
        let mut board = Board::new(ruleset.topology().clone());
        for word in on {
            for (at, kind, tile) in tiles(&ruleset, *word)? {
                let cell = ruleset.topology().cell_at(at).ok_or("off the board")?;
                if !board.is_occupied(cell) {
                    board.put(cell, Tile { kind, ..tile });
                    board.set_premium_used(cell, true);
                }
            }
        }
        let mut rack = TileCounts::new();
        let mut drafted = Vec::new();
        for (at, kind, _) in tiles(&ruleset, place)? {
            let cell = ruleset.topology().cell_at(at).ok_or("off the board")?;
            if !board.is_occupied(cell) {
                rack.add(kind);
                let label = CellLabel::Coord(at);
                drafted.push(DraftTile::parse(label, &ruleset.tiles().kind(kind).id));
            }
        }
        let draft = MoveDraft::new(drafted);
        let dictionary = dictionary.clone();
        let setup = MoveSetup { ruleset, dictionary, board, rack, draft };
        let position = setup.position();
        validate(&position, &setup.draft).map_err(|violations| violations.to_string())?;
        Ok(setup)
    }

    fn position(&self) -> Position<'_> {
        Position {
            dictionary: Some(&self.dictionary),
            ..Position::new(&self.ruleset, &self.board, &self.rack)
        }
    }
}

type Placed = (Coord, KindId, Tile);

fn tiles(ruleset: &Ruleset, (text, (x, y), down): Laid<'_>) -> Result<Vec<Placed>, String> {
    let set = ruleset.tiles();
    let letters = set.alphabet().tokenize(text).map_err(|error| error.to_string())?;
    let place = |(step, letter)| {
        let at = if down { Coord::flat(x, y + step) } else { Coord::flat(x + step, y) };
        let kind = set.kind_of_letter(letter)?;
        Some((at, kind, Tile { kind, letter, mark: Mark::NONE }))
    };
    (0..).zip(letters).map(place).collect::<Option<Vec<_>>>().ok_or_else(|| "no tile".to_string())
}

const OPENING: Laid<'static> = ("SENATOR", (5, 7), false);

/// Validation and score of seven tiles: alone, and along a word so that cross words form.
pub(crate) fn score_rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let words = dictionary(&ruleset)?;
    let scenes: [(&str, &[Laid<'_>], Laid<'_>); 3] = [
        ("seven tiles on an empty board", &[], OPENING),
        ("seven tiles through a letter", &[OPENING], ("PAINTERS", (7, 4), true)),
        ("seven tiles beside a word, four words in all", &[OPENING], ("EXPLODE", (1, 8), false)),
    ];
    let mut rows = Vec::new();
    for (what, on, place) in scenes {
        let setup =
            MoveSetup::new(&words, on, place).map_err(|error| format!("{what}: {error}"))?;
        let position = setup.position();
        let (median, _) = plan.time(20, || {
            let validated = validate(&position, &setup.draft);
            score(&position, &validated.expect("a measured move is legal"))
        });
        rows.push(Row::new("score", what, micros(median), "µs").below(5.0, plan));
    }
    Ok(rows)
}

/// Seven tiles allocate as often as two.
pub(crate) fn allocation_rows(_: &Plan) -> Result<Vec<Row>, String> {
    let variant = Variant::shipped("classic").map_err(|error| error.to_string())?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
    let words = dictionary(&ruleset)?;
    let mut counts = Vec::new();
    for place in [("AT", (7, 7), false), OPENING] {
        let setup = MoveSetup::new(&words, &[], place)?;
        let position = setup.position();
        let both = || {
            let validated = validate(&position, &setup.draft).expect("a measured move is legal");
            let account = score(&position, &validated);
            (validated, account)
        };
        // Once before, so that nothing that is made only once is counted.
        both();
        counts.push(allocations::count(both) as f64);
    }
    Ok(vec![
        Row::new("allocations", "validate and score two tiles", counts[0], "allocations"),
        Row::new("allocations", "validate and score seven tiles", counts[1], "allocations")
            .equals(counts[0]),
    ])
}
