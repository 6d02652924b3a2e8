//! Wakes the sockets of players for whom something has changed. What it is they read from the
//! store, so a wake-up that is lost or doubled does no harm.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The players whose sockets are open, each with a number that counts wake-ups.
#[derive(Default)]
pub(crate) struct News(Mutex<HashMap<String, watch::Sender<u64>>>);

impl News {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wake-ups for a player from now on.
    pub fn subscribe(&self, player: &str) -> watch::Receiver<u64> {
        let mut players = self.lock();
        // Those who have gone are forgotten by the next who comes.
        players.retain(|_, sender| sender.receiver_count() > 0);
        players.entry(player.to_string()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Wakes the sockets of a player.
    pub fn wake(&self, player: &str) {
        if let Some(sender) = self.lock().get(player) {
            sender.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// Whether a socket is open.
    pub fn any(&self) -> bool {
        self.lock().values().any(|sender| sender.receiver_count() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_woken_one_by_one_and_forgotten_when_they_leave() {
        let news = News::default();
        assert!(!news.any());
        let (mut ann, bob) = (news.subscribe("ann"), news.subscribe("bob"));
        news.wake("ann");
        news.wake("ann");
        news.wake("nobody");
        assert!(ann.has_changed().unwrap() && !bob.has_changed().unwrap());
        ann.mark_unchanged();
        assert!(!ann.has_changed().unwrap());
        drop((ann, bob));
        assert!(!news.any());
        let _cid = news.subscribe("cid");
        assert_eq!(news.lock().len(), 1);
    }
}
