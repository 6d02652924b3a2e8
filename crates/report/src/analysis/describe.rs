//! Moves in words.

use super::{MoveAnalysis, MoveKind};
use tilewright_board::CellId;
use tilewright_game::PlacedTile;
use tilewright_notation::{Square, rack_text};
use tilewright_rules::{BreakdownData, Points, Ruleset, ScoreBreakdown, WordScore};
use tilewright_tiles::{KindId, Tile, TileCounts};

/// A move of which nothing is known yet.
pub(super) fn blank(kind: MoveKind) -> MoveAnalysis {
    MoveAnalysis {
        kind,
        at: String::new(),
        word: String::new(),
        words: Vec::new(),
        place: String::new(),
        tiles: Vec::new(),
        score: Points::ZERO,
        leave: String::new(),
        equity: None,
        judged: None,
        bingo: false,
        played: false,
    }
}

/// What is left of a rack.
pub(super) fn left(rack: &TileCounts, used: impl Iterator<Item = KindId>) -> TileCounts {
    let mut left = *rack;
    // A rack that is known only in part may lack a tile that was played.
    left.take_present(used);
    left
}

/// Tiles as text.
pub(super) fn tiles_text(ruleset: &Ruleset, tiles: &TileCounts) -> String {
    rack_text(ruleset.tiles(), &tiles.tiles().collect::<Vec<_>>())
}

/// A play in words, without its worth.
pub(super) fn play(
    ruleset: &Ruleset,
    placed: &[(CellId, Tile)],
    points: &Points,
    account: Option<&ScoreBreakdown>,
) -> MoveAnalysis {
    let full = placed.len() >= usize::from(ruleset.spec().rack_size.size);
    let mut described = MoveAnalysis {
        place: place_text(ruleset, placed),
        tiles: placed.iter().map(|(cell, tile)| PlacedTile::of(ruleset, *cell, *tile)).collect(),
        score: points.clone(),
        bingo: full || account.is_some_and(|account| account.bingo_awarded),
        ..blank(MoveKind::Play)
    };
    let Some(account) = account else { return described };
    described.words = account.words.iter().map(|word| word.text.clone()).collect();
    if let Some(main) = main_word(account) {
        described.word = word_text(ruleset, main);
        described.at = match Square::of_move(ruleset, account) {
            Ok((square, _)) if is_plain(ruleset) => square.to_string(),
            _ => match main.cells.first() {
                Some(first) => format!("{first} {}", main.axis),
                None => main.axis.to_string(),
            },
        };
    }
    described
}

/// Whether columns and rows have letters and numbers: a flat board of squares.
fn is_plain(ruleset: &Ruleset) -> bool {
    let topology = ruleset.topology();
    topology.layers() == 1
        && (topology.cell_ids())
            .all(|cell| topology.cell(cell).shape == tilewright_board::CellShape::Square)
}

fn main_word(account: &BreakdownData) -> Option<&WordScore> {
    account.words.iter().find(|word| word.main).or(account.words.first())
}

/// A word with the tiles that were there in parentheses and blanks in lower case.
fn word_text(ruleset: &Ruleset, word: &WordScore) -> String {
    let alphabet = ruleset.tiles().alphabet();
    let mut text = String::new();
    let mut open = false;
    for letter in &word.letters {
        if open == letter.new {
            text.push(if open { ')' } else { '(' });
            open = !open;
        }
        match alphabet.letter(&letter.letter).filter(|_| letter.blank) {
            Some(blank) => text.push_str(&alphabet.data(blank).lower),
            None => text.push_str(&letter.letter),
        }
    }
    if open {
        text.push(')');
    }
    text
}

/// `7,7=R 8,7=?e`
fn place_text(ruleset: &Ruleset, placed: &[(CellId, Tile)]) -> String {
    let tiles = ruleset.tiles();
    let one = |(cell, tile): &(CellId, Tile)| {
        let (blank, letter) =
            (tiles.kind(tile.kind).is_blank(), tiles.alphabet().data(tile.letter));
        let (mark, letter) = if blank { ("?", &letter.lower) } else { ("", &letter.upper) };
        format!("{}={mark}{letter}", ruleset.label(*cell))
    };
    placed.iter().map(one).collect::<Vec<_>>().join(" ")
}
