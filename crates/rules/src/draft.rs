//! Drafts: what a player proposes, before anything is known about it.

use crate::{CellLabel, Position, Violation, ViolationId};
use smallvec::SmallVec;
use tilewright_board::{CellId, Coord, DirTag, MAX_CELLS};
use tilewright_tiles::{Face, KindId, Letter, Mark, Tile, TileSet};

/// A cell of a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CellRef {
    /// A cell of the board.
    Id(CellId),
    /// A cell by coordinates or name, perhaps off the board.
    At(CellLabel),
}

/// A tile of a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TileRef {
    /// A kind of the set.
    Kind(KindId),
    /// A kind by id or symbol.
    Named(String),
}

/// The letter that a blank stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LetterRef {
    /// A letter of the alphabet.
    Letter(Letter),
    /// A letter by symbol.
    Symbol(String),
}

/// One proposed placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftTile {
    /// Where.
    pub cell: CellRef,
    /// Which tile.
    pub tile: TileRef,
    /// For a blank, the letter it stands for.
    pub stands_for: Option<LetterRef>,
    /// A short note that travels with the tile.
    pub mark: Option<String>,
    /// Whether the tile is turned upside down.
    pub rotated: bool,
}

impl DraftTile {
    /// A tile of a set by its text: the id of a kind, such as `R`, `CH`, `?` or `?vowel`; `?e` for
    /// the first blank that stands for e, `[?vowel]e` for the one with that id.
    pub fn of_set(cell: CellLabel, text: &str, tiles: &TileSet) -> DraftTile {
        let mut tile = DraftTile::parse(cell, text);
        let named = |id: &str| TileRef::Named(id.to_string());
        if tiles.find(text).is_some() {
            (tile.tile, tile.stands_for) = (named(text), None);
        } else if let Some((id, letter)) = text.strip_prefix('[').and_then(|t| t.split_once(']'))
            && tiles.find(id).is_some_and(|kind| tiles.kind(kind).is_blank())
        {
            (tile.tile, tile.stands_for) = (named(id), Some(LetterRef::Symbol(letter.to_string())));
        }
        tile
    }

    /// A tile by its text, where the set of tiles is not at hand: `R`, `CH`, or `?e` for a blank
    /// that stands for e.
    pub fn parse(cell: CellLabel, text: &str) -> DraftTile {
        let (tile, stands_for) = match text.strip_prefix('?') {
            Some("") | None => (text.to_string(), None),
            Some(letter) => ("?".to_string(), Some(LetterRef::Symbol(letter.to_string()))),
        };
        DraftTile {
            cell: CellRef::At(cell),
            tile: TileRef::Named(tile),
            stands_for,
            mark: None,
            rotated: false,
        }
    }

    /// A known tile on a known cell.
    pub fn known(cell: CellId, tile: Tile, tiles: &TileSet) -> DraftTile {
        let kind = tiles.kind(tile.kind);
        DraftTile {
            cell: CellRef::Id(cell),
            tile: TileRef::Kind(tile.kind),
            stands_for: kind.is_blank().then_some(LetterRef::Letter(tile.letter)),
            mark: (!tile.mark.is_none()).then(|| tile.mark.as_str().to_string()),
            rotated: matches!(kind.face, Face::Letter(letter) if letter != tile.letter),
        }
    }
}

/// A group of tiles that slides along its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The tiles' cells.
    pub cells: Vec<CellRef>,
    /// The axis; needed for a single tile only.
    pub axis: Option<DirTag>,
    /// By how many cells, forward or (negative) backward.
    pub by: i32,
}

/// What a player proposes: placements, or a slide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveDraft {
    /// The placements.
    pub placements: Vec<DraftTile>,
    /// A slide instead of placements.
    pub slide: Option<Slide>,
}

impl MoveDraft {
    /// A draft of placements.
    pub fn new(placements: Vec<DraftTile>) -> MoveDraft {
        MoveDraft { placements, slide: None }
    }

    /// A draft of known tiles on known cells.
    pub fn known(placements: &[(CellId, Tile)], tiles: &TileSet) -> MoveDraft {
        let known = |(cell, tile): &(CellId, Tile)| DraftTile::known(*cell, *tile, tiles);
        MoveDraft::new(placements.iter().map(known).collect())
    }
}

/// Where a placement of the [`placements!`](crate::placements) macro goes.
pub trait IntoCellLabel {
    /// The cell.
    fn into_cell_label(self) -> CellLabel;
}

impl IntoCellLabel for (i32, i32) {
    fn into_cell_label(self) -> CellLabel {
        Coord::flat(self.0, self.1).into()
    }
}

impl IntoCellLabel for (i32, i32, i32) {
    fn into_cell_label(self) -> CellLabel {
        Coord { x: self.0, y: self.1, z: self.2 }.into()
    }
}

impl IntoCellLabel for &str {
    fn into_cell_label(self) -> CellLabel {
        CellLabel::parse(self)
    }
}

/// A draft as a literal: `placements!((7, 7) => "R", (8, 7) => "?e")`.
#[macro_export]
macro_rules! placements {
    ($($cell:expr => $tile:expr),* $(,)?) => {
        $crate::MoveDraft::new(vec![
            $($crate::DraftTile::parse($crate::IntoCellLabel::into_cell_label($cell), $tile)),*
        ])
    };
}

