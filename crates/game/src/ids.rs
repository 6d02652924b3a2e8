//! The cells and tiles of a fact as ids. Events write labels and names, so that they can be read
//! without the board; a decision has the ids at hand, and only a replay reads them from the text.

use crate::event::{Fact, PlacedTile, SlidTile, TileName};
use crate::state::GameState;
use smallvec::SmallVec;
use tilewright_rules::{Placement, Shift};
use tilewright_tiles::KindId;

pub(crate) type Placements = SmallVec<[Placement; 8]>;
pub(crate) type Shifts = SmallVec<[Shift; 8]>;
pub(crate) type Kinds = SmallVec<[KindId; 8]>;

/// The cells and tiles of a fact.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Ids {
    /// Tiles placed, in a play or before the first one.
    pub placements: Placements,
    /// Tiles that slid.
    pub shifts: Shifts,
    /// Tiles drawn or laid out.
    pub drawn: Kinds,
    /// Tiles given back.
    pub returned: Kinds,
}

impl Ids {
    pub fn drawn(kinds: impl IntoIterator<Item = KindId>) -> Ids {
        Ids { drawn: kinds.into_iter().collect(), ..Ids::default() }
    }

    pub fn placed(placements: &[Placement], shifts: &[Shift]) -> Ids {
        let (placements, shifts) = (placements.into(), shifts.into());
        Ids { placements, shifts, ..Ids::default() }
    }

    /// Reads the labels and names of a fact.
    pub fn read(state: &GameState, fact: &Fact) -> Result<Ids, String> {
        let kinds = |names: &[TileName]| {
            names.iter().map(|name| state.read_tile(name)).collect::<Result<Kinds, String>>()
        };
        let placed = |tiles: &[PlacedTile]| {
            tiles.iter().map(|tile| state.read_placed(tile)).collect::<Result<Placements, String>>()
        };
        let slid = |slid: &SlidTile| -> Result<Shift, String> {
            Ok(Shift { from: state.read_cell(&slid.from)?, to: state.read_cell(&slid.to)? })
        };
        Ok(match fact {
            Fact::SetUp { placements } => Ids { placements: placed(placements)?, ..Ids::default() },
            Fact::Played { placements, slides, .. } => Ids {
                placements: placed(placements)?,
                shifts: slides.iter().map(slid).collect::<Result<_, _>>()?,
                ..Ids::default()
            },
            Fact::Drew { tiles, .. } | Fact::RackArranged { tiles, .. } => {
                Ids { drawn: kinds(tiles)?, ..Ids::default() }
            }
            Fact::Swapped { returned, drawn, .. } => {
                Ids { returned: kinds(returned)?, drawn: kinds(drawn)?, ..Ids::default() }
            }
            _ => Ids::default(),
        })
    }
}
