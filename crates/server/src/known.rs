//! Players whose token was looked up a moment ago.
//!
//! A token that is revoked here is forgotten at once; one that another server has revoked opens
//! nothing after [`FRESH`].

use crate::app::App;
use crate::people;
use crate::reply::Refusal;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilewright_storage::PlayerRecord;

/// How long a token is believed without asking the store.
const FRESH: Duration = Duration::from_secs(3);
/// The most players that are kept.
const MOST: usize = 20_000;

#[derive(Default)]
struct Inner {
    /// Grows whenever something is forgotten: what was asked before must not be kept.
    generation: u64,
    players: HashMap<[u8; 32], (Instant, Arc<PlayerRecord>)>,
}

/// Players by the hash of their token, for a short while.
#[derive(Default)]
pub(crate) struct Known(Mutex<Inner>);

impl Known {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player, or the generation with which one may be kept.
    fn find(&self, hash: &[u8; 32], now: Instant) -> Result<Arc<PlayerRecord>, u64> {
        let inner = self.lock();
        match inner.players.get(hash) {
            Some((until, player)) if now < *until => Ok(player.clone()),
            _ => Err(inner.generation),
        }
    }

    fn keep(&self, hash: [u8; 32], player: Arc<PlayerRecord>, generation: u64, now: Instant) {
        let mut inner = self.lock();
        if inner.generation != generation {
            return;
        }
        if inner.players.len() >= MOST {
            inner.players.retain(|_, (until, _)| now < *until);
        }
        if inner.players.len() < MOST {
            inner.players.insert(hash, (now + FRESH, player));
        }
    }

    /// Forgets all tokens of a player. Call it after the store has changed.
    pub fn forget(&self, player: &str) {
        let mut inner = self.lock();
        inner.generation += 1;
        inner.players.retain(|_, (_, known)| known.id != player);
    }
}

impl App {
    /// The player of one of the server's own tokens; without the password.
    pub(crate) async fn token_player(&self, token: &str) -> Result<Option<PlayerRecord>, Refusal> {
        let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let now = Instant::now();
        let generation = match self.0.known.find(&hash, now) {
            Ok(player) => return Ok(Some((*player).clone())),
            Err(generation) => generation,
        };
        let hashed = people::hex(&hash);
        let found = self.store(move |store| match store.token_owner(&hashed)? {
            Some(id) => store.player(&id),
            None => Ok(None),
        });
        let Some(mut player) = found.await? else { return Ok(None) };
        player.password = None;
        self.0.known.keep(hash, Arc::new(player.clone()), generation, now);
        Ok(Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgotten_meanwhile_is_not_kept() {
        let ann = || {
            let (id, name) = ("ann".to_string(), String::new());
            Arc::new(PlayerRecord { id, name, login: None, password: None, created: 0 })
        };
        let (known, now) = (Known::default(), Instant::now());
        let generation = known.find(&[1; 32], now).err().unwrap();
        known.keep([1; 32], ann(), generation, now);
        assert!(known.find(&[1; 32], now).is_ok());
        assert!(known.find(&[1; 32], now + FRESH).is_err(), "too old");
        known.forget("bob");
        assert!(known.find(&[1; 32], now).is_ok());
        known.forget("ann");
        assert!(known.find(&[1; 32], now).is_err());
        // Asked before it was revoked, answered after.
        known.keep([1; 32], ann(), generation, now);
        assert!(known.find(&[1; 32], now).is_err());
    }
}
