//! Messages of the lobby: open challenges, quick pairing and rematches.

use super::{PlayerInfo, TableView};
use crate::TimeControl;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player who seeks.
    First,
    /// The opponent.
    Second,
}

/// Ratings in the family of a variant, in whole points, both ends included. A player without a
/// rating counts as 1500.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    /// The lowest; without one, any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// The highest; without one, any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
}

/// A seek: a challenge to anybody who fits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    /// A shipped variant by its id, with its own words.
    pub variant: String,
    /// The clock; without one, the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether the game is rated: both players need an account, and there are no hints.
    #[serde(default)]
    pub rated: bool,
    /// Whether players may ask for moves.
    #[serde(default)]
    pub hints: bool,
    /// Who moves first; without a choice, the server draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The opponent's rating.
    #[serde(default)]
    pub rating: RatingRange,
    /// The id of the only player who may take it; without one, anybody who fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

/// An open seek.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The id.
    pub id: String,
    /// Who seeks.
    pub player: PlayerInfo,
    /// The seeker's rating in the family of the variant, in whole points; none before the first
    /// rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_rating: Option<i64>,
    /// The variant's id.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// The clock; without one, the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether players may ask for moves.
    pub hints: bool,
    /// Who moves first; without a choice, the server draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The opponent's rating.
    pub rating: RatingRange,
    /// The only player who may take it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerInfo>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it ends, if nobody takes it before.
    pub expires: u64,
}

/// Seeks that the viewer may take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeekList {
    /// The newest first.
    pub seeks: Vec<Seek>,
}

/// What became of a quick pairing.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// There was a seek that fits: the game has started.
    Paired(Box<TableView>),
    /// There was none: this seek waits for the next player who fits.
    Waiting(Box<Seek>),
}

/// A seek of the player that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PairedSeek {
    /// The seek.
    pub seek: String,
    /// The game.
    pub game: String,
    /// When.
    pub at: u64,
}

/// What waits for a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MyLobby {
    /// The player's open seeks, the newest first.
    pub seeks: Vec<Seek>,
    /// The player's seeks that were taken in the last hour, the newest first.
    pub paired: Vec<PairedSeek>,
    /// Seeks of others that only the player may take, the newest first.
    pub challenges: Vec<Seek>,
    /// Rematches that an opponent has asked the player for, the newest first.
    pub rematches: Vec<RematchOffer>,
}

/// The rematch that a player of a finished game has asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// The seats that want it.
    pub seats: Vec<u8>,
    /// The seat that has declined or cancelled it; then nobody waits any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<u8>,
    /// When the offer ends, if not everybody has accepted before.
    pub expires: u64,
    /// The new game, once everybody wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// A rematch that waits for the player's answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RematchOffer {
    /// The finished game.
    pub game: String,
    /// The names of those who want it.
    pub names: Vec<String>,
    /// When the offer ends.
    pub expires: u64,
}
