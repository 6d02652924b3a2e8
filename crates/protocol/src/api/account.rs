//! Messages about a player's own account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A new guest.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name that others see; without one, the server chooses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name, unique.
    pub name: String,
    /// The password, at least 8 characters.
    pub password: String,
}

/// A player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerInfo {
    /// The id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether the player has no password.
    pub guest: bool,
}

/// A player who has signed in.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedIn {
    /// The player.
    pub player: PlayerInfo,
    /// The token: send it as `Authorization: Bearer TOKEN`. It is shown this once.
    pub token: String,
}

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

/// A provider with which players can sign in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderInfo {
    /// The id, for paths.
    pub id: String,
    /// The name, for people.
    pub name: String,
}

/// The providers with which players can sign in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderList {
    /// In the order of the configuration.
    pub providers: Vec<ProviderInfo>,
}

/// The beginning of a sign-in with a provider. It has no `Debug`: passwords stay out of logs.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSignIn {
    /// The password of the calling account, which links the identity; guests need none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// A sign-in that has begun.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInStarted {
    /// Where to send the browser.
    pub url: String,
    /// What to keep in this browser, to finish with.
    pub ticket: String,
}

/// The end of a sign-in with a provider.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishSignIn {
    /// The code behind `#sign-in=`.
    pub code: String,
    /// The ticket with which the sign-in began.
    pub ticket: String,
}

/// An identity with which a player can sign in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdentityInfo {
    /// The id, with which it can be unlinked.
    pub id: String,
    /// The provider, if the server still has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The issuer.
    pub issuer: String,
    /// The player's id there.
    pub subject: String,
    /// When it was linked.
    pub created: u64,
}

/// The identities of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdentityList {
    /// The oldest first.
    pub identities: Vec<IdentityInfo>,
}
