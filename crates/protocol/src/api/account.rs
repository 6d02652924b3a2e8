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

/// A new password. It has no `Debug`: passwords stay out of logs.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The present password.
    pub old: String,
    /// The new one, at least 8 characters.
    pub new: String,
}

/// The e-mail address of an account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailInfo {
    /// The verified address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// When it was verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<u64>,
    /// The address to which the last code was mailed, until the code is used or expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
}

/// A new e-mail address. It has no `Debug`: passwords stay out of logs.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEmail {
    /// The address, which gets a code; without one, the present address is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The password of the account.
    pub password: String,
}

/// A code from a mail that verifies its address.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyEmail {
    /// The code.
    pub code: String,
}

/// A request for a mail with a code that resets a password.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestPasswordReset {
    /// The verified address of the account.
    pub address: String,
}

/// A new password for somebody who has forgotten the old one.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The code from the mail.
    pub code: String,
    /// The new password, at least 8 characters.
    pub password: String,
}
