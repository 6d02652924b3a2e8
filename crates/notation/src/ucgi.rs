//! Moves as the Universal Crossword Game Interface writes them: `h4.HADJI` across in row h from
//! column 4 on, `11d.FIREFANG` down, `ex.ABC`, `pass`.

use crate::Square;
use crate::letters::{rack_text, tile_text};
use std::fmt;
use std::str::FromStr;
use tilewright_board::{CellId, Coord, DirTag};
use tilewright_rules::spec::Reading;
use tilewright_rules::{Board, Ruleset};
use tilewright_tiles::{KindId, Tile};

/// The longest text of a move.
const MOST: usize = 512;

/// A move of the interface, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UcgiMove {
    /// `h4.HADJI.ADHIJRS.0.0`: the last three may be missing.
    Play {
        /// Where the word begins and which way it goes.
        square: Square,
        /// The word, with the letters that are there; blanks in lower case.
        word: String,
        /// The rack, as far as it is known.
        rack: String,
        /// Points for a challenge in vain.
        challenge_points: i64,
        /// Whether the other player loses a turn for it.
        turn_lost: bool,
    },
    /// `ex.ABC.ABCDEFG`: the tiles and the rack.
    Exchange {
        /// The tiles.
        tiles: String,
        /// The rack, as far as it is known.
        rack: String,
    },
    /// `ex.4`
    ExchangeCount(u16),
    /// `pass`
    Pass,
    /// `rack.AEIRSTX`: no move, but the rack of the player to move.
    Rack(String),
}

/// Reads `h4` (across: row, column) or `4h` (down: column, row), in any case.
///
/// This is the other way round than in game files, where rows have numbers and columns letters.
fn read_square(text: &str) -> Result<Square, String> {
    let down = text.starts_with(|c: char| c.is_ascii_digit());
    // The same letters and digits, read as a column and a row, and then turned.
    let turned: Square = text.parse().map_err(|_: String| {
        let text: String = text.chars().take(20).collect();
        format!("`{text}` is no square; write row and column, as in h4 across or 4h down")
    })?;
    Ok(Square { column: turned.row, row: turned.column, down })
}

fn write_square(square: Square) -> String {
    // Across begins with the letter, as a word down does in game files.
    let turned = Square { column: square.row, row: square.column, down: !square.down };
    turned.to_string().to_ascii_lowercase()
}

impl UcgiMove {
    /// Reads a move.
    pub fn parse(text: &str) -> Result<UcgiMove, String> {
        if text.len() > MOST {
            return Err(format!("a move has at most {MOST} bytes"));
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(UcgiMove::Pass);
        }
        let mut fields = text.split('.');
        let head = fields.next().expect("a split text has a first part");
        let first = fields.next().filter(|field| !field.is_empty());
        let first =
            first.ok_or_else(|| format!("`{head}` is no move; write h4.WORD, ex.ABC or pass"))?;
        let second = fields.next().unwrap_or("").to_string();
        if head.eq_ignore_ascii_case("rack") {
            return Ok(UcgiMove::Rack(first.to_string()));
        }
        if head.eq_ignore_ascii_case("ex") {
            return match first.bytes().all(|byte| byte.is_ascii_digit()) {
                true => {
                    let wrong = |_| format!("`{first}` tiles cannot be exchanged");
                    first.parse().map(UcgiMove::ExchangeCount).map_err(wrong)
                }
                false => Ok(UcgiMove::Exchange { tiles: first.to_string(), rack: second }),
            };
        }
        let points = fields.next().unwrap_or("0");
        let lost = fields.next().unwrap_or("0");
        Ok(UcgiMove::Play {
            square: read_square(head)?,
            word: first.to_string(),
            rack: second,
            challenge_points: points
                .parse()
                .map_err(|_| format!("`{points}` is no number of points"))?,
            turn_lost: lost != "0",
        })
    }

    /// Writes a play. `Err`: it has no such notation.
    pub fn write_play(
        ruleset: &Ruleset,
        board: &Board,
        placed: &[(CellId, Tile)],
    ) -> Result<String, String> {
        let topology = ruleset.topology();
        let shown = |cell: CellId| {
            let new = placed.iter().rev().find(|(at, _)| *at == cell).map(|(_, tile)| *tile);
            new.or_else(|| board.top(cell))
        };
        let (Some((first, _)), one) = (placed.first(), placed.len() == 1) else {
            return Err("a play places tiles".to_string());
        };
        let mut found: Option<(Square, Vec<CellId>)> = None;
        for (tag, down) in [(DirTag::East, false), (DirTag::South, true)] {
            let Some(axis) = topology.axis_by_tag(&tag) else { continue };
            let mut start = *first;
            while let Some(before) = topology.previous(start, axis).filter(|c| shown(*c).is_some())
            {
                start = before;
            }
            let mut cells = vec![start];
            while let Some(next) = cells.last().and_then(|cell| topology.next(*cell, axis)) {
                if shown(next).is_none() {
                    break;
                }
                cells.push(next);
            }
            if !placed.iter().all(|(cell, _)| cells.contains(cell)) {
                continue;
            }
            if ruleset.reading(axis) == Reading::Backward {
                cells.reverse();
            }
            let Some(Coord { x, y, z: 0 }) = cells.first().and_then(|c| topology.from_cell_id(*c))
            else {
                continue;
            };
            // A single tile may stand in two words; the longer one names the play.
            if !one || found.as_ref().is_none_or(|(_, other)| cells.len() > other.len()) {
                found = Some((Square { column: x, row: y, down }, cells));
            }
        }
        let (square, cells) = found.ok_or("only words across or down have this notation")?;
        let mut text = write_square(square);
        text.push('.');
        for cell in cells {
            if let Some(tile) = shown(cell) {
                text.push_str(&tile_text(ruleset.tiles(), tile).to_string());
            }
        }
        Ok(text)
    }

