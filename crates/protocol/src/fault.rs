//! Errors as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::{GameError, Rejection, ReplayError};
use tilewright_rules::Violation;
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
            Rejection::NoDictionary(_) => FaultCode::Words,
            Rejection::ForeignScore => FaultCode::Conflict,
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
