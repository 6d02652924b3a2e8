//! Errors as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::{GameError, Rejection, ReplayError};
use tilewright_rules::{Violation, code_table};
use tilewright_variants::VariantError;

code_table! {
    /// What kind of error it is.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    FaultCode, "error code" {
        BadRequest = "bad_request":
            "The request is not JSON of the shape that the schema describes.",
            "The message names the place; compare it with the schema.";
        TooLarge = "too_large":
            "The request, or something in it, is larger than its bound.",
            "The message names the bound; send less.";
        Version = "version":
            "The request asks for a version of the messages that this engine does not support.",
            "Send `\"v\": 1`.";
        Variant = "variant":
            "The variant is not a bundled one, or its text cannot be read or played.",
            "The message names the field, the line and the fix; so does `tilewright variant lint`.";
        Words = "words":
            "The word list is unknown, not loaded, or does not fit the alphabet.",
            "Name a bundled list, send the words with the request, or play with free words.";
        Game = "game":
            "The game cannot be made or replayed: wrong number of players, or a damaged log.",
            "The message names the event or the bound.";
        Rules = "rules":
            "The rules reject the command. Nothing was changed.",
            "Look at `violations`: every broken rule with its cells, its words and the fix.";
        Stale = "stale":
            "The command was made for another revision of the game: somebody moved first.",
            "Fetch the game and decide again; `revision` is the current one.";
        Finished = "finished":
            "The game is over.",
            "Start a new game, or a rematch.";
        NotFound = "not_found":
            "It does not exist, or this player may not see it.",
            "Check the id, and that you are signed in as the right player.";
        Unauthorized = "unauthorized":
            "The request has no valid token: it is missing, revoked or expired.",
            "Sign in and send `Authorization: Bearer TOKEN`.";
        Forbidden = "forbidden":
            "This player may not do this: it is not their seat, hints are off in this game, or they are banned, muted or blocked.",
            "Send the request as the right player.";
        Conflict = "conflict":
            "The request does not fit the current state: the seat is taken, the game has begun, or the name exists.",
            "Fetch the current state and choose again.";
        Limit = "limit":
            "Too many requests.",
            "Wait as long as `Retry-After` says; operators can change the limits.";
        Busy = "busy":
            "The server has too much to do at the moment.",
            "Wait as long as `Retry-After` says, and send the request again.";
        TooMuchWork = "too_much_work":
            "The work is more than its budget of steps, for this variant, rack and word list.",
            "The message names the work and the budget; ask for less, or use a smaller board, rack or list.";
        Cancelled = "cancelled":
            "The work was cancelled before it was done: the caller went away, or the server stops.",
            "Send the request again.";
        Internal = "internal":
            "Something failed on the server's side, most often its database.",
            "Try again; operators find the reason in the log.";
    }
}

/// What is wrong, where, and how to fix it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// What kind of error it is.
    pub code: FaultCode,
    /// What is wrong and how to fix it.
    pub message: String,
    /// Every rule that was broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// The revision of the game, where the sender's is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
}

impl Fault {
    /// An error of a kind.
    pub fn new(code: FaultCode, message: impl ToString) -> Fault {
        Fault { code, message: message.to_string(), violations: Vec::new(), revision: None }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<Rejection> for Fault {
    fn from(rejection: Rejection) -> Fault {
        let message = rejection.to_string();
        let code = match &rejection {
            Rejection::Rules(_) => FaultCode::Rules,
            Rejection::Stale { .. } => FaultCode::Stale,
            Rejection::Finished => FaultCode::Finished,
            Rejection::NoDictionary(_) | Rejection::PlaysUnknown(_) => FaultCode::Words,
            Rejection::TooMuchWork(_) | Rejection::MoveTooLong { .. } => FaultCode::TooMuchWork,
            Rejection::Cancelled => FaultCode::Cancelled,
            Rejection::LogFull { .. } => FaultCode::TooLarge,
            Rejection::ForeignScore | Rejection::ForeignMove(_) => FaultCode::Conflict,
            Rejection::Inconsistent(_) => FaultCode::Internal,
        };
        let revision = match &rejection {
            Rejection::Stale { current, .. } => Some(*current),
            _ => None,
        };
        let violations = match rejection {
            Rejection::Rules(violations) => violations.0,
            _ => Vec::new(),
        };
        Fault { code, message, violations, revision }
    }
}

impl From<GameError> for Fault {
    fn from(error: GameError) -> Fault {
        Fault::new(FaultCode::Game, error)
    }
}

impl From<ReplayError> for Fault {
    fn from(error: ReplayError) -> Fault {
        Fault::new(FaultCode::Game, error)
    }
}

impl From<VariantError> for Fault {
    fn from(error: VariantError) -> Fault {
        Fault::new(FaultCode::Variant, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_is_too_large() {
        let full = Rejection::LogFull { events: 19_500, limit: crate::MAX_EVENTS };
        let fault = Fault::from(full);
        assert_eq!(fault.code, FaultCode::TooLarge);
        assert!(fault.message.contains("20000"), "{fault}");
    }

    #[test]
    fn the_wire_uses_the_ids_of_the_table() {
        for code in FaultCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.id());
            assert_eq!(code.id().parse(), Ok(*code));
        }
    }
}
