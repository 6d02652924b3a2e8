//! The e-mail address of an account, and new passwords by mail.
//!
//! What strangers can ask is answered alike whether an address is known or not, and as fast: the
//! store is asked and mail is sent after the answer.

use crate::app::{App, address};
use crate::digest::{hash, random_hex};
use crate::extract::Bytes;
use crate::listener::Peer;
use crate::mail::{Letter, Mailer, Outgoing};
use crate::people::{self, Player};
use crate::pools::{caller, on_behalf_of};
use crate::reply::{Answered, Refusal, Reply};
use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use lettre::Address;
use tilewright_protocol::api::VerifyEmail;
use tilewright_protocol::api::{self, ChangeEmail, EmailInfo, RequestPasswordReset, ResetPassword};
use tilewright_storage::{CodePurpose, CodeRecord, EmailRecord, PlayerRecord, StoreError};
use tracing::Instrument;

type From = Option<Extension<ConnectInfo<Peer>>>;

const HOUR: u64 = 3_600_000;
/// How long a code that verifies an address is good.
const VERIFY_TIME: u64 = 24 * HOUR;
/// How long a code that resets a password is good.
const RESET_TIME: u64 = HOUR / 2;
/// The longest address, in bytes (RFC 5321, 4.5.3.1.3).
const MAX_ADDRESS: usize = 254;
/// The longest code, in bytes.
const MAX_CODE: usize = 64;

/// An address as it is sent to, and as it is compared.
struct Checked {
    address: String,
    folded: String,
}

/// Reads an address.
fn read_address(text: &str) -> Result<Checked, Refusal> {
    let text = text.trim();
    let bad = || Refusal::bad("this is no e-mail address; write it as name@example.org");
    if text.len() > MAX_ADDRESS || text.contains(char::is_control) {
        return Err(bad());
    }
    let address: Address = text.parse().map_err(|_| bad())?;
    // Mail goes to the address that was verified, never to one that only looks the same.
    Ok(Checked { address: address.to_string(), folded: text.to_ascii_lowercase() })
}

/// The hash of a code that somebody has sent.
fn code_hash(code: &str) -> Result<String, Refusal> {
    match code.len() <= MAX_CODE {
        true => Ok(hash(code.trim())),
        false => Err(bad_code()),
    }
}

fn bad_code() -> Refusal {
    Refusal::forbidden("this code is wrong, used or expired; ask for a new one")
}

impl App {
    /// The way to the mail server, if there is one.
    fn mailer(&self) -> Result<&Mailer, Refusal> {
        let none = || Refusal::conflict("this server sends no mail");
        self.0.mailer.as_ref().ok_or_else(none)
    }

    /// Sends a notice to the address of an account, if it has one.
    pub(crate) fn notify_owner(&self, email: Option<EmailRecord>, letter: Letter) {
        if let (Some(mailer), Some(email)) = (&self.0.mailer, email) {
            mailer.send(Outgoing { player: email.player, to: email.address, letter });
        }
    }

    /// Notifies the owner of an account that its password is another.
    pub(crate) async fn notify_of_password(&self, player: &str) {
        let id = player.to_string();
        let found = self.store(move |store| Ok((store.email(&id)?, store.player(&id)?))).await;
        match found {
            Ok((email, Some(player))) => {
                self.notify_owner(email, Letter::PasswordChanged { name: player.name });
            }
            Ok((_, None)) => {}
            Err(refusal) => {
                self.log_failure::<()>("a player is not notified of a password", Err(refusal));
            }
        }
    }

    /// What a player has as an address.
    pub(crate) async fn email_info(&self, player: &str) -> Result<EmailInfo, Refusal> {
        let (id, now) = (player.to_string(), self.now());
        let (email, codes) =
            self.store(move |store| Ok((store.email(&id)?, store.codes_of(&id)?))).await?;
        let open =
            |code: &CodeRecord| code.purpose == CodePurpose::VerifyEmail && now < code.expires;
        let pending = codes.into_iter().find(open).map(|code| code.data);
        let (address, verified) = email.map(|email| (email.address, email.verified)).unzip();
        Ok(EmailInfo { address, verified, pending })
    }

    /// A player with a password, if it is this one.
    pub(crate) async fn confirm_password(
        &self,
        player: &PlayerRecord,
        password: String,
    ) -> Result<PlayerRecord, Refusal> {
        self.limit("password", &player.id, self.limits().sign_ins_per_minute)?;
        let id = player.id.clone();
        // The cached player has no password.
        let known = self.store(move |store| store.player(&id)).await?;
        let Some(known) = known.filter(|known| known.password.is_some()) else {
            return Err(Refusal::conflict("this player has no password"));
        };
        match people::password_fits(self, password, known.password.clone()).await? {
            true => Ok(known),
            false => Err(Refusal::forbidden("the password is wrong")),
        }
    }

    /// Makes a code; nothing if there were too many within an hour.
    async fn make_code(
        &self,
        purpose: CodePurpose,
        player: &str,
        checked: Checked,
        time: u64,
    ) -> Result<Option<String>, Refusal> {
        let (code, now) = (random_hex::<16>()?, self.now());
        let record = CodeRecord {
            hash: hash(&code),
            purpose,
            player: Some(player.to_string()),
            topic: checked.folded,
            data: checked.address,
            created: now,
            expires: now.saturating_add(time),
        };
        let most = self.limits().mails_per_hour as usize;
        let since = now.saturating_sub(HOUR);
        let stored = self.store(move |store| store.add_code(&record, since, most)).await?;
        Ok(stored.then_some(code))
    }