    /// Writes an exchange.
    pub fn write_exchange(ruleset: &Ruleset, tiles: &[KindId]) -> String {
        format!("ex.{}", rack_text(ruleset.tiles(), tiles))
    }
}

impl FromStr for UcgiMove {
    type Err = String;

    fn from_str(text: &str) -> Result<UcgiMove, String> {
        UcgiMove::parse(text)
    }
}

impl fmt::Display for UcgiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UcgiMove::Play { square, word, rack, challenge_points, turn_lost } => {
                let square = write_square(*square);
                write!(f, "{square}.{word}.{rack}.{challenge_points}.{}", u8::from(*turn_lost))
            }
            UcgiMove::Exchange { tiles, rack } if rack.is_empty() => write!(f, "ex.{tiles}"),
            UcgiMove::Exchange { tiles, rack } => write!(f, "ex.{tiles}.{rack}"),
            UcgiMove::ExchangeCount(count) => write!(f, "ex.{count}"),
            UcgiMove::Pass => f.write_str("pass"),
            UcgiMove::Rack(tiles) => write!(f, "rack.{tiles}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn squares_are_rows_of_letters_and_columns_of_numbers() {
        // (text, column, row, down), counted from 0: the examples of the document first.
        let table = [
            ("h4", 3, 7, false),
            ("11d", 10, 3, true),
            ("3m", 2, 12, true),
            ("H15", 14, 7, false),
            ("aa1", 0, 26, false),
        ];
        for (text, column, row, down) in table {
            let square = read_square(text).unwrap();
            assert_eq!(square, Square { column, row, down }, "{text}");
            assert_eq!(write_square(square), text.to_ascii_lowercase());
        }
        for text in ["", "h", "4", "h0", "hh4h", "h-1", "☃4"] {
            assert!(read_square(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_written_as_they_are_read() {
        let table = [
            ("h4.HADJI.ADHIJ.0.0", "h4.HADJI.ADHIJ.0.0"),
            ("H4.HADJI", "h4.HADJI..0.0"),
            ("11d.FIREFANG.AEFGINR.5.1", "11d.FIREFANG.AEFGINR.5.1"),
            ("ex.ABC", "ex.ABC"),
            ("ex.ABC.ABCDEFG", "ex.ABC.ABCDEFG"),
            ("ex.4", "ex.4"),
            ("PASS", "pass"),
            ("rack.AE?", "rack.AE?"),
        ];
        for (text, written) in table {
            let read: UcgiMove = text.parse().unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(written.parse(), Ok(read), "{text}");
        }
    }

    #[test]
    fn moves_are_read() {
        let play = |text: &str| match UcgiMove::parse(text) {
            Ok(UcgiMove::Play { word, rack, challenge_points, turn_lost, .. }) => {
                format!("{word} {rack} {challenge_points} {turn_lost}")
            }
            other => format!("{other:?}"),
        };
        assert_eq!(play("h4.HADJI.ADHIJ.0.0"), "HADJI ADHIJ 0 false");
        assert_eq!(play("h4.HADJI"), "HADJI  0 false");
        assert_eq!(play("11d.FIREFANG.AEFGINR.0.1"), "FIREFANG AEFGINR 0 true");
        assert_eq!(play("3m.CHTHoNIC.CCHIN?T.5.0"), "CHTHoNIC CCHIN?T 5 false");
        let (tiles, rack) = ("ABC".to_string(), "ABCDEFG".to_string());
        assert_eq!(UcgiMove::parse("ex.ABC.ABCDEFG"), Ok(UcgiMove::Exchange { tiles, rack }));
        assert_eq!(UcgiMove::parse("ex.4"), Ok(UcgiMove::ExchangeCount(4)));
        assert_eq!(UcgiMove::parse("PASS"), Ok(UcgiMove::Pass));
        assert_eq!(UcgiMove::parse("rack.AE?"), Ok(UcgiMove::Rack("AE?".to_string())));
        for text in ["", "h4", "h4.", "ex", "ex.", "ex.99999999", "h4.A.B.x", ".", "...."] {
            assert!(UcgiMove::parse(text).is_err(), "{text}");
        }
    }
}
