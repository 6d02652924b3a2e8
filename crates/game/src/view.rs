//! Views: what a seat or a spectator may see. Other racks and the order of the bag have no place in
//! these types. A seed has one only in a [`ShownResult`] that was revealed on purpose.

use crate::event::{Event, Fact, GameResult, PlacedTile, ResignCause, SlidTile, TileName};
use crate::state::GameState;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::Deref;
use std::sync::Arc;
use tilewright_rules::{CellLabel, PluginEvent, Points, ScoreBreakdown};
use tilewright_tiles::TileCounts;

/// A result as viewers see it. Views and visible events come with a sealed one, without the seed;
/// who may show the seed says so with [`PublicState::reveal`] or [`VisibleEvent::reveal`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct ShownResult(GameResult);

impl ShownResult {
    /// The result without the seed.
    pub fn sealed(result: &GameResult) -> ShownResult {
        ShownResult(GameResult { seed: None, ..result.clone() })
    }

    /// The result with the seed, so that anyone can verify the shuffle.
    pub fn revealed(result: &GameResult) -> ShownResult {
        ShownResult(result.clone())
    }
}

impl Deref for ShownResult {
    type Target = GameResult;

    fn deref(&self) -> &GameResult {
        &self.0
    }
}

/// What everyone may see of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublicSeat {
    /// The score.
    pub score: Points,
    /// The number of tiles on the rack.
    pub rack_len: usize,
    /// Swaps made.
    pub swaps: u32,
    /// Turns taken.
    pub turns: u32,
    /// Whether the player has resigned.
    pub resigned: bool,
    /// What is left of the bank, in milliseconds, when the current turn began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<i64>,
}

/// What everyone may see of a cell with tiles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublicCell {
    /// The cell.
    pub cell: CellLabel,
    /// Its tiles, lowest first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<PlacedTile>"))]
    pub tiles: SmallVec<[PlacedTile; 1]>,
}

/// What everyone may see.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublicState {
    /// The variant's id.
    pub variant: String,
    /// The content hash of its rules.
    pub ruleset: String,
    /// The number of events so far.
    pub revision: u64,
    /// The seats.
    pub seats: Vec<PublicSeat>,
    /// The seat to move.
    pub to_move: u8,
    /// The number of tiles in the bag.
    pub bag_len: usize,
    /// The cells with tiles, in cell order.
    pub board: Vec<PublicCell>,
    /// Cells whose premium is used up.
    pub used_premiums: Vec<CellLabel>,
    /// The seat whose move can still be challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challengeable: Option<u8>,
    /// When the current turn began, in milliseconds of the caller's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_began: Option<u64>,
    /// The commitment to the seed.
    pub commitment: String,
    /// Whether the shuffle is fair.
    pub fair: bool,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ShownResult>,
}

impl PublicState {
    /// Shows the seed of a game that is over.
    pub fn reveal(&mut self, state: &GameState) {
        self.result = state.result.as_ref().map(ShownResult::revealed);
    }
}

/// A number of tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TileCount {
    /// The tile.
    pub tile: TileName,
    /// How many.
    pub count: usize,
}

/// What a spectator sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpectatorView {
    /// What everyone may see.
    pub game: PublicState,
    /// Tiles in the bag or on a rack, nobody knows which.
    pub unseen: Vec<TileCount>,
}

/// What a seat sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// The seat.
    pub seat: u8,
    /// Its own tiles, in kind order.
    pub rack: Vec<TileName>,
    /// What everyone may see.
    pub game: PublicState,
    /// Tiles in the bag or on another rack, the seat does not know which.
    pub unseen: Vec<TileCount>,
}

/// An event as everyone, or one seat, may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VisibleEvent {
    /// Its place in the log, counted from 0.
    pub index: u64,
    /// When it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// What happened.
    pub fact: VisibleFact,
}

