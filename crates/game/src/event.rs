//! Events: the facts of a game, in the order in which they became facts.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tilewright_rules::{CellLabel, PluginEvent, Points, ScoreBreakdown};

/// A tile kind by its id.
pub type TileName = Arc<str>;

/// One fact of a game. Replaying facts needs no word list, no clock and no random numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The command that caused it, counted from 0 (the start of the game).
    pub command: u32,
    /// When it happened, in milliseconds of the caller's clock, if the caller says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// What happened.
    pub fact: Fact,
}

/// A tile on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlacedTile {
    /// The cell.
    pub cell: CellLabel,
    /// The tile.
    pub tile: TileName,
    /// The letter it shows, where that is not its own.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub letter: Option<Arc<str>>,
    /// A short note that travels with the tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// A tile that slid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SlidTile {
    /// From this cell.
    pub from: CellLabel,
    /// To this cell.
    pub to: CellLabel,
}

/// Why a player is out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResignCause {
    /// The player said so.
    Declared,
    /// Time was up.
    Timeout,
    /// Nothing happened for too long.
    Inactivity,
    /// A challenge was lost in a game where that ends it.
    Forfeit,
}

/// One line of the final account of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Adjustment {
    /// The seat.
    pub seat: u8,
    /// What for: `tiles_left`, `tiles_of_others`, `out_bonus`, `overtime`, `floor_zero`.
    pub reason: String,
    /// The points.
    pub points: Points,
}

/// How the game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The id of the rule that ended it.
    pub rule: String,
    /// Why, in words.
    pub reason: String,
    /// The lines of the final account, in order.
    pub adjustments: Vec<Adjustment>,
    /// The final scores, by seat.
    pub scores: Vec<Points>,
    /// The winning seats: several if they share the win.
    pub winners: Vec<u8>,
    /// The tiles left on the racks, by seat.
    pub left: Vec<Vec<TileName>>,
    /// Premiums used up in the game, by kind.
    pub premiums_consumed: std::collections::BTreeMap<String, u32>,
    /// The seed, so that anyone can verify the shuffle.
    pub seed: Option<String>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Fact {
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
        /// The commitment to the secret seed.
        commitment: String,
        /// Whether the seed is a secret of full length; a small number is never called fair.
        fair: bool,
    },
    /// Tiles lie on the board before the first move; they come out of the bag.
    SetUp {
        /// The tiles.
        placements: Vec<PlacedTile>,
    },
    /// A seat drew tiles, in this order.
    Drew {
        /// The seat.
        seat: u8,
        /// The tiles.
        tiles: Vec<TileName>,
    },
    /// A turn began.
    TurnBegan {
        /// The seat to move.
        seat: u8,
    },
    /// Tiles were placed, or slid.
    Played {
        /// The seat.
        seat: u8,
        /// The tiles placed.
        placements: Vec<PlacedTile>,
        /// The tiles that slid.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slides: Vec<SlidTile>,
        /// The account of the score.
        score: Arc<ScoreBreakdown>,
        /// Whether the move can be challenged.
        #[serde(default)]
        challengeable: bool,
        /// What plugins noted: (plugin, note).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<(Arc<str>, serde_json::Value)>,
    },
    /// Tiles were swapped.
    Swapped {
        /// The seat.
        seat: u8,
        /// The tiles given back.
        returned: Vec<TileName>,
        /// The tiles drawn, in this order.
        drawn: Vec<TileName>,
    },
    /// A turn was passed.
    Passed {
        /// The seat.
        seat: u8,
        /// Whether time was up.
        #[serde(default)]
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
        /// The words that are none; empty if the challenge failed.
        invalid: Vec<String>,
    },
    /// The last move was taken back: tiles, score and premiums are as before it.
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
    /// A player left the game and has lost.
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
        /// Whether it is on from now on.
        enabled: bool,
    },
    /// A plugin stored something.
    Plugin {
        /// The plugin.
        plugin: Arc<str>,
        /// What it stored.
        event: PluginEvent,
    },
    /// A rack was laid by hand: its tiles went into the bag and these came out.
    RackArranged {
        /// The seat.
        seat: u8,
        /// The tiles.
        tiles: Vec<TileName>,
    },
    /// The game ended.
    Ended {
        /// How.
        result: Box<GameResult>,
    },
}
