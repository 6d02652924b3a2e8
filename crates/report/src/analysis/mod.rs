//! Analysis of a game: for every turn the best moves, and what the played one lost.

mod analyst;
mod candidates;
mod course;
mod describe;
mod evaluator;
mod page;
mod played;
mod record;
mod simulated;
mod solved;
mod summary;
mod text;

pub use analyst::Analyst;
pub use candidates::{Census, Moves, RatedMove};
pub use evaluator::{Evaluator, Judgement};
pub use page::analysis_page;
pub use record::{Deed, Record, RecordedTurn, Situation, Verdict};
pub use simulated::{Simulated, judgement_of};
pub use solved::Solved;
pub use text::analysis_text;

use crate::Equity;
use serde::{Deserialize, Serialize};
use tilewright_game::PlacedTile;
use tilewright_rules::Points;

/// The name of the JSON shape.
pub const ANALYSIS_FORMAT: &str = "tilewright-analysis";
/// Its version: raised when a field changes its meaning or goes away, not when one is added.
pub const ANALYSIS_VERSION: u32 = 1;

/// What a game comes to, turn by turn. This is the JSON shape of `tilewright analyze --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// [`ANALYSIS_FORMAT`].
    pub format: String,
    /// [`ANALYSIS_VERSION`].
    pub version: u32,
    /// The variant's id.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// The content hash of its rules.
    pub ruleset: String,
    /// The word list that moves were found with.
    pub lexicon: String,
    /// The game's title, if it has one.
    pub title: Option<String>,
    /// How many moves are listed for a turn.
    pub best: usize,
    /// Whether the tiles that stay have trained values.
    pub trained: bool,
    /// The evaluators that were at hand, in the order in which they were asked.
    pub evaluators: Vec<String>,
    /// Whether the game is over at the end of the record.
    pub finished: bool,
    /// Why the analysis ends before the file does.
    pub fault: Option<String>,
    /// The players, by seat.
    pub players: Vec<PlayerSummary>,
    /// The turns.
    pub turns: Vec<TurnAnalysis>,
}

/// What a player's turns come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// The score at the end of the record.
    pub score: Points,
    /// Turns taken; lost ones are not among them.
    pub turns: u64,
    /// Turns whose loss is known.
    pub judged: u64,
    /// What those turns lost, added up.
    pub loss: Equity,
    /// The same, by turn.
    pub mean_loss: Equity,
    /// Turns without a loss.
    pub best_moves: u64,
    /// Chances to win that were lost, added up; `None` unless they are known for every turn.
    pub win_loss: Option<f64>,
    /// Plays of a full rack, or with the variant's bonus for that.
    pub bingos_found: u64,
    /// Turns in which a play of a full rack was possible and none was made.
    pub bingos_missed: u64,
    /// Swaps.
    pub swaps: u64,
    /// Passes.
    pub passes: u64,
    /// Plays with words that are not in the list.
    pub phonies: u64,
}

/// What kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Tiles are placed.
    Play,
    /// Tiles are swapped.
    Swap,
    /// Nothing is done.
    Pass,
    /// The turn is lost.
    Lost,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnalysis {
    /// What kind.
    pub kind: MoveKind,
    /// Where a play begins and which way it goes: `8H` across, `H8` down; elsewhere a cell and an
    /// axis.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub at: String,
    /// The main word, tiles that were there in parentheses, blanks in lower case; or the tiles
    /// that are swapped.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub word: String,
    /// All words of a play, the main word first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub words: Vec<String>,
    /// The tiles of a play: `7,7=R 8,7=?e`.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub place: String,
    /// The same tiles as games write them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tiles: Vec<PlacedTile>,
    /// The score.
    pub score: Points,
    /// The tiles that stay on the rack.
    pub leave: String,
    /// What the move is worth by score and leave; `None` where that is not known.
    pub equity: Option<Equity>,
    /// What an evaluator says of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub judged: Option<Judgement>,
    /// Whether it is a play of a full rack, or has the variant's bonus for that.
    pub bingo: bool,
    /// Whether this is the move that was played.
    pub played: bool,
}

impl MoveAnalysis {
    /// What the move is worth by the best judge there was.
    pub fn value(&self) -> Option<Equity> {
        self.judged.as_ref().map(|judged| judged.equity).or(self.equity)
    }

    /// The chance to win, if it is known.
    pub fn win(&self) -> Option<f64> {
        self.judged.as_ref().and_then(|judged| judged.win)
    }
}

impl TurnAnalysis {
    /// Who judged, in words.
    pub fn judge(&self) -> &str {
        let mut judged = self.best.iter().filter_map(|listed| listed.judged.as_ref());
        match self.method.as_str() {
            "static" => "score and leave",
            "endgame" if judged.all(|judged| judged.exact) => "exact search to the end",
            "endgame" => "search of the endgame",
            other => other,
        }
    }
}

/// What became of a play with words that are not in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phony {
    /// It was challenged and taken back: worth no more than a pass.
    Withdrawn,
    /// Nobody challenged it.
    Stood,
}

/// A turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnAnalysis {
    /// From 1.
    pub number: usize,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<usize>,
    /// Whose, from 0.
    pub seat: u8,
    /// The rack, as far as it is known.
    pub rack: String,
    /// Whether that is the whole rack.
    pub rack_complete: bool,
    /// Tiles in the bag.
    pub bag: usize,
    /// The scores before the turn, by seat.
    pub scores: Vec<Points>,
    /// The position before the turn as CGP, where it has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cgp: Option<String>,
    /// The number of legal plays with the tiles that are known.
    pub legal_plays: u64,
    /// The move that was played.
    pub played: MoveAnalysis,
    /// The place of the played move among all moves, from 1; `None` where it cannot be said.
    pub rank: Option<u64>,
    /// What the played move lost against the best one, in points; `None` where it cannot be said.
    pub loss: Option<Equity>,
    /// What it lost in chances to win.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub win_loss: Option<f64>,
    /// Whether a word of the play is not in the list, and what became of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub phony: Option<Phony>,
    /// Points for a challenge in vain.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub challenge_bonus: Option<Points>,
    /// Whether a play of a full rack was possible.
    pub bingo_possible: bool,
    /// Who judged: `static` (score and leave) or the name of an evaluator.
    pub method: String,
    /// The best moves, best first.
    pub best: Vec<MoveAnalysis>,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remarks: Vec<String>,
}
