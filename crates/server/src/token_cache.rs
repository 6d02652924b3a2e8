//! Token look-ups are cached for a short time.
//!
//! A token that is revoked here is removed at once; one that another server has revoked is accepted
//! for at most [`TTL`] more.

use crate::app::App;
use crate::conduct;
use crate::digest::sha256;
use crate::people::PREFIX;
use crate::reply::Refusal;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilewright::tiles::hex;
use tilewright_storage::PlayerRecord;

/// How long a look-up is cached.
const TTL: Duration = Duration::from_secs(3);
/// The most entries.
const MOST: usize = 20_000;

#[derive(Default)]
struct Inner {
    /// Grows whenever something is forgotten: what was asked before must not be kept.
    generation: u64,
    players: HashMap<[u8; 32], Cached>,
}

/// A look-up.
struct Cached {
    /// Until when it is cached.
    until: Instant,
    /// When the session expires, by the time of day.
    expires: u64,
    player: Arc<PlayerRecord>,
}

/// What a moment is by both clocks.
#[derive(Clone, Copy)]
struct Now {
    instant: Instant,
    wall: u64,
}

/// Players by the hash of their token, for a short while.
#[derive(Default)]
pub(crate) struct TokenCache(Mutex<Inner>);

impl TokenCache {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player, or the generation with which one may be kept.
    fn get(&self, hash: &[u8; 32], now: Now) -> Result<Arc<PlayerRecord>, u64> {
        let inner = self.lock();
        match inner.players.get(hash) {
            Some(cached) if now.instant < cached.until && now.wall < cached.expires => {
                Ok(cached.player.clone())
            }
            _ => Err(inner.generation),
        }
    }

    fn insert(&self, hash: [u8; 32], cached: Cached, generation: u64, now: Now) {
        let mut inner = self.lock();
        if inner.generation != generation {
            return;
        }
        if inner.players.len() >= MOST {
            inner.players.retain(|_, cached| now.instant < cached.until);
        }
        if inner.players.len() < MOST {
            inner.players.insert(hash, cached);
        }
    }

    /// Forgets all tokens of a player. Call it after the store has changed.
    pub fn invalidate(&self, player: &str) {
        let mut inner = self.lock();
        inner.generation += 1;
        inner.players.retain(|_, cached| cached.player.id != player);
    }
}

impl App {
    fn moment(&self) -> Now {
        Now { instant: Instant::now(), wall: self.now() }
    }

    /// The player of one of the server's own tokens, if it was looked up a moment ago.
    pub(crate) fn cached_player(&self, token: &str) -> Option<PlayerRecord> {
        if !token.starts_with(PREFIX) || token.len() > 200 {
            return None;
        }
        let found = self.0.token_cache.get(&sha256(token.as_bytes()), self.moment());
        found.ok().map(|player| (*player).clone())
    }

    /// The player of one of the server's own tokens; without the password.
    pub(crate) async fn token_player(&self, token: &str) -> Result<Option<PlayerRecord>, Refusal> {
        let hash = sha256(token.as_bytes());
        let now = self.moment();
        let generation = match self.0.token_cache.get(&hash, now) {
            Ok(player) => return Ok(Some((*player).clone())),
            Err(generation) => generation,
        };
        let hashed = hex::encode(&hash);
        let found = self.store(move |store| match store.session(&hashed)? {
            Some(session) => {
                let banned = conduct::ban(store, &session.player, now.wall)?;
                Ok(store.player(&session.player)?.map(|player| (session, player, banned)))
            }
            None => Ok(None),
        });
        let Some((session, mut player, banned)) = found.await? else { return Ok(None) };
        if let Some(refusal) = banned {
            return Err(refusal);
        }
        let expires = self.session_expires(&session, player.login.is_some()).unwrap_or(u64::MAX);
        if expires <= now.wall {
            return Ok(None);
        }
        self.note_use(&session);
        player.password = None;
        let (until, cached) = (now.instant + TTL, Arc::new(player.clone()));
        let cached = Cached { until, expires, player: cached };
        self.0.token_cache.insert(hash, cached, generation, now);
        Ok(Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_was_looked_up_before_a_revocation_is_not_cached() {
        let began = Now { instant: Instant::now(), wall: 1000 };
        let ann = || {
            let (id, name) = ("ann".to_string(), String::new());
            let player = PlayerRecord { id, name, login: None, password: None, created: 0 };
            Cached { until: began.instant + TTL, expires: 2000, player: Arc::new(player) }
        };
        let (cache, key) = (TokenCache::default(), [1; 32]);
        let generation = cache.get(&key, began).err().unwrap();
        cache.insert(key, ann(), generation, began);
        assert!(cache.get(&key, began).is_ok());
        let later = Now { instant: began.instant + TTL, ..began };
        assert!(cache.get(&key, later).is_err(), "too old");
        assert!(cache.get(&key, Now { wall: 2000, ..began }).is_err(), "expired");
        cache.invalidate("bob");
        assert!(cache.get(&key, began).is_ok());
        cache.invalidate("ann");
        assert!(cache.get(&key, began).is_err());
        // Asked before it was revoked, answered after.
        cache.insert(key, ann(), generation, began);
        assert!(cache.get(&key, began).is_err());
    }
}
