//! Messages about players: ratings, winnings, the puzzle of the day, notifications.

use super::PlayerInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_rules::Points;

/// The rating of a player in a family of variants: a Glicko-2 rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The family: the shape of the board and the language of the words, such as `rect-en`.
    pub family: String,
    /// The shape of the family's boards: `rect`, `hex`, `cube` or `graph`.
    pub shape: String,
    /// The language of the family's words, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The rating; everybody begins with 1500.
    pub rating: i64,
    /// The deviation: the true strength is most likely within twice as many points. It grows while
    /// the player does not play.
    pub deviation: u64,
    /// Whether the deviation is greater than 110, so that the rating says little yet.
    pub provisional: bool,
    /// Rated games.
    pub games: u64,
    /// Rated games that were won. Games from before there were families are in none of the three.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that were lost.
    pub lost: u64,
}

/// The ratings of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingList {
    /// By family.
    pub ratings: Vec<Rating>,
}

/// What everybody may know of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The player.
    pub player: PlayerInfo,
    /// When the player first came, in milliseconds since 1970.
    pub since: u64,
    /// The ratings, by family.
    pub ratings: Vec<Rating>,
    /// Rated games that were won, in all families.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that were lost.
    pub lost: u64,
}

/// A point of the graph of a rating: what a rated game has made of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingPoint {
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The rating after it.
    pub rating: i64,
    /// What the game has changed.
    pub change: i64,
    /// The deviation after it.
    pub deviation: u64,
    /// Whether the rating was provisional after it.
    pub provisional: bool,
}

/// A part of the history of a player's rating in a family.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingHistory {
    /// The points, the oldest first.
    pub points: Vec<RatingPoint>,
    /// Whether there are more after the last one.
    pub more: bool,
}

/// What a finished game has made of the rating of a seat's player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingChange {
    /// The seat.
    pub seat: u8,
    /// The family of the rating.
    pub family: String,
    /// The rating after the game.
    pub rating: i64,
    /// What the game has changed.
    pub change: i64,
    /// Whether the rating was provisional after it.
    pub provisional: bool,
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
