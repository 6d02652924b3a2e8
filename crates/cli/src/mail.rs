//! The settings of `tilewright serve` for mail.

use crate::output::Failure;
use crate::settings::{MAIL_PASSWORD, MailFile};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::env::VarError;
use tilewright_server::{Mail, MailEncryption, MailSettings, PublicUrl};

/// The kinds of encryption by name.
#[derive(Clone, Copy, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MailEncryptionName {
    /// From the first byte, usually on port 465.
    Tls,
    /// After STARTTLS, usually on port 587.
    #[value(name = "starttls")]
    StartTls,
    /// None, for a mail server on this machine.
    None,
}

impl MailEncryptionName {
    fn encryption(self) -> MailEncryption {
        match self {
            MailEncryptionName::Tls => MailEncryption::Tls,
            MailEncryptionName::StartTls => MailEncryption::StartTls,
            MailEncryptionName::None => MailEncryption::None,
        }
    }
}

/// The flags for mail.
#[derive(Args)]
pub(crate) struct MailArguments {
    /// Send mail through this SMTP server, so that players can verify an address and reset their
    /// password.
    #[arg(long, env = "TILEWRIGHT_MAIL_SERVER", value_name = "HOST[:PORT]", help_heading = "Mail")]
    mail_server: Option<String>,
    /// How the connection to the mail server is encrypted [default: starttls].
    #[arg(
        long,
        env = "TILEWRIGHT_MAIL_ENCRYPTION",
        value_enum,
        value_name = "KIND",
        help_heading = "Mail"
    )]
    mail_encryption: Option<MailEncryptionName>,
    /// The sender of mails, such as `Games <games@example.org>`.
    #[arg(long, env = "TILEWRIGHT_MAIL_FROM", value_name = "ADDRESS", help_heading = "Mail")]
    mail_from: Option<String>,
    /// The name to sign in with at the mail server; set the password in TILEWRIGHT_MAIL_PASSWORD.
    #[arg(long, env = "TILEWRIGHT_MAIL_USER", value_name = "NAME", help_heading = "Mail")]
    mail_user: Option<String>,
}

/// A secret from an environment variable, or else from the configuration file.
pub(crate) fn secret(variable: &str, in_file: Option<String>) -> Result<Option<String>, Failure> {
    let secret = match std::env::var(variable) {
        Ok(secret) => Some(secret),
        Err(VarError::NotPresent) => in_file,
        Err(VarError::NotUnicode(_)) => {
            return Err(Failure::usage(format!("{variable}: must be UTF-8 text")));
        }
    };
    Ok(secret.filter(|secret| !secret.is_empty()))
}

/// The way to the mail server; `None` without one.
pub(crate) fn mail(
    flags: &MailArguments,
    file: MailFile,
    public_url: Option<PublicUrl>,
) -> Result<Option<Mail>, Failure> {
    let encryption = flags.mail_encryption.or(file.encryption);
    let from = flags.mail_from.clone().or(file.from);
    let user = flags.mail_user.clone().or(file.user);
    let Some(server) = flags.mail_server.clone().or(file.server) else {
        if encryption.is_some() || from.is_some() || user.is_some() {
            return Err(Failure::usage("the --mail options need a server: add --mail-server"));
        }
        return Ok(None);
    };
    let from =
        from.ok_or_else(|| Failure::usage("--mail-server needs a sender: add --mail-from"))?;
    let credentials = match (user, secret(MAIL_PASSWORD, file.password)?) {
        (None, _) => None,
        (Some(user), Some(password)) => Some((user, password)),
        (Some(_), None) => {
            let message = format!("--mail-user needs a password; set {MAIL_PASSWORD}");
            return Err(Failure::usage(message));
        }
    };
    let encryption = encryption.unwrap_or(MailEncryptionName::StartTls).encryption();
    let settings = MailSettings { server, encryption, credentials, from, public_url };
    Mail::open(settings).map(Some).map_err(|error| Failure::usage(format!("mail: {error}")))
}