/// A placement on the board, as far as it could be read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct DraftedTile {
    pub cell: CellId,
    pub kind: Option<KindId>,
    pub letter: Option<Letter>,
    pub mark: Mark,
}

impl DraftedTile {
    pub fn tile(&self) -> Option<Tile> {
        Some(Tile { kind: self.kind?, letter: self.letter?, mark: self.mark })
    }
}

/// A draft, read against a board and a tile set.
pub(crate) struct ReadDraft {
    /// On the board, sorted by cell.
    pub tiles: SmallVec<[DraftedTile; 16]>,
    pub off_board: Vec<CellLabel>,
    /// Blanks without, or with a wrong letter.
    pub blank_faults: Vec<Violation>,
    /// Tiles that the game does not have.
    pub unknown_tiles: Vec<Violation>,
}

/// Reads a draft; `Err` if it is too large to look at.
pub(crate) fn read(position: &Position<'_>, draft: &MoveDraft) -> Result<ReadDraft, Violation> {
    if draft.placements.len() > MAX_CELLS {
        return Err(Violation::new(
            ViolationId::BoardBounds,
            format!(
                "{} placements, no board has more than {MAX_CELLS} cells",
                draft.placements.len()
            ),
        ));
    }
    let mut read = ReadDraft {
        tiles: SmallVec::new(),
        off_board: Vec::new(),
        blank_faults: Vec::new(),
        unknown_tiles: Vec::new(),
    };
    let topology = position.ruleset.topology();
    for placement in &draft.placements {
        let cell = match &placement.cell {
            CellRef::Id(cell) if cell.index() < topology.cell_count() => *cell,
            CellRef::Id(cell) => {
                read.off_board.push(CellLabel::Node(format!("n{}", cell.0).into()));
                continue;
            }
            CellRef::At(label) => match label.find(topology) {
                Some(cell) => cell,
                None => {
                    read.off_board.push(label.clone());
                    continue;
                }
            },
        };
        read_tile(position, cell, placement, &mut read);
    }
    tilewright_tiles::sort_by_key(&mut read.tiles, |tile| tile.cell);
    Ok(read)
}

fn read_tile(position: &Position<'_>, cell: CellId, placement: &DraftTile, read: &mut ReadDraft) {
    let tiles = position.ruleset.tiles();
    let label = || [position.ruleset.label(cell).clone()];
    let kind = match &placement.tile {
        TileRef::Kind(kind) if kind.index() < tiles.kinds().len() => Some(*kind),
        TileRef::Kind(_) => None,
        TileRef::Named(name) => tiles.find(name).or_else(|| match name.as_str() {
            "?" => tiles.first_blank(),
            _ => None,
        }),
    };
    if kind.is_none() {
        let name = match &placement.tile {
            TileRef::Kind(kind) => format!("#{}", kind.0),
            TileRef::Named(name) => name.chars().take(20).collect(),
        };
        let message = format!("this game has no tile `{name}`");
        read.unknown_tiles.push(Violation::new(ViolationId::TilesInRack, message).at(label()));
    }
    let asked = placement.stands_for.as_ref().map(|letter| match letter {
        LetterRef::Letter(letter) => (letter.index() < tiles.alphabet().len()).then_some(*letter),
        LetterRef::Symbol(symbol) => tiles.alphabet().letter(symbol),
    });
    let letter = kind.and_then(|kind| match letter_of(position, kind, asked, placement.rotated) {
        Ok(letter) => Some(letter),
        Err(message) => {
            read.blank_faults.push(Violation::new(ViolationId::BlankLetter, message).at(label()));
            None
        }
    });
    let mark = match Mark::new(placement.mark.as_deref().unwrap_or("")) {
        Ok(mark) => mark,
        Err(error) => {
            read.unknown_tiles
                .push(Violation::new(ViolationId::Actions, error.to_string()).at(label()));
            Mark::NONE
        }
    };
    read.tiles.push(DraftedTile { cell, kind, letter, mark });
}

/// The letter that a tile shows, or why it cannot.
fn letter_of(
    position: &Position<'_>,
    kind: KindId,
    asked: Option<Option<Letter>>,
    rotated: bool,
) -> Result<Letter, String> {
    let tiles = position.ruleset.tiles();
    let data = tiles.kind(kind);
    match (data.face, asked) {
        (Face::Letter(own), _) if rotated => data.rotated.ok_or_else(|| {
            format!("a tile {} shows no other letter upside down", tiles.alphabet().upper(own))
        }),
        (Face::Letter(own), None) => Ok(own),
        (Face::Letter(own), Some(letter)) if letter == Some(own) => Ok(own),
        (Face::Letter(own), Some(_)) => Err(format!(
            "a tile {} cannot stand for another letter; only a blank can",
            tiles.alphabet().upper(own)
        )),
        (Face::Blank(_), None) => Err("say which letter the blank stands for".to_string()),
        (Face::Blank(_), Some(None)) => {
            Err("the blank stands for a letter outside the alphabet".to_string())
        }
        (Face::Blank(allowed), Some(Some(letter))) if allowed.contains(letter) => Ok(letter),
        (Face::Blank(allowed), Some(Some(letter))) => Err(format!(
            "this blank cannot stand for {}; it can for {}",
            tiles.alphabet().upper(letter),
            tiles.alphabet().text(allowed.iter())
        )),
    }
}
