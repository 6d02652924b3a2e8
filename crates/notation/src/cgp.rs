//! CGP: a position on one line.

use crate::letters::{is_lower, rack_text, read_rack, tile_text};
use thiserror::Error;
use tilewright_board::{CellId, CellShape, Coord, Topology};
use tilewright_rules::{Board, GameStatus, MAX_PLAYERS, MAX_RACK, Points, Ruleset};
use tilewright_tiles::{KindId, Mark, Tile, TileCounts};

/// Why a position cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CgpError {
    /// Something at a column is wrong.
    #[error("column {column}: {reason}")]
    At {
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// Something is larger than its bound.
    #[error("{what}: {found}, at most {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        found: usize,
        /// How large it may be.
        limit: usize,
    },
    /// The board is not flat squares.
    #[error("this board is not a flat board of squares; such a position has no CGP")]
    Shape,
    /// A stack.
    #[error("the board has a stack on `{0}`; a stacked board has no CGP")]
    Stacked(String),
}

/// A position on one line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cgp {
    /// The tiles on the board, row by row.
    pub board: Vec<(CellId, Tile)>,
    /// The racks; the seat to move comes first.
    pub racks: Vec<Vec<KindId>>,
    /// The scores, in the same order.
    pub scores: Vec<Points>,
    /// Scoreless turns in a row.
    pub scoreless: u32,
    /// Everything after that, as it stands.
    pub rest: String,
}

/// More scoreless turns than this count as this many.
const MOST_SCORELESS: u32 = 1000;
/// The longest line of CGP, in bytes.
pub const MAX_CGP_LINE: usize = 64 << 10;

/// Refuses what is past its bound.
fn within(what: &'static str, found: usize, limit: usize) -> Result<(), CgpError> {
    if found > limit { Err(CgpError::TooLarge { what, found, limit }) } else { Ok(()) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    ruleset: &'a Ruleset,
}

impl Reader<'_> {
    fn fail(&self, reason: impl Into<String>) -> CgpError {
        CgpError::At { column: self.text[..self.at].chars().count() + 1, reason: reason.into() }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.at..self.at + digits].parse().ok()?;
        self.at += digits;
        Some(number)
    }

    /// A letter: `A`, a blank `a`, `[CH]`, `[ch]` or `[?א]`.
    fn tile(&mut self) -> Result<Tile, CgpError> {
        let rest = &self.text[self.at..];
        let (symbol, length) = match rest.strip_prefix('[') {
            None => {
                let first = rest.chars().next().ok_or_else(|| self.fail("the line ends here"))?;
                (&rest[..first.len_utf8()], first.len_utf8())
            }
            Some(inner) => {
                let end = inner.find(']').ok_or_else(|| self.fail("`[` without `]`"))?;
                (&inner[..end], end + 2)
            }
        };
        let tiles = self.ruleset.tiles();
        let (bare, marked) = match symbol.strip_prefix('?') {
            Some(bare) if !bare.is_empty() => (bare, true),
            _ => (symbol, false),
        };
        let letter = tiles.alphabet().letter(bare);
        let letter = letter.ok_or_else(|| self.fail(format!("`{symbol}` is no letter here")))?;
        let blank = marked || is_lower(tiles.alphabet(), letter, bare);
        let kind = match blank {
            true => tiles.blanks_for(letter).next(),
            false => tiles.kind_of_letter(letter),
        };
        let kind = kind.ok_or_else(|| self.fail(format!("there is no tile for `{symbol}`")))?;
        self.at += length;
        Ok(Tile { kind, letter, mark: Mark::NONE })
    }
}

/// The width and height of a flat board of squares.
pub(crate) fn frame(topology: &Topology) -> Result<(i32, i32), CgpError> {
    let flat = topology.layers() == 1
        && topology.cell_ids().all(|cell| topology.cell(cell).shape == CellShape::Square);
    let mut size = (0, 0);
    for cell in topology.cell_ids() {
        let coord = topology.from_cell_id(cell).filter(|_| flat).ok_or(CgpError::Shape)?;
        size = (size.0.max(coord.x + 1), size.1.max(coord.y + 1));
    }
    Ok(size)
}

impl Cgp {
    /// Reads a line.
    pub fn parse(text: &str, ruleset: &Ruleset) -> Result<Cgp, CgpError> {
        let mut reader = Reader { text: text.trim_end(), at: 0, ruleset };
        within("bytes of the line", text.len(), MAX_CGP_LINE)?;
        let mut cgp = Cgp { board: read_board(&mut reader)?, ..Cgp::default() };
        let mut fields = reader.text[reader.at..].trim_start().splitn(4, ' ');
        let racks = fields.next().unwrap_or("");
        within("racks", racks.split('/').count(), MAX_PLAYERS.into())?;
        for rack in racks.split('/') {
            let kinds = read_rack(ruleset.tiles(), rack);
            let kinds = kinds.map_err(|reason| reader.fail(reason))?;
            within("tiles of a rack", kinds.len(), MAX_RACK.into())?;
            cgp.racks.push(kinds);
        }
        let scores = fields.next().unwrap_or("");
        within("scores", scores.split('/').count(), MAX_PLAYERS.into())?;
        for score in scores.split('/').filter(|score| !score.is_empty()) {
            cgp.scores.push(score.parse().map_err(|reason: String| reader.fail(reason))?);
        }
        let scoreless = fields.next().unwrap_or("0").trim();
        cgp.scoreless = scoreless
            .parse()
            .map_err(|_| reader.fail(format!("`{scoreless}` is no number of scoreless turns")))?;
        cgp.rest = fields.next().unwrap_or("").trim().to_string();
        Ok(cgp)
    }

