//! What can go wrong around a game.

use thiserror::Error;
use tilewright_rules::{ForeignMove, RulesetError, Violation, Violations};

/// Why a command was rejected. Nothing was changed, unless the rejection is `Inconsistent`.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Rejection {
    /// Rules were broken; all of them are listed.
    #[error("{0}")]
    Rules(Violations),
    /// The command was made for another revision.
    #[error(
        "the command is for revision {expected}, the game is at {current}; fetch the game and try again"
    )]
    Stale {
        /// The revision that the command named.
        expected: u64,
        /// The revision of the game.
        current: u64,
    },
    /// The game is over.
    #[error("the game is over")]
    Finished,
    /// The word list that a decision needs is missing.
    #[error("the word list `{0}` is not loaded; load it and try again")]
    NoDictionary(String),
    /// Whether a play is possible, which decides whether a pass is, cannot be said.
    #[error("a pass depends on whether a play is possible, which cannot be said: {0}")]
    PlaysUnknown(String),
    /// Whether a play is possible, which decides whether a pass is, takes too long to find out.
    #[error(
        "a pass depends on whether a play is possible, and finding out takes more than {0} steps; play, swap or resign"
    )]
    TooMuchWork(u64),
    /// The caller has gone away before it was found out whether a play is possible.
    #[error("the work was cancelled")]
    Cancelled,
    /// Judging the move would take too long: it has too many actions for the axes and plugins of
    /// the variant.
    #[error(
        "judging a move of {actions} actions takes about {steps} steps, the limit is {limit}; place fewer tiles"
    )]
    MoveTooLong {
        /// The actions of the move.
        actions: usize,
        /// About the steps of judging it.
        steps: u64,
        /// The most steps.
        limit: u64,
    },
    /// The log has no room for the command. A longer log could not be replayed.
    #[error(
        "the log of the game is full: it has {events} events, the limit is {limit}; resign to end the game"
    )]
    LogFull {
        /// The events of the game, branches included.
        events: usize,
        /// The most events of a game.
        limit: usize,
    },
    /// A score that was made for another move.
    #[error("the score was not made for this move; score it again")]
    ForeignScore,
    /// A move that was validated for another position.
    #[error("{0}")]
    ForeignMove(#[from] ForeignMove),
    /// The log refuses an event of its own game: a fault in the engine, never in a command. This
    /// is the one rejection after which the state is of no use; replay the log.
    #[error("the game does not accept its own event: {0}")]
    Inconsistent(String),
}

impl From<Violation> for Rejection {
    fn from(violation: Violation) -> Self {
        Rejection::Rules(violation.into())
    }
}

impl From<Violations> for Rejection {
    fn from(violations: Violations) -> Self {
        Rejection::Rules(violations)
    }
}

/// Why a game could not be made.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The wrong number of players.
    #[error("{players} players; this variant is for {least} to {most}")]
    Players {
        /// How many were asked for.
        players: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A start word that does not fit.
    #[error("start word `{word}`: {reason}")]
    StartWord {
        /// The word.
        word: String,
        /// Why not.
        reason: String,
    },
    /// The variant is not sound.
    #[error("{0}")]
    Ruleset(#[from] RulesetError),
    /// Something about the variant.
    #[error("{0}")]
    Variant(String),
}

/// Why a log cannot be replayed.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("event {index}: {reason}")]
pub struct ReplayError {
    /// The event, counted from 0.
    pub index: usize,
    /// What is wrong with it.
    pub reason: String,
}
