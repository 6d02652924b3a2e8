//! Sessions: what they are called, when they expire, when they were used.

use crate::app::App;
use crate::digest::hash;
use axum::http::{HeaderMap, header};
use tilewright_storage::SessionRecord;

/// The most sessions of one player; those unused for longest end first.
pub(crate) const MOST: usize = 50;
/// The longest description of a device, in characters.
const MAX_DEVICE: usize = 120;
/// How exactly it is known when a session was last used, in milliseconds.
const EXACTNESS: u64 = 10 * 60_000;
const DAY: u64 = 86_400_000;

/// The public id of a session: it reveals nothing about the token.
pub(crate) fn session_id(hashed: &str) -> String {
    hash(&format!("session {hashed}"))[..24].to_string()
}

/// What a client calls itself: one short line.
pub(crate) fn device(headers: &HeaderMap) -> String {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    text.unwrap_or_default().chars().filter(|c| !c.is_control()).take(MAX_DEVICE).collect()
}

impl App {
    /// When a session expires, if nobody uses it before. Guests have no other way to sign in: only
    /// disuse ends their sessions.
    pub(crate) fn session_expires(&self, session: &SessionRecord, account: bool) -> Option<u64> {
        let limits = self.limits();
        let after = |from: u64, days: u64| {
            (days > 0).then(|| from.saturating_add(days.saturating_mul(DAY)))
        };
        let last = session.used.max(session.created);
        // Nobody knows when a session that is older than this record was used.
        let idle = after(last, limits.session_idle_days).filter(|_| session.used > 0);
        let absolute = after(session.created, limits.session_days).filter(|_| account);
        idle.into_iter().chain(absolute).min()
    }

    /// Notes that a session is used, now and then. Nobody waits for it.
    pub(crate) fn note_use(&self, session: &SessionRecord) {
        let now = self.now();
        if now < session.used.saturating_add(EXACTNESS) {
            return;
        }
        let (app, hashed) = (self.clone(), session.hash.clone());
        tokio::spawn(async move {
            let noted = app.store(move |store| store.touch_session(&hashed, now)).await;
            app.log_failure("the use of a session is not noted", noted);
        });
    }
}
