//! Actions: what a client sends.

use crate::draft::{CellRef, DraftTile, LetterRef, MoveDraft, Slide, TileRef};
use crate::{CellLabel, Position, Violation, ViolationId, Violations};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_board::{Coord, DirTag};
use tilewright_tiles::Face;

/// One thing that a player does in a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Puts a tile on a cell of a flat board.
    Place {
        /// Column.
        x: i32,
        /// Row.
        y: i32,
        /// The tile.
        kind_id: String,
        /// For a blank, the letter it stands for; for other tiles a short note.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// Puts a tile on another tile; the same as `Place`, said aloud.
    Stack {
        /// Column.
        x: i32,
        /// Row.
        y: i32,
        /// The tile.
        kind_id: String,
        /// As for `Place`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// Puts a tile on any cell of any board.
    PlaceAt {
        /// `x,y`, `x,y,z` or a node's name.
        cell: CellLabel,
        /// The tile.
        kind_id: String,
        /// For a blank, the letter it stands for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        as_symbol: Option<String>,
        /// A short note that travels with the tile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// Gives tiles back for new ones.
    SwapRack {
        /// The tiles.
        tiles: Vec<String>,
    },
    /// Turns a tile that this move places upside down.
    RotateTile {
        /// The tile's cell.
        cell: CellLabel,
    },
    /// Slides tiles along their line.
    SlideGroup {
        /// The tiles' cells.
        cells: Vec<CellLabel>,
        /// The axis; needed for a single tile only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        axis: Option<DirTag>,
        /// By how many cells, forward or (negative) backward.
        by: i32,
    },
    /// Something that a plugin understands.
    Custom(String, Value),
}

/// A move as a client sends it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UserMove {
    /// What the player does.
    pub actions: Vec<Action>,
}

/// The most actions of one move.
pub const MAX_ACTIONS: usize = 8192;

/// What kind of move a list of actions is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Placements, with rotations of the placed tiles.
    Placements,
    /// One swap of these tiles.
    Swap(Vec<String>),
    /// One slide.
    Slide,
    /// Only actions that plugins must understand.
    Custom,
}

impl UserMove {
    /// The move of a draft.
    pub fn from_draft(position: &Position<'_>, draft: &MoveDraft) -> UserMove {
        let ruleset = position.ruleset;
        let cell = |cell: &CellRef| match cell {
            CellRef::At(label) => label.clone(),
            CellRef::Id(id) if id.index() < ruleset.topology().cell_count() => {
                ruleset.label(*id).clone()
            }
            CellRef::Id(id) => CellLabel::Node(format!("n{}", id.0).into()),
        };
        let mut actions = Vec::with_capacity(draft.placements.len());
        for tile in &draft.placements {
            let kind_id = match &tile.tile {
                TileRef::Named(name) => name.clone(),
                TileRef::Kind(kind) => {
                    let kinds = ruleset.tiles().kinds();
                    kinds.get(kind.index()).map_or_else(String::new, |kind| kind.id.to_string())
                }
            };
            let as_symbol = tile.stands_for.as_ref().map(|letter| match letter {
                LetterRef::Symbol(symbol) => symbol.clone(),
                LetterRef::Letter(letter) if letter.index() < ruleset.tiles().alphabet().len() => {
                    ruleset.tiles().alphabet().upper(*letter).to_string()
                }
                LetterRef::Letter(_) => String::new(),
            });
            let at = cell(&tile.cell);
            if tile.rotated {
                actions.push(Action::RotateTile { cell: at.clone() });
            }
            actions.push(Action::PlaceAt { cell: at, kind_id, as_symbol, mark: tile.mark.clone() });
        }
        if let Some(slide) = &draft.slide {
            actions.push(Action::SlideGroup {
                cells: slide.cells.iter().map(cell).collect(),
                axis: slide.axis.clone(),
                by: slide.by,
            });
        }
        UserMove { actions }
    }