/// What happened, without hidden tiles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum VisibleFact {
    /// The game began.
    Started {
        /// The variant's id.
        variant: String,
        /// The content hash of its rules.
        ruleset: String,
        /// The number of seats.
        players: u8,
        /// The seat that moves first.
        first: u8,
        /// The commitment to the seed.
        commitment: String,
        /// Whether the shuffle is fair.
        fair: bool,
    },
    /// Tiles lie on the board before the first move.
    SetUp {
        /// The tiles.
        placements: Vec<PlacedTile>,
    },
    /// A seat drew tiles.
    Drew {
        /// The seat.
        seat: u8,
        /// How many.
        count: usize,
        /// Which, if it is the viewer's own seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Vec<TileName>>,
    },
    /// A turn began.
    TurnBegan {
        /// The seat.
        seat: u8,
    },
    /// Tiles were placed, or slid.
    Played {
        /// The seat.
        seat: u8,
        /// The tiles placed.
        placements: Vec<PlacedTile>,
        /// The tiles that slid.
        slides: Vec<SlidTile>,
        /// The account of the score.
        score: Arc<ScoreBreakdown>,
        /// Whether the move can be challenged.
        challengeable: bool,
    },
    /// Tiles were swapped.
    Swapped {
        /// The seat.
        seat: u8,
        /// How many.
        count: usize,
        /// Which came and went, if it is the viewer's own seat: (returned, drawn).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<(Vec<TileName>, Vec<TileName>)>,
    },
    /// A turn was passed.
    Passed {
        /// The seat.
        seat: u8,
        /// Whether time was up.
        timeout: bool,
    },
    /// The last move can no longer be challenged.
    WindowClosed {
        /// The seat whose action closed it.
        by: u8,
    },
    /// The last move was challenged.
    Challenged {
        /// The challenger.
        by: u8,
        /// The seat that had moved.
        mover: u8,
        /// The words that are none.
        invalid: Vec<String>,
    },
    /// The last move was taken back.
    Withdrawn {
        /// The seat that had moved.
        seat: u8,
    },
    /// A seat will lose its next turn.
    TurnForfeited {
        /// The seat.
        seat: u8,
    },
    /// A seat lost its turn.
    TurnLost {
        /// The seat.
        seat: u8,
    },
    /// Points were given or taken outside a move.
    Adjusted {
        /// The seat.
        seat: u8,
        /// What for.
        reason: String,
        /// The points.
        points: Points,
    },
    /// A player left the game.
    Resigned {
        /// The seat.
        seat: u8,
        /// Why.
        cause: ResignCause,
    },
    /// A rule was switched on or off.
    RuleSwitched {
        /// The rule's id.
        rule: Arc<str>,
        /// Whether it is on.
        enabled: bool,
    },
    /// A plugin stored something.
    Plugin {
        /// The plugin.
        plugin: Arc<str>,
        /// What it stored.
        event: PluginEvent,
    },
    /// A rack was laid by hand.
    RackArranged {
        /// The seat.
        seat: u8,
        /// How many tiles.
        count: usize,
        /// Which, if it is the viewer's own seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Vec<TileName>>,
    },
    /// The game ended; nothing is hidden any more.
    Ended {
        /// How.
        result: Box<ShownResult>,
    },
}

impl VisibleEvent {
    /// Shows the seed if this is the end of the game.
    pub fn reveal(&mut self, event: &Event) {
        if let Fact::Ended { result } = &event.fact {
            let result = Box::new(ShownResult::revealed(result));
            self.fact = VisibleFact::Ended { result };
        }
    }
}

impl GameState {
    /// What everyone may see.
    pub fn public(&self) -> PublicState {
        let ruleset = self.ruleset();
        let has_bank = ruleset.spec().time_limit.bank.is_some();
        let seat = |(index, status): (usize, &tilewright_rules::SeatStatus)| PublicSeat {
            score: status.score.clone(),
            rack_len: status.rack_len,
            swaps: status.swaps,
            turns: status.turns,
            resigned: status.resigned,
            bank: self.clocks.bank.get(index).copied().filter(|_| has_bank),
        };
        let stack = |cell| {
            let below = self.board.beneath(cell).iter().copied();
            below.chain(self.board.top(cell)).map(|tile| self.placed(cell, tile)).collect()
        };
        PublicState {
            variant: ruleset.id().to_string(),
            ruleset: ruleset.hash().to_string(),
            revision: self.revision,
            seats: self.status.seats.iter().enumerate().map(seat).collect(),
            to_move: self.status.to_move,
            bag_len: self.bag.len(),
            board: (self.board.occupied_cells())
                .map(|cell| PublicCell { cell: ruleset.label(cell).clone(), tiles: stack(cell) })
                .collect(),
            used_premiums: (ruleset.topology().cell_ids())
                .filter(|cell| self.board.premium_used(*cell))
                .map(|cell| ruleset.label(cell).clone())
                .collect(),
            challengeable: self.challengeable_seat(),
            turn_began: self.clocks.turn_began,
            commitment: self.commitment.clone(),
            fair: self.fair,
            result: self.result.as_ref().map(ShownResult::sealed),
        }
    }

