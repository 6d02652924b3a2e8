//! The texts of mails.

use crate::PublicUrl;

/// What a mail says. It has no `Debug`: codes stay out of logs.
#[derive(Clone)]
pub(crate) enum Letter {
    /// A code that proves that its reader has the address. Names are left out: a stranger may have
    /// typed this address, and chosen the name.
    Verify { code: String },
    /// A code that resets a password.
    Reset { name: String, code: String },
    /// The address of an account is another, or there is none any more.
    AddressChanged { name: String },
    /// The password of an account is another.
    PasswordChanged { name: String },
}

impl Letter {
    /// What it is called in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Letter::Verify { .. } => "verify address",
            Letter::Reset { .. } => "reset password",
            Letter::AddressChanged { .. } => "address changed",
            Letter::PasswordChanged { .. } => "password changed",
        }
    }

    pub fn subject(&self) -> &'static str {
        match self {
            Letter::Verify { .. } => "Confirm your e-mail address",
            Letter::Reset { .. } => "Reset your password",
            Letter::AddressChanged { .. } => "Your e-mail address was changed",
            Letter::PasswordChanged { .. } => "Your password was changed",
        }
    }

    /// The text. The code of a link is behind `#`, so that no server logs it.
    pub fn text(&self, url: Option<&PublicUrl>) -> String {
        let way = |what: &str, code: &str| match url {
            Some(url) => format!("Open this link:\n\n{url}/#{what}={code}\n\nOr enter this code:"),
            None => "Enter this code:".to_string(),
        };
        match self {
            Letter::Verify { code } => format!(
                "Somebody wants to use this e-mail address for an account. If it was you, confirm \
                 it within 24 hours.\n\n{}\n\n{code}\n\nIf it was not you, ignore this mail: \
                 nothing will happen.\n",
                way("verify-email", code)
            ),
            Letter::Reset { name, code } => format!(
                "Hello {name},\n\nsomebody has asked for a new password for your account. If it \
                 was you, choose one within 30 minutes.\n\n{}\n\n{code}\n\nIf it was not you, \
                 ignore this mail: your password stays as it is.\n",
                way("reset-password", code)
            ),
            Letter::AddressChanged { name } => format!(
                "Hello {name},\n\nthis e-mail address does not belong to your account any more: \
                 it was replaced or removed by somebody who knows your password.\n\nIf it was not \
                 you, change your password, and set your address again.\n"
            ),
            Letter::PasswordChanged { name } => format!(
                "Hello {name},\n\nthe password of your account was changed, and other devices \
                 were signed out.\n\nIf it was not you, reset your password with this address.\n"
            ),
        }
    }
}
