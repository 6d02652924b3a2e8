//! Token look-ups are cached for a short time.
//!
//! A token that is revoked here is removed at once; one that another server has revoked is accepted
//! for at most [`TTL`] more.

use crate::app::App;
use crate::digest::{hex, sha256};
use crate::reply::Refusal;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilewright_storage::PlayerRecord;

/// How long a look-up is cached.
const TTL: Duration = Duration::from_secs(3);
/// The most entries.
const MOST: usize = 20_000;

#[derive(Default)]
struct Inner {
    /// Grows whenever something is forgotten: what was asked before must not be kept.
    generation: u64,
    players: HashMap<[u8; 32], (Instant, Arc<PlayerRecord>)>,
}

/// Players by the hash of their token, for a short while.
#[derive(Default)]
pub(crate) struct TokenCache(Mutex<Inner>);

impl TokenCache {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player, or the generation with which one may be kept.
    fn get(&self, hash: &[u8; 32], now: Instant) -> Result<Arc<PlayerRecord>, u64> {
        let inner = self.lock();
        match inner.players.get(hash) {
            Some((until, player)) if now < *until => Ok(player.clone()),
            _ => Err(inner.generation),
        }
    }

    fn insert(&self, hash: [u8; 32], player: Arc<PlayerRecord>, generation: u64, now: Instant) {
        let mut inner = self.lock();
        if inner.generation != generation {
            return;
        }
        if inner.players.len() >= MOST {
            inner.players.retain(|_, (until, _)| now < *until);
        }
        if inner.players.len() < MOST {
            inner.players.insert(hash, (now + TTL, player));
        }
    }

    /// Forgets all tokens of a player. Call it after the store has changed.
    pub fn invalidate(&self, player: &str) {
        let mut inner = self.lock();
        inner.generation += 1;
        inner.players.retain(|_, (_, cached)| cached.id != player);
    }
}

impl App {
    /// The player of one of the server's own tokens; without the password.
    pub(crate) async fn token_player(&self, token: &str) -> Result<Option<PlayerRecord>, Refusal> {
        let hash = sha256(token.as_bytes());
        let now = Instant::now();
        let generation = match self.0.token_cache.get(&hash, now) {
            Ok(player) => return Ok(Some((*player).clone())),
            Err(generation) => generation,
        };
        let hashed = hex(&hash);
        let found = self.store(move |store| match store.token_owner(&hashed)? {
            Some(id) => store.player(&id),
            None => Ok(None),
        });
        let Some(mut player) = found.await? else { return Ok(None) };
        player.password = None;
        self.0.token_cache.insert(hash, Arc::new(player.clone()), generation, now);
        Ok(Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_was_looked_up_before_a_revocation_is_not_cached() {
        let ann = || {
            let (id, name) = ("ann".to_string(), String::new());
            Arc::new(PlayerRecord { id, name, login: None, password: None, created: 0 })
        };
        let (cache, now) = (TokenCache::default(), Instant::now());
        let generation = cache.get(&[1; 32], now).err().unwrap();
        cache.insert([1; 32], ann(), generation, now);
        assert!(cache.get(&[1; 32], now).is_ok());
        assert!(cache.get(&[1; 32], now + TTL).is_err(), "too old");
        cache.invalidate("bob");
        assert!(cache.get(&[1; 32], now).is_ok());
        cache.invalidate("ann");
        assert!(cache.get(&[1; 32], now).is_err());
        // Asked before it was revoked, answered after.
        cache.insert([1; 32], ann(), generation, now);
        assert!(cache.get(&[1; 32], now).is_err());
    }
}