    /// Mails a code to the account of an address, if there is one.
    async fn mail_reset(&self, folded: String) -> Result<(), Refusal> {
        let found = self.store(move |store| {
            let Some(email) = store.email_by_address(&folded)? else { return Ok(None) };
            Ok(store.player(&email.player)?.map(|player| (email, player)))
        });
        let Some((email, player)) = found.await? else {
            tracing::info!("a new password was asked for an address that no account has");
            return Ok(());
        };
        if player.password.is_none() {
            tracing::info!(player = player.id, "a new password was asked, but there is none");
            return Ok(());
        }
        let checked = Checked { address: email.address.clone(), folded: email.folded };
        let code = self.make_code(CodePurpose::ResetPassword, &player.id, checked, RESET_TIME);
        match code.await? {
            Some(code) => self.mailer()?.send(Outgoing {
                player: player.id,
                to: email.address,
                letter: Letter::Reset { name: player.name, code },
            }),
            None => {
                tracing::warn!(player = player.id, "too many mails within an hour: none is sent")
            }
        }
        Ok(())
    }
}

/// `GET /api/v1/me/email`
pub(crate) async fn show(State(app): State<App>, Player(player): Player) -> Answered<EmailInfo> {
    app.email_info(&player.id).await.map(Reply)
}

/// `POST /api/v1/me/email`: mails a code to the address, or removes the address.
pub(crate) async fn change(
    State(app): State<App>,
    Player(player): Player,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    app.mailer()?;
    let asked: ChangeEmail = api::read(&body)?;
    let checked = asked.address.as_deref().map(read_address).transpose()?;
    let player = app.confirm_password(&player, asked.password).await?;
    let Some(checked) = checked else {
        let id = player.id.clone();
        let now = app.now();
        let removed = app.store(move |store| store.remove_email(&id, now)).await?;
        app.notify_owner(removed, Letter::AddressChanged { name: player.name });
        return Ok(StatusCode::NO_CONTENT);
    };
    let to = checked.address.clone();
    let code = app.make_code(CodePurpose::VerifyEmail, &player.id, checked, VERIFY_TIME).await?;
    let code = code.ok_or_else(|| Refusal::too_many(HOUR / 1000))?;
    app.mailer()?.send(Outgoing { player: player.id, to, letter: Letter::Verify { code } });
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/email/verify`: the code proves that its sender reads the mail.
pub(crate) async fn verify(
    State(app): State<App>,
    from: From,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    app.limit("code", &address(from.as_deref()), app.limits().sign_ins_per_minute)?;
    let asked: VerifyEmail = api::read(&body)?;
    let (hashed, now) = (code_hash(&asked.code)?, app.now());
    let changed = app.store(move |store| match store.verify_email(&hashed, now) {
        Ok(Some(change)) => Ok(Ok(store.player(&change.now.player)?.map(|owner| (change, owner)))),
        Ok(None) => Ok(Ok(None)),
        // Who has the code has the address, and may know.
        Err(StoreError::Taken) => Ok(Err(Refusal::conflict(
            "this address belongs to another account; remove it there, or use another address",
        ))),
        Err(error) => Err(error),
    });
    let (change, owner) = changed.await??.ok_or_else(bad_code)?;
    let before = change.before.filter(|before| before.folded != change.now.folded);
    app.notify_owner(before, Letter::AddressChanged { name: owner.name });
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/password-resets`: the answer is the same for every address.
pub(crate) async fn request_reset(
    State(app): State<App>,
    from: From,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    app.limit("mail", &address(from.as_deref()), app.limits().sign_ins_per_minute)?;
    app.mailer()?;
    let asked: RequestPasswordReset = api::read(&body)?;
    let folded = read_address(&asked.address)?.folded;
    let later = app.clone();
    let work = async move {
        let mailed = later.mail_reset(folded).await;
        later.log_failure("a code for a new password is not mailed", mailed);
    };
    tokio::spawn(on_behalf_of(caller(), work).in_current_span());
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/password-resets/confirm`: a new password, and the end of all sessions.
pub(crate) async fn reset(
    State(app): State<App>,
    from: From,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let from = address(from.as_deref());
    app.limit("code", &from, app.limits().sign_ins_per_minute)?;
    let asked: ResetPassword = api::read(&body)?;
    let (hashed, now) = (code_hash(&asked.code)?, app.now());
    // A code that is not good does not cost the hash of a password.
    let asked_for = hashed.clone();
    let purpose = CodePurpose::ResetPassword;
    let good = app.store(move |store| store.code(&asked_for, purpose, now)).await?;
    good.ok_or_else(bad_code)?;
    let new = people::hash_password(&app, asked.password).await?;
    let player = app.store(move |store| store.reset_password(&hashed, now, &new)).await?;
    let player = player.ok_or_else(bad_code)?;
    app.0.token_cache.invalidate(&player);
    app.remember_sign_in(&player, &from).await;
    app.notify_of_password(&player).await;
    Ok(StatusCode::NO_CONTENT)
}
