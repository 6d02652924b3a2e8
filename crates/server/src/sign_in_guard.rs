//! Strangers who guess passwords must not lock an account's owner out.
//!
//! Attempts to sign in are limited by account. An address from which the player has signed in
//! before has an allowance of its own, and so has a caller with a session of the account; all other
//! addresses share one. So strangers use up theirs, not the owner's.

use crate::app::App;
use crate::digest::{hash, hmac_sha256, random_hex};
use crate::reply::Refusal;
use tilewright_storage::PlayerRecord;

/// The most addresses that are remembered for one player.
const MOST: usize = 20;
/// The name of the key under which addresses are hashed.
const KEY: &str = "sign-in addresses";

impl App {
    /// The key under which addresses are hashed: the same for all servers over a store.
    async fn address_key(&self) -> Result<String, Refusal> {
        if let Some(key) = self.0.address_key.get() {
            return Ok(key.clone());
        }
        let candidate = random_hex::<32>()?;
        let key = self.store(move |store| store.secret(KEY, &candidate)).await?;
        Ok(self.0.address_key.get_or_init(|| key).clone())
    }

    /// The player of a name, if an attempt to sign in from an address is allowed now.
    pub(crate) async fn admit_sign_in(
        &self,
        login: String,
        plain: String,
        address: &str,
        signed: Option<&PlayerRecord>,
    ) -> Result<Option<PlayerRecord>, Refusal> {
        let (key, from, name) = (self.address_key().await?, address.to_string(), hash(&login));
        let found = self.store(move |store| {
            let found = match store.player_by_login(&plain)? {
                Some(player) => Some(player),
                None => store.player_by_login(&login)?,
            };
            // An unknown name takes as long as a known one.
            let id = found.as_ref().map_or("nobody", |player| &player.id);
            let known = store.knows_address(id, &address_hash(&key, id, &from))?;
            Ok((found, known))
        });
        let (found, known) = found.await?;
        let own = found.as_ref().is_some_and(|found| signed.is_some_and(|own| own.id == found.id));
        let most = self.limits().sign_ins_per_minute;
        match known || own {
            true => {
                self.limit("sign in from a known address", &format!("{name} {address}"), most)?
            }
            false => self.limit("sign in as", &name, most)?,
        }
        Ok(found)
    }

    /// Remembers that the owner of an account has signed in from an address.
    pub(crate) async fn remember_sign_in(&self, player: &str, address: &str) {
        let (now, player, address) = (self.now(), player.to_string(), address.to_string());
        let noted = match self.address_key().await {
            Ok(key) => {
                let hashed = address_hash(&key, &player, &address);
                self.store(move |store| store.remember_address(&player, &hashed, now, MOST)).await
            }
            Err(refusal) => Err(refusal),
        };
        self.log_failure("the address of a sign-in is not remembered", noted);
    }
}

/// How an address is stored: nobody can read it, and it is another for each player.
fn address_hash(key: &str, player: &str, address: &str) -> String {
    hmac_sha256(key.as_bytes(), format!("{player} {address}").as_bytes())
}
