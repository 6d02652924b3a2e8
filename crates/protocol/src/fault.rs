//! Errors as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::{GameError, Rejection, ReplayError};
use tilewright_rules::{Guide, Violation};
use tilewright_variants::VariantError;

/// What kind of error it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    /// The request cannot be read.
    BadRequest,
    /// Something is larger than its bound.
    TooLarge,
    /// The version of the request is not spoken here.
    Version,
    /// The variant is not known or not sound.
    Variant,
    /// The word list is not known or not sound.
    Words,
    /// The game cannot be made or replayed.
    Game,
    /// The rules reject the command; all violations are listed.
    Rules,
    /// The command was made for another revision.
    Stale,
    /// The game is over.
    Finished,
    /// There is no such thing, or not for this player.
    NotFound,
    /// It is not known who asks.
    Unauthorized,
    /// Whoever asks may not do this.
    Forbidden,
    /// It does not fit the present state.
    Conflict,
    /// Too much, too often.
    Limit,
    /// Something is wrong on this side.
    Internal,
}

impl FaultCode {
    /// Every code.
    pub const ALL: [FaultCode; 15] = [
        FaultCode::BadRequest,
        FaultCode::TooLarge,
        FaultCode::Version,
        FaultCode::Variant,
        FaultCode::Words,
        FaultCode::Game,
        FaultCode::Rules,
        FaultCode::Stale,
        FaultCode::Finished,
        FaultCode::NotFound,
        FaultCode::Unauthorized,
        FaultCode::Forbidden,
        FaultCode::Conflict,
        FaultCode::Limit,
        FaultCode::Internal,
    ];

    /// The code as programs see it, why it is answered, and what helps.
    pub fn guide(self) -> Guide {
        let (id, cause, remedy) = match self {
            FaultCode::BadRequest => (
                "bad_request",
                "The request is no JSON of the shape that the schema asks for.",
                "The message names the place; compare it with the schema.",
            ),
            FaultCode::TooLarge => (
                "too_large",
                "The request, or something in it, is larger than its bound.",
                "The message has the bound; send less.",
            ),
            FaultCode::Version => (
                "version",
                "The request names a version of the messages that is not spoken here.",
                "Send `\"v\": 1`.",
            ),
            FaultCode::Variant => (
                "variant",
                "The variant is not shipped, or its text cannot be read or played.",
                "The message has field, line and remedy; `tilewright variant lint` says the same.",
            ),
            FaultCode::Words => (
                "words",
                "The word list is not known, not loaded, or cannot be read with this alphabet.",
                "Name a shipped list, send the words along, or play with free words.",
            ),
            FaultCode::Game => (
                "game",
                "The game cannot be made or replayed: wrong number of players, or a log that does not hold.",
                "The message names the event or the bound.",
            ),
            FaultCode::Rules => (
                "rules",
                "The rules reject the command. Nothing was changed.",
                "Look at `violations`: every broken rule with cells, words and what would mend it.",
            ),
            FaultCode::Stale => (
                "stale",
                "The command was made for another revision of the game: somebody moved first.",
                "Fetch the game and decide again; `revision` is the present one.",
            ),
            FaultCode::Finished => {
                ("finished", "The game is over.", "Make a new game, or a rematch.")
            }
            FaultCode::NotFound => (
                "not_found",
                "There is no such thing, or not for this player.",
                "Check the id, and that you are signed in as the player who may see it.",
            ),
            FaultCode::Unauthorized => (
                "unauthorized",
                "It is not known who asks: the token is missing, revoked or has ended.",
                "Sign in and send `Authorization: Bearer TOKEN`.",
            ),
            FaultCode::Forbidden => (
                "forbidden",
                "Whoever asks may not do this: not their seat, or hints are off in this game.",
                "Ask as the right player.",
            ),
            FaultCode::Conflict => (
                "conflict",
                "It does not fit the present state: the seat is taken, the game has begun, the name exists.",
                "Fetch what is there and choose otherwise.",
            ),
            FaultCode::Limit => (
                "limit",
                "Too much, too often.",
                "Wait as long as `Retry-After` says; operators can change the limits.",
            ),
            FaultCode::Internal => (
                "internal",
                "Something is wrong on the server's side, most often its database.",
                "Try again; operators find the reason in the log.",
            ),
        };
        Guide::new(id, cause, remedy)
    }
}

/// What is wrong, where, and how to mend it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// What kind of error it is.
    pub code: FaultCode,
    /// What is wrong and how to mend it.
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
    fn every_code_is_listed_once_under_the_name_that_programs_see() {
        for (place, code) in FaultCode::ALL.into_iter().enumerate() {
            assert_eq!(code as usize, place);
            assert_eq!(serde_json::to_value(code).unwrap(), code.guide().id);
        }
        assert_eq!(FaultCode::Internal as usize + 1, FaultCode::ALL.len());
    }
}
