//! Messages about players: ratings, winnings, the puzzle of the day, notifications.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_rules::Points;

/// The rating of a player in a variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The variant.
    pub variant: String,
    /// The rating; everybody begins with 1500.
    pub rating: i64,
    /// Rated games.
    pub games: u64,
}

/// The ratings of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingList {
    /// By variant.
    pub ratings: Vec<Rating>,
}

/// What a player has won.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inventory {
    /// Premiums by kind.
    pub premiums: std::collections::BTreeMap<String, u64>,
}

/// The puzzle of the day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyInfo {
    /// The day, in UTC.
    pub date: String,
    /// The variant.
    pub variant: String,
    /// How many players have finished it.
    pub finished: u64,
    /// The best of them.
    pub best: Vec<DailyScore>,
    /// The viewer's game, once begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub your_game: Option<String>,
}

/// What a player reached in the puzzle of the day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyScore {
    /// The player's name.
    pub name: String,
    /// The final score.
    pub score: Points,
}

/// What a notification is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnEvent {
    /// The player is to move.
    YourTurn,
    /// The game has ended.
    GameOver,
}

/// A notification to the operator's service. The same game and revision may come twice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notification {
    /// The version of the messages: 1.
    pub v: u32,
    /// What it is about.
    pub event: TurnEvent,
    /// The game.
    pub game: String,
    /// The player.
    pub player: String,
    /// The player's seat.
    pub seat: u8,
    /// The revision of the game.
    pub revision: u64,
    /// The server's time.
    pub at: u64,
}