    /// What a spectator sees.
    pub fn spectator_view(&self) -> SpectatorView {
        SpectatorView { game: self.public(), unseen: self.unseen(&TileCounts::new()) }
    }

    /// What a seat sees.
    pub fn seat_view(&self, seat: u8) -> SeatView {
        let rack = self.rack(seat);
        SeatView {
            seat,
            rack: self.names(rack.tiles()),
            game: self.public(),
            unseen: self.unseen(&rack),
        }
    }

    /// Tiles that neither lie on the board nor on this rack nor left the game.
    fn unseen(&self, rack: &TileCounts) -> Vec<TileCount> {
        let set = self.ruleset().tiles();
        let board = self.board.tiles();
        let seen = |kind| board.count(kind) + rack.count(kind);
        set.kind_ids()
            .map(|kind| (kind, set.full_bag().count(kind).saturating_sub(seen(kind))))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| TileCount { tile: set.kind(kind).id.clone(), count })
            .collect()
    }
}

impl Event {
    /// The event as a seat (or, with `None`, everyone) may see it. The end of the game is shown
    /// without the seed; see [`VisibleEvent::reveal`].
    pub fn visible_to(&self, viewer: Option<u8>, index: u64) -> VisibleEvent {
        let own = |seat: u8, tiles: &Vec<TileName>| (viewer == Some(seat)).then(|| tiles.clone());
        let fact = match &self.fact {
            Fact::Started { variant, ruleset, players, first, commitment, fair } => {
                VisibleFact::Started {
                    variant: variant.clone(),
                    ruleset: ruleset.clone(),
                    players: *players,
                    first: *first,
                    commitment: commitment.clone(),
                    fair: *fair,
                }
            }
            Fact::SetUp { placements } => VisibleFact::SetUp { placements: placements.clone() },
            Fact::Drew { seat, tiles } => {
                VisibleFact::Drew { seat: *seat, count: tiles.len(), own: own(*seat, tiles) }
            }
            Fact::TurnBegan { seat } => VisibleFact::TurnBegan { seat: *seat },
            Fact::Played { seat, placements, slides, score, challengeable, .. } => {
                VisibleFact::Played {
                    seat: *seat,
                    placements: placements.clone(),
                    slides: slides.clone(),
                    score: score.clone(),
                    challengeable: *challengeable,
                }
            }
            Fact::Swapped { seat, returned, drawn } => VisibleFact::Swapped {
                seat: *seat,
                count: returned.len(),
                own: own(*seat, returned).zip(own(*seat, drawn)),
            },
            Fact::Passed { seat, timeout } => {
                VisibleFact::Passed { seat: *seat, timeout: *timeout }
            }
            Fact::WindowClosed { by } => VisibleFact::WindowClosed { by: *by },
            Fact::Challenged { by, mover, invalid } => {
                VisibleFact::Challenged { by: *by, mover: *mover, invalid: invalid.clone() }
            }
            Fact::Withdrawn { seat } => VisibleFact::Withdrawn { seat: *seat },
            Fact::TurnForfeited { seat } => VisibleFact::TurnForfeited { seat: *seat },
            Fact::TurnLost { seat } => VisibleFact::TurnLost { seat: *seat },
            Fact::Adjusted { seat, reason, points } => VisibleFact::Adjusted {
                seat: *seat,
                reason: reason.clone(),
                points: points.clone(),
            },
            Fact::Resigned { seat, cause } => VisibleFact::Resigned { seat: *seat, cause: *cause },
            Fact::RuleSwitched { rule, enabled } => {
                VisibleFact::RuleSwitched { rule: rule.clone(), enabled: *enabled }
            }
            Fact::Plugin { plugin, event } => {
                VisibleFact::Plugin { plugin: plugin.clone(), event: event.clone() }
            }
            Fact::RackArranged { seat, tiles } => VisibleFact::RackArranged {
                seat: *seat,
                count: tiles.len(),
                own: own(*seat, tiles),
            },
            Fact::Ended { result } => {
                VisibleFact::Ended { result: Box::new(ShownResult::sealed(result)) }
            }
        };
        VisibleEvent { index, at: self.at, fact }
    }
}
