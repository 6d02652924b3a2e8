//! Notifications: the operator's own service is notified whose turn it is.
//!
//! The receiver is one address that the operator names. A message names the player and the game,
//! never what is in it. Messages are delivered side by side, so that one that has to be tried again
//! does not keep the others.

use crate::config::Webhook;
use crate::digest::hmac_sha256;
use crate::http_client::{self, Outgoing};
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, Method};
use std::sync::Arc;
use std::time::Duration;
use tilewright_protocol::api::{self, Notification};
use tokio::sync::{Semaphore, mpsc};
use tracing::{Instrument, Span};

/// Messages that may wait; more are dropped.
const QUEUE: usize = 1024;
/// Messages that are on their way at a time.
const SIDE_BY_SIDE: usize = 16;
/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses between attempts, in seconds.
const BACKOFF: [u64; 3] = [1, 5, 25];
/// The largest response that is read.
const MOST_BYTES: usize = 64 << 10;

/// A message, and the request that caused it.
type Queued = (Notification, Span);

/// The way to the receiver.
#[derive(Clone)]
pub(crate) struct Notifier {
    sender: mpsc::Sender<Queued>,
}

impl Notifier {
    /// Starts to send; must be called within a runtime.
    pub fn new(webhook: Webhook) -> Notifier {
        let (sender, mut receiver) = mpsc::channel::<Queued>(QUEUE);
        let webhook = Arc::new(webhook);
        let room = Arc::new(Semaphore::new(SIDE_BY_SIDE));
        tokio::spawn(async move {
            while let Some((notification, span)) = receiver.recv().await {
                let permit = room.clone().acquire_owned().await;
                let webhook = webhook.clone();
                let delivery = async move {
                    deliver(&webhook, &notification).await;
                    drop(permit);
                };
                tokio::spawn(delivery.instrument(span));
            }
        });
        Notifier { sender }
    }

    /// How many messages wait.
    pub fn waiting(&self) -> usize {
        self.sender.max_capacity() - self.sender.capacity()
    }

    /// Sends a message, or drops it if too many wait.
    pub fn notify(&self, notification: Notification) {
        if let Err(error) = self.sender.try_send((notification, Span::current())) {
            let (Notification { game, player, revision, .. }, _) = error.into_inner();
            tracing::warn!(game, player, revision, "too many notifications wait; one is dropped");
        }
    }
}

async fn deliver(webhook: &Webhook, notification: &Notification) {
    let body = api::write(notification);
    for attempt in 0..=BACKOFF.len() {
        let Err(error) = post(webhook, &body).await else { return };
        let Notification { game, player, revision, .. } = notification;
        match BACKOFF.get(attempt) {
            Some(pause) => {
                tracing::warn!(game, player, revision, error, "the webhook has failed; retrying");
                tokio::time::sleep(Duration::from_secs(*pause)).await;
            }
            None => {
                tracing::error!(game, player, revision, error, "the webhook has failed; given up");
            }
        }
    }
}

/// One attempt; an error unless the receiver has accepted the message.
async fn post(webhook: &Webhook, body: &[u8]) -> Result<(), String> {
    let failed = |reason: &dyn std::fmt::Display| format!("{}: {reason}", webhook.url);
    let signature = format!("sha256={}", hmac_sha256(webhook.secret.as_bytes(), body));
    let signature = HeaderValue::from_str(&signature).map_err(|error| failed(&error))?;
    let request = Outgoing {
        method: Method::POST,
        headers: vec![
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (HeaderName::from_static("x-tilewright-signature"), signature),
            (CONNECTION, HeaderValue::from_static("close")),
        ],
        body: body.to_vec(),
        timeout: TIMEOUT,
        most: MOST_BYTES,
    };
    let (status, answer) =
        http_client::send(&webhook.url, request).await.map_err(|error| failed(&error))?;
    if status.is_success() {
        return Ok(());
    }
    // The beginning of the response may name the reason.
    let answer: String = String::from_utf8_lossy(&answer).chars().take(200).collect();
    Err(failed(&format_args!("status {status}: {}", answer.trim())))
}