    /// The tiles as they lie, premiums under them used up.
    pub fn to_board(&self, ruleset: &Ruleset) -> Board {
        let mut board = Board::new(ruleset.topology().clone());
        for (cell, tile) in &self.board {
            board.put(*cell, *tile);
            board.set_premium_used(*cell, true);
        }
        board
    }

    /// The rack of the seat to move.
    pub fn rack(&self) -> TileCounts {
        self.racks.first().into_iter().flatten().copied().collect()
    }

    /// The standing of the game: scores, and who has had how many turns without score. Tiles are
    /// not counted here.
    pub fn status(&self) -> GameStatus {
        let players = self.racks.len().clamp(1, usize::from(MAX_PLAYERS));
        let mut status = GameStatus::at_start(players as u8, 0);
        for (seat, score) in status.seats.iter_mut().zip(&self.scores) {
            seat.score = score.clone();
        }
        // The seat to move is the first: the one before it had the last turn.
        for turn in 0..self.scoreless.min(MOST_SCORELESS) as usize {
            let seat = &mut status.seats[players - 1 - turn % players];
            seat.scoreless += 1;
            seat.passes += 1;
        }
        status
    }

    /// The tiles of a board, for writing.
    pub fn of_board(board: &Board) -> Result<Vec<(CellId, Tile)>, CgpError> {
        let mut tiles = Vec::new();
        for cell in board.occupied_cells() {
            if board.height(cell) > 1 {
                return Err(CgpError::Stacked(board.geom.cell_name(cell)));
            }
            tiles.extend(board.top(cell).map(|tile| (cell, tile)));
        }
        Ok(tiles)
    }

    /// Writes the line.
    pub fn write(&self, ruleset: &Ruleset) -> Result<String, CgpError> {
        let topology = ruleset.topology();
        let (width, height) = frame(topology)?;
        let mut line = String::new();
        let mut tiles = vec![None; topology.cell_count()];
        for (cell, tile) in &self.board {
            if let Some(place) = tiles.get_mut(cell.index()) {
                *place = Some(*tile);
            }
        }
        for y in 0..height {
            let mut empty = 0;
            for x in 0..width {
                let cell = topology.cell_at(Coord::flat(x, y));
                match cell.and_then(|cell| tiles[cell.index()]) {
                    None => empty += 1,
                    Some(tile) => {
                        flush(&mut line, &mut empty);
                        line.push_str(&tile_text(ruleset.tiles(), tile));
                    }
                }
            }
            flush(&mut line, &mut empty);
            if y + 1 < height {
                line.push('/');
            }
        }
        let racks: Vec<String> =
            self.racks.iter().map(|rack| rack_text(ruleset.tiles(), rack)).collect();
        let scores: Vec<String> = self.scores.iter().map(ToString::to_string).collect();
        line.push_str(&format!(" {} {} {}", racks.join("/"), scores.join("/"), self.scoreless));
        if !self.rest.is_empty() {
            line.push_str(&format!(" {}", self.rest));
        }
        Ok(line)
    }
}

fn flush(line: &mut String, empty: &mut u32) {
    if *empty > 0 {
        line.push_str(&format!("{empty}"));
        *empty = 0;
    }
}

fn read_board(reader: &mut Reader<'_>) -> Result<Vec<(CellId, Tile)>, CgpError> {
    let (width, height) = frame(reader.ruleset.topology())?;
    let mut tiles = Vec::new();
    for y in 0..height {
        let mut x = 0;
        loop {
            match reader.peek() {
                Some('/') | Some(' ') | None => break,
                Some(c) if c.is_ascii_digit() => {
                    let empty = reader.number().ok_or_else(|| reader.fail("no such number"))?;
                    x += i32::try_from(empty).unwrap_or(width + 1).min(width + 1);
                }
                Some(_) => {
                    let cell = reader.ruleset.topology().cell_at(Coord::flat(x, y));
                    let cell = cell.ok_or_else(|| reader.fail("there is no cell for this tile"))?;
                    tiles.push((cell, reader.tile()?));
                    x += 1;
                }
            }
        }
        if x != width {
            return Err(reader.fail(format!("row {} has {x} columns, expected {width}", y + 1)));
        }
        let last = y + 1 == height;
        match reader.peek() {
            Some('/') if !last => reader.at += 1,
            Some(' ') | None if last => {}
            _ => return Err(reader.fail(format!("expected {height} rows"))),
        }
    }
    Ok(tiles)
}
