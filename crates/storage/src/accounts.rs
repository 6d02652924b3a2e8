//! What belongs to accounts: codes that are used once, addresses of mail, identities of sign-in
//! providers, and the network addresses from which players sign in.

use crate::{PlayerRecord, StoreError};

/// What a code is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CodePurpose {
    /// Proves that a player reads the mail of an address.
    VerifyEmail,
    /// Sets a new password.
    ResetPassword,
    /// The state of a sign-in that was begun with a provider.
    ProviderState,
    /// The result of a sign-in with a provider.
    ProviderResult,
}

impl CodePurpose {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            CodePurpose::VerifyEmail => "verify email",
            CodePurpose::ResetPassword => "reset password",
            CodePurpose::ProviderState => "provider state",
            CodePurpose::ProviderResult => "provider result",
        }
    }

    /// The purpose of a name.
    pub fn from_name(name: &str) -> Option<CodePurpose> {
        use CodePurpose::{ProviderResult, ProviderState, ResetPassword, VerifyEmail};
        let all = [VerifyEmail, ResetPassword, ProviderState, ProviderResult];
        all.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// A code that is used once. It has no `Debug`: hashes of codes stay out of logs.
#[derive(Clone, PartialEq, Eq)]
pub struct CodeRecord {
    /// The hash of the code.
    pub hash: String,
    /// What it is for.
    pub purpose: CodePurpose,
    /// The player, if it belongs to one.
    pub player: Option<String>,
    /// What codes are counted by: the folded address, or the provider.
    pub topic: String,
    /// What belongs to it: the address, or the state of a sign-in.
    pub data: String,
    /// When it was made.
    pub created: u64,
    /// Until when it is good.
    pub expires: u64,
}

/// The verified address of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailRecord {
    /// The player.
    pub player: String,
    /// The address.
    pub address: String,
    /// The address as it is compared: no two accounts have the same.
    pub folded: String,
    /// When it was verified.
    pub verified: u64,
}

/// Who a player is for a provider. No two players have the same.
#[derive(Clone, PartialEq, Eq)]
pub struct IdentityRecord {
    /// The issuer of the provider.
    pub issuer: String,
    /// The subject, which the issuer never gives to another.
    pub subject: String,
    /// The player.
    pub player: String,
    /// When it was linked.
    pub created: u64,
}

/// Codes that are used once.
pub trait CodeStore: Send + Sync {
    /// Stores a code; false if `most` codes for the same purpose and the same topic or player were
    /// made at a time or later.
    fn add_code(&self, code: &CodeRecord, since: u64, most: usize) -> Result<bool, StoreError>;

    /// A code that has not expired.
    fn code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError>;

    /// Uses a code that has not expired. Of many who use it, one gets it.
    fn take_code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError>;

    /// The codes of a player, the newest first.
    fn codes_of(&self, player: &str) -> Result<Vec<CodeRecord>, StoreError>;

    /// Deletes codes that expired before a time, at most `most`; the number that was deleted.
    fn delete_codes(&self, expired: u64, most: usize) -> Result<u64, StoreError>;
}

/// A change of an address.
pub struct EmailChange {
    /// The address before.
    pub before: Option<EmailRecord>,
    /// The address now.
    pub now: EmailRecord,
}

/// Addresses of mail.
pub trait EmailStore: Send + Sync {
    /// The verified address of a player.
    fn email(&self, player: &str) -> Result<Option<EmailRecord>, StoreError>;

    /// The account that has verified an address.
    fn email_by_address(&self, folded: &str) -> Result<Option<EmailRecord>, StoreError>;

    /// Uses a code that verifies an address. The player's other codes for addresses and passwords
    /// end; those for addresses stay stored, so that they still count (see `add_code`). `Taken` if the address belongs to another account; nothing is changed then.
    fn verify_email(&self, hash: &str, now: u64) -> Result<Option<EmailChange>, StoreError>;

    /// Removes the address of a player, and ends codes for addresses and passwords.
    fn remove_email(&self, player: &str, now: u64) -> Result<Option<EmailRecord>, StoreError>;

    /// Uses a code that resets a password: replaces the hash, revokes all sessions and ends the
    /// player's other codes for passwords. The player, or nobody if the code is not good.
    fn reset_password(&self, hash: &str, now: u64, new: &str)
    -> Result<Option<String>, StoreError>;
}

/// Identities of sign-in providers.
pub trait IdentityStore: Send + Sync {
    /// An identity.
    fn identity(&self, issuer: &str, subject: &str) -> Result<Option<IdentityRecord>, StoreError>;

    /// The identities of a player, the oldest first.
    fn identities(&self, player: &str) -> Result<Vec<IdentityRecord>, StoreError>;

    /// Links an identity to its player; `Taken` if it is linked already.
    fn link_identity(&self, identity: &IdentityRecord) -> Result<(), StoreError>;

    /// Removes an identity of a player who has a password or another identity; false otherwise.
    fn unlink_identity(
        &self,
        player: &str,
        issuer: &str,
        subject: &str,
    ) -> Result<bool, StoreError>;

    /// Stores a new player with an identity.
    fn create_player_with(
        &self,
        player: &PlayerRecord,
        identity: &IdentityRecord,
    ) -> Result<(), StoreError>;

    /// Gives a guest an identity to sign in with, and revokes the guest's sessions; `Taken` if the
    /// player is no guest any more, or the identity is linked already.
    fn register_with(&self, login: &str, identity: &IdentityRecord) -> Result<(), StoreError>;
}

/// The network addresses from which players have signed in, as hashes.
pub trait SignInAddressStore: Send + Sync {
    /// Notes an address. Of the player's addresses, it and those that were used last stay, at most
    /// `most` together.
    fn remember_address(
        &self,
        player: &str,
        hash: &str,
        used: u64,
        most: usize,
    ) -> Result<(), StoreError>;

    /// Whether a player has signed in from an address.
    fn knows_address(&self, player: &str, hash: &str) -> Result<bool, StoreError>;

    /// When addresses of a player were last used, the last first.
    fn address_uses(&self, player: &str) -> Result<Vec<u64>, StoreError>;

    /// Deletes addresses that were last used before a time, at most `most`; the number that was
    /// deleted.
    fn delete_addresses(&self, used: u64, most: usize) -> Result<u64, StoreError>;
}
