//! Notifications: the operator's own service is told whose turn it is.
//!
//! The receiver is one address that the operator names, reached by plain HTTP, as on the same
//! machine or behind a proxy. A message says who and which game, never what is in it.

use crate::config::Webhook;
use crate::log::Log;
use sha2::{Digest, Sha256};
use std::time::Duration;
use tilewright_protocol::api::{self, Notification};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Messages that may wait; more are dropped.
const QUEUE: usize = 1024;
/// How long one attempt may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The pauses between attempts.
const PAUSES: [u64; 3] = [1, 5, 25];

/// The way to the receiver.
#[derive(Clone)]
pub(crate) struct Notifier {
    sender: mpsc::Sender<Notification>,
}

impl Notifier {
    /// Starts to send; must be called within a runtime.
    pub fn new(webhook: Webhook, log: Log, clock: crate::Clock) -> Notifier {
        let (sender, mut receiver) = mpsc::channel::<Notification>(QUEUE);
        tokio::spawn(async move {
            while let Some(notification) = receiver.recv().await {
                let body = api::write(&notification);
                if !deliver(&webhook, &body).await {
                    log.note(clock(), "warning", "webhook");
                }
            }
        });
        Notifier { sender }
    }

    /// Sends a message, or drops it if too many wait.
    pub fn notify(&self, notification: Notification) {
        let _ = self.sender.try_send(notification);
    }
}

async fn deliver(webhook: &Webhook, body: &[u8]) -> bool {
    for attempt in 0..=PAUSES.len() {
        if let Ok(Ok(true)) = tokio::time::timeout(PATIENCE, post(webhook, body)).await {
            return true;
        }
        if let Some(pause) = PAUSES.get(attempt) {
            tokio::time::sleep(Duration::from_secs(*pause)).await;
        }
    }
    false
}

/// One attempt; true if the receiver says that it has the message.
async fn post(webhook: &Webhook, body: &[u8]) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect((webhook.host.as_str(), webhook.port)).await?;
    let signature = hmac(webhook.secret.as_bytes(), body);
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nX-Tilewright-Signature: sha256={signature}\r\n\
         Connection: close\r\n\r\n",
        webhook.path,
        webhook.host,
        webhook.port,
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    Ok(start.starts_with(b"HTTP/1.") && start[9] == b'2')
}

/// HMAC-SHA256 (RFC 2104), in hexadecimal digits.
fn hmac(key: &[u8], message: &[u8]) -> String {
    let mut block = [0u8; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |pad: u8| block.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        let found = hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(found, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        let found = hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First");
        assert_eq!(found, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }
}