    /// What kind of move it is; mixtures that no rule knows are violations.
    pub fn kind(&self) -> Result<MoveKind, Violation> {
        if self.actions.is_empty() {
            return Err(Violation::new(
                ViolationId::EmptyMove,
                "the move does nothing; place a tile",
            ));
        }
        if self.actions.len() > MAX_ACTIONS {
            let message = format!("{} actions, the bound is {MAX_ACTIONS}", self.actions.len());
            return Err(Violation::new(ViolationId::MixedActions, message));
        }
        let (mut placements, mut swaps, mut slides, mut customs) = (0, 0, 0, 0);
        for action in &self.actions {
            match action {
                Action::Place { .. }
                | Action::Stack { .. }
                | Action::PlaceAt { .. }
                | Action::RotateTile { .. } => placements += 1,
                Action::SwapRack { .. } => swaps += 1,
                Action::SlideGroup { .. } => slides += 1,
                Action::Custom(..) => customs += 1,
            }
        }
        match (placements > 0, swaps, slides) {
            (true, 0, 0) => Ok(MoveKind::Placements),
            (false, 1, 0) => Ok(MoveKind::Swap(self.swapped().to_vec())),
            (false, 0, 1) => Ok(MoveKind::Slide),
            (false, 0, 0) if customs > 0 => Ok(MoveKind::Custom),
            _ => Err(Violation::new(
                ViolationId::MixedActions,
                "a move is placements, or one swap, or one slide; send them one after another",
            )),
        }
    }

    fn swapped(&self) -> &[String] {
        self.actions
            .iter()
            .find_map(|action| match action {
                Action::SwapRack { tiles } => Some(tiles.as_slice()),
                _ => None,
            })
            .unwrap_or(&[])
    }

    /// The draft of these actions, as the basic actions plugin makes it.
    pub fn to_draft(&self, position: &Position<'_>) -> Result<MoveDraft, Violations> {
        let mut faults = Vec::new();
        if let Err(violation) = self.kind() {
            return Err(violation.into());
        }
        let mut draft = MoveDraft::default();
        let mut rotations = Vec::new();
        let settings = &position.ruleset.spec().actions;
        let tiles = position.ruleset.tiles();
        for action in &self.actions {
            match action {
                Action::Place { x, y, kind_id, mark } | Action::Stack { x, y, kind_id, mark } => {
                    let label = CellLabel::Coord(Coord::flat(*x, *y));
                    let (mut tile, mark) = (DraftTile::of_set(label, kind_id, tiles), mark.clone());
                    if is_blank(position, &tile.tile) && tile.stands_for.is_none() {
                        tile.stands_for = mark.map(LetterRef::Symbol);
                    } else {
                        tile.mark = mark;
                    }
                    draft.placements.push(tile);
                }
                Action::PlaceAt { cell, kind_id, as_symbol, mark } => {
                    let mut tile = DraftTile::of_set(cell.clone(), kind_id, tiles);
                    if let Some(symbol) = as_symbol {
                        tile.stands_for = Some(LetterRef::Symbol(symbol.clone()));
                    }
                    tile.mark = mark.clone();
                    draft.placements.push(tile);
                }
                Action::RotateTile { cell } if settings.rotate => rotations.push(cell),
                Action::SlideGroup { cells, axis, by } if settings.slide => {
                    let cells = cells.iter().cloned().map(CellRef::At).collect();
                    draft.slide = Some(Slide { cells, axis: axis.clone(), by: *by });
                }
                Action::RotateTile { cell } => faults.push(
                    Violation::new(ViolationId::Actions, "tiles may not be turned in this game")
                        .at([cell.clone()]),
                ),
                Action::SlideGroup { cells, .. } => faults.push(
                    Violation::new(ViolationId::Actions, "tiles may not slide in this game")
                        .at(cells.iter().take(64).cloned()),
                ),
                Action::SwapRack { .. } => faults.push(Violation::new(
                    ViolationId::MixedActions,
                    "a swap places no tiles; it is a turn of its own",
                )),
                Action::Custom(name, _) => faults.push(Violation::new(
                    ViolationId::CustomAction,
                    format!("no plugin of this game takes the action `{}`", short(name)),
                )),
            }
        }
        for cell in rotations {
            let target = CellRef::At(cell.clone());
            match draft.placements.iter_mut().find(|tile| tile.cell == target) {
                Some(tile) => tile.rotated = true,
                None => faults.push(
                    Violation::new(
                        ViolationId::Actions,
                        "only a tile that this move places can be turned",
                    )
                    .at([cell.clone()]),
                ),
            }
        }
        if faults.is_empty() { Ok(draft) } else { Err(Violations(faults)) }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn is_blank(position: &Position<'_>, tile: &TileRef) -> bool {
    let tiles = position.ruleset.tiles();
    let kind = match tile {
        TileRef::Kind(kind) => Some(*kind),
        TileRef::Named(name) => tiles.find(name),
    };
    kind.and_then(|kind| tiles.kinds().get(kind.index()))
        .is_some_and(|kind| matches!(kind.face, Face::Blank(_)))
}
