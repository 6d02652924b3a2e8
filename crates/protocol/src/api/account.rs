//! Messages about a player's own account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A session: a token that was issued and neither revoked nor expired.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionInfo {
    /// The id, with which it can be revoked.
    pub id: String,
    /// When it was made.
    pub created: u64,
    /// About when it was last used.
    pub used: u64,
    /// When it expires unless it is used; nothing if it does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<u64>,
    /// What the client called itself (`User-Agent`), shortened; it may be empty.
    pub device: String,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// The sessions of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionList {
    /// The last used first.
    pub sessions: Vec<SessionInfo>,
}

/// A new name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeName {
    /// The name. An account signs in with it from now on, so it is unique among accounts.
    pub name: String,
}

/// A new password. It has no `Debug`: passwords stay out of logs.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The present password.
    pub old: String,
    /// The new one, at least 8 characters.
    pub new: String,
}
