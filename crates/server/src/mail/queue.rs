//! Mails that are under way.

use super::{Letter, Mail};
use crate::logging::chain;
use lettre::message::{Mailbox, Message, header::ContentType};
use lettre::{Address, AsyncTransport};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tracing::Instrument;

/// Mails that may wait or be tried again; more are dropped.
const QUEUE: usize = 1024;
/// Mails that are sent at the same time.
const SIDE_BY_SIDE: usize = 4;
/// The pauses between attempts, in seconds.
const BACKOFF: [u64; 4] = [2, 15, 60, 300];

/// A mail.
pub(crate) struct Outgoing {
    /// The player whom it is about.
    pub player: String,
    /// The address.
    pub to: String,
    /// What it says.
    pub letter: Letter,
}

/// Sends mails.
pub(crate) struct Mailer {
    mail: Mail,
    queue: Arc<Semaphore>,
    sending: Arc<Semaphore>,
}

/// Why an attempt has failed.
struct Failure {
    /// The cause, without the address.
    cause: String,
    /// Whether another attempt would fail too.
    permanent: bool,
}

impl Mailer {
    pub fn new(mail: Mail) -> Mailer {
        let (queue, sending) = (Semaphore::new(QUEUE), Semaphore::new(SIDE_BY_SIDE));
        Mailer { mail, queue: Arc::new(queue), sending: Arc::new(sending) }
    }

    /// Sends a mail soon, or drops it if too many wait. Call it within a runtime.
    pub fn send(&self, outgoing: Outgoing) {
        let Outgoing { player, letter, .. } = &outgoing;
        let Ok(place) = self.queue.clone().try_acquire_owned() else {
            tracing::error!(player, kind = letter.kind(), "too many mails wait; one is dropped");
            return;
        };
        let (mail, sending) = (self.mail.clone(), self.sending.clone());
        let delivery = async move {
            deliver(&mail, &sending, &outgoing).await;
            drop(place);
        };
        tokio::spawn(delivery.in_current_span());
    }
}

async fn deliver(mail: &Mail, sending: &Semaphore, outgoing: &Outgoing) {
    let (player, kind) = (&outgoing.player, outgoing.letter.kind());
    for attempt in 0..=BACKOFF.len() {
        let failed = {
            let _turn = sending.acquire().await;
            send_now(mail, outgoing).await
        };
        let Err(Failure { cause, permanent }) = failed else {
            tracing::info!(player, kind, "a mail was sent");
            return;
        };
        match BACKOFF.get(attempt).filter(|_| !permanent) {
            Some(pause) => {
                tracing::warn!(player, kind, cause, "a mail could not be sent; retrying");
                tokio::time::sleep(Duration::from_secs(*pause)).await;
            }
            None => {
                tracing::error!(player, kind, cause, "a mail could not be sent; given up");
                return;
            }
        }
    }
}

/// One attempt.
async fn send_now(mail: &Mail, outgoing: &Outgoing) -> Result<(), Failure> {
    let unusable = |error: &(dyn std::error::Error + 'static)| Failure {
        cause: chain(error),
        permanent: true,
    };
    let to: Address =
        outgoing.to.parse().map_err(|error: lettre::address::AddressError| unusable(&error))?;
    let message = Message::builder()
        .from(mail.from.clone())
        .to(Mailbox::new(None, to))
        .subject(outgoing.letter.subject())
        .header(ContentType::TEXT_PLAIN)
        .body(outgoing.letter.text(mail.public_url.as_ref()));
    let message = message.map_err(|error| unusable(&error))?;
    match mail.transport.send(message).await {
        Ok(_) => Ok(()),
        // Mail servers like to repeat the address, which does not belong in a log.
        Err(error) => Err(Failure {
            cause: chain(&error).replace(&outgoing.to, "ADDRESS"),
            permanent: error.is_permanent(),
        }),
    }
}
