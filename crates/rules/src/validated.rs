//! Validated moves: only validation makes them.

use crate::spec::Reading;
use crate::{CellLabel, Direction, Position, PositionId};
use serde_json::Value;
use std::ops::{Deref, Range};
use std::sync::Arc;
use tilewright_board::{AxisId, CellId, DirTag, LineId, PremiumKind};
use tilewright_tiles::{Letter, Tile};

/// A move that obeys the rules. It can be read, not made or changed.
#[derive(Clone, PartialEq, Debug)]
pub struct ValidatedMove {
    pub(crate) data: MoveData,
    pub(crate) ticket: u64,
    pub(crate) revision: u64,
    pub(crate) position: PositionId,
}

impl Deref for ValidatedMove {
    type Target = MoveData;

    fn deref(&self) -> &MoveData {
        &self.data
    }
}

/// A placement of a validated move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// Where.
    pub cell: CellId,
    /// Which tile, showing which letter.
    pub tile: Tile,
}

/// A tile that slid from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Where it was.
    pub from: CellId,
    /// Where it went.
    pub to: CellId,
}

/// What a plugin noted about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// The plugin.
    pub plugin: Arc<str>,
    /// What it noted.
    pub note: Value,
}

/// What a validated move consists of.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveData {
    /// The placements, in order along the main word.
    pub placements: Vec<Placement>,
    /// Tiles that slid, instead of placements.
    pub shifts: Vec<Shift>,
    /// The axis of the main word.
    pub axis: DirTag,
    /// The words formed: the main word, then by axis and line.
    pub words: Vec<FormedWord>,
    pub(crate) cells: Vec<WordCell>,
    /// The premiums that the move uses up.
    pub premiums: Vec<(CellId, PremiumKind)>,
    /// What plugins noted.
    pub annotations: Vec<Annotation>,
}

impl MoveData {
    /// The cells of a word, along its axis.
    pub fn word_cells(&self, word: &FormedWord) -> &[WordCell] {
        &self.cells[word.cells.start as usize..word.cells.end as usize]
    }

    /// The letters of a word as read one way.
    pub fn letters(&self, word: &FormedWord, direction: Direction) -> Vec<Letter> {
        let cells = self.word_cells(word).iter().map(|cell| cell.tile.letter);
        match direction {
            Direction::Forward => cells.collect(),
            Direction::Backward => cells.rev().collect(),
        }
    }
}

impl ValidatedMove {
    /// The number of events before the position that it was validated for.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it was validated for this position: the same game, revision, rules, board and rack.
    pub fn belongs_to(&self, position: &Position<'_>) -> bool {
        self.position == position.id()
    }

    /// A number that a score made for this move carries too.
    pub fn ticket(&self) -> u64 {
        self.ticket
    }

    /// Whether an account of a score was made for this move.
    pub fn owns(&self, score: &crate::ScoreBreakdown) -> bool {
        score.ticket == self.ticket
    }
}

/// A word that a move forms.
#[derive(Clone, PartialEq, Debug)]
pub struct FormedWord {
    /// Its axis.
    pub axis: AxisId,
    /// Its line.
    pub line: LineId,
    /// Its first place on that line.
    pub start: u16,
    /// Whether it is the main word.
    pub main: bool,
    /// The directions in which it scores.
    pub readings: Readings,
    pub(crate) cells: Range<u32>,
}

impl FormedWord {
    /// The number of tiles.
    pub fn len(&self) -> usize {
        (self.cells.end - self.cells.start) as usize
    }

    /// Never: a word has tiles.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// A cell of a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WordCell {
    /// The cell.
    pub cell: CellId,
    /// The visible tile after the move.
    pub tile: Tile,
    /// Whether this move placed it.
    pub new: bool,
    /// The number of tiles on the cell after the move.
    pub height: u8,
    /// The premium, if it is active for this word.
    pub premium: Option<PremiumKind>,
}

/// The directions in which a word scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Readings {
    /// Along the axis.
    pub forward: bool,
    /// Against the axis.
    pub backward: bool,
}

impl Readings {
    /// The directions of a reading when nothing is looked up.
    pub fn unchecked(reading: Reading) -> Readings {
        match reading {
            Reading::Forward | Reading::Both => Readings { forward: true, backward: false },
            Reading::Backward => Readings { forward: false, backward: true },
        }
    }

    /// Forward before backward.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let forward = self.forward.then_some(Direction::Forward);
        forward.into_iter().chain(self.backward.then_some(Direction::Backward))
    }
}

/// The labels of cells, for messages.
pub(crate) fn labels<'a>(
    ruleset: &'a crate::Ruleset,
    cells: impl IntoIterator<Item = CellId> + 'a,
) -> impl Iterator<Item = CellLabel> + 'a {
    cells.into_iter().map(|cell| ruleset.label(cell).clone())
}
