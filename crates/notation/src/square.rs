//! Squares and words in standard notation: `8H READ` across, `H8 READ` down.

use crate::gcg::shown;
use crate::letters::{Sign, read_letter, read_tile, signs, tile_text};
use std::fmt;
use std::str::FromStr;
use tilewright_board::{AxisId, CellId, Coord, DirTag, Topology};
use tilewright_rules::spec::Reading;
use tilewright_rules::{Board, Ruleset, ScoreBreakdown, WordScore};
use tilewright_tiles::Tile;

/// The most rows and columns that a square can count.
const MOST: i32 = 4096;

/// Where a word begins and which way it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    /// The column, from 0.
    pub column: i32,
    /// The row, from 0.
    pub row: i32,
    /// Whether the word goes down.
    pub down: bool,
}

impl FromStr for Square {
    type Err = String;

    /// Reads `8H` (across) or `H8` (down), in any case; after Z comes AA.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let down = text.starts_with(|c: char| c.is_ascii_alphabetic());
        let turn = |c: char| c.is_ascii_digit() == down;
        let (first, second) = text.split_at(text.find(turn).unwrap_or(text.len()));
        let (letters, digits) = if down { (first, second) } else { (second, first) };
        let column = letters.bytes().try_fold(0i32, |sum, byte| {
            let value = byte.is_ascii_alphabetic().then(|| byte.to_ascii_uppercase() - b'A')?;
            Some(sum * 26 + i32::from(value) + 1).filter(|sum| *sum <= MOST)
        });
        let row = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let row = row.and_then(|digits| digits.parse::<i32>().ok());
        match (column, row) {
            (Some(column @ 1..), Some(row @ 1..=MOST)) => {
                Ok(Square { column: column - 1, row: row - 1, down })
            }
            _ => {
                let text: String = text.chars().take(20).collect();
                Err(format!(
                    "`{text}` is no square; write row and column, as in 8H across or H8 down"
                ))
            }
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut column = self.column.max(0) + 1;
        while column > 0 {
            column -= 1;
            letters.push(char::from(b'A' + (column % 26) as u8));
            column /= 26;
        }
        let letters: String = letters.into_iter().rev().collect();
        let row = self.row + 1;
        if self.down { write!(f, "{letters}{row}") } else { write!(f, "{row}{letters}") }
    }
}

impl Square {
    /// The axis of a word that begins here, and its first cell.
    fn start(self, topology: &Topology) -> Result<(AxisId, CellId), String> {
        let tag = if self.down { DirTag::South } else { DirTag::East };
        let axis = topology.axis_by_tag(&tag).ok_or("this board has no such direction")?;
        let cell = topology.cell_at(Coord::flat(self.column, self.row));
        Ok((
            axis,
            cell.ok_or_else(|| {
                format!(
                    "there is no square {self}: it is beyond the edge of the board or in a hole"
                )
            })?,
        ))
    }

    /// The new tiles of a word: `.` or the letter itself stands for a tile that is there, lower
    /// case for a blank. `Err` says what does not fit.
    pub fn place(
        self,
        ruleset: &Ruleset,
        board: &Board,
        word: &str,
    ) -> Result<Vec<(CellId, Tile)>, String> {
        let (topology, tiles) = (ruleset.topology(), ruleset.tiles());
        let (axis, first) = self.start(topology)?;
        let backward = ruleset.reading(axis) == Reading::Backward;
        let (mut next, mut last) = (Some(first), None);
        let mut placed = Vec::new();
        for sign in signs(word)? {
            let cell = next.ok_or_else(|| {
                let last = last.map_or_else(|| self.to_string(), |cell| square_of(topology, cell));
                let word = shown(word);
                format!("`{word}` leaves the board after {last}, at its edge or at a hole")
            })?;
            last = next;
            let there = board.top(cell);
            let here = || square_of(topology, cell);
            match (sign, there) {
                (Sign::Blank, _) => return Err("write a blank as the letter it is".to_string()),
                (Sign::Dot, Some(_)) => {}
                (Sign::Dot, None) => {
                    return Err(format!(
                        "`.` stands for a tile that is there, {} is empty",
                        here()
                    ));
                }
                (Sign::Letter(text), None) => placed.push((cell, read_tile(tiles, text)?)),
                (Sign::Letter(text), Some(tile)) => {
                    if read_letter(tiles, text)?.0 != tile.letter {
                        let tile = tile_text(tiles, tile);
                        return Err(format!("{} holds {tile}, `{text}` cannot be there", here()));
                    }
                }
            }
            next = match backward {
                true => topology.previous(cell, axis),
                false => topology.next(cell, axis),
            };
        }
        Ok(placed)
    }

    /// The square and the word of a move that was scored: the new tiles and, as dots, those that
    /// were there. `Err`: the move has no such notation.
    pub fn of_move(ruleset: &Ruleset, score: &ScoreBreakdown) -> Result<(Square, String), String> {
        let main: &WordScore = score.words.first().ok_or("the move has no word")?;
        let down = match main.axis {
            DirTag::East => false,
            DirTag::South => true,
            _ => return Err(format!("words along {} have no notation", main.axis)),
        };
        let first = main.cells.first().and_then(|cell| cell.find(ruleset.topology()));
        let first = first.and_then(|cell| ruleset.topology().from_cell_id(cell));
        let Some(Coord { x, y, z: 0 }) = first else {
            return Err("only moves on flat boards of squares have this notation".to_string());
        };
        let tiles = ruleset.tiles();
        let mut word = String::new();
        for letter in &main.letters {
            if letter.height > 1 {
                return Err(format!("there is a stack on {}", letter.cell));
            }
            let shown = tiles.alphabet().letter(&letter.letter).ok_or("a letter is unknown")?;
            let kind = match letter.blank {
                true => tiles.blanks_for(shown).next(),
                false => tiles.kind_of_letter(shown),
            };
            match kind.filter(|_| letter.new) {
                None => word.push('.'),
                Some(kind) => {
                    let tile = Tile { kind, letter: shown, mark: tilewright_tiles::Mark::NONE };
                    word.push_str(&tile_text(tiles, tile));
                }
            }
        }
        Ok((Square { column: x, row: y, down }, word))
    }
}

/// A cell as a square, for messages.
fn square_of(topology: &Topology, cell: CellId) -> String {
    match topology.from_cell_id(cell) {
        Some(coord) => Square { column: coord.x, row: coord.y, down: false }.to_string(),
        None => topology.cell_name(cell),
    }
}
