//! Commands: what a seat, or the clock, wants to happen.

use serde::{Deserialize, Serialize};
use tilewright_rules::UserMove;

/// What a seat, or time, wants to happen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Place tiles, slide some, or swap (as actions of a move).
    Move {
        /// The seat.
        seat: u8,
        /// The move.
        #[serde(rename = "move")]
        user_move: UserMove,
    },
    /// Pass, or accept the move of a player who went out.
    Pass {
        /// The seat.
        seat: u8,
    },
    /// Challenge the last move.
    Challenge {
        /// The seat.
        seat: u8,
    },
    /// Leave the game.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// Let time do its work.
    Tick,
    /// Switch a rule on or off.
    SwitchRule {
        /// The rule's id.
        rule: String,
        /// Whether it is on from now on.
        enabled: bool,
    },
    /// Lay a rack by hand, in puzzles and tests; fair games refuse it.
    ArrangeRack {
        /// The seat.
        seat: u8,
        /// The tiles, as a text.
        tiles: String,
    },
}

/// A command with its circumstances.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The command.
    pub command: Command,
    /// The revision that the sender has seen; `None` skips the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
    /// The time, in milliseconds of the caller's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<u64>,
}

impl From<Command> for Submission {
    fn from(command: Command) -> Self {
        Submission { command, revision: None, now: None }
    }
}
